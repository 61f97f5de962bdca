// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "path/counter_path.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::dialogs {

struct CounterEntry {
    std::u16string name;
    std::u16string help;      ///< may be empty
    std::uint32_t detail = 0; ///< a PERF_DETAIL_* level
};

struct ObjectEntry {
    std::u16string name;
    std::u16string help;
    std::uint32_t detail = 0;
    bool has_instances = false;
    std::size_t default_counter = 0; ///< position in `counters`
    std::vector<CounterEntry> counters;
};

/// The counters that a dialog offers: of one computer at a time.
class CounterCatalogue : boost::noncopyable {
  public:
    virtual ~CounterCatalogue() = default;

    /// Name of the computer, without backslashes.
    [[nodiscard]] virtual std::u16string computer() const = 0;

    /// Changes to another computer. @retval cstatus_no_machine there is none of that name
    [[nodiscard]] virtual Result<void> connect(std::u16string_view computer) = 0;

    /// All objects; unchanged until the next connect().
    [[nodiscard]] virtual const std::vector<ObjectEntry>& objects() const = 0;

    /// Name of the object that is shown first.
    [[nodiscard]] virtual std::u16string default_object() const = 0;

    /// The instances that an object has now, in the order of its source.
    [[nodiscard]] virtual Result<std::vector<path::InstanceName>> instances(std::size_t object) = 0;
};

} // namespace pdh_shim::dialogs
