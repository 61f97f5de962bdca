// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "helper/frames.h"

namespace pdh_shim::helper {

std::span<std::byte> FrameReader::room() noexcept {
    if (invalid_) {
        return {};
    }
    if (taken_ < sizeof head_) {
        return std::as_writable_bytes(std::span(&head_, 1)).subspan(taken_);
    }
    return std::span(frame_.body).subspan(taken_ - sizeof head_);
}

FrameReader::State FrameReader::take(std::size_t count) {
    taken_ += count;
    if (taken_ < sizeof head_) {
        return State::incomplete;
    }
    if (taken_ == sizeof head_) {
        invalid_ = head_.bytes > longest_;
        if (invalid_) {
            return State::invalid;
        }
        frame_.number = head_.number;
        frame_.what = head_.what;
        frame_.body.resize(static_cast<std::size_t>(head_.bytes));
    }
    if (taken_ - sizeof head_ < frame_.body.size()) {
        return State::incomplete;
    }
    taken_ = 0;
    return State::whole;
}

} // namespace pdh_shim::helper
