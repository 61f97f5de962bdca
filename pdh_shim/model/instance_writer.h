// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/amounts.h"
#include "model/source.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::model {

/// Adds the instances of an object to a snapshot: of the values of their fields, the cells that are wanted.
class InstanceWriter {
  public:
    /// @param fields the field of each column
    /// @param wanted memory for the list of columns, reused from collect to collect
    InstanceWriter(std::span<const std::uint8_t> fields, const ObjectRequest& request,
        std::vector<std::uint32_t>& wanted, ObjectSnapshot& snapshot)
        : fields_(fields), wanted_(wanted), snapshot_(snapshot), only_total_(request.only_total) {
        wanted_.clear();
        for (std::uint32_t column = 0; column < request.columns.size(); ++column) {
            if (request.columns[column]) {
                wanted_.push_back(column);
            }
        }
        snapshot_.begin(static_cast<std::uint32_t>(fields_.size()));
    }

    [[nodiscard]] bool only_total() const noexcept { return only_total_; }

    /// A value that is `unread` gives an invalid cell.
    void add(std::u16string_view name, std::int64_t unique_id, std::span<const std::int64_t> values,
        std::u16string_view parent = {}) {
        const std::size_t row = snapshot_.add_instance(name, parent, unique_id);
        for (const std::uint32_t column : wanted_) {
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
    std::vector<std::uint32_t>& wanted_;
    ObjectSnapshot& snapshot_;
    bool only_total_;
};

/// The instance name for a name from the kernel, of this machine or another one. Users who start a program,
/// mount a file system or name an interface choose that name: so that it means no other instance, `#` becomes
/// `_` (`#n` counts the instances of one name), and `_` is appended to `_Total`. Control characters become
/// `_`, so that a name can be printed, on one line.
[[nodiscard]] std::u16string kernel_instance(std::string_view name);

/// A path as the name of an instance, before kernel_instance(): without its first slash, the others as `_`.
/// `root` is the name of `/` alone.
[[nodiscard]] std::string path_instance(std::string_view path);

/// A network interface, before kernel_instance(): `(`, `)`, `#` and `/` become `[`, `]`, `_` and `_`.
[[nodiscard]] std::string interface_instance(std::string_view name);

} // namespace pdh_shim::model
