// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Text: common behaviour of 8-bit text, UTF-16 and 32-bit wchar_t, counted sizes, and refused text.
#include "support.h"

#include <array>

using namespace conformance;

namespace {

constexpr bool is_utf8 = sizeof(TCHAR) == 1;
constexpr bool is_utf16 = sizeof(TCHAR) == 2;

// A text with units in the middle that no text has.
Text with_units(std::initializer_list<std::uint32_t> units) {
    Text text = TEXT("Gad");
    for (const std::uint32_t unit : units) {
        text += static_cast<TCHAR>(unit);
    }
    return text + TEXT("get");
}

// Ill-formed UTF-8; numbers of no character. UTF-16 has no such text except a surrogate that is
// alone, which is let through.
std::vector<Text> ill_formed_texts() {
    if (is_utf8) {
        return {with_units({0x80}), with_units({0xC0, 0x80}), with_units({0xC1, 0xBF}),
            with_units({0xE2, 0x82}), with_units({0xE0, 0x9F, 0xBF}), with_units({0xED, 0xA0, 0x80}),
            with_units({0xF0, 0x8F, 0xBF, 0xBF}), with_units({0xF4, 0x90, 0x80, 0x80}),
            with_units({0xF8, 0x88, 0x80, 0x80, 0x80}), with_units({0xFE}), with_units({0xFF}),
            with_units({0xE9})};
    }
    if (is_utf16) {
        return {};
    }
    return {
        with_units({0x110000}), with_units({0x7FFFFFFF}), with_units({0x80000000}), with_units({0xFFFFFFFF})};
}

struct Call {
    std::string name;
    std::function<PDH_STATUS(const TCHAR* text)> with;
};

Text path_of(const TCHAR* counter) {
    return TEXT("\\Gadget\\") + Text(counter);
}

using AddText = PDH_STATUS(WINAPI*)(PDH_HQUERY, const TCHAR*, DWORD_PTR, PDH_HCOUNTER*);

PDH_STATUS add(AddText function, const TCHAR* text) {
    const Query query;
    PDH_HCOUNTER counter = query.handle();
    const PDH_STATUS status = function(query.handle(), path_of(text).c_str(), 0, &counter);
    CHECK(counter == nullptr);
    CHECK_STATUS(PdhCollectQueryData(query.handle()), PDH_NO_DATA);
    return status;
}

PDH_STATUS make_path(const TCHAR* text, TCHAR* PDH_COUNTER_PATH_ELEMENTS::*element) {
    Text object = TEXT("object");
    Text name = text;
    PDH_COUNTER_PATH_ELEMENTS parts{};
    parts.szObjectName = object.data();
    parts.szInstanceName = object.data();
    parts.szCounterName = object.data();
    parts.*element = name.data();
    GuardedBuffer<TCHAR> path(300);
    DWORD size = 300;
    const PDH_STATUS status = PdhMakeCounterPath(&parts, path.data(), &size, 0);
    CHECK(path.untouched_from(0) == (status != ERROR_SUCCESS));
    return status;
}

// A call that asks for sizes: nothing is written on a failure.
PDH_STATUS ask(const std::function<PDH_STATUS(DWORD* size, DWORD* other_size)>& call) {
    DWORD size = 0;
    DWORD other_size = 0;
    const PDH_STATUS status = call(&size, &other_size);
    CHECK((size == 0 || status == ERROR_SUCCESS || static_cast<DWORD>(status) == PDH_MORE_DATA));
    return status;
}

// Every place for a text in an argument.
const std::array calls_with_text{
    Call{"PdhOpenQuery",
        [](const TCHAR* text) {
            PDH_HQUERY opened = nullptr;
            return PdhOpenQuery(text, 0, &opened);
        }},
    Call{"PdhAddCounter", [](const TCHAR* text) { return add(PdhAddCounter, text); }},
    Call{"PdhAddEnglishCounter", [](const TCHAR* text) { return add(PdhAddEnglishCounter, text); }},
    Call{"PdhMakeCounterPath: machine",
        [](const TCHAR* text) { return make_path(text, &PDH_COUNTER_PATH_ELEMENTS::szMachineName); }},
    Call{"PdhMakeCounterPath: object",
        [](const TCHAR* text) { return make_path(text, &PDH_COUNTER_PATH_ELEMENTS::szObjectName); }},
    Call{"PdhMakeCounterPath: instance",
        [](const TCHAR* text) { return make_path(text, &PDH_COUNTER_PATH_ELEMENTS::szInstanceName); }},
    Call{"PdhMakeCounterPath: parent",
        [](const TCHAR* text) { return make_path(text, &PDH_COUNTER_PATH_ELEMENTS::szParentInstance); }},
    Call{"PdhMakeCounterPath: counter",
        [](const TCHAR* text) { return make_path(text, &PDH_COUNTER_PATH_ELEMENTS::szCounterName); }},
    Call{"PdhParseCounterPath",
        [](const TCHAR* text) {
            return ask([=](DWORD* size, DWORD*) {
                return PdhParseCounterPath(path_of(text).c_str(), nullptr, size, 0);
            });
        }},
    Call{"PdhParseInstanceName",
        [](const TCHAR* text) {
            return ask([=](DWORD* size, DWORD* other_size) {
                return PdhParseInstanceName(text, nullptr, size, nullptr, other_size, nullptr);
            });
        }},
    Call{"PdhValidatePath", [](const TCHAR* text) { return PdhValidatePath(path_of(text).c_str()); }},
    Call{"PdhExpandCounterPath",
        [](const TCHAR* text) {
            return ask([=](DWORD* size, DWORD*) {
                return PdhExpandCounterPath(path_of(text).c_str(), nullptr, size);
            });
        }},
    Call{"PdhExpandWildCardPath: path",
        [](const TCHAR* text) {
            return ask([=](DWORD* size, DWORD*) {
                return PdhExpandWildCardPath(nullptr, path_of(text).c_str(), nullptr, size, 0);
            });
        }},
    Call{"PdhExpandWildCardPath: data source",
        [](const TCHAR* text) {
            return ask([=](DWORD* size, DWORD*) {
                return PdhExpandWildCardPath(text, TEXT("\\Gadget\\Depth"), nullptr, size, 0);
            });
        }},
    Call{"PdhConnectMachine", [](const TCHAR* text) { return PdhConnectMachine(text); }},
    Call{"PdhEnumMachines",
        [](const TCHAR* text) {
            return ask([=](DWORD* size, DWORD*) { return PdhEnumMachines(text, nullptr, size); });
        }},
    Call{"PdhEnumObjects",
        [](const TCHAR* text) {
            return ask([=](DWORD* size, DWORD*) {
                return PdhEnumObjects(nullptr, text, nullptr, size, PERF_DETAIL_WIZARD, FALSE);
            });
        }},
    Call{"PdhEnumObjectItems",
        [](const TCHAR* text) {
            return ask([=](DWORD* size, DWORD* other_size) {
                return PdhEnumObjectItems(
                    nullptr, nullptr, text, nullptr, size, nullptr, other_size, PERF_DETAIL_WIZARD, 0);
            });
        }},
    Call{"PdhGetDefaultPerfObject",
        [](const TCHAR* text) {
            return ask(
                [=](DWORD* size, DWORD*) { return PdhGetDefaultPerfObject(nullptr, text, nullptr, size); });
        }},
    Call{"PdhGetDefaultPerfCounter",
        [](const TCHAR* text) {
            return ask([=](DWORD* size, DWORD*) {
                return PdhGetDefaultPerfCounter(nullptr, nullptr, text, nullptr, size);
            });
        }},
    Call{"PdhLookupPerfNameByIndex",
        [](const TCHAR* text) {
            return ask([=](DWORD* size, DWORD*) { return PdhLookupPerfNameByIndex(text, 6, nullptr, size); });
        }},
    Call{"PdhLookupPerfIndexByName",
        [](const TCHAR* text) {
            return ask([=](DWORD* index, DWORD*) { return PdhLookupPerfIndexByName(nullptr, text, index); });
        }},
};

std::string full_path_a(PDH_HCOUNTER counter) {
    std::array<PDH_COUNTER_INFO_A, 20> info{};
    DWORD size = sizeof info;
    REQUIRE_SUCCESS(PdhGetCounterInfoA(counter, TRUE, &size, info.data()));
    return info[0].szFullPath;
}

std::string full_path_w(PDH_HCOUNTER counter) {
    std::array<PDH_COUNTER_INFO_W, 20> info{};
    DWORD size = sizeof info;
    REQUIRE_SUCCESS(PdhGetCounterInfoW(counter, TRUE, &size, info.data()));
    return utf8(info[0].szFullPath);
}

// A path with half a character in its instance.
WideText path_with_lone_surrogate() {
    WideText path = wide_from_utf8("\\Widget(?)\\Depth");
    path[8] = static_cast<WCHAR>(0xD800);
    return path;
}

} // namespace

