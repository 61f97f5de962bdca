// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Paths: PdhMakeCounterPath, PdhParseCounterPath, PdhParseInstanceName, PdhValidatePath, PdhValidatePathEx,
// PdhExpandCounterPath, PdhExpandWildCardPath, PdhExpandWildCardPathH.
#include "machine_names.h"
#include "support.h"

#include <algorithm>
#include <array>
#include <optional>

using namespace conformance;

namespace {

using Texts = std::vector<std::string>;

TCHAR* writable(const TCHAR* text) {
    return const_cast<TCHAR*>(text);
}

PDH_COUNTER_PATH_ELEMENTS elements(const TCHAR* machine, const TCHAR* object, const TCHAR* instance,
    const TCHAR* parent, DWORD index, const TCHAR* counter) {
    PDH_COUNTER_PATH_ELEMENTS parts{};
    parts.szMachineName = writable(machine);
    parts.szObjectName = writable(object);
    parts.szInstanceName = writable(instance);
    parts.szParentInstance = writable(parent);
    parts.dwInstanceIndex = index;
    parts.szCounterName = writable(counter);
    return parts;
}

std::string make_path(PDH_COUNTER_PATH_ELEMENTS parts, DWORD flags = 0) {
    return single_text(
        [&](TCHAR* buffer, DWORD* size) { return PdhMakeCounterPath(&parts, buffer, size, flags); });
}

// The parts of a path as "machine|object|parent|instance|index|counter", or why it has none.
std::string parse_path(const TCHAR* path) {
    CAPTURE(utf8(path));
    DWORD size = 0;
    const PDH_STATUS status = PdhParseCounterPath(path, nullptr, &size, 0);
    if (status != static_cast<PDH_STATUS>(PDH_MORE_DATA)) {
        return status_name(status);
    }
    std::vector<PDH_COUNTER_PATH_ELEMENTS> buffer(size / sizeof(PDH_COUNTER_PATH_ELEMENTS) + 1);
    REQUIRE_SUCCESS(PdhParseCounterPath(path, buffer.data(), &size, 0));
    const PDH_COUNTER_PATH_ELEMENTS& parts = buffer[0];
    return utf8(parts.szMachineName) + "|" + utf8(parts.szObjectName) + "|" + utf8(parts.szParentInstance) +
           "|" + utf8(parts.szInstanceName) + "|" + std::to_string(parts.dwInstanceIndex) + "|" +
           utf8(parts.szCounterName);
}

// The ten shapes of a path, made of these parts.
struct Shape {
    const TCHAR* path;
    const TCHAR* machine;
    const TCHAR* parent;
    const TCHAR* instance;
    DWORD index;
};

const std::array shapes{
    Shape{TEXT("\\object\\counter"), nullptr, nullptr, nullptr, 0},
    Shape{TEXT("\\object(instance)\\counter"), nullptr, nullptr, TEXT("instance"), 0},
    Shape{TEXT("\\object(instance#2)\\counter"), nullptr, nullptr, TEXT("instance"), 2},
    Shape{TEXT("\\object(parent/instance)\\counter"), nullptr, TEXT("parent"), TEXT("instance"), 0},
    Shape{TEXT("\\object(parent/instance#2)\\counter"), nullptr, TEXT("parent"), TEXT("instance"), 2},
    Shape{TEXT("\\\\machine\\object\\counter"), TEXT("machine"), nullptr, nullptr, 0},
    Shape{TEXT("\\\\machine\\object(instance)\\counter"), TEXT("machine"), nullptr, TEXT("instance"), 0},
    Shape{TEXT("\\\\machine\\object(instance#2)\\counter"), TEXT("machine"), nullptr, TEXT("instance"), 2},
    Shape{TEXT("\\\\machine\\object(parent/instance)\\counter"), TEXT("machine"), TEXT("parent"),
        TEXT("instance"), 0},
    Shape{TEXT("\\\\machine\\object(parent/instance#2)\\counter"), TEXT("machine"), TEXT("parent"),
        TEXT("instance"), 2},
};

PDH_COUNTER_PATH_ELEMENTS elements_of(const Shape& shape) {
    return elements(
        shape.machine, TEXT("object"), shape.instance, shape.parent, shape.index, TEXT("counter"));
}

const std::array malformed_paths{
    TEXT("System Up Time"),
    TEXT("System\\System Up Time"),
    TEXT("\\System"),
    TEXT("\\"),
    TEXT("\\\\"),
    TEXT("\\\\\\"),
    TEXT("\\\\machine"),
    TEXT("\\\\machine\\"),
    TEXT("\\\\machine\\object"),
    TEXT("\\\\\\object\\counter"),
    TEXT("\\(instance)\\counter"),
    TEXT("\\object(\\counter"),
    TEXT("\\object()\\counter"),
    TEXT("\\object(instance\\counter"),
    TEXT("\\object(instance)counter"),
    TEXT("\\object(instance)"),
};

// The calls of the three functions that expand a path.
std::vector<ListCall> expanding(const TCHAR* path) {
    return {
        [path](TCHAR* buffer, DWORD* size) { return PdhExpandWildCardPath(nullptr, path, buffer, size, 0); },
        [path](TCHAR* buffer, DWORD* size) { return PdhExpandWildCardPathH(nullptr, path, buffer, size, 0); },
        [path](TCHAR* buffer, DWORD* size) { return PdhExpandCounterPath(path, buffer, size); }};
}

} // namespace

// -- PdhMakeCounterPath ---------------------------------------------------------------------------

TEST_CASE("PdhMakeCounterPath: the ten shapes") {
    for (const Shape& shape : shapes) {
        CHECK(make_path(elements_of(shape)) == utf8(shape.path));
    }
}

TEST_CASE("PdhMakeCounterPath: without object or counter the buffer is unchanged") {
    const TCHAR* const name = TEXT("name");
    for (PDH_COUNTER_PATH_ELEMENTS parts : {
             elements(TEXT("machine"), nullptr, name, name, 1, name),
             elements(TEXT("machine"), name, name, name, 1, nullptr),
             elements(nullptr, TEXT(""), nullptr, nullptr, 0, name),
             elements(nullptr, name, nullptr, nullptr, 0, TEXT("")),
             elements(nullptr, nullptr, nullptr, nullptr, 0, nullptr),
         }) {
        GuardedBuffer<TCHAR> buffer(100);
        DWORD size = 100;
        CHECK_STATUS(PdhMakeCounterPath(&parts, buffer.data(), &size, 0), PDH_INVALID_ARGUMENT);
        CHECK(buffer.untouched_from(0));
        CHECK(size == 100);
    }
}

TEST_CASE("PdhMakeCounterPath: an empty computer, instance or parent is left out") {
    const TCHAR* const empty = TEXT("");
    CHECK(
        make_path(elements(empty, TEXT("object"), empty, empty, 1, TEXT("counter"))) == "\\object\\counter");
    CHECK(make_path(elements(nullptr, TEXT("object"), TEXT("instance"), empty, 0, TEXT("counter"))) ==
          "\\object(instance)\\counter");
}

