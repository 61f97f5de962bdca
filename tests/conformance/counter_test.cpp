// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Counters: PdhAddCounter, PdhAddEnglishCounter, PdhRemoveCounter, PdhGetCounterInfo, PdhGetCounterTimeBase,
// PdhSetCounterScaleFactor, PdhGetRawCounterValue, PdhGetRawCounterArray, and the life of a counter's status.
#include "machine_names.h"
#include "support.h"

#include <array>

using namespace conformance;

namespace {

struct AddFunction {
    std::string name;
    PDH_STATUS(WINAPI* add)(PDH_HQUERY query, const TCHAR* path, DWORD_PTR user_data, PDH_HCOUNTER* counter);
};

const std::array add_functions{
    AddFunction{"PdhAddCounter", PdhAddCounter},
    AddFunction{"PdhAddEnglishCounter", PdhAddEnglishCounter},
};

// PdhGetCounterInfo with its texts.
class Info {
  public:
    explicit Info(PDH_HCOUNTER counter, BOOLEAN explain = TRUE) {
        DWORD size = 0;
        REQUIRE_STATUS(PdhGetCounterInfo(counter, explain, &size, nullptr), PDH_MORE_DATA);
        buffer_.resize(size / sizeof(PDH_COUNTER_INFO) + 1);
        REQUIRE_SUCCESS(PdhGetCounterInfo(counter, explain, &size, buffer_.data()));
        CHECK(buffer_[0].dwLength == size);
    }

    const PDH_COUNTER_INFO* operator->() const { return buffer_.data(); }

  private:
    std::vector<PDH_COUNTER_INFO> buffer_;
};

} // namespace

// -- Adding ---------------------------------------------------------------------------------------

