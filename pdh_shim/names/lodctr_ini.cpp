// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "names/lodctr_ini.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace pdh_shim::names {
namespace {

/// For messages: characters that UTF-8 cannot express are left out.
std::string printable(std::u16string_view text) {
    auto utf8 = to_utf8(text.substr(0, 100));
    return utf8 ? std::move(utf8).value() : "";
}

// Encodings.

std::u16string from_utf16_le(std::string_view bytes) {
    std::u16string text;
    text.reserve(bytes.size() / 2);
    for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
        const auto low = static_cast<unsigned char>(bytes[at]);
        const auto high = static_cast<unsigned char>(bytes[at + 1]);
        text.push_back(static_cast<char16_t>(low | high << 8));
    }
    return text;
}

Result<std::u16string, Failure> decode(std::string_view bytes) {
    if (bytes.starts_with("\xFF\xFE")) {
        if (bytes.size() % 2 != 0) {
            return malformed_line(0, "its last character of UTF-16 is cut");
        }
        return from_utf16_le(bytes.substr(2));
    }
    return from_utf8_or_windows_1252(bytes.substr(bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0));
}

// Lines.

constexpr bool is_space(char16_t unit) noexcept {
    return unit == u' ' || unit == u'\t' || unit == u'\r' || unit == u'\f' || unit == u'\v';
}

