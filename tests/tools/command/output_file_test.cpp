// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fake_platform.h"
#include "temporary_folder.h"
#include "tools/command/output_file.h"
#include "tools/command/text_file.h"
#include "tools/streams/seekable_input.h"
#include "tools/terminal/program_end.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

using namespace pdh_shim::tools;
using command::OutputFormat;

TEST_CASE("a format has its name in any case") {
    CHECK(command::parse_output_format("CSV") == OutputFormat::csv);
    CHECK(command::parse_output_format("tsv") == OutputFormat::tsv);
    CHECK(command::parse_output_format("Bin") == OutputFormat::bin);
    CHECK(command::parse_output_format("sql") == OutputFormat::sql);
    CHECK(command::parse_output_format("HTML") == OutputFormat::html);
    CHECK(command::parse_output_format("json") == OutputFormat::json);
    CHECK(command::parse_output_format("Long") == OutputFormat::long_table);
    CHECK(command::parse_output_format("INFLUX") == OutputFormat::influx);
    CHECK(command::parse_output_format("openmetrics") == OutputFormat::openmetrics);
    for (const auto* const name : {"csv", "html", "long", "openmetrics"}) {
        CHECK(command::name_of_format(command::parse_output_format(name)) == name);
    }
    for (const auto* const name : {"", "CSV ", "blg", "xml"}) {
        CHECK_THROWS_AS(static_cast<void>(command::parse_output_format(name)), terminal::UsageError);
    }
}

TEST_CASE("a log in a database is named by SQL: and nothing else") {
    CHECK(command::is_database_log("SQL:dsn!set"));
    CHECK(command::is_database_log("sql:"));
    for (const auto* const name : {"", "SQL", "mysql:x", "./sql:x", "sqlite:x"}) {
        CHECK_FALSE(command::is_database_log(name));
    }
    CHECK(command::database_log_name("dsn!set") == "SQL:dsn!set");
    CHECK(command::database_log_name("sql:dsn!set") == "sql:dsn!set");
}

using namespace pdh_shim::tools;
using namespace std::string_literals;

using command::Console;
using command::OutputFile;
using command::read_file;
using pdh_shim::test::TemporaryFolder;
using terminal::ProgramError;

namespace {

/// What an output file needs.
struct FileBed {
    const TemporaryFolder folder;
    FakePlatform platform;
    Console console{platform, "typeperf", command::Audience::system};
};

} // namespace

TEST_CASE_FIXTURE(FileBed, "text is in the file as soon as it is written") {
    const auto name = folder.path("new.csv");
    OutputFile file(name, false, console);
    file.write("a\r\n");
    CHECK(read_file(name) == "a\r\n");
    file.write("b\r\n");
    CHECK(read_file(name) == "a\r\nb\r\n");
    CHECK(platform.console.empty());
}

TEST_CASE_FIXTURE(FileBed, "an existing file is overwritten when the user agrees") {
    const auto name = folder.path("old.csv");
    std::ofstream(name) << "old";
    for (const auto* const answer : {"y", "Y", "yes"}) {
        platform.typed = answer;
        OutputFile(name, false, console).write(answer);
        CHECK(read_file(name) == answer);
    }
    CHECK(platform.errors.rfind("The file \"" + name + "\" exists. Overwrite it? [y/n] ", 0) == 0);
}

TEST_CASE_FIXTURE(FileBed, "an existing file stays as it is when the user does not agree") {
    const auto name = folder.path("old.csv");
    std::ofstream(name) << "old";
    const std::vector<std::optional<std::string>> answers = {"n", "", "maybe", std::nullopt};
    for (const auto& answer : answers) {
        platform.typed = answer;
        CHECK_THROWS_AS(OutputFile(name, false, console), ProgramError);
        CHECK(read_file(name) == "old");
    }
}

TEST_CASE_FIXTURE(FileBed, "with yes to all nothing is asked") {
    const auto name = folder.path("old.csv");
    std::ofstream(name) << "old";
    OutputFile(name, true, console).write("new");
    CHECK(read_file(name) == "new");
    CHECK(platform.console.empty());
}

