// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/pdu_headers.h"

#include <algorithm>

namespace pdh_shim::source::pcp {
namespace {

constexpr std::uint32_t header_size = 12;

} // namespace

bool PduHeaders::take_length(std::byte next) noexcept {
    length_ = length_ << 8U | std::to_integer<std::uint32_t>(next);
    if (++length_bytes_ < sizeof(length_)) {
        return true;
    }
    if (length_ < header_size || length_ > longest_) {
        return false;
    }
    left_ = length_ - sizeof(length_);
    length_bytes_ = 0;
    return true;
}

bool PduHeaders::take(std::span<const std::byte> bytes) noexcept {
    while (!bytes.empty()) {
        if (left_ == 0) {
            if (!take_length(bytes.front())) {
                return false;
            }
            bytes = bytes.subspan(1);
            continue;
        }
        const auto passed = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
        left_ -= passed;
        bytes = bytes.subspan(passed);
    }
    return true;
}

} // namespace pdh_shim::source::pcp
