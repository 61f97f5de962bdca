#include "base/appender.h"

#include <span>
#include <utility>

namespace pdh_shim {
namespace {

constexpr std::size_t most_collected = std::size_t{1} << 17U;

} // namespace

Appender::Appender(std::unique_ptr<WritableFile> file, std::uint64_t size) noexcept
    : file_(std::move(file)), written_(size) {}

WriteResult<void> Appender::append(std::string_view text) {
    if (collected_.size() >= most_collected) {
        if (auto flushed = flush(); !flushed) {
            return flushed.error();
        }
    }
    collected_ += text;
    return outcome::success();
}

WriteResult<void> Appender::flush() {
    if (auto written = file_->write(written_, std::as_bytes(std::span(collected_))); !written) {
        static_cast<void>(file_->cut(written_)); // of what failed, some may be there
        return written.error();
    }
    written_ += collected_.size();
    collected_.clear();
    return outcome::success();
}

} // namespace pdh_shim
