// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The grammar of paths: how they are made, taken apart, checked and expanded.
#include "calls.h"
#include "machine.h"
#include "probe.h"

#include <array>

#ifdef _WIN32
#define WIDE(text) L##text
#else
#define WIDE(text) u##text
#endif

namespace oracle {

namespace {

/// The parts of a path, `parent,instance,index,counter`, or the status.
std::string parsed(const std::string& path) {
    std::array<std::uint64_t, 1024> memory{};
    auto size = static_cast<DWORD>(sizeof memory);
    auto* const elements = reinterpret_cast<PDH_COUNTER_PATH_ELEMENTS_A*>(memory.data());
    const PDH_STATUS status = PdhParseCounterPathA(path.c_str(), elements, &size, 0);
    if (status != ERROR_SUCCESS) {
        return name_of(status);
    }
    return or_null(elements->szObjectName) + " , " + or_null(elements->szParentInstance) + " , " +
           or_null(elements->szInstanceName) + " , " +
           std::to_string(static_cast<LONG>(elements->dwInstanceIndex)) + " , " +
           or_null(elements->szCounterName);
}

struct Parts {
    const char* machine;
    const char* object;
    const char* parent;
    const char* instance;
    DWORD index;
    const char* counter;
};

std::string made(const Parts& parts, DWORD flags = 0) {
    std::array<std::string, 5> texts;
    std::array<char*, 5> pointers{};
    const std::array given = {parts.machine, parts.object, parts.parent, parts.instance, parts.counter};
    for (std::size_t index = 0; index < given.size(); ++index) {
        if (given[index] != nullptr) {
            texts[index] = given[index];
            pointers[index] = texts[index].data();
        }
    }
    PDH_COUNTER_PATH_ELEMENTS_A elements{};
    elements.szMachineName = pointers[0];
    elements.szObjectName = pointers[1];
    elements.szParentInstance = pointers[2];
    elements.szInstanceName = pointers[3];
    elements.szCounterName = pointers[4];
    elements.dwInstanceIndex = parts.index;
    std::array<char, 512> path{};
    auto size = static_cast<DWORD>(path.size());
    const PDH_STATUS status = PdhMakeCounterPathA(&elements, path.data(), &size, flags);
    return status == ERROR_SUCCESS ? path.data() : name_of(status);
}

void parse_names_with_signs(Answer& answer) {
    for (const char* const path : std::array{"\\o((D) disk)\\c", "\\o(a)b)\\c", "\\o(/home)\\c",
             "\\o(home/)\\c", "\\o(/)\\c", "\\o(kworker/0:1)\\c", "\\o(a/b/c)\\c", "\\o(p#q)\\c",
             R"(\o(back\slash)\c)", "\\o(((guid:n):m))\\c", "\\o(0,_Total)\\c", "\\o(a(b)\\c", "\\o(a))\\c",
             "\\o(i)\\c(d)", "\\o\\c(d)", R"(\o(i)\c\d)", "\\o(i) \\c"}) {
        answer.text(path, parsed(path));
    }
}

void parse_indexes(Answer& answer) {
    for (const char* const path :
        std::array{"\\o(n)\\c", "\\o(n#0)\\c", "\\o(n#1)\\c", "\\o(n#02)\\c", "\\o(n#-1)\\c", "\\o(n#x)\\c",
            "\\o(#1)\\c", "\\o(n#)\\c", "\\o(n#1#2)\\c", "\\o(n#4294967295)\\c", "\\o(n#4294967296)\\c",
            "\\o(p#1/n#2)\\c", "\\o(*)\\c", "\\o(n#*)\\c", "\\o\\c"}) {
        answer.text(path, parsed(path));
    }
}

void parse_instances(Answer& answer) {
    for (const char* const text :
        std::array{"n", "n#0", "n#1", "p/n", "p/n#2", "/n", "p/", "", "a/b/c", "n#x", "#1", "*"}) {
        std::array<char, 64> name{};
        std::array<char, 64> parent{};
        auto name_size = static_cast<DWORD>(name.size());
        auto parent_size = static_cast<DWORD>(parent.size());
        DWORD index = 99;
        const PDH_STATUS status =
            PdhParseInstanceNameA(text, name.data(), &name_size, parent.data(), &parent_size, &index);
        answer.text(text, name_of(status) + " , " + parent.data() + " , " + name.data() + " , " +
                              std::to_string(static_cast<LONG>(index)));
    }
}

void parse_malformed(Answer& answer) {
    for (const char* const path : std::array{"", "\\", "\\\\", "\\o", "o\\c", "\\o\\", "\\\\m", R"(\\m\o)",
             R"(\\m\o\c)", "\\o(\\c", "\\o)\\c", "\\o(i\\c", "\\o()\\c", "\\(i)\\c", R"(\\\o\c)"}) {
        answer.text(path, parsed(path));
    }
}

void machine_of_a_parsed_path(Answer& answer) {
    std::array<std::uint64_t, 256> memory{};
    auto size = static_cast<DWORD>(sizeof memory);
    auto* const elements = reinterpret_cast<PDH_COUNTER_PATH_ELEMENTS_A*>(memory.data());
    answer.status("a path without a computer", PdhParseCounterPathA("\\o\\c", elements, &size, 0));
    answer.text("a path without a computer: szMachineName", or_null(elements->szMachineName));
    size = static_cast<DWORD>(sizeof memory);
    answer.status("a path with a computer", PdhParseCounterPathA(R"(\\m\o\c)", elements, &size, 0));
    answer.text("a path with a computer: szMachineName", or_null(elements->szMachineName));
}

void two_backslashes(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    const std::string path = R"(\\localhost\\System\System Up Time)";
    answer.status("PdhAddCounter", add_status(path));
    answer.status("PdhValidatePath", PdhValidatePathA(path.c_str()));
    answer.texts("PdhExpandWildCardPath", expand(path).texts);
    answer.text("between object and counter", parsed(R"(\System\\System Up Time)"));
    std::array<std::uint64_t, 256> memory{};
    auto size = static_cast<DWORD>(sizeof memory);
    auto* const elements = reinterpret_cast<PDH_COUNTER_PATH_ELEMENTS_A*>(memory.data());
    answer.status("PdhParseCounterPath", PdhParseCounterPathA(path.c_str(), elements, &size, 0));
    answer.text("szMachineName", or_null(elements->szMachineName));
}

void make_indexes(Answer& answer) {
    for (const DWORD index : std::array<DWORD, 4>{0, 1, 2, 0xFFFFFFFF}) {
        answer.text("index " + std::to_string(static_cast<LONG>(index)),
            made({nullptr, "o", nullptr, "i", index, "c"}));
    }
    answer.text("index 1 without an instance", made({nullptr, "o", nullptr, nullptr, 1, "c"}));
    answer.text("index 1 of *", made({nullptr, "o", nullptr, "*", 1, "c"}));
}

void make_with_empty_parts(Answer& answer) {
    answer.text("empty computer", made({"", "o", nullptr, "i", 0, "c"}));
    answer.text("empty instance", made({nullptr, "o", nullptr, "", 0, "c"}));
    answer.text("empty parent", made({nullptr, "o", "", "i", 0, "c"}));
    answer.text("empty object", made({nullptr, "", nullptr, "i", 0, "c"}));
    answer.text("empty counter", made({nullptr, "o", nullptr, "i", 0, ""}));
    answer.text("no object", made({nullptr, nullptr, nullptr, "i", 0, "c"}));
    answer.text("no counter", made({nullptr, "o", nullptr, "i", 0, nullptr}));
    answer.text("a parent without an instance", made({nullptr, "o", "p", nullptr, 0, "c"}));
    answer.text("a computer", made({"m", "o", nullptr, nullptr, 0, "c"}));
    answer.text("a computer with backslashes", made({"\\\\m", "o", nullptr, nullptr, 0, "c"}));
}

void make_for_management(Answer& answer) {
    const Parts parts = {nullptr, "Processor", nullptr, "_Total", 0, "% Processor Time"};
    answer.text("PDH_PATH_WBEM_RESULT", made(parts, 1));
    answer.text("PDH_PATH_WBEM_INPUT", made(parts, 2));
    answer.text("a language alone", made(parts, 0x04090000));
    answer.text("both flags", made(parts, 3));
}

void make_a_lone_surrogate(Answer& answer) {
    std::array<WCHAR, 2> object = {WIDE('o'), 0};
    std::array<WCHAR, 4> instance = {WIDE('a'), static_cast<WCHAR>(0xD800), WIDE('b'), 0};
    std::array<WCHAR, 2> counter = {WIDE('c'), 0};
    PDH_COUNTER_PATH_ELEMENTS_W elements{};
    elements.szObjectName = object.data();
    elements.szInstanceName = instance.data();
    elements.szCounterName = counter.data();
    std::array<WCHAR, 64> path{};
    auto size = static_cast<DWORD>(path.size());
    answer.status("PdhMakeCounterPathW", PdhMakeCounterPathW(&elements, path.data(), &size, 0));
    answer.number("characters with the NUL", size);
    answer.yes("the surrogate is kept", path[4] == static_cast<WCHAR>(0xD800));
    std::array<std::uint64_t, 256> memory{};
    size = static_cast<DWORD>(sizeof memory);
    auto* const parsed = reinterpret_cast<PDH_COUNTER_PATH_ELEMENTS_W*>(memory.data());
    answer.status("PdhParseCounterPathW", PdhParseCounterPathW(path.data(), parsed, &size, 0));
    answer.yes("it comes back",
        parsed->szInstanceName != nullptr && parsed->szInstanceName[1] == static_cast<WCHAR>(0xD800));
}

void long_paths(Answer& answer) {
    for (const std::size_t length : std::array<std::size_t, 5>{1000, 1100, 2046, 2047, 2048}) {
        const std::string start = "\\Process(";
        const std::string end = ")\\ID Process";
        std::string path = start;
        path.append(length - start.size() - end.size(), 'x').append(end);
        const std::string what = std::to_string(length) + " characters";
        answer.status(what + ": PdhAddEnglishCounter", add_status(path));
        answer.status(what + ": PdhValidatePath", PdhValidatePathA(path.c_str()));
        std::vector<std::uint64_t> memory(4096);
        auto size = static_cast<DWORD>(memory.size() * 8);
        answer.status(what + ": PdhParseCounterPath",
            PdhParseCounterPathA(
                path.c_str(), reinterpret_cast<PDH_COUNTER_PATH_ELEMENTS_A*>(memory.data()), &size, 0));
    }
}

void case_of_names(Answer& answer) {
    answer.status("object and counter", add_status("\\SYSTEM\\system UP time"));
    answer.status("instance", add_status("\\processor(_TOTAL)\\% processor TIME"));
    const Query query;
    PDH_HCOUNTER const counter = query.add("\\processor(_TOTAL)\\% processor TIME");
    answer.status("it has data", query.collect());
    const Info info(counter);
    answer.text("its instance", or_null(info->szInstanceName));
    answer.text("its counter", or_null(info->szCounterName));
}

void validate(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    for (const char* const path : std::array{"", "\\", "\\System", "System Up Time",
             "\\System\\no such counter", "\\no such object\\x", "\\System\\System Up Time",
             "\\Processor(_Total)\\% Processor Time", "\\Processor(none such)\\% Processor Time",
             "\\Processor(*)\\% Processor Time", "\\Processor(none such*)\\% Processor Time",
             "\\Processor\\% Processor Time", "\\System(*)\\Processes", "\\System(0)\\Processes",
             "\\System\\*", "\\System\\zz*", "\\Processor(_Total)\\*", R"(\\no-such-host.invalid\System)"}) {
        answer.status(path, PdhValidatePathA(path));
    }
    answer.status("NULL", PdhValidatePathA(nullptr));
    answer.status("PdhValidatePathEx of the running computer", PdhValidatePathExA(nullptr, up_time));
    answer.status("PdhValidatePathEx of -1", PdhValidatePathExA(handle_of(-1), up_time));
}

void empty_and_malformed(Answer& answer) {
    for (const char* const path : std::array{"", "nonsense", "\\System", "\\System(\\x"}) {
        const std::string what = path;
        answer.status(what + ": PdhAddCounter", add_status(path));
        answer.status(what + ": PdhValidatePath", PdhValidatePathA(path));
        answer.status(what + ": PdhExpandWildCardPath", expand(path).status);
        answer.text(what + ": PdhParseCounterPath", parsed(path));
    }
}

void say_expansion(Answer& answer, const std::string& path) {
    const List list = expand(path);
    answer.status(path, list.status);
    answer.texts(path + ": paths", list.texts);
}

void expand_wildcards(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    for (const char* const path : std::array{"\\Processor(_T*)\\% Processor Time",
             "\\Processor(*tal)\\% Processor Time", "\\Processor(_*l)\\% Processor Time",
             "\\Processor(_Total)\\% Pro*ssor Time", "\\PROCESSOR(_TOTAL)\\% processor t*"}) {
        say_expansion(answer, path);
    }
    answer.yes("*#* has instances without an index",
        expand("\\Processor(*#*)\\% Processor Time").texts.size() == expand(each_busy).texts.size());
    answer.status("a wildcard for the object", expand("\\Proc*(_Total)\\% Processor Time").status);
    answer.status("PdhExpandCounterPath of a part", list_of([](char* buffer, DWORD* size) {
        return PdhExpandCounterPathA("\\Processor(_T*)\\% Processor Time", buffer, size);
    }).status);
    answer.texts("PdhExpandCounterPath of a part: paths", list_of([](char* buffer, DWORD* size) {
        return PdhExpandCounterPathA("\\Processor(_T*)\\% Processor Time", buffer, size);
    }).texts);
}

void expand_with_flags(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    answer.texts("PDH_NOEXPANDINSTANCES", expand(each_busy, PDH_NOEXPANDINSTANCES).texts);
    answer.texts(
        "PDH_NOEXPANDCOUNTERS", expand("\\Processor(_T*)\\% Processor T*", PDH_NOEXPANDCOUNTERS).texts);
    answer.texts("both",
        expand("\\Processor(_T*)\\% Processor T*", PDH_NOEXPANDCOUNTERS | PDH_NOEXPANDINSTANCES).texts);
}

void expand_to_nothing(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    for (const char* const path :
        std::array{"\\Processor(none such*)\\% Processor Time", "\\Processor(_Total)\\none such*",
            "\\Processor(none such)\\% Processor Time", "\\Processor(_Total)\\% Processor Time",
            "\\PROCESSOR(_total)\\% processor time", "\\System\\Processes"}) {
        const List list = expand(path);
        answer.status(path, list.status);
        answer.texts(std::string(path) + ": paths", list.texts);
        if (list.texts.empty()) {
            answer.number(std::string(path) + ": size", list.size);
        }
    }
}

void expand_what_does_not_exist(Answer& answer) {
    if (!has_english_names(answer)) {
        return;
    }
    for (const char* const path : std::array{"\\no such object(*)\\x", "\\no such object\\x",
             "\\System\\no such counter", "\\Processor(*)\\no such counter", "\\Processor\\% Processor Time",
             "\\Processor\\*", "\\System(*)\\Processes", "\\System(0)\\Processes", "\\System(*)\\*"}) {
        answer.status(path, expand(path).status);
    }
    answer.status("an empty path", expand("").status);
}

void full_paths(Answer& answer) {
    const Query query;
    const Info info(query.add(up_time));
    answer.text("szFullPath", or_null(info->szFullPath));
    answer.text("szMachineName", or_null(info->szMachineName));
    const Info named(query.add(R"(\\localhost\System\System Up Time)"));
    answer.text("of localhost: szFullPath", or_null(named->szFullPath));
    answer.text("of localhost: szMachineName", or_null(named->szMachineName));
}

} // namespace

std::span<const Probe> path_probes() {
    static constexpr std::array probes = {
        Probe{"paths.parse-signs", "-", parse_names_with_signs},
        Probe{"paths.parse-indexes", "-", parse_indexes},
        Probe{"paths.parse-instances", "-", parse_instances},
        Probe{"paths.parse-malformed", "-", parse_malformed},
        Probe{"paths.parse-machine", "-", machine_of_a_parsed_path},
        Probe{"paths.two-backslashes", "live english", two_backslashes},
        Probe{"paths.make-indexes", "-", make_indexes},
        Probe{"paths.make-empty-parts", "-", make_with_empty_parts},
        Probe{"paths.make-management", "-", make_for_management},
        Probe{"paths.lone-surrogate", "-", make_a_lone_surrogate},
        Probe{"paths.long", "live", long_paths},
        Probe{"paths.case", "live english", case_of_names},
        Probe{"paths.validate", "live english", validate},
        Probe{"paths.empty-and-malformed", "live english", empty_and_malformed},
        Probe{"paths.full", "live english", full_paths},
        Probe{"expand.wildcards", "live english", expand_wildcards},
        Probe{"expand.flags", "live english", expand_with_flags},
        Probe{"expand.nothing", "live english", expand_to_nothing},
        Probe{"expand.unknown", "live english", expand_what_does_not_exist},
    };
    return probes;
}

} // namespace oracle
