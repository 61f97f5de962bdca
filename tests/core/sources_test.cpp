// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "base/trace.h"
#include "core/sources.h"
#include "temporary_folder.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

using pdh_shim::Status;
using pdh_shim::core::make_sources;
using pdh_shim::core::SourceContext;
using pdh_shim::core::take_item;

namespace {

Status status_of(std::string_view list) {
    const auto made = make_sources(list, SourceContext{pdh_shim::system_clock(), {}, false});
    return made ? Status::success : made.error();
}

std::vector<std::string> items_of(std::string_view list) {
    std::vector<std::string> items;
    while (!list.empty()) {
        const auto item = take_item(list);
        REQUIRE(item.has_value());
        items.push_back(item.value());
    }
    return items;
}

} // namespace

TEST_CASE("the default source of this platform starts") {
    CHECK(status_of(pdh_shim::core::default_source()) == Status::success);
}

TEST_CASE("the log names each source that is started, from the level info on") {
    const pdh_shim::test::TemporaryFolder folder;
    using pdh_shim::trace::Level;
    for (const Level level : {Level::warning, Level::info}) {
        REQUIRE(pdh_shim::trace::configure(level, folder.path("log")));
        CHECK(status_of(R"(linux,script:{"objects": [], "samples": []})") == Status::success);
        CHECK(pdh_shim::trace::configure(Level::off, ""));
        const std::string log = folder.read("log");
        CHECK((log.find("source started: linux\n") != std::string::npos) == (level == Level::info));
        CHECK((log.find("source started: script:{...}\n") != std::string::npos) == (level == Level::info));
    }
}

TEST_CASE("the log names the folder of PDH_SHIM_ROOT that cannot be opened") {
    const pdh_shim::test::TemporaryFolder folder;
    const std::string root = folder.path("none");
    REQUIRE(pdh_shim::trace::configure(pdh_shim::trace::Level::error, folder.path("log")));
    const auto made = make_sources("linux", SourceContext{pdh_shim::system_clock(), root, false});
    CHECK(pdh_shim::trace::configure(pdh_shim::trace::Level::off, ""));
    REQUIRE_FALSE(made.has_value());
    CHECK(made.error() == Status::invalid_datasource);
    CHECK(folder.read("log").find(root + ": is not a folder that can be opened\n") != std::string::npos);
}

TEST_CASE("a source that is unknown, missing or cannot start is an error and not a fallback") {
    CHECK(status_of("") == Status::invalid_datasource);
    CHECK(status_of("linuks") == Status::invalid_datasource);
    CHECK(status_of("linux,") == Status::success);
    CHECK(status_of("linux,,linux") == Status::invalid_datasource);
    CHECK(status_of("script:no such file.json") == Status::invalid_datasource);
    CHECK(status_of("linux,script:no such file.json") == Status::invalid_datasource);
}

namespace {

// A script in a file of this name, in a directory of its own.
class Script : boost::noncopyable {
  public:
    explicit Script(const std::string& name) : directory_(make_directory()), file_(directory_ + "/" + name) {
        std::ofstream(file_) << R"({ "objects": [], "samples": [] })";
    }
    ~Script() { std::filesystem::remove_all(directory_); }

    [[nodiscard]] const std::string& file() const noexcept { return file_; }

  private:
    static std::string make_directory() {
        static int made = 0;
        const auto directory = std::filesystem::current_path() / ("sources_test_" + std::to_string(++made));
        std::filesystem::create_directories(directory);
        return directory.string();
    }

    std::string directory_;
    std::string file_;
};

} // namespace

TEST_CASE("a source with a comma stands in double quotes, in which two quotes mean one") {
    const Script comma("a,b.json");
    CHECK(status_of("script:" + comma.file()) == Status::invalid_datasource);
    CHECK(status_of("\"script:" + comma.file() + "\"") == Status::success);
    CHECK(status_of("\"script:" + comma.file() + "\",linux") == Status::success);
    CHECK(status_of("linux,\"script:" + comma.file() + "\",") == Status::success);
    const Script quote("a\"b.json");
    CHECK(status_of("script:" + quote.file()) == Status::success); // only a quote at the front is one
    CHECK(status_of("\"script:" + comma.file() + "\",script:" + quote.file()) == Status::success);
    std::string doubled = quote.file();
    doubled.insert(doubled.rfind('"'), 1, '"');
    CHECK(status_of("\"script:" + doubled + "\"") == Status::success);
}

TEST_CASE("the text of a script stands in the list without quotes, up to its last brace") {
    const std::string text = R"({"objects": [{"name": "a,\"b}", "instances": "none", // }, linuks
        "counters": [{"name": "C", "type": 0}]}], "samples": []})";
    const auto made = make_sources(
        "script: \n" + text + "\n ,script:" + text, SourceContext{pdh_shim::system_clock(), {}, false});
    REQUIRE(made.has_value());
    CHECK(made.value().local.size() == 2);
    for (const auto& source : made.value().local) {
        CHECK(source->catalogue()->objects.at(0).name == u"a,\"b}");
    }
    CHECK(status_of("linux,script:" + text + ",") == Status::success);
    std::string doubled;
    for (const char character : text) {
        doubled.append(character == '"' ? 2 : 1, character);
    }
    CHECK(status_of("\"script:" + doubled + "\",linux") == Status::success);
    const Script brace("{}.json");
    CHECK(status_of("script:" + brace.file()) == Status::success); // no brace at the front
}

TEST_CASE("the text of a script that is malformed, or has more behind it, is refused") {
    const std::string text = R"({"objects": [], "samples": []})";
    CHECK(status_of("script:" + text + "x") == Status::invalid_datasource);
    CHECK(status_of("script:" + text + "," + text) == Status::invalid_datasource);
    CHECK(status_of("script:" + text + ",,linux") == Status::invalid_datasource);
    CHECK(status_of("script:{") == Status::invalid_datasource);
    CHECK(status_of("script:{\"") == Status::invalid_datasource);
    CHECK(status_of("script:{\"objects\": [],linux") == Status::invalid_datasource);
    CHECK(status_of("script:{},linux") == Status::invalid_datasource);
    CHECK(status_of("scripts:" + text) == Status::invalid_datasource);
    CHECK(status_of("script:") == Status::invalid_datasource);
}

TEST_CASE("a list of sources with a quote or a comma missing is refused") {
    CHECK(status_of("\"linux") == Status::invalid_datasource);
    CHECK(status_of("\"") == Status::invalid_datasource);
    CHECK(status_of("\"\"") == Status::invalid_datasource);
    CHECK(status_of("\"linux\"\"") == Status::invalid_datasource);
    CHECK(status_of("\"linux\"linux") == Status::invalid_datasource);
    CHECK(status_of("linux,\"linux") == Status::invalid_datasource);
}

TEST_CASE("commas separate items, unless they are in double quotes") {
    using Items = std::vector<std::string>;
    CHECK(items_of("").empty());
    CHECK(items_of("a") == Items{"a"});
    CHECK(items_of("a,b") == Items{"a", "b"});
    CHECK(items_of("a,,b,") == Items{"a", "", "b"});
    CHECK(items_of("\"a,b\",c") == Items{"a,b", "c"});
    CHECK(items_of("\"a\"\"b\"") == Items{"a\"b"});
}

TEST_CASE("a quote or a comma that is missing is refused") {
    for (std::string_view list : {"\"a,b", "\"a\"b", "\""}) {
        CAPTURE(list);
        const auto item = take_item(list);
        REQUIRE_FALSE(item.has_value());
        CHECK(item.error().status() == Status::invalid_datasource);
    }
}
