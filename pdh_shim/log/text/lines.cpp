#include "log/text/lines.h"

#include "base/bytes.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace pdh_shim::log::text {
namespace {

constexpr std::size_t piece = std::size_t{1} << 20U;
constexpr std::size_t longest_line = std::size_t{64} << 20U; // 800,000 columns

Failure read_failure(FileError error) {
    return {Status::log_file_open_error, {}, error == FileError::not_found ? "is gone" : "cannot be read"};
}

} // namespace

/// Reads the next piece behind what is left of the last one. @return false at the end of the file
Result<bool, Failure> Lines::read_more() {
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(start_));
    place_ += start_;
    start_ = 0;
    const std::size_t left = bytes_.size();
    if (left > longest_line) {
        return Failure(Status::unknown_log_format, "byte " + std::to_string(place_), "a line is too long");
    }
    bytes_.resize(
        left + std::max(piece, left)); // twice as much for a long line, or it would be searched too often
    auto count = file_->read(place_ + left, std::span(bytes_).subspan(left));
    bytes_.resize(left + (count ? count.value() : 0));
    if (!count) {
        return read_failure(count.error());
    }
    return count.value() > 0;
}

Result<std::optional<Line>, Failure> Lines::next() {
    std::size_t searched = start_;
    while (true) {
        const void* const end = searched < bytes_.size()
                                    ? std::memchr(bytes_.data() + searched, '\n', bytes_.size() - searched)
                                    : nullptr;
        const bool has_end = end != nullptr;
        if (has_end || is_at_end_) {
            const std::size_t stop =
                has_end ? static_cast<std::size_t>(static_cast<const std::byte*>(end) - bytes_.data())
                        : bytes_.size();
            if (!has_end && start_ == stop) {
                return std::optional<Line>();
            }
            Line line{as_text(std::span(bytes_).subspan(start_, stop - start_)), place_ + start_, 0, has_end};
            if (line.text.ends_with('\r')) {
                line.text.remove_suffix(1);
            }
            start_ = has_end ? stop + 1 : stop;
            line.next = place_ + start_;
            return std::optional(line);
        }
        searched = bytes_.size() - start_;
        PDH_SHIM_TRY(const bool is_more, read_more());
        is_at_end_ = !is_more;
    }
}

void Lines::go_to(std::uint64_t place) noexcept {
    bytes_.clear();
    place_ = place;
    start_ = 0;
    is_at_end_ = false;
}

Result<std::uint64_t, Failure> Lines::size() {
    auto size = file_->size();
    if (!size) {
        return read_failure(size.error());
    }
    return size.value();
}

} // namespace pdh_shim::log::text
