// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/catalogue.h"
#include "model/source.h"

#include <span>
#include <string>

namespace pdh_shim::block {

/// The request to HKEY_PERFORMANCE_DATA, or to a performance DLL, for some objects: their title indexes in
/// decimal with blanks between them.
[[nodiscard]] std::u16string index_list(
    std::span<const model::ObjectRequest> requests, const model::Catalogue& catalogue);

} // namespace pdh_shim::block
