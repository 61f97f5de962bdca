// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "temporary_folder.h"
#include "tools/logman/set_file.h"
#include "tools/logman/template.h"
#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace pdh_shim::tools;
using namespace std::chrono_literals;

using command::OutputFormat;
using logman::read_template;
using logman::Versioning;
using terminal::ProgramError;
using Texts = std::vector<std::string>;

namespace {

// As Performance Monitor saves it, with what a test adds.
std::string saved(const std::string& of_set, const std::string& of_collector) {
    return "<?xml version=\"1.0\" "
           "encoding=\"UTF-8\"?>\n<DataCollectorSet>\n<Status>0</Status>\n<Description/>\n"
           "<Name>Server</Name>\n<RootPath>%systemdrive%\\PerfLogs\\Admin</RootPath>\n<Server></Server>\n" +
           of_set +
           "<PerformanceCounterDataCollector>\n<DataCollectorType>0</DataCollectorType>\n"
           "<FileName>System &amp; more</FileName>\n<FileNameFormat>0</FileNameFormat>\n"
           "<LogAppend>0</LogAppend>\n<Counter>\\Processor(*)\\% Processor Time</Counter>\n"
           "<CounterDisplayName>\\Processor(*)\\% Processor Time</CounterDisplayName>\n" +
           of_collector + "</PerformanceCounterDataCollector>\n</DataCollectorSet>\n";
}

std::string template_failure(const std::string& text) {
    try {
        static_cast<void>(read_template("web", text, "/here"));
    } catch (const ProgramError& error) {
        return error.what();
    }
    return "none";
}

std::string as_utf16(const std::string& ascii) {
    std::string bytes = "\xFF\xFE";
    for (const char c : ascii) {
        bytes += {c, '\0'};
    }
    return bytes;
}

} // namespace

TEST_CASE("a template that Performance Monitor saved becomes a set") {
    const auto imported = read_template("web",
        saved("<Duration>60</Duration><Segment>-1</Segment>"
              "<SegmentMaxDuration>3600</SegmentMaxDuration><SegmentMaxSize>100</SegmentMaxSize>",
            "<SampleInterval>5</SampleInterval><LogFileFormat>0</LogFileFormat><LogAppend>-1</LogAppend>"
            "<Counter>\n  \\Memory\\*  \n</Counter>"),
        "/here");
    CHECK(imported.set.counters == Texts{"\\Processor(*)\\% Processor Time", "\\Memory\\*"});
    CHECK(imported.set.interval == 5s);
    CHECK(imported.set.run_time == 60s);
    CHECK(imported.set.segment == 3600s);
    CHECK(imported.set.megabytes == 100);
    CHECK(imported.set.is_appended);
    CHECK(imported.set.format == OutputFormat::csv);
    CHECK(imported.set.output == "/here/System & more");
    CHECK(imported.notes ==
          Texts{"Its logs go to /here in place of %systemdrive%\\PerfLogs\\Admin; logman update "
                "web -o changes that."});
}

TEST_CASE("a template may be in UTF-16, as Performance Monitor writes it") {
    auto text = saved({}, {});
    text.replace(text.find("UTF-8"), 5, "UTF-16");
    CHECK(read_template("web", as_utf16(text), "/here").set.counters.size() == 1);
}

TEST_CASE("elements that are not known are named once, and left out with all that they have") {
    const auto notes = read_template("web",
        saved("<Schedule><Days>127</Days><Counter>\\a\\b</Counter></Schedule><Task>say</Task><Task>say</Task>"
              "<Subdirectory/><TaskRunAsSelf>0</TaskRunAsSelf>",
            "<DataManager><Rules>1</Rules></DataManager>"),
        "/here")
                           .notes;
    CHECK(Texts(notes.begin(), notes.begin() + 3) ==
          Texts{"<Schedule> is left out.", "<Task> is left out.", "<DataManager> is left out."});
    CHECK(notes.size() == 4);
}

TEST_CASE("a time counts where the template switches segments on, and a size always") {
    const std::string sizes =
        "<SegmentMaxDuration>60</SegmentMaxDuration><SegmentMaxSize>10</SegmentMaxSize>";
    const auto off = read_template("web", saved("<Segment>0</Segment>" + sizes, {}), "/here").set;
    CHECK_FALSE(off.segment.has_value());
    CHECK(off.megabytes == 10);
    CHECK(off.ends_when_full);
    const auto on = read_template("web", saved("<Segment>-1</Segment>" + sizes, {}), "/here").set;
    CHECK(on.segment == 60s);
    CHECK_FALSE(on.ends_when_full);
    const auto circular = read_template("web", saved(sizes, "<LogCircular>1</LogCircular>"), "/here").set;
    CHECK(circular.is_circular);
    CHECK(circular.megabytes == 10);
}