TEST_CASE("PdhMakeCounterPath: parent and index are ignored without an instance") {
    const PDH_COUNTER_PATH_ELEMENTS parts =
        elements(TEXT("machine"), TEXT("object"), nullptr, TEXT("parent"), 1, TEXT("counter"));
    CHECK(make_path(parts) == "\\\\machine\\object\\counter");
}

TEST_CASE("client: PdhMakeCounterPath writes no #n for the indices 0 and -1") {
    for (const DWORD index : {DWORD{0}, static_cast<DWORD>(-1)}) {
        CHECK(make_path(elements(nullptr, TEXT("object"), TEXT("instance"), nullptr, index,
                  TEXT("counter"))) == "\\object(instance)\\counter");
        CHECK(make_path(elements(nullptr, TEXT("object"), TEXT("instance"), TEXT("parent"), index,
                  TEXT("counter"))) == "\\object(parent/instance)\\counter");
    }
}

TEST_CASE("client: PdhMakeCounterPath writes no #n for the instance *") { // Salt counts the index up
    for (const DWORD index : {DWORD{1}, DWORD{2}, DWORD{4}, static_cast<DWORD>(-1)}) {
        CHECK(make_path(elements(nullptr, TEXT("Paging File"), TEXT("*"), nullptr, index, TEXT("% Usage"))) ==
              "\\Paging File(*)\\% Usage");
    }
    CHECK(make_path(elements(nullptr, TEXT("object"), TEXT("*"), TEXT("parent"), 2, TEXT("counter"))) ==
          "\\object(parent/*)\\counter");
    CHECK(make_path(elements(nullptr, TEXT("object"), TEXT("a*"), nullptr, 2, TEXT("counter"))) ==
          "\\object(a*#2)\\counter");
}

TEST_CASE("PdhMakeCounterPath: the machine gets its backslashes if it has none") {
    for (const TCHAR* const name : {TEXT("machine"), TEXT("\\\\machine")}) {
        CHECK(make_path(elements(name, TEXT("object"), nullptr, nullptr, 0, TEXT("counter"))) ==
              "\\\\machine\\object\\counter");
    }
    CHECK(make_path(elements(TEXT(""), TEXT("object"), nullptr, nullptr, 0, TEXT("counter"))) ==
          "\\object\\counter");
}

TEST_CASE("PdhMakeCounterPath: wildcards go through") {
    CHECK(make_path(elements(nullptr, TEXT("object"), TEXT("*"), TEXT("*"), 0, TEXT("*"))) ==
          "\\object(*/*)\\*");
}

TEST_CASE("PdhMakeCounterPath: the buffer") {
    PDH_COUNTER_PATH_ELEMENTS parts =
        elements(TEXT("machine"), TEXT("object"), TEXT("instance"), TEXT("parent"), 1, TEXT("counter"));
    const auto path = check_buffer_protocol<TCHAR>(
        [&](TCHAR* buffer, DWORD* size) { return PdhMakeCounterPath(&parts, buffer, size, 0); });
    CHECK(utf8(path.data()) == "\\\\machine\\object(parent/instance#1)\\counter");
    CHECK(path.size() == Text(path.data()).size() + 1);
}

TEST_CASE("path flags: only a language is accepted, management paths are not implemented") {
    const PDH_COUNTER_PATH_ELEMENTS parts =
        elements(nullptr, TEXT("object"), nullptr, nullptr, 0, TEXT("counter"));
    CHECK(make_path(parts, PDH_PATH_LANG_FLAGS(0x0407, 0)) == "\\object\\counter");
    struct Row {
        DWORD flags;
        DWORD status;
    };
    for (const Row& row :
        {Row{PDH_PATH_WBEM_RESULT, PDH_NOT_IMPLEMENTED}, Row{PDH_PATH_WBEM_INPUT, PDH_NOT_IMPLEMENTED},
            Row{PDH_PATH_LANG_FLAGS(0x0407, PDH_PATH_WBEM_INPUT), PDH_NOT_IMPLEMENTED},
            Row{4, PDH_INVALID_ARGUMENT}, Row{0x8000, PDH_INVALID_ARGUMENT}}) {
        CAPTURE(row.flags);
        PDH_COUNTER_PATH_ELEMENTS copy = parts;
        DWORD size = 0;
        CHECK_STATUS(PdhMakeCounterPath(&copy, nullptr, &size, row.flags), row.status);
        CHECK_STATUS(PdhParseCounterPath(TEXT("\\object\\counter"), nullptr, &size, row.flags), row.status);
        CHECK(size == 0);
    }
}

// -- PdhParseCounterPath --------------------------------------------------------------------------

TEST_CASE_FIXTURE(Widgets, "PdhParseCounterPath: the ten shapes") {
    for (const Shape& shape : shapes) {
        const std::string machine_name = shape.machine == nullptr ? machine() : "\\\\" + utf8(shape.machine);
        CHECK(parse_path(shape.path) == machine_name + "|object|" + utf8(shape.parent) + "|" +
                                            utf8(shape.instance) + "|" + std::to_string(shape.index) +
                                            "|counter");
    }
}

TEST_CASE_FIXTURE(Widgets, "PdhParseCounterPath reverses PdhMakeCounterPath") {
    for (const Shape& shape : shapes) {
        DWORD size = 0;
        REQUIRE_STATUS(PdhParseCounterPath(shape.path, nullptr, &size, 0), PDH_MORE_DATA);
        std::vector<PDH_COUNTER_PATH_ELEMENTS> buffer(size / sizeof(PDH_COUNTER_PATH_ELEMENTS) + 1);
        REQUIRE_SUCCESS(PdhParseCounterPath(shape.path, buffer.data(), &size, 0));
        const std::string expected =
            shape.machine == nullptr ? machine() + utf8(shape.path) : utf8(shape.path);
        CHECK(make_path(buffer[0]) == expected);
    }
}

