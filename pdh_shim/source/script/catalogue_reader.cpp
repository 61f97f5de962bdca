// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/script/catalogue_reader.h"

#include "base/text.h"
#include "calc/counter_type.h"
#include "calc/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_set>
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

namespace {

using NameSet = std::unordered_set<std::u16string_view, FoldedHash, FoldedEqual>;

constexpr std::int64_t max_index = 0x7FFFFFFF;

constexpr std::array<std::string_view, 8> object_keys{
    "name", "index", "help", "detail", "instances", "counters", "objectTime", "objectFreq"};
constexpr std::array<std::string_view, 6> counter_keys{
    "name", "index", "help", "detail", "type", "defaultScale"};

struct NamedDetail {
    std::string_view name;
    model::Detail detail;
};
constexpr std::array<NamedDetail, 4> details{{
    {"PERF_DETAIL_NOVICE", model::Detail::novice},
    {"PERF_DETAIL_ADVANCED", model::Detail::advanced},
    {"PERF_DETAIL_EXPERT", model::Detail::expert},
    {"PERF_DETAIL_WIZARD", model::Detail::wizard},
}};

bool means(const JsonValue& value, const NamedDetail& detail) noexcept {
    return value.kind() == JsonType::text ? value.text() == detail.name
                                          : value.integer() == static_cast<std::int64_t>(detail.detail);
}

Result<model::Detail, Failure> read_detail(const ValueReader& reader, const JsonValue& value) {
    if (value.kind() == JsonType::text || value.kind() == JsonType::integer) {
        for (const NamedDetail& detail : details) {
            if (means(value, detail)) {
                return detail.detail;
            }
        }
    }
    return reader.refuse(
        value, "a detail level is PERF_DETAIL_NOVICE, _ADVANCED, _EXPERT or _WIZARD, or 100 to 400");
}

// Any number is a type: a suite may need an unknown one.
Result<std::uint32_t, Failure> read_type(const ValueReader& reader, const JsonValue& value) {
    if (value.kind() != JsonType::text) {
        PDH_SHIM_TRY(const auto type, reader.number(value, "a counter type", 0, 0xFFFFFFFF));
        return static_cast<std::uint32_t>(type);
    }
    const calc::TypeInfo* const type = calc::find_type(value.text());
    if (type == nullptr) {
        return reader.refuse(value, "no counter type has the name " + quoted(value.text()));
    }
    return type->value();
}

Result<model::Instances, Failure> read_instances(const ValueReader& reader, const JsonValue& value) {
    PDH_SHIM_CHECK(reader.expect(value, JsonType::text, "\"instances\""));
    if (value.text() == "multi") {
        return model::Instances::multi;
    }
    if (value.text() == "none") {
        return model::Instances::none;
    }
    return reader.refuse(value, R"("instances" has to be "multi" or "none")");
}

// What objects and counters have in common.
template <class Definition>
Result<void, Failure> read_description(
    const ValueReader& reader, const Fields& fields, std::string_view what, Definition& definition) {
    PDH_SHIM_TRY(const auto name, reader.require(fields, what, "name"));
    PDH_SHIM_TRY(definition.name, reader.name(name, "\"name\""));
    if (const auto index = fields.find("index")) {
        PDH_SHIM_TRY(const auto number, reader.number(*index, "\"index\"", 0, max_index));
        definition.title_index = static_cast<std::uint32_t>(number);
    }
    if (const auto help = fields.find("help")) {
        PDH_SHIM_TRY(definition.help, reader.text(*help, "\"help\""));
    }
    if (const auto detail = fields.find("detail")) {
        PDH_SHIM_TRY(definition.detail, read_detail(reader, *detail));
    }
    return outcome::success();
}

Result<model::CounterDef, Failure> read_counter(const ValueReader& reader, const JsonValue& value) {
    PDH_SHIM_TRY(const auto fields, reader.fields(value, "a counter", counter_keys));
    model::CounterDef counter;
    PDH_SHIM_CHECK(read_description(reader, fields, "a counter", counter));
    PDH_SHIM_TRY(const auto type, reader.require(fields, "a counter", "type"));
    PDH_SHIM_TRY(counter.type, read_type(reader, type));
    if (const auto scale = fields.find("defaultScale")) {
        PDH_SHIM_TRY(
            const auto power, reader.number(*scale, "\"defaultScale\"", calc::min_scale, calc::max_scale));
        counter.default_scale = static_cast<std::int32_t>(power);
    }
    return counter;
}

bool has_base(const std::vector<model::CounterDef>& counters, std::size_t column) noexcept {
    return column + 1 < counters.size() && calc::is_base_type(counters[column + 1].type);
}

// A base is the next counter after its own.
Result<void, Failure> link_base(const ValueReader& reader, const JsonValue& value,
    std::vector<model::CounterDef>& counters, std::size_t column) {
    model::CounterDef& counter = counters[column];
    const calc::TypeInfo* const type = calc::find_type(counter.type);
    if (type == nullptr) {
        return outcome::success();
    }
    const auto behind = static_cast<std::uint32_t>(column + 1);
    if (type->second == calc::SecondField::base) {
        if (!has_base(counters, column)) {
            return reader.refuse(
                value, "a counter of type " + std::string(type->name) + " needs a base right after it");
        }
        counter.base = behind;
    }
    if (type->multi() && has_base(counters, column)) {
        counter.multi = behind;
    }
    return outcome::success();
}

// Two counters of one name could not be distinguished; a base may have the name of its counter.
Result<void, Failure> check_counter_names(
    const ValueReader& reader, const JsonValue& values, const std::vector<model::CounterDef>& counters) {
    NameSet names;
    names.reserve(counters.size());
    JsonValue value = values.first();
    for (const model::CounterDef& counter : counters) {
        if (!calc::is_base_type(counter.type) && !names.insert(counter.name).second) {
            return reader.refuse(value, "the object has two counters of this name");
        }
        value = value.next();
    }
    return outcome::success();
}

Result<void, Failure> read_counters(
    const ValueReader& reader, const JsonValue& values, model::ObjectDef& object) {
    PDH_SHIM_CHECK(reader.expect(values, JsonType::array, "\"counters\""));
    if (values.size() == 0) {
        return reader.refuse(values, "an object needs counters");
    }
    object.counters.reserve(values.size());
    JsonValue value = values.first();
    for (std::size_t i = 0; i < values.size(); ++i, value = value.next()) {
        PDH_SHIM_TRY(auto counter, read_counter(reader, value));
        object.counters.push_back(std::move(counter));
    }
    object.columns = static_cast<std::uint32_t>(object.counters.size());
    PDH_SHIM_CHECK(check_counter_names(reader, values, object.counters));
    value = values.first();
    for (std::size_t column = 0; column < values.size(); ++column, value = value.next()) {
        PDH_SHIM_CHECK(link_base(reader, value, object.counters, column));
    }
    return outcome::success();
}

Result<void, Failure> read_object(const ValueReader& reader, const JsonValue& value, ScriptObjects& script) {
    PDH_SHIM_TRY(const auto fields, reader.fields(value, "an object", object_keys));
    model::ObjectDef object;
    PDH_SHIM_CHECK(read_description(reader, fields, "an object", object));
    PDH_SHIM_TRY(const auto instances, reader.require(fields, "an object", "instances"));
    PDH_SHIM_TRY(object.instances, read_instances(reader, instances));
    PDH_SHIM_TRY(const auto counters, reader.require(fields, "an object", "counters"));
    PDH_SHIM_CHECK(read_counters(reader, counters, object));
    object.object_freq = script.catalogue.perf_freq;
    if (const auto frequency = fields.find("objectFreq")) {
        PDH_SHIM_TRY(object.object_freq, read_frequency(reader, *frequency, "\"objectFreq\""));
    }
    std::optional<std::int64_t> object_time;
    if (const auto time = fields.find("objectTime")) {
        PDH_SHIM_TRY(object_time, reader.number(*time, "\"objectTime\""));
    }
    script.object_times.push_back(object_time);
    script.catalogue.objects.push_back(std::move(object));
    return outcome::success();
}

} // namespace

Result<std::int64_t, Failure> read_frequency(
    const ValueReader& reader, const JsonValue& value, std::string_view what) {
    return reader.number(value, what, 1);
}

Result<ScriptObjects, Failure> read_objects(
    const ValueReader& reader, const JsonValue& objects, std::int64_t perf_freq) {
    PDH_SHIM_CHECK(reader.expect(objects, JsonType::array, "\"objects\""));
    ScriptObjects script;
    script.catalogue.perf_freq = perf_freq;
    script.catalogue.default_scale_applies = true;
    script.catalogue.objects.reserve(objects.size()); // `names` looks into them
    NameSet names;
    JsonValue value = objects.first();
    for (std::size_t i = 0; i < objects.size(); ++i, value = value.next()) {
        PDH_SHIM_CHECK(read_object(reader, value, script));
        if (!names.insert(script.catalogue.objects.back().name).second) {
            return reader.refuse(value, "there are two objects of this name");
        }
    }
    return script;
}

} // namespace pdh_shim::source::script
