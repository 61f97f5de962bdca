// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/output_file.h"
#include "tools/command/sample.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::tools::formats {

using Columns = std::vector<command::Column>;
using TakePart = std::function<void()>;

/// What the user chooses of the formats that have a line for each value.
struct FormatOptions {
    bool with_raw = false; ///< -raw: raw values too, of JSON and LONG
    bool epoch = false;    ///< -epoch: times as milliseconds since 1970, of LONG
    /// -spreadsheet: an apostrophe before names that would be formulas in a spreadsheet, of LONG
    bool for_spreadsheets = false;
};

/// Makes the text of an output of samples: its head, the lines of each sample, its tail. Lines of readings
/// end with LF, and are valid UTF-8: what is not in a name becomes U+FFFD.
class RecordFormat : boost::noncopyable {
  public:
    virtual ~RecordFormat() = default;

    /// Whether it has a line for each value: of Sample::readings, and not of Sample::values.
    [[nodiscard]] virtual bool takes_readings() const { return true; }

    /// The lines that the output begins with. Call it once: they may be long, and are not kept.
    [[nodiscard]] virtual std::string head() { return {}; }

    /// Whether a file that somebody has emptied begins with head() again.
    [[nodiscard]] virtual bool begins_again() const { return true; }

    /// What all its files begin with, at least: head(), or the begin of the first line.
    [[nodiscard]] virtual std::string begin() { return head(); }

    /// Appends the lines of a sample.
    /// @param columns the columns of its readings and of earlier samples: there may be more than in the call
    /// before, but no others without forget_columns()
    /// @param take_part takes the text, and empties it, where it ends with a line and is long: a sample of
    /// 30,000 columns has several megabytes. Null = all of them stay in the text
    /// @throws terminal::ProgramError the format needs UTC, and the zone of the sample is not known
    virtual void append(std::string& text, const command::Sample& sample, const Columns& columns,
        const TakePart& take_part) = 0;

    /// Forgets what it has made of columns: the next sample may have others.
    virtual void forget_columns() {}

    /// Appends what of the samples up to now is not in the text yet.
    virtual void append_rest(std::string& /*text*/) {}

    /// The lines that the output ends with.
    [[nodiscard]] virtual std::string tail() const { return {}; }

    /// How many samples had no place in the format.
    [[nodiscard]] virtual std::uint64_t left_out() const { return 0; }

  protected:
    static void end_line(const std::string& text, const TakePart& take_part) {
        constexpr std::size_t long_text = std::size_t{64} << 10U;
        if (text.size() >= long_text && take_part != nullptr) {
            take_part();
        }
    }
};

/// Says that samples had no place in a format.
[[nodiscard]] std::string left_out_text(command::OutputFormat format, std::uint64_t samples);

/// Whether the format has times in UTC, which need the zone of the log.
[[nodiscard]] bool needs_utc(command::OutputFormat format, const FormatOptions& options) noexcept;

/// @param format one of command::has_line_for_each_value()
[[nodiscard]] std::unique_ptr<RecordFormat> make_record_format(
    command::OutputFormat format, const FormatOptions& options);

/// @throws terminal::ProgramError always: the format needs UTC, and the log does not say its zone
[[noreturn]] void refuse_unknown_zone();

/// Hundreds of nanoseconds since 1970, UTC.
/// @throws terminal::ProgramError the zone of the sample is not known
[[nodiscard]] std::int64_t utc_ticks(const command::Sample& sample);

/// The name of a status of PDH: `PDH_CSTATUS_INVALID_DATA`.
[[nodiscard]] std::string status_name(std::uint32_t status);

/// The constant part of the lines of each column, which is made once.
class ColumnTexts {
  public:
    using Make = std::function<std::string(const command::Column& column)>;

    explicit ColumnTexts(Make make) : make_(std::move(make)) {}

    [[nodiscard]] const std::string& of(const std::vector<command::Column>& columns, std::size_t column) {
        while (texts_.size() <= column) {
            texts_.push_back(make_(columns[texts_.size()]));
        }
        return texts_[column];
    }

    void clear() noexcept { texts_.clear(); }

  private:
    Make make_;
    std::vector<std::string> texts_;
};

/// The line protocol of InfluxDB, with the names of Telegraf's win_perf_counters: a line for each instance of
/// an object, with a field for each counter. Readings without a value are left out, and so are samples of a
/// time that nanoseconds since 1970 cannot hold in 64 bits.
class Influx : public RecordFormat {
  public:
    void append(std::string& text, const command::Sample& sample, const Columns& columns,
        const TakePart& take_part) override;
    void forget_columns() override;
    [[nodiscard]] std::uint64_t left_out() const override { return left_out_; }

  private:
    using Lines = std::map<std::string, std::string>; // fields by series, which is measurement and tags
    struct Field {
        Lines::value_type* line;
        std::string key;
    };

    void add_columns(const Columns& columns);

    std::vector<Field> fields_; // of each column
    Lines lines_;               // of each instance
    std::uint64_t left_out_ = 0;
};

/// The name of a field: that of a counter, as Telegraf changes it (`%` is `Percent`, `/sec` is `_persec`, a
/// blank is `_`, and a backslash is removed).
[[nodiscard]] std::string telegraf_name(std::string_view counter);

/// A key or the value of a tag, with its escapes. The format has none for a line end, which becomes a blank,
/// nor for a backslash at the end, which becomes a slash.
[[nodiscard]] std::string influx_name(std::string_view text);

/// JSON lines: an object for each value. What is not there is null.
class JsonLines : public RecordFormat {
  public:
    explicit JsonLines(bool with_raw);

    [[nodiscard]] std::string begin() override { return R"({"time":)"; }
    void append(std::string& text, const command::Sample& sample, const Columns& columns,
        const TakePart& take_part) override;
    void forget_columns() override { names_.clear(); }

  private:
    bool with_raw_;
    ColumnTexts names_;
};

/// A string of JSON.
[[nodiscard]] std::string json_string(std::string_view text);

/// CSV with a row for each value (RFC 4180, but lines end with LF). What is not there is an empty cell.
class LongTable : public RecordFormat {
  public:
    explicit LongTable(const FormatOptions& options);

    [[nodiscard]] std::string head() override;
    void append(std::string& text, const command::Sample& sample, const Columns& columns,
        const TakePart& take_part) override;
    void forget_columns() override { names_.clear(); }

  private:
    FormatOptions options_;
    ColumnTexts names_;
};

/// The text format of OpenMetrics 1.0, with one family of gauges: `pdh_value`. Readings without a value are
/// left out, and so are samples that are not later than the one before: the format has no place for them.
class OpenMetrics : public RecordFormat {
  public:
    OpenMetrics();

    [[nodiscard]] std::string head() override;
    void append(std::string& text, const command::Sample& sample, const Columns& columns,
        const TakePart& take_part) override;
    void forget_columns() override { series_.clear(); }
    [[nodiscard]] std::string tail() const override { return "# EOF\n"; }
    [[nodiscard]] std::uint64_t left_out() const override { return left_out_; }

  private:
    ColumnTexts series_;
    std::int64_t newest_ = -1; // in milliseconds
    std::uint64_t left_out_ = 0;
};

/// The value of a label between its quotes.
[[nodiscard]] std::string label_value(std::string_view text);

} // namespace pdh_shim::tools::formats
