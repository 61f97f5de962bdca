#pragma once

#include "calc/counter_type.h"
#include "model/catalogue.h"
#include "source/linux/kernel_files.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

enum class ObjectId : std::uint8_t {
    system,
    processor,
    processor_information,
    memory,
    process,
    process_v2,
    physical_disk,
    logical_disk,
    network_interface,
    paging_file,
};

inline constexpr std::uint8_t no_field = 0xFF;

/// One counter: what Windows says of it, and the field of the subject's values that it is read from. A type
/// with a base gets a second column behind it, read from `base_field`.
struct CounterRow {
    std::u16string_view name;
    std::uint32_t title_index;
    calc::CounterType type;
    model::Detail detail;
    Needs needs; ///< beyond what the object needs to list its instances
    std::uint8_t field;
    std::u16string_view help;
    std::uint8_t base_field = no_field;
};

struct ObjectTable {
    ObjectId id;
    std::u16string_view name;
    std::uint32_t title_index;
    model::Instances instances;
    Needs needs;          ///< to list the instances
    Needs instances_only; ///< not needed for `_Total`
    std::u16string_view default_counter;
    std::u16string_view help;
    std::span<const CounterRow> counters;
};

/// Where the cells of a column come from.
struct Column {
    std::uint8_t field;
    Needs needs;
};

/// An object of this machine's catalogue: its table without the counters that the machine does not have.
struct ObjectLayout {
    const ObjectTable* table = nullptr;
    std::vector<Column> columns;
};

/// An object as programs see it, and where its cells come from.
struct LinuxObject {
    model::ObjectDef definition;
    ObjectLayout layout;
};

/// The counters of an object before the first one with a costly need: the others behind them do not change
/// their columns.
[[nodiscard]] std::span<const CounterRow> cheap_rows(const ObjectTable& table) noexcept;

/// All that an object and these counters need.
[[nodiscard]] Needs all_needs(const ObjectTable& table, std::span<const CounterRow> rows) noexcept;

/// The object with these counters on a machine that has the sources `available`; none if none of them can be
/// had.
[[nodiscard]] std::optional<LinuxObject> make_object(
    const ObjectTable& table, std::span<const CounterRow> rows, Needs available);

} // namespace pdh_shim::source::linux
