#pragma once

#include "calc/counter_type.h"
#include "core/collected.h"
#include "core/counter_target.h"
#include "core/samples.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace pdh_shim::core {

/// Takes the raw values of one counter out of what its query has collected.
class CellReader {
  public:
    CellReader(std::shared_ptr<const CounterIdentity> counter, const CellAddress& address);

    [[nodiscard]] const CounterIdentity& counter() const noexcept { return *counter_; }
    [[nodiscard]] const CellAddress& address() const noexcept { return address_; }
    [[nodiscard]] const model::CounterDef& definition() const noexcept { return *definition_; }
    [[nodiscard]] const calc::TypeInfo& type() const noexcept { return *type_; }

    /// The data of the counter's object, or null when this collect did not ask for the counter.
    [[nodiscard]] const model::ObjectSnapshot* object(const Collected& collected) const noexcept {
        return collected.object(address_);
    }
    /// The rows that the counter stands for: one, none, or those that match its wildcard.
    [[nodiscard]] std::vector<std::size_t> rows(const model::InstanceSet& set) const;
    /// The raw value in a row, of a collect that asked for the counter; its CStatus says why there is none.
    [[nodiscard]] RawValue read(const Collected& collected, std::optional<std::size_t> row) const;
    /// Whether a collect brought a value, for any of the counter's instances.
    [[nodiscard]] bool has_data(const Collected& collected) const;

  private:
    /// The row of a counter that is no wildcard.
    [[nodiscard]] std::optional<std::size_t> only_row(const model::InstanceSet& set) const;
    [[nodiscard]] bool matches(const model::InstanceSet& set, std::size_t row) const;
    [[nodiscard]] Status cstatus(const model::ObjectSnapshot& object, std::optional<std::size_t> row) const;

    std::shared_ptr<const CounterIdentity> counter_;
    const model::CounterDef* definition_; // the counter's, which takes several look-ups to reach
    const calc::TypeInfo* type_;
    CellAddress address_;
};

} // namespace pdh_shim::core
