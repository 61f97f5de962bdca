// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/script/script_reader.h"

#include "source/script/sample_clock.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace pdh_shim::source::script {
namespace {

constexpr std::array<std::string_view, 7> sample_keys{
    "perfTime", "time100ns", "systemTime", "objectTime", "objectFreq", "status", "data"};
constexpr std::int64_t max_multi_count = 0xFFFFFFFF; // a DWORD

Result<std::optional<std::int64_t>, Failure> read_clock(
    const ValueReader& reader, const Fields& fields, std::string_view key) {
    const std::optional<JsonValue> value = fields.find(key);
    if (!value.has_value()) {
        return std::optional<std::int64_t>{};
    }
    PDH_SHIM_TRY(const auto ticks, reader.number(*value, quoted(key)));
    return std::optional(ticks);
}

Result<std::optional<std::int64_t>, Failure> read_system_time(
    const ValueReader& reader, const Fields& fields) {
    const std::optional<JsonValue> value = fields.find("systemTime");
    if (!value.has_value()) {
        return std::optional<std::int64_t>{};
    }
    PDH_SHIM_CHECK(reader.expect(*value, JsonType::text, "\"systemTime\""));
    const std::optional<std::int64_t> time = parse_system_time(value->text());
    if (!time.has_value()) {
        return reader.refuse(
            *value, quoted(value->text()) + " is no time such as \"2026-01-01T00:00:00.000Z\"");
    }
    return time;
}

// "parent/name": a slash at either end parts nothing.
void split_parent(model::Instance& instance) {
    const std::size_t slash = instance.name.find(u'/', 1);
    if (slash == std::u16string::npos || slash + 1 == instance.name.size()) {
        return;
    }
    instance.parent = instance.name.substr(0, slash);
    instance.name.erase(0, slash + 1);
}

} // namespace

SampleReader::SampleReader(const ValueReader& reader, model::Catalogue& catalogue)
    : reader_(reader), catalogue_(catalogue), newest_instances_(catalogue.objects.size()),
      has_sampled_freq_(catalogue.objects.size()) {
    for (std::uint32_t object = 0; object < catalogue.objects.size(); ++object) {
        objects_.emplace(catalogue.objects[object].name, object);
    }
}

Result<ScriptSample, Failure> SampleReader::read(const JsonValue& value) {
    PDH_SHIM_TRY(const auto fields, reader_.fields(value, "a sample", sample_keys));
    ScriptSample sample;
    PDH_SHIM_TRY(sample.clocks, read_clocks(fields));
    if (const auto times = fields.find("objectTime")) {
        PDH_SHIM_CHECK(read_object_times(*times, sample));
    }
    if (const auto frequencies = fields.find("objectFreq")) {
        PDH_SHIM_CHECK(read_object_freqs(*frequencies));
    }
    if (const auto status = fields.find("status")) {
        PDH_SHIM_CHECK(reader_.status(*status, sample.status));
        if (const auto data = fields.find("data")) {
            return reader_.refuse(*data, "a sample that fails with a status has no data");
        }
        return sample;
    }
    PDH_SHIM_TRY(const auto data, reader_.require(fields, "a sample", "data"));
    PDH_SHIM_CHECK(read_data(data, sample));
    return sample;
}

Result<Instant, Failure> SampleReader::read_clocks(const Fields& fields) {
    GivenClocks given;
    PDH_SHIM_TRY(given.perf_time, read_clock(reader_, fields, "perfTime"));
    PDH_SHIM_TRY(given.time_100ns, read_clock(reader_, fields, "time100ns"));
    PDH_SHIM_TRY(given.system_time, read_system_time(reader_, fields));
    clocks_ = is_first_ ? start_clocks(given, catalogue_.perf_freq)
                        : continue_clocks(clocks_, given, catalogue_.perf_freq);
    is_first_ = false;
    return clocks_;
}

Result<std::vector<SampleReader::ObjectValue>, Failure> SampleReader::by_object(
    const JsonValue& map, std::string_view what) const {
    PDH_SHIM_CHECK(reader_.expect(map, JsonType::object, what));
    std::vector<ObjectValue> values;
    values.reserve(map.size());
    std::unordered_set<std::uint32_t> seen;
    JsonValue key = map.first();
    for (std::size_t i = 0; i < map.size(); ++i) {
        PDH_SHIM_TRY(const auto name, reader_.text(key, what));
        const auto found = objects_.find(name);
        if (found == objects_.end()) {
            return reader_.refuse(key, "there is no object " + quoted(key.text()));
        }
        if (!seen.insert(found->second).second) {
            return reader_.refuse(key, "the object " + quoted(key.text()) + " stands here twice");
        }
        values.push_back({found->second, key.next()});
        key = key.next().next();
    }
    std::ranges::sort(values, {}, &ObjectValue::object);
    return values;
}

