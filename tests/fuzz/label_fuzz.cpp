// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Names of processes, mounts and counters come from anywhere. Properties: none of them leaves the place where
// it stands, and what is made of them is a name that Prometheus takes.
#include "require.h"
#include "tools/exporter/http.h"
#include "tools/exporter/names.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace pdh_shim::tools::exporter;

namespace {

// No quote and no line feed without a backslash, and each backslash has its character.
void check_quoted(std::string_view text, bool may_quote) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        require(text[i] != '\n' && text[i] != '"');
        if (text[i] == '\\') {
            require(++i < text.size());
            require(text[i] == '\\' || text[i] == 'n' || (may_quote && text[i] == '"'));
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    const std::string_view whole = text;
    check_quoted(label_value(text), true);
    check_quoted(help_text(text), false);
    require(html_text(text).find_first_of("<>\"'") == std::string::npos);
    require(url_text(text).find_first_of("&=#\"'<> ") == std::string::npos);
    const auto object = whole.substr(0, whole.find('\n'));
    const auto counter = whole.substr(object.size());
    for (const auto& row : type_rows()) {
        const auto name = pdh_name(object, counter, row);
        require(is_metric_name(name.name + std::string(row.suffix)));
        require(name.factor > 0);
    }
    require(is_metric_name(windows_exporter_name(object, counter)));
    require(matches(whole, whole) || whole.find_first_of("*?") != std::string_view::npos);
    require(matches("*", whole));
    (void)matches(object, counter);
    (void)answer_form(object, counter);
    (void)is_loopback_host(whole);
    require(longest_wait(whole).count() >= 0);
    return 0;
}