TEST_CASE_FIXTURE(Widgets, "PdhParseCounterPath: names with brackets, slashes, signs and backslashes") {
    const std::string local = machine();
    CHECK(parse_path(TEXT("\\o(i)\\Reads/sec (now)")) == local + "|o|(null)|i|0|Reads/sec (now)");
    CHECK(parse_path(TEXT("\\o\\Reads/sec (now)")) == local + "|o|(null)|(null)|0|Reads/sec (now)");
    CHECK(parse_path(TEXT("\\o((D) disk)\\c")) == local + "|o|(null)|(D) disk|0|c");
    CHECK(parse_path(TEXT("\\o(a)b)\\c")) == local + "|o|(null)|a)b|0|c");
    CHECK(parse_path(TEXT("\\o(((guid:n):m))\\c")) == local + "|o|(null)|((guid:n):m)|0|c"); // Tx
    CHECK(parse_path(TEXT("\\o(0,_Total)\\c,d")) == local + "|o|(null)|0,_Total|0|c,d");
    CHECK(parse_path(TEXT("\\o(e(f)\\c")) == local + "|o|(null)|e(f|0|c");
    CHECK(parse_path(TEXT("\\o(a/b/c)\\c")) == local + "|o|a|b/c|0|c");
    CHECK(parse_path(TEXT("\\o(/home)\\c")) == local + "|o|(null)|/home|0|c");
    CHECK(parse_path(TEXT("\\o(end/)\\c")) == local + "|o|(null)|end/|0|c");
    CHECK(parse_path(TEXT("\\o(p#q)\\c")) == local + "|o|(null)|p#q|0|c");
    CHECK(parse_path(TEXT("\\o(p#q#3)\\c")) == local + "|o|(null)|p#q|3|c");
    CHECK(parse_path(TEXT("\\o(#7)\\c")) == local + "|o|(null)|#7|0|c");
    CHECK(parse_path(TEXT("\\o(back\\slash)\\c")) == local + "|o|(null)|back\\slash|0|c");
    CHECK(parse_path(TEXT("\\o(*)\\*")) == local + "|o|(null)|*|0|*");
    CHECK(parse_path(TEXT("\\o(*/*#3)\\*")) == local + "|o|*|*|3|*");
    CHECK(parse_path(TEXT("\\o(/)\\c")) == local + "|o|(null)|/|0|c");
    CHECK(parse_path(TEXT("\\o(kworker/0:1)\\c")) == local + "|o|kworker|0:1|0|c");
    CHECK(parse_path(TEXT("\\o(a))\\c")) == local + "|o|(null)|a)|0|c");
    CHECK(parse_path(TEXT("\\o)\\c")) == local + "|o)|(null)|(null)|0|c");
    CHECK(parse_path(TEXT("\\o(i)\\c\\d")) == local + "|o|(null)|i|0|c\\d");
    CHECK(parse_path(TEXT("\\o\\\\c")) == local + "|o|(null)|(null)|0|\\c");
    CHECK(parse_path(TEXT("\\o(i) \\c")) == "PDH_INVALID_PATH");
}

TEST_CASE_FIXTURE(Widgets, "PdhParseCounterPath: which digits are an index") {
    const std::string local = machine();
    CHECK(parse_path(TEXT("\\o(n#02)\\c")) == local + "|o|(null)|n|2|c");
    CHECK(parse_path(TEXT("\\o(n#-1)\\c")) == local + "|o|(null)|n#-1|0|c");
    CHECK(parse_path(TEXT("\\o(n#)\\c")) == local + "|o|(null)|n#|0|c");
    CHECK(parse_path(TEXT("\\o(n#1#2)\\c")) == local + "|o|(null)|n#1|2|c");
    CHECK(parse_path(TEXT("\\o(n#4294967295)\\c")) == local + "|o|(null)|n#4294967295|0|c");
    CHECK(parse_path(TEXT("\\o(n#4294967296)\\c")) == local + "|o|(null)|n#4294967296|0|c");
    CHECK(parse_path(TEXT("\\o(p#1/n#2)\\c")) == local + "|o|p#1|n|2|c");
    CHECK(parse_path(TEXT("\\o(n#*)\\c")) == local + "|o|(null)|n|4294967295|c"); // any index
}

TEST_CASE_FIXTURE(Widgets, "PdhParseCounterPath: #0 is the same as no index") {
    CHECK(parse_path(TEXT("\\o(i#0)\\c")) == machine() + "|o|(null)|i|0|c");
}

TEST_CASE_FIXTURE(Widgets, "PdhParseCounterPath: malformed paths") {
    for (const TCHAR* const path : malformed_paths) {
        CAPTURE(utf8(path));
        DWORD size = 0;
        CHECK_STATUS(PdhParseCounterPath(path, nullptr, &size, 0), PDH_INVALID_PATH);
        CHECK(size == 0);
    }
    for (const TCHAR* const path : {TEXT(""), TEXT("\\object\\"), TEXT("\\object(instance)\\")}) {
        CAPTURE(utf8(path));
        DWORD size = 0;
        CHECK_STATUS(PdhParseCounterPath(path, nullptr, &size, 0), PDH_INVALID_PATH);
    }
    DWORD size = 0;
    const Text overlong = TEXT("\\o\\") + Text(PDH_MAX_COUNTER_PATH, TEXT('x'));
    CHECK_STATUS(PdhParseCounterPath(overlong.c_str(), nullptr, &size, 0), PDH_INVALID_PATH);
}

TEST_CASE_FIXTURE(Widgets, "PdhParseCounterPath: the buffer") {
    const auto buffer = check_buffer_protocol<std::byte>([](std::byte* data, DWORD* size) {
        return PdhParseCounterPath(TEXT("\\\\machine\\object(parent/instance#1)\\counter"),
            reinterpret_cast<PDH_COUNTER_PATH_ELEMENTS*>(data), size, 0);
    });
    CHECK(buffer.size() > sizeof(PDH_COUNTER_PATH_ELEMENTS));
    DWORD size = 0;
    CHECK_STATUS(PdhParseCounterPath(nullptr, nullptr, &size, 0), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhParseCounterPath(nullptr, nullptr, nullptr, 0), PDH_INVALID_ARGUMENT);
}

// -- PdhParseInstanceName -------------------------------------------------------------------------

namespace {

// The parts of an instance name as "parent|instance|index".
std::string parse_instance(const TCHAR* text) {
    CAPTURE(utf8(text));
    std::array<TCHAR, 300> name{};
    std::array<TCHAR, 300> parent{};
    DWORD name_size = 300;
    DWORD parent_size = 300;
    DWORD index = 42;
    REQUIRE_SUCCESS(PdhParseInstanceName(text, name.data(), &name_size, parent.data(), &parent_size, &index));
    CHECK(name_size == Text(name.data()).size() + 1);
    CHECK(parent_size == Text(parent.data()).size() + 1);
    return utf8(parent.data()) + "|" + utf8(name.data()) + "|" + std::to_string(index);
}

} // namespace

TEST_CASE("PdhParseInstanceName: the four forms") {
    CHECK(parse_instance(TEXT("instance")) == "|instance|0");
    CHECK(parse_instance(TEXT("instance#3")) == "|instance|3");
    CHECK(parse_instance(TEXT("parent/instance")) == "parent|instance|0");
    CHECK(parse_instance(TEXT("parent/instance#3")) == "parent|instance|3");
    CHECK(parse_instance(TEXT("*")) == "|*|0");
    CHECK(parse_instance(TEXT("a/b/c")) == "a|b/c|0");
    CHECK(parse_instance(TEXT("C:")) == "|C:|0");
    CHECK(parse_instance(TEXT("/instance")) == "|/instance|0");
    CHECK(parse_instance(TEXT("parent/")) == "|parent/|0");
    CHECK(parse_instance(TEXT("instance#x")) == "|instance#x|0");
    CHECK(parse_instance(TEXT("instance#0")) == "|instance|0");
    CHECK(parse_instance(TEXT("#1")) == "|#1|0");
}