Result<void, Failure> SampleReader::read_object_times(const JsonValue& map, ScriptSample& sample) {
    PDH_SHIM_TRY(const auto times, by_object(map, "\"objectTime\""));
    for (const ObjectValue& time : times) {
        PDH_SHIM_TRY(const auto ticks, reader_.number(time.value, "an object time"));
        sample.object_times.emplace_back(time.object, ticks);
    }
    return outcome::success();
}

Result<void, Failure> SampleReader::read_object_freqs(const JsonValue& map) {
    PDH_SHIM_TRY(const auto frequencies, by_object(map, "\"objectFreq\""));
    for (const auto& [object, value] : frequencies) {
        PDH_SHIM_TRY(const auto frequency, read_frequency(reader_, value, "an object frequency"));
        std::int64_t& known = catalogue_.objects[object].object_freq;
        if (std::exchange(has_sampled_freq_[object], 1) != 0 && known != frequency) {
            return reader_.refuse(value, "the frequency of an object's clock cannot change");
        }
        known = frequency;
    }
    return outcome::success();
}

Result<void, Failure> SampleReader::read_data(const JsonValue& map, ScriptSample& sample) {
    PDH_SHIM_TRY(const auto objects, by_object(map, "\"data\""));
    sample.objects.reserve(objects.size());
    for (const ObjectValue& object : objects) {
        PDH_SHIM_TRY(auto read, read_object(object.object, object.value));
        sample.objects.push_back(std::move(read));
    }
    return outcome::success();
}

Result<ObjectSample, Failure> SampleReader::read_object(std::uint32_t object, const JsonValue& value) {
    ObjectSample sample;
    sample.object = object;
    if (value.kind() == JsonType::text) {
        PDH_SHIM_CHECK(reader_.status(value, sample.status));
        return sample;
    }
    if (catalogue_.objects[object].instances == model::Instances::none) {
        PDH_SHIM_CHECK(reader_.expect(value, JsonType::array, "the data of an object without instances"));
        PDH_SHIM_CHECK(read_row(value, 0, sample));
        share_instances(sample, std::vector<model::Instance>(1));
        return sample;
    }
    if (value.kind() != JsonType::object && value.kind() != JsonType::array) {
        return reader_.refuse(
            value, "the data of an object with instances has to be a map or a list of them");
    }
    std::vector<model::Instance> instances;
    instances.reserve(value.size());
    sample.cells.reserve(value.size() * catalogue_.objects[object].counters.size());
    PDH_SHIM_CHECK(value.kind() == JsonType::object ? read_map(value, sample, instances)
                                                    : read_list(value, sample, instances));
    share_instances(sample, std::move(instances));
    return sample;
}

void SampleReader::share_instances(ObjectSample& sample, std::vector<model::Instance> instances) {
    auto& newest = newest_instances_[sample.object];
    if (newest == nullptr || newest->given() != instances) {
        newest = std::make_shared<const model::InstanceSet>(std::move(instances));
    }
    sample.instances = newest;
}

Result<void, Failure> SampleReader::read_map(
    const JsonValue& value, ObjectSample& sample, std::vector<model::Instance>& instances) {
    std::unordered_set<std::string_view> seen;
    seen.reserve(value.size());
    JsonValue key = value.first();
    for (std::uint32_t row = 0; row < value.size(); ++row) {
        if (!seen.insert(key.text()).second) {
            return reader_.refuse(key, "the instance " + quoted(key.text()) +
                                           " stands here twice; [[\"name\", [values]], ...] allows that");
        }
        PDH_SHIM_TRY(auto name, reader_.name(key, "the name of an instance"));
        instances.emplace_back().name = std::move(name);
        const JsonValue values = key.next();
        PDH_SHIM_CHECK(read_row(values, row, sample));
        key = values.next();
    }
    return outcome::success();
}

Result<void, Failure> SampleReader::read_list(
    const JsonValue& value, ObjectSample& sample, std::vector<model::Instance>& instances) {
    JsonValue entry = value.first();
    for (std::uint32_t row = 0; row < value.size(); ++row, entry = entry.next()) {
        PDH_SHIM_TRY(auto instance, read_list_entry(entry, row, sample));
        instances.push_back(std::move(instance));
    }
    return outcome::success();
}

Result<model::Instance, Failure> SampleReader::read_list_entry(
    const JsonValue& entry, std::uint32_t row, ObjectSample& sample) {
    if (entry.kind() != JsonType::array || entry.size() < 2 || entry.size() > 3) {
        return reader_.refuse(
            entry, R"(an instance in a list has to be ["name", [values]] or ["name", [values], id])");
    }
    model::Instance instance;
    const JsonValue name = entry.first();
    PDH_SHIM_TRY(instance.name, reader_.name(name, "the name of an instance"));
    split_parent(instance);
    const JsonValue values = name.next();
    PDH_SHIM_CHECK(read_row(values, row, sample));
    if (entry.size() == 3) {
        PDH_SHIM_TRY(instance.unique_id, reader_.number(values.next(), "the id of an instance", 0));
    }
    return instance;
}

