// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Every function of pdh.h, made from the header: with arguments with which it succeeds, and with one of them
// spoilt. A pointer that is NULL and a bad handle have one status each, but for the tables below; each buffer
// follows the protocol of buffers. Two pointers NULL, sizes around the right one, texts that are long,
// ill-formed or hostile and numbers at their limits have a status that the description lists. No call writes
// into memory except its outputs, and into these only if it succeeds, unless its description says otherwise.
#include "fixture.h"
#include "function_table.h"
#include "guarded_memory.h"
#include "temporary_folder.h"

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

std::uint64_t address_of(const void* object) {
    return reinterpret_cast<std::uintptr_t>(object);
}

// --------------------------------------------------------------------------------------- what is not the
// rule

// Functions that fill outputs although they return another status than success, as described.
const std::set<std::string_view> filled_by_failures{
    "PdhGetFormattedCounterValue",     // CStatus says why there is no value
    "PdhCalculateCounterFromRawValue", // the same
    "PdhFormatFromRawValue",           // the same
    "PdhGetDataSourceTimeRange",       // the number of entries is 0
    "PdhGetDataSourceTimeRangeH",      // the same
};

// What the functions answer to good arguments that cannot succeed here.
const std::map<std::string_view, DWORD> unsuccessful{
    {"PdhSetDefaultRealTimeDataSource",
        PDH_CANNOT_SET_DEFAULT_REALTIME_DATASOURCE}, // a query was opened before
    {"PdhBrowseCounters", PDH_DIALOG_CANCELLED},     // there is no screen
    {"PdhBrowseCountersH", PDH_DIALOG_CANCELLED},
    {"PdhSelectDataSource", PDH_DIALOG_CANCELLED},
    {"PdhEnumLogSetNames", PDH_INVALID_DATASOURCE}, // there is no database
    {"PdhVerifySQLDB", PDH_INVALID_DATASOURCE},
    {"PdhCreateSQLTables", PDH_INVALID_DATASOURCE},
    {"PdhUpdateLogFileCatalog", PDH_NOT_IMPLEMENTED}, // no log of today has one
    {"PdhGetLogSetGUID", PDH_INVALID_HANDLE},         // the log is not in a database
    {"PdhSetLogSetRunID", PDH_INVALID_HANDLE},
};

// Pointers that may be NULL.
const std::set<std::string_view> optional_pointers{
    "PdhOpenQuery: szDataSource", // this computer
    "PdhExpandWildCardPath: szDataSource",
    "PdhEnumMachines: szDataSource",
    "PdhEnumObjects: szDataSource",
    "PdhEnumObjectItems: szDataSource",
    "PdhGetDefaultPerfObject: szDataSource",
    "PdhGetDefaultPerfCounter: szDataSource",
    "PdhBindInputDataSource: LogFileNameList",
    "PdhConnectMachine: szMachineName",
    "PdhEnumObjects: szMachineName",
    "PdhEnumObjectsH: szMachineName",
    "PdhEnumObjectItems: szMachineName",
    "PdhEnumObjectItemsH: szMachineName",
    "PdhGetDefaultPerfObject: szMachineName",
    "PdhGetDefaultPerfObjectH: szMachineName",
    "PdhGetDefaultPerfCounter: szMachineName",
    "PdhGetDefaultPerfCounterH: szMachineName",
    "PdhLookupPerfNameByIndex: szMachineName",
    "PdhLookupPerfIndexByName: szMachineName",
    "PdhGetRawCounterValue: lpdwType", // an output that is not asked for
    "PdhGetFormattedCounterValue: lpdwType",
    "PdhParseInstanceName: lpIndex",
    "PdhCalculateCounterFromRawValue: rawValue2", // the counter's type needs neither
    "PdhFormatFromRawValue: pRawValue2",
    "PdhFormatFromRawValue: pTimeBase",
    "PdhOpenLog: szUserCaption", // comments
    "PdhUpdateLog: szUserString",
    "PdhVbOpenLog: szUserCaption",
    "PdhVbUpdateLog: szUserString",
};