TEST_CASE_FIXTURE(Widgets, "ill-formed text is refused wherever it comes in" * doctest::skip(is_utf16)) {
    for (const Call& call : calls_with_text) {
        CAPTURE(call.name);
        for (const Text& text : ill_formed_texts()) {
            CHECK_STATUS(call.with(text.c_str()), PDH_INVALID_ARGUMENT);
        }
    }
}

TEST_CASE_FIXTURE(Widgets, "a lone surrogate is a character that no name contains" * doctest::skip(is_utf8)) {
    for (const Call& call : calls_with_text) {
        CAPTURE(call.name);
        const bool names_a_file = call.name == "PdhOpenQuery" || call.name == "PdhEnumMachines" ||
                                  call.name == "PdhExpandWildCardPath: data source";
        for (const std::uint32_t surrogate : {0xD800U, 0xDBFFU, 0xDC00U, 0xDFFFU}) {
            const PDH_STATUS status = call.with(with_units({surrogate}).c_str());
            if (names_a_file) {
                CHECK_STATUS(status, PDH_INVALID_ARGUMENT); // no file can be called so
            } else {
                CHECK_STATUS(status, call.with(TEXT("Nobody")));
            }
        }
    }
}

TEST_CASE_FIXTURE(WidgetQuery, "a lone surrogate survives in wide text, and is U+FFFD in 8-bit text") {
    const WideText path = path_with_lone_surrogate();
    PDH_HCOUNTER counter = nullptr;
    REQUIRE_SUCCESS(PdhAddCounterW(query.handle(), path.c_str(), 0, &counter));
    std::array<PDH_COUNTER_INFO_W, 8> wide{};
    DWORD size = sizeof wide;
    REQUIRE_SUCCESS(PdhGetCounterInfoW(counter, FALSE, &size, wide.data()));
    CHECK(wide[0].szInstanceName[0] == static_cast<WCHAR>(0xD800));
    CHECK(wide[0].szInstanceName[1] == 0);
    std::array<PDH_COUNTER_INFO_A, 8> narrow{};
    size = sizeof narrow;
    REQUIRE_SUCCESS(PdhGetCounterInfoA(counter, FALSE, &size, narrow.data()));
    const std::string instance = narrow[0].szInstanceName;
    CHECK((instance == "\xEF\xBF\xBD" || instance == "?")); // the latter in an ANSI code page
    std::array<PDH_COUNTER_PATH_ELEMENTS_W, 8> parts{};
    size = sizeof parts;
    REQUIRE_SUCCESS(PdhParseCounterPathW(path.c_str(), parts.data(), &size, 0));
    CHECK(parts[0].szInstanceName[0] == static_cast<WCHAR>(0xD800));
    parts[0].szMachineName = nullptr;
    std::array<WCHAR, 64> made{};
    size = static_cast<DWORD>(made.size());
    REQUIRE_SUCCESS(PdhMakeCounterPathW(parts.data(), made.data(), &size, 0));
    CHECK(WideText(made.data()) == path);
}

