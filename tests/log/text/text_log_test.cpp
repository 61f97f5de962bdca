// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/text.h"
#include "log/text/text_reader.h"
#include "log/text/text_writer.h"
#include "memory_file.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::log::text;
using test::Bytes;
using test::bytes_of;
using test::Disk;
using test::file_of;
using test::writer_to;

namespace {

constexpr std::int64_t start_time = 134'116'992'000'000'000; // 2026
constexpr std::int64_t second = 10'000'000;

using Row = std::vector<std::optional<double>>;

struct Read {
    std::int64_t time;
    Row row;

    friend bool operator==(const Read&, const Read&) = default;
};

std::unique_ptr<TextReader> reader_of(std::string_view text) {
    auto reader = TextReader::open(file_of(bytes_of(text)));
    REQUIRE(reader.has_value());
    return std::move(reader).value();
}

std::optional<Read> next_of(TextReader& reader) {
    model::LogRecord record;
    const auto next = reader.next(record);
    REQUIRE(next.has_value());
    if (!next.value()) {
        return std::nullopt;
    }
    Read read{record.time_stamp, {}};
    for (const model::LogCell& cell : record.cells) {
        read.row.push_back(
            cell.is_there ? std::optional(std::bit_cast<double>(cell.value.first)) : std::nullopt);
    }
    return read;
}

std::vector<Read> read_all(TextReader& reader) {
    std::vector<Read> all;
    while (auto read = next_of(reader)) {
        all.push_back(*std::move(read));
    }
    return all;
}

std::vector<Read> read_all(std::string_view text) {
    return read_all(*reader_of(text));
}

model::LogRecord record_of(const Read& read) {
    model::LogRecord record;
    record.time_stamp = read.time;
    for (const auto& value : read.row) {
        model::LogCell cell;
        cell.is_there = value.has_value();
        cell.value.first = std::bit_cast<std::int64_t>(value.value_or(0));
        record.cells.push_back(cell);
    }
    return record;
}

HeaderToWrite header_of(std::size_t columns, char separator = ',') {
    HeaderToWrite header{separator, "UTC", 0, {}};
    for (std::size_t i = 0; i < columns; ++i) {
        std::u16string path = u"\\\\H\\O(";
        path += static_cast<char16_t>(u'a' + i % 26);
        if (i >= 26) {
            append_decimal(path, i);
        }
        header.columns.push_back(path + u")\\C");
    }
    return header;
}

std::vector<Read> random_rows(std::size_t count, std::size_t columns) {
    std::mt19937_64 random(5);
    std::vector<Read> rows;
    for (std::size_t i = 0; i < count; ++i) {
        Read row{start_time + static_cast<std::int64_t>(i) * second, {}};
        for (std::size_t column = 0; column < columns; ++column) {
            const auto value = std::bit_cast<double>(static_cast<std::uint64_t>(random()));
            row.row.push_back(
                std::isfinite(value) && random() % 4 != 0 ? std::optional(value) : std::nullopt);
        }
        rows.push_back(row);
    }
    return rows;
}

std::string text_of(const Disk& disk) {
    return {reinterpret_cast<const char*>(disk.bytes.data()), disk.bytes.size()};
}

std::string written(const std::vector<Read>& rows, const HeaderToWrite& header) {
    Disk disk;
    auto writer = TextWriter::begin(writer_to(disk), header, false);
    REQUIRE(writer.has_value());
    for (const Read& row : rows) {
        REQUIRE(writer.value()->write(record_of(row)).has_value());
    }
    REQUIRE(writer.value()->close().has_value());
    return text_of(disk);
}

const std::string head = "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\H\\O(a)\\C\",\"\\\\H\\O(b)\\C\"\r\n";

bool require_next(model::LogReader& reader, model::LogRecord& record) {
    const auto is_there = reader.next(record);
    REQUIRE(is_there.has_value());
    return is_there.value();
}

} // namespace

TEST_CASE("every cell is read as it was written") {
    for (const char separator : {',', '\t'}) {
        const auto rows = random_rows(500, 7);
        CHECK(read_all(written(rows, header_of(7, separator))) == rows);
    }
}

TEST_CASE("rows stand in the file as Windows writes them") {
    CHECK(written({{start_time, {1.5, std::nullopt}}}, header_of(2)) ==
          head + "\"01/01/2026 00:00:00.000\",\"1.5\",\" \"\r\n");
}

TEST_CASE("values with the CStatus of an error are blank") {
    Disk disk;
    auto writer = TextWriter::begin(writer_to(disk), header_of(1), false);
    model::LogRecord record = record_of({start_time, {1.0}});
    record.cells[0].value.cstatus = 0xC0000BBA;
    REQUIRE(writer.value()->write(record).has_value());
    REQUIRE(writer.value()->close().has_value());
    CHECK(text_of(disk).ends_with(",\" \"\r\n"));
}

