// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/enumeration.h"
#include "machine/machine.h"
#include "machine/machines.h"
#include "machine/resolve.h"
#include "machine/this_computer.h"
#include "names/lodctr_ini.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

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
    CHECK_FALSE(machine->find_counter(*object, u"").has_value());
    CHECK_FALSE(machine->find_object(u"Gadget").has_value());
}

TEST_CASE("if two sources have an object of the same name, the first source wins") {
    const auto machine = machine_with({std::make_shared<FakeSource>(), std::make_shared<FakeSource>()});
    CHECK(machine->objects().size() == 1);
    CHECK(machine->find_object(u"Widget")->source == 0);
}

TEST_CASE("a source that completes others adds counters that an earlier object lacks") {
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

TEST_CASE("what a source calls by a number has its English name from a title file") {
    constexpr auto english = machine::NameLanguage::english;
    const auto localization = in_german("[text]\nA_009_NAME=Widget\nA_007_NAME=Ding\nB_009_NAME=Items\n"
                                        "[performance]\nFirst Counter=5000\n");
    for (const std::size_t counters : {3U, 100U}) { // a few are searched, and many have an index
        const auto fake = std::make_shared<FakeSource>();
        auto catalogue = std::make_shared<model::Catalogue>(*fake->catalogue());
        model::ObjectDef& object = catalogue->objects[0];
        object.name = u"#5000";
        object.counters.resize(counters, object.counters[FakeSource::level]);
        object.counters[FakeSource::level].name = u"#5002";
        object.counters[FakeSource::level].title_index = 5002;
        fake->publish(std::move(catalogue));
        const auto machine = machine_with({fake}, localization);
        for (const std::u16string_view name : {u"#5000", u"widget"}) {
            REQUIRE(machine->find_object(name, english).has_value());
        }
        CHECK(machine->find_object(u"Ding").has_value());
        CHECK_FALSE(machine->find_object(u"Ding", english).has_value());
        for (const std::u16string_view name : {u"#5002", u"items"}) {
            CHECK(machine->find_counter(machine->objects()[0], name, english) == FakeSource::level);
        }
        CHECK_FALSE(machine_with({fake})->find_object(u"Widget", english).has_value());
    }
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

TEST_CASE("of two sources with one object the first wins in each language") {
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

TEST_CASE("a file with First Counter names an object without an index, and adds titles") {
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

TEST_CASE("only translated names are looked up, in any case, and the first one is found") {
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

TEST_CASE("an object without an index is translated by the index of its English name") {
    Language german;
    german.by_index[238] = {u"Processor", {u"Prozessor", {}}};
    model::Catalogue catalogue = widgets();
    catalogue.objects[0].name = u"Processor";
    CHECK(LocalNames(catalogue, TitleDatabase::english(), german).object(0).name == u"Prozessor");
    CHECK(LocalNames(catalogue, TitleDatabase(), german).object(0).name == u"Processor");
    catalogue.objects[0].title_index = 238;
    CHECK(LocalNames(catalogue, TitleDatabase(), german).object(0).name == u"Prozessor");
}

using pdh_shim::Failure;
using pdh_shim::Result;
using pdh_shim::machine::add_title_file;
using pdh_shim::names::Translations;
using pdh_shim::test::TemporaryFolder;

namespace {

constexpr const char* header = "#define TURBINE 0\n";

std::string ini(const std::string& symbol_file) {
    return "[info]\ndrivername=Turbines\nsymbolfile=" + symbol_file +
           "\n[languages]\n009=English\n007=Deutsch\n[text]\nTURBINE_009_NAME=Turbine\n"
           "TURBINE_007_NAME=Maschine\n[performance]\nFirst Counter=8000\n";
}

// Little-endian with a byte order mark. A question mark becomes a lone surrogate.
std::string as_utf16(std::string_view text) {
    std::string bytes = "\xFF\xFE";
    for (const char character : text) {
        bytes += character == '?' ? std::string("\x00\xD8", 2) : std::string{character, '\0'};
    }
    return bytes;
}

struct Loading {
    Translations translations;
    Result<void, Failure> done;

    explicit Loading(const std::string& path) : done(add_title_file(path, translations)) {}

    [[nodiscard]] Status status() const { return done ? Status::success : done.error().status(); }
    [[nodiscard]] std::string fault() const { return done ? std::string() : done.error().message(); }
};

} // namespace

TEST_CASE("the symbol file is in the folder of the title file, or where its whole name says") {
    const TemporaryFolder folder;
    const std::string elsewhere = TemporaryFolder().path(); // nothing is there
    const std::string symbols = folder.write("turbine.h", header);
    for (const std::string& name : {std::string("turbine.h"), std::string("./turbine.h"), symbols}) {
        CAPTURE(name);
        const Loading loading(folder.write("turbine.ini", ini(name)));
        CHECK(loading.done);
        REQUIRE(loading.translations.find(0x407) != nullptr);
        CHECK(loading.translations.find(0x407)->find(8000, u"Turbine")->name == u"Maschine");
    }
    const Loading missing(folder.write("turbine.ini", ini(elsewhere + "/turbine.h")));
    CHECK(missing.status() == Status::file_not_found);
    CHECK(missing.fault() == elsewhere + "/turbine.h: cannot be read: No such file or directory");
}

TEST_CASE("a pipe is not read for titles, because it would wait for a writer") {
    const TemporaryFolder folder;
    REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
    for (const std::string& path : {folder.path(), folder.path("pipe"), std::string("/dev/zero")}) {
        const Loading loading(path);
        CHECK(loading.status() == Status::file_not_found);
        CHECK(loading.fault() == path + ": is not a regular file");
    }
    CHECK(Loading(folder.path("none")).fault() ==
          folder.path("none: cannot be read: No such file or directory"));
    const Loading symbols(folder.write("turbine.ini", ini("pipe")));
    CHECK(symbols.status() == Status::file_not_found);
}

TEST_CASE("a title file that is too long is refused") {
    const TemporaryFolder folder;
    const std::string path =
        folder.write("long.ini", std::string(pdh_shim::names::longest_lodctr_file + 1, ';'));
    const Loading loading(path);
    CHECK(loading.status() == Status::cannot_read_name_strings);
    CHECK(loading.fault() == path + ": it is longer than 4 MiB");
}

TEST_CASE("the log names a symbol file whose name is not valid text") {
    const TemporaryFolder folder;
    const std::string path = folder.write("turbine.ini", as_utf16(ini("?.h")));
    const Loading loading(path);
    CHECK(loading.status() == Status::cannot_read_name_strings);
    CHECK(loading.fault() == path + ": the name of the symbol file is no text");
}

TEST_CASE("as root, a title file or symbol file that others can change is refused" *
          doctest::skip(geteuid() != 0)) {
    const TemporaryFolder folder;
    const std::string symbols = folder.write("turbine.h", header);
    const std::string titles = folder.write("turbine.ini", ini("turbine.h"));
    REQUIRE(Loading(titles).done);
    for (const std::string& changed : {symbols, titles}) {
        REQUIRE(chmod(changed.c_str(), 0666) == 0);
        const Loading loading(titles);
        CHECK(loading.status() == Status::access_denied);
        CHECK(loading.fault() == changed + ": not used by a privileged process, since " + changed +
                                     " can be written by others than its owner");
        REQUIRE(chmod(changed.c_str(), 0600) == 0);
    }
}

using pdh_shim::machine::ThisComputer;

namespace {

const ThisComputer web1([] { return std::u16string(u"Web1"); },
    [] {
        return std::vector<std::string>{"web1.this.example", "Web1.lan", "web1-of-long-name"};
    });

} // namespace

TEST_CASE("this computer has its name, and that name with a domain that the system knows") {
    for (const auto* const name :
        {u"Web1", u"web1", u"WEB1.This.Example", u"web1.this.example.", u"web1.lan", u"web1-of-long-name"}) {
        CHECK(web1.is_called(name));
    }
    for (const auto* const name :
        {u"web1.other.example", u"web1.this", u"web1.this.example.org", u"web1.", u"web1..", u"web10", u"web",
            u"web1:44321", u"web1.this.example:44321", u".web1", u"", u"\xD800"}) {
        CAPTURE(name);
        CHECK_FALSE(web1.is_called(name));
    }
    CHECK(web1.names() == "Web1, web1.this.example, Web1.lan, web1-of-long-name");
}

TEST_CASE("nothing, a dot, localhost and own addresses can mean no other computer") {
    for (const auto* const name : {u"", u".", u"localhost", u"LocalHost", u"127.0.0.1", u"::1"}) {
        CHECK(ThisComputer::is_here(name));
    }
    for (const auto* const name : {u"..", u"localhost.example.org", u"224.0.0.1", u"127.0.0.1:44321",
             u"[::1]:44321", u"localhost:44321", u"web1", u"\xD800"}) {
        CHECK_FALSE(ThisComputer::is_here(name));
    }
}

TEST_CASE("a name that begins as the host name needs an explanation") {
    CHECK(web1.resembles(u"web1.other.example"));
    CHECK(web1.resembles(u"WEB1:44321"));
    CHECK_FALSE(web1.resembles(u"web10.this.example"));
}

TEST_CASE("the names of this computer are looked for when they are first needed, and once") {
    int names = 0;
    int full_names = 0;
    const ThisComputer computer(
        [&names] {
            ++names;
            return std::u16string(u"host");
        },
        [&full_names] {
            ++full_names;
            return std::vector<std::string>{"host.example"};
        });
    CHECK(ThisComputer::is_here(u""));
    CHECK(names == 0);
    CHECK(computer.name() == u"host");
    CHECK(computer.is_called(u"HOST"));
    CHECK_FALSE(computer.is_called(u"other.example"));
    CHECK(full_names == 0);
    CHECK(computer.is_called(u"host.example"));
    CHECK_FALSE(computer.is_called(u"host.other"));
    CHECK(names == 1);
    CHECK(full_names == 1);
}
