// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Every function of pdh.h with bad arguments of every kind, made from the header: each pointer NULL, alone
// and with each other; each size around the right one; texts that are long, ill-formed or hostile; handles
// that are none; numbers at their limits. Each call returns a status that its description lists, writes into
// no memory except its outputs, and into these only if it succeeds, unless its description says otherwise.
#include "fixture.h"
#include "function_table.h"
#include "guarded_memory.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

using namespace conformance;

namespace {

constexpr std::uint32_t room = 4000;          // more than any answer, in characters or bytes
constexpr std::size_t long_text = 10U << 20U; // bytes

// Functions that fill outputs although they return another status than success, as described.
const std::set<std::string_view> filled_by_failures{
    "PdhGetFormattedCounterValue",     // CStatus says why there is no value
    "PdhCalculateCounterFromRawValue", // the same
    "PdhFormatFromRawValue",           // the same
};

std::uint64_t as_number(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address);
}

// -------------------------------------------------------------------------------------------- good arguments

// UTF-8 in units of this size, with two terminators: some texts are lists.
std::vector<std::byte> text_of_units(std::string_view text, std::size_t unit) {
    std::vector<std::byte> bytes((text.size() + 2) * unit);
    for (std::size_t i = 0; i < text.size(); ++i) {
        bytes[i * unit] = static_cast<std::byte>(text[i]);
    }
    return bytes;
}

// Texts by the name of the parameter; NULL is good for all others.
std::optional<std::string_view> good_text(std::string_view function, std::string_view parameter) {
    static const std::map<std::string_view, std::string_view> texts{
        {"szFullCounterPath", "\\Widget(a)\\Depth"},
        {"szFullPathBuffer", "\\Widget(a)\\Depth"},
        {"CounterPath", "\\Widget(a)\\Depth"},
        {"PathString", "\\Widget(a)\\Depth"},
        {"szFullPath", "\\Supplied(*)\\Share"},
        {"szWildCardPath", "\\Widget(*)\\*"},
        {"szInstanceString", "parent/name#1"},
        {"szObjectName", "Widget"},
        {"szCounterName", "Depth"},
        {"szNameBuffer", "Depth"},
        {"szInstanceName", "x"},
        {"szLogFileName", "/no such folder/log"},
        {"LogFile", "/no such folder/log"},
        {"szUserString", "comment"},
    };
    if (parameter == "szDataSource" && function.find("SQL") != std::string_view::npos) {
        return "dsn";
    }
    const auto found = texts.find(parameter);
    return found == texts.end() ? std::nullopt : std::optional(found->second);
}

std::uint64_t good_number(std::string_view parameter) {
    static const std::map<std::string_view, std::uint64_t> numbers{
        {"dwFormat", PDH_FMT_LARGE},
        {"dwCounterType", PERF_COUNTER_RAWCOUNT},
        {"dwDetailLevel", PERF_DETAIL_WIZARD},
        {"dwNameIndex", 5000},
        {"dwNumEntries", 1},
        {"dwIntervalTime", 1000},
        {"dwAccessFlags", PDH_LOG_READ_ACCESS | PDH_LOG_OPEN_EXISTING},
        {"dwDataSourceId", DATA_SOURCE_REGISTRY},
    };
    const auto found = numbers.find(parameter);
    return found == numbers.end() ? 0 : found->second;
}

PDH_HCOUNTER good_counter(const Fixture& fixture, std::string_view function) {
    if (function == "PdhSetCounterValue") {
        return fixture.supplied;
    }
    return function.find("Array") == std::string_view::npos ? fixture.rate : fixture.all;
}

// ---------------------------------------------------------------------------------------------------- a call

