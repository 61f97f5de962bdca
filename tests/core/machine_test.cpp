#include "core/enumeration.h"
#include "core/fake_source.h"
#include "core/machine.h"

#include <doctest/doctest.h>

using pdh_shim::Status;
using pdh_shim::core::ActiveSource;
using pdh_shim::core::Machine;
using pdh_shim::tests::FakeSource;

namespace core = pdh_shim::core;
namespace source = pdh_shim::source;

namespace {

constexpr std::uint32_t every_detail = 400;

std::shared_ptr<const Machine> machine_with(const std::vector<std::shared_ptr<FakeSource>>& sources) {
    std::vector<ActiveSource> active;
    for (const auto& source : sources) {
        active.push_back({source, source->catalogue()});
    }
    return std::make_shared<const Machine>(u"Host", std::move(active));
}

std::vector<std::u16string> expand(
    const Machine& machine, std::u16string_view path, core::ExpandOptions options = {}) {
    return core::expand(machine, pdh_shim::path::parse_counter_path(path).value(), options).value();
}

} // namespace

TEST_CASE("this computer answers to its own name, a domain behind it, localhost and nothing") {
    const auto machine = machine_with({});
    for (const auto* const name : {u"Host", u"host", u"\\\\HOST", u"host.example.org", u"localhost", u""}) {
        CHECK(machine->is_local(name));
    }
    CHECK_FALSE(machine->is_local(u"\\\\other"));
    CHECK_FALSE(machine->is_local(u"."));
    CHECK_FALSE(machine->is_local(u"hostess"));
}

TEST_CASE("objects and counters are found without regard to case") {
    const auto machine = machine_with({std::make_shared<FakeSource>()});
    const auto object = machine->find_object(u"wIDGET");
    REQUIRE(object.has_value());
    CHECK(machine->find_counter(*object, u"LEVEL") == FakeSource::level);
    CHECK_FALSE(machine->find_counter(*object, u"Speed").has_value());
    CHECK_FALSE(machine->find_object(u"Gadget").has_value());
}

TEST_CASE("of two sources with an object of the same name the first wins") {
    const auto machine = machine_with({std::make_shared<FakeSource>(), std::make_shared<FakeSource>()});
    CHECK(machine->objects().size() == 1);
    CHECK(machine->find_object(u"Widget")->source == 0);
}

TEST_CASE("a counter of a large object is found as well") {
    const auto fake = std::make_shared<FakeSource>();
    auto catalogue = std::make_shared<source::Catalogue>(*fake->catalogue());
    auto& counters = catalogue->objects[0].counters;
    for (char16_t i = 0; i < 1000; ++i) {
        counters.push_back(counters[FakeSource::level]);
        counters.back().name = u"Level " + std::u16string(1, static_cast<char16_t>(0x4E00 + i));
    }
    fake->publish(catalogue);
    const auto machine = machine_with({fake});
    CHECK(machine->find_counter(*machine->find_object(u"Widget"), u"level \u4E07") == 10);
}

TEST_CASE("the machine is current until a source publishes another catalogue") {
    const auto fake = std::make_shared<FakeSource>();
    const auto machine = machine_with({fake});
    CHECK(machine->is_current());
    fake->publish(std::make_shared<source::Catalogue>(*fake->catalogue()));
    CHECK_FALSE(machine->is_current());
}

TEST_CASE("titles are Windows' own and those of the sources") {
    const auto machine = machine_with({std::make_shared<FakeSource>()});
    CHECK(machine->title(238) == u"Processor");
    CHECK(machine->title(5000) == u"Widget");
    CHECK(machine->title_index(u"% processor time") == 6);
    CHECK_FALSE(machine->title(4'000'000).has_value());
    const auto index = machine->title_index(u"Rate");
    REQUIRE(index.has_value());
    CHECK(machine->title(*index) == u"Rate");
}