TEST_CASE("PdhParseInstanceName: malformed names, and unchanged outputs") {
    std::array<TCHAR, 300> buffer{};
    for (const Text& name : {Text(), Text(260, TEXT('x')), Text(5000, TEXT('x'))}) {
        DWORD name_size = 300;
        DWORD parent_size = 300;
        DWORD index = 42;
        CHECK_STATUS(PdhParseInstanceName(
                         name.c_str(), buffer.data(), &name_size, buffer.data(), &parent_size, &index),
            PDH_INVALID_INSTANCE);
        CHECK(name_size == 300);
        CHECK(parent_size == 300);
        CHECK(index == 42);
        CHECK(buffer[0] == 0);
    }
    DWORD name_size = 300;
    DWORD parent_size = 1;
    CHECK_SUCCESS(PdhParseInstanceName(Text(259, TEXT('x')).c_str(), buffer.data(), &name_size,
        std::array<TCHAR, 1>{}.data(), &parent_size, nullptr));
    CHECK(name_size == 260);
}

TEST_CASE("PdhParseInstanceName: two buffers with sizes of their own") {
    const TCHAR* const text = TEXT("parent/name#3");
    std::array<TCHAR, 20> name{};
    std::array<TCHAR, 20> parent{};
    struct Row {
        DWORD name_size;
        DWORD parent_size;
        DWORD status;
    };
    for (const Row& row : {Row{0, 0, PDH_MORE_DATA}, Row{4, 7, PDH_MORE_DATA}, Row{5, 6, PDH_MORE_DATA},
             Row{20, 0, PDH_MORE_DATA}, Row{0, 20, PDH_MORE_DATA}, Row{5, 7, ERROR_SUCCESS},
             Row{20, 20, ERROR_SUCCESS}}) {
        CAPTURE(row.name_size);
        CAPTURE(row.parent_size);
        DWORD name_size = row.name_size;
        DWORD parent_size = row.parent_size;
        DWORD index = 42;
        CHECK_STATUS(PdhParseInstanceName(text, name.data(), &name_size, parent.data(), &parent_size, &index),
            row.status);
        CHECK(name_size == 5);
        CHECK(parent_size == 7);
        CHECK(index == (row.status == ERROR_SUCCESS ? 3U : 42U));
    }
    DWORD name_size = 0;
    DWORD parent_size = 0;
    CHECK_STATUS(
        PdhParseInstanceName(text, nullptr, &name_size, nullptr, &parent_size, nullptr), PDH_MORE_DATA);
    CHECK(name_size == 5);
    CHECK(parent_size == 7);
}

// -- PdhValidatePath ------------------------------------------------------------------------------

TEST_CASE_FIXTURE(Widgets, "PdhValidatePath and PdhValidatePathEx") {
    struct Row {
        const TCHAR* path;
        DWORD status;
    };
    const std::array rows{
        Row{nullptr, PDH_INVALID_ARGUMENT},
        Row{TEXT(""), PDH_INVALID_ARGUMENT},
        Row{TEXT("\\Gadget"), PDH_CSTATUS_BAD_COUNTERNAME},
        Row{TEXT("Depth"), PDH_CSTATUS_BAD_COUNTERNAME},
        Row{TEXT("\\Gadget\\"), PDH_CSTATUS_NO_COUNTERNAME},
        Row{TEXT("\\Gadget\\Depth"), ERROR_SUCCESS},
        Row{TEXT("\\gadget\\dEPTH"), ERROR_SUCCESS},
        Row{TEXT("\\\\localhost\\Gadget\\Depth"), ERROR_SUCCESS},
        Row{TEXT("\\\\.\\Gadget\\Depth"), ERROR_SUCCESS},
        Row{TEXT("\\\\127.0.0.1\\Gadget\\Depth"), ERROR_SUCCESS},
        Row{TEXT("\\\\::1\\Gadget\\Depth"), ERROR_SUCCESS},
        Row{TEXT("\\Gadget\\Nowhere"), PDH_CSTATUS_NO_COUNTER},
        Row{TEXT("\\Nothing\\Depth"), PDH_CSTATUS_NO_OBJECT},
        Row{TEXT("\\\\another machine\\Gadget\\Depth"), PDH_CSTATUS_NO_MACHINE},
        Row{TEXT("\\Gadget\\Label"), PDH_FUNCTION_NOT_FOUND},
        Row{TEXT("\\Gadget(a)\\Depth"), PDH_CSTATUS_BAD_COUNTERNAME},
        Row{TEXT("\\Gadget(*)\\Depth"), PDH_CSTATUS_NO_INSTANCE}, // agents ask so whether there are instances
        Row{TEXT("\\Gadget(*)\\D*"), PDH_CSTATUS_NO_INSTANCE},
        Row{TEXT("\\Widget\\Depth"), PDH_CSTATUS_BAD_COUNTERNAME},
        Row{TEXT("\\Widget(A)\\Depth"), ERROR_SUCCESS},
        Row{TEXT("\\Widget(a#0)\\Depth"), ERROR_SUCCESS},
        Row{TEXT("\\Widget(a#1)\\Depth"), PDH_CSTATUS_NO_INSTANCE},
        Row{TEXT("\\Widget(nobody)\\Depth"), PDH_CSTATUS_NO_INSTANCE},
        Row{TEXT("\\Widget(*)\\Depth"), ERROR_SUCCESS},
        Row{TEXT("\\Widget(*b)\\Depth"), ERROR_SUCCESS},
        Row{TEXT("\\Widget(*nobody)\\Depth"), PDH_CSTATUS_NO_INSTANCE},
        Row{TEXT("\\Silo(*)\\Fill"), PDH_CSTATUS_NO_INSTANCE},
    };
    for (const Row& row : rows) {
        CAPTURE(utf8(row.path));
        CHECK_STATUS(PdhValidatePath(row.path), row.status);
        CHECK_STATUS(PdhValidatePathEx(nullptr, row.path), row.status);
        CHECK_STATUS(PdhValidatePathEx(wbem_data_source, row.path), row.status);
    }
}