TEST_CASE_FIXTURE(FileBed, "a file that cannot be created or written is named") {
    CHECK_THROWS_WITH_AS(OutputFile("/nonexistent/x.csv", true, console),
        "The file \"/nonexistent/x.csv\" cannot be created: No such file or directory.", ProgramError);
    if (std::filesystem::exists("/dev/full")) {
        OutputFile full("/dev/full", false, console);
        CHECK_THROWS_WITH_AS(full.write("x"),
            "The file \"/dev/full\" cannot be written: No space left on device.", terminal::OutputError);
    }
}

TEST_CASE_FIXTURE(FileBed, "lines of a file end with CR and LF") {
    const auto name = folder.path("new.csv");
    OutputFile file(name, false, console);
    file.write_line("a");
    file.write_lines({"b", "c"});
    CHECK(read_file(name) == "a\r\nb\r\nc\r\n");
}

TEST_CASE_FIXTURE(FileBed, "a file is written by one program at a time") {
    const auto name = folder.path("one.csv");
    {
        OutputFile first(name, true, console);
        first.write("kept");
        CHECK_THROWS_WITH_AS(OutputFile(name, true, console),
            ("The file \"" + name + "\" is being written by another program.").c_str(), ProgramError);
        CHECK(read_file(name) == "kept");
    }
    OutputFile(name, true, console).write("next");
    CHECK(read_file(name) == "next");
}

TEST_CASE_FIXTURE(FileBed, "a file that somebody empties begins with its head again") {
    const auto name = folder.path("rotated.csv");
    OutputFile file(name, true, console);
    file.begin_with("head\r\n");
    file.write_line("one");
    CHECK(read_file(name) == "head\r\none\r\n");
    std::filesystem::resize_file(name, 0);
    file.write_line("two");
    CHECK(read_file(name) == "head\r\ntwo\r\n");
}

TEST_CASE_FIXTURE(FileBed, "a moved file is opened again with its head; any other is continued") {
    const auto name = folder.path("moved.csv");
    OutputFile file(name, true, console);
    file.begin_with("head\r\n");
    file.write_line("one");
    file.reopen();
    file.write_line("two");
    std::filesystem::rename(name, name + ".1");
    file.reopen();
    CHECK(read_file(name) == "head\r\n");
    file.write_line("three");
    CHECK(read_file(name) == "head\r\nthree\r\n");
    CHECK(read_file(name + ".1") == "head\r\none\r\ntwo\r\n");
}

TEST_CASE("a dash is standard output, which then has nothing else") {
    FakePlatform platform;
    Console console(platform, "relog", command::Audience::windows);
    OutputFile file("-", false, console);
    file.begin_with("head\r\n");
    file.write("one\n");
    CHECK(platform.console == "head\r\none\n");
    console.write_line("Input");
    console.write_end({"done"});
    console.write_failure("no");
    CHECK(platform.console == "head\r\none\n");
    CHECK(platform.errors == "Input\r\ndone\r\n\r\nError: no\r\n");
    CHECK_FALSE(file.is_moved());
    platform.console_error = std::make_error_code(std::errc::broken_pipe);
    CHECK_THROWS_AS(file.write("x"), terminal::OutputClosed);
}

TEST_CASE_FIXTURE(FileBed, "a file of another name, or none, is not the one that is written any more") {
    const auto name = folder.path("a.csv");
    OutputFile file(name, true, console);
    CHECK_FALSE(file.is_moved());
    std::filesystem::rename(name, name + ".1");
    CHECK(file.is_moved());
    std::ofstream(name) << "another";
    CHECK(file.is_moved());
}

#ifdef PDH_SHIM_HAS_COMPRESSION
namespace {

// What gzip's program reads of a file, which may not be at its end yet.
std::string unzipped(const std::string& name) {
    const auto input = streams::seekable_input(name, [] { return false; });
    return read_file(input.path);
}

} // namespace

TEST_CASE_FIXTURE(FileBed, "a file whose name ends in .gz is compressed, also over a rotation") {
    const auto name = folder.path("log.csv.gz");
    OutputFile file(name, true, console);
    file.begin_with("head\r\n");
    CHECK_FALSE(file.is_moved());
    file.write_line("one");
    file.reopen(); // it was not moved: another stream follows
    file.write_line("two");
    file.flush();
    std::filesystem::rename(name, name + ".1");
    file.reopen();
    file.write_line("three");
    file.close();
    CHECK(unzipped(name + ".1") == "head\r\none\r\ntwo\r\n");
    CHECK(unzipped(name) == "head\r\nthree\r\n");
}

