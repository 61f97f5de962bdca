// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/record_size.h"

#include "tools/command/output_log.h"
#include "tools/command/query.h"
#include "tools/terminal/program_error.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <system_error>

namespace pdh_shim::tools::command {

namespace {

/// A file in the folder for temporary files, which is removed with its owner.
class TemporaryLog : boost::noncopyable {
  public:
    TemporaryLog()
        : path_(std::filesystem::temp_directory_path() /
                ("pdh-shim-estimate-" + std::to_string(std::random_device()()) +
                    std::to_string(std::random_device()()))) {}
    ~TemporaryLog() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }

    [[nodiscard]] std::string name() const { return path_.string(); }

    [[nodiscard]] std::string bytes() const {
        std::ifstream file(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }

  private:
    std::filesystem::path path_;
};

std::uint32_t number_at(const std::string& bytes, std::size_t place) {
    std::uint32_t number = 0;
    for (std::size_t i = 4; i > 0; --i) {
        number = number << 8U | static_cast<unsigned char>(bytes.at(place + i - 1));
    }
    return number;
}

// A binary log consists of buffers of one size, each of which says how much of it is used.
std::size_t used_bytes(const std::string& bytes) {
    constexpr std::size_t place_of_used = 0x30;
    const std::size_t buffer = number_at(bytes, 0);
    std::size_t used = 0;
    for (std::size_t at = 0; buffer > place_of_used && at + buffer <= bytes.size(); at += buffer) {
        used += number_at(bytes, at + place_of_used);
    }
    return used;
}

// The size of a log with so many records.
std::size_t size_of_log(Query& query, OutputFormat format, const MakeQueryLog& make_line_log, int records) {
    const TemporaryLog file;
    const std::unique_ptr<RecordLog> log =
        has_line_for_each_value(format) ? make_line_log(file.name(), query)
                                        : std::make_unique<OutputLog>(file.name(), format, query.handle());
    for (int i = 0; i < records; ++i) {
        static_cast<void>(log->update());
    }
    log->close();
    const auto bytes = file.bytes();
    return format == OutputFormat::bin ? used_bytes(bytes) : bytes.size();
}

// Several records, since their values may have few digits or many. Where each value has a line, that makes
// little difference, and some formats do not take two records of one millisecond.
double record_size(Query& query, OutputFormat format, const MakeQueryLog& make_log) {
    const bool has_lines = has_line_for_each_value(format);
    const int few = has_lines ? 0 : 1;
    const int more = has_lines ? 1 : 4;
    const auto small = size_of_log(query, format, make_log, few);
    const auto large = size_of_log(query, format, make_log, few + more);
    return large > small ? static_cast<double>(large - small) / more : 0;
}

} // namespace

std::optional<double> megabytes_per_hour(const std::vector<std::string>& paths, OutputFormat format,
    std::chrono::seconds interval, const MakeQueryLog& make_log) {
    const bool is_file = format != OutputFormat::sql && format != OutputFormat::html;
    constexpr double megabyte = 1 << 20;
    try {
        Query query;
        for (const auto& path : paths) {
            static_cast<void>(query.add(path, PDH_NOEXPANDINSTANCES));
        }
        if (!is_file || query.is_empty() || !query.collect()) {
            return std::nullopt;
        }
        const double records = 3600.0 / static_cast<double>(interval.count());
        return record_size(query, format, make_log) * records / megabyte;
    } catch (const terminal::ProgramError&) {
        return std::nullopt;
    }
}

std::string size_estimate(double megabytes) {
    std::array<char, 64> digits = {};
    const int decimals = megabytes < 10 ? 2 : 0;
    const auto end = std::to_chars(
        digits.data(), digits.data() + digits.size(), megabytes, std::chars_format::fixed, decimals);
    return "Estimate: " + std::string(digits.data(), end.ptr) + " MB an hour.";
}

} // namespace pdh_shim::tools::command