TEST_CASE_FIXTURE(Widgets, "PdhValidatePath: malformed and overlong paths") {
    for (const TCHAR* const path : malformed_paths) {
        CAPTURE(utf8(path));
        CHECK_STATUS(PdhValidatePath(path), PDH_CSTATUS_BAD_COUNTERNAME);
    }
    const Text overlong = TEXT("\\o\\") + Text(PDH_MAX_COUNTER_PATH, TEXT('x'));
    CHECK_STATUS(PdhValidatePath(overlong.c_str()), PDH_CSTATUS_BAD_COUNTERNAME);
    const Text longest = TEXT("\\Widget(") + Text(PDH_MAX_COUNTER_PATH - 16, TEXT('x')) + TEXT(")\\Depth");
    REQUIRE(longest.size() == PDH_MAX_COUNTER_PATH - 1);
    CHECK_STATUS(PdhValidatePath(longest.c_str()), PDH_CSTATUS_NO_INSTANCE);
    CHECK(parse_path(longest.c_str()).ends_with("|0|Depth"));
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhValidatePathEx: handles that are not data sources") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    for (PDH_HLOG const bad : {query.handle(), counter, reinterpret_cast<HANDLE>(std::uintptr_t{1})}) {
        CHECK_STATUS(PdhValidatePathEx(bad, TEXT("\\Gadget\\Depth")), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhValidatePathEx(bad, nullptr), PDH_INVALID_ARGUMENT);
    }
}

// -- PdhExpandWildCardPath ------------------------------------------------------------------------

TEST_CASE_FIXTURE(Widgets, "PdhExpandWildCardPath: wildcards for instance and counter") {
    CHECK(expand(TEXT("\\Widget(*)\\Depth")) == Texts{"\\Widget(a)\\Depth", "\\Widget(b)\\Depth"});
    CHECK(expand(TEXT("\\Widget(b*)\\Depth")) == Texts{"\\Widget(b)\\Depth"});
    CHECK(expand(TEXT("\\WIDGET(*B)\\d*TH")) == Texts{"\\Widget(b)\\Depth"});
    CHECK(expand(TEXT("\\Widget(a)\\*")) ==
          Texts{"\\Widget(a)\\Items/sec", "\\Widget(a)\\Depth", "\\Widget(a)\\Hit %"});
    // Each instance with all its counters, in the order of their definition: columns of Windows stand so.
    CHECK(expand(TEXT("\\Widget(*)\\*i*")) == Texts{"\\Widget(a)\\Items/sec", "\\Widget(a)\\Hit %",
                                                  "\\Widget(b)\\Items/sec", "\\Widget(b)\\Hit %"});
    CHECK(expand(TEXT("\\Gadget\\*")) ==
          Texts{"\\Gadget\\Depth", "\\Gadget\\Total", "\\Gadget\\Turns/sec", "\\Gadget\\Fine tuning"});
    CHECK(expand(TEXT("\\Gadget\\T*")) == Texts{"\\Gadget\\Total", "\\Gadget\\Turns/sec"});
}

TEST_CASE_FIXTURE(Widgets, "PdhExpandWildCardPath: a path without wildcards is respelled") {
    CHECK(expand(TEXT("\\gadget\\DEPTH")) == Texts{"\\Gadget\\Depth"});
    CHECK(expand(TEXT("\\WIDGET(A)\\depth")) == Texts{"\\Widget(A)\\Depth"});
    CHECK(expand(TEXT("\\Widget(nobody)\\Depth")) == Texts{"\\Widget(nobody)\\Depth"});
}

TEST_CASE_FIXTURE(Widgets, "a path may name this computer by any of its names") {
    for (const std::string& name : names_of_this_machine()) {
        CAPTURE(name);
        const std::string path = "\\\\" + name + "\\Gadget\\Depth";
        const Text text = from_utf8(path);
        CHECK_SUCCESS(PdhValidatePath(text.c_str()));
        CHECK(expand(text.c_str()) == Texts{"\\Gadget\\Depth"}); // with this computer's name
        CHECK(list([&](TCHAR* buffer, DWORD* size) {
            return PdhExpandCounterPath(text.c_str(), buffer, size);
        }) == Texts{machine() + "\\Gadget\\Depth"});
        // Paths that are only parsed or made keep the name.
        CHECK(parse_path(text.c_str()) == "\\\\" + name + "|Gadget|(null)|(null)|0|Depth");
        CHECK(make_path(elements(
                  from_utf8(name).c_str(), TEXT("Gadget"), nullptr, nullptr, 0, TEXT("Depth"))) == path);
    }
}

TEST_CASE("PdhExpandWildCardPath: of instances of one name the last one is listed first") {
    use_script("names.json"); // x y X x z y
    CHECK(expand(TEXT("\\Crowd(*)\\Size")) == Texts{"\\Crowd(x#2)\\Size", "\\Crowd(y#1)\\Size",
                                                  "\\Crowd(X#1)\\Size", "\\Crowd(x)\\Size",
                                                  "\\Crowd(z)\\Size", "\\Crowd(y)\\Size"});
    CHECK(expand(TEXT("\\Crowd(x#*)\\Size")) ==
          Texts{"\\Crowd(x#2)\\Size", "\\Crowd(X#1)\\Size", "\\Crowd(x)\\Size"});
    CHECK(expand(TEXT("\\Crowd(*#1)\\Size")) == Texts{"\\Crowd(y#1)\\Size", "\\Crowd(X#1)\\Size"});
    CHECK(expand(TEXT("\\Thread(app/*)\\Size")) ==
          Texts{"\\Thread(app/0#1)\\Size", "\\Thread(app/1)\\Size", "\\Thread(app/0)\\Size"});
    CHECK(expand(TEXT("\\Thread(*/0)\\Size")) ==
          Texts{"\\Thread(app/0#1)\\Size", "\\Thread(srv/0)\\Size", "\\Thread(app/0)\\Size"});
}

TEST_CASE("an added expansion gives each instance of the raw array once, with its value") {
    for (const TCHAR* const path : {TEXT("\\Crowd(*)\\Size"), TEXT("\\Crowd(*#*)\\S*"),
             TEXT("\\Thread(*)\\Size"), TEXT("\\Thread(*/*)\\Size"), TEXT("\\Volume(*)\\Size (KB)")}) {
        CAPTURE(utf8(path));
        use_script("names.json");
        const Query query;
        PDH_HCOUNTER const all = query.add(path);
        std::vector<PDH_HCOUNTER> each;
        for (const std::string& expanded : expand(path)) {
            each.push_back(query.add(from_utf8(expanded).c_str()));
        }
        query.collect();
        std::vector<PDH_RAW_COUNTER_ITEM> items(50);
        auto size = static_cast<DWORD>(items.size() * sizeof items.front());
        DWORD count = 0;
        REQUIRE_SUCCESS(PdhGetRawCounterArray(all, &size, &count, items.data()));
        std::vector<LONGLONG> of_array;
        std::transform(items.begin(), items.begin() + count, std::back_inserter(of_array),
            [](const PDH_RAW_COUNTER_ITEM& item) { return item.RawValue.FirstValue; });
        std::vector<LONGLONG> of_each;
        std::transform(each.begin(), each.end(), std::back_inserter(of_each),
            [](PDH_HCOUNTER counter) { return raw_value(counter).FirstValue; });
        std::sort(of_array.begin(), of_array.end());
        std::sort(of_each.begin(), of_each.end());
        CHECK(of_each == of_array);
    }
}

