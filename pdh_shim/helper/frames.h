// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

// What a program and its helper send each other: requests, and an answer to each, in any order. A frame is a
// head and the bytes that follow it. Both ends are of the same build, so heads are sent as they are.

namespace pdh_shim::helper {

struct FrameHead {
    std::uint32_t number = 0; ///< of the request; its answer has the same
    std::uint32_t what = 0;   ///< a request: what is wanted; an answer: its Status
    std::uint64_t bytes = 0;  ///< that follow
};
static_assert(std::has_unique_object_representations_v<FrameHead>);

struct Frame {
    std::uint32_t number = 0;
    std::uint32_t what = 0;
    std::vector<std::byte> body;
};

/// Puts a frame together from what arrives, in whatever portions. To be asked for room() and told what was
/// written there, until a frame is whole.
class FrameReader {
  public:
    enum class State : std::uint8_t {
        incomplete,
        whole,
        invalid ///< longer than allowed: no further frame can be found
    };

    /// @param longest body
    explicit FrameReader(std::uint64_t longest) noexcept : longest_(longest) {}

    /// Where the next bytes belong; not empty unless the frame is invalid.
    [[nodiscard]] std::span<std::byte> room() noexcept;
    /// @param count how many bytes were written there, at least one
    State take(std::size_t count);

    /// The frame that is whole. It lasts until the next take(); its body may be moved away, and else its
    /// memory is used again.
    [[nodiscard]] Frame& frame() noexcept { return frame_; }

  private:
    const std::uint64_t longest_;
    FrameHead head_;
    std::size_t taken_ = 0; // of head and body
    bool invalid_ = false;
    Frame frame_;
};

} // namespace pdh_shim::helper
