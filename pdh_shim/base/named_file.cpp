#include "base/named_file.h"

#include "base/platform.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string_view>

namespace pdh_shim {
namespace {

constexpr std::size_t first_room = std::size_t{64} << 10U;

struct Close {
    void operator()(std::FILE* file) const noexcept { static_cast<void>(std::fclose(file)); }
};

} // namespace

FileResult<std::vector<FolderEntry>> folder_entries(const std::string& folder) {
    const auto files = make_file_system();
    if (!files) {
        return files.error();
    }
    const auto directory = files.value()->open_directory(absolute_name(folder));
    if (!directory) {
        return directory.error();
    }
    std::vector<FolderEntry> entries;
    const auto listed = directory.value()->list([&](std::string_view name) {
        const std::string text(name);
        entries.push_back({text, file_kind(name_below(folder, text))});
    });
    if (!listed) {
        return listed.error();
    }
    return entries;
}

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
