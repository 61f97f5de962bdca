// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/source.h"
#include "source/pcp/context.h"
#include "source/pcp/object_plan.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::source::pcp {

/// The values of the metrics of a request, from a host or an archive, in the order of the request.
struct MetricValues {
    std::span<pmValueSet* const> values; ///< null: it gave none
    std::int64_t time = 0;               ///< a FILETIME of its clock
    std::span<const std::int64_t> times; ///< of each of the values; empty: all are of that time
};

/// Writes the rows of one object for one session, from the values of metrics. One thread at a time.
class ObjectSampler {
  public:
    explicit ObjectSampler(std::shared_ptr<const ObjectPlan> plan);

    /// Looks the metrics up, if the generation of the context is another one than at the last time. A metric
    /// of the same name that measures something else than it did counts as one that is gone. An object that
    /// was assumed is read again.
    /// @retval false the context does not answer
    [[nodiscard]] bool prepare(Context& context);
    /// Whether it would look nothing up in a context of this generation.
    [[nodiscard]] bool is_prepared(std::uint64_t generation) const noexcept {
        return generation_ == generation;
    }

    /// Adds the numbers of the metrics that these columns need to a request; without columns, of those that
    /// list the instances.
    void request(const std::vector<bool>& columns, std::vector<pmID>& metrics);

    /// Writes the rows. @retval false the context does not answer any more
    [[nodiscard]] bool write(Context& context, const MetricValues& answer, const std::vector<bool>& columns,
        model::ObjectSnapshot& snapshot);

    /// Forgets the instances, and what totals have grown to: what follows does not continue what was.
    void restart();

    /// When the values of a column were taken.
    [[nodiscard]] std::int64_t time_of(std::uint32_t column, const MetricValues& answer) const;
    /// Whether an answer says which instances there are.
    [[nodiscard]] bool lists_instances(const MetricValues& answer) const;

  private:
    static constexpr std::size_t absent = static_cast<std::size_t>(-1);

    struct ShownInstance {
        int number = 0; // of the instance
        std::int64_t identity = model::no_unique_id;

        friend bool operator==(const ShownInstance&, const ShownInstance&) = default;
    };
    // The values of `_Total`, by column, and the rows that they were last made from.
    struct Totals {
        std::vector<std::int64_t> values; // `unread`: none was made yet
        std::vector<calc::MeanRest> rests;
        std::vector<ShownInstance> rows;
        std::vector<std::optional<std::int64_t>> cells; // of the rows, one after the other
    };

    [[nodiscard]] const pmValueSet* listed(const MetricValues& answer) const;
    [[nodiscard]] const pmValueSet* values_of(std::uint32_t metric, const MetricValues& answer) const;
    [[nodiscard]] std::optional<std::int64_t> number(
        std::uint32_t metric, const MetricValues& answer, std::size_t row, const Scale& scale) const;
    [[nodiscard]] std::optional<std::int64_t> cell(
        std::uint32_t column, const MetricValues& answer, std::size_t row) const;
    [[nodiscard]] std::int64_t identity_of(const MetricValues& answer, int number, std::size_t likely) const;
    [[nodiscard]] std::vector<int> instances_in(const MetricValues& answer) const;
    [[nodiscard]] bool find_rows(Context& context, const MetricValues& answer);
    [[nodiscard]] bool name_rows(Context& context, const MetricValues& answer);
    [[nodiscard]] bool knows_names() const;
    [[nodiscard]] std::string_view name_of(const MetricValues& answer, std::size_t row) const;
    void add_total(const std::vector<bool>& columns, std::vector<std::optional<std::int64_t>> cells,
        model::ObjectSnapshot& snapshot);
    [[nodiscard]] std::int64_t total_of(std::uint32_t column,
        const std::vector<std::optional<std::int64_t>>& cells, const std::vector<std::size_t>& earlier);
    // The cell that a row had when totals were last made; `earlier` is its place then, or `absent`.
    [[nodiscard]] std::optional<std::int64_t> earlier_cell(std::size_t earlier, std::uint32_t column) const {
        return earlier == absent ? std::nullopt : totals_.cells[earlier * plan_->columns.size() + column];
    }
    [[nodiscard]] std::int64_t last_total(std::uint32_t column) const noexcept {
        return totals_.values.empty() ? calc::unread : totals_.values[column];
    }
    void keep_cells(std::uint32_t column, bool has_total, const std::vector<std::size_t>& earlier,
        std::vector<std::optional<std::int64_t>>& cells) const;
    [[nodiscard]] std::vector<std::size_t> earlier_rows() const;

    std::shared_ptr<const ObjectPlan> plan_;
    std::uint64_t generation_ = 0;                  // of the connection
    std::vector<pmID> numbers_;                     // of the metrics; PM_ID_NULL: the host has it no more
    std::vector<std::size_t> answers_;              // where the metrics are in the answer
    std::map<int, std::string> names_;              // of instances, as the host gives them
    std::vector<ShownInstance> rows_;               // that are shown
    std::shared_ptr<const model::InstanceSet> set_; // of rows_ and the total
    Totals totals_;
};

} // namespace pdh_shim::source::pcp
