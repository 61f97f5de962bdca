#include "log/text/narrow_file.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace pdh_shim::log::text {
namespace {

constexpr std::uint64_t mark_size = 2; // the byte order mark
constexpr std::size_t unit_size = 2;

class NarrowFile final : public DataFile {
  public:
    explicit NarrowFile(std::unique_ptr<DataFile> file) noexcept : file_(std::move(file)) {}

    FileResult<std::uint64_t> size() override {
        auto size = file_->size();
        if (!size) {
            return size.error();
        }
        return (std::max(size.value(), mark_size) - mark_size) / unit_size;
    }

    FileResult<std::size_t> read(std::uint64_t offset, std::span<std::byte> bytes) override {
        std::size_t done = 0;
        while (done < bytes.size()) {
            std::array<std::byte, 4096> units{};
            const std::size_t wanted = std::min(units.size(), (bytes.size() - done) * unit_size);
            auto count = file_->read(mark_size + (offset + done) * unit_size, std::span(units).first(wanted));
            if (!count) {
                return count.error();
            }
            for (std::size_t i = 0; i + 1 < count.value(); i += unit_size) {
                bytes[done++] = units[i + 1] == std::byte{} ? units[i] : std::byte{'?'};
            }
            if (count.value() < wanted) {
                break;
            }
        }
        return done;
    }

  private:
    std::unique_ptr<DataFile> file_;
};

} // namespace

std::unique_ptr<DataFile> narrow_file(std::unique_ptr<DataFile> file) {
    return std::make_unique<NarrowFile>(std::move(file));
}

} // namespace pdh_shim::log::text
