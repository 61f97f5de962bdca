#pragma once

#include "model/source.h"
#include "source/pcp/connection.h"
#include "source/pcp/object_plan.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::source::pcp {

/// Writes the instances of one object for one session, from what its host answers. Used by one thread at a
/// time.
class ObjectSampler {
  public:
    explicit ObjectSampler(std::shared_ptr<const ObjectPlan> plan);

    /// Looks the metrics up, if the connection is another one than at the last time. A metric of the same
    /// name that measures something else than it did counts as one that is gone.
    [[nodiscard]] bool prepare(Connection& connection);

    /// Adds the numbers of the metrics that these columns need to a request.
    void request(const std::vector<bool>& columns, std::vector<pmID>& metrics);

    /// Writes the rows. @param time of the host: a FILETIME
    /// @retval false the connection was lost
    [[nodiscard]] bool write(Connection& connection, const pmResult& fetched, std::int64_t time,
        const std::vector<bool>& columns, model::ObjectSnapshot& snapshot);

  private:
    static constexpr std::size_t absent = static_cast<std::size_t>(-1);

    struct Row {
        int number = 0; // of the instance
        std::int64_t identity = model::no_unique_id;

        friend bool operator==(const Row&, const Row&) = default;
    };
    // The values of `_Total`, by column, and the rows that they were last made from.
    struct Totals {
        std::vector<std::int64_t> values;
        std::vector<Row> rows;
        std::vector<std::optional<std::int64_t>> cells; // of the rows, one after the other
    };

    [[nodiscard]] const pmValueSet* values_of(std::uint32_t metric, const pmResult& fetched) const;
    [[nodiscard]] std::optional<std::int64_t> number(
        std::uint32_t metric, const pmResult& fetched, std::size_t row, const Scale& scale) const;
    [[nodiscard]] std::optional<std::int64_t> cell(
        const ColumnPlan& column, const pmResult& fetched, std::size_t row, std::int64_t time) const;
    [[nodiscard]] std::int64_t identity_of(const pmResult& fetched, int number, std::size_t likely) const;
    [[nodiscard]] bool find_rows(Connection& connection, const pmResult& fetched);
    [[nodiscard]] bool name_rows(Connection& connection, const pmResult& fetched);
    [[nodiscard]] bool knows_names() const;
    [[nodiscard]] std::string_view name_of(const pmResult& fetched, std::size_t row) const;
    void add_total(const std::vector<bool>& columns, std::vector<std::optional<std::int64_t>> cells,
        model::ObjectSnapshot& snapshot);
    [[nodiscard]] std::int64_t total_of(
        std::uint32_t column, const std::vector<std::optional<std::int64_t>>& cells) const;
    [[nodiscard]] std::optional<std::size_t> earlier_row(std::size_t row) const;

    const std::shared_ptr<const ObjectPlan> plan_;
    std::uint64_t generation_ = 0;                  // of the connection
    std::vector<pmID> numbers_;                     // of the metrics; PM_ID_NULL: the host has it no more
    std::vector<std::size_t> answers_;              // where the metrics are in the answer
    std::map<int, std::string> names_;              // of instances, as the host gives them
    std::vector<Row> rows_;                         // that are shown
    std::shared_ptr<const model::InstanceSet> set_; // of rows_ and the total
    Totals totals_;
};

} // namespace pdh_shim::source::pcp
