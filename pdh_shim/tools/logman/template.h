// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/logman/collector_set.h"

#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::logman {

/// An element without elements in it, or the begin of one that has some.
struct XmlElement {
    std::string name;
    std::size_t parent = 0; ///< the place of the element around it; its own = it is the outermost one
    std::string text;       ///< without surrounding blanks
    std::size_t depth = 0;
};

/// The elements of a document, in the order in which they begin.
/// @throws terminal::ProgramError it is not XML, has a document type, which could define entities, is nested
///         too deeply, or has too many elements or too long a name; or this program was built without a
///         reader of XML
[[nodiscard]] std::vector<XmlElement> parse_xml(std::string_view bytes);

/// The text of an element.
/// @throws terminal::ProgramError a character that XML cannot have
[[nodiscard]] std::string xml_text(std::string_view text);

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
