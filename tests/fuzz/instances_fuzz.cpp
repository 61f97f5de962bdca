// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Instances of any names, from lookup to formatted values: each path of an expansion means an instance of its
// own; an array has them all, under their names; whatever path finds an instance gets a value of one that is
// there.
//
// The input is text in Latin 1. Its first line is the path of an instance, `parent/name#index`. Each other
// line is an instance: `name`, or parent and name with a tab between them. A line `@` begins those of the
// next sample.
#include "own_source.h"
#include "require.h"

#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdhmsg.h>
#include <windows.h>
#include <winperf.h>

#include <boost/noncopyable.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::size_t most_instances = 64;
constexpr LONGLONG first_value = 1000; // of row 0

void require_success(PDH_STATUS status) {
    require(status == ERROR_SUCCESS);
}

struct Row {
    std::string parent;
    std::string name;
};

std::vector<Row>& rows() {
    static std::vector<Row> the_rows;
    return the_rows;
}

void write_rows(pdh_shim_writer& writer) {
    for (const Row& row : rows()) {
        const std::uint32_t number = writer.add_instance(
            &writer, row.name.c_str(), row.parent.empty() ? nullptr : row.parent.c_str(), PDH_SHIM_NO_ID);
        writer.set(&writer, number, 0, first_value + number);
    }
}

// The object `Thing` with the counter `Number`, whose value is the number of its row.
void add_source() {
    static constexpr pdh_shim_counter number{"Number", nullptr, 0, PERF_COUNTER_LARGE_RAWCOUNT, 0, 0, 0};
    static constexpr pdh_shim_object thing{"Thing", nullptr, 0, 0, 1, 1, &number, 0};
    static pdh_shim::test::OwnSource source(
        "things", {thing}, [](pdh_shim_writer& writer, auto...) { write_rows(writer); });
    require_success(pdh_shim_set_sources(R"(script:{"objects": [], "samples": []})"));
    require_success(source.add());
}

// An answer by the protocol of two calls; empty if there is none.
template <class Unit, class Call>
std::vector<Unit> answer(const Call& call) {
    DWORD size = 0;
    if (call(nullptr, &size) != static_cast<PDH_STATUS>(PDH_MORE_DATA)) {
        return {};
    }
    std::vector<Unit> buffer(size);
    require_success(call(buffer.data(), &size));
    return buffer;
}

std::vector<std::string> texts_of(const std::vector<char>& list) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < list.size() && list[i] != '\0'; i += texts.back().size() + 1) {
        texts.emplace_back(&list[i]);
    }
    return texts;
}

std::vector<std::string> expand(const char* path) {
    return texts_of(answer<char>([path](char* buffer, DWORD* size) {
        return PdhExpandWildCardPathA(nullptr, path, buffer, size, PDH_REFRESHCOUNTERS);
    }));
}

PDH_STATUS value_of(PDH_HCOUNTER counter, LONGLONG& value) {
    PDH_FMT_COUNTERVALUE formatted{};
    const PDH_STATUS status = PdhGetFormattedCounterValue(counter, PDH_FMT_LARGE, nullptr, &formatted);
    value = formatted.largeValue;
    return status;
}

// A name as it may be shown: what would mean something else in a path may be replaced.
std::string shown(std::string name) {
    std::ranges::replace_if(
        name, [](char c) { return c == '*' || c == '#'; }, '_');
    return name;
}

std::string joined(const Row& row) {
    return row.parent.empty() ? row.name : row.parent + '/' + row.name;
}

bool is_row(LONGLONG value) {
    return value >= first_value && value < first_value + static_cast<LONGLONG>(rows().size());
}

class Query : boost::noncopyable {
  public:
    Query() { require_success(PdhOpenQueryA(nullptr, 0, &query_)); }
    ~Query() { PdhCloseQuery(query_); }

    PDH_HCOUNTER add(const std::string& path) {
        PDH_HCOUNTER counter = nullptr;
        return PdhAddEnglishCounterA(query_, path.c_str(), 0, &counter) == ERROR_SUCCESS ? counter : nullptr;
    }
    void collect() { static_cast<void>(PdhCollectQueryData(query_)); }

  private:
    PDH_HQUERY query_ = nullptr;
};

void check_expansion() {
    const std::vector<std::string> paths = expand("\\Thing(*)\\Number");
    require(paths.size() <= rows().size()); // no path can say some names
    Query query;
    std::vector<PDH_HCOUNTER> counters;
    for (const std::string& path : paths) {
        counters.push_back(query.add(path));
        require(counters.back() != nullptr);
    }
    query.collect();
    std::set<LONGLONG> values;
    for (PDH_HCOUNTER const counter : counters) {
        LONGLONG value = 0;
        require_success(value_of(counter, value));
        require(is_row(value) && values.insert(value).second);
    }
}

void check_array(PDH_HCOUNTER counter) {
    DWORD count = 0;
    const std::vector<char> bytes = answer<char>([&](char* buffer, DWORD* size) {
        return PdhGetFormattedCounterArrayA(
            counter, PDH_FMT_LARGE, size, &count, reinterpret_cast<PDH_FMT_COUNTERVALUE_ITEM_A*>(buffer));
    });
    if (rows().empty()) {
        return;
    }
    require(count == rows().size());
    const auto* const items = reinterpret_cast<const PDH_FMT_COUNTERVALUE_ITEM_A*>(bytes.data());
    std::set<LONGLONG> values;
    for (DWORD i = 0; i < count; ++i) {
        const LONGLONG value = items[i].FmtValue.largeValue;
        require(items[i].FmtValue.CStatus == PDH_CSTATUS_VALID_DATA);
        require(is_row(value) && values.insert(value).second);
        require(items[i].szName > bytes.data() && items[i].szName < bytes.data() + bytes.size());
        const Row& row = rows()[static_cast<std::size_t>(value - first_value)];
        require(shown(items[i].szName) == shown(joined(row)));
    }
}

Row read_row(std::string_view line) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) {
        return {{}, std::string(line)};
    }
    return {std::string(line.substr(0, tab)), std::string(line.substr(tab + 1))};
}

// As UTF-8, which the source needs.
std::string as_text(const std::uint8_t* data, std::size_t size) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) {
        const auto byte = data[i] == 0 ? std::uint8_t{' '} : data[i];
        if (byte < 0x80) {
            text += static_cast<char>(byte);
        } else {
            text += static_cast<char>(0xC0U | (byte >> 6U));
            text += static_cast<char>(0x80U | (byte & 0x3FU));
        }
    }
    return text;
}

std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

// The instances up to the next `@`.
void read_sample(std::string_view& text) {
    rows().clear();
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        if (line == "@") {
            return;
        }
        const Row row = read_row(line);
        if (!row.name.empty() && rows().size() < most_instances) {
            rows().push_back(row);
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const bool is_ready = (add_source(), true);
    static_cast<void>(is_ready);
    const std::string input = as_text(data, size);
    std::string_view text(input);
    const std::string path = "\\Thing(" + std::string(take_line(text)) + ")\\Number";
    Query query;
    PDH_HCOUNTER const any = query.add(path);
    PDH_HCOUNTER const all = query.add("\\Thing(*)\\Number");
    do {
        read_sample(text);
        query.collect();
        check_array(all);
        check_expansion();
        LONGLONG value = 0;
        if (any != nullptr && value_of(any, value) == ERROR_SUCCESS) {
            require(is_row(value));
        }
    } while (!text.empty());
    return 0;
}
