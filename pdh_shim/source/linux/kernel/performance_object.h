// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "calc/counter_type.h"
#include "calc/total_name.h"
#include "model/catalogue.h"
#include "model/counter_row.h"
#include "model/instance_writer.h"
#include "source/linux/kernel/kernel_files.h"

#include <boost/noncopyable.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace pdh_shim::source::linux {

class BlockDevices;
class BootTime;
class CpuState;
class GpuState;
class LogicalDisks;
class NetworkState;
class ProcessState;
struct GroupSample;
struct StatText;
struct TaskCounts;

/// One collect, as all samplers are given it: its time, and the texts that it has read.
struct Collect {
    Instant now;
    Inputs needed; ///< of all objects, but for their own bits
    const CollectedTexts& texts;

    /// Empty if it was not needed or cannot be read.
    [[nodiscard]] std::optional<std::string_view> text(std::string_view path) const noexcept {
        return texts.get(path);
    }
};

using calc::CounterType;
using calc::total_name;
using model::InstanceWriter;

/// What a counter, or the list of instances, is read from: a system-wide file, or other inputs, or both, or
/// nothing.
struct InputOf {
    constexpr InputOf() noexcept = default;
    constexpr InputOf(std::string_view path) noexcept : file(path) {}
    constexpr InputOf(Inputs inputs) noexcept : others(inputs) {}
    constexpr InputOf(std::string_view path, Inputs inputs) noexcept : file(path), others(inputs) {}

    std::string_view file; ///< its path
    Inputs others = 0;
};

using model::no_field;
/// The input is beyond what the object needs to list its instances.
using CounterRow = model::CounterRow<InputOf>;

/// What the objects of a session show: samples that are taken before theirs, and what more is read from.
struct Shown {
    FileSystem& files;
    const KernelUnits& units;
    const CollectedTexts& texts; ///< of the present collect
    const StatText& stat;
    const BootTime& boot;
    const CpuState& cpus;
    const ProcessState& processes;
    const BlockDevices& disks;
    const LogicalDisks& volumes;
    const NetworkState& networks;
    const GpuState& gpus;
    const std::optional<GroupSample>& group; ///< the control group that replaces the machine, if one does
    const TaskCounts& tasks;                 ///< of that group, or of those that /proc shows
};

/// Takes the samples of an object for one session, and writes its instances.
class Sampler : boost::noncopyable {
  public:
    virtual ~Sampler() = default;

    /// Takes a sample of what this object alone shows; shared state is already sampled.
    /// The second parameter is what the columns that are wanted need, the object's own bits among them.
    virtual void sample(const Collect& /*collect*/, Inputs /*needed*/) {}
    virtual void write(InstanceWriter& instances) const = 0;
    /// Closes the open files. The next sample opens them again.
    virtual void close_files() {}
};

/// A performance object as programs see it: its name, its counters, and the kernel files that they need.
struct ObjectTable {
    std::u16string_view name;
    std::uint32_t title_index;
    model::Instances instances;
    std::array<InputOf, 3> inputs; ///< to list the instances
    /// Not needed for `_Total`, but for counters that need something else too.
    std::array<InputOf, 2> instances_only;
    std::u16string_view default_counter;
    std::u16string_view help;
    std::span<const CounterRow> counters;
    /// Which of `wanted` the machine has, apart from files. Null: it has all of them.
    Inputs (*find)(FileSystem& files, Inputs wanted) = nullptr;
    void (*write)(const Shown& shown, InstanceWriter& instances) = nullptr; ///< its instances, in a collect
    /// Of an object that `write` does not suffice for: it has files, or an earlier sample, of its own.
    std::unique_ptr<Sampler> (*open)(const Shown& shown) = nullptr;
};

/// ObjectTable::open of most objects.
template <class Type>
std::unique_ptr<Sampler> open(const Shown& shown) {
    return std::make_unique<Type>(shown);
}

namespace objects {
#define OBJECT(name) extern const ObjectTable name;
#include "source/linux/kernel/all_objects.inc"
#undef OBJECT
} // namespace objects

/// All performance objects that a Linux machine can have, in the order in which programs see them listed.
inline constexpr std::array all_objects{
#define OBJECT(name) &objects::name,
#include "source/linux/kernel/all_objects.inc"
#undef OBJECT
};

} // namespace pdh_shim::source::linux