TEST_CASE("comments stand in the last cell of their rows") {
    Disk disk;
    HeaderToWrite header = header_of(1);
    header.columns.emplace_back(u"caption");
    auto writer = TextWriter::begin(writer_to(disk), header, true);
    REQUIRE(writer.has_value());
    model::LogRecord record = record_of({start_time, {1.0}});
    REQUIRE(writer.value()->write(record).has_value());
    record.comment = u"two \"lines\"\r\n";
    REQUIRE(writer.value()->write(record).has_value());
    REQUIRE(writer.value()->close().has_value());
    const std::string text = text_of(disk);
    CHECK(text.find("\"1\",\" \"\r\n") != std::string::npos);
    CHECK(text.ends_with("\"1\",\"two \"\"lines\"\"  \"\r\n"));
    const auto reader = reader_of(text);
    CHECK(reader->caption() == u"caption");
    REQUIRE(require_next(*reader, record));
    CHECK(record.comment.empty());
    REQUIRE(require_next(*reader, record));
    CHECK(record.comment == u"two \"lines\"  ");
}

TEST_CASE("a text in place of a number is kept, and counted for its column") {
    const auto reader = reader_of(head + "\"01/01/2026 00:00:00.000\",\"Yes\",\"nan\"\r\n"
                                         "\"01/01/2026 00:00:01.000\",\"1\",\"a \"\"b\"\" \"\r\n"
                                         "\"01/01/2026 00:00:02.000\",\"No\",\"2\"\r\n");
    model::LogRecord record;
    REQUIRE(require_next(*reader, record));
    CHECK(record.texts == std::vector<std::u16string>{u"Yes", u"nan"});
    for (std::int64_t i = 0; i < 2; ++i) {
        const model::LogValue& value = record.cells[static_cast<std::size_t>(i)].value;
        CHECK(value.multi == model::multi_of_text);
        CHECK(value.second == i);
        CHECK(value.cstatus == static_cast<std::uint32_t>(Status::cstatus_invalid_data));
    }
    REQUIRE(require_next(*reader, record));
    CHECK(record.texts == std::vector<std::u16string>{u"a \"b\" "});
    Disk disk;
    const auto writer = TextWriter::begin(writer_to(disk), header_of(2), false);
    REQUIRE(writer.value()->write(record).has_value());
    REQUIRE(writer.value()->close().has_value());
    CHECK(text_of(disk).ends_with("\"1\",\"a \"\"b\"\" \"\r\n"));
    REQUIRE(require_next(*reader, record));
    CHECK_FALSE(require_next(*reader, record));
    const model::LogLoss loss = reader->loss();
    CHECK(loss.places == 3);
    REQUIRE(loss.columns.size() == 2);
    CHECK(loss.columns[0].where == "line 2, column 2");
    CHECK(loss.columns[0].what == "has a value that is no number: Yes (2 such values)");
    CHECK(loss.columns[1].where == "line 3, column 3");
    REQUIRE(reader->seek(0).has_value());
    CHECK(reader->loss().columns.empty());
}

TEST_CASE("a last column whose header begins as a path is not one of comments") {
    const std::string path = "\\\\H\\O\\" + std::string(3000, 'c');
    const auto file = std::string("\"(PDH-CSV 4.0)\",\"\\\\H\\O\\C\",\"") + path + "\"\r\n";
    CHECK(read_header(file.substr(0, file.size() - 2)).error().status() == Status::unable_read_log_header);
}

TEST_CASE("files of all origins are read") {
    const std::vector<Read> expected{{start_time, {1.5, std::nullopt}}, {start_time + second, {2.0, 3.0}}};
    const std::string rows =
        "\"01/01/2026 00:00:00.000\",\"1.5\",\" \"\r\n\"01/01/2026 00:00:01.000\",\"2\",\"3\"\r\n";
    SUBCASE("as Windows writes them") {
        CHECK(read_all(head + rows) == expected);
    }
    SUBCASE("with line feeds alone") {
        std::string text = head + rows;
        std::erase(text, '\r');
        CHECK(read_all(text) == expected);
    }
    SUBCASE("without quotation marks") {
        std::string text = head + rows;
        std::erase(text, '"');
        CHECK(read_all(text) == expected);
    }
    SUBCASE("with a byte order mark") {
        CHECK(read_all("\xEF\xBB\xBF" + head + rows) == expected);
    }
    SUBCASE("with an empty line before the header and text behind the rows, as typeperf prints") {
        CHECK(read_all("\r\n" + head + rows + "Exiting, please wait...\r\n\r\r\n") == expected);
    }
    SUBCASE("in UTF-16, as PowerShell saves what typeperf prints") {
        std::string text = "\xFF\xFE";
        for (const char letter : "\r\n" + head + rows) {
            text += {letter, '\0'};
        }
        CHECK(read_all(text) == expected);
        const auto reader = reader_of(text);
        REQUIRE(reader->seek(start_time + second).has_value());
        CHECK(next_of(*reader) == expected.back());
    }
    SUBCASE("with empty cells and empty lines") {
        CHECK(read_all(head + "\r\n\"01/01/2026 00:00:00.000\",\"1.5\",\"\"\r\n\r\n"
                              "\"01/01/2026 00:00:01.000\",\"2\",\"3\"\r\n") == expected);
    }
    SUBCASE("with rows that are too short or too long") {
        CHECK(read_all(head + "\"01/01/2026 00:00:00.000\",\"1.5\"\r\n"
                              "\"01/01/2026 00:00:01.000\",\"2\",\"3\",\"4\"\r\n") == expected);
    }
    SUBCASE("without an end of the last line") {
        const std::string text = head + rows;
        CHECK(read_all(text.substr(0, text.size() - 2)) == expected);
    }
}

