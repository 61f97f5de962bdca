// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// pdh_shim_collect_values: many records and counters in one call.
#include "support.h"
#include "temporary_folder.h"

#include <pdh_shim/control.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

using namespace conformance;

namespace {

constexpr std::array<const TCHAR*, 4> value_paths{TEXT("\\Gadget\\Depth"), TEXT("\\Widget(a)\\Items/sec"),
    TEXT("\\Widget(b)\\Hit %"), TEXT("\\Widget(nobody*)\\Depth")}; // which a log takes, too

std::string text_of(const PDH_RAW_COUNTER& raw) {
    return name_of(raw.CStatus) + ' ' + std::to_string(as_number(raw.TimeStamp)) + ' ' +
           std::to_string(raw.FirstValue) + ' ' + std::to_string(raw.SecondValue) + ' ' +
           std::to_string(raw.MultiCount) + '\n';
}

/// What PdhGetRawCounterValue gives of counters, as Matrix::raw_row() does.
std::string raw_row_of(const std::vector<PDH_HCOUNTER>& counters) {
    std::string text;
    for (PDH_HCOUNTER const counter : counters) {
        text += text_of(raw_value(counter));
    }
    return text;
}

/// The caller's arrays of a call.
class Matrix {
  public:
    Matrix(DWORD records, std::vector<PDH_HCOUNTER> counters)
        : counters_(std::move(counters)), most_(records), values_(records * counters_.size(), -1),
          statuses_(values_.size(), -1), raw_values_(values_.size()), times_(records, -1),
          biases_(records, -1) {}

    [[nodiscard]] PDH_STATUS collect(PDH_HQUERY query, DWORD format = PDH_FMT_DOUBLE) {
        return pdh_shim_collect_values(query, counters_.data(), static_cast<DWORD>(counters_.size()), format,
            most_, values_.data(), statuses_.data(), wants_raw ? raw_values_.data() : nullptr, times_.data(),
            biases_.data(), &records);
    }

    /// The values of a record: "7 PDH_CSTATUS_NO_INSTANCE".
    [[nodiscard]] std::string row(std::size_t record) const {
        std::string text;
        for (std::size_t i = 0; i < counters_.size(); ++i) {
            const std::size_t cell = record * counters_.size() + i;
            CHECK(std::isnan(values_[cell]) == (statuses_[cell] != ERROR_SUCCESS));
            text += text.empty() ? "" : " ";
            text += statuses_[cell] == ERROR_SUCCESS ? std::to_string(static_cast<long>(values_[cell]))
                                                     : status_name(statuses_[cell]);
        }
        return text;
    }
    /// The raw samples of a record.
    [[nodiscard]] std::string raw_row(std::size_t record) const {
        std::string text;
        for (std::size_t i = 0; i < counters_.size(); ++i) {
            text += text_of(raw_values_[record * counters_.size() + i]);
        }
        return text;
    }
    [[nodiscard]] LONGLONG time(std::size_t record) const { return times_[record]; }
    [[nodiscard]] const std::vector<PDH_RAW_COUNTER>& raw_values() const { return raw_values_; }
    [[nodiscard]] LONG bias(std::size_t record) const { return biases_[record]; }
    [[nodiscard]] bool is_untouched_from(std::size_t record) const {
        return values_[record * counters_.size()] == -1 && statuses_[record * counters_.size()] == -1 &&
               times_[record] == -1 && biases_[record] == -1;
    }

    DWORD records = 77;
    bool wants_raw = false;

  private:
    std::vector<PDH_HCOUNTER> counters_;
    DWORD most_;
    std::vector<double> values_;
    std::vector<LONG> statuses_;
    std::vector<PDH_RAW_COUNTER> raw_values_;
    std::vector<LONGLONG> times_;
    std::vector<LONG> biases_;
};

using Paths = std::span<const TCHAR* const>;

std::vector<PDH_HCOUNTER> add_all(const Query& query, Paths paths = value_paths) {
    std::vector<PDH_HCOUNTER> counters;
    counters.reserve(paths.size());
    for (const TCHAR* const path : paths) {
        counters.push_back(query.add(path));
    }
    return counters;
}

constexpr const char* first_row =
    "7 PDH_CSTATUS_INVALID_DATA PDH_CSTATUS_INVALID_DATA PDH_CSTATUS_NO_INSTANCE";
constexpr const char* second_row = "8 5 25 PDH_CSTATUS_NO_INSTANCE";
constexpr const char* third_row = "8 10 100 PDH_CSTATUS_NO_INSTANCE";

/// A log of the samples of a script.
class LoggedScript {
  public:
    LoggedScript(const char* script, Paths paths, DWORD samples, DWORD type) {
        use_script(script);
        const Query query;
        static_cast<void>(add_all(query, paths));
        PDH_HLOG log = nullptr;
        REQUIRE_SUCCESS(PdhOpenLog(name().c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type,
            query.handle(), 0, nullptr, &log));
        for (DWORD i = 0; i < samples; ++i) {
            REQUIRE_SUCCESS(PdhUpdateLog(log, nullptr));
        }
        REQUIRE_SUCCESS(PdhCloseLog(log, 0));
    }
    [[nodiscard]] Text name() const { return from_utf8(folder_.path("log")); }

