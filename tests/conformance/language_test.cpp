// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Names in another language than English. Everything but the choice of the language, and the names for it, is
// what a program sees on a localised Windows.
#include "support.h"

#include <pdh_shim/control.h>

#include <algorithm>
#include <array>

using namespace conformance;

namespace {

using Texts = std::vector<std::string>;

constexpr DWORD english = 0x009;
constexpr DWORD german = 0x007;
constexpr DWORD french = 0x00C;

std::string ini_path(const char* file) {
    return std::string(CONFORMANCE_SCRIPTS "/") + file;
}

// Sets a language while it exists.
class InForce {
  public:
    explicit InForce(DWORD language) {
        use_script("widgets.json");
        REQUIRE_SUCCESS(pdh_shim_load_titles(ini_path("german.ini").c_str()));
        REQUIRE_SUCCESS(pdh_shim_set_language(language));
    }
    InForce(const InForce&) = delete;
    InForce& operator=(const InForce&) = delete;
    InForce(InForce&&) = delete;
    InForce& operator=(InForce&&) = delete;
    ~InForce() { pdh_shim_set_language(english); }
};

struct CounterInfo {
    std::string path;
    std::string object;
    std::string counter;
    std::string help;
};

CounterInfo info_of(PDH_HCOUNTER counter) {
    DWORD size = 0;
    REQUIRE_STATUS(PdhGetCounterInfo(counter, TRUE, &size, nullptr), PDH_MORE_DATA);
    std::vector<PDH_COUNTER_INFO> info(size / sizeof(PDH_COUNTER_INFO) + 1);
    REQUIRE_SUCCESS(PdhGetCounterInfo(counter, TRUE, &size, info.data()));
    return {utf8(info[0].szFullPath).substr(machine().size()), utf8(info[0].szObjectName),
        utf8(info[0].szCounterName), utf8(info[0].szExplainText)};
}

using AddCall = PDH_STATUS(WINAPI*)(PDH_HQUERY, const TCHAR*, DWORD_PTR, PDH_HCOUNTER*);

PDH_HCOUNTER add(const Query& query, AddCall function, const std::string& path) {
    CAPTURE(path);
    PDH_HCOUNTER counter = nullptr;
    REQUIRE_SUCCESS(function(query.handle(), from_utf8(path).c_str(), 0, &counter));
    return counter;
}

Texts shown_objects() {
    return list([](TCHAR* buffer, DWORD* size) {
        return PdhEnumObjects(nullptr, nullptr, buffer, size, PERF_DETAIL_WIZARD, TRUE);
    });
}

Texts counters_of(const std::string& object) {
    return list([&](TCHAR* buffer, DWORD* size) {
        std::array<TCHAR, 4096> instances{};
        auto instances_size = static_cast<DWORD>(instances.size());
        return PdhEnumObjectItems(nullptr, nullptr, from_utf8(object).c_str(), buffer, size, instances.data(),
            &instances_size, PERF_DETAIL_WIZARD, 0);
    });
}

std::string shown_help(const char* object, const char* counter) {
    const WideText counter_text = wide_from_utf8(counter == nullptr ? "" : counter);
    return utf8(PdhGetExplainText(
        nullptr, wide_from_utf8(object).c_str(), counter == nullptr ? nullptr : counter_text.c_str()));
}

// The title list of a language, as texts.
Texts titles(DWORD language, BOOL help) {
    DWORD size = 0;
    REQUIRE_STATUS(pdh_shim_titles(language, help, nullptr, &size), PDH_MORE_DATA);
    std::vector<WCHAR> buffer(size);
    REQUIRE_SUCCESS(pdh_shim_titles(language, help, buffer.data(), &size));
    REQUIRE(buffer.back() == 0);
    Texts texts;
    for (std::size_t place = 0; buffer[place] != 0;) {
        const WideText text(&buffer[place]);
        texts.push_back(utf8(text.c_str()));
        place += text.size() + 1;
    }
    return texts;
}

// The text after an index in a title list.
std::string title_of(const Texts& list, const std::string& index) {
    for (std::size_t i = 0; i + 1 < list.size(); i += 2) {
        if (list[i] == index) {
            return list[i + 1];
        }
    }
    return "(none)";
}

} // namespace

// -- Showing names --------------------------------------------------------------------------------

TEST_CASE("lists have the names of the current language, and English ones if it has none") {
    const InForce language(german);
    CHECK(shown_objects() == Texts{"Ding", "Ger\u00E4t", "Silo", "Archive", "GPU Engine"});
    CHECK(counters_of("Ding") == Texts{"St\u00FCck/s", "L\u00E4nge der Schlange", "Hit %"});
    CHECK(counters_of("Silo") == Texts{"Fill"});
    CHECK(expand(from_utf8("\\Ding(*)\\L\u00E4nge*").c_str()) ==
          Texts{"\\Ding(a)\\L\u00E4nge der Schlange", "\\Ding(b)\\L\u00E4nge der Schlange"});
}

