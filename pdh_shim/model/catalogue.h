// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pdh_shim::model {

/// In place of a column: the counter has none.
inline constexpr std::uint32_t no_column = 0xFFFFFFFFU;

/// Detail levels of winperf.h (PERF_DETAIL_*).
enum class Detail : std::uint32_t { novice = 100, advanced = 200, expert = 300, wizard = 400 };

/// One counter of an object; its position in ObjectDef::counters is its column in the snapshot.
struct CounterDef {
    std::u16string name;           ///< English name
    std::u16string help;           ///< English explanation; may be empty
    std::uint32_t title_index = 0; ///< index of the name in the title database; 0 = none. Help is index + 1
    std::uint32_t type = 0;        ///< a PERF_* counter type
    std::int32_t default_scale = 0;
    Detail detail = Detail::novice;
    std::uint32_t base = no_column;  ///< column of the base counter: its SecondValue
    std::uint32_t multi = no_column; ///< column of its MultiCount (after the counters)
    std::int64_t time_base = 0;      ///< ticks per second of the counter's clock; 0 = as its type says
};

/// Whether an object has instances.
enum class Instances : std::uint8_t { none, multi };

struct ObjectDef {
    std::u16string name;
    std::u16string help;
    std::uint32_t title_index = 0;
    Instances instances = Instances::none;
    Detail detail = Detail::novice;
    std::uint32_t default_counter = 0; ///< column
    std::vector<CounterDef> counters;
    std::uint32_t columns = 0;                   ///< counters.size() plus those that a program cannot ask for
    std::int64_t object_freq = ticks_per_second; ///< ticks per second of the object's own clock
    /// Of an object with instances: a log also has its counters without an instance; they are in a row
    /// without a name.
    bool has_row_without_name = false;
    /// Each raw sample was recorded by itself: behind the columns of all counters, each counter has more
    /// columns for the rest of its sample. Displayed values are counters too.
    bool has_whole_samples = false;
};

/// The objects and counters of a source. Immutable; a source that finds more publishes another one.
struct Catalogue {
    std::vector<ObjectDef> objects;
    std::int64_t perf_freq = ticks_per_second; ///< ticks per second of the snapshots' PerfTime
    /// True where DefaultScale is a factor to apply (the documented contract, which scripts and plug-ins
    /// have); false where it is only reported, as on Windows.
    bool default_scale_applies = true;
    /// Whether this source adds counters to an object without instances that an earlier source has under the
    /// same name.
    bool completes_others = false;
};

} // namespace pdh_shim::model