  private:
    pdh_shim::test::TemporaryFolder folder_;
};

/// A log of three records with the counters of value_paths, of which the last has no instance.
class LoggedWidgets : public LoggedScript {
  public:
    explicit LoggedWidgets(DWORD type) : LoggedScript("widgets.json", logged, 3, type) {}

  private:
    static constexpr std::array<const TCHAR*, 2> logged{TEXT("\\Gadget\\*"), TEXT("\\Widget(*)\\*")};
};

/// Of lifecycle.json: instances that come and go, a wildcard for an instance and one for a counter, and a
/// counter that is not measured in each sample.
constexpr std::array<const TCHAR*, 5> lifecycle_paths{TEXT("\\Job(with id)\\Steps/sec"),
    TEXT("\\Job(name alone)\\Size"), TEXT("\\Job(*)\\Steps/sec"), TEXT("\\Gate\\*"), TEXT("\\Gate\\Passed")};
constexpr std::array<const TCHAR*, 2> lifecycle_logged{TEXT("\\Job(*)\\*"), TEXT("\\Gate\\*")};
constexpr DWORD lifecycle_samples = 7;

/// Reads a log in blocks, with raw samples and without, and record by record.
void check_raw_values(const Text& log, Paths paths) {
    const Query query(log);
    const Query without_raw(log);
    const Query again(log);
    constexpr DWORD rows = 4;
    Matrix matrix(rows, add_all(query, paths));
    Matrix only_values(rows, add_all(without_raw, paths));
    matrix.wants_raw = true;
    const std::vector<PDH_HCOUNTER> counters = add_all(again, paths);
    for (DWORD record = 0; record < lifecycle_samples; ++record) {
        CAPTURE(record);
        if (record % rows == 0) {
            REQUIRE_SUCCESS(matrix.collect(query.handle()));
            REQUIRE(matrix.records == std::min(rows, lifecycle_samples - record));
            REQUIRE_SUCCESS(only_values.collect(without_raw.handle()));
        }
        again.collect();
        CHECK(matrix.raw_row(record % rows) == raw_row_of(counters));
        CHECK(matrix.row(record % rows) == only_values.row(record % rows));
    }
}

} // namespace

TEST_CASE("pdh_shim_collect_values gives all records of a log, and then no more data") {
    const LoggedWidgets log(PDH_LOG_TYPE_BINARY);
    const Query query(log.name());
    Matrix matrix(5, add_all(query));
    CHECK_SUCCESS(matrix.collect(query.handle()));
    CHECK(matrix.records == 3);
    CHECK(matrix.row(0) == first_row);
    CHECK(matrix.row(1) == second_row);
    CHECK(matrix.row(2) == third_row);
    CHECK(matrix.is_untouched_from(3));
    CHECK_STATUS(matrix.collect(query.handle()), PDH_NO_MORE_DATA);
    CHECK(matrix.records == 0);
    CHECK(matrix.row(0) == first_row);
}

TEST_CASE("pdh_shim_collect_values: a rate may begin in an earlier call") {
    const LoggedWidgets log(PDH_LOG_TYPE_BINARY);
    const Query query(log.name());
    Matrix matrix(2, add_all(query));
    CHECK_SUCCESS(matrix.collect(query.handle()));
    CHECK(matrix.records == 2);
    CHECK(matrix.row(1) == second_row);
    CHECK_SUCCESS(matrix.collect(query.handle()));
    CHECK(matrix.records == 1);
    CHECK(matrix.row(0) == third_row);
}

