// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/enumeration.h"
#include "machine/machine.h"
#include "machine/machines.h"
#include "machine/resolve.h"

#include <doctest/doctest.h>

using namespace pdh_shim::test;
using pdh_shim::Status;
using pdh_shim::machine::Machine;

namespace machine = pdh_shim::machine;
namespace names = pdh_shim::names;
namespace model = pdh_shim::model;

TEST_CASE("objects and counters are found without regard to case") {
    const auto machine = machine_with({std::make_shared<FakeSource>()});
    const auto object = machine->find_object(u"wIDGET");
    REQUIRE(object.has_value());
    CHECK(machine->find_counter(*object, u"LEVEL") == FakeSource::level);
    CHECK_FALSE(machine->find_counter(*object, u"Speed").has_value());
    CHECK_FALSE(machine->find_object(u"Gadget").has_value());
}

TEST_CASE("if two sources have an object of the same name, the first source wins") {
    const auto machine = machine_with({std::make_shared<FakeSource>(), std::make_shared<FakeSource>()});
    CHECK(machine->objects().size() == 1);
    CHECK(machine->find_object(u"Widget")->source == 0);
}

TEST_CASE(
    "a source that completes others adds the counters that an object without instances lacks before it") {
    const auto without_instances = [](const std::vector<std::u16string>& counters, bool completes) {
        auto fake = std::make_shared<FakeSource>();
        auto catalogue = std::make_shared<model::Catalogue>(*fake->catalogue());
        catalogue->completes_others = completes;
        model::ObjectDef& object = catalogue->objects[0];
        object.instances = model::Instances::none;
        object.counters.resize(counters.size());
        for (std::size_t i = 0; i < counters.size(); ++i) {
            object.counters[i].name = counters[i];
        }
        object.columns = static_cast<std::uint32_t>(counters.size());
        fake->publish(std::move(catalogue));
        return fake;
    };
    const auto first = without_instances({u"Rate"}, false);
    const auto second = without_instances({u"rate", u"Uptime"}, true);
    const auto machine = machine_with({first, second});
    const auto widget = machine->find_object(u"Widget").value();
    CHECK(machine::counter_names(*machine, widget, every_detail) ==
          std::vector<std::u16string>{u"Rate", u"Uptime"});
    CHECK(expand(machine, u"\\Widget\\*") ==
          std::vector<std::u16string>{u"\\\\Host\\Widget\\Rate", u"\\\\Host\\Widget\\Uptime"});
    CHECK(expand(machine, u"\\Widget\\Uptime").size() == 1);
    const auto path_of = [](std::u16string_view text) {
        return pdh_shim::path::parse_counter_path(text).value();
    };
    CHECK(machine::resolve(machine, path_of(u"\\Widget\\Uptime")).value().object.source == 1);
    CHECK(machine::resolve(machine, path_of(u"\\Widget\\Rate")).value().object.source == 0);
    CHECK(machine::resolve_all(machine, path_of(u"\\Widget\\*")).value().size() == 2);

    const auto alone = machine_with({first, without_instances({u"Uptime"}, false)});
    CHECK(machine::counter_names(*alone, *alone->find_object(u"Widget"), every_detail).size() == 1);
    const auto with_instances = machine_with({std::make_shared<FakeSource>(), second});
    CHECK(machine::resolve(with_instances, path_of(u"\\Widget(a)\\Uptime")).error() ==
          Status::cstatus_no_counter);
}

TEST_CASE("a counter of a large object is found as well") {
    const auto fake = std::make_shared<FakeSource>();
    auto catalogue = std::make_shared<model::Catalogue>(*fake->catalogue());
    auto& counters = catalogue->objects[0].counters;
    for (char16_t i = 0; i < 1000; ++i) {
        counters.push_back(counters[FakeSource::level]);
        counters.back().name = u"Level " + std::u16string(1, static_cast<char16_t>(0x4E00 + i));
    }
    fake->publish(catalogue);
    const auto machine = machine_with({fake});
    CHECK(machine->find_counter(*machine->find_object(u"Widget"), u"level \u4E07") == 10);
}