Result<void, Failure> SampleReader::read_row(
    const JsonValue& values, std::uint32_t row, ObjectSample& sample) {
    const std::size_t counters = catalogue_.objects[sample.object].counters.size();
    if (values.kind() == JsonType::text) {
        Status status{};
        PDH_SHIM_CHECK(reader_.status(values, status));
        for (std::uint32_t column = 0; column < counters; ++column) {
            sample.missing.push_back({{row, column}, status});
        }
        sample.cells.resize(sample.cells.size() + counters);
        return outcome::success();
    }
    PDH_SHIM_CHECK(reader_.expect(values, JsonType::array, "the data of an instance"));
    if (values.size() != counters) {
        return reader_.refuse(values, std::to_string(values.size()) +
                                          " values stand here, but the object has " +
                                          std::to_string(counters) + " counters");
    }
    JsonValue value = values.first();
    for (std::uint32_t column = 0; column < counters; ++column, value = value.next()) {
        PDH_SHIM_TRY(const auto cell, read_cell(value, {row, column}, sample));
        sample.cells.push_back(cell);
    }
    return outcome::success();
}

Result<std::int64_t, Failure> SampleReader::read_cell(
    const JsonValue& value, CellPosition at, ObjectSample& sample) {
    switch (value.kind()) {
    case JsonType::null:
        sample.missing.push_back({at, Status::cstatus_invalid_data});
        return 0;
    case JsonType::text:
        sample.missing.push_back({at, {}});
        PDH_SHIM_CHECK(reader_.status(value, sample.missing.back().cstatus));
        return 0;
    case JsonType::array:
        return read_multi(value, at, sample);
    default:
        return reader_.bits(value, "a value");
    }
}

Result<std::int64_t, Failure> SampleReader::read_multi(
    const JsonValue& pair, CellPosition at, ObjectSample& sample) {
    if (pair.size() != 2) {
        return reader_.refuse(pair, "a value with a multi count has to be [value, multi]");
    }
    PDH_SHIM_TRY(const auto cell, reader_.bits(pair.first(), "a value"));
    PDH_SHIM_TRY(const auto count, reader_.number(pair.first().next(), "a multi count", 0, max_multi_count));
    sample.multi.push_back({.cell = {at.row, multi_column(sample.object, at.column)}, .count = count});
    return cell;
}

// The separate column of a counter's multi counts. A base after the counter that has them
// otherwise gives way.
std::uint32_t SampleReader::multi_column(std::uint32_t object, std::uint32_t column) {
    model::ObjectDef& definition = catalogue_.objects[object];
    model::CounterDef& counter = definition.counters[column];
    if (counter.multi == model::no_column || counter.multi < definition.counters.size()) {
        counter.multi = definition.columns++;
    }
    return counter.multi;
}

namespace {

constexpr std::array<std::string_view, 5> script_keys{"$schema", "perfFreq", "objects", "samples", "loop"};

Result<void, Failure> read_samples(const ValueReader& reader, const JsonValue& samples, Script& script) {
    PDH_SHIM_CHECK(reader.expect(samples, JsonType::array, "\"samples\""));
    script.samples.reserve(samples.size());
    SampleReader sample_reader(reader, script.catalogue);
    JsonValue value = samples.first();
    for (std::size_t i = 0; i < samples.size(); ++i, value = value.next()) {
        PDH_SHIM_TRY(auto sample, sample_reader.read(value));
        script.samples.push_back(std::move(sample));
    }
    return outcome::success();
}

} // namespace

Result<Script, Failure> read_script(std::string_view text) {
    PDH_SHIM_TRY(const auto tape, Tape::parse(text));
    const ValueReader reader(text);
    PDH_SHIM_TRY(const auto fields, reader.fields(tape.root(), "a script", script_keys));
    if (const auto schema = fields.find("$schema")) { // what editors check the script against
        PDH_SHIM_CHECK(reader.expect(*schema, JsonType::text, "\"$schema\""));
    }
    std::int64_t perf_freq = ticks_per_second;
    if (const auto frequency = fields.find("perfFreq")) {
        PDH_SHIM_TRY(perf_freq, read_frequency(reader, *frequency, "\"perfFreq\""));
    }
    Script script;
    if (const auto loop = fields.find("loop")) {
        PDH_SHIM_CHECK(reader.expect(*loop, JsonType::boolean, "\"loop\""));
        script.loop = loop->boolean();
    }
    PDH_SHIM_TRY(const auto objects, reader.require(fields, "a script", "objects"));
    PDH_SHIM_TRY(auto read, read_objects(reader, objects, perf_freq));
    script.catalogue = std::move(read.catalogue);
    script.object_times = std::move(read.object_times);
    PDH_SHIM_TRY(const auto samples, reader.require(fields, "a script", "samples"));
    PDH_SHIM_CHECK(read_samples(reader, samples, script));
    return script;
}

} // namespace pdh_shim::source::script