TEST_CASE("pdh_shim_collect_values reads a text log") {
    const LoggedWidgets log(PDH_LOG_TYPE_CSV);
    const Query query(log.name());
    Matrix matrix(3, {query.add(TEXT("\\Gadget\\Depth")), query.add(TEXT("\\Widget(a)\\Items/sec"))});
    CHECK_SUCCESS(matrix.collect(query.handle()));
    CHECK(matrix.records == 3);
    CHECK(matrix.row(0) == "7 PDH_CSTATUS_INVALID_DATA");
    CHECK(matrix.row(1) == "8 5");
    CHECK(matrix.row(2) == "8 10");
}

TEST_CASE("pdh_shim_collect_values gives times and zones as collects do") {
    const LoggedWidgets log(PDH_LOG_TYPE_BINARY);
    const Query query(log.name());
    Matrix matrix(3, {query.add(TEXT("\\Gadget\\Depth"))});
    CHECK_SUCCESS(matrix.collect(query.handle()));
    const Query again(log.name());
    static_cast<void>(again.add(TEXT("\\Gadget\\Depth")));
    for (std::size_t record = 0; record < 3; ++record) {
        LONGLONG time = 0;
        LONG minutes = 0;
        REQUIRE_SUCCESS(PdhCollectQueryDataWithTime(again.handle(), &time));
        REQUIRE_SUCCESS(pdh_shim_sample_bias(again.handle(), &minutes));
        CHECK(matrix.time(record) == time);
        CHECK(matrix.bias(record) == minutes);
    }
}

TEST_CASE("pdh_shim_collect_values: a log that does not say its zone has unknown biases") {
    const pdh_shim::test::TemporaryFolder folder;
    folder.write(
        "log", "\"(PDH-CSV 4.0)\",\"\\\\M\\Gadget\\Total\"\r\n\"01/13/2018 05:00:00.000\",\"1\"\r\n");
    const Query query(from_utf8(folder.path("log")));
    Matrix matrix(1, {query.add(TEXT("\\Gadget\\Total"))});
    CHECK_SUCCESS(matrix.collect(query.handle()));
    CHECK(matrix.bias(0) == PDH_SHIM_BIAS_UNKNOWN);
}

TEST_CASE("pdh_shim_collect_values keeps to the range of a query" * needs_script) {
    const LoggedWidgets log(PDH_LOG_TYPE_BINARY);
    const Query query(log.name());
    Matrix matrix(3, {query.add(TEXT("\\Gadget\\Depth"))});
    PDH_TIME_INFO range{};
    DWORD entries = 0;
    DWORD size = sizeof range;
    REQUIRE_SUCCESS(PdhGetDataSourceTimeRange(log.name().c_str(), &entries, &range, &size));
    range.StartTime += one_second / 2;
    REQUIRE_SUCCESS(PdhSetQueryTimeRange(query.handle(), &range));
    CHECK_SUCCESS(matrix.collect(query.handle()));
    CHECK(matrix.records == 2);
    CHECK(matrix.row(0) == "8");
}

TEST_CASE_FIXTURE(WidgetQuery, "pdh_shim_collect_values collects a query of this computer once") {
    Matrix matrix(5, add_all(query));
    for (const char* const row : {first_row, second_row, third_row}) {
        CHECK_SUCCESS(matrix.collect(query.handle()));
        CHECK(matrix.records == 1);
        CHECK(matrix.row(0) == row);
        CHECK(matrix.is_untouched_from(1));
    }
    CHECK_STATUS(matrix.collect(query.handle()), PDH_NO_MORE_DATA);
    CHECK(matrix.records == 0);
}

TEST_CASE_FIXTURE(
    WidgetQuery, "pdh_shim_collect_values: a missing only instance is PDH_NO_DATA with a record") {
    Matrix matrix(1, {query.add(TEXT("\\Widget(nobody)\\Depth"))});
    CHECK_STATUS(matrix.collect(query.handle()), PDH_NO_DATA);
    CHECK(matrix.records == 1);
    CHECK(matrix.row(0) == "PDH_CSTATUS_NO_INSTANCE");
}

TEST_CASE("pdh_shim_collect_values gives the records before a loss, which it names once") {
    const LoggedWidgets log(PDH_LOG_TYPE_BINARY);
    const pdh_shim::test::TemporaryFolder folder;
    folder.write("log", "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\M\\Gadget\\Total\"\r\n"
                        "\"01/13/2018 05:00:00.000\",\"1\"\r\n"
                        "\"no time\",\"2\"\r\n"
                        "\"01/13/2018 05:00:01.000\",\"3\"\r\n");
    const Query query(from_utf8(folder.path("log")));
    Matrix matrix(5, {query.add(TEXT("\\Gadget\\Total"))});
    const PDH_STATUS lossy = matrix.collect(query.handle());
    CHECK(lossy != ERROR_SUCCESS);
    CHECK(status_name(lossy) != "PDH_NO_MORE_DATA");
    CHECK(matrix.records == 2);
    CHECK(matrix.row(1) == "3");
    CHECK_STATUS(matrix.collect(query.handle()), PDH_NO_MORE_DATA);
}