TEST_CASE_FIXTURE(Widgets, "PdhExpandWildCardPath: flags that do not expand wildcards") {
    CHECK(
        expand(TEXT("\\Widget(*)\\D*"), PDH_NOEXPANDCOUNTERS) == Texts{"\\Widget(a)\\D*", "\\Widget(b)\\D*"});
    CHECK(expand(TEXT("\\Widget(*)\\D*"), PDH_NOEXPANDINSTANCES) == Texts{"\\Widget(*)\\Depth"});
    CHECK(expand(TEXT("\\Widget(*)\\D*"), PDH_NOEXPANDCOUNTERS | PDH_NOEXPANDINSTANCES) ==
          Texts{"\\Widget(*)\\D*"});
    CHECK(expand(TEXT("\\Widget(*)\\Depth"), PDH_REFRESHCOUNTERS).size() == 2);
}

TEST_CASE("client: PdhExpandWildCardPath with an address for the flags") { // Telegraf
    use_script("widgets.json");
    for (const DWORD unknown : {8U, 0x10000U, 0xC0084020U}) {
        CAPTURE(unknown);
        CHECK(expand(TEXT("\\Widget(*)\\D*"), unknown) == Texts{"\\Widget(a)\\Depth", "\\Widget(b)\\Depth"});
        CHECK(
            expand(TEXT("\\Widget(*)\\D*"), unknown | PDH_NOEXPANDINSTANCES) == Texts{"\\Widget(*)\\Depth"});
    }
}

TEST_CASE("client: an expansion without a matching instance succeeds with nothing") {
    // Elastic's tools take this answer, and no other, for an instance that is not there now.
    use_script("widgets.json");
    for (const TCHAR* const path : {TEXT("\\Silo(*)\\Fill"), TEXT("\\Silo(*)\\*"),
             TEXT("\\Widget(nobody*)\\Depth"), TEXT("\\Widget(*#1)\\D*")}) {
        CAPTURE(utf8(path));
        for (const ListCall& call : expanding(path)) {
            DWORD size = 0;
            CHECK_SUCCESS(call(nullptr, &size));
            CHECK(size == 0);
            for (const DWORD room : std::array<DWORD, 3>{1, 2, 10}) { // the terminators that fit
                CAPTURE(room);
                GuardedBuffer<TCHAR> buffer(room);
                size = room;
                CHECK_SUCCESS(call(buffer.data(), &size));
                CHECK(size == std::min<DWORD>(room, 2));
                CHECK(buffer.data()[0] == 0);
                CHECK(buffer.data()[size - 1] == 0);
                CHECK(buffer.untouched_from(size));
            }
        }
    }
}

TEST_CASE_FIXTURE(Widgets, "PdhExpandWildCardPath: names that do not exist") {
    struct Row {
        const TCHAR* path;
        DWORD status;
    };
    const std::array rows{
        Row{nullptr, PDH_INVALID_ARGUMENT},
        Row{TEXT(""), PDH_INVALID_PATH},
        Row{TEXT("\\Nothing(*)\\*"), PDH_CSTATUS_NO_OBJECT},
        Row{TEXT("\\Wid*(a)\\Depth"), PDH_CSTATUS_NO_OBJECT}, // no wildcard stands for objects
        Row{TEXT("\\Widget(*)\\Nowhere"), PDH_CSTATUS_NO_COUNTER},
        Row{TEXT("\\Widget(*)\\Hit base"), PDH_CSTATUS_NO_COUNTER},
        Row{TEXT("\\Widget(a)\\Nowhere*"), PDH_CSTATUS_NO_COUNTER}, // as without a wildcard
        Row{TEXT("\\Widget(nobody*)\\Nowhere*"), PDH_CSTATUS_NO_COUNTER},
        Row{TEXT("\\Silo(*)\\N*"), PDH_CSTATUS_NO_COUNTER},
        Row{TEXT("\\Gadget\\DOES*"), PDH_CSTATUS_NO_COUNTER},
        Row{TEXT("\\Gadget(a)\\Depth"), PDH_INVALID_PATH}, // has no instances
        Row{TEXT("\\Widget\\Depth"), PDH_INVALID_PATH},    // has instances
        Row{TEXT("\\\\another machine\\Gadget\\Depth"), PDH_CSTATUS_NO_MACHINE},
    };
    for (const Row& row : rows) {
        CAPTURE(utf8(row.path));
        DWORD size = 0;
        CHECK_STATUS(PdhExpandWildCardPath(nullptr, row.path, nullptr, &size, 0), row.status);
        CHECK_STATUS(PdhExpandWildCardPathH(nullptr, row.path, nullptr, &size, 0), row.status);
        CHECK_STATUS(PdhExpandCounterPath(row.path, nullptr, &size), row.status);
        CHECK(size == 0);
    }
    for (const TCHAR* const path : malformed_paths) {
        CAPTURE(utf8(path));
        DWORD size = 0;
        CHECK_STATUS(PdhExpandWildCardPath(nullptr, path, nullptr, &size, 0), PDH_INVALID_PATH);
    }
}

TEST_CASE_FIXTURE(Widgets, "the three functions that expand paths: the buffer") {
    const TCHAR* const path = TEXT("\\Widget(*)\\*");
    const auto by_name = check_buffer_protocol<TCHAR>(
        [&](TCHAR* buffer, DWORD* size) { return PdhExpandWildCardPath(nullptr, path, buffer, size, 0); });
    CHECK(texts_of(by_name).size() == 6);
    const auto by_handle = check_buffer_protocol<TCHAR>([&](TCHAR* buffer, DWORD* size) {
        return PdhExpandWildCardPathH(wbem_data_source, path, buffer, size, 0);
    });
    CHECK(by_handle == by_name);
    const auto superseded = check_buffer_protocol<TCHAR>(
        [&](TCHAR* buffer, DWORD* size) { return PdhExpandCounterPath(path, buffer, size); });
    CHECK(superseded == by_name);
}

TEST_CASE_FIXTURE(Widgets, "PdhExpandWildCardPath: data sources") {
    const TCHAR* const path = TEXT("\\Widget(*)\\Depth");
    DWORD size = 0;
    CHECK_STATUS(PdhExpandWildCardPath(script_path("no such file").c_str(), path, nullptr, &size, 0),
        PDH_FILE_NOT_FOUND);
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    for (PDH_HLOG const bad : {query.handle(), counter, reinterpret_cast<HANDLE>(std::uintptr_t{1})}) {
        CHECK_STATUS(PdhExpandWildCardPathH(bad, path, nullptr, &size, 0), PDH_INVALID_HANDLE);
    }
    CHECK(size == 0);
}

