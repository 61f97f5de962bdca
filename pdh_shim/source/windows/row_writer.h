// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/amounts.h"
#include "calc/total_name.h"
#include "model/source.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace pdh_shim::source::windows {

using calc::total_name;

/// Writes the needed cells of an object's instances from the values of their fields.
class RowWriter {
  public:
    /// @param fields the field of each column
    RowWriter(std::span<const std::uint8_t> fields, const model::ObjectRequest& request,
        model::ObjectSnapshot& snapshot)
        : fields_(fields), request_(request), snapshot_(snapshot) {
        snapshot_.begin(static_cast<std::uint32_t>(fields.size()));
    }

    [[nodiscard]] bool only_total() const noexcept { return request_.only_total; }

    /// A value that is `unread` gives an invalid cell.
    void add(std::u16string_view name, std::int64_t unique_id, std::span<const std::int64_t> values) {
        const std::size_t row = snapshot_.add_instance(name, {}, unique_id);
        for (std::uint32_t column = 0; column < request_.columns.size(); ++column) {
            if (!request_.columns[column]) {
                continue;
            }
            const std::int64_t value = values[fields_[column]];
            if (value == calc::unread) {
                snapshot_.set_invalid(row, column);
            } else {
                snapshot_.set(row, column, value);
            }
        }
    }

    /// Marks the object as one that could not be read.
    void fail() { snapshot_.set_status(Status::cstatus_invalid_data); }

  private:
    std::span<const std::uint8_t> fields_;
    const model::ObjectRequest& request_;
    model::ObjectSnapshot& snapshot_;
};

} // namespace pdh_shim::source::windows
