// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

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

} // namespace pdh_shim::tools::logman