TEST_CASE("8-bit and wide calls are about the same counters") {
    use_script("names.json");
    const Query query;
    for (const std::string path : {"\\Volume(Gr\xC3\xBC\xC3\x9F"
                                   "e)\\% Gr\xC3\xB6\xC3\x9F"
                                   "e",
             "\\Volume(\xE6\x97\xA5\xE6\x9C\xAC)\\Size (KB)", "\\Volume(\xF0\x9F\x98\x80)\\Size (KB)"}) {
        CAPTURE(path);
        PDH_HCOUNTER narrow = nullptr;
        PDH_HCOUNTER wide = nullptr;
        REQUIRE_SUCCESS(PdhAddCounterA(query.handle(), path.c_str(), 0, &narrow));
        REQUIRE_SUCCESS(PdhAddCounterW(query.handle(), wide_from_utf8(path).c_str(), 0, &wide));
        const std::string expected = machine() + path;
        CHECK(full_path_a(narrow) == expected);
        CHECK(full_path_w(narrow) == expected);
        CHECK(full_path_a(wide) == expected);
        CHECK(full_path_w(wide) == expected);
    }
    query.collect();
}

TEST_CASE("names beyond ASCII are found in any case") {
    use_script("names.json");
    const Query query;
    PDH_HCOUNTER const umlauts = query.add(from_utf8("\\VOLUME(GR\xC3\x9C\xC3\x9F"
                                                     "E)\\% GR\xC3\x96\xC3\x9F"
                                                     "E")
                                               .c_str());
    PDH_HCOUNTER const smiley = query.add(from_utf8("\\Volume(\xF0\x9F\x98\x80)\\Size (KB)").c_str());
    PDH_HCOUNTER const part = query.add(from_utf8("\\Volume(*\xC3\x9C*)\\Size (KB)").c_str());
    query.collect();
    CHECK(double_value(umlauts) == 211);
    CHECK(double_value(smiley) == 13);
    CHECK(item_texts(part) == "Gr\xC3\xBC\xC3\x9F"
                              "e=11");
}