// Pointers of which the counter says whether they may be NULL: a bad handle is found first.
const std::set<std::string_view> pointers_of_some_counters{"PdhSetCounterValue: szInstanceName"};

// What else than PDH_INVALID_ARGUMENT and PDH_INVALID_HANDLE is the answer to one that is not there.
const std::map<std::string_view, DWORD> other_statuses{
    {"PdhGetDataSourceTimeRange: szDataSource NULL", PDH_DATA_SOURCE_IS_REAL_TIME},
    {"PdhAddEnglishCounter: hQuery, (HANDLE)-1", PDH_INVALID_ARGUMENT}, // see counter_test.cpp
};

// -------------------------------------------------------------------------------------------- good arguments

// UTF-8 in units of this size, with two terminators: some texts are lists.
std::vector<std::byte> text_of_units(std::string_view text, std::size_t unit) {
    std::vector<std::byte> bytes((text.size() + 2) * unit);
    for (std::size_t i = 0; i < text.size(); ++i) {
        bytes[i * unit] = static_cast<std::byte>(text[i]);
    }
    return bytes;
}

const std::string& folder() {
    static const pdh_shim::test::TemporaryFolder temporary;
    static const std::string path = temporary.path("");
    return path;
}

PDH_HLOG open_swept_log(const std::string& file, DWORD access, DWORD type, PDH_HQUERY query) {
    PDH_HLOG log = nullptr;
    REQUIRE_SUCCESS(PdhOpenLog(from_utf8(file).c_str(), access, &type, query, 0, nullptr, &log));
    return log;
}

PDH_HLOG write_swept_log(const std::string& file, DWORD type, PDH_HQUERY query) {
    return open_swept_log(file, PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, type, query);
}

// A log of two samples of the script, made by the first call. The samples begin anew then.
const std::string& recorded_log() {
    static const std::string path = [] {
        std::string file = folder() + "recorded.blg";
        const Query query;
        static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
        static_cast<void>(query.add(TEXT("\\Widget(*)\\Depth")));
        const PDH_HLOG log = write_swept_log(file, PDH_LOG_TYPE_BINARY, query.handle());
        REQUIRE_SUCCESS(PdhUpdateLog(log, nullptr));
        REQUIRE_SUCCESS(PdhUpdateLog(log, nullptr));
        REQUIRE_SUCCESS(PdhCloseLog(log, 0));
        return file;
    }();
    return path;
}

LONGLONG first_time_of_recorded_log() {
    DWORD entries = 1;
    PDH_TIME_INFO range{};
    DWORD size = sizeof range;
    REQUIRE_SUCCESS(PdhGetDataSourceTimeRange(from_utf8(recorded_log()).c_str(), &entries, &range, &size));
    return range.StartTime;
}

bool is_of_database(std::string_view function) {
    return function.find("SQL") != std::string_view::npos || function == "PdhEnumLogSetNames";
}

// Texts by the name of the parameter, as UTF-8.
std::string good_text(std::string_view function, std::string_view parameter) {
    static const std::map<std::string_view, std::string> texts{
        {"szFullCounterPath", "\\Widget(a)\\Depth"},
        {"szFullPathBuffer", "\\Widget(a)\\Depth"},
        {"CounterPath", "\\Widget(a)\\Depth"},
        {"PathString", "\\Widget(a)\\Depth"},
        {"szFullPath", "\\Supplied(*)\\Share"},
        {"szWildCardPath", "\\Widget(*)\\*"},
        {"szInstanceString", "parent/name#1"},
        {"szMachineName", machine()},
        {"szObjectName", "Widget"},
        {"szCounterName", "Depth"},
        {"szNameBuffer", "System"},
        {"szInstanceName", "x"},
        {"szLogFileName", folder() + "written.csv"},
        {"LogFile", recorded_log()},
        {"LogFileNameList", recorded_log()},
        {"szDataSource", recorded_log()},
        {"szUserString", "comment"},
        {"szUserCaption", "comment"},
        {"CaptionString", "caption"},
    };
    const auto found = texts.find(parameter);
    REQUIRE_MESSAGE(found != texts.end(), std::string(function) << ": no good " << std::string(parameter));
    return parameter == "szDataSource" && is_of_database(function) ? "dsn" : found->second;
}