namespace {

const std::string windows_zone_head = "(PDH-CSV 4.0) (UTC)(0)";

// A log as spreadsheets save it.
std::string plain_log(const std::vector<std::string>& rows, char separator = ',') {
    std::string text = windows_zone_head + separator + "\\\\H\\O(a)\\C" + separator + "\\\\H\\O(b)\\C\r\n";
    for (const std::string& row : rows) {
        text += row + "\r\n";
    }
    return text;
}

std::vector<std::int64_t> times_of(const std::string& text) {
    std::vector<std::int64_t> times;
    for (const Read& read : read_all(text)) {
        times.push_back(read.time);
    }
    return times;
}

Failure failure_of(const std::string& text, const TextOptions& options = {}) {
    auto opened = TextReader::open(file_of(bytes_of(text)), options);
    if (!opened) {
        return std::move(opened).error();
    }
    model::LogRecord record;
    while (true) {
        auto next = opened.value()->next(record);
        if (!next) {
            return std::move(next).error();
        }
        REQUIRE(next.value());
    }
}

constexpr std::int64_t day = std::int64_t{24} * 60 * 60 * second;

} // namespace

TEST_CASE("times of a column that agrees on one meaning are read") {
    using Times = std::vector<std::int64_t>;
    const Times last_of_january{start_time + 11 * day, start_time + 12 * day};
    SUBCASE("ISO 8601") {
        CHECK(times_of(plain_log({"2026-01-12T00:00:00,1,2", "2026-01-13T00:00:00.000,1,2"})) ==
              last_of_january);
    }
    SUBCASE("the day first: a later row says so") {
        CHECK(times_of(plain_log({"12/01/2026 00:00,1,2", "13/01/2026 00:00,1,2"})) == last_of_january);
        CHECK(times_of(plain_log({"12-01-2026 0:00:00,1,2", "13-01-2026 0:00:00,1,2"})) == last_of_january);
    }
    SUBCASE("the month first: a later row says so") {
        CHECK(times_of(plain_log({"1/12/2026 0:00,1,2", "1/13/2026 0:00,1,2"})) == last_of_january);
        CHECK(times_of(plain_log({"1/12/26 12:00 AM,1,2", "1/13/26 12:00:00 AM,1,2"})) == last_of_january);
    }
    SUBCASE("points: the day is first") {
        CHECK(times_of(plain_log({"12.01.2026 00:00:00;1;2", "13.01.2026 00:00:00;1;2"}, ';')) ==
              last_of_january);
        CHECK(times_of(plain_log({"01.02.2026 0:00,1,2"})) == Times{start_time + 31 * day});
    }
    SUBCASE("Windows' form with the day first, as the whole column says") {
        CHECK(times_of(head + "\"12/01/2026 00:00:00.000\",\"1\",\"2\"\r\n"
                              "\"13/01/2026 00:00:00.000\",\"1\",\"2\"\r\n") == last_of_january);
    }
    SUBCASE("Windows' form, and nothing says more: the month is first") {
        CHECK(times_of(head + "\"01/12/2026 00:00:00.000\",\"1\",\"2\"\r\n") == Times{start_time + 11 * day});
        CHECK(times_of(head + "\"01/12/2026 00:00:00\",\"1\",\"2\"\r\n") == Times{start_time + 11 * day});
    }
    SUBCASE("both meanings are the same day") {
        CHECK(times_of(plain_log({"1/1/2026 0:00,1,2"})) == Times{start_time});
    }
}