TEST_CASE("lists take English names too, and show them in the language in force") {
    const InForce language(german);
    CHECK(counters_of("Widget") == counters_of("Ding"));
    CHECK(expand(TEXT("\\widget(a)\\depth")) == Texts{"\\Ding(a)\\L\u00E4nge der Schlange"});
    CHECK(expand(TEXT("\\Widget(a)\\De*")) == Texts{"\\Ding(a)\\L\u00E4nge der Schlange"});
    CHECK(expand(TEXT("\\Widget(a)\\De*"), PDH_NOEXPANDCOUNTERS) == Texts{"\\Ding(a)\\De*"});
}

TEST_CASE("default objects and counters have names in the current language") {
    const InForce language(german);
    CHECK(single_text([](TCHAR* buffer, DWORD* size) {
        return PdhGetDefaultPerfObject(nullptr, nullptr, buffer, size);
    }) == "Prozessor");
    for (const TCHAR* const object : {TEXT("Widget"), TEXT("Ding")}) {
        CHECK(single_text([=](TCHAR* buffer, DWORD* size) {
            return PdhGetDefaultPerfCounter(nullptr, nullptr, object, buffer, size);
        }) == "St\u00FCck/s");
    }
}

TEST_CASE("names and indexes are looked up in the language in force and in English") {
    const InForce language(german);
    CHECK(name_of_index(238) == "Prozessor");
    CHECK(name_of_index(6) == "Prozessorzeit (%)");
    CHECK(name_of_index(230) == "Process");
    CHECK(name_of_index(5000) == "Ding");
    CHECK(index_of_name(from_utf8("PROZESSOR")) == 238);
    CHECK(index_of_name(from_utf8("Processor")) == 238);
    CHECK(index_of_name(from_utf8("l\u00E4nge der schlange")) == index_of_name(from_utf8("Depth")));
    CHECK_STATUS(
        [] {
            DWORD index = 0;
            return PdhLookupPerfIndexByName(nullptr, TEXT("Prozess"), &index);
        }(),
        PDH_STRING_NOT_FOUND);
}

TEST_CASE("explanations are in the current language, or in English") {
    const InForce language(german);
    CHECK(shown_help("Ding", nullptr) == "Dinge am Flie\u00DFband.");
    CHECK(shown_help("Widget", "L\u00E4nge der Schlange") == "Wartende St\u00FCcke.");
    CHECK(shown_help("Ger\u00E4t", "Depth") == "Wartende St\u00FCcke.");
    CHECK(shown_help("Ger\u00E4t", nullptr) == "The gadget.");
    CHECK(shown_help("Widget", "Items/sec") == "Items finished in a second.");
}

// -- Adding ---------------------------------------------------------------------------------------

TEST_CASE("client: PdhAddCounter takes local names too, PdhAddEnglishCounter does not") {
    const InForce language(german);
    const Query query;
    for (const char* const path : {"\\Ding(a)\\St\u00FCck/s", "\\Widget(a)\\Items/sec",
             "\\Ding(a)\\Items/sec", "\\dING(a)\\sT\u00DCCK/S"}) {
        static_cast<void>(add(query, PdhAddCounter, path));
        CHECK_SUCCESS(PdhValidatePath(from_utf8(path).c_str()));
    }
    PDH_HCOUNTER const counter = add(query, PdhAddEnglishCounter, "\\Widget(a)\\Items/sec");
    CHECK(info_of(counter).path == "\\Ding(a)\\St\u00FCck/s");

    PDH_HCOUNTER none = nullptr;
    const auto status = [&](const char* path) {
        return PdhAddEnglishCounter(query.handle(), from_utf8(path).c_str(), 0, &none);
    };
    CHECK_STATUS(status("\\Ding(a)\\Items/sec"), PDH_CSTATUS_NO_OBJECT);
    CHECK_STATUS(status("\\Widget(a)\\St\u00FCck/s"), PDH_CSTATUS_NO_COUNTER);
    CHECK(none == nullptr);
    query.collect(2);
    CHECK(double_value(counter) == 5.0);
}

TEST_CASE("client: an English path comes back in the local language, and can be expanded") {
    const InForce language(german);
    const Query query;
    const CounterInfo info = info_of(add(query, PdhAddEnglishCounter, "\\Widget(*)\\Depth"));
    CHECK(info.path == "\\Ding(*)\\L\u00E4nge der Schlange");
    CHECK(info.object == "Ding");
    CHECK(info.counter == "L\u00E4nge der Schlange");
    CHECK(info.help == "Wartende St\u00FCcke.");
    const Texts expanded = expand(from_utf8(info.path).c_str());
    CHECK(expanded.size() == 2);
    for (const std::string& path : expanded) {
        static_cast<void>(add(query, PdhAddCounter, path));
    }
    query.collect();
}

TEST_CASE("PdhGetCounterInfo: English names are translated, local names are unchanged") {
    const InForce language(german);
    const Query query;
    CHECK(info_of(add(query, PdhAddCounter, "\\WIDGET(a)\\Depth")).path ==
          "\\Ding(a)\\L\u00E4nge der Schlange");
    CHECK(
        info_of(add(query, PdhAddCounter, "\\DING(a)\\Depth")).path == "\\DING(a)\\L\u00E4nge der Schlange");
    CHECK(info_of(add(query, PdhAddCounter, "\\WIDGET(a)\\hIT %")).path == "\\Ding(a)\\hIT %");
}

