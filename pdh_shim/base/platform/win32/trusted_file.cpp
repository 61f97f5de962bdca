// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/named_file.h"

namespace pdh_shim {

bool checks_trust() noexcept {
    return false;
}

std::string reason_for_distrust(const std::string& /*path*/) {
    return {};
}

std::string reason_for_distrust_by_anyone(const std::string& /*path*/) {
    return {};
}

std::string reason_not_own(const std::string& /*folder*/) {
    return {};
}

} // namespace pdh_shim