TEST_CASE("a log whose times have two meanings is refused, and the reason names the option") {
    const std::string text = plain_log({"1/1/2026 0:00,1,2", "1/2/2026 0:00,1,2", "1/3/2026 0:00,1,2"});
    const Failure failure = failure_of(text);
    CHECK(failure.status() == Status::unknown_log_format);
    CHECK(failure.where() == "line 3");
    CHECK(failure.what().find("-dates mdy or -dates dmy") != std::string::npos);
    TextOptions options;
    options.dates = DateOrder::day_first;
    auto reader = TextReader::open(file_of(bytes_of(text)), options);
    REQUIRE(reader.has_value());
    CHECK(read_all(*reader.value())[1].time == start_time + 31 * day);
    options.dates = DateOrder::month_first;
    reader = TextReader::open(file_of(bytes_of(text)), options);
    REQUIRE(reader.has_value());
    CHECK(read_all(*reader.value())[1].time == start_time + day);
}

TEST_CASE("a time that contradicts those before it is refused with its line") {
    SUBCASE("another order") {
        const Failure failure = failure_of(head + "\"01/13/2026 00:00:00.000\",\"1\",\"2\"\r\n"
                                                  "\"13/01/2026 00:00:00.000\",\"1\",\"2\"\r\n");
        CHECK(failure.status() == Status::unknown_log_format);
        CHECK(failure.where() == "line 3");
    }
    SUBCASE("another form") {
        CHECK(failure_of(plain_log({"2026-01-12 00:00,1,2", "01/13/2026 00:00,1,2"})).where() == "line 3");
        CHECK(failure_of(plain_log({"1/13/2026 1:00 PM,1,2", "1/13/2026 14:00,1,2"})).where() == "line 3");
    }
    SUBCASE("behind the first 10,000 rows") {
        std::vector<std::string> rows(10'000, "13/01/2026 00:00,1,2");
        rows.emplace_back("01/14/2026 00:00,1,2");
        CHECK(failure_of(plain_log(rows)).where() == "line 10002");
    }
}

TEST_CASE("what says the meaning may stand in the last of the first 10,000 rows") {
    std::vector<std::string> rows(9'999, "01/02/2026 00:00,\"1,234\",2");
    rows.emplace_back("13/02/2026 00:00,\"12,5\",2");
    const auto all = read_all(plain_log(rows));
    REQUIRE(all.size() == 10'000);
    CHECK(all.front().time == start_time + 31 * day);
    CHECK(all.front().row.front() == 1.234);
}

TEST_CASE("a time that says its distance from UTC is one of the log's zone") {
    CHECK(times_of(plain_log({"2026-01-01T01:00:00+01:00,1,2"})) == std::vector<std::int64_t>{start_time});
    const auto reader = reader_of("(PDH-CSV 4.0),\\\\H\\O\\C\r\n2026-01-01T00:00:00-08:00,1\r\n"
                                  "2026-01-01T08:00:00Z,2\r\n");
    CHECK(reader->header().bias == 480);
    CHECK(read_all(*reader) == std::vector<Read>{{start_time, {1.0}}, {start_time, {2.0}}});
}

TEST_CASE("rows without a time that can be read are counted, with their first place") {
    const std::string row = "\"01/01/2026 00:00:00.000\",\"1\",\"2\"\r\n";
    SUBCASE("damaged times, NULs and torn rows") {
        const std::string bad = std::string("\"31/31/2026 00:00:00.000\",\"1\",\"2\"\r\n") +
                                std::string(40, '\0') + "\r\n" + "6 00:00:01.000\",\"1\"\r\n" +
                                "\"x\",\"1\",\"2\"\r\n";
        const auto reader = reader_of(head + row + bad + row);
        CHECK(read_all(*reader).size() == 2);
        CHECK(reader->loss().places == 4);
        CHECK(reader->loss().bytes == bad.size());
        CHECK(reader->loss().status == Status::invalid_data);
        CHECK(reader->loss().where == "line 3");
    }
    SUBCASE("a range counts them too") {
        const auto reader = reader_of(head + row + "\"x\",\"1\",\"2\"\r\n");
        REQUIRE(reader->range().has_value());
        CHECK(reader->loss().places == 1);
        CHECK(read_all(*reader).size() == 1);
        CHECK(reader->loss().places == 1);
    }
    SUBCASE("what typeperf prints, blank lines and a last line that was cut are no loss") {
        const auto reader = reader_of(
            "\r\n" + head + row + "\r\n \t\r\nExiting, please wait...     \r\n\r\r\n" + row.substr(0, 20));
        CHECK(read_all(*reader).size() == 1);
        CHECK(reader->loss().places == 0);
    }
}

TEST_CASE("values that cannot be read are counted, and so are rows of another length") {
    const auto loss_of = [](const std::string& cells) {
        const auto reader = reader_of(head + "\"01/01/2026 00:00:00.000\"," + cells + "\r\n");
        CHECK(read_all(*reader).size() == 1);
        CHECK(reader->loss().places <= 1);
        return reader->loss().what;
    };
    CHECK(loss_of("\"1x\",\"2\"") == "has a value that is no number: 1x");
    CHECK(loss_of("\"1\"") == "has too few cells");
    CHECK(loss_of("\"1\",\"2\",\"3\"") == "has too many cells");
    for (const char* const whole : {"\"1\",\" \"", "1,", "\"1\",\"\"", "\"nan\",\"-inf\"",
             "\"-1.#IND\",\"-nan(ind)\"", "\"1\",\"2\",", "\"1\",\"2\",\" \""}) {
        CHECK(loss_of(whole).empty());
    }
}

TEST_CASE("commas of numbers have the meaning that the whole file has") {
    const auto first_of = [](const std::vector<std::string>& rows, char separator) {
        return read_all(plain_log(rows, separator)).front().row.front();
    };
    CHECK(first_of({"1/1/2026 0:00,\"1,234\",0.5"}, ',') == 1234);
    CHECK(first_of({"1/1/2026 0:00,\"1,234\",2", "1/1/2026 0:01,\"1,234,567\",2"}, ',') == 1234);
    CHECK(first_of({"1/1/2026 0:00,\"1,234\",\"1,234.5\""}, ',') == 1234);
    CHECK(first_of({"1/1/2026 0:00;1,234;2", "1/1/2026 0:01;12,5;2"}, ';') == 1.234);
    CHECK(first_of({"1/1/2026 0:00;1.234;2", "1/1/2026 0:01;12,5;2"}, ';') == 1234);
    CHECK(first_of({"1/1/2026 0:00\t12,5\t2"}, '\t') == 12.5);
    CHECK(first_of({"1/1/2026 0:00,1.234,2"}, ',') == 1.234);
}

TEST_CASE("a log with ambiguous numbers is refused, and the reason names the option") {
    const std::string text = plain_log({"1/1/2026 0:00,7,2", "1/1/2026 0:01,\"1,234\",2"});
    const Failure failure = failure_of(text);
    CHECK(failure.status() == Status::unknown_log_format);
    CHECK(failure.where() == "line 3");
    CHECK(failure.what().find("-decimal comma or -decimal point") != std::string::npos);
    CHECK(failure_of(plain_log({"1/1/2026 0:00;1.234;2"}, ';')).where() == "line 2");
    for (const auto& [sign, value] :
        {std::pair{DecimalSign::point, 1234.0}, std::pair{DecimalSign::comma, 1.234}}) {
        TextOptions options;
        options.decimal = sign;
        const auto reader = TextReader::open(file_of(bytes_of(text)), options);
        REQUIRE(reader.has_value());
        CHECK(read_all(*reader.value())[1].row.front() == value);
    }
}

TEST_CASE("a number that contradicts those before it is refused with its line") {
    CHECK(failure_of(plain_log({"1/1/2026 0:00,0.5,2", "1/1/2026 0:01,\"12,5\",2"})).where() == "line 3");
    CHECK(failure_of(plain_log({"1/1/2026 0:00;12,5;2", "1/1/2026 0:01;0.5;2"}, ';')).where() == "line 3");
    std::vector<std::string> rows(10'000, "1/1/2026 0:00,7,2");
    rows.emplace_back("1/1/2026 0:00,\"1,234\",2");
    CHECK(failure_of(plain_log(rows)).where() == "line 10002");
}

TEST_CASE("columns of one counter are one while their values agree, else distinguished") {
    const auto log = [](const char* path, const std::string& rows) {
        return "\"(PDH-CSV 4.0) (UTC)(0)\",\"" + std::string(path) + "\",\"" + path + "\"\r\n" + rows;
    };
    const std::string same = "\"01/01/2026 00:00:00.000\",\"1\",\"1\"\r\n";
    const std::string different = "\"01/01/2026 00:00:00.000\",\"1\",\"2\"\r\n";
    SUBCASE("instances of one name get numbers") {
        const auto reader = reader_of(log("\\\\H\\O(a)\\C", same + different));
        CHECK(reader->entries()[0].duplicate == 0);
        CHECK(reader->entries()[1].duplicate == 1);
    }
    SUBCASE("the same values are one counter's") {
        const auto reader = reader_of(log("\\\\H\\O(a)\\C", same + same));
        CHECK(reader->entries()[0] == reader->entries()[1]);
        CHECK(read_all(*reader).size() == 2);
    }
    SUBCASE("without an instance the file is refused") {
        const Failure failure = failure_of(log("\\\\H\\O\\C", same + different));
        CHECK(failure.status() == Status::unable_read_log_header);
        CHECK(failure.where() == "line 1, column 3");
    }
    SUBCASE("a later row that contradicts is refused") {
        std::string rows;
        for (int i = 0; i < 10'000; ++i) {
            rows += same;
        }
        CHECK(failure_of(log("\\\\H\\O(a)\\C", rows + different)).where() == "line 10002");
    }
}

TEST_CASE("each cell of a text log is written with the decimals that it was read with") {
    std::string text = head;
    for (const char* const cells : {"\"82.45\",\"0.000000\"", "\"6.9494827586206889356e-005\",\"1.50\"",
             "\"0.10000000000000000555\",\"-0.00\"", "\"20261367808.000000\",\" \"",
             "\"0.032083023520161361\",\"1e+020\"", "\"18446744073709551616\",\"7\""}) {
        text += "\"01/13/2026 00:00:00.000\"," + std::string(cells) + "\r\n";
    }
    const auto reader = reader_of(text);
    Disk disk;
    auto writer = TextWriter::begin(writer_to(disk), header_of(2), false);
    REQUIRE(writer.has_value());
    model::LogRecord record;
    while (reader->next(record).value()) {
        REQUIRE(writer.value()->write(record).has_value());
    }
    REQUIRE(writer.value()->close().has_value());
    CHECK(text_of(disk) == text);
}

TEST_CASE("a last line that was cut at any byte is left out") {
    const auto rows = random_rows(3, 2);
    const std::string text = written(rows, header_of(2));
    const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
    for (std::size_t size = last; size < text.size() - 2; ++size) {
        const auto read = read_all(std::string_view(text).substr(0, size));
        CAPTURE(size);
        REQUIRE(read == std::vector<Read>(rows.begin(), rows.end() - 1));
    }
}

TEST_CASE("a header may have line ends in its names") {
    const std::string rows = "\"01/01/2026 00:00:00.000\",\"1\",\"2\"\r\n";
    for (const char* const name : {"a\nb", "a\r\nb", "\n", "a\n\n\nb", "\"\"\n\"\",\"\""}) {
        CAPTURE(name);
        const auto reader = reader_of("\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\H\\O(" + std::string(name) +
                                      ")\\C\",\"\\\\H\\O(b)\\C\"\r\n" + rows);
        REQUIRE(reader->entries().size() == 2);
        CHECK(reader->entries().front().instance.find(u'\n') != std::u16string::npos);
        const std::vector<Read> expected{{start_time, {1.0, 2.0}}};
        CHECK(read_all(*reader) == expected);
        REQUIRE(reader->seek(0).has_value());
        CHECK(read_all(*reader) == expected);
    }
}

TEST_CASE("names of a log in UTF-16 keep all their letters") {
    const std::u16string text =
        u"\uFEFF\r\n\"(PDH-CSV 4.0)\",\"\\\\H\\\u041F\u0430(\u4E2D)\\\u00C3\u00A9\",\"\\\\H\\"
        u"\u0414\u0430(\u65E5)\\\U0001F600\"\r\n\"01/01/2026 00:00:00.000\",\"1\",\"2\"\r\n";
    std::string bytes;
    for (const char16_t unit : text) {
        bytes += {static_cast<char>(unit), static_cast<char>(unit >> 8U)};
    }
    const auto reader = reader_of(bytes);
    REQUIRE(reader->entries().size() == 2);
    CHECK(reader->entries()[0].object == u"\u041F\u0430");
    CHECK(reader->entries()[0].instance == u"\u4E2D");
    CHECK(reader->entries()[0].counter == u"\u00C3\u00A9");
    CHECK(reader->entries()[1].object == u"\u0414\u0430");
    CHECK(reader->entries()[1].instance == u"\u65E5");
    CHECK(reader->entries()[1].counter == u"\U0001F600");
    CHECK(read_all(*reader) == std::vector<Read>{{start_time, {1.0, 2.0}}});
}

TEST_CASE("a header without its last quotation mark does not take the records for its own") {
    const std::string rows = "\"01/01/2026 00:00:00.000\",\"1\"\r\n\"01/01/2026 00:00:01.000\",\"2\"\r\n";
    CHECK(read_all("\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\H\\O\\C\r\n" + rows) ==
          std::vector<Read>{{start_time, {1.0}}, {start_time + second, {2.0}}});
    CHECK(reader_of("\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\H\\O\\C\r\nno row\r\n")->entries().size() == 1);
}

namespace {

// A log to which a row was added.
std::string added_to(const std::string& text) {
    const auto end = reader_of(text)->end();
    REQUIRE(end.has_value());
    Disk disk{bytes_of(text)};
    HeaderToWrite header = header_of(2);
    if (end.value().has_comments) {
        header.columns.emplace_back(u"caption");
    }
    auto writer = TextWriter::resume(writer_to(disk), end.value(), header);
    REQUIRE(writer.has_value());
    model::LogRecord record = record_of({start_time + 9 * second, {8.0, 9.0}});
    record.comment = u"note";
    REQUIRE(writer.value()->write(record).has_value());
    REQUIRE(writer.value()->close().has_value());
    return text_of(disk);
}

} // namespace

TEST_CASE("a log that somebody empties begins with its header again") {
    Disk disk;
    auto writer = TextWriter::begin(writer_to(disk), header_of(2), false);
    REQUIRE(writer.has_value());
    const std::string start = text_of(disk);
    REQUIRE(writer.value()->write(record_of({start_time, {1.0, 2.0}})).has_value());
    REQUIRE(writer.value()->flush().has_value());
    REQUIRE(text_of(disk).size() > start.size());
    disk.bytes.clear(); // as logrotate's copytruncate does
    REQUIRE(writer.value()->write(record_of({start_time + second, {3.0, 4.0}})).has_value());
    REQUIRE(writer.value()->close().has_value());
    CHECK(text_of(disk).starts_with(start));
    CHECK(read_all(text_of(disk)) == std::vector<Read>{{start_time + second, {3.0, 4.0}}});
}

TEST_CASE("rows are added to a log as its own are") {
    const std::string row = "\"01/01/2026 00:00:00.000\",\"1.5\",\"2\"";
    const std::string added = "\"01/01/2026 00:00:09.000\",\"8\",\"9\"\r\n";
    SUBCASE("behind the last one") {
        CHECK(added_to(head + row + "\r\n") == head + row + "\r\n" + added);
    }
    SUBCASE("behind one that is whole but has no line end") {
        CHECK(added_to(head + row) == head + row + "\r\n" + added);
        CHECK(added_to(head + row + "\r") == head + row + "\r\n" + added);
    }
    SUBCASE("in place of one that was cut") {
        CHECK(added_to(head + row + "\r\n" + row.substr(0, 30)) == head + row + "\r\n" + added);
    }
    SUBCASE("behind a header without a line end") {
        CHECK(added_to(head.substr(0, head.size() - 2)) == head + added);
    }
    SUBCASE("with a comment where there is a column for it") {
        const std::string with_caption = head.substr(0, head.size() - 2) + ",\"caption\"\r\n";
        CHECK(
            added_to(with_caption) == with_caption + "\"01/01/2026 00:00:09.000\",\"8\",\"9\",\"note\"\r\n");
    }
    SUBCASE("with its separator") {
        std::string other = head;
        std::ranges::replace(other, ',', ';');
        CHECK(added_to(other) == other + "\"01/01/2026 00:00:09.000\";\"8\";\"9\"\r\n");
    }
}

TEST_CASE("a log in UTF-16 is read in both byte orders, and its new rows are like its own") {
    const std::string row = "\"01/01/2026 00:00:00.000\",\"1.5\",\"2\"\r\n";
    const std::string added = "\"01/01/2026 00:00:09.000\",\"8\",\"9\"\r\n";
    for (const std::endian order : {std::endian::little, std::endian::big}) {
        const auto wide = [order](const std::string& text) {
            std::string bytes = utf16_mark(order);
            append_utf16(bytes, text, order);
            return bytes;
        };
        CHECK(read_all(wide(head + row)) == std::vector<Read>{{start_time, {1.5, 2.0}}});
        CHECK(separator_of(wide(head)) == ',');
        CHECK(added_to(wide(head + row)) == wide(head + row + added));
        CHECK(added_to(wide(head + row.substr(0, row.size() - 2))) == wide(head + row + added));
        CHECK(added_to(wide(head + row + row.substr(0, 30))) == wide(head + row + added));
    }
}

TEST_CASE("a log in UTF-16 begins with a byte order mark, also when somebody emptied it") {
    Disk disk;
    HeaderToWrite header = header_of(1);
    header.columns.front() = u"\\\\H\\\u041F(\u4E2D)\\C";
    auto writer = TextWriter::begin(writer_to(disk), header, false, std::endian::little);
    REQUIRE(writer.has_value());
    REQUIRE(writer.value()->write(record_of({start_time, {1.0}})).has_value());
    REQUIRE(writer.value()->flush().has_value());
    CHECK(text_of(disk).starts_with("\xFF\xFE"));
    CHECK(reader_of(text_of(disk))->entries().front().instance == u"\u4E2D");
    disk.bytes.clear();
    REQUIRE(writer.value()->write(record_of({start_time, {2.0}})).has_value());
    REQUIRE(writer.value()->close().has_value());
    CHECK(text_of(disk).starts_with("\xFF\xFE"));
    CHECK(read_all(text_of(disk)) == std::vector<Read>{{start_time, {2.0}}});
}

TEST_CASE("names in an encoding that the user gives are read") {
    TextOptions options;
    std::string cp932; // the second byte of a character may be a backslash: U+8868 is 0x95 0x5C
    for (const std::string_view part : {"\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\H\\", "\x95\x5C", "(a", "\x95\x5C",
             ")\\C", "\x95\x5C", "\"\r\n\"01/13/2026 00:00:00.000\",\"1\"\r\n"}) {
        cp932 += part;
    }
    options.encoding = "CP932";
    auto reader = TextReader::open(file_of(bytes_of(cp932)), options);
    if (!reader && reader.error().what().ends_with("is not known here")) {
        MESSAGE("this system does not know CP932");
        return;
    }
    REQUIRE(reader.has_value());
    REQUIRE(reader.value()->entries().size() == 1);
    CHECK(reader.value()->entries().front().object == u"\u8868");
    CHECK(reader.value()->entries().front().instance == u"a\u8868");
    CHECK(reader.value()->entries().front().counter == u"C\u8868");
    CHECK(read_all(*reader.value()).size() == 1);
    SUBCASE("a log in UTF-8 stays one") {
        const auto utf8 = TextReader::open(
            file_of(bytes_of("\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\H\\O(\xC3\xA9)\\C\"\r\n")), options);
        REQUIRE(utf8.has_value());
        CHECK(utf8.value()->entries().front().instance == u"\u00E9");
    }
    SUBCASE("what is no text in it, or no such encoding, is refused") {
        const std::string bad = "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\H\\O(\x85\x20)\\C\"\r\n";
        CHECK(failure_of(bad, options).what() == "is not text in CP932");
        options.encoding = "no such encoding";
        CHECK(failure_of(bad, options).what() == "the encoding no such encoding is not known here");
        options.encoding = "UTF-16LE";
        CHECK(failure_of(bad, options).status() == Status::unable_read_log_header);
    }
}

TEST_CASE("a file of 30,000 columns is read") {
    const auto rows = random_rows(3, 30'000);
    CHECK(read_all(written(rows, header_of(30'000))) == rows);
}

TEST_CASE("the columns that are chosen are read as if all were") {
    const auto rows = random_rows(20, 12);
    std::mt19937_64 random(11);
    std::string text = written(rows, header_of(12));
    text += "\"01/01/2026 01:00:00.000\",\"1\",2,\"a\"b\",\"4,567.5\",,\" \",\"7\"\r\n"; // of other programs
    const auto all = read_all(text);
    REQUIRE(all.size() == 21);
    for (int round = 0; round < 50; ++round) {
        std::vector<std::size_t> chosen;
        for (std::size_t column = 0; column < 12; ++column) {
            if (random() % 3 == 0) {
                chosen.push_back(column);
            }
        }
        const auto reader = reader_of(text);
        reader->choose(chosen);
        for (const Read& expected : all) {
            const auto read = next_of(*reader);
            REQUIRE(read.has_value());
            CHECK(read->time == expected.time);
            for (const std::size_t column : chosen) {
                CHECK(read->row[column] == expected.row[column]);
            }
        }
    }
}

TEST_CASE("a log that cannot be read any further does not end there") {
    const std::string text = written(random_rows(2000, 2), header_of(2));
    for (const std::size_t readable : {head.size(), text.size() / 3, text.size() - 1}) {
        CAPTURE(readable);
        auto file = std::make_unique<test::MemoryFile>(bytes_of(text));
        test::MemoryFile& damaged = *file;
        const auto reader = TextReader::open(std::move(file));
        REQUIRE(reader.has_value());
        damaged.fail_at(readable);
        model::LogRecord record;
        auto next = reader.value()->next(record);
        while (next && next.value()) {
            next = reader.value()->next(record);
        }
        REQUIRE_FALSE(next.has_value());
        CHECK(next.error().status() == Status::log_file_open_error);
        const auto range = reader.value()->range();
        REQUIRE_FALSE(range.has_value());
        CHECK(range.error().status() == Status::log_file_open_error);
    }
}

TEST_CASE("a full disk keeps whole rows, and the same call succeeds once there is room") {
    const auto rows = random_rows(4000, 2);
    const std::string all = written(rows, header_of(2));
    for (std::size_t room = 0; room < all.size(); room += 7919) {
        CAPTURE(room);
        Disk disk;
        auto writer = TextWriter::begin(writer_to(disk), header_of(2), false);
        REQUIRE(writer.has_value());
        disk.room = room;
        for (const Read& row : rows) {
            if (!writer.value()->write(record_of(row))) {
                const std::string text = text_of(disk);
                REQUIRE(text.ends_with("\r\n"));
                REQUIRE(all.starts_with(text));
                disk.room = SIZE_MAX;
                REQUIRE(writer.value()->write(record_of(row)).has_value());
            }
        }
        disk.room = SIZE_MAX;
        REQUIRE(writer.value()->close().has_value());
        CHECK(text_of(disk) == all);
    }
}