TEST_CASE_FIXTURE(WidgetQuery, "pdh_shim_collect_values formats as the flags say") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    REQUIRE_SUCCESS(PdhSetCounterScaleFactor(counter, 1));
    Matrix matrix(1, {counter});
    CHECK_SUCCESS(matrix.collect(query.handle()));
    CHECK(matrix.row(0) == "70");
    CHECK_SUCCESS(matrix.collect(query.handle(), PDH_FMT_DOUBLE | PDH_FMT_NOSCALE));
    CHECK(matrix.row(0) == "8");
    CHECK_SUCCESS(matrix.collect(query.handle(), PDH_FMT_DOUBLE | PDH_FMT_NOSCALE | PDH_FMT_1000));
    CHECK(matrix.row(0) == "8000");
}

TEST_CASE_FIXTURE(
    WidgetQuery, "pdh_shim_collect_values: PdhGetFormattedCounterValue then gives the same values") {
    const std::vector<PDH_HCOUNTER> counters = add_all(query);
    Matrix matrix(1, counters);
    for (int i = 0; i < 2; ++i) {
        CHECK_SUCCESS(matrix.collect(query.handle()));
    }
    CHECK(double_value(counters[0]) == 8);
    CHECK(double_value(counters[1]) == 5);
    CHECK(double_value(counters[2]) == 25);
    CHECK(failure(counters[3]) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE));
}

TEST_CASE("pdh_shim_collect_values gives each type as PdhGetFormattedCounterValue does") {
    use_script("types.json");
    const Query query;
    std::vector<PDH_HCOUNTER> counters;
    for (const std::string& path : expand(TEXT("\\Types(*)\\*"))) {
        counters.push_back(query.add(from_utf8(path).c_str()));
    }
    REQUIRE(counters.size() > 30);
    std::vector<double> values(counters.size());
    std::vector<LONG> statuses(counters.size());
    std::vector<PDH_RAW_COUNTER> raw_values(counters.size());
    for (int collect = 0; collect < 2; ++collect) {
        DWORD records = 0;
        static_cast<void>(pdh_shim_collect_values(query.handle(), counters.data(),
            static_cast<DWORD>(counters.size()), PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, 1, values.data(),
            statuses.data(), raw_values.data(), nullptr, nullptr, &records));
        REQUIRE(records == 1);
        for (std::size_t i = 0; i < counters.size(); ++i) {
            CAPTURE(i);
            PDH_FMT_COUNTERVALUE value{};
            const PDH_STATUS status =
                PdhGetFormattedCounterValue(counters[i], PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, nullptr, &value);
            CHECK((status == ERROR_SUCCESS) == (statuses[i] == ERROR_SUCCESS));
            CHECK((status == ERROR_SUCCESS ? value.doubleValue == values[i] : std::isnan(values[i])));
            CHECK(text_of(raw_values[i]) == text_of(raw_value(counters[i])));
        }
    }
}

TEST_CASE("pdh_shim_collect_values gives a binary log's raw samples as PDH does") {
    const LoggedScript log("lifecycle.json", lifecycle_logged, lifecycle_samples, PDH_LOG_TYPE_BINARY);
    std::vector<const TCHAR*> paths(lifecycle_paths.begin(), lifecycle_paths.end());
    paths.push_back(TEXT("\\Job(another)\\Size"));
    paths.push_back(TEXT("\\Job(nobody*)\\Size"));
    check_raw_values(log.name(), paths);
}

TEST_CASE("pdh_shim_collect_values gives a text log's raw samples as PDH does") {
    const LoggedScript log("lifecycle.json", lifecycle_logged, lifecycle_samples, PDH_LOG_TYPE_CSV);
    check_raw_values(log.name(), lifecycle_paths);
}

