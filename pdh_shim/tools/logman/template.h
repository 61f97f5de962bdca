// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/logman/collector_set.h"

#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::logman {

/// A set, and what of its template or of it has no counterpart, a sentence each.
struct ImportedSet {
    CollectorSet set;
    std::vector<std::string> notes;
};

/// The set of a template that Performance Monitor saved (`PerformanceCounterDataCollector`). Elements that it
/// does not know are named in the notes.
/// @param folder where logs go if the template's folder is one of Windows
/// @throws terminal::ProgramError it is not XML, has a document type, is too large or is not a template of
///         counters
[[nodiscard]] ImportedSet read_template(
    const std::string& name, std::string_view bytes, const std::string& folder);

/// What a set becomes as a template of Performance Monitor.
struct ExportedSet {
    std::string text;
    std::vector<std::string> notes;
};
/// @throws terminal::ProgramError it has no template, or a text that XML cannot have
[[nodiscard]] ExportedSet template_of(const CollectorSet& set);

/// The bytes of a template.
/// @throws terminal::ProgramError it cannot be read, or is larger than 4 MiB
[[nodiscard]] std::string read_template_file(const std::string& name);

} // namespace pdh_shim::tools::logman
