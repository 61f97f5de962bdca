// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/script/value_reader.h"

#include "base/failure.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace pdh_shim::source::script {
namespace {

std::string_view noun(JsonType kind) noexcept {
    constexpr std::array<std::string_view, 7> nouns{"null", "true or false", "a whole number",
        "a number with a fraction, an exponent or more than 64 bits", "a text", "a list", "a map"};
    return nouns[static_cast<std::size_t>(kind)];
}

std::string joined(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) {
        text += part;
    }
    return text;
}

std::string listed(std::span<const std::string_view> keys) {
    std::string text;
    for (const std::string_view key : keys) {
        text += text.empty() ? "" : ", ";
        text += key;
    }
    return text;
}

std::optional<Status> find_status(std::string_view name) noexcept {
    constexpr std::array statuses{
#define STATUS(name, constant, value, text) Status::name,
#include "base/status.inc"
#undef STATUS
    };
    const auto* const found = std::ranges::find(statuses, name, status_name);
    return found == statuses.end() ? std::nullopt : std::optional(*found);
}

// A name, or 0x and hexadecimal digits. Decimal ones in quotes are likelier a value than a status.
std::optional<std::int64_t> parse_status(std::string_view text) noexcept {
    if (const auto named = find_status(text)) {
        return static_cast<std::int64_t>(*named);
    }
    if (!text.starts_with("0x")) {
        return std::nullopt;
    }
    std::uint32_t code = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + 2, end, code, 16);
    return read.ec == std::errc() && read.ptr == end ? std::optional<std::int64_t>(code) : std::nullopt;
}

constexpr bool continues_character(char byte) noexcept {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

} // namespace

std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 80;
    if (text.size() <= longest) {
        return joined({"\"", text, "\""});
    }
    std::size_t end = longest;
    while (continues_character(text[end])) {
        --end;
    }
    return joined({"\"", text.substr(0, end), "...\""});
}

std::optional<JsonValue> Fields::find(std::string_view key) const noexcept {
    JsonValue member = object_.first();
    for (std::size_t i = 0; i < object_.size(); ++i) {
        const JsonValue value = member.next();
        if (member.text() == key) {
            return value;
        }
        member = value.next();
    }
    return std::nullopt;
}

Failure ValueReader::refuse(const JsonValue& where, std::string reason) const {
    return malformed(text_, begin_of(text_, where), std::move(reason));
}

Result<void, Failure> ValueReader::expect(
    const JsonValue& value, JsonType kind, std::string_view what) const {
    if (value.kind() != kind) {
        return refuse(value, joined({what, " has to be ", noun(kind), ", not ", noun(value.kind())}));
    }
    return outcome::success();
}

Result<std::int64_t, Failure> ValueReader::number(
    const JsonValue& value, std::string_view what, std::int64_t lowest, std::int64_t highest) const {
    PDH_SHIM_CHECK(expect(value, JsonType::integer, what));
    if (value.is_above_int64() || value.integer() < lowest || value.integer() > highest) {
        return refuse(value,
            joined({what, " has to be from ", std::to_string(lowest), " to ", std::to_string(highest)}));
    }
    return value.integer();
}

Result<std::int64_t, Failure> ValueReader::bits(const JsonValue& value, std::string_view what) const {
    PDH_SHIM_CHECK(expect(value, JsonType::integer, what));
    return value.integer();
}

Result<std::u16string, Failure> ValueReader::text(const JsonValue& value, std::string_view what) const {
    PDH_SHIM_CHECK(expect(value, JsonType::text, what));
    PDH_SHIM_TRY(auto text, from_utf8(value.text()));
    return text;
}

Result<std::u16string, Failure> ValueReader::name(const JsonValue& value, std::string_view what) const {
    PDH_SHIM_TRY(auto name, text(value, what));
    if (name.empty()) {
        return refuse(value, joined({what, " is empty"}));
    }
    if (name.find(u'\0') != std::u16string::npos) {
        return refuse(value, joined({what, " has the character U+0000"}));
    }
    return name;
}

Result<void, Failure> ValueReader::status(const JsonValue& value, Status& status) const {
    std::optional<std::int64_t> code;
    if (value.kind() == JsonType::integer) {
        code = value.is_above_int64() ? code : value.integer();
    } else {
        PDH_SHIM_CHECK(expect(value, JsonType::text, "a status"));
        code = parse_status(value.text());
    }
    if (!code || *code < std::numeric_limits<std::int32_t>::min() ||
        *code > std::numeric_limits<std::uint32_t>::max()) {
        return refuse(value, R"(a status is a constant of pdhmsg.h or a number of 32 bits, as "0x800007D5")");
    }
    status = static_cast<Status>(static_cast<std::uint32_t>(*code));
    if (is_valid_data(status)) {
        return refuse(value, "a status of valid data needs a value in its place");
    }
    return outcome::success();
}

Result<Fields, Failure> ValueReader::fields(
    const JsonValue& value, std::string_view what, std::span<const std::string_view> keys) const {
    PDH_SHIM_CHECK(expect(value, JsonType::object, what));
    std::uint32_t seen = 0; // a bit for each of the keys
    JsonValue member = value.first();
    for (std::size_t i = 0; i < value.size(); ++i) {
        const auto known = std::ranges::find(keys, member.text());
        if (known == keys.end()) {
            return refuse(
                member, joined({what, " has no key ", quoted(member.text()), ", but ", listed(keys)}));
        }
        const std::uint32_t bit = 1U << static_cast<unsigned>(known - keys.begin());
        if ((seen & bit) != 0) {
            return refuse(member, joined({what, " has the key ", quoted(member.text()), " twice"}));
        }
        seen |= bit;
        member = member.next().next();
    }
    return Fields(value);
}

Result<JsonValue, Failure> ValueReader::require(
    const Fields& fields, std::string_view what, std::string_view key) const {
    const std::optional<JsonValue> value = fields.find(key);
    if (!value.has_value()) {
        return refuse(fields.object(), joined({what, " needs ", quoted(key)}));
    }
    return *value;
}

} // namespace pdh_shim::source::script
