// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/appender.h"
#include "base/bytes.h"
#include "memory_file.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

using namespace pdh_shim;
using test::Disk;
using test::writer_to;

namespace {

std::string text_of(const Disk& disk) {
    return std::string(as_text(disk.bytes));
}

} // namespace

TEST_CASE("text is collected until it is flushed") {
    Disk disk;
    Appender appender(writer_to(disk), 0, "");
    REQUIRE(appender.append("one ").has_value());
    REQUIRE(appender.append("two ").has_value());
    CHECK(disk.bytes.empty());
    CHECK(appender.size() == 8);
    REQUIRE(appender.flush().has_value());
    CHECK(text_of(disk) == "one two ");
    REQUIRE(appender.append("three").has_value());
    REQUIRE(appender.flush().has_value());
    REQUIRE(appender.flush().has_value());
    CHECK(text_of(disk) == "one two three");
    CHECK(appender.size() == 13);
}

TEST_CASE("text goes behind what the file has") {
    Disk disk;
    disk.bytes = test::bytes_of("before ");
    Appender appender(writer_to(disk), disk.bytes.size(), "");
    REQUIRE(appender.append("behind").has_value());
    CHECK(appender.size() == 13);
    REQUIRE(appender.flush().has_value());
    CHECK(text_of(disk) == "before behind");
}

TEST_CASE("much text does not wait for a flush") {
    Disk disk;
    Appender appender(writer_to(disk), 0, "");
    std::string all;
    for (int i = 0; i < 1000; ++i) {
        const std::string text(1 + static_cast<std::size_t>(i) * 7 % 1000, static_cast<char>('a' + i % 26));
        all += text;
        REQUIRE(appender.append(text).has_value());
    }
    CHECK(disk.bytes.size() > all.size() / 2);
    REQUIRE(appender.flush().has_value());
    CHECK(text_of(disk) == all);
}

TEST_CASE("a piece without room on the disk is taken back, and can be written again") {
    Disk disk;
    Appender appender(writer_to(disk), 0, "");
    REQUIRE(appender.append("first ").has_value());
    REQUIRE(appender.flush().has_value());
    disk.room = 3;
    REQUIRE(appender.append("second").has_value());
    const auto flushed = appender.flush();
    REQUIRE_FALSE(flushed.has_value());
    CHECK(flushed.error().what() == "there is no room for it");
    CHECK(text_of(disk) == "first ");
    disk.room = SIZE_MAX;
    REQUIRE(appender.flush().has_value());
    CHECK(text_of(disk) == "first second");
}

TEST_CASE("a file that somebody empties gets the head again") {
    Disk disk;
    Appender appender(writer_to(disk), 0, "head ");
    REQUIRE(appender.flush().has_value());
    CHECK(text_of(disk) == "head ");
    REQUIRE(appender.append("one ").has_value());
    REQUIRE(appender.flush().has_value());
    CHECK(text_of(disk) == "head one ");
    disk.bytes.clear();
    REQUIRE(appender.append("two ").has_value());
    REQUIRE(appender.flush().has_value());
    CHECK(text_of(disk) == "head two ");
    CHECK(appender.size() == 9);
}

TEST_CASE("the head is not kept when the disk is full before it is written") {
    Disk disk;
    disk.room = 3;
    Appender appender(writer_to(disk), 0, "head ");
    REQUIRE(appender.append("one").has_value());
    REQUIRE_FALSE(appender.flush().has_value());
    CHECK(disk.bytes.empty());
    disk.room = SIZE_MAX;
    REQUIRE(appender.flush().has_value());
    CHECK(text_of(disk) == "head one");
}