TEST_CASE_FIXTURE(WidgetQuery, "adding a counter looks at its arguments before the handle" * needs_script) {
    for (const AddFunction& function : add_functions) {
        CAPTURE(function.name);
        const TCHAR* const path = TEXT("\\Gadget\\Depth");
        auto* counter = static_cast<PDH_HCOUNTER>(query.handle());
        CHECK_STATUS(function.add(nullptr, path, 0, nullptr), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(function.add(nullptr, nullptr, 0, nullptr), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(function.add(nullptr, nullptr, 0, &counter), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(function.add(nullptr, path, 0, &counter), PDH_INVALID_HANDLE);
        CHECK(counter == nullptr);
        CHECK_STATUS(function.add(nullptr, TEXT("no path"), 0, &counter), PDH_INVALID_HANDLE);
        CHECK_STATUS(function.add(query.handle(), nullptr, 0, &counter), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(function.add(query.handle(), path, 0, nullptr), PDH_INVALID_ARGUMENT);
        CHECK_SUCCESS(function.add(query.handle(), path, 0, &counter));
        CHECK(counter != nullptr);
    }
}

TEST_CASE_FIXTURE(Widgets, "client: the query handle -1 is a bad argument of PdhAddEnglishCounter alone") {
    const TCHAR* const path = TEXT("\\Gadget\\Depth");
    int anything = 0;
    PDH_HCOUNTER counter = &anything;
    CHECK_STATUS(PdhAddEnglishCounter(invalid_handle_value, path, 0, &counter), PDH_INVALID_ARGUMENT);
    CHECK(counter == nullptr);
    CHECK_STATUS(PdhAddCounter(invalid_handle_value, path, 0, &counter), PDH_INVALID_HANDLE);
    CHECK_STATUS(PdhAddEnglishCounter(nullptr, path, 0, &counter), PDH_INVALID_HANDLE);
    const Query live;
    CHECK_STATUS(PdhAddEnglishCounter(live.add(path), path, 0, &counter), PDH_INVALID_HANDLE);
}

TEST_CASE_FIXTURE(
    Widgets, "adding a counter that does not exist: the status, and a NULL handle" * needs_script) {
    struct Row {
        const TCHAR* path;
        DWORD status;
    };
    const std::array rows{
        Row{TEXT(""), PDH_CSTATUS_NO_COUNTERNAME},
        Row{TEXT("\\Gadget\\"), PDH_CSTATUS_NO_COUNTERNAME},
        Row{TEXT("Depth"), PDH_CSTATUS_BAD_COUNTERNAME},
        Row{TEXT("Gadget\\Depth"), PDH_CSTATUS_BAD_COUNTERNAME},
        Row{TEXT("\\Gadget"), PDH_CSTATUS_BAD_COUNTERNAME},
        Row{TEXT("\\"), PDH_CSTATUS_BAD_COUNTERNAME},
        Row{TEXT("\\\\"), PDH_CSTATUS_BAD_COUNTERNAME},
        Row{TEXT("\\\\Depth"), PDH_CSTATUS_BAD_COUNTERNAME},
        Row{TEXT("\\\\machine\\Gadget"), PDH_CSTATUS_BAD_COUNTERNAME},
        Row{TEXT("\\Widget(a\\Depth"), PDH_CSTATUS_BAD_COUNTERNAME},
        Row{TEXT("\\Widget()\\Depth"), PDH_CSTATUS_BAD_COUNTERNAME},
        Row{TEXT("\\(a)\\Depth"), PDH_CSTATUS_BAD_COUNTERNAME},
        Row{TEXT("\\Gadget(a)\\Depth"), PDH_CSTATUS_BAD_COUNTERNAME}, // has no instances
        Row{TEXT("\\Gadget(a*)\\Depth"), PDH_CSTATUS_BAD_COUNTERNAME},
        Row{TEXT("\\Widget\\Depth"), PDH_CSTATUS_BAD_COUNTERNAME}, // has instances
        Row{TEXT("\\Nothing\\Depth"), PDH_CSTATUS_NO_OBJECT},
        Row{TEXT("\\Nothing(a)\\Nowhere"), PDH_CSTATUS_NO_OBJECT},
        Row{TEXT("\\Gadget\\Nowhere"), PDH_CSTATUS_NO_COUNTER},
        Row{TEXT("\\Widget(a)\\Nowhere"), PDH_CSTATUS_NO_COUNTER},
        Row{TEXT("\\Widget(nobody)\\Nowhere"), PDH_CSTATUS_NO_COUNTER},
        Row{TEXT("\\Gadget(a)\\Nowhere"), PDH_CSTATUS_NO_COUNTER},
        Row{TEXT("\\Gadget\\Label"), PDH_FUNCTION_NOT_FOUND},
        Row{TEXT("\\Gadget\\Odd"), PDH_FUNCTION_NOT_FOUND},
        Row{TEXT("\\Widget(a)\\Hit base"), PDH_FUNCTION_NOT_FOUND},
        Row{TEXT("\\\\another machine\\Gadget\\Depth"), PDH_CSTATUS_NO_MACHINE},
        Row{TEXT("\\\\another machine\\Nothing\\Nowhere"), PDH_CSTATUS_NO_MACHINE},
    };
    const Query query;
    for (const AddFunction& function : add_functions) {
        for (const Row& row : rows) {
            CAPTURE(function.name);
            CAPTURE(utf8(row.path));
            auto* counter = static_cast<PDH_HCOUNTER>(query.handle());
            CHECK_STATUS(function.add(query.handle(), row.path, 0, &counter), row.status);
            CHECK(counter == nullptr);
        }
    }
    CHECK_STATUS(PdhCollectQueryData(query.handle()), PDH_NO_DATA); // none of them has been added
}

TEST_CASE_FIXTURE(WidgetQuery, "adding a counter: paths that are too long" * needs_script) {
    const auto path_of_length = [](std::size_t length) {
        const Text before = TEXT("\\Widget(");
        const Text behind = TEXT(")\\Depth");
        return before + Text(length - before.size() - behind.size(), TEXT('x')) + behind;
    };
    for (const AddFunction& function : add_functions) {
        CAPTURE(function.name);
        PDH_HCOUNTER counter = nullptr;
        CHECK_SUCCESS(
            function.add(query.handle(), path_of_length(PDH_MAX_COUNTER_PATH - 1).c_str(), 0, &counter));
        for (const std::size_t length : {std::size_t{PDH_MAX_COUNTER_PATH}, std::size_t{1'000'000}}) {
            counter = static_cast<PDH_HCOUNTER>(query.handle());
            CHECK_STATUS(function.add(query.handle(), path_of_length(length).c_str(), 0, &counter),
                PDH_CSTATUS_BAD_COUNTERNAME);
            CHECK(counter == nullptr);
        }
    }
}

TEST_CASE_FIXTURE(Widgets, "client: a missing instance can be added" * needs_script) {
    for (const AddFunction& function : add_functions) {
        CAPTURE(function.name);
        const Query query;
        for (const TCHAR* const path :
            {TEXT("\\Widget(nobody)\\Depth"), TEXT("\\Widget(a#1)\\Depth"), TEXT("\\Widget(parent/a)\\Depth"),
                TEXT("\\Widget(nobody*)\\Depth"), TEXT("\\Silo(any)\\Fill"), TEXT("\\Silo(*)\\Fill")}) {
            CAPTURE(utf8(path));
            PDH_HCOUNTER counter = nullptr;
            CHECK_SUCCESS(function.add(query.handle(), path, 0, &counter));
            CHECK(counter != nullptr);
        }
    }
}

TEST_CASE_FIXTURE(WidgetQuery, "client: object, instance and counter are found in any case") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\WIDGET(A)\\dEPTH"));
    query.collect();
    CHECK(double_value(counter) == 5);
}

TEST_CASE_FIXTURE(WidgetQuery, "a path may name this computer") {
    for (const std::string& name : names_of_this_machine()) {
        CAPTURE(name);
        PDH_HCOUNTER const counter = query.add(from_utf8("\\\\" + name + "\\Gadget\\Depth").c_str());
        CHECK(utf8(Info(counter)->szFullPath) == machine() + "\\Gadget\\Depth");
        CHECK(utf8(Info(counter)->szMachineName) == machine());
    }
    query.collect();
}

TEST_CASE_FIXTURE(WidgetQuery, "the same path can be added again") {
    PDH_HCOUNTER const first = query.add(TEXT("\\Gadget\\Depth"));
    PDH_HCOUNTER const second = query.add(TEXT("\\Gadget\\Depth"));
    CHECK(first != second);
    query.collect();
    REQUIRE_SUCCESS(PdhSetCounterScaleFactor(first, 1));
    CHECK(double_value(first) == 70);
    CHECK(double_value(second) == 7);
    REQUIRE_SUCCESS(PdhRemoveCounter(first));
    query.collect();
    CHECK(double_value(second) == 8);
}

TEST_CASE_FIXTURE(WidgetQuery, "a counter added between collects begins with the next one" * needs_script) {
    PDH_HCOUNTER const early = query.add(TEXT("\\Widget(a)\\Items/sec"));
    query.collect();
    PDH_HCOUNTER const late = query.add(TEXT("\\Widget(a)\\Items/sec"));
    PDH_HCOUNTER const depth = query.add(TEXT("\\Widget(a)\\Depth"));
    CHECK_STATUS(info_status(late), PDH_CSTATUS_ITEM_NOT_VALIDATED);
    CHECK(double_value(depth) == 0); // as before the first collect
    query.collect();
    CHECK(double_value(early) == 5);
    CHECK(failure(late) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA));
    CHECK(double_value(depth) == 6);
    query.collect();
    CHECK(double_value(early) == 10);
    CHECK(double_value(late) == 10);
}

TEST_CASE_FIXTURE(WidgetQuery, "a counter of another object can be added between collects") {
    PDH_HCOUNTER const widget = query.add(TEXT("\\Widget(a)\\Items/sec"));
    query.collect();
    PDH_HCOUNTER const gadget = query.add(TEXT("\\Gadget\\Turns/sec"));
    query.collect();
    REQUIRE_SUCCESS(PdhRemoveCounter(widget));
    query.collect();
    CHECK(double_value(gadget) == 0);
}

// -- Removing -------------------------------------------------------------------------------------

TEST_CASE_FIXTURE(WidgetQuery,
    "PdhRemoveCounter: a counter can be removed once, and others are not affected" * needs_script) {
    PDH_HCOUNTER const first = query.add(TEXT("\\Widget(a)\\Items/sec"));
    PDH_HCOUNTER const second = query.add(TEXT("\\Widget(b)\\Items/sec"));
    PDH_HCOUNTER const third = query.add(TEXT("\\Gadget\\Depth"));
    query.collect();
    CHECK_SUCCESS(PdhRemoveCounter(first));
    CHECK_STATUS(PdhRemoveCounter(first), PDH_INVALID_HANDLE);
    CHECK(double_value(third) == 7);
    query.collect();
    CHECK(double_value(second) == 20);
    CHECK(double_value(third) == 8);
    int local = 0;
    CHECK_STATUS(PdhRemoveCounter(&local), PDH_INVALID_HANDLE);
}

// -- The life of a status -------------------------------------------------------------------------

TEST_CASE_FIXTURE(
    WidgetQuery, "CStatus: not validated, new, valid, new again when the raw value has changed") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth")); // 7, 8, 8
    CHECK_STATUS(info_status(counter), PDH_CSTATUS_ITEM_NOT_VALIDATED);
    query.collect();
    CHECK_STATUS(info_status(counter), PDH_CSTATUS_NEW_DATA);
    CHECK_STATUS(info_status(counter), PDH_CSTATUS_NEW_DATA); // asking changes nothing
    static_cast<void>(raw_value(counter));
    CHECK_STATUS(info_status(counter), PDH_CSTATUS_NEW_DATA);
    static_cast<void>(double_value(counter));
    CHECK_STATUS(info_status(counter), PDH_CSTATUS_VALID_DATA);
    query.collect();
    CHECK_STATUS(info_status(counter), PDH_CSTATUS_NEW_DATA);
    static_cast<void>(double_value(counter));
    query.collect(); // the same value again
    CHECK_STATUS(info_status(counter), PDH_CSTATUS_VALID_DATA);
}

TEST_CASE_FIXTURE(WidgetQuery, "CStatus: a format that fails leaves new data new") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(a)\\Items/sec"));
    query.collect();
    static_cast<void>(failure(counter));
    PDH_FMT_COUNTERVALUE value{};
    CHECK_STATUS(PdhGetFormattedCounterValue(counter, 0, nullptr, &value), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(info_status(counter), PDH_CSTATUS_NEW_DATA);
}

TEST_CASE_FIXTURE(
    WidgetQuery, "CStatus before the first collect: valid for one sample, not validated for two") {
    PDH_HCOUNTER const one = query.add(TEXT("\\Gadget\\Depth"));
    PDH_HCOUNTER const two = query.add(TEXT("\\Gadget\\Turns/sec"));
    PDH_HCOUNTER const wildcard = query.add(TEXT("\\Widget(*)\\Depth"));
    CHECK_STATUS(raw_value(one).CStatus, PDH_CSTATUS_VALID_DATA);
    CHECK_STATUS(raw_value(two).CStatus, PDH_CSTATUS_ITEM_NOT_VALIDATED);
    CHECK_STATUS(raw_value(wildcard).CStatus, PDH_CSTATUS_ITEM_NOT_VALIDATED);
    CHECK(raw_value(one).FirstValue == 0);
    CHECK(raw_value(one).MultiCount == 1);
    CHECK(as_number(raw_value(one).TimeStamp) == 0);
}

TEST_CASE("an instance that goes away and comes back begins anew" * needs_script) {
    use_script("lifecycle.json");
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Job(name alone)\\Steps/sec"));
    static_cast<void>(query.add(TEXT("\\Job(*)\\Size")));
    query.collect(2);
    CHECK(double_value(counter) == 10);
    query.collect(); // gone
    CHECK(failure(counter) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE));
    CHECK_STATUS(info_status(counter), PDH_CSTATUS_NO_INSTANCE);
    CHECK_STATUS(raw_value(counter).CStatus, PDH_CSTATUS_NO_INSTANCE);
    query.collect(); // back, below its old value
    CHECK(failure(counter) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE));
    CHECK_STATUS(info_status(counter), PDH_CSTATUS_NEW_DATA);
    CHECK(raw_value(counter).FirstValue == 5);
    query.collect();
    CHECK(double_value(counter) == 20);
}

