// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// What the probes share: answers, calls of PDH, files, programs and time. Paths are English.

#include <pdh.h>
#include <pdhmsg.h>
#include <windows.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oracle {

/// "PDH_INVALID_HANDLE", "ERROR_SUCCESS", or the number.
[[nodiscard]] std::string name_of(PDH_STATUS status);

/// What a probe found out: names with values, printed as one JSON object. No probe gives the names of users,
/// or of processes or files of theirs.
class Answer {
  public:
    void status(std::string_view what, PDH_STATUS status);
    void cstatus(std::string_view what, DWORD cstatus);
    void text(std::string_view what, std::string_view text);
    void number(std::string_view what, std::int64_t number);
    void real(std::string_view what, double number);
    void yes(std::string_view what, bool yes);
    /// The texts, with ` | ` between them.
    void texts(std::string_view what, const std::vector<std::string>& texts);
    /// The probe cannot be made on this machine.
    void skip(std::string_view why);

    [[nodiscard]] std::string json() const;

  private:
    std::vector<std::pair<std::string, std::string>> members_; // the values are JSON
};

/// One question to pdh.dll. It says what the calls answered; what is right is for the reader of the answers
/// to say.
struct Probe {
    const char* id;
    std::string_view needs; ///< words with spaces between them, see README.md; "-" for nothing
    void (*ask)(Answer& answer);
};
/// All probes, to which PROBE() adds.
[[nodiscard]] std::vector<Probe>& all_probes();
struct AddedProbe {
    explicit AddedProbe(const Probe& probe) { all_probes().push_back(probe); }
};

/// PROBE(a_name, "the.id", "needs") { what it asks }
#define PROBE(name, ...)                                                                                     \
    void name([[maybe_unused]] Answer& answer);                                                              \
    const AddedProbe added_##name(Probe{__VA_ARGS__, name});                                                 \
    void name([[maybe_unused]] Answer& answer)

// Counters that every Windows has.
inline constexpr const char* up_time = "\\System\\System Up Time";           // PERF_ELAPSED_TIME
inline constexpr const char* processes = "\\System\\Processes";              // PERF_COUNTER_RAWCOUNT
inline constexpr const char* switches = "\\System\\Context Switches/sec";    // PERF_COUNTER_COUNTER
inline constexpr const char* available = "\\Memory\\Available Bytes";        // PERF_COUNTER_LARGE_RAWCOUNT
inline constexpr const char* busy = "\\Processor(_Total)\\% Processor Time"; // PERF_100NSEC_TIMER_INV
inline constexpr const char* each_busy = "\\Processor(*)\\% Processor Time";
inline constexpr const char* missing = "\\Process(no such process)\\ID Process";

// Of text logs that probes write: how the first line begins, and a counter.
inline constexpr const char* text_log_head = "\"(PDH-CSV 4.0) (Eastern Standard Time)(300)\"";
inline constexpr const char* logged_count = R"(\\ORACLE\Memory\Available Bytes)";

/// A query, closed with the object.
class Query {
  public:
    /// On the running computer.
    Query() : status_(PdhOpenQueryA(nullptr, 0, &handle_)) {}
    explicit Query(const std::string& log) : status_(PdhOpenQueryA(log.c_str(), 0, &handle_)) {}
    ~Query() { PdhCloseQuery(handle_); }
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    [[nodiscard]] PDH_STATUS status() const { return status_; }
    [[nodiscard]] PDH_HQUERY handle() const { return handle_; }
    /// The counter, or NULL.
    [[nodiscard]] PDH_HCOUNTER add(const std::string& path) const;
    /// Counters of a log are added by their names in the log.
    [[nodiscard]] PDH_HCOUNTER add_logged(const std::string& path) const;
    // NOLINTNEXTLINE(modernize-use-nodiscard): many probes do not ask for it
    PDH_STATUS collect() const { return PdhCollectQueryData(handle_); }
    /// Twice, with time between them.
    void collect_twice() const;

  private:
    PDH_HQUERY handle_ = nullptr;
    PDH_STATUS status_;
};

/// A formatted value with the status of the call.
struct Formatted {
    PDH_STATUS status;
    PDH_FMT_COUNTERVALUE value;
};
[[nodiscard]] Formatted format(PDH_HCOUNTER counter, DWORD how = PDH_FMT_DOUBLE);
/// The status of the call, and the CStatus.
void say_statuses(Answer& answer, const std::string& what, const Formatted& formatted);

struct Array {
    PDH_STATUS status = ERROR_SUCCESS;
    std::vector<std::string> names;
};
[[nodiscard]] Array array_of(PDH_HCOUNTER counter);

/// What PdhGetCounterInfo says, or empty memory.
class Info {
  public:
    explicit Info(PDH_HCOUNTER counter, bool with_explanation = false);
    const PDH_COUNTER_INFO_A* operator->() const {
        return reinterpret_cast<const PDH_COUNTER_INFO_A*>(memory_.data());
    }

  private:
    std::vector<std::uint64_t> memory_;
};

/// "(NULL)" for NULL.
[[nodiscard]] std::string or_null(const char* text);

/// Calls for the size, then for the texts of a multi-string, of which there are none if a call fails.
[[nodiscard]] std::vector<std::string> list_of(const std::function<PDH_STATUS(char*, DWORD*)>& call);
[[nodiscard]] std::vector<std::string> expand(const std::string& path, const char* source = nullptr);

[[nodiscard]] PDH_STATUS add_status(const std::string& path);

/// The name of the instance that Process has for this program.
[[nodiscard]] std::string instance_of_this_program();
/// A file beside this program, where the kit has the logs that we wrote.
[[nodiscard]] std::string shipped(const char* name);

/// A new, empty folder. It is removed with the object.
class Folder {
  public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    /// The name of a file in the folder.
    [[nodiscard]] std::string file(std::string_view name) const { return (path_ / name).string(); }
    [[nodiscard]] std::string path() const { return path_.string(); }

  private:
    std::filesystem::path path_;
};

/// This program once more, as another process, which has begun. It ends with the object.
class Sibling {
  public:
    Sibling();
    ~Sibling();
    Sibling(const Sibling&) = delete;
    Sibling& operator=(const Sibling&) = delete;

  private:
    Folder folder_;
    std::FILE* input_;
};

[[nodiscard]] std::string read_file(const std::string& name);
void write_file(const std::string& name, std::string_view bytes);

/// What a program printed and its exit status.
struct Output {
    int status = -1;
    std::string text;
};
/// Runs a command of the system's shell. Its standard error goes with its standard output.
Output run_command(const std::string& command);

/// Waits for as long as two samples should lie apart.
void let_time_pass();

} // namespace oracle
