// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Runs one case of the conformance suite in a process of its own.
#define DOCTEST_CONFIG_IMPLEMENT
#define DOCTEST_CONFIG_NO_WINDOWS_SEH // a crash is for the runner to see
#include <windows.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr int wrong_usage = 2;

/// How many cases the filter of a run let through.
unsigned chosen_cases = 0;

/// Lists the cases, each with what it needs; counts those that run.
class Lister : public doctest::IReporter {
  public:
    explicit Lister(const doctest::ContextOptions& /*options*/) {}

    void report_query(const doctest::QueryData& query) override {
        for (unsigned i = 0; i < query.num_data; ++i) {
            const char* const needs = query.data[i]->m_description;
            std::printf("%s\t%s\n", query.data[i]->m_name, needs == nullptr ? "-" : needs);
        }
    }
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats& stats) override {
        chosen_cases = stats.numTestCasesPassingFilters;
    }
    void test_case_start(const doctest::TestCaseData& /*data*/) override {}
    void test_case_reenter(const doctest::TestCaseData& /*data*/) override {}
    void test_case_end(const doctest::CurrentTestCaseStats& /*stats*/) override {}
    void test_case_exception(const doctest::TestCaseException& /*exception*/) override {}
    void subcase_start(const doctest::SubcaseSignature& /*signature*/) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData& /*data*/) override {}
    void log_message(const doctest::MessageData& /*data*/) override {}
    void test_case_skipped(const doctest::TestCaseData& /*data*/) override {}
};

REGISTER_LISTENER("lister", 1, Lister);

int list() {
    const std::array arguments{"", "--list-test-cases", "--reporters=none"}; // the listener remains
    return doctest::Context(static_cast<int>(arguments.size()), arguments.data()).run();
}

int run(std::string name) {
    // The filter takes these for wildcards and for the end of a name; `?` is the wildcard for one character.
    std::ranges::replace(name, '*', '?');
    std::ranges::replace(name, ',', '?');
    doctest::Context context;
    context.addFilter("test-case", name.c_str());
    context.setOption("case-sensitive", true);
    context.setOption("no-version", true);
    const int status = context.run();
    if (chosen_cases != 1) {
        std::fprintf(stderr, "%u cases have this name.\n", chosen_cases);
        return wrong_usage;
    }
    return status;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string_view> arguments(argv + 1, argv + argc);
    if (arguments.size() == 1 && arguments[0] == "--list") {
        return list();
    }
    if (arguments.size() == 2 && arguments[0] == "--run") {
        return run(std::string(arguments[1]));
    }
    std::fprintf(stderr, "usage: conformance --list\n"
                         "       conformance --run CASE\n"
                         "\n"
                         "--list prints each case with what it needs, separated by a tab. --run runs one.\n");
    return wrong_usage;
}