TEST_CASE("an instance that moves within the list is still the same" * needs_script) {
    use_script("lifecycle.json");
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Job(name alone)\\Steps/sec"));
    static_cast<void>(query.add(TEXT("\\Job(*)\\Size")));
    query.collect(2);
    CHECK_SUCCESS(PdhCollectQueryData(query.handle()));
    query.collect(3); // the second row from here on
    CHECK(double_value(counter) == 15);
}

TEST_CASE("samples of instances with one name and other identities are not subtracted" * needs_script) {
    use_script("lifecycle.json");
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Job(with id)\\Steps/sec"));
    static_cast<void>(query.add(TEXT("\\Job(*)\\Size")));
    query.collect(2);
    CHECK(double_value(counter) == 20);
    query.collect(3);
    CHECK(double_value(counter) == 10);
    query.collect(); // another one, without a gap
    CHECK(failure(counter) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA));
    CHECK(raw_value(counter).FirstValue == 320);
    CHECK_STATUS(raw_value(counter).CStatus, PDH_CSTATUS_VALID_DATA);
    query.collect();
    CHECK(double_value(counter) == 30);
}

TEST_CASE("a value that could not be read once" * needs_script) {
    use_script("lifecycle.json");
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Job(name alone)\\Size"));
    static_cast<void>(query.add(TEXT("\\Job(*)\\Size")));
    query.collect(5);
    CHECK(double_value(counter) == 3);
    query.collect();
    CHECK(failure(counter) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA));
    CHECK_STATUS(info_status(counter), PDH_CSTATUS_INVALID_DATA);
    query.collect();
    CHECK(double_value(counter) == 3);
}

