// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/catalogue.h"
#include "source/linux/all_objects.h"
#include "source/linux/kernel/kernel_files.h"
#include "source/linux/object_layout.h"

#include <optional>
#include <span>

namespace pdh_shim::source::linux {

/// An object as programs see it, and where its cells come from.
struct LinuxObject {
    model::ObjectDef definition;
    ObjectLayout layout;
};

/// An object with all its counters, whether or not this machine has them.
[[nodiscard]] model::ObjectDef describe(const ObjectTable& table);

/// Lets the system-wide files of an object be read.
void add_files(KernelFiles& files, const ObjectTable& table);

/// The counters of an object before the first one with a costly need: the later ones do not change
/// their columns.
[[nodiscard]] std::span<const CounterRow> cheap_rows(const ObjectTable& table) noexcept;

/// The bits of an origin.
[[nodiscard]] Needs needs_of(const Origin& origin, const KernelFiles& files) noexcept;

/// All that an object and these counters need.
[[nodiscard]] Needs all_needs(
    const ObjectTable& table, std::span<const CounterRow> rows, const KernelFiles& files) noexcept;

/// The object at this place of `all_objects`, with those of these counters whose needs are `available`; none
/// if there is no such counter.
[[nodiscard]] std::optional<LinuxObject> make_object(
    std::size_t place, std::span<const CounterRow> rows, Needs available, const KernelFiles& files);

} // namespace pdh_shim::source::linux