TEST_CASE("the name of the machine is looked for when it is first needed, and once") {
    int asked = 0;
    const auto find_name = [&asked] {
        ++asked;
        return std::u16string(u"Host");
    };
    const Machine machine(find_name, {});
    CHECK(asked == 0);
    CHECK(machine.name() == u"Host");
    CHECK(machine.name() == u"Host");
    CHECK(asked == 1);
}

TEST_CASE("titles come from Windows and from the sources") {
    const auto machine = machine_with({std::make_shared<FakeSource>()});
    CHECK(machine->title(238) == u"Processor");
    CHECK(machine->title(5000) == u"Widget");
    CHECK(machine->title_index(u"% processor time") == 6);
    CHECK_FALSE(machine->title(4'000'000).has_value());
    const auto index = machine->title_index(u"Rate");
    REQUIRE(index.has_value());
    CHECK(machine->title(*index) == u"Rate");
}

TEST_CASE("translated names are shown in the language, all others in English") {
    const auto fake = std::make_shared<FakeSource>();
    fake->set({{u"a"}});
    const auto machine = machine_with({fake}, widget_in_german());
    const auto widget = machine->objects()[0];
    CHECK(machine::object_names(*machine, every_detail) == std::vector<std::u16string>{u"Ding"});
    CHECK(machine->object_help(widget) == u"Ein Ding.");
    CHECK(machine->counter_name(widget, FakeSource::rate) == u"Level");
    CHECK(machine->counter_name(widget, FakeSource::level) == u"Level");
    CHECK(machine->counter_name(widget, FakeSource::base) == u"Base");
    CHECK(expand(machine, u"\\widget(*)\\rate") == std::vector<std::u16string>{u"\\\\Host\\Ding(a)\\Level"});
}

TEST_CASE("a local name wins over the English name of another counter") {
    const auto machine = machine_with({std::make_shared<FakeSource>()}, widget_in_german());
    const auto widget = machine->objects()[0];
    CHECK(machine->find_object(u"ding") == widget);
    CHECK(machine->find_object(u"Widget") == widget);
    CHECK_FALSE(machine->find_object(u"Ding", machine::NameLanguage::english).has_value());
    CHECK(machine->find_counter(widget, u"Level") == FakeSource::rate);
    CHECK(machine->find_counter(widget, u"Level", machine::NameLanguage::english) == FakeSource::level);
    CHECK(machine->find_counter(widget, u"Rate") == FakeSource::rate);
}

TEST_CASE("if two sources have an object of the same name, the first source wins in each language") {
    const auto machine =
        machine_with({std::make_shared<FakeSource>(), std::make_shared<FakeSource>()}, widget_in_german());
    CHECK(machine->find_object(u"Ding")->source == 0);
    CHECK(machine::object_names(*machine, every_detail).size() == 1);
}

TEST_CASE("a title is looked up in its language, then in English") {
    const auto machine = machine_with({std::make_shared<FakeSource>()},
        in_german(
            "[text]\nA_009_NAME=Processor\nA_007_NAME=Prozessor\nB_009_NAME=Rate\nB_007_NAME=Process\n"));
    CHECK(machine->title(238) == u"Prozessor");
    CHECK(machine->title(6) == u"% Processor Time");
    CHECK(machine->title_index(u"PROZESSOR") == 238);
    CHECK(machine->title_index(u"Processor") == 238);
    CHECK(machine->title_index(u"Process") == machine->title_index(u"Rate"));
    CHECK(machine->title_index(u"Process", machine::NameLanguage::english) == 230);
    CHECK_FALSE(machine->title_index(u"Prozess").has_value());
}

TEST_CASE("a file with First Counter names an object that its source gives no index, and adds titles") {
    const auto machine = machine_with({std::make_shared<FakeSource>()},
        in_german("[performance]\nFirst Counter=8000\n[text]\nA_009_NAME=Rate\nA_007_NAME=Umlauf\n"
                  "B_009_NAME=Flow\nB_007_NAME=Fluss\nB_009_HELP=How much.\nB_007_HELP=Wie viel.\n"));
    CHECK(machine->title_index(u"Rate") == 8000);
    CHECK(machine->counter_name(machine->objects()[0], FakeSource::rate) == u"Umlauf");
    CHECK(machine->title(8002) == u"Fluss");
    CHECK(machine->title_index(u"flow") == 8002);
}