std::uint64_t good_number(std::string_view parameter) {
    static const std::map<std::string_view, std::uint64_t> numbers{
        {"dwFormat", PDH_FMT_LARGE},
        {"dwCounterType", PERF_COUNTER_RAWCOUNT},
        {"dwDetailLevel", PERF_DETAIL_WIZARD},
        {"dwNameIndex", 6},
        {"dwNumEntries", 1},
        {"dwIntervalTime", 1000},
        {"dwAccessFlags", PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS},
        {"dwDataSourceId", DATA_SOURCE_REGISTRY},
        {"ftRecord", static_cast<std::uint64_t>(first_time_of_recorded_log())},
        {"llTimeStamp", static_cast<std::uint64_t>(script_start)},
    };
    const auto found = numbers.find(parameter);
    return found == numbers.end() ? 0 : found->second;
}

PDH_HCOUNTER good_counter(const Fixture& fixture, std::string_view function) {
    if (function == "PdhSetCounterValue") {
        return fixture.supplied;
    }
    return function.find("Array") == std::string_view::npos ? fixture.count : fixture.all;
}

// Structures that come in, and outputs that must have a value before.
void set_good_structure(Fixture& fixture, const Parameter& parameter, std::span<std::byte> bytes) {
    const auto put = [&bytes](const auto& structure) {
        REQUIRE(bytes.size() == sizeof structure);
        std::memcpy(bytes.data(), &structure, sizeof structure);
    };
    if (parameter.name == "pCounterPathElements") {
        put(fixture.elements());
    } else if (parameter.name == "lpdwLogType") {
        put(DWORD{PDH_LOG_TYPE_CSV});
    } else if (parameter.name == "pdwNumEntries") {
        put(DWORD{1});
    } else if (parameter.name == "pTimeBase") {
        put(LONGLONG{one_second});
    } else if (parameter.name == "pInfo") {
        put(PDH_TIME_INFO{MIN_TIME_VALUE, MAX_TIME_VALUE, 0});
    } else if (parameter.name == "pBrowseDlgData" && bytes.size() == sizeof(PDH_BROWSE_DLG_CONFIG)) {
        PDH_BROWSE_DLG_CONFIG dialog{};
        dialog.szReturnPathBuffer = fixture.text.data();
        dialog.cchReturnPathLength = Fixture::room;
        put(dialog);
    }
}

// ---------------------------------------------------------------------------------------------------- a call

