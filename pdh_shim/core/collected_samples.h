#pragma once

#include "core/cell_reader.h"
#include "core/samples.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace pdh_shim::core {

/// The samples of a counter that its query collects: read from the two newest collects when asked for.
class CollectedSamples final : public SampleSource {
  public:
    /// @param feed what was collected before now is not seen
    CollectedSamples(std::shared_ptr<const Feed> feed, CellReader cells);

    [[nodiscard]] std::optional<RawValue> initial() const override;
    [[nodiscard]] std::optional<Samples> newest() override;
    [[nodiscard]] Result<std::vector<Item<Samples>>> items() override;

  private:
    // The counter's rows in a set of instances.
    struct Rows {
        std::shared_ptr<const model::InstanceSet> set;
        std::vector<std::size_t> rows;
    };

    [[nodiscard]] CollectedPair collected() const;
    [[nodiscard]] const std::vector<std::size_t>& rows_in(
        const std::shared_ptr<const model::InstanceSet>& set);
    [[nodiscard]] std::optional<RawValue> read_older(const CollectedPair& pair, std::size_t newer_row) const;
    [[nodiscard]] Samples read(const CollectedPair& pair, std::size_t row) const;
    [[nodiscard]] std::u16string item_name(const model::Instance& instance) const;

    const std::shared_ptr<const Feed> feed_;
    const std::uint64_t born_; // sequence of the feed when the counter was added
    const CellReader cells_;
    Rows rows_;
};

} // namespace pdh_shim::core
