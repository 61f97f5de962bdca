// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/names.h"

#include <algorithm>

namespace pdh_shim::tools::exporter {

const std::vector<TypeRow>& type_rows() {
    static const std::vector<TypeRow> rows = {
#include "exporter_types.inc"
    };
    return rows;
}

const TypeRow* type_row(std::uint32_t type) {
    const auto& rows = type_rows();
    const auto found = std::ranges::find(rows, type, &TypeRow::type);
    return found == rows.end() ? nullptr : &*found;
}

} // namespace pdh_shim::tools::exporter
