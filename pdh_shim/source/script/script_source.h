// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/source.h"

#include <memory>
#include <string>
#include <string_view>

namespace pdh_shim::source::script {

// A source that replays a JSON text, for test suites and examples:
//
//   { "perfFreq": 10000000,
//     "objects": [
//       { "name": "Widget", "index": 5000, "help": "...", "instances": "multi",
//         "counters": [
//           { "name": "Items/sec", "index": 5002, "type": "PERF_COUNTER_COUNTER", "defaultScale": 0 },
//           { "name": "Hit %",     "index": 5004, "type": "PERF_SAMPLE_FRACTION" },
//           { "name": "Hit base",  "index": 5006, "type": "PERF_SAMPLE_BASE" } ] } ],
//     "samples": [
//       { "perfTime": 0, "time100ns": 0, "systemTime": "2026-01-01T00:00:00.000Z",
//         "data": { "Widget": { "a": [10, 5, 10], "b": [20, 1, 2] } } } ],
//     "loop": true }
//
// Comments, // and /* */, are allowed wherever a blank is. "$schema" is for editors; script.schema.json
// beside this file, which is installed in share/pdh-shim, is what they look for.
//
// Objects have "name", "instances" ("multi" or "none") and "counters"; counters have "name" and "type", the
// name of a PERF_* constant or any number. Optional for both: "index" (0 = none), "help", "detail" (the name
// or number of a PERF_DETAIL_* constant). A counter may have "defaultScale" (-7 to 7), an object "objectFreq"
// (else perfFreq) and "objectTime". perfFreq is 10000000 unless given. Keys that are not known are refused,
// repeated keys too. A counter's base is the base-type counter right after it.
//
// "data" gives each object's values in the order of the counters: a list for an object without instances,
// else a map from instance to list. A value is a whole number (above 2^63: its bits), [value, multi] with the
// multi count, or null where the source could not read it (PDH_CSTATUS_INVALID_DATA). In place of the map
// there may be a list of ["name", [values]], which can have a name twice, and parents: "parent/name" is
// parted at its first slash. (In a map a slash is part of the name. Paths are the same either way.) A third
// item of an entry is the instance's unique id: samples of two instances with different ids are not
// subtracted. An instance that is missing from a sample is gone at that time; an object that is missing has
// no instances, or, if it never has any, no valid data.
//
// A text in place of a value is the CStatus of that counter, in place of an instance's list that of all its
// counters, and in place of an object's list or map that of the object: "PDH_CSTATUS_NO_INSTANCE". A sample
// with a "status" has no data: its collect fails with that status, and the samples before stay. A status is
// the name of a constant of pdhmsg.h, or its number as "0x800007D1"; "status" may be a decimal number without
// quotes too. Those that mean valid data are refused.
//
// Times: perfTime in ticks of perfFreq, time100ns in 100 ns, systemTime in ISO 8601, always UTC. What is
// missing goes on from the sample before by the time that has passed on the first of them that is given, and
// by one second if there is none; the first sample starts at 0 and 2026-01-01. An object's own clock is
// "objectTime": { "Widget": ticks } of the sample, else the "objectTime" of the object, else perfTime at the
// object's frequency. That may stand in the samples too, as "objectFreq": { "Widget": ticks }, but cannot
// change.
//
// Each collect of a session takes the next sample. After the last one it is no_more_data, or the first again,
// with its clocks as they are, if "loop" is true. The instances to enumerate are those of the sample that any
// session took last, at first those of the first sample. DefaultScale applies.

/// Makes a source of a JSON text.
/// @param name its Source::name()
/// @retval invalid_datasource the text is malformed; the place is its LINE
[[nodiscard]] Result<std::unique_ptr<model::Source>, Failure> make_script_source(
    std::string_view json_text, std::string name = "script:{...}");

/// Makes a source of a file; the path is UTF-8.
/// @retval file_not_found there is no such file, or it cannot be read; the place is the FILE
/// @retval invalid_datasource the text is malformed; the place is FILE:LINE
[[nodiscard]] Result<std::unique_ptr<model::Source>, Failure> load_script_source(const std::string& path);

} // namespace pdh_shim::source::script
