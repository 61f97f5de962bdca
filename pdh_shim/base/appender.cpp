// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/appender.h"

#include <span>
#include <utility>

namespace pdh_shim {
namespace {

constexpr std::size_t most_collected = std::size_t{1} << 17U;

} // namespace

Appender::Appender(std::unique_ptr<WritableFile> file, std::uint64_t size, std::string head) noexcept
    : file_(std::move(file)), written_(size), head_(std::move(head)) {}

Result<void, Failure> Appender::append(std::string_view text) {
    if (collected_.size() >= most_collected) {
        PDH_SHIM_CHECK(flush());
    }
    collected_ += text;
    return outcome::success();
}

Result<void, Failure> Appender::flush() {
    PDH_SHIM_TRY(written_, file_->size());
    const std::size_t head = written_ == 0 ? head_.size() : 0;
    collected_.insert(0, head_, 0, head);
    if (auto written = file_->append(std::as_bytes(std::span(collected_))); !written) {
        static_cast<void>(file_->cut(written_)); // of what failed, some may be there
        collected_.erase(0, head);
        return written;
    }
    written_ += collected_.size();
    collected_.clear();
    return outcome::success();
}

} // namespace pdh_shim
