// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/call_trace.h"

#include "api/library_state.h"
#include "base/failure.h"
#include "base/platform.h"
#include "base/text.h"
#include "base/trace.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <exception>
#include <optional>
#include <string_view>

namespace pdh_shim::api {
namespace {

constexpr std::size_t longest_shown = 300; // units of a text

// Before anybody has looked, a call looks whether the environment wants calls to be logged. Nothing else is
// made for that: a program may call functions that need none of it.
void look_at_environment() {
    const auto setting = platform::environment("PDH_SHIM_LOG");
    if (setting && setting->starts_with("calls")) {
        read_settings();
    }
    auto expected = trace::CallTracing::unknown; // or another thread has configured the log
    trace::call_tracing.compare_exchange_strong(expected, trace::CallTracing::off);
}

const void* address_of(const Argument& argument) noexcept {
    return reinterpret_cast<const void*>(static_cast<std::uintptr_t>(argument.bits));
}

template <class T>
std::optional<T> read(const Argument& argument) noexcept {
    std::array<std::byte, sizeof(T)> bytes{};
    if (platform::copy_memory(address_of(argument), bytes) != bytes.size()) {
        return std::nullopt;
    }
    return std::bit_cast<T>(bytes);
}

void append_hex(std::string& line, std::uint64_t number) {
    std::array<char, 16> digits{};
    auto* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
    line += "0x";
    line.append(digits.data(), end);
}

void append_address(std::string& line, std::uint64_t address) {
    if (address == 0) {
        line += "NULL";
    } else {
        append_hex(line, address);
    }
}

void append_unreadable(std::string& line, std::uint64_t address) {
    append_hex(line, address);
    line += " (unreadable)";
}

void append_double(std::string& line, double value) {
    std::array<char, 32> digits{};
    auto* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    line.append(digits.data(), end);
}

void append_status(std::string& line, std::uint32_t code) {
    const std::string_view name = status_name(static_cast<Status>(code));
    line += name;
    if (name.empty()) {
        append_hex(line, code);
    }
}

void append_number(std::string& line, std::string_view name, std::uint64_t bits, bool is_signed) {
    if (name == "status") {
        append_status(line, static_cast<std::uint32_t>(bits));
    } else if (name == "access" || name.ends_with("flags") || name.ends_with("format") ||
               name.ends_with("type")) {
        append_hex(line, bits);
    } else {
        line += is_signed ? std::to_string(static_cast<std::int64_t>(bits)) : std::to_string(bits);
    }
}

// Units of text as UTF-8. Bytes that are no text in the encoding stay as they are: the log escapes them.
std::string as_utf8(const std::byte* bytes, std::size_t units, std::size_t unit_size) {
    std::string narrow;
    if (unit_size == sizeof(char)) {
        narrow.assign(reinterpret_cast<const char*>(bytes), units);
        if (const auto wide = platform::from_narrow(narrow)) {
            narrow.clear();
            append_utf16_lossy(narrow, wide.value());
        }
        return narrow;
    }
    std::u16string wide(units, u'\0');
    if (unit_size == sizeof(char16_t)) {
        std::memcpy(wide.data(), bytes, units * unit_size);
    } else {
        std::u32string codes(units, U'\0');
        std::memcpy(codes.data(), bytes, units * unit_size);
        std::ranges::replace_if(
            codes, [](char32_t code) { return code > 0x10FFFF; }, U'\uFFFD');
        wide = from_utf32(codes).value();
    }
    append_utf16_lossy(narrow, wide);
    return narrow;
}

// `"text"`, or `"text..."` where it is longer than what is shown. What would end the quotes, or look like one
// of the escapes that the log makes of control characters, is an escape too.
void append_quoted(std::string& line, std::string_view text, std::string_view end) {
    line += '"';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool looks_escaped = text[i] == '\\' && text.substr(i + 1).starts_with('x');
        line += text[i] == '"'    ? "\\x22"
                : text[i] == '\t' ? "\\x09"
                : looks_escaped   ? "\\x5c"
                                  : text.substr(i, 1);
    }
    line += end;
}

// The units of a text in front of its terminator; of a counted one, in front of the terminators at its end.
std::size_t length_of(std::span<const std::byte> bytes, std::size_t unit_size, bool is_counted) {
    const std::size_t units = bytes.size() / unit_size;
    const auto is_terminator = [&](std::size_t unit) {
        const auto terminator = bytes.subspan(unit * unit_size, unit_size);
        return std::ranges::all_of(terminator, [](std::byte byte) { return byte == std::byte{0}; });
    };
    std::size_t length = is_counted ? units : 0;
    while (is_counted ? length > 0 && is_terminator(length - 1) : length < units && !is_terminator(length)) {
        is_counted ? --length : ++length;
    }
    return length;
}

// The text up to its terminator; with a number of units a text or a list, which those end.
void append_text(std::string& line, const Argument& text, std::optional<std::uint64_t> units) {
    std::array<std::byte, (longest_shown + 1) * sizeof(char32_t)> bytes{};
    const std::uint64_t most = longest_shown + 1; // which shows whether the text goes on
    const auto wanted = static_cast<std::size_t>(std::min(units.value_or(most), most));
    const std::size_t copied =
        platform::copy_memory(address_of(text), std::span(bytes).first(wanted * text.size)) / text.size;
    if (copied == 0 && wanted != 0) {
        append_unreadable(line, text.bits);
        return;
    }
    const std::size_t length =
        length_of(std::span(bytes).first(copied * text.size), text.size, units.has_value());
    const bool has_end = units ? copied == *units : length < copied;
    const bool is_cut = length > longest_shown || (!has_end && copied == wanted);
    append_quoted(line, as_utf8(bytes.data(), std::min(length, longest_shown), text.size),
        is_cut    ? "...\""
        : has_end ? "\""
                  : "\" (no end)");
}

void append_raw(std::string& line, const PDH_RAW_COUNTER& raw) {
    line += '{';
    append_status(line, raw.CStatus);
    line += ", TimeStamp=" + std::to_string(std::bit_cast<std::int64_t>(raw.TimeStamp)) +
            ", FirstValue=" + std::to_string(raw.FirstValue) +
            ", SecondValue=" + std::to_string(raw.SecondValue) +
            ", MultiCount=" + std::to_string(raw.MultiCount) + '}';
}

void append_value(std::string& line, const PDH_FMT_COUNTERVALUE& value, std::uint32_t format) {
    line += '{';
    append_status(line, value.CStatus);
    line += ", ";
    if ((format & PDH_FMT_DOUBLE) != 0) {
        append_double(line, value.doubleValue);
    } else {
        line += std::to_string((format & PDH_FMT_LARGE) != 0 ? value.largeValue : value.longValue);
    }
    line += '}';
}

template <class T, class Append>
void append_read(std::string& line, const Argument& argument, const Append& append) {
    if (const auto value = read<T>(argument)) {
        append(*value);
    } else {
        append_unreadable(line, argument.bits);
    }
}

} // namespace

