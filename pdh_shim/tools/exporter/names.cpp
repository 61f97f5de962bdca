// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/names.h"

#include "tools/terminal/terminal_text.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace pdh_shim::tools::exporter {

namespace {

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    bool in_word = false;
    for (const char c : text) {
        const bool is_part = is_digit(c) || is_letter(c);
        if (is_part && !in_word) {
            words.emplace_back();
        }
        if (is_part) {
            words.back() += lower(c);
        }
        in_word = is_part;
    }
    return words;
}

struct Unit {
    std::string_view word;
    std::string_view base;
    double factor;
};
constexpr double kilo = 1024;
constexpr std::array units = {Unit{"kbytes", "bytes", kilo}, Unit{"kilobytes", "bytes", kilo},
    Unit{"kb", "bytes", kilo}, Unit{"mbytes", "bytes", kilo* kilo}, Unit{"megabytes", "bytes", kilo* kilo},
    Unit{"mb", "bytes", kilo* kilo}, Unit{"gbytes", "bytes", kilo* kilo* kilo},
    Unit{"gigabytes", "bytes", kilo* kilo* kilo}, Unit{"gb", "bytes", kilo* kilo* kilo},
    Unit{"msec", "seconds", 1e-3}, Unit{"ms", "seconds", 1e-3}, Unit{"milliseconds", "seconds", 1e-3},
    Unit{"usec", "seconds", 1e-6}, Unit{"us", "seconds", 1e-6}, Unit{"microseconds", "seconds", 1e-6}};

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const auto& word : words) {
        text.append(text.empty() ? "" : "_").append(word);
    }
    return text;
}

// Endings that say something else than what the series is.
void end_as(Metric metric, std::vector<std::string>& words) {
    if (words.size() > 1 && words.back() == "count") {
        words.pop_back();
        words.back() += words.back().ends_with('s') ? "" : "s";
    }
    if (metric == Metric::counter && words.size() > 1 && words.back() == "total") {
        words.pop_back(); // which the suffix says
    }
    constexpr std::array<std::string_view, 5> taken = {"total", "sum", "bucket", "created", "info"};
    if (metric == Metric::gauge && !words.empty() && std::ranges::find(taken, words.back()) != taken.end()) {
        words.emplace_back("value");
    }
}

struct Escape {
    char c;
    std::string_view text;
};

std::string escaped(std::string_view text, std::initializer_list<Escape> escapes) {
    std::string out;
    for (const char c : terminal::valid_utf8(text)) {
        const auto* const found = std::ranges::find(escapes, c, &Escape::c);
        if (found == escapes.end()) {
            out += c;
        } else {
            out += found->text;
        }
    }
    return out;
}

bool is_name(std::string_view text, bool with_colon) {
    return !text.empty() && !is_digit(text.front()) && std::ranges::all_of(text, [with_colon](char c) {
        return is_letter(c) || is_digit(c) || c == '_' || (with_colon && c == ':');
    });
}

} // namespace

const std::vector<TypeRow>& type_rows() {
    static const std::vector<TypeRow> rows = {
#include "exporter_types.inc"
    };
    return rows;
}

const TypeRow* type_row(std::uint32_t type) {
    const auto& rows = type_rows();
    const auto found = std::ranges::find(rows, type, &TypeRow::type);
    return found == rows.end() ? nullptr : &*found;
}

PdhName pdh_name(std::string_view object, std::string_view counter, const TypeRow& type) {
    PdhName result;
    auto words = words_of(counter);
    const auto words_of_object = words_of(object);
    const bool is_plain = type.value == Value::first; // without a unit of the type
    // A rate is counted, and a mean is summed: the series has the whole.
    if (type.metric != Metric::gauge) {
        std::erase_if(words, [](const std::string& word) { return word == "sec" || word == "avg"; });
    }
    // A start in place of the time since then; of the object if nothing else is said.
    if (type.value == Value::start_time) {
        std::erase_if(words, [&words_of_object](const std::string& word) {
            return word == "up" || word == "elapsed" || word == "time" ||
                   std::ranges::find(words_of_object, word) != words_of_object.end();
        });
    }
    for (auto& word : words) {
        const auto* const unit = std::ranges::find(units, word, &Unit::word);
        if (is_plain && unit != units.end()) {
            word = unit->base;
            result.factor = unit->factor;
        }
    }
    if (words.empty() && type.value != Value::start_time) {
        words.emplace_back("value");
    }
    end_as(type.metric, words);
    result.name = "pdh_" + (words_of_object.empty() ? "object" : joined(words_of_object));
    result.name.append(words.empty() ? "" : "_").append(joined(words));
    return result;
}

std::string windows_exporter_name(std::string_view object, std::string_view counter) {
    std::string name;
    const auto both = std::string(object).append("_").append(counter);
    for (const char c : both) {
        if (c == '%') {
            name += "percent";
        } else if (c != '(' && c != ')') {
            // A character of several bytes is one.
            const bool goes_on = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
            name.append(goes_on ? 0 : 1, is_letter(c) || is_digit(c) ? lower(c) : '_');
        }
    }
    name.insert(0, "windows_performancecounter_");
    name.erase(name.find_last_not_of('_') + 1);
    return name;
}

bool is_metric_name(std::string_view text) {
    return is_name(text, true);
}

bool is_label_name(std::string_view text) {
    return is_name(text, false) && !text.starts_with("__");
}

std::string label_value(std::string_view text) {
    return escaped(text, {{'"', "\\\""}, {'\\', "\\\\"}, {'\n', "\\n"}});
}

// In OpenMetrics a quote is escaped too, and Prometheus' own format has no such escape: neither has a quote.
std::string help_text(std::string_view text) {
    return escaped(text, {{'"', "'"}, {'\\', "\\\\"}, {'\n', "\\n"}});
}

std::string html_text(std::string_view text) {
    return escaped(text, {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}});
}

std::string url_text(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~') {
            out += c;
        } else {
            out.append({'%', digits[byte / 16], digits[byte % 16]});
        }
    }
    return out;
}

bool matches(std::string_view pattern, std::string_view name) {
    std::size_t star = std::string_view::npos; // the last one of the pattern, and what it took of the name
    std::size_t taken = 0;
    std::size_t i = 0;
    std::size_t k = 0;
    while (k < name.size()) {
        if (i < pattern.size() && pattern[i] == '*') {
            star = i++;
            taken = k;
        } else if (i < pattern.size() && (pattern[i] == '?' || lower(pattern[i]) == lower(name[k]))) {
            ++i;
            ++k;
        } else if (star != std::string_view::npos) {
            i = star + 1;
            k = ++taken;
        } else {
            return false;
        }
    }
    return std::ranges::all_of(pattern.substr(i), [](char c) { return c == '*'; });
}

bool equal(std::string_view left, std::string_view right) {
    return std::ranges::equal(left, right, [](char a, char b) { return lower(a) == lower(b); });
}

} // namespace pdh_shim::tools::exporter