TEST_CASE_FIXTURE(FileBed, "a compressed file that somebody empties begins anew") {
    const auto name = folder.path("log.csv.gz");
    OutputFile file(name, true, console);
    file.begin_with("head\r\n");
    file.write_line("one");
    file.flush();
    std::filesystem::resize_file(name, 0);
    file.write_line("two");
    file.close();
    CHECK(unzipped(name) == "head\r\ntwo\r\n");
}

TEST_CASE_FIXTURE(FileBed, "so does one without a head, and one that is closed then") {
    for (const auto* const ending : {".gz", ".xz", ".zst"}) {
        const auto name = folder.path("log.json" + std::string(ending));
        OutputFile file(name, true, console);
        file.write("one\n");
        file.flush();
        std::filesystem::resize_file(name, 0);
        file.write("two\n");
        file.flush();
        file.close();
        CHECK(unzipped(name) == "two\n");
        std::filesystem::resize_file(name, 0);
        file.close();
        CHECK(unzipped(name).empty());
    }
}

TEST_CASE_FIXTURE(FileBed, "a plain file keeps its bytes, whatever its name is") {
    const auto name = folder.path("capture.gz");
    OutputFile file(name, true, console, OutputFile::PlainFile::yes);
    file.write("bytes");
    CHECK(read_file(name) == "bytes");
}
#endif

TEST_CASE_FIXTURE(FileBed, "a name without a dot gets the extension of the format, unless it is there") {
    const auto extended = [](const std::string& name) {
        return command::with_extension(name, command::OutputFormat::csv);
    };
    const auto folder_path = folder.path("x").substr(0, folder.path("x").size() - 1);
    CHECK(extended(folder.path("c")) == folder.path("c") + ".csv");
    CHECK(extended("C:\\temp\\a.b\\c") == "C:\\temp\\a.b\\c.csv");
    CHECK(command::with_extension("web", command::OutputFormat::bin) == "web.blg");
    CHECK(command::with_extension("web", command::OutputFormat::long_table) == "web.csv");
    for (const std::string name :
        {"", "-", "/dev/stdout", "/dev/null", "a.txt", "a.", ".a", "a/.b", "x.csv.gz", "SQL:dsn!set", "a/"}) {
        CAPTURE(name);
        CHECK(extended(name) == name);
    }
    std::ofstream(folder.path("old")) << "old";
    CHECK(extended(folder.path("old")) == folder.path("old"));
    std::filesystem::create_directory(folder.path("folder"));
    CHECK(extended(folder.path("folder")) == folder.path("folder") + ".csv");
    CHECK(extended(folder_path) == folder_path); // ends with a slash
}

TEST_CASE_FIXTURE(FileBed, "an extension of another format is said, but not to programs for Windows") {
    using command::OutputFormat;
    Console windows(platform, "typeperf", command::Audience::windows);
    for (const auto& [name, format] : {std::pair("a.csv", OutputFormat::csv),
             std::pair("a.CSV", OutputFormat::csv), std::pair("a.csv", OutputFormat::long_table),
             std::pair("a.txt", OutputFormat::bin), std::pair("a", OutputFormat::bin),
             std::pair("-", OutputFormat::bin), std::pair("a.tsv.gz", OutputFormat::tsv)}) {
        command::warn_of_extension(name, format, console);
    }
    command::warn_of_extension("p.csv", OutputFormat::bin, windows);
    CHECK(platform.errors.empty());
    command::warn_of_extension("p.csv", OutputFormat::bin, console);
    command::warn_of_extension("x.BLG.gz", OutputFormat::csv, console);
    CHECK(
        platform.errors ==
        "typeperf: The file \"p.csv\" is written as BIN, not as its extension says; -f CSV does that.\n"
        "typeperf: The file \"x.BLG.gz\" is written as CSV, not as its extension says; -f BIN does that.\n");
}

TEST_CASE_FIXTURE(FileBed, "a path of Windows is said to be the name of one file") {
    for (const auto* const name : {"web.csv", "/tmp/a\\b", "", "-", "SQL:dsn!a\\b"}) {
        command::warn_of_backslash(name, console);
    }
    CHECK(platform.errors.empty());
    command::warn_of_backslash("C:\\PerfLogs\\W.csv", console);
    CHECK(platform.errors ==
          "typeperf: The file is written in the current folder, with the name "
          "\"C:\\PerfLogs\\W.csv\": on this system a backslash does not separate folders.\n");
}

