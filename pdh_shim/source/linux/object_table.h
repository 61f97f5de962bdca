#pragma once

#include "calc/counter_type.h"
#include "source/catalogue.h"
#include "source/linux/kernel_files.h"

#include <cstddef>
#include <cstdint>
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
    Detail detail;
    Needs needs; ///< beyond what the object needs to list its instances
    std::uint8_t field;
    std::u16string_view help;
    std::uint8_t base_field = no_field;
};

struct ObjectTable {
    ObjectId id;
    std::u16string_view name;
    std::uint32_t title_index;
    Instances instances;
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

/// A catalogue, and for each of its objects the layout.
struct Layout {
    Catalogue catalogue;
    std::vector<ObjectLayout> objects;
};

/// The catalogue of a machine that has the sources `available`. An object none of whose counters can be had
/// is left out.
[[nodiscard]] Layout make_layout(std::span<const ObjectTable* const> tables, Needs available);

} // namespace pdh_shim::source::linux