TEST_CASE("an expansion has a limit: 2^26 characters") {
    // 1000 instances with names of 700 characters, 100 counters: little alone, 70 million characters
    // together.
    std::string counters;
    std::string values;
    for (int i = 0; i < 100; ++i) {
        counters += (i == 0 ? "" : ",") + (R"({"name":"c)" + std::to_string(i)) +
                    R"(","type":"PERF_COUNTER_RAWCOUNT"})";
        values += i == 0 ? "0" : ",0";
    }
    std::string instances;
    for (int i = 0; i < 1000; ++i) {
        instances += (i == 0 ? "" : ",") + (R"([")" + std::to_string(1000 + i)) + std::string(696, 'x') +
                     R"(",[)" + values + "]]";
    }
    REQUIRE_SUCCESS(choose_sources(R"(script:{"objects":[{"name":"Wide","instances":"multi","counters":[)" +
                                   counters + R"(]}],"samples":[{"data":{"Wide":[)" + instances + "]}}]}"));
    DWORD size = 0;
    CHECK_STATUS(PdhExpandWildCardPath(nullptr, TEXT("\\Wide(*)\\*"), nullptr, &size, 0),
        PDH_MEMORY_ALLOCATION_FAILURE);
    CHECK_STATUS(PdhExpandWildCardPathH(nullptr, TEXT("\\Wide(*)\\*"), nullptr, &size, 0),
        PDH_MEMORY_ALLOCATION_FAILURE);
    CHECK_STATUS(PdhExpandCounterPath(TEXT("\\Wide(*)\\*"), nullptr, &size), PDH_MEMORY_ALLOCATION_FAILURE);
    CHECK(size == 0);
    CHECK_STATUS(PdhExpandWildCardPath(nullptr, TEXT("\\Wide(*)\\c1"), nullptr, &size, 0), PDH_MORE_DATA);
    CHECK(size > 700'000);
    use_script("widgets.json");
}

TEST_CASE("client: expanding is always fresh") {
    use_script("lifecycle.json");
    CHECK(expand(TEXT("\\Job(*)\\Size")).size() == 2);
    const Query query;
    static_cast<void>(query.add(TEXT("\\Job(*)\\Size")));
    query.collect(3); // only `another` is left
    CHECK(expand(TEXT("\\Job(*)\\Size")) == Texts{"\\Job(another)\\Size"});
}

TEST_CASE_FIXTURE(
    WidgetQuery, "client: an instance * of an object without instances is added, and not expanded") {
    static_cast<void>(query.add(TEXT("\\Gadget(*)\\Depth")));
    CHECK_STATUS(PdhValidatePath(TEXT("\\Gadget(*)\\Depth")), PDH_CSTATUS_NO_INSTANCE);
    CHECK_STATUS(PdhValidatePath(TEXT("\\Gadget(*)\\Nowhere")), PDH_CSTATUS_NO_COUNTER);
    DWORD size = 0;
    for (const DWORD flags : std::array<DWORD, 2>{0, PDH_NOEXPANDINSTANCES}) {
        CHECK_STATUS(PdhExpandWildCardPath(nullptr, TEXT("\\Gadget(*)\\Depth"), nullptr, &size, flags),
            PDH_INVALID_PATH);
        CHECK_STATUS(
            PdhExpandWildCardPath(nullptr, TEXT("\\gadget(*)\\T*"), nullptr, &size, flags), PDH_INVALID_PATH);
    }
    CHECK_STATUS(PdhExpandCounterPath(TEXT("\\Gadget(*)\\Depth"), nullptr, &size), PDH_INVALID_PATH);
}

TEST_CASE_FIXTURE(
    WidgetQuery, "any other instance of an object without instances is refused" * needs_script) {
    for (const std::string instance : {"_Total", "?", "**", "a*", "*a", "*/*", "*#1", "*#*", "0"}) {
        const Text path = from_utf8("\\Gadget(" + instance + ")\\Depth");
        CAPTURE(utf8(path));
        DWORD size = 0;
        PDH_HCOUNTER counter = nullptr;
        CHECK_STATUS(PdhValidatePath(path.c_str()), PDH_CSTATUS_BAD_COUNTERNAME);
        CHECK_STATUS(PdhAddCounter(query.handle(), path.c_str(), 0, &counter), PDH_CSTATUS_BAD_COUNTERNAME);
        CHECK_STATUS(
            PdhAddEnglishCounter(query.handle(), path.c_str(), 0, &counter), PDH_CSTATUS_BAD_COUNTERNAME);
        CHECK_STATUS(PdhExpandWildCardPath(nullptr, path.c_str(), nullptr, &size, 0), PDH_INVALID_PATH);
    }
}

// -- Two backslashes before the object -----------------------------------------------------------

TEST_CASE("client: two backslashes may stand between computer and object, and come back") {
    // What Get-Counter -ComputerName of Windows PowerShell passes.
    use_script("widgets.json");
    for (const std::string& name :
        {std::string("localhost"), std::string("LOCALHOST"), machine().substr(2)}) {
        CAPTURE(name);
        const std::string prefix = "\\\\" + name + "\\";
        const Text one = from_utf8(prefix + "\\Widget(a)\\Depth");
        CHECK(parse_path(one.c_str()) == prefix + "|Widget|(null)|a|0|Depth");
        CHECK(make_path(elements(from_utf8(prefix).c_str(), TEXT("Widget"), TEXT("a"), nullptr, 0,
                  TEXT("Depth"))) == utf8(one));
        CHECK_SUCCESS(PdhValidatePath(one.c_str()));
        CHECK_SUCCESS(PdhValidatePathEx(nullptr, one.c_str()));
        const Text all = from_utf8(prefix + "\\Widget(*)\\Depth");
        for (const ListCall& call : expanding(all.c_str())) {
            CHECK(list(call) == Texts{prefix + "\\Widget(a)\\Depth", prefix + "\\Widget(b)\\Depth"});
        }
        const Query query;
        for (const auto& add : {PdhAddCounter, PdhAddEnglishCounter}) {
            PDH_HCOUNTER counter = nullptr;
            REQUIRE_SUCCESS(add(query.handle(), one.c_str(), 0, &counter));
            std::vector<PDH_COUNTER_INFO> info(10);
            auto size = static_cast<DWORD>(info.size() * sizeof(PDH_COUNTER_INFO));
            REQUIRE_SUCCESS(PdhGetCounterInfo(counter, FALSE, &size, info.data()));
            CHECK(utf8(info[0].szFullPath) == utf8(one));
            CHECK(utf8(info[0].szMachineName) == prefix);
            CHECK(utf8(info[0].szObjectName) == "Widget");
        }
        query.collect();
        // A program may enumerate what PdhParseCounterPath calls the computer.
        DWORD size = 0;
        CHECK_STATUS(PdhEnumObjects(nullptr, from_utf8(prefix).c_str(), nullptr, &size, every_level, FALSE),
            PDH_MORE_DATA);
    }
    CHECK_STATUS(PdhValidatePath(TEXT("\\\\elsewhere\\\\Widget(a)\\Depth")), PDH_CSTATUS_NO_MACHINE);
    for (const std::string path : {"\\Widget(*)\\\\Depth", "\\\\localhost\\Widget(*)\\\\Depth",
             "\\Gadget\\\\Depth", "\\\\localhost\\\\\\Gadget\\Depth", "\\\\\\\\Gadget\\Depth",
             "\\\\localhost\\\\Gadget", "\\\\localhost\\\\", "\\\\localhost\\\\(a)\\Depth"}) {
        CAPTURE(path);
        CHECK(PdhValidatePath(from_utf8(path).c_str()) != ERROR_SUCCESS); // nowhere else
    }
}

