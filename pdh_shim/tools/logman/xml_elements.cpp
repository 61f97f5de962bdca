// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/xml_elements.h"

#include "base/text.h"
#include "tools/terminal/program_end.h"

#if defined(PDH_SHIM_HAS_EXPAT)
#include <cstdint>
#include <cstring>
#include <exception>
#include <expat.h>
#include <limits>
#include <memory>
#endif

namespace pdh_shim::tools::logman {

#if defined(PDH_SHIM_HAS_EXPAT)
namespace {

constexpr std::size_t deepest = 32;
constexpr std::size_t most_elements = 100'000;
constexpr std::size_t longest_name = 256;
constexpr std::string_view blanks = " \t\r\n";

/// What the callbacks of expat collect. No exception may pass through expat.
struct XmlCollector {
    XML_Parser parser = nullptr;
    std::vector<XmlElement> elements;
    std::vector<std::size_t> open; // places in `elements`
    std::string refusal;

    void refuse(const char* reason) {
        refusal = reason;
        static_cast<void>(XML_StopParser(parser, XML_FALSE));
    }

    template <class Function>
    void guard(const Function& function) noexcept {
        try {
            function();
        } catch (const std::exception&) {
            refusal.assign("no memory"); // short enough to need none
            static_cast<void>(XML_StopParser(parser, XML_FALSE));
        }
    }
};

void XMLCALL on_begin(void* data, const XML_Char* name, const XML_Char** /*attributes*/) {
    auto& collector = *static_cast<XmlCollector*>(data);
    collector.guard([&] {
        if (collector.open.size() == deepest) {
            collector.refuse("its elements are nested too deeply");
            return;
        }
        if (collector.elements.size() == most_elements || std::strlen(name) > longest_name) {
            collector.refuse("it has more than 100,000 elements, or a name of more than 256 bytes");
            return;
        }
        const auto place = collector.elements.size();
        collector.elements.push_back(
            {name, collector.open.empty() ? place : collector.open.back(), {}, collector.open.size()});
        collector.open.push_back(place);
    });
}

void XMLCALL on_end(void* data, const XML_Char* /*name*/) {
    auto& collector = *static_cast<XmlCollector*>(data);
    auto& text = collector.elements[collector.open.back()].text;
    text.erase(text.find_last_not_of(blanks) + 1);
    text.erase(0, text.find_first_not_of(blanks));
    collector.open.pop_back();
}

void XMLCALL on_text(void* data, const XML_Char* text, int length) {
    auto& collector = *static_cast<XmlCollector*>(data);
    collector.guard([&] {
        collector.elements[collector.open.back()].text.append(text, static_cast<std::size_t>(length));
    });
}

void XMLCALL on_document_type(void* data, const XML_Char* /*name*/, const XML_Char* /*system*/,
    const XML_Char* /*public_name*/, int /*is_own*/) {
    auto& collector = *static_cast<XmlCollector*>(data);
    collector.guard([&] { collector.refuse("it has a document type, which a template does not need"); });
}

// Expat 2.9 has functions of 64 bits in place of those that depend on how it was built.
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
std::uint64_t line_of(XML_Parser parser) {
    return XML_GetCurrentLineNumber64(parser);
}
#else
std::uint64_t line_of(XML_Parser parser) {
    return XML_GetCurrentLineNumber(parser);
}
#endif

std::string reason_of(const XmlCollector& collector) {
    const auto line = std::to_string(line_of(collector.parser));
    const std::string reason =
        collector.refusal.empty() ? XML_ErrorString(XML_GetErrorCode(collector.parser)) : collector.refusal;
    return "line " + line + ": " + reason;
}

} // namespace

std::vector<XmlElement> parse_xml(std::string_view bytes) {
    const std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> parser(
        XML_ParserCreate(nullptr), XML_ParserFree);
    if (!parser || bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        throw terminal::ProgramError("The XML cannot be read: no memory.");
    }
    XmlCollector collector;
    collector.parser = parser.get();
    XML_SetUserData(parser.get(), &collector);
    XML_SetElementHandler(parser.get(), on_begin, on_end);
    XML_SetCharacterDataHandler(parser.get(), on_text);
    XML_SetStartDoctypeDeclHandler(parser.get(), on_document_type);
    if (XML_Parse(parser.get(), bytes.data(), static_cast<int>(bytes.size()), XML_TRUE) != XML_STATUS_OK) {
        throw terminal::ProgramError("It is not XML that can be read: " + reason_of(collector) + ".");
    }
    return std::move(collector.elements);
}
#else
std::vector<XmlElement> parse_xml(std::string_view /*bytes*/) {
    throw terminal::ProgramError("This logman was built without expat, and cannot read XML.");
}
#endif

std::string xml_text(std::string_view text) {
    const bool has_noncharacter = text.find("\xEF\xBF\xBE") != std::string_view::npos ||
                                  text.find("\xEF\xBF\xBF") != std::string_view::npos;
    if (has_noncharacter || !from_utf8(text)) {
        throw terminal::ProgramError("XML cannot have bytes that are not UTF-8, which a name here has.");
    }
    std::string escaped;
    for (const char c : text) {
        switch (c) {
        case '<':
            escaped += "&lt;";
            break;
        case '>':
            escaped += "&gt;";
            break;
        case '&':
            escaped += "&amp;";
            break;
        default:
            if (static_cast<unsigned char>(c) < ' ') {
                throw terminal::ProgramError("XML cannot have a control character, which a name here has.");
            }
            escaped += c;
        }
    }
    return escaped;
}

} // namespace pdh_shim::tools::logman