TEST_CASE("the form of the names of logs") {
    CHECK(read_template("web", saved({}, "<FileNameFormat>512</FileNameFormat>"), "/here").set.versioning ==
          Versioning::number);
    CHECK(read_template("web", saved({}, "<FileNameFormat>16384</FileNameFormat>"), "/here").set.versioning ==
          Versioning::date);
    const auto other = read_template("web", saved({}, "<FileNameFormat>256</FileNameFormat>"), "/here");
    CHECK(other.set.versioning == Versioning::number);
    CHECK(other.notes.front() == "Its logs are numbered: <FileNameFormat> 256 is not possible here.");
    const std::string with_pattern = "<FileNameFormat>1</FileNameFormat><FileNameFormatPattern>";
    const auto pattern =
        read_template("web", saved({}, with_pattern + "yyyy</FileNameFormatPattern>"), "/here");
    CHECK(pattern.set.versioning == Versioning::number);
    CHECK(pattern.notes.front() ==
          "Its logs are numbered: <FileNameFormat> 1 with the pattern yyyy is not possible here.");
    const auto empty = read_template("web", saved({}, with_pattern + "</FileNameFormatPattern>"), "/here");
    CHECK(empty.set.versioning == Versioning::none);
    CHECK(empty.notes.size() == 1); // of the folder
}

TEST_CASE("several collectors become one, and a database is kept") {
    auto text = saved({}, {});
    text.insert(text.find("</DataCollectorSet>"),
        "<PerformanceCounterDataCollector><Counter>\\a\\b</Counter></PerformanceCounterDataCollector>");
    const auto imported = read_template("web", text, "/here");
    CHECK(imported.set.counters.size() == 2);
    CHECK(imported.notes.front() == "Its 2 collectors become one, with the counters of all.");
    const auto database = read_template("web",
        saved({}, "<LogFileFormat>2</LogFileFormat><DataSourceName>SQL:logs!web</DataSourceName>"), "/here");
    CHECK(database.set.output == "SQL:logs!web");
}

TEST_CASE("a circular log has at most 4095 megabytes") {
    const auto imported = read_template(
        "web", saved("<SegmentMaxSize>8192</SegmentMaxSize>", "<LogCircular>-1</LogCircular>"), "/here");
    CHECK(imported.set.is_circular);
    CHECK(imported.set.megabytes == 4095);
    CHECK(imported.notes.back() ==
          "Its circular log has 4095 megabytes in place of 8192, the most that is possible.");
}

TEST_CASE("a data source with a file name is a log in a database, and exported as such") {
    const auto imported_as = [](const std::string& source, const std::string& file) {
        return read_template("web",
            "<DataCollectorSet><PerformanceCounterDataCollector><LogFileFormat>2</"
            "LogFileFormat><DataSourceName>" +
                source + "</DataSourceName>" + file +
                "<Counter>\\a\\b</Counter></PerformanceCounterDataCollector></DataCollectorSet>",
            "/here")
            .set;
    };
    CHECK(imported_as("SQLPerfMon", "<FileName>Log1</FileName>").output == "SQL:SQLPerfMon!Log1");
    CHECK(imported_as("SQL:SQLPerfMon", "<FileName/>").output == "SQL:SQLPerfMon!web");
    auto set = imported_as("SQLPerfMon", "<FileName>Log1</FileName>");
    set.megabytes = 500;
    set.ends_when_full = true;
    const auto exported = logman::template_of(set);
    CHECK(exported.text.find("<DataSourceName>SQLPerfMon</DataSourceName>") != std::string::npos);
    CHECK(exported.text.find("<FileName>Log1</FileName>") != std::string::npos);
    CHECK(exported.text.find("<SegmentMaxRecords>500</SegmentMaxRecords>") != std::string::npos);
    CHECK(exported.text.find("<SegmentMaxSize>0</SegmentMaxSize>") != std::string::npos);
    const auto again = read_template("web", exported.text, "/here");
    CHECK(again.notes.empty());
    CHECK(logman::set_text(again.set) == logman::set_text(set));
}

TEST_CASE("what is not a template of counters is refused with the reason") {
    CHECK(template_failure("hello").find("It is not XML that can be read: line 1: ") == 0);
    CHECK(template_failure("").find("It is not XML that can be read: line 1: ") == 0);
    CHECK(template_failure("<a><b></a>").find("mismatched tag") != std::string::npos);
    CHECK(template_failure("<a/>").find("It is not a template of counters") == 0);
    CHECK(template_failure("<DataCollectorSet/>").find("It is not a template of counters") == 0);
    CHECK(template_failure(saved({}, "<LogFileFormat>9</LogFileFormat>")) ==
          "<LogFileFormat> has 9, which is not a format of Windows.");
    CHECK(template_failure(saved({}, "<SampleInterval>x</SampleInterval>")) ==
          "<SampleInterval> has \"x\", which is not a number.");
    CHECK(template_failure(saved({}, "<SampleInterval>0</SampleInterval>")) ==
          "<SampleInterval> has no seconds.");
}