using command::decode_text;
using command::lower_case;
using command::meaningful_lines;
using Lines = std::vector<std::string>;

TEST_CASE("only ASCII letters have a lower case") {
    CHECK(lower_case("-SI /qX \xC3\x84 1") == "-si /qx \xC3\x84 1");
}

TEST_CASE("lines end with LF or CRLF, the last one also with the file") {
    CHECK(meaningful_lines("a\r\nb\nc") == Lines{"a", "b", "c"});
    CHECK(meaningful_lines("a\n") == Lines{"a"});
    CHECK(meaningful_lines("").empty());
}

TEST_CASE("blank lines and remarks are left out") {
    CHECK(meaningful_lines("\n  \t\r\n; remark\n # remark\n\"\"\n\\a\\b\n") == Lines{"\\a\\b"});
}

TEST_CASE("blanks and quotes around a line are not part of it") {
    CHECK(
        meaningful_lines("  \\a\\% b \t\r\n\"\\c(d e)\\f\"\n\"\n") == Lines{"\\a\\% b", "\\c(d e)\\f", "\""});
}

TEST_CASE("what is in quotes is a value, whatever it begins with") {
    CHECK(meaningful_lines("\"# a\"\n\"; b\"\n\"[c]\"\n") == Lines{"# a", "; b", "[c]"});
    const auto lines = command::list_lines("\"[c]\"\n[c]\n");
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].is_quoted);
    CHECK_FALSE(lines[1].is_quoted);
}

TEST_CASE("the sentence with which typeperf -q ends is not read as a counter") {
    CHECK(meaningful_lines("\\a\\b\r\nThe command completed successfully.\r\n") == Lines{"\\a\\b"});
}

TEST_CASE("text with a byte order mark is UTF-8 or UTF-16, else it is UTF-8") {
    CHECK(decode_text("\\a\\b\xC3\xA4") == "\\a\\b\xC3\xA4");
    CHECK(decode_text("\xEF\xBB\xBF\\a\n") == "\\a\n");
    CHECK(decode_text("\xFF\xFE\\\0\xE4\0\r\0\n\0"s) == "\\\xC3\xA4\r\n");
    CHECK(decode_text("\xFE\xFF\0\\\0\xE4\0\r\0\n"s) == "\\\xC3\xA4\r\n");
    CHECK(decode_text("\xFF\xFE\x3D\xD8\x00\xDE"s) == "\xF0\x9F\x98\x80");
    CHECK(decode_text("\xFF\xFE"s).empty());
    CHECK(decode_text("").empty());
}

TEST_CASE("text with a wrong byte order mark is refused as a whole") {
    const auto* const malformed = "is not the UTF-16 text that its byte order mark says";
    CHECK_THROWS_WITH_AS((void)decode_text("\xFF\xFE\\"s), malformed, terminal::ProgramError);
    CHECK_THROWS_WITH_AS((void)decode_text("\xFF\xFE\x3D\xD8"s), malformed, terminal::ProgramError);
    CHECK_THROWS_WITH_AS((void)decode_text("\xFF\xFE\x00\xDE\\\0"s), malformed, terminal::ProgramError);
    const auto* const nul = "is no text: it holds a NUL; UTF-16 needs a byte order mark";
    CHECK_THROWS_WITH_AS((void)decode_text("\\\0a\0"s), nul, terminal::ProgramError);
    CHECK_THROWS_WITH_AS((void)decode_text("\xFF\xFE\0\0"s), nul, terminal::ProgramError);
}

TEST_CASE("a folder and a file without an end are refused") {
    const pdh_shim::test::TemporaryFolder folder;
    const auto name = folder.path("");
    CHECK_THROWS_WITH_AS(
        (void)command::read_file(name), ("\"" + name + "\" is a folder.").c_str(), terminal::ProgramError);
    if (std::filesystem::exists("/dev/zero")) {
        CHECK_THROWS_WITH_AS((void)command::read_file("/dev/zero"),
            "The file \"/dev/zero\" holds more than 16 MiB.", terminal::ProgramError);
    }
}

TEST_CASE("a file that cannot be read is named") {
    CHECK_THROWS_WITH_AS((void)command::read_file("/nonexistent/list.txt"),
        "The file \"/nonexistent/list.txt\" cannot be read: No such file or directory.",
        terminal::ProgramError);
}
