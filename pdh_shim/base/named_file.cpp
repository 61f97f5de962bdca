#include "base/named_file.h"

#include "base/platform.h"

#include <algorithm>
#include <cstdio>
#include <memory>

namespace pdh_shim {
namespace {

constexpr std::size_t first_room = std::size_t{64} << 10U;

struct Close {
    void operator()(std::FILE* file) const noexcept { static_cast<void>(std::fclose(file)); }
};

} // namespace

FileResult<std::vector<std::byte>> read_named_file(const std::string& name, std::size_t longest) {
    const std::unique_ptr<std::FILE, Close> file(platform::open_to_read(name));
    if (file == nullptr) {
        return FileError::not_found;
    }
    const std::size_t wanted = longest + 1;
    std::vector<std::byte> bytes;
    std::size_t size = 0;
    while (size < wanted && std::feof(file.get()) == 0) {
        bytes.resize(std::min(wanted, std::max(first_room, size * 2)));
        size += std::fread(bytes.data() + size, 1, bytes.size() - size, file.get());
        if (std::ferror(file.get()) != 0) {
            return FileError::failed;
        }
    }
    bytes.resize(size);
    return bytes;
}

} // namespace pdh_shim