class SweptCall {
  public:
    SweptCall(Fixture& fixture, const Function& function) : function_(function) {
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            set_good(fixture, i);
        }
    }

    void set(std::size_t position, std::uint64_t value) { arguments_[position] = value; }

    // A buffer of exactly so many characters or bytes.
    void set_room(std::size_t position, std::size_t size) {
        const Parameter& parameter = function_.parameters[position];
        const bool is_text = parameter.kind == Kind::text_buffer;
        set_memory(position, size * (is_text ? parameter.element : 1), is_text ? parameter.element : 8);
    }

    void set_size(std::size_t position, std::uint32_t size) {
        std::memcpy(set_memory(position, sizeof size, alignof(DWORD)).data(), &size, sizeof size);
    }

    [[nodiscard]] std::uint32_t size(std::size_t position) const {
        std::uint32_t size = 0;
        std::memcpy(&size, memory_[position]->bytes().data(), sizeof size);
        return size;
    }

    void set_text(std::size_t position, std::span<const std::byte> text) {
        const auto bytes = set_memory(position, text.size(), function_.parameters[position].element);
        std::memcpy(bytes.data(), text.data(), text.size());
    }

    // Makes the call, and returns what was wrong; empty = nothing.
    std::string make() {
        const auto before = contents();
        status_ = function_.call(arguments_);
        if (!function_.may_return(status_)) {
            return name_of(status_) + ", which its description does not list";
        }
        for (const auto& memory : memory_) {
            if (memory != nullptr && !memory->is_intact()) {
                return "it wrote beside a buffer";
            }
        }
        // Of several buffers those that are large enough may have been filled; protocol_test.cpp has the
        // others.
        if (status_ != ERROR_SUCCESS && status_ != PDH_MORE_DATA &&
            !filled_by_failures.contains(function_.name) && before != contents()) {
            return name_of(status_) + ", but it changed an output";
        }
        close_what_was_opened();
        return {};
    }

    [[nodiscard]] DWORD status() const noexcept { return status_; }

  private:
    std::span<std::byte> set_memory(std::size_t position, std::size_t size, std::size_t alignment) {
        memory_[position] = std::make_unique<GuardedMemory>(size, alignment);
        arguments_[position] = as_number(memory_[position]->bytes().data());
        return memory_[position]->bytes();
    }

    void set_good(Fixture& fixture, std::size_t position) {
        const Parameter& parameter = function_.parameters[position];
        switch (parameter.kind) {
        case Kind::query:
            return set(position, as_number(fixture.query.handle()));
        case Kind::counter:
            return set(position, as_number(good_counter(fixture, function_.name)));
        case Kind::source:
            return set(position, as_number(fixture.source));
        case Kind::number:
            return set(position, good_number(parameter.name));
        case Kind::room:
            return set(position, room);
        case Kind::size:
            return set_size(position, room);
        case Kind::text:
            return set_good_text(position);
        case Kind::text_buffer:
        case Kind::structure_buffer:
            return set_room(position, room);
        case Kind::pointer:
            return set_structure(fixture, position);
        }
    }

    void set_good_text(std::size_t position) {
        const Parameter& parameter = function_.parameters[position];
        if (const auto text = good_text(function_.name, parameter.name)) {
            set_text(position, text_of_units(*text, parameter.element));
        }
    }

    void set_structure(Fixture& fixture, std::size_t position) {
        const auto bytes = set_memory(position, function_.parameters[position].element, 8);
        std::ranges::fill(bytes, std::byte{0});
        if (function_.name == "PdhMakeCounterPath") {
            const auto elements = fixture.elements();
            std::memcpy(bytes.data(), &elements, sizeof elements);
        }
    }

    // The contents of the memory, except sizes, which become the needed ones.
    [[nodiscard]] std::vector<std::vector<std::byte>> contents() const {
        std::vector<std::vector<std::byte>> all;
        for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
            const Kind kind = function_.parameters[i].kind;
            if (memory_[i] != nullptr && kind != Kind::size && kind != Kind::text) {
                all.emplace_back(memory_[i]->bytes().begin(), memory_[i]->bytes().end());
            }
        }
        return all;
    }

    void close_what_was_opened() const {
        for (std::size_t i = 0; status_ == ERROR_SUCCESS && i < function_.parameters.size(); ++i) {
            const std::string_view name = function_.parameters[i].name;
            if (function_.parameters[i].kind != Kind::pointer || arguments_[i] == 0) {
                continue;
            }
            HANDLE handle = nullptr;
            if (name == "phQuery" || name == "QueryHandle") {
                std::memcpy(&handle, memory_[i]->bytes().data(), sizeof handle);
                PdhCloseQuery(handle);
            } else if (name == "phDataSource" || name == "phLog") {
                std::memcpy(&handle, memory_[i]->bytes().data(), sizeof handle);
                PdhCloseLog(handle, 0);
            }
        }
    }

    const Function& function_;
    Arguments arguments_{};
    std::array<std::unique_ptr<GuardedMemory>, most_parameters> memory_;
    DWORD status_ = ERROR_SUCCESS;
};

// ------------------------------------------------------------------------------------------------- the sweep

