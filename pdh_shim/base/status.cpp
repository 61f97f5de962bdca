// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/status.h"

#include <algorithm>
#include <array>

namespace pdh_shim {
namespace {

struct StatusRow {
    Status status;
    std::string_view name;
    std::string_view text;
};

constexpr std::array rows{
#define STATUS(name, constant, value, text) StatusRow{Status::name, #constant, text},
#include "base/status.inc"
#undef STATUS
};

const StatusRow* find(Status status) noexcept {
    const auto* const row = std::ranges::find(rows, status, &StatusRow::status);
    return row == rows.end() ? nullptr : row;
}

} // namespace

std::string_view status_name(Status status) noexcept {
    const StatusRow* const row = find(status);
    return row == nullptr ? std::string_view{} : row->name;
}

std::string_view status_text(Status status) noexcept {
    const StatusRow* const row = find(status);
    return row == nullptr ? std::string_view{} : row->text;
}

} // namespace pdh_shim