// A parameter as its row declares it, and what it is in this call.
struct CallTrace::Parameter {
    std::string_view name;
    std::string_view type;
    Argument argument;

    // Of a buffer, or of what is in it.
    [[nodiscard]] bool is_size() const noexcept {
        return type == "LPDWORD" && (name.ends_with("size") || name == "count" || name == "entries");
    }
    [[nodiscard]] bool is_input() const noexcept {
        return argument.is_const || type.starts_with("READS(") || type.starts_with("UPDATES(") ||
               (type == "LPDWORD" && name.ends_with("size"));
    }
    [[nodiscard]] bool is_output() const noexcept {
        return argument.kind >= Argument::Kind::text && argument.bits != 0 && !argument.is_const &&
               !type.starts_with("READS(");
    }

    // `units` has how long a text in a buffer is, with all terminators.
    void append(std::string& line, std::uint32_t format, std::optional<std::uint64_t> units = {}) const {
        switch (argument.kind) {
        case Argument::Kind::none:
            line += "ok";
            return;
        case Argument::Kind::number:
            append_number(line, name, argument.bits, argument.is_signed);
            return;
        case Argument::Kind::real:
            append_double(line, std::bit_cast<double>(argument.bits));
            return;
        case Argument::Kind::address:
            append_address(line, argument.bits);
            return;
        case Argument::Kind::text:
            if (argument.bits == 0) {
                append_address(line, 0);
            } else {
                append_text(line, argument, units);
            }
            return;
        case Argument::Kind::number_at:
            append_number_at(line);
            return;
        case Argument::Kind::handle_at:
            append_read<std::uintptr_t>(line, argument, [&](auto handle) { append_address(line, handle); });
            return;
        case Argument::Kind::raw_at:
            append_read<PDH_RAW_COUNTER>(line, argument, [&](const auto& raw) { append_raw(line, raw); });
            return;
        case Argument::Kind::value_at:
            append_read<PDH_FMT_COUNTERVALUE>(
                line, argument, [&](const auto& value) { append_value(line, value, format); });
            return;
        }
    }

