// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "model/source.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::core {

/// The clock and the settings for making sources.
struct SourceContext {
    Clock& clock;
    std::string root;               ///< put before the kernel's files; empty = the real ones
    bool cgroup = false;            ///< use the limits of the control group instead of the machine's
    bool refuse_unmeasured = false; ///< counters that cannot be measured are unknown
    std::int64_t remote_timeout = 2 * ticks_per_second; ///< that a remote computer has for an answer
};

/// The sources of a list.
struct ChosenSources {
    std::vector<std::shared_ptr<model::Source>> local; ///< of this computer
    std::vector<std::shared_ptr<model::RemoteMachines>> remote;
    std::vector<std::string> title_files; ///< INI files of performance DLLs: names in several languages
};

/// The list of sources that a platform uses when none is chosen; empty if programs have to add theirs. On
/// Windows it is looked up anew, which may load performance DLLs.
[[nodiscard]] std::string_view default_source();

/// Makes the sources of a comma list such as `linux,script:FILE` (PDH_SHIM_SOURCE), in its order. An item
/// with a comma needs double quotes, in which two quotes mean one: `"script:a,b.json",linux`.
/// `script:` followed by a `{`, with or without blanks and line ends between, is a script's text instead of
/// its file's name: this item needs no quotes, and ends at the brace that closes the first. Items behind
/// `pcp:HOST` or `winhost:HOST` that are not the name of a source are hosts too: `pcp:a,b:44321,linux`.
/// @retval invalid_datasource quotes or commas that are missing, an unknown name, or a source that cannot
/// start; the log says which and why
/// @retval memory_allocation_failure the system lacks memory, or a thread or a process for one of them
[[nodiscard]] Result<ChosenSources> make_sources(std::string_view list, const SourceContext& context);

/// Whether a program may name a source like a log, for one query: `script:FILE`, `script:{...}` and
/// `perfdata:FILE`. These only read data. The name of any other source is that of a log, so that a name which
/// a user chose loads no code.
[[nodiscard]] bool is_source_of_data(std::string_view name) noexcept;

/// Makes such a source. @retval file_not_found, invalid_datasource it cannot start; the log says why
/// @retval memory_allocation_failure
[[nodiscard]] Result<std::shared_ptr<model::Source>> make_source_of_data(
    std::string_view name, const SourceContext& context);

/// Takes the first item off a comma list of the environment, with its comma. An item with a comma in it
/// needs double quotes, in which two quotes mean one: `"script:a,b.json",linux`.
/// @retval invalid_datasource a quote, or the comma behind one, is missing
[[nodiscard]] Result<std::string, Failure> take_item(std::string_view& list);

/// Removes the comma after an item from the list, if the list does not end there.
/// @retval invalid_datasource something else follows
[[nodiscard]] Result<void, Failure> take_comma(std::string_view& list, std::string_view item);

} // namespace pdh_shim::core
