// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/machines.h"
#include "machine/performance_data.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

using namespace pdh_shim::test;
using pdh_shim::Status;
using pdh_shim::machine::foreign_request;

TEST_CASE("an object to write has the indexes of its titles, and a base that of its counter") {
    const auto machine = machine_with({std::make_shared<FakeSource>()});
    pdh_shim::model::ObjectDef definition = machine->definition(machine->objects()[0]);
    definition.counters[FakeSource::level].title_index = 5006;
    const auto object = pdh_shim::machine::object_to_write(*machine, definition);
    const std::uint32_t rate = machine->title_index(u"Rate").value();
    CHECK(object.title_index == 5000);
    CHECK(object.counter_titles == std::vector<std::uint32_t>{rate, 5006, 5006});
    CHECK(object.snapshot == nullptr);
    CHECK(object.columns.empty());
}

TEST_CASE("a name that has no index anywhere is written with the index 0") {
    const auto machine = machine_with({});
    pdh_shim::model::ObjectDef definition;
    definition.name = u"Nowhere";
    definition.counters.resize(1);
    definition.counters[0].name = u"Nothing";
    const auto object = pdh_shim::machine::object_to_write(*machine, definition);
    CHECK(object.title_index == 0);
    CHECK(object.counter_titles == std::vector<std::uint32_t>{0});
}

TEST_CASE("a request for another computer names it, and a value of it") {
    const auto request = foreign_request(" fOREIGN \\\\web1  2 4");
    REQUIRE(request.has_value());
    CHECK(request->computer == u"\\\\web1");
    CHECK(request->value == "  2 4");
    CHECK(foreign_request("Foreign web1")->value.empty());
    for (const char* const other :
        {"Foreign", "Foreign ", "Foreigner web1", "Global", "", "2 Foreign web1"}) {
        CHECK_FALSE(foreign_request(other).has_value());
    }
}

TEST_CASE("performance data of another computer: objects, titles, and other values") {
    const auto fake = std::make_shared<FakeSource>();
    fake->set({{u"a", 5}});
    FakeDataSource source(fake);
    pdh_shim::machine::ForeignData foreign;
    const auto query = [&](const std::string& value) {
        return foreign.query(source, pdh_shim::system_clock(), {u"\\\\HOST", value}, 0);
    };
    for (const char* const all : {"", "Global", "5000", " 5000 7"}) {
        const auto block = query(all);
        REQUIRE(block.has_value());
        CHECK(static_cast<char>(block.value()[28]) == 1); // objects
    }
    const auto titles = query(" counter 009");
    REQUIRE(titles.has_value());
    std::u16string text;
    for (std::size_t i = 0; i + 1 < titles.value().size(); i += 2) {
        text += static_cast<char16_t>(std::to_integer<unsigned>(titles.value()[i]) |
                                      std::to_integer<unsigned>(titles.value()[i + 1]) << 8U);
    }
    CHECK(text.starts_with(std::u16string(u"1\0001847\0", 7)));
    CHECK(text.find(std::u16string(u"\0005000\0Widget\0", 13)) != std::u16string::npos);
    CHECK(text.ends_with(std::u16string(2, u'\0')));
    CHECK(query("Explain 009").has_value());
    CHECK(query("Help 0407").error() == Status::string_not_found);
    for (const char* const wrong : {"Counter", "Counter 10000", "Counter x", "Help 9x", "Widget"}) {
        CAPTURE(wrong);
        CHECK(query(wrong).error() == Status::invalid_argument);
    }
    CHECK(foreign.query(source, pdh_shim::system_clock(), {u"elsewhere", "5000"}, 0).error() ==
          Status::cstatus_no_machine);
}
