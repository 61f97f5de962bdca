// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/text.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pdh_shim::names {

/// More bytes than an INI file or its symbol header may have.
inline constexpr std::size_t longest_lodctr_file = std::size_t{4} << 20U;
/// More languages than an INI file may name.
inline constexpr std::size_t most_lodctr_languages = 64;
/// The largest offset. Offsets are even: the next number is that of the help text.
inline constexpr std::uint32_t largest_symbol_offset = 0xFFFE;
/// The language of the names that programs are written with (Perflib's 009).
inline constexpr std::uint32_t english_language = 0x009;

/// Refuses such a file with cannot_read_name_strings.
/// @param line from 1; 0 = the file as a whole
[[nodiscard]] Failure malformed_line(std::size_t line, std::string what);

/// One `key=value` of an INI file.
struct IniValue {
    std::u16string key;
    std::u16string value; ///< without the spaces, and the pair of quotation marks, around it
    std::size_t line = 0;
};

/// The values of a section. Keys are compared without case; of two with the same key the first counts.
class IniSection {
  public:
    void add(IniValue value) { values_.push_back(std::move(value)); }

    [[nodiscard]] const std::vector<IniValue>& values() const noexcept { return values_; }
    [[nodiscard]] const IniValue* find(std::u16string_view key) const;
    [[nodiscard]] std::optional<std::u16string_view> text(std::u16string_view key) const;
    /// A number, decimal or hexadecimal with 0x. Nothing if there is no such key.
    /// @retval cannot_read_name_strings the value is not a number of 32 bits
    [[nodiscard]] Result<std::optional<std::uint32_t>, Failure> number(std::u16string_view key) const;

  private:
    std::vector<IniValue> values_;
};

/// An object or counter that the file names by a symbol.
struct LodctrSymbol {
    std::u16string symbol;
    /// Its number in the symbol header: its title index minus `First Counter`. Set by resolve_symbols().
    std::optional<std::uint32_t> offset;
    std::size_t line = 0; ///< where the file mentions it first
};

/// The name and the help text of a symbol in one language.
struct LodctrText : LodctrSymbol {
    std::u16string name; ///< empty if the file has none
    std::u16string help; ///< empty if the file has none
};

struct LodctrLanguage {
    std::uint32_t id = 0; ///< 0x009 for `009`
    std::u16string name;  ///< of [languages]; empty if the language is only used in [text]
    std::vector<LodctrText> texts;

    /// Symbols are compared without case. Looks through all of them.
    [[nodiscard]] const LodctrText* find(std::u16string_view symbol) const;
};

/// The content of an INI file of lodctr: names for performance counters in several languages. From the
/// documentation of lodctr; [performance] is ours and holds what a setup program writes under a service's
/// Performance key on Windows (Library, Open, Collect, Close, First Counter ...).
///
///     [info]
///     drivername=Widgets
///     symbolfile=widgets.h
///     [languages]
///     009=English
///     007=Deutsch
///     [objects]
///     WIDGET_009_NAME=
///     [text]
///     WIDGET_009_NAME=Widget
///     WIDGET_009_HELP=What the widgets do.
///     WIDGET_007_NAME=Dings
struct LodctrIni {
    IniSection info;
    IniSection performance;
    std::vector<LodctrLanguage> languages; ///< in the order of the file
    std::vector<LodctrSymbol> objects;     ///< of [objects], each once; may be empty, the section is optional

    /// Of [info]; empty if it is not there.
    [[nodiscard]] std::u16string_view driver_name() const { return info.text(u"drivername").value_or(u""); }
    [[nodiscard]] std::u16string_view symbol_file() const { return info.text(u"symbolfile").value_or(u""); }
    [[nodiscard]] const LodctrLanguage* find_language(std::uint32_t id) const;
};

/// Reads an INI file: UTF-8, UTF-16 that begins with a byte order mark FF FE, or, if it is neither,
/// Windows-1252. Sections and keys are compared without case, unknown sections are ignored, `;` and `//`
/// begin a comment line, and of two values with the same key the first counts.
/// @retval cannot_read_name_strings it is malformed or too long
[[nodiscard]] Result<LodctrIni, Failure> read_lodctr_ini(std::string_view bytes);

/// Numbers of a symbol header. Found without case, as in the INI file.
using SymbolOffsets = std::unordered_map<std::u16string, std::uint32_t, FoldedHash, FoldedEqual>;

/// Reads the `#define SYMBOL number` lines of a C header, in the same encodings. Comments, and definitions of
/// anything but a decimal or hexadecimal number (maybe in brackets), are ignored; the first of a name counts.
/// @retval cannot_read_name_strings it is too long, or a comment does not end
[[nodiscard]] Result<SymbolOffsets, Failure> read_symbol_header(std::string_view bytes);

/// Gives every symbol of the file its offset.
/// @retval cannot_read_name_strings a symbol is not in the header, or its offset is odd or too large
[[nodiscard]] Result<void, Failure> resolve_symbols(LodctrIni& ini, const SymbolOffsets& offsets);

/// Text of such a file as UTF-16, for other files that belong to it.
/// @retval cannot_read_name_strings it is too long, half a unit of UTF-16 is missing, or it holds a NUL
[[nodiscard]] Result<std::u16string, Failure> decode_lodctr_text(std::string_view bytes);

} // namespace pdh_shim::names
