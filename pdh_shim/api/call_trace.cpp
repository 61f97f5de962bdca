// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/call_trace.h"

#include "api/library_state.h"
#include "api/traced_value.h"
#include "base/platform.h"
#include "base/trace.h"

#include <algorithm>
#include <exception>

namespace pdh_shim::api {
namespace {

// Calls `take` with the declaration of each parameter of `(TYPE NAME, ...)`.
template <class Take>
void for_each_declaration(std::string_view parameters, const Take& take) {
    parameters = parameters.substr(1, parameters.size() - 2);
    while (!parameters.empty()) {
        const std::size_t comma = std::min(parameters.find(','), parameters.size());
        take(parameters.substr(0, comma));
        parameters.remove_prefix(std::min(comma + 2, parameters.size()));
    }
}

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

std::string text_of(Status status) {
    const std::string_view name = status_name(status);
    if (status == Status::success) {
        return "ok";
    }
    std::string text(name);
    if (name.empty()) {
        append_hex(text, static_cast<std::uint32_t>(status));
    }
    return text;
}

} // namespace

bool CallTrace::Parameter::is_size() const noexcept {
    return type == "LPDWORD" && (name.ends_with("size") || name == "count" || name == "entries");
}

bool CallTrace::Parameter::is_read() const noexcept {
    return argument.is_const || type.starts_with("READS(") || type.starts_with("UPDATES(") ||
           (type == "LPDWORD" && name.ends_with("size"));
}

bool CallTrace::Parameter::is_written() const noexcept {
    return argument.is_pointer && argument.bits != 0 && !argument.is_const && !type.starts_with("READS(") &&
           argument.type.pointee != Pointee::anything;
}

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
    std::size_t place = 0;
    if (!arguments.empty()) {
        for_each_declaration(prototype_.parameters, [&](std::string_view declaration) {
            const std::size_t name = declaration.rfind(' ') + 1;
            parameters_.push_back(
                {declaration.substr(name), declaration.substr(0, name - 1), arguments[place++]});
        });
    }
    line_ = std::to_string(platform::thread_id()) + ' ' + prototype_.name + '(';
    for (place = 0; place < parameters_.size(); ++place) {
        line_ += place == 0 ? "" : ", ";
        append_argument(place);
    }
    line_ += ") -> ";
}

void CallTrace::append_argument(std::size_t place) {
    const Parameter& parameter = parameters_[place];
    const Argument& argument = parameter.argument;
    line_ += parameter.name;
    line_ += '=';
    if (argument.is_pointer && argument.bits == 0) {
        line_ += "NULL";
    } else if (parameter.is_read()) {
        append_target(place);
    } else if (argument.is_pointer) {
        append_hex(line_, argument.bits);
    } else if (argument.type.pointee == Pointee::file_time) {
        append_number(line_, "time_stamp", argument.bits, argument.type);
    } else {
        append_number(line_, parameter.name, argument.bits, argument.type);
    }
}

void CallTrace::append_target(std::size_t place) {
    const Parameter& parameter = parameters_[place];
    if (const auto count = count_before(place)) {
        append_array(line_, parameter.name, parameter.argument, format(), *count);
    } else if (parameter.name == "files") {
        append_texts(line_, parameter.argument.type.encoding, parameter.argument.address(), std::nullopt);
    } else {
        append_pointee(line_, parameter.name, parameter.argument, format());
    }
}

// The size behind it says how long the text or the list of texts is, with all terminators.
void CallTrace::append_text_buffer(std::size_t place) {
    const Argument& argument = parameters_[place].argument;
    const bool has_size = place + 1 < parameters_.size() && parameters_[place + 1].is_size();
    const auto size = has_size ? read_number(parameters_[place + 1].argument) : std::nullopt;
    const auto units = static_cast<std::size_t>(size.value_or(0));
    if (has_list(argument.type.encoding, argument.address(), units)) {
        append_texts(line_, argument.type.encoding, argument.address(), units);
    } else {
        append_text(line_, argument.type.encoding, argument.address());
    }
}

std::uint32_t CallTrace::format() const noexcept {
    const auto found = std::ranges::find(parameters_, std::string_view("format"), &Parameter::name);
    return found == parameters_.end() ? 0 : static_cast<std::uint32_t>(found->argument.bits);
}

// How many structures there are, if a number of them precedes the pointer to them.
std::optional<std::size_t> CallTrace::count_before(std::size_t place) const noexcept {
    if (place == 0 || parameters_[place].argument.type.pointee == Pointee::integer) {
        return std::nullopt;
    }
    const Parameter& before = parameters_[place - 1];
    if (before.name != "count" && before.name != "entries") {
        return std::nullopt;
    }
    if (!before.argument.is_pointer) {
        return static_cast<std::size_t>(before.argument.bits);
    }
    return static_cast<std::size_t>(read_number(before.argument).value_or(0));
}

void CallTrace::end(Status status) noexcept {
    if (line_.empty()) {
        return;
    }
    try {
        const bool is_more = status == Status::more_data || status == Status::insufficient_buffer;
        finish(status == Status::success ? Outputs::all : (is_more ? Outputs::sizes : Outputs::none),
            text_of(status));
    } catch (const std::exception&) {
        return; // no memory
    }
}

void CallTrace::end_value(Argument value) noexcept {
    if (line_.empty()) {
        return;
    }
    try {
        std::string text;
        if (value.is_pointer) {
            append_pointee(text, {}, value, 0);
        } else {
            append_number(text, {}, value.bits, value.type);
        }
        // Some return a status as a number.
        const auto status = static_cast<Status>(static_cast<std::uint32_t>(value.bits));
        const bool is_error =
            !value.is_pointer && status > Status::cstatus_new_data && !status_name(status).empty();
        finish(is_error ? Outputs::none : Outputs::all, is_error ? text_of(status) : text);
    } catch (const std::exception&) {
        return; // no memory
    }
}

void CallTrace::end_value(double value) noexcept {
    if (line_.empty()) {
        return;
    }
    try {
        std::string text;
        append_double(text, value);
        finish(Outputs::all, text);
    } catch (const std::exception&) {
        return; // no memory
    }
}

void CallTrace::end_value() noexcept {
    end(Status::success);
}

void CallTrace::finish(Outputs outputs, const std::string& outcome) {
    for (std::size_t place = 0; place < parameters_.size(); ++place) {
        const Parameter& parameter = parameters_[place];
        const bool is_shown = outputs == Outputs::all || (outputs == Outputs::sizes && parameter.is_size());
        if (!is_shown || !parameter.is_written()) {
            continue;
        }
        line_ += parameter.name;
        line_ += '=';
        if (parameter.argument.type.pointee == Pointee::text) {
            append_text_buffer(place);
        } else {
            append_target(place);
        }
        line_ += ", ";
    }
    trace::write(trace::Level::calls, line_ + outcome);
}

} // namespace pdh_shim::api