    void append_number_at(std::string& line) const {
        if (argument.size == sizeof(std::uint64_t)) {
            append_read<std::uint64_t>(line, argument,
                [&](std::uint64_t number) { append_number(line, name, number, argument.is_signed); });
        } else {
            append_read<std::uint32_t>(line, argument, [&](std::uint32_t number) {
                const Argument value =
                    argument.is_signed ? Argument(static_cast<std::int32_t>(number)) : Argument(number);
                append_number(line, name, value.bits, value.is_signed);
            });
        }
    }
};

CallTrace::CallTrace(const Prototype& prototype, std::span<const Argument> arguments) noexcept
    : prototype_(prototype) {
    try {
        if (trace::call_tracing.load(std::memory_order_relaxed) == trace::CallTracing::unknown) {
            look_at_environment();
        }
        if (trace::enabled(trace::Level::calls)) {
            begin(arguments);
        }
    } catch (const std::exception&) {
        line_.clear(); // no memory
    }
}

CallTrace::~CallTrace() = default;

void CallTrace::begin(std::span<const Argument> arguments) {
    std::string line = std::to_string(platform::thread_id()) + ' ' + prototype_.name + '(';
    std::string_view rest = prototype_.parameters + 1; // `TYPE NAME, ...)`
    for (const Argument& argument : arguments) {
        const std::size_t end = std::min(rest.find(", "), rest.size() - 1);
        const std::string_view declaration = rest.substr(0, end);
        const std::size_t name = declaration.rfind(' ') + 1;
        const Parameter& parameter = parameters_.emplace_back(
            Parameter{declaration.substr(name), declaration.substr(0, name - 1), argument});
        rest.remove_prefix(std::min(end + 2, rest.size()));
        line += parameters_.size() == 1 ? "" : ", ";
        line += parameter.name;
        line += '=';
        if (argument.kind < Argument::Kind::text || (argument.bits != 0 && parameter.is_input())) {
            parameter.append(line, format_);
        } else {
            append_address(line, argument.bits);
        }
        if (parameter.name == "format") {
            format_ = static_cast<std::uint32_t>(argument.bits);
        }
    }
    line_ = line + ") -> ";
}

void CallTrace::append_outputs(bool only_sizes) {
    for (std::size_t place = 0; place < parameters_.size(); ++place) {
        const Parameter& parameter = parameters_[place];
        if (!parameter.is_output() || (only_sizes && !parameter.is_size())) {
            continue;
        }
        const bool has_size = place + 1 < parameters_.size() && parameters_[place + 1].is_size();
        line_ += parameter.name;
        line_ += '=';
        parameter.append(
            line_, format_, has_size ? read<DWORD>(parameters_[place + 1].argument) : std::nullopt);
        line_ += ", ";
    }
}

void CallTrace::end(const Argument& returned) noexcept {
    if (line_.empty()) {
        return;
    }
    try {
        const auto status = static_cast<Status>(static_cast<std::uint32_t>(returned.bits));
        const bool is_error =
            prototype_.returns_status
                ? status != Status::success
                : returned.kind == Argument::Kind::number && // some return a status all the same
                      status > Status::cstatus_new_data && !status_name(status).empty();
        const bool is_more = status == Status::more_data || status == Status::insufficient_buffer;
        if (!is_error || is_more) {
            append_outputs(is_error);
        }
        if (is_error) {
            append_status(line_, static_cast<std::uint32_t>(status));
        } else {
            Parameter{"", "", prototype_.returns_status ? Argument() : returned}.append(line_, format_);
        }
        trace::write(trace::Level::calls, line_);
    } catch (const std::exception&) {
        return; // no memory
    }
}

} // namespace pdh_shim::api