TEST_CASE("bases are not listed") {
    const auto machine = machine_with({std::make_shared<FakeSource>()});
    const auto& object = machine->definition(machine->objects()[0]);
    CHECK(core::counter_names(object, every_detail) == std::vector<std::u16string>{u"Rate", u"Level"});
}

TEST_CASE("what is above the detail level is not listed") {
    const auto fake = std::make_shared<FakeSource>();
    auto catalogue = std::make_shared<source::Catalogue>(*fake->catalogue());
    catalogue->objects[0].counters[FakeSource::rate].detail = source::Detail::wizard;
    catalogue->objects[0].detail = source::Detail::advanced;
    fake->publish(catalogue);
    const auto machine = machine_with({fake});
    CHECK(core::object_names(*machine, 100).empty());
    CHECK(core::object_names(*machine, 200).size() == 1);
    CHECK(core::counter_names(catalogue->objects[0], 300) == std::vector<std::u16string>{u"Level"});
}

TEST_CASE("a path with wildcards expands into each counter's instances, with the machine and #n") {
    const auto fake = std::make_shared<FakeSource>();
    fake->set({{u"a"}, {u"b"}, {u"a"}});
    const auto machine = machine_with({fake});
    CHECK(expand(*machine, u"\\widget(*)\\*") ==
          std::vector<std::u16string>{u"\\\\Host\\Widget(a)\\Rate", u"\\\\Host\\Widget(b)\\Rate",
              u"\\\\Host\\Widget(a#1)\\Rate", u"\\\\Host\\Widget(a)\\Level", u"\\\\Host\\Widget(b)\\Level",
              u"\\\\Host\\Widget(a#1)\\Level"});
    CHECK(expand(*machine, u"\\Widget(A*)\\le*") ==
          std::vector<std::u16string>{u"\\\\Host\\Widget(a)\\Level", u"\\\\Host\\Widget(a#1)\\Level"});
    CHECK(expand(*machine, u"\\Widget(x*)\\Level").empty());
}

TEST_CASE("what is not to be expanded stays as it is") {
    const auto fake = std::make_shared<FakeSource>();
    fake->set({{u"a"}});
    const auto machine = machine_with({fake});
    CHECK(expand(*machine, u"\\Widget(*)\\L*", {.counters = false, .instances = true}) ==
          std::vector<std::u16string>{u"\\\\Host\\Widget(a)\\L*"});
    CHECK(expand(*machine, u"\\Widget(*)\\L*", {.counters = true, .instances = false}) ==
          std::vector<std::u16string>{u"\\\\Host\\Widget(*)\\Level"});
}

TEST_CASE("unique names leave the duplicates out") {
    const auto fake = std::make_shared<FakeSource>();
    fake->set({{u"a"}, {u"b"}, {u"a"}});
    const auto machine = machine_with({fake});
    const auto instances = core::instances(*machine, machine->objects()[0]).value();
    CHECK(instances.size() == 3);
    CHECK(core::unique_names(instances) == std::vector<std::u16string>{u"a", u"b"});
}

TEST_CASE("validating a path looks at the instances that exist") {
    const auto fake = std::make_shared<FakeSource>();
    fake->set({{u"a"}});
    const auto machine = machine_with({fake});
    const auto status = [&](std::u16string_view text) {
        const auto result = core::validate(machine, pdh_shim::path::parse_counter_path(text).value());
        return result ? Status::success : result.error();
    };
    CHECK(status(u"\\Widget(a)\\Rate") == Status::success);
    CHECK(status(u"\\Widget(*)\\Rate") == Status::success);
    CHECK(status(u"\\Widget(b)\\Rate") == Status::cstatus_no_instance);
    CHECK(status(u"\\Widget(b*)\\Rate") == Status::cstatus_no_instance);
    CHECK(status(u"\\Widget(a)\\Speed") == Status::cstatus_no_counter);
    CHECK(status(u"\\Widget\\Rate") == Status::cstatus_bad_countername);
}
