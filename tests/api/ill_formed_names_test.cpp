// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Names of a log and of a capture that are ill-formed UTF-16. Each 8-bit function returns all names, with
// U+FFFD for what UTF-8 cannot express, and takes each back; ill-formed UTF-8 is refused.

#include "pdh_calls.h"
#include "temporary_folder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <set>

namespace pdh_shim::test::ill_formed {
namespace {

constexpr char16_t high = 0xD83D;
constexpr char16_t low = 0xDE00;
constexpr char16_t other_high = 0xD800;
constexpr char16_t other_low = 0xDFFF;

const std::u16string object_name{u'T', high, u'h', u'i', u'n', u'g', other_low};
const std::u16string counter_name{u'V', low, high, u'a', u'l', u'u', u'e'};

/// The value of each instance is its position, from 1.
const std::vector<std::u16string> instance_names{u"plain", {u'h', u'i', high}, // cut in an emoji
    {u'h', u'i', other_high},            // the same as the one before, but for what cannot be shown
    {u'l', u'o', low, u'w'},             // the other half
    {u'r', u'e', u'v', low, high},       // the halves in the wrong order
    {u'm', u'i', u'x', high, high, low}, // half an emoji, and a whole one
    {u'h', u'i', 0xFFFD},                // the third of this spelling
    {u'H', u'I', other_low},             // the fourth: case does not count
    {u'o', u'k', high, low},             // well-formed
    {high, low, other_low, other_low},   // begins with an emoji
    {u'p', other_high, u'/', u'c', other_low, u'x'}, // a parent, too
    u"last"};

constexpr bool is_surrogate(char16_t unit) {
    return unit >= 0xD800 && unit <= 0xDFFF;
}

std::string utf8(char32_t code) {
    if (code < 0x80) {
        return {static_cast<char>(code)};
    }
    const auto last = [code](unsigned shift) { return static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
    return code < 0x10000 ? std::string{static_cast<char>(0xE0 | (code >> 12)), last(6), last(0)}
                          : std::string{static_cast<char>(0xF0 | (code >> 18)), last(12), last(6), last(0)};
}

/// A name as 8-bit text shows it.
std::string shown(const std::u16string& name) {
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool is_first = name[i] >= 0xD800 && name[i] < 0xDC00;
        if (is_first && i + 1 < name.size() && name[i + 1] >= 0xDC00 && name[i + 1] <= 0xDFFF) {
            text += utf8(0x10000 + ((name[i] - 0xD800U) << 10U) + (name[i + 1] - 0xDC00U));
            ++i;
        } else {
            text += utf8(is_surrogate(name[i]) ? 0xFFFD : name[i]);
        }
    }
    return text;
}

/// A name of characters for private use in the place of surrogates: a script is UTF-8.
std::u16string placeholder(std::u16string name) {
    std::ranges::transform(name, name.begin(),
        [](char16_t unit) { return is_surrogate(unit) ? static_cast<char16_t>(unit + 0x800) : unit; });
    return name;
}

std::string bytes_of(const std::u16string& text) {
    std::string bytes;
    for (const char16_t unit : text) {
        bytes += static_cast<char>(unit & 0xFFU);
        bytes += static_cast<char>(unit >> 8U);
    }
    return bytes;
}

/// The contents of a file with the names in the place of the placeholders.
std::string with_names(std::string contents) {
    std::vector<std::u16string> names = instance_names;
    names.insert(names.end(), {object_name, counter_name});
    // In a block a parent and its child are apart.
    names.push_back(instance_names[10].substr(0, 2));
    names.push_back(instance_names[10].substr(3));
    // From the longest on: one name begins as another does.
    std::ranges::sort(names, std::ranges::greater(), &std::u16string::size);
    for (const std::u16string& name : names) {
        const std::string from = bytes_of(placeholder(name));
        const std::string to = bytes_of(name);
        for (std::size_t at = contents.find(from); at != std::string::npos;
             at = contents.find(from, at + 1)) {
            contents.replace(at, from.size(), to);
        }
    }
    return contents;
}

void use_placeholders() {
    std::string data;
    for (std::size_t i = 0; i < instance_names.size(); ++i) {
        data += (data.empty() ? "[\"" : ", [\"") + shown(placeholder(instance_names[i])) + "\", [" +
                std::to_string(i + 1) + "]]";
    }
    const std::string object = shown(placeholder(object_name));
    const std::string script = R"(script:{"objects": [{"name": ")" + object +
                               R"(", "index": 9000, "instances": "multi", "counters": [{"name": ")" +
                               shown(placeholder(counter_name)) +
                               R"(", "index": 9002, "type": "PERF_COUNTER_RAWCOUNT"}]}],
        "samples": [{"data": {")" +
                               object + "\": [" + data + R"(]}}], "loop": true})";
    REQUIRE(pdh_shim_set_sources(script.c_str()) == ERROR_SUCCESS);
}

std::string all_of(const std::string& object, const std::string& counter) {
    return "\\" + object + "(*)\\" + counter;
}

/// A capture of some samples: each pass takes two at most.
std::string capture_with_names() {
    use_placeholders();
    Query query;
    static_cast<void>(query.add(all_of(shown(placeholder(object_name)), shown(placeholder(counter_name)))));
    std::string blocks;
    for (int i = 0; i < 3; ++i) {
        REQUIRE(query.collect() == ERROR_SUCCESS);
        DWORD size = 0;
        REQUIRE(static_cast<DWORD>(query.capture(nullptr, &size)) == PDH_MORE_DATA);
        std::string block(size, '\0');
        REQUIRE(query.capture(block.data(), &size) == ERROR_SUCCESS);
        blocks += block;
    }
    return with_names(blocks);
}

std::string log_with_names(const TemporaryFolder& folder) {
    use_placeholders();
    Query query;
    static_cast<void>(query.add(all_of(shown(placeholder(object_name)), shown(placeholder(counter_name)))));
    const std::string file = folder.path("placeholders.blg");
    DWORD type = PDH_LOG_TYPE_BINARY;
    PDH_HLOG log = nullptr;
    REQUIRE(PdhOpenLogA(file.c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type, query.handle(), 0,
                nullptr, &log) == ERROR_SUCCESS);
    for (int i = 0; i < 3; ++i) {
        REQUIRE(PdhUpdateLogA(log, nullptr) == ERROR_SUCCESS);
    }
    REQUIRE(PdhCloseLog(log, 0) == ERROR_SUCCESS);
    return folder.write("ill_formed.blg", with_names(folder.read("placeholders.blg")));
}

const std::string shown_object = shown(object_name);
const std::string shown_counter = shown(counter_name);
const std::string every_instance = all_of(shown_object, shown_counter);

Strings shown_names() {
    Strings names;
    std::ranges::transform(instance_names, std::back_inserter(names), shown);
    return names;
}

std::string in_lower_case(std::string text) {
    std::ranges::transform(
        text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
}

/// The paths in the order of the instances.
Strings expected_paths() {
    Strings paths;
    std::map<std::string, int> seen;
    for (const std::string& name : shown_names()) {
        const int earlier = seen[in_lower_case(name)]++;
        std::string& path = paths.emplace_back("\\");
        path.append(shown_object).append("(").append(name);
        path.append(earlier == 0 ? "" : "#" + std::to_string(earlier));
        path.append(")\\").append(shown_counter);
    }
    return paths;
}

/// As an expansion of a source that is not a log lists them: of instances of one name the last one first.
Strings expanded_paths() {
    const Strings paths = expected_paths();
    const Strings names = shown_names();
    std::map<std::string, std::vector<std::size_t>> places;
    for (std::size_t i = 0; i < names.size(); ++i) {
        places[in_lower_case(names[i])].push_back(i);
    }
    Strings expanded(paths.size());
    for (const auto& [name, of_name] : places) {
        for (std::size_t i = 0; i < of_name.size(); ++i) {
            expanded[of_name[i]] = paths[of_name[of_name.size() - 1 - i]];
        }
    }
    return expanded;
}

Strings without_computer(Strings paths) {
    for (std::string& path : paths) {
        path.erase(0, path.find('\\', 2));
    }
    return paths;
}

template <class Call>
Strings list_of(const Call& call) {
    DWORD size = 0;
    REQUIRE(static_cast<DWORD>(call(nullptr, &size)) == PDH_MORE_DATA);
    std::vector<char> list(size);
    REQUIRE(call(list.data(), &size) == ERROR_SUCCESS);
    return strings_of(list);
}

/// Names and values of an array: `Item` is a PDH_..._ITEM_A.
template <class Item, class Call, class Value>
std::multimap<std::string, LONGLONG> items_of_array(const Call& call, const Value& value) {
    DWORD size = 0;
    DWORD count = 0;
    REQUIRE(static_cast<DWORD>(call(&size, &count, nullptr)) == PDH_MORE_DATA);
    std::vector<Item> items(size / sizeof(Item) + 1);
    REQUIRE(call(&size, &count, items.data()) == ERROR_SUCCESS);
    std::multimap<std::string, LONGLONG> named;
    for (DWORD i = 0; i < count; ++i) {
        named.emplace(items[i].szName, value(items[i]));
    }
    return named;
}

std::multimap<std::string, LONGLONG> expected_items() {
    std::multimap<std::string, LONGLONG> items;
    const Strings names = shown_names();
    for (std::size_t i = 0; i < names.size(); ++i) {
        items.emplace(names[i], i + 1);
    }
    return items;
}

const auto ill_formed = std::to_array<std::string>({"\xED\xA0\x80", "\xED\xB0\x80", "\xFF", "\xC3",
    "\xE2\x82", "\xC0\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\x80"});

/// A call with one text, which has to refuse each ill-formed one.
void refuses(const std::function<PDH_STATUS(const char* text)>& call) {
    for (const std::string& bytes : ill_formed) {
        CHECK(static_cast<DWORD>(call(("\\Thing(" + bytes + ")\\x").c_str())) == PDH_INVALID_ARGUMENT);
    }
}

bool is_missing(PDH_STATUS status) {
    return status == static_cast<PDH_STATUS>(PDH_CSTATUS_NO_MACHINE) ||
           status == static_cast<PDH_STATUS>(PDH_FILE_NOT_FOUND) ||
           status == static_cast<PDH_STATUS>(PDH_CSTATUS_NO_OBJECT);
}

/// A source of the names: the running computer, which replays a capture, or a log.
struct Source {
    const char* file; ///< NULL = the running computer
    PDH_HLOG log;     ///< NULL = the running computer
    PDH_HQUERY query; ///< of the source
    PDH_HCOUNTER all; ///< every instance; a sample was collected
};

struct Pass {
    const char* function; ///< without the A
    std::function<void(const Source& source)> run;
};

/// How many default objects and counters it has: a log has none.
std::size_t defaults(const Source& source) {
    return source.file == nullptr ? 1 : 0;
}

constexpr DWORD all_details = PERF_DETAIL_WIZARD;
const char* const missing_file = "/no/such/folder/\xEF\xBF\xBD.blg";

const Pass passes[]{
    {"PdhOpenQuery",
        [](const Source& source) {
            PDH_HQUERY query = nullptr;
            REQUIRE(PdhOpenQueryA(source.file, 0, &query) == ERROR_SUCCESS);
            CHECK(PdhCloseQuery(query) == ERROR_SUCCESS);
            CHECK(PdhOpenQueryA(missing_file, 0, &query) != ERROR_SUCCESS);
            refuses([&](const char* text) { return PdhOpenQueryA(text, 0, &query); });
        }},
    {"PdhAddCounter",
        [](const Source& source) {
            const Strings paths = expected_paths();
            std::vector<PDH_HCOUNTER> counters(paths.size());
            for (std::size_t i = 0; i < paths.size(); ++i) {
                REQUIRE(PdhAddCounterA(source.query, paths[i].c_str(), 0, &counters[i]) == ERROR_SUCCESS);
            }
            REQUIRE(PdhCollectQueryData(source.query) == ERROR_SUCCESS);
            for (std::size_t i = 0; i < paths.size(); ++i) {
                CAPTURE(paths[i]);
                CHECK(raw_value(counters[i]) == static_cast<LONGLONG>(i + 1));
                CHECK(PdhRemoveCounter(counters[i]) == ERROR_SUCCESS);
            }
            PDH_HCOUNTER counter = nullptr;
            refuses([&](const char* text) { return PdhAddCounterA(source.query, text, 0, &counter); });
        }},
    {"PdhAddEnglishCounter",
        [](const Source& source) {
            PDH_HCOUNTER counter = nullptr;
            for (const std::string& path : expected_paths()) {
                CHECK(PdhAddEnglishCounterA(source.query, path.c_str(), 0, &counter) == ERROR_SUCCESS);
                CHECK(PdhRemoveCounter(counter) == ERROR_SUCCESS);
            }
            refuses([&](const char* text) { return PdhAddEnglishCounterA(source.query, text, 0, &counter); });
        }},
    {"PdhGetCounterInfo",
        [](const Source& source) {
            for (const std::string& path : expected_paths()) {
                PDH_HCOUNTER counter = nullptr;
                REQUIRE(PdhAddCounterA(source.query, path.c_str(), 0, &counter) == ERROR_SUCCESS);
                DWORD size = 0;
                CHECK(static_cast<DWORD>(PdhGetCounterInfoA(counter, TRUE, &size, nullptr)) == PDH_MORE_DATA);
                std::vector<PDH_COUNTER_INFO_A> info(size / sizeof(PDH_COUNTER_INFO_A) + 1);
                REQUIRE(PdhGetCounterInfoA(counter, TRUE, &size, info.data()) == ERROR_SUCCESS);
                CHECK(without_computer({info[0].szFullPath}).front() == path);
                CHECK(info[0].szObjectName == shown_object);
                CHECK(info[0].szCounterName == shown_counter);
                CHECK(PdhRemoveCounter(counter) == ERROR_SUCCESS);
            }
        }},
    {"PdhGetRawCounterArray",
        [](const Source& source) {
            CHECK(items_of_array<PDH_RAW_COUNTER_ITEM_A>(
                      [&](DWORD* size, DWORD* count, PDH_RAW_COUNTER_ITEM_A* items) {
                          return PdhGetRawCounterArrayA(source.all, size, count, items);
                      },
                      [](const PDH_RAW_COUNTER_ITEM_A& item) { return item.RawValue.FirstValue; }) ==
                  expected_items());
        }},
    {"PdhGetFormattedCounterArray",
        [](const Source& source) {
            CHECK(items_of_array<PDH_FMT_COUNTERVALUE_ITEM_A>(
                      [&](DWORD* size, DWORD* count, PDH_FMT_COUNTERVALUE_ITEM_A* items) {
                          return PdhGetFormattedCounterArrayA(source.all, PDH_FMT_LARGE, size, count, items);
                      },
                      [](const PDH_FMT_COUNTERVALUE_ITEM_A& item) { return item.FmtValue.largeValue; }) ==
                  expected_items());
        }},
    {"PdhMakeCounterPath",
        [](const Source&) {
            CHECK(make_path(shown_object, "hi\xEF\xBF\xBD", 2, shown_counter) == expected_paths()[6]);
            for (const int part : {0, 1, 2, 3, 4}) {
                refuses([part](const char* text) {
                    std::string good = "x";
                    std::string bad = text;
                    const auto of = [&](int which) { return part == which ? bad.data() : good.data(); };
                    PDH_COUNTER_PATH_ELEMENTS_A elements{of(0), of(1), of(2), of(3), 0, of(4)};
                    DWORD size = 0;
                    return PdhMakeCounterPathA(&elements, nullptr, &size, 0);
                });
            }
        }},
    {"PdhParseCounterPath",
        [](const Source&) {
            for (const std::string& path : expected_paths()) {
                CHECK(without_computer({remade(path)}).front() == path);
            }
            DWORD size = 0;
            refuses([&](const char* text) { return PdhParseCounterPathA(text, nullptr, &size, 0); });
        }},
    {"PdhParseInstanceName",
        [](const Source&) {
            std::array<char, 100> name{};
            std::array<char, 100> parent{};
            DWORD name_size = 100;
            DWORD parent_size = 100;
            DWORD index = 0;
            CHECK(PdhParseInstanceNameA("p\xEF\xBF\xBD/c\xEF\xBF\xBD#3", name.data(), &name_size,
                      parent.data(), &parent_size, &index) == ERROR_SUCCESS);
            CHECK(name.data() == std::string("c\xEF\xBF\xBD"));
            CHECK(parent.data() == std::string("p\xEF\xBF\xBD"));
            CHECK(index == 3);
            refuses([&](const char* text) {
                return PdhParseInstanceNameA(
                    text, name.data(), &name_size, parent.data(), &parent_size, &index);
            });
        }},
    {"PdhValidatePath",
        [](const Source& source) {
            for (const std::string& path : expected_paths()) {
                CHECK(is_missing(PdhValidatePathA(path.c_str())) == (source.file != nullptr));
            }
            refuses(PdhValidatePathA);
        }},
    {"PdhValidatePathEx",
        [](const Source& source) {
            for (const std::string& path : expected_paths()) {
                CHECK(PdhValidatePathExA(source.log, path.c_str()) == ERROR_SUCCESS);
            }
            const std::string fifth = "\\" + shown_object + "(hi\xEF\xBF\xBD#4)\\" + shown_counter;
            CHECK(
                static_cast<DWORD>(PdhValidatePathExA(source.log, fifth.c_str())) == PDH_CSTATUS_NO_INSTANCE);
            refuses([&](const char* text) { return PdhValidatePathExA(source.log, text); });
        }},
    {"PdhExpandCounterPath",
        [](const Source& source) {
            if (source.file == nullptr) {
                CHECK(without_computer(list_of([](char* list, DWORD* size) {
                    return PdhExpandCounterPathA(every_instance.c_str(), list, size);
                })) == expanded_paths());
            }
            DWORD size = 0;
            for (const std::string& bytes : ill_formed) {
                CHECK(PdhExpandCounterPathA(bytes.c_str(), nullptr, &size) != ERROR_SUCCESS);
            }
        }},
    {"PdhExpandWildCardPath",
        [](const Source& source) {
            const auto expand = [&](const std::string& pattern) {
                return without_computer(list_of([&](char* list, DWORD* size) {
                    return PdhExpandWildCardPathA(source.file, pattern.c_str(), list, size, 0);
                }));
            };
            const Strings paths = source.file == nullptr ? expanded_paths() : expected_paths();
            CHECK(expand(every_instance) == paths);
            CHECK(expand("\\" + shown_object + "(HI\xEF\xBF\xBD#*)\\*") ==
                  Strings{paths[1], paths[2], paths[6], paths[7]});
            CHECK(expand("\\" + shown_object + "(*\xEF\xBF\xBD\xF0\x9F\x98\x80)\\*") == Strings{paths[5]});
            DWORD size = 0;
            refuses([&](const char* text) {
                return PdhExpandWildCardPathA(text, "\\x(*)\\*", nullptr, &size, 0);
            });
        }},
    {"PdhExpandWildCardPathH",
        [](const Source& source) {
            CHECK(without_computer(list_of([&](char* list, DWORD* size) {
                return PdhExpandWildCardPathHA(source.log, every_instance.c_str(), list, size, 0);
            })) == (source.log == nullptr ? expanded_paths() : expected_paths()));
        }},
    {"PdhConnectMachine",
        [](const Source&) {
            CHECK(is_missing(PdhConnectMachineA("\\\\\xEF\xBF\xBD")));
            refuses(PdhConnectMachineA);
        }},
    {"PdhEnumMachines",
        [](const Source& source) {
            CHECK(list_of([&](char* list, DWORD* size) {
                return PdhEnumMachinesA(source.file, list, size);
            }).size() == 1);
            DWORD size = 0;
            refuses([&](const char* text) { return PdhEnumMachinesA(text, nullptr, &size); });
        }},
    {"PdhEnumMachinesH",
        [](const Source& source) {
            CHECK(list_of([&](char* list, DWORD* size) {
                return PdhEnumMachinesHA(source.log, list, size);
            }).size() == 1);
        }},
    {"PdhEnumObjects",
        [](const Source& source) {
            CHECK(list_of([&](char* list, DWORD* size) {
                return PdhEnumObjectsA(source.file, nullptr, list, size, all_details, FALSE);
            }) == Strings{shown_object});
            DWORD size = 0;
            refuses([&](const char* text) {
                return PdhEnumObjectsA(source.file, text, nullptr, &size, all_details, FALSE);
            });
        }},
    {"PdhEnumObjectsH",
        [](const Source& source) {
            CHECK(list_of([&](char* list, DWORD* size) {
                return PdhEnumObjectsHA(source.log, nullptr, list, size, all_details, FALSE);
            }) == Strings{shown_object});
        }},
    {"PdhEnumObjectItems",
        [](const Source& source) {
            std::array<char, 1000> counters{};
            DWORD counters_size = 1000;
            CHECK(list_of([&](char* list, DWORD* size) {
                return PdhEnumObjectItemsA(source.file, nullptr, shown_object.c_str(), counters.data(),
                    &counters_size, list, size, all_details, 0);
            }) == shown_names());
            CHECK(counters.data() == shown_counter);
            DWORD size = 0;
            refuses([&](const char* text) {
                return PdhEnumObjectItemsA(
                    source.file, nullptr, text, nullptr, &size, nullptr, &size, all_details, 0);
            });
        }},
    {"PdhEnumObjectItemsH",
        [](const Source& source) {
            CHECK(list_of([&](char* list, DWORD* size) {
                DWORD counters_size = 0;
                const PDH_STATUS status = PdhEnumObjectItemsHA(source.log, nullptr, shown_object.c_str(),
                    nullptr, &counters_size, list, size, all_details, 0);
                return list != nullptr && static_cast<DWORD>(status) == PDH_MORE_DATA ? ERROR_SUCCESS
                                                                                      : status;
            }) == shown_names());
        }},
    {"PdhGetDefaultPerfObject",
        [](const Source& source) {
            CHECK(list_of([&](char* text, DWORD* size) {
                return PdhGetDefaultPerfObjectA(source.file, nullptr, text, size);
            }).size() == defaults(source));
            DWORD size = 0;
            refuses([&](const char* text) {
                return PdhGetDefaultPerfObjectA(source.file, text, nullptr, &size);
            });
        }},
    {"PdhGetDefaultPerfObjectH",
        [](const Source& source) {
            CHECK(list_of([&](char* text, DWORD* size) {
                return PdhGetDefaultPerfObjectHA(source.log, nullptr, text, size);
            }).size() == defaults(source));
        }},
    {"PdhGetDefaultPerfCounter",
        [](const Source& source) {
            CHECK(list_of([&](char* text, DWORD* size) {
                return PdhGetDefaultPerfCounterA(source.file, nullptr, shown_object.c_str(), text, size);
            }) == Strings(defaults(source), shown_counter));
            DWORD size = 0;
            refuses([&](const char* text) {
                return PdhGetDefaultPerfCounterA(source.file, nullptr, text, nullptr, &size);
            });
        }},
    {"PdhGetDefaultPerfCounterH",
        [](const Source& source) {
            CHECK(list_of([&](char* text, DWORD* size) {
                return PdhGetDefaultPerfCounterHA(source.log, nullptr, shown_object.c_str(), text, size);
            }) == Strings(defaults(source), shown_counter));
        }},
    {"PdhLookupPerfNameByIndex",
        [](const Source& source) {
            if (source.file == nullptr) {
                for (const auto& [index, name] : {std::pair(9000U, shown_object), {9002U, shown_counter}}) {
                    std::array<char, 100> text{};
                    DWORD size = 100;
                    CHECK(PdhLookupPerfNameByIndexA(nullptr, index, text.data(), &size) == ERROR_SUCCESS);
                    CHECK(text.data() == name);
                }
            }
            DWORD size = 0;
            refuses([&](const char* text) { return PdhLookupPerfNameByIndexA(text, 238, nullptr, &size); });
        }},
    {"PdhLookupPerfIndexByName",
        [](const Source& source) {
            DWORD index = 0;
            if (source.file == nullptr) {
                CHECK(PdhLookupPerfIndexByNameA(nullptr, shown_object.c_str(), &index) == ERROR_SUCCESS);
                CHECK(index == 9000);
                CHECK(PdhLookupPerfIndexByNameA(nullptr, shown_counter.c_str(), &index) == ERROR_SUCCESS);
                CHECK(index == 9002);
            }
            refuses([&](const char* text) { return PdhLookupPerfIndexByNameA(nullptr, text, &index); });
        }},
    {"PdhOpenLog",
        [](const Source& source) {
            const TemporaryFolder folder;
            DWORD type = PDH_LOG_TYPE_CSV;
            PDH_HLOG log = nullptr;
            const std::string file = folder.path("\xEF\xBF\xBD.csv");
            REQUIRE(PdhOpenLogA(file.c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type,
                        source.query, 0, nullptr, &log) == ERROR_SUCCESS);
            static_cast<void>(PdhUpdateLogA(log, nullptr));
            CHECK(PdhCloseLog(log, 0) == ERROR_SUCCESS);
            for (const std::string& path : expected_paths()) { // a text log names the instances of its begin
                CHECK(folder.read("\xEF\xBF\xBD.csv").find(path + "\"") != std::string::npos);
            }
            refuses([&](const char* text) {
                return PdhOpenLogA(text, PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type, source.query, 0,
                    nullptr, &log);
            });
        }},
    {"PdhUpdateLog",
        [](const Source& source) {
            const TemporaryFolder folder;
            DWORD type = PDH_LOG_TYPE_CSV;
            PDH_HLOG log = nullptr;
            REQUIRE(PdhOpenLogA(folder.path("log.csv").c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS,
                        &type, source.query, 0, "caption", &log) == ERROR_SUCCESS);
            refuses([&](const char* text) { return PdhUpdateLogA(log, text); });
            CHECK(PdhCloseLog(log, 0) == ERROR_SUCCESS);
        }},
    {"PdhGetLogFileType",
        [](const Source& source) {
            DWORD type = 0;
            if (source.file != nullptr) {
                CHECK(PdhGetLogFileTypeA(source.file, &type) == ERROR_SUCCESS);
                CHECK(type == PDH_LOG_TYPE_BINARY);
            }
            refuses([&](const char* text) { return PdhGetLogFileTypeA(text, &type); });
        }},
    {"PdhBindInputDataSource",
        [](const Source&) {
            PDH_HLOG log = nullptr;
            refuses([&](const char* text) { return PdhBindInputDataSourceA(&log, text); });
        }},
    {"PdhGetDataSourceTimeRange",
        [](const Source& source) {
            DWORD entries = 0;
            PDH_TIME_INFO range{};
            DWORD size = sizeof range;
            if (source.file != nullptr) {
                CHECK(PdhGetDataSourceTimeRangeA(source.file, &entries, &range, &size) == ERROR_SUCCESS);
            }
            refuses(
                [&](const char* text) { return PdhGetDataSourceTimeRangeA(text, &entries, &range, &size); });
        }},
    {"PdhEnumLogSetNames",
        [](const Source&) {
            DWORD size = 0;
            refuses([&](const char* text) { return PdhEnumLogSetNamesA(text, nullptr, &size); });
        }},
    {"PdhVerifySQLDB", [](const Source&) { refuses(PdhVerifySQLDBA); }},
    {"PdhCreateSQLTables", [](const Source&) { refuses(PdhCreateSQLTablesA); }},
    {"PdhBrowseCounters",
        [](const Source&) { // without a terminal there is no dialog; its texts are in tests/dialogs
            PDH_BROWSE_DLG_CONFIG_A config{};
            std::string caption = ill_formed[0];
            config.szDialogBoxCaption = caption.data();
            CHECK(PdhBrowseCountersA(&config) != ERROR_SUCCESS);
        }},
    {"PdhBrowseCountersH",
        [](const Source& source) {
            PDH_BROWSE_DLG_CONFIG_HA config{};
            std::string caption = ill_formed[0];
            config.szDialogBoxCaption = caption.data();
            config.hDataSource = source.log;
            CHECK(PdhBrowseCountersHA(&config) != ERROR_SUCCESS);
        }},
    {"PdhSelectDataSource",
        [](const Source&) {
            std::string name = ill_formed[0];
            name.resize(100);
            DWORD size = 100;
            CHECK(PdhSelectDataSourceA(nullptr, 0, name.data(), &size) != ERROR_SUCCESS);
        }},
};

void pass_over_all(const char* file) {
    PDH_HLOG log = nullptr;
    if (file != nullptr) {
        REQUIRE(PdhBindInputDataSourceA(&log, file) == ERROR_SUCCESS);
    }
    for (const Pass& pass : passes) {
        CAPTURE(pass.function);
        Source source{file, log, nullptr, nullptr};
        REQUIRE(PdhOpenQueryH(log, 0, &source.query) == ERROR_SUCCESS);
        REQUIRE(PdhAddCounterA(source.query, every_instance.c_str(), 0, &source.all) == ERROR_SUCCESS);
        REQUIRE(PdhCollectQueryData(source.query) == ERROR_SUCCESS);
        pass.run(source);
        CHECK(PdhCloseQuery(source.query) == ERROR_SUCCESS);
    }
    if (log != nullptr) {
        CHECK(PdhCloseLog(log, 0) == ERROR_SUCCESS);
    }
}

/// In wide text the names are those of the source.
void check_wide(const char* file) {
    PDH_HLOG log = nullptr;
    if (file != nullptr) {
        REQUIRE(PdhBindInputDataSourceA(&log, file) == ERROR_SUCCESS);
    }
    const auto wide = [](const std::u16string& text) {
        return std::basic_string<WCHAR>(text.begin(), text.end());
    };
    DWORD size = 0;
    DWORD counters_size = 0;
    std::vector<WCHAR> list(1000);
    size = 1000;
    REQUIRE(static_cast<DWORD>(PdhEnumObjectItemsHW(log, nullptr, wide(object_name).c_str(), nullptr,
                &counters_size, list.data(), &size, all_details, 0)) == PDH_MORE_DATA);
    std::basic_string<WCHAR> all(list.begin(), list.end());
    for (const std::u16string& name : {instance_names[1], instance_names[2], instance_names[4]}) {
        CHECK(all.find(wide(name) + WCHAR{}) != std::basic_string<WCHAR>::npos);
    }
    if (log != nullptr) {
        CHECK(PdhCloseLog(log, 0) == ERROR_SUCCESS);
    }
}

} // namespace

TEST_CASE("one ill-formed name hides no other in a capture") {
    const TemporaryFolder folder;
    const std::string sources = "perfdata:" + folder.write("ill_formed.perfdata", capture_with_names());
    REQUIRE(pdh_shim_set_sources(sources.c_str()) == ERROR_SUCCESS);
    pass_over_all(nullptr);
    check_wide(nullptr);
}

TEST_CASE("one ill-formed name hides no other in a binary log") {
    const TemporaryFolder folder;
    const std::string file = log_with_names(folder);
    pass_over_all(file.c_str());
    check_wide(file.c_str());
}

TEST_CASE("the pass over ill-formed names has every 8-bit function") {
    std::set<std::string> functions;
#define EXPORT_TEXT(family, name, function, parameters, arguments) functions.insert(#name);
#include "api/exports.inc"
    for (const Pass& pass : passes) {
        CHECK_MESSAGE(functions.erase(pass.function) == 1, pass.function);
    }
    CHECK(functions.empty());
}

} // namespace pdh_shim::test::ill_formed