TEST_CASE("a local name wins over the English name of something else") {
    const InForce language(french);
    const Query query;
    PDH_HCOUNTER const gadget = add(query, PdhAddCounter, "\\Archive\\Boxes"); // Gadget, Total
    PDH_HCOUNTER const archive = add(query, PdhAddEnglishCounter, "\\Archive\\Boxes");
    query.collect();
    CHECK(long_value(gadget) == 100);
    CHECK(long_value(archive) == 3);
}

TEST_CASE("added counters keep their names and values when the language changes") {
    const InForce language(german);
    const Query query;
    PDH_HCOUNTER const counter = add(query, PdhAddEnglishCounter, "\\Widget(a)\\Depth");
    REQUIRE_SUCCESS(pdh_shim_set_language(english));
    CHECK(info_of(counter).path == "\\Ding(a)\\L\u00E4nge der Schlange");
    CHECK(info_of(add(query, PdhAddEnglishCounter, "\\Widget(a)\\Depth")).path == "\\Widget(a)\\Depth");
    CHECK(shown_objects().front() == "Widget");
    query.collect();
    CHECK(long_value(counter) == 5);
}

// -- Languages ------------------------------------------------------------------------------------

TEST_CASE("a language of a country falls back to its language, an unknown one to English") {
    const InForce language(0x0407);
    CHECK(shown_objects().front() == "Ding");
    REQUIRE_SUCCESS(pdh_shim_set_language(0x041F));
    CHECK(shown_objects().front() == "Widget");
    CHECK_STATUS(pdh_shim_set_language(0), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(pdh_shim_set_language(0x10000), PDH_INVALID_ARGUMENT);
    CHECK(shown_objects().front() == "Widget");
}

TEST_CASE("a file with First Counter puts its names under their indexes") {
    const InForce language(german);
    REQUIRE_SUCCESS(pdh_shim_load_titles(ini_path("turbine.ini").c_str()));
    CHECK(name_of_index(8000) == "Str\u00F6mungsmaschine");
    CHECK(name_of_index(8002) == "Revolutions/min");
    CHECK(index_of_name(from_utf8("Turbine")) == 8000);
    REQUIRE_SUCCESS(pdh_shim_set_language(english));
    CHECK(name_of_index(8000) == "Turbine");
}

TEST_CASE("a title file that cannot be used leaves the names as they are") {
    const InForce language(german);
    CHECK_STATUS(pdh_shim_load_titles(nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(pdh_shim_load_titles(""), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(pdh_shim_load_titles(ini_path("no such file.ini").c_str()), PDH_FILE_NOT_FOUND);
    CHECK_STATUS(pdh_shim_load_titles(ini_path("malformed.ini").c_str()), PDH_CANNOT_READ_NAME_STRINGS);
    CHECK(shown_objects().front() == "Ding");
}

TEST_CASE("pdh_shim_titles: the lists that Windows keeps in the registry") {
    const InForce language(german);
    const Texts local = titles(0, FALSE);
    const Texts counter = titles(english, FALSE);
    CHECK(Texts(counter.begin(), counter.begin() + 6) == Texts{"1", "1847", "2", "System", "4", "Memory"});
    CHECK(counter.size() == local.size());
    CHECK(title_of(counter, "238") == "Processor");
    CHECK(title_of(local, "238") == "Prozessor");
    CHECK(title_of(local, "230") == "Process");
    CHECK(title_of(counter, "5004") == "Depth");
    CHECK(title_of(titles(0x0407, FALSE), "5004") == "L\u00E4nge der Schlange");
    CHECK(title_of(titles(german, TRUE), "5001") == "Dinge am Flie\u00DFband.");
    CHECK(title_of(titles(german, TRUE), "5003") == "Items finished in a second.");
    CHECK(title_of(titles(0x0409, TRUE), "5001") == "Widgets on the line.");
    CHECK(title_of(titles(english, TRUE), "5202") == "(none)");
    DWORD size = 0;
    CHECK_STATUS(pdh_shim_titles(0x041F, FALSE, nullptr, &size), PDH_STRING_NOT_FOUND);
}

TEST_CASE("pdh_shim_titles: the buffer") {
    const InForce language(german);
    for (const BOOL help : {FALSE, TRUE}) {
        const auto list = check_buffer_protocol<WCHAR>(
            [=](WCHAR* buffer, DWORD* size) { return pdh_shim_titles(german, help, buffer, size); });
        CHECK(list.back() == 0);
        CHECK(list[list.size() - 2] == 0);
    }
}

// Run on its own, with PDH_SHIM_TITLES and PDH_SHIM_LANGUAGE set.
TEST_SUITE("environment") {
    TEST_CASE("the environment names title files and the language from the first call on" * needs_script) {
        CHECK(shown_objects().front() == "Ding");
        CHECK(name_of_index(8000) == "Str\u00F6mungsmaschine");
    }
}