TEST_CASE("title lists hold each text behind its index, and help behind the next") {
    const auto contains = [](const std::vector<std::u16string>& list, std::u16string_view index,
                              std::u16string_view text) {
        for (std::size_t i = 0; i + 1 < list.size(); i += 2) {
            if (list[i] == index) {
                return list[i + 1] == text;
            }
        }
        return text.empty();
    };
    const auto machine = machine_with({std::make_shared<FakeSource>()}, widget_in_german());
    const auto english = machine->titles(names::english_language, false).value();
    CHECK(std::vector(english.begin(), english.begin() + 4) ==
          std::vector<std::u16string>{u"1", u"1847", u"2", u"System"});
    CHECK(contains(english, u"5000", u"Widget"));
    const auto local = machine->titles(0, false).value();
    CHECK(local.size() == english.size());
    CHECK(contains(local, u"5000", u"Ding"));
    CHECK(contains(local, u"238", u"Processor"));
    CHECK(contains(machine->titles(0x0407, true).value(), u"5001", u"Ein Ding."));
    CHECK(contains(machine->titles(0x0409, true).value(), u"5001", u""));
    const auto unknown = machine->titles(0x00C, false);
    REQUIRE_FALSE(unknown.has_value());
    CHECK(unknown.error() == Status::string_not_found);
}

using pdh_shim::machine::LocalNames;
using pdh_shim::names::Language;
using pdh_shim::names::TitleDatabase;

namespace model = pdh_shim::model;

namespace {

model::Catalogue widgets() {
    model::Catalogue catalogue;
    for (const auto* const name : {u"Widget", u"Gadget"}) {
        model::ObjectDef& object = catalogue.objects.emplace_back();
        object.name = name;
        object.help = u"Help.";
        object.counters.resize(2);
        object.counters[0].name = u"Rate";
        object.counters[1].name = u"Level";
    }
    return catalogue;
}

} // namespace

TEST_CASE("names and help texts are in the chosen language, or else in English") {
    Language german;
    german.by_name[u"Widget"] = {u"Ding", {}};
    german.by_name[u"Level"] = {{}, u"Wie hoch."};
    const LocalNames names(widgets(), TitleDatabase(), german);
    CHECK(names.object(0).name == u"Ding");
    CHECK(names.object(0).help == u"Help.");
    CHECK(names.object(1).name == u"Gadget");
    CHECK(names.counter(1, 0).name == u"Rate");
    CHECK(names.counter(1, 1).name == u"Level");
    CHECK(names.counter(1, 1).help == u"Wie hoch.");
}

TEST_CASE("only translated names are looked up, in any case, and the first of several is found") {
    Language german;
    german.by_name[u"Widget"] = {u"Ding", {}};
    german.by_name[u"Gadget"] = {u"Ding", {}};
    german.by_name[u"Rate"] = {u"Rate", {}};
    german.by_name[u"Level"] = {u"Stand", {}};
    const LocalNames names(widgets(), TitleDatabase(), german);
    CHECK(names.find_object(u"DING") == 0);
    CHECK_FALSE(names.find_object(u"Widget"));
    CHECK(names.find_counter(1, u"stand") == 1);
    CHECK_FALSE(names.find_counter(1, u"Rate"));
    CHECK_FALSE(names.find_counter(0, u""));
}

TEST_CASE("an object without an index has the translation of the index that its English name has") {
    Language german;
    german.by_index[238] = {u"Processor", {u"Prozessor", {}}};
    model::Catalogue catalogue = widgets();
    catalogue.objects[0].name = u"Processor";
    CHECK(LocalNames(catalogue, TitleDatabase::english(), german).object(0).name == u"Prozessor");
    CHECK(LocalNames(catalogue, TitleDatabase(), german).object(0).name == u"Processor");
    catalogue.objects[0].title_index = 238;
    CHECK(LocalNames(catalogue, TitleDatabase(), german).object(0).name == u"Prozessor");
}
