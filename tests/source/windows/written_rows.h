// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/instance_writer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

/// The rows that a part of the Windows source writes, with a column for each of its fields.
template <std::size_t FieldCount>
class WrittenRows {
  public:
    using InstanceWriter = pdh_shim::model::InstanceWriter;

    explicit WrittenRows(const std::function<void(InstanceWriter&)>& write, bool only_total = false) {
        std::array<std::uint8_t, FieldCount> fields{};
        std::iota(fields.begin(), fields.end(), std::uint8_t{0});
        const pdh_shim::model::ObjectRequest request{
            .object = 0, .columns = std::vector<bool>(FieldCount, true), .only_total = only_total};
        std::vector<std::uint32_t> wanted;
        InstanceWriter rows(fields, request, wanted, snapshot_);
        write(rows);
        snapshot_.publish(nullptr);
    }

    [[nodiscard]] bool has_failed() const {
        return snapshot_.status() == pdh_shim::Status::cstatus_invalid_data;
    }
    [[nodiscard]] std::vector<std::u16string> names() const {
        std::vector<std::u16string> names;
        for (const auto& instance : snapshot_.instances()->instances()) {
            names.push_back(instance.name);
        }
        return names;
    }
    [[nodiscard]] std::int64_t unique_id(std::size_t row) const {
        return snapshot_.instances()->instances()[row].unique_id;
    }
    /// `unread` for a cell without a value.
    [[nodiscard]] std::int64_t value(std::size_t row, std::uint32_t field) const {
        return snapshot_.is_valid(row, field) ? snapshot_.cell(row, field) : pdh_shim::calc::unread;
    }

  private:
    pdh_shim::model::ObjectSnapshot snapshot_;
};
