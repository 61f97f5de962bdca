// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/script/script_reader.h"

#include "base/clock.h"
#include "source/script/catalogue_reader.h"
#include "source/script/sample_reader.h"
#include "source/script/value_reader.h"

#include <array>
#include <utility>

namespace pdh_shim::source::script {
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
