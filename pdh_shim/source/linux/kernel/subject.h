// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/counter_type.h"
#include "model/catalogue.h"
#include "model/counter_row.h"
#include "source/linux/kernel/kernel_files.h"
#include "source/linux/kernel/row_writer.h"

#include <boost/noncopyable.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace pdh_shim::source::linux {

class Parts;
struct Collect;

using calc::CounterType;

/// What something is read from: a system-wide file, or others of `needs`, or both, or nothing.
struct Origin {
    constexpr Origin() noexcept = default;
    constexpr Origin(std::string_view path) noexcept : file(path) {}
    constexpr Origin(Needs needs) noexcept : others(needs) {}
    constexpr Origin(std::string_view path, Needs needs) noexcept : file(path), others(needs) {}

    std::string_view file; ///< its path
    Needs others = 0;
};

using model::no_field;
/// The origin is beyond what the object needs to list its instances.
using CounterRow = model::CounterRow<Origin>;

/// An object as programs see it.
struct ObjectTable {
    std::u16string_view name;
    std::uint32_t title_index;
    model::Instances instances;
    std::array<Origin, 3> origins; ///< to list the instances
    /// Not needed for `_Total`, but for counters that need something else too.
    std::array<Origin, 2> instances_only;
    std::u16string_view default_counter;
    std::u16string_view help;
    std::span<const CounterRow> counters;
};

/// Takes the samples of an object for one session, and writes its instances.
class Sampler : boost::noncopyable {
  public:
    virtual ~Sampler() = default;

    /// Takes a sample of what this object alone shows; the `Parts` have taken theirs.
    /// The second parameter is what the columns that are wanted need, the object's own bits among them.
    virtual void sample(const Collect& /*collect*/, Needs /*needed*/) {}
    virtual void write(RowWriter& rows) const = 0;
    /// Closes the open files. The next sample opens them again.
    virtual void close_files() {}
};

/// An object: its table of counters, the kernel files that it needs, and the Sampler that takes its samples
/// and writes them.
struct Subject {
    ObjectTable object;
    /// Which of `wanted` the machine has, apart from files. Null: it has all of them.
    Needs (*find)(FileSystem& files, Needs wanted) = nullptr;
    std::unique_ptr<Sampler> (*open)(Parts& parts);
};

/// Subject::open of most objects.
template <class Type>
std::unique_ptr<Sampler> open(Parts& parts) {
    return std::make_unique<Type>(parts);
}

namespace objects {
#define OBJECT(name) extern const Subject name;
#include "source/linux/objects.inc"
#undef OBJECT
} // namespace objects

/// In the order in which programs see them listed.
#define OBJECT(name) &objects::name,
inline constexpr std::array subjects{
#include "source/linux/objects.inc"
};
#undef OBJECT

} // namespace pdh_shim::source::linux
