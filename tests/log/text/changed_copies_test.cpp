// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A damaged text log is read exactly, or what is lost is counted, or it is refused. What a line says is found
// out here in another way than in the reader.
#include "log/text/text_reader.h"
#include "log/text/time_stamp.h"
#include "memory_file.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <random>
#include <regex>
#include <string>
#include <utility>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::log::text;

namespace changed_copies {
namespace {

using Values = std::vector<std::optional<double>>;
using Random = std::mt19937_64;

std::string log_to_change() {
    std::string text = "\"(PDH-CSV 4.0) (UTC)(0)\"";
    for (const char instance : {'a', 'b', 'c'}) {
        text += ",\"\\\\H\\O(" + std::string(1, instance) + ")\\C\"";
    }
    text += "\r\n";
    Random random(1);
    for (int i = 0; i < 40; ++i) {
        // One after the other: compilers differ in the order of operands.
        const std::string minute = std::to_string(10 + i);
        const std::string whole = std::to_string(random() % 100'000);
        const std::string decimals = std::to_string(random() % 1000);
        const std::string last = std::to_string(random() % 100);
        text += "\"11/24/2026 10:" + minute + ":00.123\",\"" + whole + "." + decimals + "\",\"" +
                (i % 5 == 0 ? " " : "20261367808.000000") + "\",\"6.94948275862" + last + "e-005\"\r\n";
    }
    return text;
}

std::size_t below(Random& random, std::size_t end) {
    return static_cast<std::size_t>(random() % end);
}

// What copying, crashes and editors do to a file.
std::string changed_copy(std::string text, Random& random) {
    const std::size_t at = below(random, text.size());
    const std::size_t length = 1 + below(random, std::min<std::size_t>(200, text.size() - at));
    switch (random() % 7) {
    case 0: // a bit
        text[at] = static_cast<char>(static_cast<unsigned char>(text[at]) ^ 1U << random() % 8);
        break;
    case 1: // a block that was never written
        text.replace(at, length, length, '\0');
        break;
    case 2:
        text.erase(at, length);
        break;
    case 3: // written twice
        text.insert(at, text.substr(at, length));
        break;
    case 4:
        text.resize(at);
        break;
    case 5: // of another writer
        text.insert(at, "\"11/24/2026 11:00:0");
        break;
    default:
        for (std::size_t i = 0; i < length; ++i) {
            text[at + i] = static_cast<char>(random());
        }
    }
    return text;
}

std::vector<std::string> lines_behind_the_first(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t feed = text.find('\n', at);
        if (feed == std::string::npos) {
            break; // the last one may have been cut
        }
        lines.push_back(text.substr(at, feed - at));
        at = feed + 1;
    }
    if (!lines.empty()) {
        lines.erase(lines.begin());
    }
    return lines;
}

// The cells of a line that says without doubt what it means; none for another one.
std::optional<Values> values_of(const std::string& line, std::size_t columns) {
    static const std::regex time(R"(^"\d\d/\d\d/\d{4} \d\d:\d\d:\d\d\.\d*")");
    static const std::regex cell(R"re(^,"( |-?\d+(\.\d+)?([eE][-+]?\d+)?)")re");
    std::smatch match;
    std::string rest = line;
    if (!std::regex_search(rest, match, time)) {
        return std::nullopt;
    }
    const auto parts =
        read_time_parts(std::string_view(line).substr(1, static_cast<std::size_t>(match.length()) - 2));
    if (!parts || !file_time_of(*parts, DateOrder::month_first)) {
        return std::nullopt;
    }
    rest = match.suffix();
    Values cells;
    while (std::regex_search(rest, match, cell)) {
        const std::string number = match[1];
        cells.push_back(number == " " ? std::nullopt : std::optional(std::strtod(number.c_str(), nullptr)));
        rest = match.suffix();
    }
    const bool is_whole = (rest.empty() || rest == "\r") && cells.size() == columns;
    return is_whole ? std::optional(cells) : std::nullopt;
}

bool is_blank(const std::string& line) {
    return line.find_first_not_of(" \t\r") == std::string::npos;
}

Values values_of(const model::LogRecord& record) {
    Values cells;
    for (const model::LogCell& cell : record.cells) {
        cells.push_back(
            cell.is_there ? std::optional(std::bit_cast<double>(cell.value.first)) : std::nullopt);
    }
    return cells;
}

// All records; none if the log is refused.
std::optional<std::vector<Values>> read_values(TextReader& reader) {
    std::vector<Values> all;
    model::LogRecord record;
    while (true) {
        const auto next = reader.next(record);
        if (!next) {
            return std::nullopt;
        }
        if (!next.value()) {
            return all;
        }
        all.push_back(values_of(record));
    }
}

} // namespace

TEST_CASE("300 changed copies of a text log are read exactly, with the loss, or refused") {
    const std::string original = log_to_change();
    Random random(32);
    std::size_t refused = 0;
    std::size_t with_loss = 0;
    std::size_t exact = 0;
    for (int i = 0; i < 300; ++i) {
        const std::string text = changed_copy(original, random);
        CAPTURE(i);
        CAPTURE(text);
        const auto reader = TextReader::open(test::file_of(test::bytes_of(text)));
        const auto read = reader ? read_values(*reader.value()) : std::nullopt;
        if (!read) {
            ++refused;
            continue;
        }
        std::vector<Values> expected;
        std::size_t damaged = 0;
        for (const std::string& line : lines_behind_the_first(text)) {
            if (const auto cells = values_of(line, reader.value()->entries().size())) {
                expected.push_back(*cells);
            } else if (!is_blank(line)) {
                ++damaged;
            }
        }
        const model::LogLoss loss = reader.value()->loss();
        (damaged == 0 ? exact : with_loss) += 1;
        CHECK(loss.places == damaged);
        // Records of damaged rows stand between the others, or are missing.
        std::size_t found = 0;
        for (const Values& cells : *read) {
            found += found < expected.size() && cells == expected[found] ? 1 : 0;
        }
        CHECK(found == expected.size());
        // The last row may be whole although its line has no end.
        CHECK(read->size() <= expected.size() + damaged + (text.ends_with('\n') ? 0 : 1));
    }
    CHECK(refused > 0);
    CHECK(with_loss > 100);
    CHECK(exact > 50);
}

} // namespace changed_copies