TEST_CASE("instances of one name are distinguished by #n") {
    use_script("names.json");
    struct Row {
        const TCHAR* path;
        double value;
    };
    const std::array rows{
        Row{TEXT("\\Crowd(x)\\Size"), 1},
        Row{TEXT("\\Crowd(x#0)\\Size"), 1},
        Row{TEXT("\\Crowd(x#1)\\Size"), 4},
        Row{TEXT("\\Crowd(X#2)\\Size"), 8},
        Row{TEXT("\\Crowd(y#1)\\Size"), 32},
        Row{TEXT("\\Thread(app/0)\\Size"), 1},
        Row{TEXT("\\Thread(app/0#1)\\Size"), 8},
        Row{TEXT("\\Thread(srv/0)\\Size"), 4},
    };
    const Query query;
    std::vector<PDH_HCOUNTER> counters;
    counters.reserve(rows.size());
    for (const Row& row : rows) {
        counters.push_back(query.add(row.path));
    }
    PDH_HCOUNTER const missing = query.add(TEXT("\\Crowd(x#3)\\Size"));
    query.collect();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        CAPTURE(utf8(rows[i].path));
        CHECK(double_value(counters[i]) == rows[i].value);
    }
    CHECK(failure(missing) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_NO_INSTANCE));
}

TEST_CASE("a counter's wildcards match instances, parents and index numbers") {
    use_script("names.json");
    struct Row {
        const TCHAR* path;
        std::string items;
    };
    const std::array rows{
        Row{TEXT("\\Crowd(*)\\Size"), "x=1 X=4 x=8 y=2 y=32 z=16"},
        Row{TEXT("\\Crowd(X*)\\Size"), "x=1 X=4 x=8"},
        Row{TEXT("\\Crowd(x#*)\\Size"), "x=1 X=4 x=8"},
        Row{TEXT("\\Crowd(*#1)\\Size"), "X=4 y=32"},
        Row{TEXT("\\Crowd(*z*)\\Size"), "z=16"},
        Row{TEXT("\\Thread(*/0)\\Size"), "app/0=1 app/0=8 srv/0=4"},
        Row{TEXT("\\Thread(app/*)\\Size"), "app/0=1 app/0=8 app/1=2"},
        Row{TEXT("\\Thread(*/*)\\Size"), "app/0=1 app/0=8 app/1=2 srv/0=4"},
    };
    const Query query;
    std::vector<PDH_HCOUNTER> counters;
    counters.reserve(rows.size());
    for (const Row& row : rows) {
        counters.push_back(query.add(row.path));
    }
    query.collect();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        CAPTURE(utf8(rows[i].path));
        CHECK(item_texts(counters[i]) == rows[i].items);
    }
}

// -- Wildcards for the counter's name -----------------------------------------------------------

TEST_CASE_FIXTURE(
    Widgets, "a wildcard for the counter's name adds each match, with its own formula" * needs_script) {
    struct Row {
        const TCHAR* path;
        std::string items;
    };
    const std::array rows{
        Row{TEXT("\\Widget(*)\\*"),
            "a\\Items/sec=5 b\\Items/sec=20 a\\Depth=6 b\\Depth=2 a\\Hit %=40 b\\Hit %=25"},
        Row{TEXT("\\widget(a)\\*T*"), "a\\Items/sec=5 a\\Depth=6 a\\Hit %=40"},
        Row{TEXT("\\Gadget\\T*"), "Total=100 Turns/sec=500"},
        Row{TEXT("\\Gadget(*)\\T*"), "*\\Total=100 *\\Turns/sec=500"},
    };
    for (const AddFunction& function : add_functions) {
        CAPTURE(function.name);
        const Query query;
        std::vector<PDH_HCOUNTER> counters(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            REQUIRE_SUCCESS(function.add(query.handle(), rows[i].path, 0, &counters[i]));
        }
        query.collect(2);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            CAPTURE(utf8(rows[i].path));
            CHECK(item_texts(counters[i]) == rows[i].items);
        }
    }
}

TEST_CASE_FIXTURE(WidgetQuery,
    "a wildcard for the counter's name that matches nothing is PDH_CSTATUS_NO_COUNTER" * needs_script) {
    PDH_HCOUNTER counter = nullptr;
    for (const AddFunction& function : add_functions) {
        CAPTURE(function.name);
        CHECK_STATUS(
            function.add(query.handle(), TEXT("\\Widget(*)\\Z*"), 0, &counter), PDH_CSTATUS_NO_COUNTER);
        CHECK_STATUS(
            function.add(query.handle(), TEXT("\\Gadget\\Label*"), 0, &counter), PDH_CSTATUS_NO_COUNTER);
        CHECK_STATUS(
            function.add(query.handle(), TEXT("\\Nothing(*)\\*"), 0, &counter), PDH_CSTATUS_NO_OBJECT);
        CHECK_STATUS(
            function.add(query.handle(), TEXT("\\Widget\\*"), 0, &counter), PDH_CSTATUS_BAD_COUNTERNAME);
        CHECK_STATUS(
            function.add(query.handle(), TEXT("\\Gadget(a)\\*"), 0, &counter), PDH_CSTATUS_BAD_COUNTERNAME);
    }
}

