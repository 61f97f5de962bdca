// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// In place of tests/conformance/control.cpp where pdh.dll is Microsoft's: a script's samples reach the case
// through the performance DLL of the kit, and all else that takes control.h ends the case.
#include "../text.h"
#include "conformance/support.h"

#include <pdh_shim/control.h>
#include <pdh_shim/source.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <stdexcept>

namespace conformance {
namespace {

/// Ends the case, also where no exception may pass. The runner looks for these words.
[[noreturn]] void ends_without(const char* need, const char* what) {
    std::printf("the case needs %s: %s\n", need, what);
    std::fflush(stdout);
    std::_Exit(1);
}

[[noreturn]] void needs_control(const char* what) {
    ends_without("control.h", what);
}

/// A function of the system's pdh.dll by its name. There may be a Windows that lacks it.
template <class Function>
Function* of_pdh(const char* name, Function* /*the same*/) {
    const HMODULE pdh = GetModuleHandleW(L"pdh.dll");
    auto* const function = reinterpret_cast<Function*>(reinterpret_cast<void*>(GetProcAddress(pdh, name)));
    if (function == nullptr) {
        throw std::runtime_error(std::string("pdh.dll lacks ") + name);
    }
    return function;
}

std::filesystem::path kit_folder() {
    std::array<wchar_t, 1024> program{};
    GetModuleFileNameW(nullptr, program.data(), static_cast<DWORD>(program.size()));
    return std::filesystem::path(program.data()).parent_path();
}

/// The samples of a script, in turn for each query. Their file is written by samples.py.
class Samples {
  public:
    void open(const std::string& script) {
        const std::scoped_lock lock(mutex_);
        const auto name = std::filesystem::path(script).replace_extension(".samples");
        std::ifstream file(kit_folder() / "scripts" / name, std::ios::binary);
        samples_.resize(read_number(file));
        loops_ = read_number(file) != 0;
        for (std::string& sample : samples_) {
            sample.resize(read_number(file));
            file.read(sample.data(), static_cast<std::streamsize>(sample.size()));
        }
        REQUIRE_MESSAGE((file.good() && !samples_.empty()), name.string());
        collects_.clear();
        hand_over(samples_.front());
    }

    /// Before a collect of this query: the performance DLL has its next sample. The last one stays.
    void next(PDH_HQUERY query) {
        const std::scoped_lock lock(mutex_);
        if (samples_.empty()) {
            return;
        }
        const std::size_t collect = collects_[query]++;
        hand_over(samples_[loops_ ? collect % samples_.size() : std::min(collect, samples_.size() - 1)]);
    }

    void close(PDH_HQUERY query) {
        const std::scoped_lock lock(mutex_);
        collects_.erase(query);
    }

    void open_log(PDH_HLOG log, PDH_HQUERY query) {
        const std::scoped_lock lock(mutex_);
        queries_of_logs_[log] = query;
    }

    /// None of a log that is read.
    PDH_HQUERY query_of(PDH_HLOG log) {
        const std::scoped_lock lock(mutex_);
        const auto found = queries_of_logs_.find(log);
        return found == queries_of_logs_.end() ? nullptr : found->second;
    }

  private:
    static std::uint32_t read_number(std::ifstream& file) {
        std::uint32_t number = 0;
        file.read(reinterpret_cast<char*>(&number), sizeof number);
        return number;
    }

    static void hand_over(const std::string& sample) {
        std::ofstream(kit_folder() / "current.samples", std::ios::binary) << sample;
    }

    std::mutex mutex_;
    std::vector<std::string> samples_;
    bool loops_ = false;
    std::map<PDH_HQUERY, std::size_t> collects_;
    std::map<PDH_HLOG, PDH_HQUERY> queries_of_logs_;
};

Samples& samples() {
    static Samples all;
    return all;
}

} // namespace

std::string name_of(DWORD status) {
    return status == ERROR_SUCCESS ? "ERROR_SUCCESS" : oracle::name_of_status(status);
}

std::string text_of_status(DWORD status) {
    std::array<char, 1024> text{};
    constexpr DWORD english = 0x409;
    const DWORD size = FormatMessageA(FORMAT_MESSAGE_FROM_HMODULE | FORMAT_MESSAGE_IGNORE_INSERTS,
        GetModuleHandleW(L"pdh.dll"), status, english, text.data(), static_cast<DWORD>(text.size()), nullptr);
    if (size == 0 && GetLastError() != ERROR_MR_MID_NOT_FOUND) {
        ends_without("a Windows in English", "text_of_status");
    }
    const std::string whole(text.data(), size);
    return whole.substr(0, whole.find_last_not_of("\r\n") + 1);
}

void use_script(const char* file) {
    if (const char* const reason = std::getenv("ORACLE_NO_PERFORMANCE_DLL")) { // set by the runner
        ends_without("the performance DLL", reason);
    }
    samples().open(file);
}

Text script_path(const char* file) {
    return from_utf8((kit_folder() / "scripts" / file).string());
}

void apply_default_scale(bool /*apply*/) {
    needs_control("apply_default_scale");
}

void reset_default_scale() {}

PDH_STATUS choose_sources(const std::string& /*list*/) {
    needs_control("choose_sources");
}

struct StationSource::State {};

StationSource::StationSource(const char* /*name*/) {
    needs_control("StationSource");
}

StationSource::~StationSource() = default;

bool StationSource::wait_for_samples(int /*samples*/) const {
    return false;
}

FrozenClock::FrozenClock() {
    needs_control("FrozenClock");
}

FrozenClock::~FrozenClock() = default;

void FrozenClock::advance(int /*seconds*/) {
    needs_control("FrozenClock");
}

} // namespace conformance