// All calls of one function.
class Sweep {
  public:
    explicit Sweep(const Function& function) : function_(function), fixture_(std::make_unique<Fixture>()) {}

    void run() {
        try_call("good arguments", [](SweptCall&) {});
        pass_null();
        pass_sizes();
        pass_rooms();
        pass_handles();
        pass_numbers();
        pass_texts();
    }

    [[nodiscard]] int calls() const noexcept { return calls_; }
    [[nodiscard]] std::string findings() const {
        std::string all;
        for (const std::string& finding : findings_) {
            all += finding + '\n';
        }
        return all;
    }

  private:
    // Calls it with good arguments that `spoil` has spoilt.
    template <class Spoil>
    void try_call(const std::string& what, const Spoil& spoil) {
        const std::string label = std::string(function_.name) + ", " + what;
        INFO(label);
        renew();
        SweptCall call(*fixture_, function_);
        spoil(call);
        const std::string fault = call.make();
        if (!fault.empty()) {
            findings_.insert(label + ": " + fault);
        }
        ++calls_;
    }

    // What the last call has closed is made again. Nothing else may have changed.
    void renew() {
        PDH_RAW_COUNTER raw{};
        const bool is_open = PdhGetRawCounterValue(fixture_->count, nullptr, &raw) == ERROR_SUCCESS &&
                             PdhValidatePathEx(fixture_->source, TEXT("\\Gadget\\Depth")) == ERROR_SUCCESS &&
                             PdhSetCounterScaleFactor(fixture_->rate, 0) == ERROR_SUCCESS &&
                             PdhSetCounterScaleFactor(fixture_->all, 0) == ERROR_SUCCESS;
        if (!is_open) {
            fixture_ = std::make_unique<Fixture>();
        } else if (raw.CStatus != PDH_CSTATUS_VALID_DATA || raw.FirstValue != 8) {
            findings_.insert(std::string(function_.name) + ": a counter has another value");
        }
    }

    [[nodiscard]] std::string name(std::size_t position) const {
        return std::string(function_.parameters[position].name);
    }

