#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace typeperf {

enum class Mode { sample, list_counters, list_instances, help, version };
enum class Format { csv, tsv };

/// The options of the user.
struct Options {
    Mode mode = Mode::sample;
    std::vector<std::string> counters;    ///< as typed, or as they are in the file of -cf
    bool browse = false;                  ///< -b: counters are chosen in a dialog too
    std::string object;                   ///< of -q and -qx; empty = all
    Format format = Format::csv;          ///< -f
    std::chrono::seconds interval{1};     ///< -si
    std::optional<std::uint64_t> samples; ///< -sc; none = until stopped
    std::string output;                   ///< -o; empty = the console
    std::string capture;                  ///< -capture; empty = none
    std::string computer;                 ///< -s, without leading backslashes; empty = this one
    bool yes_to_all = false;              ///< -y
};

/// One option and its values, from the command line or a settings file. Counters without an option
/// are values of `c`.
struct Given {
    std::string option; ///< lower case, without `-`
    std::vector<std::string> values;
};

/// How the files that options name are read.
using ReadFile = std::function<std::string(const std::string& name)>;

/// A settings file: a line `[option]`, then a line for each of its values.
/// @throws Failure
[[nodiscard]] std::vector<Given> parse_settings(std::string_view text);

/// Options begin with `-` or `/`, in either case, before or after the counters; after `--` all are counters.
/// The command
/// line overrides the file of -config.
/// @throws Failure
[[nodiscard]] Options parse_options(const std::vector<std::string>& arguments, const ReadFile& read_file);

} // namespace typeperf
