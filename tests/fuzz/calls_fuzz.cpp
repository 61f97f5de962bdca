// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Sequences of calls of every function of pdh.h: handles, closed or not, go from one call to others. Each
// call returns a status that its description lists, and writes into no memory but its outputs, which end
// where the sanitizer sees it.
//
// The input is a list of calls. A byte selects the function, or lets time pass; then each parameter takes a
// byte that selects its argument, and some take more.
#include "../conformance/function_table.h"
#include "require.h"

#include <pdh_shim/control.h>
#include <winperf.h>

#include <boost/noncopyable.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using conformance::Arguments;
using conformance::Function;
using conformance::Kind;
using conformance::Parameter;

constexpr std::size_t most_calls = 64;
constexpr std::size_t most_handles = 64;

class Input {
  public:
    Input(const std::uint8_t* data, std::size_t size) : text_(reinterpret_cast<const char*>(data), size) {}

    [[nodiscard]] bool empty() const noexcept { return text_.empty(); }

    std::uint8_t byte() { return static_cast<std::uint8_t>(take(1).front()); }
    std::uint64_t number() {
        std::uint64_t value = 0;
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    // Missing bytes at the end are 0.
    std::string take(std::size_t size) {
        std::string taken(text_.substr(0, std::min(size, text_.size())));
        text_.remove_prefix(taken.size());
        taken.resize(size);
        return taken;
    }

  private:
    std::string_view text_;
};

// Objects with instances, samples without some of them, and statuses.
constexpr const char* script = R"(script:{ "objects": [
    { "name": "Thing", "index": 6000, "instances": "multi", "counters": [
        { "name": "Rate", "index": 6002, "type": "PERF_COUNTER_COUNTER" },
        { "name": "Left", "index": 6004, "type": "PERF_COUNTER_RAWCOUNT" },
        { "name": "Part", "index": 6006, "type": "PERF_SAMPLE_FRACTION" },
        { "name": "Whole", "index": 6008, "type": "PERF_SAMPLE_BASE" } ] },
    { "name": "Place", "index": 6100, "instances": "none", "counters": [
        { "name": "Room", "index": 6102, "type": "PERF_COUNTER_LARGE_RAWCOUNT" } ] } ],
  "samples": [
    { "perfTime": 0, "data": { "Thing": { "a": [10, 1, 2, 4], "p/b": [20, 2, 0, 0] }, "Place": [100] } },
    { "perfTime": 10000000, "data": { "Thing": { "a": [15, 3, 3, 5], "c": [1, 1, 1, 1] }, "Place": [200] } },
    { "perfTime": 20000000, "data": { "Thing": {}, "Place": [-1] } } ],
  "loop": true })";

constexpr auto texts = std::to_array<std::string_view>(
    {"\\Thing(*)\\Rate", "\\Thing(a)\\Rate", "\\Thing(p/b)\\Left", "\\Thing(*)\\*", "\\Thing(a#1)\\Part",
        "\\Place\\Room", "\\*(*)\\*", "\\\\localhost\\Place\\Room", "\\Supplied(*)\\Level", "Thing", "Place",
        "Rate", "a", "p/b#1", "dsn", "/no such folder/log", "", "\\"});

constexpr auto numbers = std::to_array<std::uint64_t>({0, 1, 2, 5, 10, PDH_FMT_LONG, PDH_FMT_DOUBLE,
    PDH_FMT_LARGE, PDH_FMT_LARGE | PDH_FMT_NOSCALE | PDH_FMT_NOCAP100, PERF_DETAIL_WIZARD, 6002, 6100,
    PERF_COUNTER_COUNTER, PERF_COUNTER_RAWCOUNT, PERF_SAMPLE_FRACTION, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF,
    0x7FFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF});

// Memory that ends with the size that was asked for.
class Memory {
  public:
    explicit Memory(std::size_t size)
        : bytes_(std::make_unique<std::byte[]>(size)) {} // NOLINT(*-avoid-c-arrays)

    [[nodiscard]] std::byte* data() const noexcept { return bytes_.get(); }

  private:
    std::unique_ptr<std::byte[]> bytes_; // NOLINT(*-avoid-c-arrays)
};

class Session : boost::noncopyable {
  public:
    explicit Session(Input& input) : input_(input) {
        require(pdh_shim_set_sources(script) == ERROR_SUCCESS);
        require(pdh_shim_freeze_clock(0) == ERROR_SUCCESS);
    }
    ~Session() {
        // The kind of each handle is unknown: a function refuses those of other kinds.
        for (HANDLE const handle : handles_) {
            PdhCloseQuery(handle);
            PdhCloseLog(handle, 0);
        }
        for (HANDLE const handle : handles_) {
            require(PdhCloseQuery(handle) == static_cast<PDH_STATUS>(PDH_INVALID_HANDLE));
            require(PdhRemoveCounter(handle) == static_cast<PDH_STATUS>(PDH_INVALID_HANDLE));
        }
        pdh_shim_release_clock();
    }

    void run() {
        const auto& functions = conformance::functions();
        for (std::size_t i = 0; i < most_calls && !input_.empty(); ++i) {
            const std::size_t choice = input_.byte();
            if (choice < functions.size()) {
                call(functions[choice]);
            } else {
                pdh_shim_advance_clock(static_cast<LONGLONG>(choice - functions.size()) * 1'000'000);
            }
        }
    }