std::u16string_view trim(std::u16string_view text) {
    while (!text.empty() && is_space(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && is_space(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

/// Takes the first line off the text, without its end.
std::u16string_view take_line(std::u16string_view& text) {
    const std::size_t end = std::min(text.find(u'\n'), text.size());
    const std::u16string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return trim(line);
}

/// Windows takes one pair of quotation marks off a value.
std::u16string_view unquote(std::u16string_view value) {
    const bool quoted = value.size() >= 2 && value.front() == value.back() &&
                        (value.front() == u'"' || value.front() == u'\'');
    return quoted ? value.substr(1, value.size() - 2) : value;
}

// Numbers.

std::optional<std::uint32_t> parse_digits(std::u16string_view text, int base) {
    std::string digits;
    for (const char16_t unit : text.substr(0, 32)) {
        digits.push_back(unit < 0x80 ? static_cast<char>(unit) : '?');
    }
    std::uint32_t number = 0;
    const char* const end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, number, base);
    if (digits.empty() || rest != end || error != std::errc{} || text.size() > digits.size()) {
        return std::nullopt;
    }
    return number;
}

std::optional<std::uint32_t> parse_number(std::u16string_view text) {
    const bool hexadecimal = text.starts_with(u"0x") || text.starts_with(u"0X");
    return hexadecimal ? parse_digits(text.substr(2), 16) : parse_digits(text, 10);
}

/// `009` or `0409`.
std::optional<std::uint32_t> parse_language(std::u16string_view text) {
    return text.size() == 3 || text.size() == 4 ? parse_digits(text, 16) : std::nullopt;
}

// The INI file.

/// SYMBOL_009_NAME or SYMBOL_009_HELP
struct TextKey {
    std::u16string_view symbol;
    std::uint32_t language = 0;
    bool help = false;
};

std::optional<TextKey> parse_text_key(std::u16string_view key) {
    const std::size_t kind_at = key.rfind(u'_');
    if (kind_at == std::u16string_view::npos) {
        return std::nullopt;
    }
    const std::u16string_view kind = key.substr(kind_at + 1);
    key = key.substr(0, kind_at);
    const std::size_t language_at = key.rfind(u'_');
    if (language_at == std::u16string_view::npos || language_at == 0) {
        return std::nullopt;
    }
    const auto language = parse_language(key.substr(language_at + 1));
    const bool help = equal_folded(kind, u"HELP");
    if (!language || (!help && !equal_folded(kind, u"NAME"))) {
        return std::nullopt;
    }
    return TextKey{key.substr(0, language_at), *language, help};
}

/// `;` begins one in every INI file; Microsoft's samples have lines of `//` too, above their sections and in
/// them.
bool is_comment(std::u16string_view line) {
    return line.starts_with(u';') || line.starts_with(u"//");
}

/// Reads a file line by line.
class IniReader {
  public:
    Result<LodctrIni, Failure> read(std::u16string_view text) {
        while (!text.empty()) {
            ++line_;
            PDH_SHIM_CHECK(read_line(take_line(text)));
        }
        return std::move(ini_);
    }

  private:
    using AddValue = Result<void, Failure> (IniReader::*)(const IniValue& value);
    struct Section {
        std::u16string_view name;
        AddValue add;
    };
    /// Position of a symbol's texts in the list of a language.
    using Places = std::unordered_map<std::u16string, std::size_t, FoldedHash, FoldedEqual>;

    [[nodiscard]] Failure refuse_line(std::string what) const {
        return malformed_line(line_, std::move(what));
    }

    Result<void, Failure> read_line(std::u16string_view line) {
        if (line.empty() || is_comment(line)) {
            return outcome::success();
        }
        if (line.front() == u'[') {
            return begin_section(line);
        }
        if (add_ == nullptr) {
            return outcome::success();
        }
        const std::size_t equals = line.find(u'=');
        if (equals == std::u16string_view::npos) {
            return refuse_line("there is no '=' in: " + printable(line));
        }
        const std::u16string_view value = unquote(trim(line.substr(equals + 1)));
        return (this->*add_)({std::u16string(trim(line.substr(0, equals))), std::u16string(value), line_});
    }

    Result<void, Failure> begin_section(std::u16string_view line) {
        static constexpr Section sections[] = {
            {u"info", &IniReader::add_info},
            {u"languages", &IniReader::add_language},
            {u"objects", &IniReader::add_object},
            {u"text", &IniReader::add_text},
            {u"performance", &IniReader::add_performance},
        };
        if (line.back() != u']') {
            return refuse_line("there is no ']' in: " + printable(line));
        }
        const std::u16string_view name = trim(line.substr(1, line.size() - 2));
        const auto* const section = std::ranges::find_if(
            sections, [name](const Section& known) { return equal_folded(known.name, name); });
        add_ = section == std::end(sections) ? nullptr : section->add;
        return outcome::success();
    }

    Result<void, Failure> add_info(const IniValue& value) {
        ini_.info.add(value);
        return outcome::success();
    }

    Result<void, Failure> add_performance(const IniValue& value) {
        ini_.performance.add(value);
        return outcome::success();
    }

    Result<void, Failure> add_language(const IniValue& value) {
        const auto id = parse_language(value.key);
        if (!id) {
            return refuse_line("a language is three hexadecimal digits, not: " + printable(value.key));
        }
        PDH_SHIM_TRY(const std::size_t place, language_place(*id));
        if (ini_.languages[place].name.empty()) {
            ini_.languages[place].name = value.value;
        }
        return outcome::success();
    }

    Result<void, Failure> add_object(const IniValue& value) {
        const auto key = parse_text_key(value.key);
        if (!key) {
            return refuse_key(value.key);
        }
        if (object_places_.try_emplace(std::u16string(key->symbol), ini_.objects.size()).second) {
            ini_.objects.push_back({std::u16string(key->symbol), std::nullopt, line_});
        }
        return outcome::success();
    }

    Result<void, Failure> add_text(const IniValue& value) {
        const auto key = parse_text_key(value.key);
        if (!key) {
            return refuse_key(value.key);
        }
        PDH_SHIM_TRY(const std::size_t place, language_place(key->language));
        LodctrText& text = text_of(place, key->symbol);
        std::u16string& part = key->help ? text.help : text.name;
        if (part.empty()) {
            part = value.value;
        }
        return outcome::success();
    }

    [[nodiscard]] Failure refuse_key(std::u16string_view key) const {
        return refuse_line("not of the form SYMBOL_009_NAME or SYMBOL_009_HELP: " + printable(key));
    }

    Result<std::size_t, Failure> language_place(std::uint32_t id) {
        const auto found = std::ranges::find(ini_.languages, id, &LodctrLanguage::id);
        if (found != ini_.languages.end()) {
            return static_cast<std::size_t>(found - ini_.languages.begin());
        }
        if (ini_.languages.size() == most_lodctr_languages) {
            return refuse_line("there are too many languages");
        }
        ini_.languages.push_back({id, {}, {}});
        places_.emplace_back();
        return ini_.languages.size() - 1;
    }

    LodctrText& text_of(std::size_t language, std::u16string_view symbol) {
        std::vector<LodctrText>& texts = ini_.languages[language].texts;
        const auto [place, added] = places_[language].try_emplace(std::u16string(symbol), texts.size());
        if (added) {
            texts.emplace_back().symbol = symbol;
            texts.back().line = line_;
        }
        return texts[place->second];
    }

    LodctrIni ini_;
    std::size_t line_ = 0;
    AddValue add_ = nullptr;     // of the section; none in an unknown section
    std::vector<Places> places_; // by language
    Places object_places_;
};

// The symbol header.

/// Blanks out the comments, and leaves the line ends where they are.
Result<void, Failure> blank_comments(std::u16string& text) {
    std::size_t at = text.find(u'/');
    while (at != std::u16string::npos && at + 1 < text.size()) {
        std::size_t end = at + 1;
        if (text[at + 1] == u'/') {
            end = std::min(text.find(u'\n', at), text.size());
        } else if (text[at + 1] == u'*') {
            end = text.find(u"*/", at + 2);
            if (end == std::u16string::npos) {
                const auto line =
                    std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), u'\n');
                return malformed_line(static_cast<std::size_t>(line) + 1, "the comment does not end");
            }
            end += 2;
        }
        std::replace_if(
            text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(end),
            [](char16_t unit) { return unit != u'\n'; }, u' ');
        at = text.find(u'/', end);
    }
    return outcome::success();
}

/// Takes the first word off a line.
std::u16string_view take_word(std::u16string_view& line) {
    const auto* const end = std::ranges::find_if(line, is_space);
    const std::u16string_view word = line.substr(0, static_cast<std::size_t>(end - line.begin()));
    line = trim(line.substr(word.size()));
    return word;
}

std::u16string_view without_brackets(std::u16string_view text) {
    const bool bracketed = text.size() >= 2 && text.front() == u'(' && text.back() == u')';
    return bracketed ? trim(text.substr(1, text.size() - 2)) : text;
}

void read_definition(std::u16string_view line, SymbolOffsets& offsets) {
    if (line.empty() || line.front() != u'#') {
        return;
    }
    line = trim(line.substr(1));
    if (take_word(line) != u"define") {
        return;
    }
    const std::u16string_view symbol = take_word(line);
    if (symbol.find(u'(') != std::u16string_view::npos) {
        return; // a macro with parameters
    }
    if (const auto offset = parse_number(without_brackets(line))) {
        offsets.try_emplace(std::u16string(symbol), *offset);
    }
}

Result<void, Failure> resolve(LodctrSymbol& symbol, const SymbolOffsets& offsets) {
    const auto found = offsets.find(symbol.symbol);
    if (found == offsets.end()) {
        return malformed_line(
            symbol.line, "the symbol file does not define " + printable(symbol.symbol) + " as a number");
    }
    if (found->second > largest_symbol_offset || found->second % 2 != 0) {
        return malformed_line(
            symbol.line, "the number of " + printable(symbol.symbol) + " is not an even number up to 65534");
    }
    symbol.offset = found->second;
    return outcome::success();
}

} // namespace

