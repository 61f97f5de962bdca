// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Asks pdh.dll questions whose answers its documentation leaves open, one in each run. See README.md.
#include "probe.h"

#include "../text.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <system_error>
#include <thread>

#ifdef _WIN32
#include <process.h>
#define popen _popen
#define pclose _pclose
constexpr const char* to_read = "rb"; // line ends as they are
#else
#include <sys/wait.h>
#include <unistd.h>
constexpr const char* to_read = "r";
#endif

namespace oracle {

namespace {

constexpr int wrong_usage = 2;
/// Starts this program once more, as a process that waits.
constexpr const char* idle_option = "--idle";
std::filesystem::path this_program;

std::string json_of(std::string_view text) {
    return json_text(text, false); // it may be in a code page
}

bool has_english_names() {
    constexpr DWORD processor_time = 6;
    std::array<char, 256> name{};
    auto size = static_cast<DWORD>(name.size());
    return PdhLookupPerfNameByIndexA(nullptr, processor_time, name.data(), &size) == ERROR_SUCCESS &&
           std::string_view(name.data()) == "% Processor Time";
}

bool has_program(const char* name) {
    constexpr int not_found_by_posix_shells = 127;
    constexpr int not_found_by_cmd = 9009;
    constexpr int not_found_by_cmd_for_one_command = 1;
    const Output output = run_command(std::string(name) + ".exe -?");
    return output.status != not_found_by_posix_shells && output.status != not_found_by_cmd &&
           (output.status != not_found_by_cmd_for_one_command ||
               output.text.find("-si") != std::string::npos || output.text.find("-cf") != std::string::npos);
}

/// Why a probe cannot be made here, or nothing.
std::string lacking(const Probe& probe) {
    for (const char* const program : {"typeperf", "relog"}) {
        if (probe.needs.find(program) != std::string_view::npos && !has_program(program)) {
            return std::string("there is no ") + program + " here";
        }
    }
    return probe.needs.find("english") != std::string_view::npos && !has_english_names()
               ? "the names of counters are not English on this machine"
               : "";
}

int list() {
    for (const Probe& probe : all_probes()) {
        static_cast<void>(std::printf("%s\t%s\n", probe.id, probe.needs.data()));
    }
    return 0;
}

int run(std::string_view id) {
    const std::vector<Probe>& all = all_probes();
    const auto found = std::ranges::find_if(all, [=](const Probe& probe) { return probe.id == id; });
    if (found == all.end()) {
        std::fprintf(
            stderr, "There is no probe %.*s. --list lists them.\n", static_cast<int>(id.size()), id.data());
        return wrong_usage;
    }
    Answer answer;
    if (const std::string why = lacking(*found); why.empty()) {
        found->ask(answer);
    } else {
        answer.skip(why);
    }
    static_cast<void>(std::printf("%s\n", answer.json().c_str()));
    return 0;
}

/// Makes an empty file, which says that the process has begun, and waits for the end of its standard input.
int idle(const char* mark) {
    write_file(mark, "");

    while (std::getchar() != EOF) {
    }
    return 0;
}

} // namespace

// -- Answers --------------------------------------------------------------------------------------

std::vector<Probe>& all_probes() {
    static std::vector<Probe> all;
    return all;
}

std::string name_of(PDH_STATUS status) {
    return status == ERROR_SUCCESS ? "ERROR_SUCCESS" : name_of_status(static_cast<DWORD>(status));
}

void Answer::status(std::string_view what, PDH_STATUS status) {
    text(what, name_of(status));
}

void Answer::cstatus(std::string_view what, DWORD cstatus) {
    text(what, cstatus == 0 ? "PDH_CSTATUS_VALID_DATA" : name_of_status(cstatus));
}

void Answer::text(std::string_view what, std::string_view text) {
    members_.emplace_back(what, json_of(text));
}

void Answer::number(std::string_view what, std::int64_t number) {
    members_.emplace_back(what, std::to_string(number));
}

void Answer::real(std::string_view what, double number) {
    std::array<char, 40> digits{};
    static_cast<void>(std::snprintf(digits.data(), digits.size(), "%.12g", number));
    text(what, digits.data()); // because a number of JSON is always finite
}

void Answer::yes(std::string_view what, bool yes) {
    members_.emplace_back(what, yes ? "true" : "false");
}

void Answer::texts(std::string_view what, const std::vector<std::string>& texts) {
    std::string joined;
    for (const std::string& one : texts) {
        joined += (joined.empty() ? "" : " | ") + one;
    }
    text(what, joined);
}

void Answer::skip(std::string_view why) {
    members_.clear();
    text("skipped", why);
}

std::string Answer::json() const {
    std::string json = "{";
    for (const auto& [what, value] : members_) {
        json += (json.size() == 1 ? "" : ",") + json_of(what) + ":" + value;
    }
    return json + "}";
}

// -- Calls ----------------------------------------------------------------------------------------

PDH_HCOUNTER Query::add(const std::string& path) const {
    PDH_HCOUNTER counter = nullptr;
    return PdhAddEnglishCounterA(handle_, path.c_str(), 0, &counter) == ERROR_SUCCESS ? counter : nullptr;
}

PDH_HCOUNTER Query::add_logged(const std::string& path) const {
    PDH_HCOUNTER counter = nullptr;
    return PdhAddCounterA(handle_, path.c_str(), 0, &counter) == ERROR_SUCCESS ? counter : nullptr;
}

void Query::collect_twice() const {
    collect();
    let_time_pass();
    collect();
}

Formatted format(PDH_HCOUNTER counter, DWORD how) {
    Formatted formatted{};
    formatted.status = PdhGetFormattedCounterValue(counter, how, nullptr, &formatted.value);
    return formatted;
}

void say_statuses(Answer& answer, const std::string& what, const Formatted& formatted) {
    answer.status(what, formatted.status);
    answer.cstatus(what + ": CStatus", formatted.value.CStatus);
}

Array array_of(PDH_HCOUNTER counter) {
    Array array;
    DWORD size = 0;
    DWORD count = 0;
    std::vector<std::uint64_t> memory;
    do {
        memory.resize((size + 7) / 8);
        array.status = PdhGetFormattedCounterArrayA(counter, PDH_FMT_DOUBLE, &size, &count,
            memory.empty() ? nullptr : reinterpret_cast<PDH_FMT_COUNTERVALUE_ITEM_A*>(memory.data()));
    } while (array.status == static_cast<PDH_STATUS>(PDH_MORE_DATA) && size > memory.size() * 8);
    const auto* const items = reinterpret_cast<const PDH_FMT_COUNTERVALUE_ITEM_A*>(memory.data());
    for (std::size_t index = 0; array.status == ERROR_SUCCESS && index < count; ++index) {
        array.names.emplace_back(or_null(items[index].szName));
    }
    return array;
}

Info::Info(PDH_HCOUNTER counter, bool with_explanation) : memory_(sizeof(PDH_COUNTER_INFO_A) / 8 + 1) {
    DWORD size = 0;
    const BOOLEAN explain = with_explanation ? TRUE : FALSE;
    if (PdhGetCounterInfoA(counter, explain, &size, nullptr) == static_cast<PDH_STATUS>(PDH_MORE_DATA)) {
        memory_.resize(size / 8 + 1);
        PdhGetCounterInfoA(counter, explain, &size, reinterpret_cast<PDH_COUNTER_INFO_A*>(memory_.data()));
    }
}

std::string or_null(const char* text) {
    return text == nullptr ? "(NULL)" : text;
}

std::vector<std::string> list_of(const std::function<PDH_STATUS(char*, DWORD*)>& call) {
    std::vector<std::string> texts;
    DWORD size = 0;
    if (call(nullptr, &size) == static_cast<PDH_STATUS>(PDH_MORE_DATA)) {
        std::vector<char> memory(size + 4096); // for what comes between the two calls
        size = static_cast<DWORD>(memory.size());
        if (call(memory.data(), &size) == ERROR_SUCCESS) {
            for (const char* text = memory.data(); *text != '\0'; text += texts.back().size() + 1) {
                texts.emplace_back(text);
            }
        }
    }
    return texts;
}

std::vector<std::string> expand(const std::string& path, const char* source) {
    return list_of([&](char* buffer, DWORD* size) {
        return PdhExpandWildCardPathA(source, path.c_str(), buffer, size, 0);
    });
}

PDH_STATUS add_status(const std::string& path) {
    const Query query;
    PDH_HCOUNTER counter = nullptr;
    return PdhAddEnglishCounterA(query.handle(), path.c_str(), 0, &counter);
}

// -- The machine ----------------------------------------------------------------------------------

std::string instance_of_this_program() {
    return this_program.stem().string();
}

std::string shipped(const char* name) {
    return (this_program.parent_path() / name).string();
}

Sibling::Sibling() {
    const std::string mark = folder_.file("begun");
    std::string command = "\"" + this_program.string() + "\" " + idle_option + " \"" + mark + "\"";
#ifdef _WIN32
    command = "\"" + command + "\""; // cmd takes the first and the last quote away
#endif
    input_ = popen(command.c_str(), "w"); // NOLINT(cert-env33-c): no other call is there on both systems
    constexpr int ten_minutes = 60'000;   // only a hang reaches it
    for (int tries = 0; tries < ten_minutes && !std::filesystem::exists(mark); ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

Sibling::~Sibling() {
    if (input_ != nullptr) {
        static_cast<void>(pclose(input_));
    }
}

Folder::Folder() {
    static int number = 0;
#ifdef _WIN32
    const int process = _getpid();
#else
    const int process = getpid();
#endif
    path_ = std::filesystem::temp_directory_path() /
            ("oracle_probes_" + std::to_string(process) + "_" + std::to_string(number++));
    std::filesystem::create_directories(path_);
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string read_file(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_file(const std::string& name, std::string_view bytes) {
    std::ofstream(name, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

Output run_command(const std::string& command) {
    Output output;
    std::FILE* const pipe = popen((command + " 2>&1").c_str(), to_read); // NOLINT(cert-env33-c)
    if (pipe == nullptr) {
        return output;
    }
    std::array<char, 4096> part{};
    while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe)) {
        output.text.append(part.data(), size);
    }
    output.status = pclose(pipe);
#ifndef _WIN32
    output.status = WIFEXITED(output.status) ? WEXITSTATUS(output.status) : -1;
#endif
    return output;
}

void let_time_pass() {
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
}

} // namespace oracle

int main(int argc, char** argv) {
    const std::vector<std::string_view> arguments(argv + 1, argv + argc);
    oracle::this_program = std::filesystem::absolute(argv[0]);
    if (arguments.size() == 1 && arguments[0] == "--list") {
        return oracle::list();
    }
    if (arguments.size() == 2 && arguments[0] == "--run") {
        return oracle::run(arguments[1]);
    }
    if (arguments.size() == 2 && arguments[0] == oracle::idle_option) {
        return oracle::idle(argv[2]);
    }
    std::fprintf(stderr, "usage: oracle_probes --list\n"
                         "       oracle_probes --run ID\n"
                         "\n"
                         "--list prints each probe with what it needs, separated by a tab.\n"
                         "--run asks pdh.dll one question, and prints its answer as a JSON object.\n");
    return oracle::wrong_usage;
}