TEST_CASE_FIXTURE(WidgetQuery,
    "client: a wildcard for the counter's name is added, told as it is, and expanded" * needs_script) {
    PDH_HCOUNTER english = nullptr;
    REQUIRE_SUCCESS(PdhAddEnglishCounter(query.handle(), TEXT("\\Widget(*)\\*"), 7, &english));
    const Info info(english);
    CHECK(utf8(info->szFullPath) == machine() + "\\Widget(*)\\*");
    CHECK(utf8(info->szCounterName) == "*");
    CHECK(info->dwUserData == 7);
    query.collect();
    const auto paths = list([&](TCHAR* buffer, DWORD* size) {
        return PdhExpandWildCardPath(nullptr, info->szFullPath, buffer, size, 0);
    });
    REQUIRE(paths.size() == 6);
    for (const std::string& path : paths) {
        static_cast<void>(query.add(from_utf8(path).c_str()));
    }
    query.collect();
}

TEST_CASE_FIXTURE(WidgetQuery,
    "client: an object, and its counter, are given by the numbers of their titles" * needs_script) {
    PDH_HCOUNTER const all = query.add(TEXT("\\5100\\T*"));
    PDH_HCOUNTER const one = query.add(TEXT("\\5000(b)\\5004"));
    query.collect(2);
    CHECK(item_texts(all) == "Total=100 Turns/sec=500");
    CHECK(utf8(Info(all)->szFullPath) == machine() + "\\Gadget\\T*");
    CHECK(long_value(one) == 2);
    CHECK(utf8(Info(one)->szFullPath) == machine() + "\\Widget(b)\\Depth");
    CHECK_SUCCESS(PdhValidatePath(TEXT("\\5000(b)\\Depth")));
    PDH_HCOUNTER counter = nullptr;
    CHECK_STATUS(PdhAddCounter(query.handle(), TEXT("\\5002\\*"), 0, &counter), PDH_CSTATUS_NO_OBJECT);
    CHECK_STATUS(PdhAddCounter(query.handle(), TEXT("\\99999\\*"), 0, &counter), PDH_CSTATUS_NO_OBJECT);
    CHECK_STATUS(
        PdhAddCounter(query.handle(), TEXT("\\5000(b)\\5102x"), 0, &counter), PDH_CSTATUS_NO_COUNTER);
}

TEST_CASE_FIXTURE(WidgetQuery,
    "counters added by a wildcard have value, type and scale of the first alone" * needs_script) {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(*)\\*"));
    CHECK(Info(counter)->dwType == PERF_COUNTER_COUNTER);
    CHECK_STATUS(Info(counter)->CStatus, PDH_CSTATUS_ITEM_NOT_VALIDATED);
    DWORD size = 0;
    DWORD count = 0;
    CHECK_STATUS(PdhGetRawCounterArray(counter, &size, &count, nullptr), PDH_NO_DATA);
    query.collect(2);
    CHECK(double_value(counter) == 5);
    CHECK_STATUS(Info(counter)->CStatus, PDH_CSTATUS_VALID_DATA);
    REQUIRE_SUCCESS(PdhSetCounterScaleFactor(counter, 1));
    CHECK(item_texts(counter) ==
          "a\\Items/sec=50 b\\Items/sec=200 a\\Depth=60 b\\Depth=20 a\\Hit %=400 b\\Hit %=250");
}

TEST_CASE_FIXTURE(WidgetQuery, "counters added by a wildcard are removed together, and collected as one") {
    PDH_HCOUNTER const missing = query.add(TEXT("\\Widget(nobody)\\*"));
    CHECK_STATUS(PdhCollectQueryData(query.handle()), PDH_NO_DATA);
    PDH_HCOUNTER const other = query.add(TEXT("\\Widget(a)\\Depth"));
    query.collect();
    CHECK_SUCCESS(PdhRemoveCounter(other));
    PDH_HCOUNTER const all = query.add(TEXT("\\Widget(a*)\\*"));
    CHECK_SUCCESS(PdhRemoveCounter(missing));
    query.collect();
    CHECK_SUCCESS(PdhRemoveCounter(all));
    CHECK_STATUS(PdhRemoveCounter(all), PDH_INVALID_HANDLE);
    CHECK_STATUS(PdhCollectQueryData(query.handle()), PDH_NO_DATA);
}

TEST_CASE_FIXTURE(Widgets, "PdhValidatePath: a wildcard for the counter's name is valid if it matches now") {
    CHECK_SUCCESS(PdhValidatePath(TEXT("\\Widget(*)\\*")));
    CHECK_SUCCESS(PdhValidatePath(TEXT("\\Gadget\\T*")));
    CHECK_STATUS(PdhValidatePath(TEXT("\\Gadget\\Z*")), PDH_CSTATUS_NO_COUNTER);
    CHECK_STATUS(PdhValidatePath(TEXT("\\Widget(nobody)\\*")), PDH_CSTATUS_NO_INSTANCE);
    CHECK_STATUS(PdhValidatePath(TEXT("\\Widget(z*)\\*")), PDH_CSTATUS_NO_INSTANCE);
}

// -- PdhGetCounterInfo ----------------------------------------------------------------------------

