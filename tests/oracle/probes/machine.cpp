// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
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

std::string& program_name() {
    static std::string name;
    return name;
}

int process_id() {
#ifdef _WIN32
    return _getpid();
#else
    return getpid();
#endif
}

int& number_of_folders() {
    static int number = 0;
    return number;
}

int exit_status(int closed) {
#ifdef _WIN32
    return closed;
#else
    return WIFEXITED(closed) ? WEXITSTATUS(closed) : -1;
#endif
}

} // namespace

int idle(const char* mark) {
    write_file(mark, "");

    while (std::getchar() != EOF) {
    }
    return 0;
}

void remember_program(const char* name) {
    program_name() = std::filesystem::absolute(name).string();
}

std::string instance_of_this_program() {
    return std::filesystem::path(program_name()).stem().string();
}

std::filesystem::path folder_of_this_program() {
    return std::filesystem::path(program_name()).parent_path();
}

Sibling::Sibling() {
    const std::string mark = folder_.file("begun");
    std::string command = "\"" + program_name() + "\" " + idle_option + " \"" + mark + "\"";
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

Folder::Folder()
    : path_(std::filesystem::temp_directory_path() /
            ("oracle_probes_" + std::to_string(process_id()) + "_" + std::to_string(number_of_folders()++))) {
    std::filesystem::create_directories(path_);
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string Folder::file(std::string_view name) const {
    return (path_ / name).string();
}

std::string Folder::path() const {
    return path_.string();
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
    output.status = exit_status(pclose(pipe));
    return output;
}

void let_time_pass() {
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
}

std::int64_t minutes_behind_utc() {
    const std::time_t now = std::time(nullptr);
    std::tm utc = *std::gmtime(&now);
    utc.tm_isdst = std::localtime(&now)->tm_isdst;
    return (static_cast<std::int64_t>(std::mktime(&utc)) - now) / 60;
}

std::int64_t seconds_from_now(const FILETIME& time) {
    constexpr std::int64_t seconds_from_1601_to_1970 = 11'644'473'600;
    const auto ticks = static_cast<std::int64_t>(
        static_cast<std::uint64_t>(time.dwHighDateTime) << 32U | time.dwLowDateTime);
    return ticks / 10'000'000 - seconds_from_1601_to_1970 - std::time(nullptr);
}

bool has_english_names(Answer& answer) {
    constexpr DWORD processor_time = 6;
    std::array<char, 256> name{};
    auto size = static_cast<DWORD>(name.size());
    const PDH_STATUS status = PdhLookupPerfNameByIndexA(nullptr, processor_time, name.data(), &size);
    if (status == ERROR_SUCCESS && std::string_view(name.data()) == "% Processor Time") {
        return true;
    }
    answer.skip("the names of counters are not English on this machine");
    return false;
}

} // namespace oracle