class SweptCall {
  public:
    SweptCall(Fixture& fixture, const Function& function) : function_(function) {
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            set_good(fixture, i);
        }
    }
    SweptCall(const SweptCall&) = delete;
    SweptCall& operator=(const SweptCall&) = delete;
    SweptCall(SweptCall&&) = delete;
    SweptCall& operator=(SweptCall&&) = delete;
    ~SweptCall() {
        PdhCloseLog(log_, 0); // if the call has not closed it
        PdhCloseQuery(query_);
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
        // Of several buffers those that are large enough may have been filled; check_buffer() has the others.
        if (status_ != ERROR_SUCCESS && status_ != PDH_MORE_DATA &&
            !filled_by_failures.contains(function_.name) && before != contents()) {
            return name_of(status_) + ", but it changed an output";
        }
        close_what_was_opened();
        return {};
    }

    // Makes the call, which has to return this status.
    std::string make(DWORD expected) {
        std::string fault = make();
        if (fault.empty() && status_ != expected && !function_.statuses.empty()) {
            fault = name_of(status_) + " in place of " + name_of(expected);
        }
        return fault;
    }

    // The call alone, with a buffer of the caller's and its size.
    template <class Unit>
    PDH_STATUS call_with(std::size_t buffer, Unit* room, std::size_t size, DWORD* size_of_room) {
        set(buffer, address_of(room));
        set(size, address_of(size_of_room));
        return static_cast<PDH_STATUS>(function_.call(arguments_));
    }

  private:
    std::span<std::byte> set_memory(std::size_t position, std::size_t size, std::size_t alignment) {
        memory_[position] = std::make_unique<GuardedMemory>(size, alignment);
        arguments_[position] = address_of(memory_[position]->bytes().data());
        return memory_[position]->bytes();
    }

    void set_good(Fixture& fixture, std::size_t position) {
        const Parameter& parameter = function_.parameters[position];
        switch (parameter.kind) {
        case Kind::query:
            return set(position, address_of(good_query(fixture)));
        case Kind::counter:
            return set(position, address_of(good_counter(fixture, function_.name)));
        case Kind::source:
            return set(position, address_of(good_source(fixture, parameter.name)));
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
        set_text(position, text_of_units(good_text(function_.name, parameter.name), parameter.element));
    }

    void set_structure(Fixture& fixture, std::size_t position) {
        const auto bytes = set_memory(position, function_.parameters[position].element, 8);
        std::ranges::fill(bytes, std::byte{0});
        set_good_structure(fixture, function_.parameters[position], bytes);
    }

    PDH_HQUERY good_query(const Fixture& fixture) {
        if (function_.name != "PdhSetQueryTimeRange") {
            return fixture.query.handle();
        }
        REQUIRE_SUCCESS(PdhOpenQuery(from_utf8(recorded_log()).c_str(), 0, &query_));
        return query_;
    }

    HANDLE good_source(const Fixture& fixture, std::string_view parameter) {
        if (function_.name == "PdhReadRawLogRecord") {
            log_ = open_swept_log(recorded_log(), reading, PDH_LOG_TYPE_UNDEFINED, nullptr);
        } else if (parameter == "hLog") {
            log_ = write_swept_log(folder() + "open.csv", PDH_LOG_TYPE_CSV, fixture.query.handle());
        } else if (function_.name == "PdhGetDataSourceTimeRangeH") {
            REQUIRE_SUCCESS(PdhBindInputDataSource(&log_, from_utf8(recorded_log()).c_str()));
        }
        return log_ != nullptr ? log_ : fixture.source;
    }

    // The contents of the memory.
    [[nodiscard]] std::vector<std::vector<std::byte>> contents() const {
        std::vector<std::vector<std::byte>> all;
        for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
            const Kind kind = function_.parameters[i].kind;
            if (memory_[i] != nullptr && kind != Kind::text) {
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
    PDH_HQUERY query_ = nullptr; // of this call alone
    PDH_HLOG log_ = nullptr;
};

// ------------------------------------------------------------------------------------------------- the sweep

// Neither a data source nor a log. The pseudo handles are a data source and no log.
std::vector<BadHandle> not_a_source(const Fixture& fixture, bool has_to_be_a_log) {
    PDH_HLOG closed = nullptr;
    REQUIRE_SUCCESS(PdhBindInputDataSource(&closed, nullptr));
    REQUIRE_SUCCESS(PdhCloseLog(closed, 0));
    static const std::uint64_t on_no_stack = 0;
    std::vector<BadHandle> handles{
        {"a closed data source", closed},
        {"a query", fixture.query.handle()},
        {"a counter", fixture.count},
        {"an address", const_cast<std::uint64_t*>(&on_no_stack)},
        {"1", reinterpret_cast<HANDLE>(std::uintptr_t{1})},
        {"all bits but one", reinterpret_cast<HANDLE>(~std::uintptr_t{2})},
        {"noise", reinterpret_cast<HANDLE>(static_cast<std::uintptr_t>(0xDEADBEEFCAFEF00D))},
    };
    if (has_to_be_a_log) {
        handles.push_back({"NULL", nullptr});
        handles.push_back({"(HANDLE)-1", wbem_data_source});
    }
    return handles;
}

// All calls of one function.
class Sweep {
  public:
    explicit Sweep(const Function& function) : function_(function) {}

    void pass_good_arguments() {
        try_call(
            "good arguments", [](SweptCall&) {}, expected_for(unsuccessful, function_.name, ERROR_SUCCESS));
    }

    void pass_missing_pointers() {
        for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
            if (is_pointer(i)) {
                const bool is_optional = optional_pointers.contains(labelled(name(i)));
                const std::string what = name(i) + " NULL";
                const auto rule = static_cast<DWORD>(is_optional ? ERROR_SUCCESS : PDH_INVALID_ARGUMENT);
                try_call(
                    what, [i](SweptCall& call) { call.set(i, 0); },
                    expected_for(other_statuses, labelled(what), rule));
            }
        }
        pass_missing_pointers_beside_bad_handles();
    }

    void pass_bad_handles() {
        for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
            renew();
            for (const BadHandle& bad : bad_handles(function_.parameters[i])) {
                const std::string what = name(i) + ", " + bad.what;
                const DWORD rule = static_cast<DWORD>(PDH_INVALID_HANDLE);
                try_call(
                    what, [i, &bad](SweptCall& call) { call.set(i, address_of(bad.handle)); },
                    expected_for(other_statuses, labelled(what), rule));
            }
        }
    }

    void pass_buffers() {
        const auto sizes = positions(Kind::size);
        const auto buffers = buffer_positions();
        if (!function_.follows_protocol || unsuccessful.contains(function_.name)) {
            return;
        }
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const std::size_t unit =
                is_text(buffers[i]) ? function_.parameters[buffers[i]].element : sizeof(char);
            if (unit == sizeof(char)) {
                check_buffer<char>(buffers[i], sizes[i]);
            } else if (unit == sizeof(char16_t)) {
                check_buffer<char16_t>(buffers[i], sizes[i]);
            } else {
                check_buffer<char32_t>(buffers[i], sizes[i]);
            }
        }
    }

    void pass_other_arguments() {
        pass_two_missing_pointers();
        pass_sizes();
        pass_rooms();
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
    void try_call(const std::string& what, const Spoil& spoil, std::optional<DWORD> expected = std::nullopt) {
        const std::string label = std::string(function_.name) + ", " + what;
        INFO(label);
        renew();
        SweptCall call(*fixture_, function_);
        spoil(call);
        const std::string fault = expected ? call.make(*expected) : call.make();
        if (!fault.empty()) {
            findings_.insert(label + ": " + fault);
        }
        if (changes_what_is_collected_) {
            fixture_ = nullptr;
        }
        ++calls_;
    }

    // What the last call has closed is made again. Nothing else may have changed.
    void renew() {
        PDH_RAW_COUNTER raw{};
        const bool is_open = fixture_ != nullptr &&
                             PdhGetRawCounterValue(fixture_->count, nullptr, &raw) == ERROR_SUCCESS &&
                             PdhValidatePathEx(fixture_->source, TEXT("\\Gadget\\Depth")) == ERROR_SUCCESS &&
                             PdhSetCounterScaleFactor(fixture_->rate, 0) == ERROR_SUCCESS &&
                             PdhSetCounterScaleFactor(fixture_->all, 0) == ERROR_SUCCESS;
        if (!is_open) {
            fixture_ = nullptr; // before the script begins anew
            use_script("widgets.json");
            fixture_ = std::make_unique<Fixture>();
        } else if (raw.CStatus != PDH_CSTATUS_VALID_DATA || raw.FirstValue != 8) {
            findings_.insert(std::string(function_.name) + ": a counter has another value");
        }
    }

    [[nodiscard]] bool is_text(std::size_t position) const {
        return function_.parameters[position].kind == Kind::text_buffer;
    }

    [[nodiscard]] bool is_pointer(std::size_t position) const {
        switch (function_.parameters[position].kind) {
        case Kind::text:
        case Kind::text_buffer:
        case Kind::structure_buffer:
        case Kind::size:
        case Kind::pointer:
            return true;
        default:
            return false;
        }
    }

    [[nodiscard]] std::string labelled(const std::string& what) const {
        return std::string(function_.name) + ": " + what;
    }

    [[nodiscard]] std::vector<std::size_t> buffer_positions() const {
        std::vector<std::size_t> buffers;
        for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
            if (function_.parameters[i].is_buffer()) {
                buffers.push_back(i);
            }
        }
        return buffers;
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

    static DWORD expected_for(
        const std::map<std::string_view, DWORD>& table, std::string_view what, DWORD rule) {
        const auto found = table.find(what);
        return found == table.end() ? rule : found->second;
    }

    // For a parameter that is one.
    [[nodiscard]] std::vector<BadHandle> bad_handles(const Parameter& parameter) const {
        std::vector<BadHandle> handles;
        if (parameter.kind == Kind::source) {
            return not_a_source(*fixture_, parameter.name == "hLog");
        }
        if (parameter.kind == Kind::query) {
            handles = not_a_query(fixture_->count);
        } else if (parameter.kind == Kind::counter) {
            handles = not_a_counter(fixture_->query.handle());
        } else {
            return {};
        }
        handles.push_back({"a data source", fixture_->source});
        return handles;
    }

    template <class Unit>
    void check_buffer(std::size_t buffer, std::size_t size) {
        const std::string label = labelled(name(buffer));
        INFO(label);
        static_cast<void>(check_buffer_protocol<Unit>([&](Unit* units, DWORD* size_of_units) {
            renew();
            SweptCall call(*fixture_, function_);
            return call.call_with(buffer, units, size, size_of_units);
        }));
    }

    void pass_missing_pointers_beside_bad_handles() {
        for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
            renew();
            for (const BadHandle& bad : bad_handles(function_.parameters[i])) {
                for (std::size_t j = 0; j < function_.parameters.size(); ++j) {
                    if (is_pointer(j) && !optional_pointers.contains(labelled(name(j))) &&
                        !pointers_of_some_counters.contains(labelled(name(j)))) {
                        const auto spoil = [&](SweptCall& call) {
                            call.set(i, address_of(bad.handle));
                            call.set(j, 0);
                        };
                        try_call(name(i) + ", " + bad.what + ", and " + name(j) + " NULL", spoil,
                            static_cast<DWORD>(PDH_INVALID_ARGUMENT));
                    }
                }
            }
        }
    }

    void pass_two_missing_pointers() {
        for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
            for (std::size_t j = i + 1; j < function_.parameters.size(); ++j) {
                if (is_pointer(i) && is_pointer(j)) {
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
        const auto buffers = buffer_positions();
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
    // Calls that take a sample, which the next call would miss.
    const bool changes_what_is_collected_ = function_.name.find("Collect") != std::string_view::npos ||
                                            function_.name.find("Log") != std::string_view::npos;
    std::unique_ptr<Fixture> fixture_;
    std::set<std::string> findings_;
    int calls_ = 0;
};

} // namespace

// Whether each call was as it should, and how many there were.
template <class Pass>
int sweep(const Pass& pass) {
    hide_screen();
    use_script("widgets.json");
    static_cast<void>(recorded_log());
    int calls = 0;
    for (const Function& function : functions()) {
        Sweep one(function);
        pass(one);
        CHECK(one.findings() == "");
        calls += one.calls();
    }
    PdhSetDefaultRealTimeDataSource(DATA_SOURCE_REGISTRY);
    return calls;
}

TEST_CASE("each function succeeds with good arguments") {
    CHECK(sweep([](Sweep& function) { function.pass_good_arguments(); }) >= 70);
}

TEST_CASE("a missing pointer is PDH_INVALID_ARGUMENT, whatever the handle is") {
    CHECK(sweep([](Sweep& function) { function.pass_missing_pointers(); }) > 500);
}

TEST_CASE("a bad handle is PDH_INVALID_HANDLE") {
    CHECK(sweep([](Sweep& function) { function.pass_bad_handles(); }) > 350);
}

TEST_CASE("each buffer follows the protocol of two calls") {
    sweep([](Sweep& function) { function.pass_buffers(); });
}

TEST_CASE("sweep: any other bad argument has a status that is listed" * doctest::test_suite("sweep")) {
    CHECK(sweep([](Sweep& function) { function.pass_other_arguments(); }) > 2000);
}