TEST_CASE_FIXTURE(Widgets, "PdhGetCounterInfo: the members of the structure") {
    const Query query(123);
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(a)\\Items/sec"), 456);
    const Info info(counter);
    CHECK(info->dwType == PERF_COUNTER_COUNTER);
    CHECK_STATUS(info->CStatus, PDH_CSTATUS_ITEM_NOT_VALIDATED);
    CHECK(info->lScale == 0);
    CHECK(info->lDefaultScale == 0);
    CHECK(info->dwUserData == 456);
    CHECK(info->dwQueryUserData == 123);
    CHECK(utf8(info->szFullPath) == machine() + "\\Widget(a)\\Items/sec");
    CHECK(utf8(info->szMachineName) == "(null)");
    CHECK(utf8(info->szObjectName) == "Widget");
    CHECK(utf8(info->szInstanceName) == "a");
    CHECK(utf8(info->szParentInstance) == "(null)");
    CHECK(info->dwInstanceIndex == 0);
    CHECK(utf8(info->szCounterName) == "Items/sec");
    CHECK(utf8(info->szExplainText) == "Items finished in a second.");
    CHECK(info->CounterPath.szObjectName == info->szObjectName);
}

TEST_CASE_FIXTURE(Widgets, "PdhGetCounterInfo: user data of a whole pointer's width" * needs_script) {
    const auto wide = static_cast<DWORD_PTR>(0x123456789ABCDEF0);
    for (const AddFunction& function : add_functions) {
        CAPTURE(function.name);
        const Query query(~wide);
        PDH_HCOUNTER counter = nullptr;
        REQUIRE_SUCCESS(function.add(query.handle(), TEXT("\\Gadget\\Depth"), wide, &counter));
        CHECK(Info(counter)->dwUserData == wide);
        CHECK(Info(counter)->dwQueryUserData == ~wide);
    }
}

TEST_CASE("PdhGetCounterInfo: parents, indices and objects without instances" * needs_script) {
    use_script("names.json");
    const Query query;
    const Info child(query.add(TEXT("\\Thread(app/0#1)\\Size")));
    CHECK(utf8(child->szFullPath) == machine() + "\\Thread(app/0#1)\\Size");
    CHECK(utf8(child->szParentInstance) == "app");
    CHECK(utf8(child->szInstanceName) == "0");
    CHECK(child->dwInstanceIndex == 1);
    use_script("widgets.json");
    const Query other;
    const Info single(other.add(TEXT("\\Gadget\\Depth")), FALSE);
    CHECK(utf8(single->szFullPath) == machine() + "\\Gadget\\Depth");
    CHECK(utf8(single->szInstanceName) == "(null)");
    CHECK(utf8(single->szParentInstance) == "(null)");
    CHECK(utf8(single->szExplainText) == "(null)");
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhGetCounterInfo: a wildcard stays in the path" * needs_script) {
    for (const AddFunction& function : add_functions) {
        CAPTURE(function.name);
        PDH_HCOUNTER counter = nullptr;
        REQUIRE_SUCCESS(function.add(query.handle(), TEXT("\\Widget(*)\\Depth"), 0, &counter));
        query.collect();
        CHECK(utf8(Info(counter)->szFullPath) == machine() + "\\Widget(*)\\Depth");
        CHECK(utf8(Info(counter)->szInstanceName) == "*");
    }
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhGetCounterInfo: names as they were given, without a #0") {
    const Info info(query.add(TEXT("\\WIDGET(A#0)\\dEPTH")));
    CHECK(utf8(info->szFullPath) == machine() + "\\WIDGET(A)\\dEPTH");
    CHECK(utf8(info->szObjectName) == "WIDGET");
    CHECK(utf8(info->szInstanceName) == "A");
    CHECK(utf8(info->szCounterName) == "dEPTH");
    const Info wildcard(query.add(TEXT("\\Widget(*)\\Depth")));
    CHECK(utf8(wildcard->szFullPath) == machine() + "\\Widget(*)\\Depth");
    CHECK(utf8(wildcard->szInstanceName) == "*");
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhGetCounterInfo: a counter without an explanation has an empty one") {
    CHECK(utf8(Info(query.add(TEXT("\\Gadget\\Total")))->szExplainText).empty());
}

TEST_CASE("PdhGetCounterInfo: the scale that is set and the one that is suggested") {
    use_script("scale.json");
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Scaled\\Tenth"));
    CHECK(Info(counter)->lScale == 0); // although -1 is applied
    CHECK(Info(counter)->lDefaultScale == -1);
    REQUIRE_SUCCESS(PdhSetCounterScaleFactor(counter, -5));
    CHECK(Info(counter)->lScale == -5);
    CHECK(Info(counter)->lDefaultScale == -1);
    REQUIRE_SUCCESS(PdhSetCounterScaleFactor(counter, 0));
    CHECK(Info(counter)->lScale == 0);
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhGetCounterInfo: the buffer") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(a)\\Items/sec"));
    for (const BOOLEAN explain : {BOOLEAN{FALSE}, BOOLEAN{TRUE}}) {
        CAPTURE(explain);
        const auto buffer = check_buffer_protocol<std::byte>([&](std::byte* data, DWORD* size) {
            return PdhGetCounterInfo(counter, explain, size, reinterpret_cast<PDH_COUNTER_INFO*>(data));
        });
        CHECK(buffer.size() > sizeof(PDH_COUNTER_INFO));
    }
}

TEST_CASE("PdhGetCounterInfo: the texts lie in the caller's buffer") {
    use_script("names.json");
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Thread(app/0)\\Size"));
    std::array<PDH_COUNTER_INFO, 4> buffer{};
    DWORD size = sizeof buffer;
    REQUIRE_SUCCESS(PdhGetCounterInfo(counter, TRUE, &size, buffer.data()));
    const PDH_COUNTER_INFO& info = buffer[0];
    const auto* const begin = reinterpret_cast<const std::byte*>(&buffer[1]);
    const auto* const end = reinterpret_cast<const std::byte*>(buffer.data()) + size;
    for (const TCHAR* const text : {info.szFullPath, info.szObjectName, info.szInstanceName,
             info.szParentInstance, info.szCounterName}) {
        const auto* const place = reinterpret_cast<const std::byte*>(text);
        CHECK(place >= begin);
        CHECK(place + (Text(text).size() + 1) * sizeof(TCHAR) <= end);
    }
}