TEST_CASE("entities of a document type are not read") {
    CHECK(template_failure("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>") ==
          "It is not XML that can be read: line 1: it has a document type, which a template does not need.");
    CHECK(template_failure("<a>&b;</a>").find("undefined entity") != std::string::npos);
}

TEST_CASE("elements may be nested 32 deep") {
    const auto nested = [](std::size_t depth) {
        std::string text;
        for (std::size_t i = 0; i < depth; ++i) {
            text.insert(0, "<a>").append("</a>");
        }
        return text;
    };
    CHECK(logman::parse_xml(nested(32)).size() == 32);
    CHECK_THROWS_AS(static_cast<void>(logman::parse_xml(nested(33))), ProgramError);
}

TEST_CASE("a set that was exported is imported as it was") {
    logman::CollectorSet set;
    set.name = "web";
    set.counters = {"\\Process(a<b>&c)\\% Processor Time", "\\Memory\\*"};
    set.output = "/logs/web & co";
    set.interval = 7s;
    set.versioning = Versioning::date;
    set.megabytes = 5;
    set.segment = 60s;
    set.run_time = 120s;
    set.is_overwritten = true;
    for (const auto format : {OutputFormat::bin, OutputFormat::csv, OutputFormat::tsv}) {
        set.format = format;
        const auto exported = logman::template_of(set);
        CHECK(exported.notes.empty());
        const auto imported = read_template("web", exported.text, "/here");
        CHECK(imported.notes.empty());
        CHECK(logman::set_text(imported.set) == logman::set_text(set));
    }
    set.command = "/bin/true";
    set.samples = 5;
    CHECK(logman::template_of(set).notes ==
          Texts{"-rc is not in the template.", "-sc is not in the template."});
    set.counters = {"\\a(\n)\\b"};
    CHECK_THROWS_AS(static_cast<void>(logman::template_of(set)), ProgramError);
    set.kind = logman::SetKind::alert;
    CHECK_THROWS_AS(static_cast<void>(logman::template_of(set)), ProgramError);
}

TEST_CASE("the file of a template has at most 4 MiB") {
    const pdh_shim::test::TemporaryFolder folder;
    const auto file = folder.write("a.xml", "<a/>");
    CHECK(logman::read_template_file(file) == "<a/>");
    const auto large = folder.write("large.xml", std::string((std::size_t{4} << 20U) + 1, ' '));
    CHECK_THROWS_AS(static_cast<void>(logman::read_template_file(large)), ProgramError);
    CHECK_THROWS_AS(static_cast<void>(logman::read_template_file(folder.path())), ProgramError);
    CHECK_THROWS_AS(static_cast<void>(logman::read_template_file(folder.path("none"))), ProgramError);
}

TEST_CASE("a counter of a template is never an option, nor lost") {
    const auto imported =
        read_template("web", saved("", "<Counter>[rc]</Counter><Counter>/tmp/pwn.sh</Counter>"), "/here");
    const auto again = logman::parse_set("web", logman::set_text(imported.set));
    CHECK(again.command.empty());
    CHECK(again.counters == Texts{"\\Processor(*)\\% Processor Time", "[rc]", "/tmp/pwn.sh"});
    CHECK(template_failure(saved("", "<Counter></Counter>")) == "A counter is empty.");
}

TEST_CASE("a text log of a template that is circular is an ordinary one, which is said") {
    const auto imported = read_template(
        "web", saved("", "<LogCircular>-1</LogCircular><LogFileFormat>0</LogFileFormat>"), "/here");
    CHECK_FALSE(imported.set.is_circular);
    CHECK(imported.notes.back() == "Its logs are not circular: only binary ones can be.");
}

TEST_CASE("a text that XML cannot have is refused") {
    for (const auto* const text : {"\xFF", "a\x1B", "\xEF\xBF\xBF", "\xED\xA0\x80"}) {
        CHECK_THROWS_AS(static_cast<void>(logman::xml_text(text)), ProgramError);
    }
    CHECK(logman::xml_text("\xC3\xA4<") == "\xC3\xA4&lt;");
}

TEST_CASE("a template with too many elements, or too long a name, is refused") {
    std::string many;
    for (int i = 0; i < 100'000; ++i) {
        many += "<a/>";
    }
    const auto* const reason = "it has more than 100,000 elements, or a name of more than 256 bytes";
    CHECK(template_failure("<DataCollectorSet>" + many + "</DataCollectorSet>").find(reason) !=
          std::string::npos);
    const std::string name(257, 'a');
    CHECK(template_failure("<" + name + "></" + name + ">").find(reason) != std::string::npos);
}