// -- There and back -------------------------------------------------------------------------------

TEST_CASE("expanded paths can be added, and mean their instance, whatever its name is") {
    use_script("names.json");
    const Texts paths = expand(TEXT("\\Volume(*)\\*"));
    constexpr std::size_t instances = 17;
    REQUIRE(paths.size() == 3 * instances);
    const Query query;
    std::vector<PDH_HCOUNTER> counters;
    counters.reserve(paths.size());
    for (const std::string& path : paths) {
        counters.push_back(query.add(from_utf8(path).c_str()));
    }
    query.collect();
    for (std::size_t i = 0; i < paths.size(); ++i) {
        CAPTURE(paths[i]);
        // The script numbers them: 1 to 17, 101 to 117, 201 to 217.
        const std::size_t number = 100 * (i % 3) + i / 3 + 1;
        CHECK(double_value(counters[i]) == static_cast<double>(number));
    }
}

TEST_CASE("names with outer brackets or commas are expanded, found and added") {
    use_script("brackets.json");
    const Texts paths = expand(TEXT("\\Session(*)\\*"));
    REQUIRE(paths.size() == 26);
    CHECK(paths.front() == "\\Session(((guid:n):m))\\Events (all)");
    const Query query;
    std::vector<PDH_HCOUNTER> counters;
    counters.reserve(paths.size());
    for (const std::string& path : paths) {
        CAPTURE(path);
        CHECK_SUCCESS(PdhValidatePath(from_utf8(path).c_str()));
        counters.push_back(query.add(from_utf8(path).c_str()));
    }
    query.collect();
    for (std::size_t i = 0; i < paths.size(); ++i) {
        CAPTURE(paths[i]);
        // The script numbers them: 1 to 13, 101 to 113.
        CHECK(double_value(counters[i]) == static_cast<double>(100 * (i % 2) + i / 2 + 1));
    }
}

TEST_CASE("expanded paths of instances with one name can be added, and mean each of them") {
    use_script("names.json");
    const Texts paths = expand(TEXT("\\Crowd(*)\\Size"));
    const std::array values{8.0, 32.0, 4.0, 1.0, 16.0, 2.0}; // `x#2` is the third one, wherever it is listed
    REQUIRE(paths.size() == values.size());
    const Query query;
    std::vector<PDH_HCOUNTER> counters;
    counters.reserve(paths.size());
    for (const std::string& path : paths) {
        counters.push_back(query.add(from_utf8(path).c_str()));
    }
    query.collect();
    for (std::size_t i = 0; i < values.size(); ++i) {
        CAPTURE(paths[i]);
        CHECK(double_value(counters[i]) == values[i]);
    }
}

TEST_CASE("expanded paths are taken apart and put together without a change" * needs_script) {
    use_script("names.json");
    Texts paths = expand(TEXT("\\Volume(*)\\*"));
    use_script("brackets.json");
    const Texts with_brackets = expand(TEXT("\\Session(*)\\*"));
    CHECK(with_brackets.size() == 26);
    paths.insert(paths.end(), with_brackets.begin(), with_brackets.end());
    for (const std::string& path : paths) {
        CAPTURE(path);
        DWORD size = 0;
        const Text text = from_utf8(machine() + path);
        REQUIRE_STATUS(PdhParseCounterPath(text.c_str(), nullptr, &size, 0), PDH_MORE_DATA);
        std::vector<PDH_COUNTER_PATH_ELEMENTS> buffer(size / sizeof(PDH_COUNTER_PATH_ELEMENTS) + 1);
        REQUIRE_SUCCESS(PdhParseCounterPath(text.c_str(), buffer.data(), &size, 0));
        CHECK(make_path(buffer[0]) == utf8(text));
    }
}

TEST_CASE("client: English name, full path, expansion, counters" * needs_script) {
    use_script("names.json");
    const Query query;
    for (const std::string path : {"\\Volume(*)\\Size (KB)", "\\Crowd(*)\\Size", "\\Thread(*/0)\\Size"}) {
        CAPTURE(path);
        PDH_HCOUNTER english = nullptr;
        REQUIRE_SUCCESS(PdhAddEnglishCounter(query.handle(), from_utf8(path).c_str(), 0, &english));
        std::array<PDH_COUNTER_INFO, 8> info{};
        DWORD size = sizeof info;
        REQUIRE_SUCCESS(PdhGetCounterInfo(english, FALSE, &size, info.data()));
        CHECK(utf8(info[0].szFullPath) == machine() + path);
        const Texts expanded = expand(info[0].szFullPath);
        CHECK(expanded.size() > 2);
        for (const std::string& one : expanded) {
            static_cast<void>(query.add(from_utf8(one).c_str()));
        }
    }
    query.collect();
}

TEST_SUITE("live") {
    TEST_CASE("live: PdhValidatePath") {
        for (const auto& validate : {+[](const TCHAR* path) { return PdhValidatePath(path); },
                 +[](const TCHAR* path) { return PdhValidatePathEx(nullptr, path); }}) {
            CHECK_STATUS(validate(nullptr), PDH_INVALID_ARGUMENT);
            CHECK_STATUS(validate(TEXT("")), PDH_INVALID_ARGUMENT);
            CHECK_STATUS(validate(TEXT("\\System")), PDH_CSTATUS_BAD_COUNTERNAME);
            CHECK_STATUS(validate(TEXT("System Up Time")), PDH_CSTATUS_BAD_COUNTERNAME);
            CHECK_STATUS(validate(TEXT("\\System\\Nonexistent Counter")), PDH_CSTATUS_NO_COUNTER);
            CHECK_SUCCESS(validate(TEXT("\\System\\System Up Time")));
        }
    }

    TEST_CASE("live: expanding Processor") {
        const Texts paths = expand(TEXT("\\Processor(*)\\% Processor Time"));
        REQUIRE(paths.size() >= 2);
        CHECK(paths.front() == "\\Processor(0)\\% Processor Time");
        CHECK(paths.back() == "\\Processor(_Total)\\% Processor Time");
        CHECK(expand(TEXT("\\Processor(_*)\\% Processor Time")) == Texts{paths.back()});
    }

    TEST_CASE("live: every path of the processes can be added") {
        const Query query;
        for (const std::string& path : expand(TEXT("\\Process(*)\\ID Process"))) {
            static_cast<void>(query.add(from_utf8(path).c_str()));
        }
        query.collect();
    }
}
