// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/failure.h"
#include "calc/counter_type.h"
#include "calc/format.h"
#include "calc/statistics.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

// The reference page pdh_shim/calc/COUNTER_TYPES.md against the table of types and the functions it
// describes.

namespace calc = pdh_shim::calc;
using calc::Format;
using calc::Formatted;
using calc::Formula;
using calc::RawSample;
using calc::TypeInfo;
using pdh_shim::Status;

namespace {

using Words = std::vector<std::string>;

/// A row of one of the page's tables of types.
struct Row {
    std::string formula; ///< the formula of the section
    bool has_mean = false;
    Words cells;
};

/// A fenced block: the word behind its fence ("example" or "statistics") and its lines.
struct Block {
    std::string fence;
    std::vector<std::string> lines;
};

struct Page {
    std::vector<Row> rows;
    std::vector<Block> blocks;
};

Words words_of(const std::string& line) {
    std::istringstream stream(line);
    return {std::istream_iterator<std::string>(stream), std::istream_iterator<std::string>()};
}

std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(' ');
    return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// "| a | b |" in cells.
Words cells_of(const std::string& line) {
    std::istringstream stream(line.substr(1));
    Words cells;
    for (std::string cell; std::getline(stream, cell, '|');) {
        cells.push_back(trimmed(cell));
    }
    return cells;
}

/// Reads the page line by line.
class PageReader {
  public:
    void read(const std::string& line) {
        if (line.starts_with("```")) {
            toggle_block(line.substr(3));
        } else if (in_block_) {
            page_.blocks.back().lines.push_back(line);
        } else {
            read_text(line);
        }
    }

    [[nodiscard]] const Page& page() const { return page_; }

  private:
    void toggle_block(const std::string& fence) {
        in_block_ = !in_block_;
        if (in_block_) {
            page_.blocks.push_back({fence, {}});
        }
    }

    void read_text(const std::string& line) {
        if (line.starts_with("### ")) {
            section_ = {};
        } else if (line.starts_with("    ")) {
            section_.formula = trimmed(line);
        } else if (line.starts_with("Mean: ")) {
            section_.has_mean = true;
        } else if (line.starts_with("| `PERF_") && line.find("| `0x") != std::string::npos) {
            page_.rows.push_back(section_);
            page_.rows.back().cells = cells_of(line);
        }
    }