  private:
    void call(const Function& function) {
        memory_.clear();
        sizes_.clear();
        room_ = input_.byte();
        Arguments arguments{};
        choose_sizes(function);
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            arguments[i] = choose(function, function.parameters[i]);
        }
        const DWORD status = function.call(arguments);
        require(function.may_return(status));
        if (status == ERROR_SUCCESS) {
            keep_handles(function, arguments);
        }
    }

    // A size for each buffer, before the buffers are made: its parameter may follow them.
    void choose_sizes(const Function& function) {
        for (const Parameter& parameter : function.parameters) {
            if (parameter.kind == Kind::size) {
                const std::uint8_t choice = input_.byte();
                sizes_.push_back(choice < 0xF0 ? choice : std::uint32_t{1000});
            }
        }
        next_size_ = 0;
        next_buffer_ = 0;
    }

    std::uint64_t choose(const Function& function, const Parameter& parameter) {
        switch (parameter.kind) {
        case Kind::query:
        case Kind::counter:
        case Kind::source:
            return choose_handle();
        case Kind::number:
            return choose_number(parameter.name);
        case Kind::room:
            return room_;
        case Kind::size:
            return keep(&sizes_[next_size_++], sizeof(std::uint32_t));
        case Kind::text:
            return choose_text(parameter.element);
        case Kind::text_buffer:
        case Kind::structure_buffer:
            return choose_buffer(parameter);
        case Kind::pointer:
            return choose_structure(function, parameter);
        }
        return 0;
    }

    std::uint64_t choose_handle() {
        const std::uint8_t choice = input_.byte();
        if (choice < handles_.size()) {
            return reinterpret_cast<std::uintptr_t>(handles_[handles_.size() - 1 - choice]);
        }
        return choice % 2 == 0 ? 0 : ~std::uint64_t{0};
    }

    std::uint64_t choose_number(std::string_view parameter) {
        if (parameter == "hNewDataEvent") {
            return 0; // else it may be a descriptor of something else
        }
        const std::uint8_t choice = input_.byte();
        const std::uint64_t number = choice < numbers.size() ? numbers[choice] : input_.number();
        return parameter == "dwNumEntries" ? number % 2 : number; // so many are there
    }

    std::uint64_t choose_text(std::size_t unit) {
        const std::uint8_t choice = input_.byte();
        if (choice == 0xFF) {
            return 0;
        }
        const std::string text =
            choice < texts.size() ? std::string(texts[choice]) : input_.take(choice - texts.size());
        std::vector<char> units((text.size() + 2) * unit); // with two terminators: it may be a list
        for (std::size_t i = 0; i < text.size(); ++i) {
            units[i * unit] = text[i];
        }
        return keep(units.data(), units.size());
    }

    std::uint64_t choose_buffer(const Parameter& parameter) {
        const std::uint32_t size = next_buffer_ < sizes_.size() ? sizes_[next_buffer_++] : room_;
        return make(size * (parameter.kind == Kind::text_buffer ? parameter.element : 1));
    }

    std::uint64_t choose_structure(const Function& function, const Parameter& parameter) {
        const std::uint8_t choice = input_.byte();
        if (choice == 0xFF) {
            return 0;
        }
        if (function.name == "PdhMakeCounterPath") {
            return choose_elements();
        }
        if (parameter.element == sizeof(PDH_RAW_COUNTER)) {
            const std::string bytes = input_.take(choice % 2 == 0 ? 0 : parameter.element);
            return bytes.empty() ? make(parameter.element) : keep(bytes.data(), bytes.size());
        }
        return make(parameter.element);
    }

    std::uint64_t choose_elements() {
        PDH_COUNTER_PATH_ELEMENTS elements{};
        for (LPTSTR* const text : {&elements.szMachineName, &elements.szObjectName, &elements.szInstanceName,
                 &elements.szParentInstance, &elements.szCounterName}) {
            *text = reinterpret_cast<LPTSTR>(static_cast<std::uintptr_t>(choose_text(sizeof(TCHAR))));
        }
        elements.dwInstanceIndex = input_.byte();
        return keep(&elements, sizeof elements);
    }

    std::uint64_t make(std::size_t size) {
        memory_.emplace_back(size);
        return reinterpret_cast<std::uintptr_t>(memory_.back().data());
    }

    std::uint64_t keep(const void* bytes, std::size_t size) {
        const std::uint64_t address = make(size);
        std::memcpy(memory_.back().data(), bytes, size);
        return address;
    }

    void keep_handles(const Function& function, const Arguments& arguments) {
        constexpr auto outputs = std::to_array<std::string_view>(
            {"phQuery", "phCounter", "phLog", "phDataSource", "QueryHandle", "CounterHandle"});
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            const Parameter& parameter = function.parameters[i];
            const bool is_output = std::ranges::find(outputs, parameter.name) != outputs.end();
            if (is_output && parameter.kind == Kind::pointer && handles_.size() < most_handles) {
                HANDLE handle = nullptr;
                std::memcpy(&handle, reinterpret_cast<const void*>(static_cast<std::uintptr_t>(arguments[i])),
                    sizeof handle);
                handles_.push_back(handle);
            }
        }
    }

    Input& input_;
    std::vector<HANDLE> handles_;
    std::vector<Memory> memory_; // of the call at hand
    std::vector<std::uint32_t> sizes_;
    std::size_t next_size_ = 0;
    std::size_t next_buffer_ = 0;
    std::uint32_t room_ = 0;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    Session(input).run();
    return 0;
}