TEST_CASE("sizes count the characters of the caller's text") {
    struct Row {
        std::string name;
        DWORD in_utf8;
        DWORD in_utf16;
        DWORD in_utf32;
    };
    const std::array rows{
        Row{"C:", 3, 3, 3},
        Row{"Gr\xC3\xBC\xC3\x9F"
            "e",
            8, 6, 6},
        Row{"\xE6\x97\xA5\xE6\x9C\xAC", 7, 3, 3},
        Row{"\xF0\x9F\x98\x80", 5, 3, 2},
    };
    for (const Row& row : rows) {
        CAPTURE(row.name);
        DWORD name_size = 0;
        DWORD parent_size = 0;
        CHECK_STATUS(PdhParseInstanceName(
                         from_utf8(row.name).c_str(), nullptr, &name_size, nullptr, &parent_size, nullptr),
            PDH_MORE_DATA);
        const DWORD expected = is_utf8 ? row.in_utf8 : (is_utf16 ? row.in_utf16 : row.in_utf32);
        CHECK(name_size == expected);
        CHECK(parent_size == 1);
    }
}

TEST_CASE_FIXTURE(WidgetQuery, "the limit of a path counts UTF-16 units, for each kind of text") {
    const auto path_of = [](std::size_t smileys) {
        std::string path = "\\Widget(";
        for (std::size_t i = 0; i < smileys; ++i) {
            path += "\xF0\x9F\x98\x80";
        }
        return from_utf8(path + ")\\Depth");
    };
    PDH_HCOUNTER counter = nullptr;
    CHECK_SUCCESS(PdhAddCounter(query.handle(), path_of(1016).c_str(), 0, &counter)); // 15 + 2 * 1016 = 2047
    CHECK_STATUS(
        PdhAddCounter(query.handle(), path_of(1017).c_str(), 0, &counter), PDH_CSTATUS_BAD_COUNTERNAME);
}

TEST_CASE("lists and arrays have names beyond ASCII") {
    use_script("names.json");
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Volume(*)\\Size (KB)"));
    query.collect();
    const auto items = formatted_items(counter);
    const auto paths = expand(TEXT("\\Volume(*)\\Size (KB)"));
    REQUIRE(items.size() == 17);
    REQUIRE(paths.size() == 17);
    for (std::size_t i = 0; i < items.size(); ++i) {
        CHECK(paths[i] == "\\Volume(" + items[i].name + ")\\Size (KB)");
    }
    CHECK(items[11].name == "\xE6\x97\xA5\xE6\x9C\xAC");
    CHECK(items[12].name == "\xF0\x9F\x98\x80");
}