TEST_CASE("pdh_shim_collect_values gives this computer's raw samples as PDH does") {
    use_script("lifecycle.json");
    const Query query;
    const std::vector<PDH_HCOUNTER> counters = add_all(query, lifecycle_paths);
    Matrix matrix(1, counters);
    matrix.wants_raw = true;
    std::string firsts;
    for (DWORD sample = 0; sample < lifecycle_samples; ++sample) {
        CAPTURE(sample);
        REQUIRE_SUCCESS(matrix.collect(query.handle()));
        CHECK(matrix.raw_row(0) == raw_row_of(counters));
        const PDH_RAW_COUNTER& first = matrix.raw_values().front();
        firsts += IsSuccessSeverity(first.CStatus) ? std::to_string(first.FirstValue) + ' ' : "- ";
    }
    CHECK(firsts == "200 220 - 300 310 320 350 ");
}

TEST_CASE_FIXTURE(WidgetQuery, "pdh_shim_collect_values: a wildcard has the value of its first instance") {
    Matrix matrix(1, {query.add(TEXT("\\Widget(*)\\Depth"))});
    CHECK_SUCCESS(matrix.collect(query.handle()));
    CHECK(matrix.row(0) == "5");
}

TEST_CASE_FIXTURE(WidgetQuery, "pdh_shim_collect_values: all arrays but the values may be NULL") {
    PDH_HCOUNTER counter = query.add(TEXT("\\Gadget\\Depth"));
    double value = 0;
    DWORD records = 0;
    CHECK_SUCCESS(pdh_shim_collect_values(query.handle(), &counter, 1, PDH_FMT_DOUBLE, 1, &value, nullptr,
        nullptr, nullptr, nullptr, &records));
    CHECK(value == 7);
    CHECK(records == 1);
}

TEST_CASE_FIXTURE(WidgetQuery, "pdh_shim_collect_values refuses what it cannot use, and writes nothing") {
    const Query other;
    PDH_HCOUNTER counter = query.add(TEXT("\\Gadget\\Depth"));
    PDH_HCOUNTER foreign = other.add(TEXT("\\Gadget\\Depth"));
    double value = -1;
    DWORD records = 77;
    const auto call = [&](PDH_HQUERY of, const PDH_HCOUNTER* counters, DWORD count, DWORD format,
                          DWORD most) {
        return pdh_shim_collect_values(
            of, counters, count, format, most, &value, nullptr, nullptr, nullptr, nullptr, &records);
    };
    CHECK_STATUS(call(query.handle(), nullptr, 1, PDH_FMT_DOUBLE, 1), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(call(query.handle(), &counter, 0, PDH_FMT_DOUBLE, 1), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(call(query.handle(), &counter, 1, PDH_FMT_DOUBLE, 0), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(call(query.handle(), &counter, 1, PDH_FMT_LARGE, 1), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(call(query.handle(), &counter, 1, PDH_FMT_DOUBLE | PDH_FMT_LONG, 1), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(call(query.handle(), &counter, 1, 0, 1), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(call(query.handle(), &counter, ~DWORD{0}, PDH_FMT_DOUBLE, ~DWORD{0}), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(call(query.handle(), &foreign, 1, PDH_FMT_DOUBLE, 1), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(call(nullptr, &counter, 1, PDH_FMT_DOUBLE, 1), PDH_INVALID_HANDLE);
    CHECK_STATUS(call(counter, &counter, 1, PDH_FMT_DOUBLE, 1), PDH_INVALID_HANDLE);
    PDH_HCOUNTER const no_counter = query.handle();
    CHECK_STATUS(call(query.handle(), &no_counter, 1, PDH_FMT_DOUBLE, 1), PDH_INVALID_HANDLE);
    CHECK_STATUS(pdh_shim_collect_values(query.handle(), &counter, 1, PDH_FMT_DOUBLE, 1, nullptr, nullptr,
                     nullptr, nullptr, nullptr, &records),
        PDH_INVALID_ARGUMENT);
    CHECK_STATUS(pdh_shim_collect_values(query.handle(), &counter, 1, PDH_FMT_DOUBLE, 1, &value, nullptr,
                     nullptr, nullptr, nullptr, nullptr),
        PDH_INVALID_ARGUMENT);
    // Its values would fit.
    PDH_RAW_COUNTER raw{};
    CHECK_STATUS(pdh_shim_collect_values(query.handle(), &counter, DWORD{1} << 31U, PDH_FMT_DOUBLE,
                     DWORD{1} << 29U, &value, nullptr, &raw, nullptr, nullptr, &records),
        PDH_INVALID_ARGUMENT);
    CHECK(value == -1);
    CHECK(records == 77);
}