    Page page_;
    Row section_;
    bool in_block_ = false;
};

Page read_page() {
    std::ifstream file(PDH_SHIM_COUNTER_TYPES_PAGE);
    REQUIRE(file.is_open());
    PageReader reader;
    for (std::string line; std::getline(file, line);) {
        reader.read(line);
    }
    return reader.page();
}

std::string quoted(std::string_view text) {
    return "`" + std::string(text) + "`";
}

const TypeInfo& type_of(const Row& row) {
    const auto is_named = [&](const TypeInfo& type) { return quoted(type.name) == row.cells.at(0); };
    const auto* const type = std::ranges::find_if(calc::counter_types, is_named);
    REQUIRE(type != calc::counter_types.end());
    return *type;
}

std::string formula_of(Formula formula) {
    static const std::map<Formula, std::string> formulas{
        {Formula::none, ""},
        {Formula::raw_count, "N1"},
        {Formula::displayed, "double(N1)"},
        {Formula::delta, "N1 - N0"},
        {Formula::rate, "(N1-N0) / ((D1-D0)/TB)"},
        {Formula::queue_length, "(N1-N0) / (D1-D0)"},
        {Formula::timer, "(N1-N0) / (D1-D0) * 100"},
        {Formula::timer_inverse, "100 * (1 - (N1-N0)/(D1-D0))"},
        {Formula::multi_timer, "(N1-N0) / (D1-D0) * 100 / M1"},
        {Formula::multi_timer_inverse, "100 * (M1 - (N1-N0)/(D1-D0))"},
        {Formula::raw_fraction, "N1/B1 * 100"},
        {Formula::sample_fraction, "(N1-N0) / (B1-B0) * 100"},
        {Formula::average_timer, "((N1-N0)/TB) / (B1-B0)"},
        {Formula::average_bulk, "(N1-N0) / (B1-B0)"},
        {Formula::elapsed, "(D1-N1) / TB"},
    };
    return formulas.at(formula);
}

std::string value_text(const TypeInfo& type) {
    std::ostringstream text;
    text << "`0x" << std::hex << std::uppercase;
    text.width(8);
    text.fill('0');
    text << type.value() << "` (" << std::dec << type.value() << ")";
    return text.str();
}

std::string size_text(const TypeInfo& type) {
    static const std::vector<std::string> texts{"32 bits", "64 bits", "0 bits", "variable"};
    return texts.at(static_cast<std::size_t>(type.size_class()));
}

std::string second_text(const TypeInfo& type) {
    static const std::vector<std::string> texts{"0", "PerfTime", "PerfTime100nSec", "object time", "base"};
    return texts.at(static_cast<std::size_t>(type.second));
}

std::string time_base_text(const TypeInfo& type) {
    static const std::vector<std::string> texts{"none", "PerfFreq", "10000000", "PerfFreq of the object"};
    const std::string& text = texts.at(static_cast<std::size_t>(type.time_base));
    return type.time_base_in_formula() ? text + ", in the formula" : text;
}

std::string suffix_text(const TypeInfo& type) {
    static const std::vector<std::string> texts{"nothing", "/sec", "%", "sec", "nothing"};
    return texts.at(static_cast<std::size_t>(type.suffix()));
}

Status status_named(const std::string& name) {
    static const std::map<std::string, Status> statuses{
#define STATUS(name, constant, value, text) {#constant, Status::name},
#include "base/status.inc"
#undef STATUS
    };
    const auto found = statuses.find(name);
    REQUIRE(found != statuses.end());
    return found->second;
}

/// "older 10 20 [multi count [CStatus]]"
RawSample sample_of(const Words& words) {
    RawSample sample{std::stoll(words.at(1)), std::stoll(words.at(2))};
    if (words.size() > 3) {
        sample.multi = static_cast<std::uint32_t>(std::stoul(words.at(3)));
    }
    if (words.size() > 4) {
        sample.cstatus = status_named(words.at(4));
    }
    return sample;
}

/// What the lines of a block set up before its results.
struct Setup {
    const TypeInfo* type = nullptr;
    std::optional<std::int64_t> time_base;
    std::optional<RawSample> older;
    std::optional<RawSample> newer;
    std::vector<RawSample> samples;
};

void set_up(Setup& setup, const Words& words) {
    const std::string& key = words.at(0);
    if (key == "type") {
        setup.type = calc::find_type(words.at(1));
    } else if (key == "time") {
        setup.time_base = std::stoll(words.at(2));
    } else if (key == "older") {
        setup.older = sample_of(words);
    } else if (key == "newer") {
        setup.newer = sample_of(words);
    } else if (key == "sample") {
        setup.samples.push_back(sample_of(words));
    } else {
        FAIL("a line of an example that is none: " << key);
    }
}

/// A line with an arrow: the format before it, the results behind it.
struct ResultLine {
    std::uint32_t word = 0;
    int scale = 0;
    Words results;
};

ResultLine result_line(const Words& words) {
    static const std::map<std::string, std::uint32_t> bits{{"LONG", 0x100U}, {"DOUBLE", 0x200U},
        {"LARGE", 0x400U}, {"NOSCALE", 0x1000U}, {"1000", 0x2000U}, {"NOCAP100", 0x8000U}};
    ResultLine line;
    auto word = words.begin();
    for (; *word != "->"; ++word) {
        if (*word == "scale") {
            line.scale = std::stoi(*++word);
        } else {
            line.word |= bits.at(*word);
        }
    }
    line.results.assign(word + 1, words.end());
    return line;
}

void check_value(const calc::Value& value, const std::string& expected) {
    if (value.number == calc::NumberType::as_double) {
        CHECK(value.real == std::stod(expected));
    } else {
        CHECK(value.integer == std::stoll(expected));
    }
}

void check_example(const Setup& setup, const ResultLine& line) {
    REQUIRE(setup.type != nullptr);
    REQUIRE(setup.newer.has_value());
    const Formatted formatted = calc::format(setup.type->value(), line.word, line.scale, setup.time_base,
        *setup.newer, setup.older ? &*setup.older : nullptr);
    const std::string& expected = line.results.at(0);
    if (expected.starts_with("PDH_")) {
        CHECK(formatted.status == status_named(expected));
        return;
    }
    CHECK(formatted.status == Status::success);
    check_value(formatted.datum.value, expected);
}

void check_statistics(const Setup& setup, const ResultLine& line) {
    REQUIRE(setup.type != nullptr);
    const std::optional<Format> format = calc::parse_format(line.word, line.scale);
    REQUIRE(format.has_value());
    const auto count = static_cast<std::uint32_t>(setup.samples.size());
    const calc::Statistics statistics = calc::statistics(*setup.type, *format, setup.time_base, count, 0,
        [&](std::uint32_t index) { return setup.samples.at(index); });
    CHECK(statistics.status == Status::success);
    check_value(statistics.minimum.value, line.results.at(0));
    check_value(statistics.maximum.value, line.results.at(1));
    check_value(statistics.mean.value, line.results.at(2));
}

/// Runs a block and counts its results.
int check_block(const Block& block) {
    Setup setup;
    int results = 0;
    for (const std::string& line : block.lines) {
        const Words words = words_of(line);
        if (std::ranges::find(words, "->") == words.end()) {
            set_up(setup, words);
            continue;
        }
        CAPTURE(line);
        ++results;
        block.fence == "statistics" ? check_statistics(setup, result_line(words))
                                    : check_example(setup, result_line(words));
    }
    return results;
}

} // namespace

TEST_CASE("the reference page lists every type once, under its formula, as the table has it") {
    std::set<std::string_view> seen;
    for (const Row& row : read_page().rows) {
        CAPTURE(row.cells.at(0));
        const TypeInfo& type = type_of(row);
        CHECK(seen.insert(type.name).second);
        CHECK(row.formula == formula_of(type.formula));
        CHECK(row.has_mean == type.displayable());
        CHECK(row.cells.at(1) == value_text(type));
        CHECK(row.cells.at(2) == size_text(type));
        if (type.displayable()) {
            CHECK(row.cells.at(3) == second_text(type));
            CHECK(row.cells.at(4) == time_base_text(type));
            CHECK(row.cells.at(5) == suffix_text(type));
        }
    }
    CHECK(seen.size() == calc::counter_types.size());
}

TEST_CASE("every example of the reference page is what the library calculates") {
    for (const Block& block : read_page().blocks) {
        CAPTURE(block.lines.at(0));
        CHECK((block.fence == "example" || block.fence == "statistics"));
        CHECK(check_block(block) > 0);
    }
}

TEST_CASE("every type with a value has an example on the reference page") {
    std::set<std::string> shown;
    for (const Block& block : read_page().blocks) {
        shown.insert(words_of(block.lines.at(0)).at(1));
    }
    for (const TypeInfo& type : calc::counter_types) {
        CAPTURE(type.name);
        CHECK((!type.displayable() || shown.contains(std::string(type.name))));
    }
}