TEST_CASE("client: PdhGetCounterInfo with room for just the structure") {
    use_script("scale.json");
    const Query query(7);
    PDH_HCOUNTER const counter = query.add(TEXT("\\Scaled\\Tenth"), 9);
    PDH_COUNTER_INFO info{};
    DWORD size = sizeof info;
    REQUIRE_SUCCESS(PdhGetCounterInfo(counter, FALSE, &size, &info));
    CHECK(size == sizeof info);
    CHECK(info.dwLength == sizeof info);
    CHECK(info.dwType == PERF_COUNTER_RAWCOUNT);
    CHECK(info.lDefaultScale == -1);
    CHECK(info.dwUserData == 9);
    CHECK(info.dwQueryUserData == 7);
    CHECK(utf8(info.szFullPath) == "(null)");
    size = sizeof info;
    CHECK_STATUS(PdhGetCounterInfo(counter, TRUE, &size, &info), PDH_MORE_DATA);
    CHECK(size > sizeof info);
}

TEST_CASE_FIXTURE(WidgetQuery, "client: PdhGetCounterInfo with 256 bytes, and with none") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth"));
    std::array<std::uint64_t, 32> buffer{};
    static_assert(sizeof buffer == 256);
    DWORD size = sizeof buffer;
    const PDH_STATUS status =
        PdhGetCounterInfo(counter, FALSE, &size, reinterpret_cast<PDH_COUNTER_INFO*>(buffer.data()));
    CHECK((status == ERROR_SUCCESS || static_cast<DWORD>(status) == PDH_MORE_DATA));
    CHECK((size <= sizeof buffer) == (status == ERROR_SUCCESS));
    size = 0;
    CHECK_STATUS(PdhGetCounterInfo(counter, FALSE, &size, reinterpret_cast<PDH_COUNTER_INFO*>(buffer.data())),
        PDH_MORE_DATA);
}

TEST_CASE("clients read the type at offset 4 and the default scale at offset 20") {
    use_script("scale.json");
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Scaled\\Tenth"));
    PDH_COUNTER_INFO info{};
    DWORD size = sizeof info;
    REQUIRE_SUCCESS(PdhGetCounterInfo(counter, FALSE, &size, &info));
    DWORD type = 0;
    LONG scale = 0;
    std::memcpy(&type, reinterpret_cast<const std::byte*>(&info) + 4, sizeof type);
    std::memcpy(&scale, reinterpret_cast<const std::byte*>(&info) + 20, sizeof scale);
    CHECK(type == PERF_COUNTER_RAWCOUNT);
    CHECK(scale == -1);
}

// -- PdhGetCounterTimeBase, PdhSetCounterScaleFactor ----------------------------------------------

TEST_CASE_FIXTURE(WidgetQuery, "PdhGetCounterTimeBase: a counter whose type has no clock has no time base") {
    PDH_HCOUNTER const rate = query.add(TEXT("\\Widget(a)\\Items/sec"));
    PDH_HCOUNTER const hits = query.add(TEXT("\\Widget(a)\\Hit %"));
    LONGLONG time_base = 42;
    CHECK_STATUS(PdhGetCounterTimeBase(hits, &time_base), PDH_INVALID_ARGUMENT);
    CHECK(time_base == 42);
    CHECK_SUCCESS(PdhGetCounterTimeBase(rate, &time_base));
    CHECK(time_base == 10'000'000);
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhSetCounterScaleFactor: powers of ten from -7 to 7") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Depth")); // 7
    query.collect();
    for (const LONG factor : {8, -8, 1000, -1000, 0x7FFFFFFF, -0x7FFFFFFF - 1}) {
        CAPTURE(factor);
        CHECK_STATUS(PdhSetCounterScaleFactor(counter, factor), PDH_INVALID_ARGUMENT);
    }
    CHECK(double_value(counter) == 7);
    double value = 7e-7;
    for (LONG factor = PDH_MIN_SCALE; factor <= PDH_MAX_SCALE; ++factor) {
        CAPTURE(factor);
        REQUIRE_SUCCESS(PdhSetCounterScaleFactor(counter, factor));
        CHECK(double_value(counter) == doctest::Approx(value));
        CHECK(double_value(counter, PDH_FMT_NOSCALE) == 7);
        value *= 10;
    }
    REQUIRE_SUCCESS(PdhSetCounterScaleFactor(counter, 0));
    CHECK(double_value(counter) == 7);
}

// -- Raw values -----------------------------------------------------------------------------------

