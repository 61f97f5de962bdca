// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// PdhGetExplainText, whose text is always wide.
#include "support.h"

#include <string>

using namespace conformance;

namespace {

const WCHAR* explain(const char* object, const char* counter = nullptr, const char* machine_name = nullptr) {
    const WideText object_text = wide_from_utf8(object == nullptr ? "" : object);
    const WideText counter_text = wide_from_utf8(counter == nullptr ? "" : counter);
    const WideText machine_text = wide_from_utf8(machine_name == nullptr ? "" : machine_name);
    return PdhGetExplainText(machine_name == nullptr ? nullptr : machine_text.c_str(),
        object == nullptr ? nullptr : object_text.c_str(),
        counter == nullptr ? nullptr : counter_text.c_str());
}

} // namespace

TEST_CASE_FIXTURE(Widgets, "PdhGetExplainText explains objects and counters") {
    CHECK(utf8(explain("Widget")) == "Widgets on the line.");
    CHECK(utf8(explain("wIDGET", "dEPTH")) == "Items waiting.");
    CHECK(utf8(explain("Gadget", nullptr, machine().c_str())) == "The gadget.");
    CHECK(utf8(explain("Gadget", nullptr, "localhost")) == "The gadget.");
}

TEST_CASE_FIXTURE(Widgets, "PdhGetExplainText returns NULL for unknown names and missing explanations") {
    CHECK(explain("Nothing") == nullptr);
    CHECK(explain("Widget", "Nothing") == nullptr);
    CHECK(explain("Widget", "") == nullptr);
    CHECK(explain("Widget", nullptr, "\\\\far") == nullptr);
    CHECK(explain(nullptr) == nullptr);
    CHECK(explain("Silo") == nullptr);
}

TEST_CASE_FIXTURE(
    Widgets, "PdhGetExplainText: the text stays, and is the same one when it is asked for again") {
    const WCHAR* const text = explain("Widget");
    CHECK(explain("Widget") == text);
    CHECK(explain("Widget", "Depth") == explain("Gadget", "Depth"));
    use_script("names.json");
    CHECK(utf8(text) == "Widgets on the line.");
}
