// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/snapshot.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace pdh_shim::query {

/// Where an instance of a sample stood in an older one.
struct EarlierRow {
    std::optional<std::size_t> row;
    bool replaced = false; ///< another instance had its name; there is no row
};

/// By its name, as a path finds it.
[[nodiscard]] EarlierRow earlier_row_by_name(
    const model::InstanceSet& newer, std::size_t row, const model::InstanceSet& older);

/// Where all rows of a set stood in an older one, by identity too: an instance keeps its samples when its
/// name changes, or its number among those of one name.
class EarlierRows {
  public:
    EarlierRows(
        std::shared_ptr<const model::InstanceSet> newer, std::shared_ptr<const model::InstanceSet> older);

    [[nodiscard]] bool are_of(const std::shared_ptr<const model::InstanceSet>& newer,
        const std::shared_ptr<const model::InstanceSet>& older) const noexcept {
        return newer_ == newer && older_ == older;
    }
    [[nodiscard]] const EarlierRow& operator[](std::size_t row) const noexcept { return rows_[row]; }

  private:
    void find_by_identity();

    std::shared_ptr<const model::InstanceSet> newer_;
    std::shared_ptr<const model::InstanceSet> older_;
    std::vector<EarlierRow> rows_;
};

} // namespace pdh_shim::query