    [[nodiscard]] std::vector<std::size_t> positions(Kind kind) const {
        std::vector<std::size_t> positions;
        for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
            if (function_.parameters[i].kind == kind) {
                positions.push_back(i);
            }
        }
        return positions;
    }

    void pass_null() {
        for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
            for (std::size_t j = i; j < function_.parameters.size(); ++j) {
                if (function_.parameters[i].element != 0 && function_.parameters[j].element != 0) {
                    try_call(name(i) + " and " + name(j) + " NULL", [&](SweptCall& call) {
                        call.set(i, 0);
                        call.set(j, 0);
                    });
                }
            }
        }
    }

    void pass_sizes() {
        const auto sizes = positions(Kind::size);
        std::vector<std::size_t> buffers;
        for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
            if (function_.parameters[i].is_buffer()) {
                buffers.push_back(i);
            }
        }
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            std::uint32_t needed = 0;
            try_call(name(sizes[i]) + " 0", [&](SweptCall& call) {
                call.set_size(sizes[i], 0);
                static_cast<void>(call.make());
                needed = std::min(call.size(sizes[i]), room);
            });
            pass_sizes_around(sizes[i], buffers[i], needed);
        }
    }

    void pass_sizes_around(std::size_t size, std::size_t buffer, std::uint32_t needed) {
        for (const std::uint32_t given :
            {1U, 2U, 3U, needed / 2, needed - 2, needed - 1, needed, needed + 1, needed + 2, 2 * needed}) {
            const std::uint32_t here = std::min(given, 2 * room); // where 0 is enough, 0 - 1 is much
            try_call(name(size) + " " + std::to_string(here) + ", needed " + std::to_string(needed),
                [&](SweptCall& call) {
                    call.set_room(buffer, here);
                    call.set_size(size, here);
                });
        }
        if (needed == 0) {
            return; // it gives nothing
        }
        for (const std::uint32_t lie : {0x7FFFFFFFU, 0x80000000U, 0xFFFFFFFFU}) {
            try_call(name(size) + " " + std::to_string(lie) + ", the buffer as large as needed",
                [&](SweptCall& call) {
                    call.set_room(buffer, needed);
                    call.set_size(size, lie);
                });
        }
    }

    void pass_rooms() {
        for (const std::size_t position : positions(Kind::room)) {
            for (std::uint32_t given = 0; given < 20; ++given) {
                try_call(name(position) + " " + std::to_string(given), [&](SweptCall& call) {
                    for (const std::size_t buffer : positions(Kind::text_buffer)) {
                        call.set_room(buffer, given);
                    }
                    call.set(position, given);
                });
            }
            try_call(name(position) + " -1", [&](SweptCall& call) { call.set(position, UINT32_MAX); });
        }
    }

    void pass_handles() {
        std::vector<BadHandle> handles = not_a_query(fixture_->count);
        for (auto& handle : not_a_counter(fixture_->query.handle())) {
            handles.push_back(std::move(handle));
        }
        for (const Kind kind : {Kind::query, Kind::counter, Kind::source}) {
            for (const std::size_t position : positions(kind)) {
                for (const BadHandle& bad : handles) {
                    try_call(name(position) + ", " + bad.what,
                        [&](SweptCall& call) { call.set(position, as_number(bad.handle)); });
                }
            }
        }
    }

    void pass_numbers() {
        for (const std::size_t position : positions(Kind::number)) {
            // There is only this number of entries, and an invalid event may be another descriptor.
            if (name(position) == "dwNumEntries" || name(position) == "hNewDataEvent") {
                continue;
            }
            for (const std::uint64_t number : {0ULL, 1ULL, 2ULL, 0x7FFFFFFFULL, 0x80000000ULL, 0xFFFFFFFFULL,
                     0x7FFFFFFFFFFFFFFFULL, 0x8000000000000000ULL, 0xFFFFFFFFFFFFFFFFULL}) {
                try_call(name(position) + " " + std::to_string(number),
                    [&](SweptCall& call) { call.set(position, number); });
            }
        }
    }

    void pass_texts() {
        for (const std::size_t position : positions(Kind::text)) {
            const std::size_t unit = function_.parameters[position].element;
            for (const auto& [what, text] : hostile_texts(unit)) {
                try_call(name(position) + " " + what,
                    [&call_text = text, position](SweptCall& call) { call.set_text(position, call_text); });
            }
        }
    }

    // By their errors.
    static const std::map<std::string, std::vector<std::byte>>& hostile_texts(std::size_t unit) {
        static std::map<std::size_t, std::map<std::string, std::vector<std::byte>>> all;
        auto& texts = all[unit];
        if (texts.empty()) {
            for (const std::string_view text : {"", " ", "\\", "\\\\", "\\\\\\", "(", ")", "\\(", "\\Widget(",
                     "\\Widget()\\Depth", "\\Widget(#)\\Depth", "\\Widget(a#99999999999)\\Depth", "\\*(*)\\*",
                     "\\Widget(a/b/c#1/d)\\Depth", "\x01\x1B[2J\x7F", "*", "SQL:", "SQL:a!b", "%n%s"}) {
                texts.emplace("\"" + std::string(text) + "\"", text_of_units(text, unit));
            }
            texts.emplace("of 10 MB", text_of_units(std::string(long_text / unit, 'x'), unit));
            texts.emplace("with an instance of 1 MB",
                text_of_units("\\Widget(" + std::string(long_text / unit / 10, 'x') + ")\\Depth", unit));
            texts.emplace("ill-formed", ill_formed(unit));
        }
        return texts;
    }

    // All bits, then half a character.
    static std::vector<std::byte> ill_formed(std::size_t unit) {
        std::vector<std::byte> text(unit, std::byte{0xFF});
        const std::vector<std::byte> half = unit == 1 ? std::vector{std::byte{0xE2}, std::byte{0x82}}
                                                      : std::vector{std::byte{0x00}, std::byte{0xD8}};
        text.insert(text.end(), half.begin(), half.end());
        text.resize((unit == 1 ? 3 : 2) * unit + 2 * unit);
        return text;
    }

    const Function& function_;
    std::unique_ptr<Fixture> fixture_;
    std::set<std::string> findings_;
    int calls_ = 0;
};

} // namespace

TEST_CASE("sweep: every function with every kind of bad argument" * doctest::test_suite("sweep")) {
    hide_screen();
    use_script("widgets.json");
    int calls = 0;
    for (const Function& function : functions()) {
        Sweep sweep(function);
        sweep.run();
        CHECK(sweep.findings() == "");
        calls += sweep.calls();
    }
    PdhSetDefaultRealTimeDataSource(DATA_SOURCE_REGISTRY);
    CHECK(functions().size() >= 70);
    CHECK(calls > 3000);
}
