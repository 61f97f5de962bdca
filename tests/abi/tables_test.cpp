// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Facts that a static assertion on one set of headers cannot check: bit positions, pointer values, names
// without suffix.
#include <pdh.h>

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <tchar.h>
#include <type_traits>

#ifdef UNICODE
#define TYPE(neutral, narrow, wide)                                                                          \
    static_assert(std::is_same_v<neutral, wide>);                                                            \
    static_assert(std::is_same_v<P##neutral, P##wide>);
#else
#define TYPE(neutral, narrow, wide)                                                                          \
    static_assert(std::is_same_v<neutral, narrow>);                                                          \
    static_assert(std::is_same_v<P##neutral, P##narrow>);
#endif
#include "types.inc"
#undef TYPE

static_assert(std::is_same_v<decltype(TEXT("text")), const TCHAR (&)[5]>);
static_assert(std::is_same_v<decltype(_T("text")), const TCHAR (&)[5]>);

namespace {

#ifdef UNICODE
const std::string suffix = "W";
#else
const std::string suffix = "A";
#endif

template <typename Config>
DWORD first_word(const Config& config) {
    DWORD word = 0;
    std::memcpy(&word, &config, sizeof word);
    return word;
}

} // namespace

#define TEXT_OF(name) #name

TEST_CASE("a function's name without suffix is the name for TCHAR") {
#define FUNCTION(name) CHECK(TEXT_OF(name) == #name + suffix);
#include "functions.inc"
#undef FUNCTION
}

TEST_CASE_TEMPLATE("each flag of a browse configuration has its bit of the first word", Config,
    PDH_BROWSE_DLG_CONFIG_A, PDH_BROWSE_DLG_CONFIG_W, PDH_BROWSE_DLG_CONFIG_HA, PDH_BROWSE_DLG_CONFIG_HW){
#define FLAG(member, bit)                                                                                    \
    {                                                                                                        \
        Config config = {};                                                                                  \
        config.member = 1;                                                                                   \
        CHECK_MESSAGE(first_word(config) == (bit), #member);                                                 \
    }
#include "flags.inc"
#undef FLAG
}

TEST_CASE("the handles of the real-time sources have Windows' values") {
#define HANDLE_VALUE(name, value)                                                                            \
    CHECK_MESSAGE(reinterpret_cast<std::intptr_t>(static_cast<HANDLE>(name)) == (value), #name);
#include "handles.inc"
#undef HANDLE_VALUE
}

TEST_CASE("a status has the severity of its top two bits") {
    struct Row {
        DWORD status;
        bool success;
        bool information;
        bool warning;
        bool error;
    };
    constexpr Row rows[] = {
        {ERROR_SUCCESS, true, false, false, false},
        {PDH_CSTATUS_NEW_DATA, true, false, false, false},
        {0x40000001, false, true, false, false},
        {PDH_MORE_DATA, false, false, true, false},
        {PDH_INVALID_HANDLE, false, false, false, true},
    };
    for (const Row& row : rows) {
        CAPTURE(row.status);
        const auto status = static_cast<PDH_STATUS>(row.status);
        CHECK((IsSuccessSeverity(status) == TRUE) == row.success);
        CHECK((IsInformationalSeverity(status) == TRUE) == row.information);
        CHECK((IsWarningSeverity(status) == TRUE) == row.warning);
        CHECK((IsErrorSeverity(status) == TRUE) == row.error);
    }
}

TEST_CASE("path flags and a language share one word") {
    CHECK(PDH_PATH_LANG_FLAGS(0x0409, PDH_PATH_WBEM_INPUT) == 0x04090002u);
    CHECK(PDH_PATH_LANG_FLAGS(0x12345, 0x54321) == 0x23454321u);
}