TEST_CASE_FIXTURE(WidgetQuery, "PdhGetRawCounterValue succeeds for a missing instance") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(nobody)\\Depth"));
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    query.collect();
    PDH_RAW_COUNTER raw{};
    DWORD type = 0;
    CHECK_SUCCESS(PdhGetRawCounterValue(counter, &type, &raw));
    CHECK(type == PERF_COUNTER_RAWCOUNT);
    CHECK_STATUS(raw.CStatus, PDH_CSTATUS_NO_INSTANCE);
    CHECK(raw.FirstValue == 0);
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhGetRawCounterArray: the buffer") {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(*)\\Depth"));
    query.collect();
    DWORD count = 0;
    const auto buffer = check_buffer_protocol<std::byte>([&](std::byte* data, DWORD* size) {
        return PdhGetRawCounterArray(counter, size, &count, reinterpret_cast<PDH_RAW_COUNTER_ITEM*>(data));
    });
    CHECK(count == 2);
    CHECK(buffer.size() == 2 * (sizeof(PDH_RAW_COUNTER_ITEM) + 2 * sizeof(TCHAR)));
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhGetRawCounterArray: one item for each instance" * needs_script) {
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(*)\\Hit %"));
    query.collect(2);
    std::array<PDH_RAW_COUNTER_ITEM, 4> items{};
    DWORD size = sizeof items;
    DWORD count = 0;
    REQUIRE_SUCCESS(PdhGetRawCounterArray(counter, &size, &count, items.data()));
    REQUIRE(count == 2);
    CHECK(items[0].szName == reinterpret_cast<const TCHAR*>(&items[2]));
    CHECK(utf8(items[0].szName) == "a");
    CHECK(utf8(items[1].szName) == "b");
    CHECK(items[0].RawValue.FirstValue == 14);
    CHECK(items[0].RawValue.SecondValue == 30);
    CHECK(items[1].RawValue.FirstValue == 3);
    CHECK(items[1].RawValue.SecondValue == 8);
    CHECK(as_number(items[1].RawValue.TimeStamp) == to_local(script_start + one_second));
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhGetRawCounterArray: counters of one instance, and without instances") {
    PDH_HCOUNTER const of_instance = query.add(TEXT("\\Widget(b)\\Depth"));
    PDH_HCOUNTER const of_object = query.add(TEXT("\\Gadget\\Depth"));
    query.collect();
    const auto only_item = [](PDH_HCOUNTER counter) {
        std::array<PDH_RAW_COUNTER_ITEM, 2> items{};
        DWORD size = sizeof items;
        DWORD count = 0;
        REQUIRE_SUCCESS(PdhGetRawCounterArray(counter, &size, &count, items.data()));
        CHECK(count == 1);
        return utf8(items[0].szName) + "=" + std::to_string(items[0].RawValue.FirstValue);
    };
    CHECK(only_item(of_instance) == "b=1");
    CHECK(only_item(of_object) == "=7");
}

TEST_CASE_FIXTURE(WidgetQuery, "PdhGetRawCounterArray: nothing has been collected") {
    DWORD size = 0;
    DWORD count = 42;
    CHECK_STATUS(
        PdhGetRawCounterArray(query.add(TEXT("\\Widget(*)\\Depth")), &size, &count, nullptr), PDH_NO_DATA);
    CHECK_STATUS(
        PdhGetRawCounterArray(query.add(TEXT("\\Gadget\\Turns/sec")), &size, &count, nullptr), PDH_NO_DATA);
    CHECK(size == 0);
    CHECK(count == 42);
}

TEST_SUITE("live") {
    TEST_CASE("live: adding counters by name") {
        for (const AddFunction& function : add_functions) {
            CAPTURE(function.name);
            const Query query;
            auto* counter = static_cast<PDH_HCOUNTER>(query.handle());
            CHECK_STATUS(function.add(query.handle(), TEXT("\\System\\Nonexistent Counter"), 0, &counter),
                PDH_CSTATUS_NO_COUNTER);
            CHECK(counter == nullptr);
            CHECK_SUCCESS(function.add(query.handle(), TEXT("\\System\\System Up Time"), 0, &counter));
            CHECK_SUCCESS(PdhRemoveCounter(counter));
            CHECK_SUCCESS(
                function.add(query.handle(), TEXT("\\Processor(_Total)\\% Processor Time"), 0, &counter));
            CHECK_SUCCESS(PdhCollectQueryData(query.handle()));
        }
    }

    TEST_CASE("live: raw value, scale, time base and information of System Up Time") {
        const Query query;
        PDH_HCOUNTER const counter = query.add(TEXT("\\System\\System Up Time"));
        PDH_RAW_COUNTER raw{};
        raw.CStatus = 42;
        CHECK_STATUS(PdhGetRawCounterValue(nullptr, nullptr, &raw), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhGetRawCounterValue(counter, nullptr, nullptr), PDH_INVALID_ARGUMENT);
        CHECK_SUCCESS(PdhGetRawCounterValue(counter, nullptr, &raw));
        CHECK_STATUS(raw.CStatus, PDH_CSTATUS_VALID_DATA);
        query.collect();
        CHECK_SUCCESS(PdhGetRawCounterValue(counter, nullptr, &raw));
        CHECK_STATUS(raw.CStatus, PDH_CSTATUS_VALID_DATA);

        CHECK_STATUS(PdhSetCounterScaleFactor(nullptr, 8), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhSetCounterScaleFactor(nullptr, 1), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhSetCounterScaleFactor(counter, 8), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhSetCounterScaleFactor(counter, -8), PDH_INVALID_ARGUMENT);
        CHECK_SUCCESS(PdhSetCounterScaleFactor(counter, 7));
        CHECK_SUCCESS(PdhSetCounterScaleFactor(counter, 0));

        LONGLONG time_base = 0;
        CHECK_STATUS(PdhGetCounterTimeBase(nullptr, nullptr), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhGetCounterTimeBase(nullptr, &time_base), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhGetCounterTimeBase(counter, nullptr), PDH_INVALID_ARGUMENT);
        CHECK_SUCCESS(PdhGetCounterTimeBase(counter, &time_base));
        CHECK(time_base > 0);

        PDH_COUNTER_INFO info{};
        DWORD size = sizeof info;
        CHECK_SUCCESS(PdhGetCounterInfo(counter, FALSE, &size, &info));
        CHECK(size == sizeof info);
        CHECK(info.dwType == PERF_ELAPSED_TIME);
        CHECK(info.lScale == 0);
        CHECK_SUCCESS(PdhSetCounterScaleFactor(counter, -5));
        CHECK_SUCCESS(PdhGetCounterInfo(counter, FALSE, &size, &info));
        CHECK(info.lScale == -5);
    }
}