Failure malformed_line(std::size_t line, std::string what) {
    return {
        Status::cannot_read_name_strings, line == 0 ? "" : "line " + std::to_string(line), std::move(what)};
}

const IniValue* IniSection::find(std::u16string_view key) const {
    const auto found =
        std::ranges::find_if(values_, [key](const IniValue& value) { return equal_folded(value.key, key); });
    return found == values_.end() ? nullptr : &*found;
}

std::optional<std::u16string_view> IniSection::text(std::u16string_view key) const {
    const IniValue* const found = find(key);
    return found == nullptr ? std::nullopt : std::optional<std::u16string_view>(found->value);
}

Result<std::optional<std::uint32_t>, Failure> IniSection::number(std::u16string_view key) const {
    const IniValue* const found = find(key);
    if (found == nullptr) {
        return std::optional<std::uint32_t>{};
    }
    const auto number = parse_number(found->value);
    if (!number) {
        return malformed_line(found->line, printable(key) + " is not a number: " + printable(found->value));
    }
    return number;
}

const LodctrText* LodctrLanguage::find(std::u16string_view symbol) const {
    const auto found = std::ranges::find_if(
        texts, [symbol](const LodctrText& text) { return equal_folded(text.symbol, symbol); });
    return found == texts.end() ? nullptr : &*found;
}

const LodctrLanguage* LodctrIni::find_language(std::uint32_t id) const {
    const auto found = std::ranges::find(languages, id, &LodctrLanguage::id);
    return found == languages.end() ? nullptr : &*found;
}

Result<std::u16string, Failure> decode_lodctr_text(std::string_view bytes) {
    if (bytes.size() > longest_lodctr_file) {
        return malformed_line(0, "it is longer than 4 MiB");
    }
    PDH_SHIM_TRY(auto text, decode(bytes));
    if (text.find(u'\0') != std::u16string::npos) {
        return malformed_line(0, "it holds a NUL; UTF-16 has to begin with a byte order mark");
    }
    return text;
}

Result<LodctrIni, Failure> read_lodctr_ini(std::string_view bytes) {
    PDH_SHIM_TRY(const auto text, decode_lodctr_text(bytes));
    return IniReader().read(text);
}

Result<SymbolOffsets, Failure> read_symbol_header(std::string_view bytes) {
    PDH_SHIM_TRY(auto text, decode_lodctr_text(bytes));
    PDH_SHIM_CHECK(blank_comments(text));
    SymbolOffsets offsets;
    std::u16string_view rest = text;
    while (!rest.empty()) {
        read_definition(take_line(rest), offsets);
    }
    return offsets;
}

Result<void, Failure> resolve_symbols(LodctrIni& ini, const SymbolOffsets& offsets) {
    for (LodctrSymbol& object : ini.objects) {
        PDH_SHIM_CHECK(resolve(object, offsets));
    }
    for (LodctrLanguage& language : ini.languages) {
        for (LodctrText& text : language.texts) {
            PDH_SHIM_CHECK(resolve(text, offsets));
        }
    }
    return outcome::success();
}

} // namespace pdh_shim::names
