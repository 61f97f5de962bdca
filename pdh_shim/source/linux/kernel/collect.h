// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "source/linux/kernel/kernel_files.h"

#include <optional>
#include <string_view>

namespace pdh_shim::source::linux {

/// One collect, as all samplers are given it: its time, and the texts that it has read.
struct Collect {
    Instant now;
    Needs needed; ///< of all objects, but for their own bits
    const CollectedTexts& texts;

    /// Empty if it was not needed or cannot be read.
    [[nodiscard]] std::optional<std::string_view> text(std::string_view path) const noexcept {
        return texts.get(path);
    }
};

} // namespace pdh_shim::source::linux
