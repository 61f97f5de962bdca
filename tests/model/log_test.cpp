// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "model/log.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>

using namespace pdh_shim;
using model::LogEntry;

TEST_CASE("entries of one path have one key in any case, and each part of it counts") {
    LogEntry entry;
    entry.machine = u"PC";
    entry.object = u"Process";
    entry.instance = u"java";
    entry.counter = u"% Processor Time";
    LogEntry same = entry;
    same.object = u"PROCESS";
    same.type = 1; // not a part of the path
    CHECK(model::path_key(same) == model::path_key(entry));
    for (std::u16string LogEntry::*const part :
        {&LogEntry::machine, &LogEntry::object, &LogEntry::parent, &LogEntry::instance, &LogEntry::counter}) {
        LogEntry other = entry;
        other.*part += u'x';
        CHECK(model::path_key(other) != model::path_key(entry));
    }
    LogEntry second = entry;
    second.duplicate = 1;
    CHECK(model::path_key(second) != model::path_key(entry));
}

TEST_CASE("the end of one part of a path is not the start of the next one") {
    LogEntry left;
    left.parent = u"a";
    LogEntry right;
    right.instance = u"a";
    CHECK(model::path_key(left) != model::path_key(right));
}

TEST_CASE("a range has the earliest and the latest time, in whatever order they come") {
    model::LogRange range;
    for (const std::int64_t time : {5, 9, -3, 7}) {
        range.add(time);
    }
    CHECK(range.first == -3);
    CHECK(range.last == 9);
    CHECK(range.records == 4);
}

using namespace pdh_shim;
using model::LogLoss;

namespace {

Failure damage(std::string where) {
    return {Status::binary_log_corrupt, std::move(where), "an event has no size"};
}

} // namespace

TEST_CASE("a loss counts places and bytes, and names the first place") {
    LogLoss loss;
    loss.add(damage("byte 65608"), 100);
    CHECK(loss.failure().message() == "byte 65608: an event has no size (100 bytes were passed over)");
    loss.add({Status::invalid_data, "byte 131072", "a buffer has no header"}, 65536);
    CHECK(loss.places == 2);
    CHECK(loss.bytes == 65636);
    CHECK(loss.failure().status() == Status::binary_log_corrupt);
    CHECK(loss.failure().message() ==
          "byte 65608: an event has no size (2 such places, 65636 bytes, were passed over)");
}

TEST_CASE("the losses of several logs are one, with the log that has the first place") {
    LogLoss first;
    LogLoss second;
    second.add(damage("byte 8"), 10);
    second.add(damage("byte 80"), 10);
    LogLoss all;
    all.add(first, "log 1");
    all.add(second, "log 2");
    all.add(second, "log 3");
    CHECK(all.places == 4);
    CHECK(all.bytes == 40);
    CHECK(all.where == "log 2: byte 8");
    CHECK(all.status == Status::binary_log_corrupt);
}

TEST_CASE("a GUID is read as it was written, with brackets or without") {
    const model::Guid guid{
        0x33, 0x22, 0x11, 0x00, 0x55, 0x44, 0x77, 0x66, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF};
    CHECK(model::make_guid_text(guid) == u"00112233-4455-6677-8899-aabbccddeeff");
    CHECK(model::parse_guid_text(u"00112233-4455-6677-8899-aabbccddeeff") == guid);
    CHECK(model::parse_guid_text(u"{00112233-4455-6677-8899-AABBCCDDEEFF} ") == guid);
    for (const std::u16string_view text : {u"", u"00112233-4455-6677-8899-aabbccddeef",
             u"00112233-4455-6677-8899-aabbccddeeff0", u"g0112233-4455-6677-8899-aabbccddeeff"}) {
        CHECK_FALSE(model::parse_guid_text(text).has_value());
    }
}