extern "C" {

// What the linker takes in place of the functions that collect (--wrap), and the functions themselves.
PDH_STATUS WINAPI __real_PdhCollectQueryData(PDH_HQUERY query);
PDH_STATUS WINAPI __real_PdhCollectQueryDataWithTime(PDH_HQUERY query, LONGLONG* time);
PDH_STATUS WINAPI __real_PdhCollectQueryDataEx(PDH_HQUERY query, DWORD seconds, HANDLE event);
PDH_STATUS WINAPI __real_PdhCloseQuery(PDH_HQUERY query);
PDH_STATUS WINAPI __real_PdhOpenLogW(
    LPCWSTR file, DWORD access, LPDWORD type, PDH_HQUERY query, DWORD size, LPCWSTR caption, PDH_HLOG* log);
PDH_STATUS WINAPI __real_PdhUpdateLogW(PDH_HLOG log, LPCWSTR text);

PDH_STATUS WINAPI __wrap_PdhCollectQueryData(PDH_HQUERY query) {
    conformance::samples().next(query);
    return __real_PdhCollectQueryData(query);
}

PDH_STATUS WINAPI __wrap_PdhCollectQueryDataWithTime(PDH_HQUERY query, LONGLONG* time) {
    conformance::samples().next(query);
    return __real_PdhCollectQueryDataWithTime(query, time);
}

PDH_STATUS WINAPI __wrap_PdhCollectQueryDataEx(PDH_HQUERY query, DWORD seconds, HANDLE event) {
    conformance::samples().next(query);
    return __real_PdhCollectQueryDataEx(query, seconds, event);
}

PDH_STATUS WINAPI __wrap_PdhCloseQuery(PDH_HQUERY query) {
    conformance::samples().close(query);
    return __real_PdhCloseQuery(query);
}

PDH_STATUS WINAPI __wrap_PdhOpenLogW(
    LPCWSTR file, DWORD access, LPDWORD type, PDH_HQUERY query, DWORD size, LPCWSTR caption, PDH_HLOG* log) {
    const PDH_STATUS status = __real_PdhOpenLogW(file, access, type, query, size, caption, log);
    if (status == ERROR_SUCCESS) {
        conformance::samples().open_log(*log, query);
    }
    return status;
}

// It collects the log's query.
PDH_STATUS WINAPI __wrap_PdhUpdateLogW(PDH_HLOG log, LPCWSTR text) {
    if (const PDH_HQUERY query = conformance::samples().query_of(log)) {
        conformance::samples().next(query);
    }
    return __real_PdhUpdateLogW(log, text);
}

// MinGW's import library has not got these.
PDH_STATUS WINAPI PdhAddRelogCounter(
    PDH_HQUERY query, LPCWSTR path, DWORD type, DWORD scale, ULONGLONG time_base, PDH_HCOUNTER* counter) {
    return conformance::of_pdh("PdhAddRelogCounter", &PdhAddRelogCounter)(
        query, path, type, scale, time_base, counter);
}

PDH_STATUS WINAPI PdhSetCounterValue(PDH_HCOUNTER counter, PPDH_RAW_COUNTER value, LPCWSTR instance) {
    return conformance::of_pdh("PdhSetCounterValue", &PdhSetCounterValue)(counter, value, instance);
}

PDH_STATUS WINAPI PdhWriteRelogSample(PDH_HLOG log, LONGLONG time) {
    return conformance::of_pdh("PdhWriteRelogSample", &PdhWriteRelogSample)(log, time);
}

void WINAPI PdhResetRelogCounterValues(PDH_HLOG log) {
    conformance::of_pdh("PdhResetRelogCounterValues", &PdhResetRelogCounterValues)(log);
}

// The functions of control.h and source.h that cases call themselves.
#define STAND_IN(name, parameters)                                                                           \
    PDH_STATUS WINAPI name parameters {                                                                      \
        conformance::needs_control(#name);                                                                   \
    }
STAND_IN(pdh_shim_add_source, (const pdh_shim_source*))
STAND_IN(pdh_shim_remove_source, (LPCSTR))
STAND_IN(pdh_shim_set_sources, (LPCSTR))
STAND_IN(pdh_shim_load_titles, (LPCSTR))
STAND_IN(pdh_shim_set_language, (DWORD))
STAND_IN(pdh_shim_titles, (DWORD, BOOL, LPWSTR, LPDWORD))
STAND_IN(pdh_shim_last_failure, (LONG*, LPSTR, LPDWORD))
STAND_IN(pdh_shim_query_performance_data, (LPCSTR, LPVOID, LPDWORD))
STAND_IN(pdh_shim_capture_sample, (PDH_HQUERY, DWORD, LPVOID, LPDWORD))
STAND_IN(pdh_shim_sample_bias, (PDH_HQUERY, LONG*))
STAND_IN(pdh_shim_log_bias, (PDH_HLOG, LONGLONG, LONG*))
STAND_IN(pdh_shim_log_zone_name, (PDH_HLOG, LONGLONG, LPSTR, LPDWORD))
STAND_IN(pdh_shim_sample_time, (PDH_HQUERY, LONGLONG*))
STAND_IN(pdh_shim_log_counters, (PDH_HLOG, DWORD, LPSTR, LPDWORD))
STAND_IN(pdh_shim_log_comments, (PDH_HLOG, LONGLONG, LONGLONG, LPDWORD))
STAND_IN(pdh_shim_collect_values, (PDH_HQUERY, const PDH_HCOUNTER*, DWORD, DWORD, DWORD, double*, LONG*,
                                      PDH_RAW_COUNTER*, LONGLONG*, LONG*, DWORD*))
}
