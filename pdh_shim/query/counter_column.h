// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/counter_type.h"
#include "machine/counter_target.h"
#include "path/counter_path.h"
#include "query/counter_commons.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace pdh_shim::query {

/// What the counters of a query share.
struct CounterSharing {
    CounterCommons& commons; ///< lives longer
    std::uintptr_t user_data = 0;
    std::weak_ptr<void> owner; ///< of the query, for whoever made it
};

/// A counter in the catalogue, and what takes several look-ups to reach from there. The counters of a query
/// that differ only in their instances share one.
struct CounterColumn {
    CounterColumn(machine::CounterTarget found, CounterSharing query);

    const machine::CounterTarget target;
    const model::CounterDef& definition;
    const calc::TypeInfo& type;
    const std::optional<std::int64_t> time_base; ///< see Counter::time_base()
    const CounterSharing query;
};

/// A counter that was added: its path, and the counter that was found by it. There may be 100,000 of them, so
/// a path has no texts of its own that the catalogue has too.
class CounterIdentity {
  public:
    /// @param instance see meant_instance(); null = none
    CounterIdentity(std::shared_ptr<const CounterColumn> column,
        std::shared_ptr<const path::InstanceName> instance, const path::CounterPath& given);

    [[nodiscard]] const CounterColumn& column() const noexcept { return *column_; }
    [[nodiscard]] const std::shared_ptr<const CounterColumn>& shared_column() const noexcept {
        return column_;
    }
    [[nodiscard]] const machine::CounterTarget& target() const noexcept { return column_->target; }
    [[nodiscard]] const model::CounterDef& definition() const noexcept { return column_->definition; }
    [[nodiscard]] const calc::TypeInfo& type() const noexcept { return column_->type; }

    /// True if only the instance `_Total` is needed.
    [[nodiscard]] bool wants_only_total() const noexcept;
    /// The instance of the path, without `#n`; empty if there is none.
    [[nodiscard]] std::u16string instance_name() const;
    /// As it is displayed, with the machine's name in every case.
    [[nodiscard]] path::CounterPath path() const;

    const std::shared_ptr<const path::InstanceName> instance; ///< of the row; null = none
    const bool names_machine;                                 ///< the path named a machine
    const bool wildcard;                                      ///< the counter means all instances that match

  private:
    struct Names {
        std::u16string object;
        std::u16string counter;
    };

    const std::shared_ptr<const CounterColumn> column_;
    std::unique_ptr<const Names> given_; // null if the path spelled them as the catalogue does
};

/// `parent/instance` or `instance`: of a model::Instance or a path::InstanceName.
template <class Instance>
[[nodiscard]] std::u16string display_name(const Instance& instance) {
    return instance.parent.empty() ? instance.name : instance.parent + u'/' + instance.name;
}

} // namespace pdh_shim::query
