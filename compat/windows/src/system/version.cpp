// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The version and the languages of Windows.
#include "system/system.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace compat = pdh_shim::compat;

namespace pdh_shim::compat {
namespace {

/// A language of counters' names as a language of a country: 0x007 becomes 0x0407.
LANGID country_language(LANGID language) {
    return SUBLANGID(language) == SUBLANG_NEUTRAL ? MAKELANGID(PRIMARYLANGID(language), SUBLANG_DEFAULT)
                                                  : language;
}

LANGID language_at_start() {
    const char* const setting = std::getenv("PDH_SHIM_LANGUAGE");
    const std::string_view text = setting == nullptr ? "" : setting;
    LANGID language = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), language, 16);
    const bool good =
        read.ec == std::errc() && read.ptr == text.data() + text.size() && PRIMARYLANGID(language) != 0;
    return country_language(good ? language : static_cast<LANGID>(LANG_ENGLISH));
}

LANGID default_language() {
    static const LANGID language = language_at_start();
    return language;
}

} // namespace
} // namespace pdh_shim::compat

DWORD WINAPI GetVersion(void) {
    return compat::version_build << 16U | compat::version_minor << 8U | compat::version_major;
}

#define LANGUAGE_FUNCTION(type, name)                                                                        \
    type WINAPI name(void) {                                                                                 \
        return compat::default_language();                                                                   \
    }
LANGUAGE_FUNCTION(LANGID, GetUserDefaultUILanguage)
LANGUAGE_FUNCTION(LANGID, GetSystemDefaultUILanguage)
LANGUAGE_FUNCTION(LANGID, GetUserDefaultLangID)
LANGUAGE_FUNCTION(LANGID, GetSystemDefaultLangID)
LANGUAGE_FUNCTION(LCID, GetUserDefaultLCID)
LANGUAGE_FUNCTION(LCID, GetSystemDefaultLCID)
LANGUAGE_FUNCTION(LCID, GetThreadLocale)
