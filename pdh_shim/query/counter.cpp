// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/counter.h"

#include "query/awaited_counter.h"
#include "query/grouped_samples.h"
#include "query/supplied_counter.h"

#include <bit>
#include <mutex>
#include <utility>

namespace pdh_shim::query {
namespace {

bool same_values(const calc::RawSample& left, const calc::RawSample& right) {
    return left.first == right.first && left.second == right.second && left.multi == right.multi;
}

template <class To, class From, class Convert>
std::vector<Item<To>> convert(std::vector<Item<From>>&& items, const Convert& convert_value) {
    std::vector<Item<To>> converted;
    converted.reserve(items.size());
    for (Item<From>& item : items) {
        converted.push_back({std::move(item.name), convert_value(item.value)});
    }
    return converted;
}

} // namespace

Counter::Counter(
    const CounterIdentity& identity, SampleSource& source, std::uint64_t number, std::uintptr_t user_data)
    : identity_(identity), source_(source), number_(number), user_data_(user_data) {}

const CounterIdentity& Counter::found_identity() const noexcept {
    const CollectedCounter* const found = static_cast<const AwaitedSamples&>(source_).found();
    return found == nullptr ? identity_ : found->identity;
}

std::uint64_t Counter::found_number() const noexcept {
    return static_cast<const AwaitedSamples&>(source_).found()->counter.number();
}

SuppliedSamples* Counter::supplied() const noexcept {
    return dynamic_cast<SuppliedSamples*>(&source_);
}

std::vector<std::shared_ptr<Counter>> Counter::members() const {
    const auto* const group = dynamic_cast<const GroupedSamples*>(&source_);
    return group == nullptr ? std::vector<std::shared_ptr<Counter>>() : group->counters();
}

Status Counter::cstatus() {
    const std::scoped_lock lock(mutex());
    const auto newest = this->newest();
    if (!newest) {
        return identity().target().unmeasured != nullptr ? Status::cstatus_invalid_data
                                                         : Status::cstatus_item_not_validated;
    }
    const Status status = newest->newer.sample.cstatus;
    return is_valid_data(status) && changed_ ? Status::cstatus_new_data : status;
}

int Counter::scale() {
    const std::scoped_lock lock(mutex());
    return scale_.value_or(0);
}

void Counter::set_scale(int power_of_ten) {
    const std::scoped_lock lock(mutex());
    scale_ = static_cast<std::int8_t>(power_of_ten);
    answer_.publish({});
}

int Counter::scale_in_force(ScalePolicy policy, const CounterIdentity& identity) const {
    if (scale_) {
        return *scale_;
    }
    const bool applies = policy == ScalePolicy::by_source
                             ? identity.target().active_source().catalogue->default_scale_applies
                             : policy == ScalePolicy::apply;
    const std::int32_t scale = identity.definition().default_scale;
    // A default scale that PdhSetCounterScaleFactor would refuse is ignored.
    return applies && scale >= calc::min_scale && scale <= calc::max_scale ? scale : 0;
}

std::optional<calc::Format> Counter::parse_format(
    std::uint32_t format_word, ScalePolicy policy, const CounterIdentity& identity) const {
    return calc::parse_format(format_word, scale_in_force(policy, identity));
}

std::optional<Samples> Counter::newest() {
    // Read before the samples: for those that arrive meanwhile, what was seen is too old.
    const std::uint64_t sequence = source_.sequence();
    std::optional<Samples> newest = source_.newest();
    if (newest) {
        Seen seen;
        const bool has_seen = seen_.read(seen);
        changed_ = changed_ || !has_seen || !same_values(seen.raw.sample, newest->newer.sample);
        seen_.publish({.raw = newest->newer, .sequence = sequence});
    }
    return newest;
}

RawValue Counter::raw() {
    const std::scoped_lock lock(mutex());
    if (const auto newest = this->newest()) {
        return newest->newer;
    }
    return source_.initial().value_or(RawValue{.sample = {.cstatus = Status::cstatus_item_not_validated}});
}

calc::Formatted Counter::format_samples(const calc::Format& format, const Samples& samples) const {
    const calc::RawSample* const older = samples.older ? &samples.older->sample : nullptr;
    const CounterColumn& column = (samples.counter != nullptr ? *samples.counter : identity()).column();
    return calc::format(column.type, format, column.time_base, samples.newer.sample, older);
}

calc::Formatted Counter::format_newest(
    const calc::Format& format, const std::optional<Samples>& newest) const {
    if (newest) {
        return format_samples(format, *newest);
    }
    const auto initial = source_.initial();
    return initial ? format_samples(format, {*initial, std::nullopt})
                   : calc::failed(Status::no_data, format.number);
}

calc::Formatted Counter::format(std::uint32_t format_word) {
    const std::scoped_lock lock(mutex());
    // Read before the samples: for those that arrive meanwhile the answer is too old.
    const std::uint64_t sequence = source_.sequence();
    const auto newest = this->newest();
    const ScalePolicy policy = query().commons.scale_policy.load();
    const auto format = parse_format(format_word, policy, identity());
    calc::Formatted formatted = format ? format_newest(*format, newest)
                                       : calc::failed(Status::invalid_argument, calc::Number::as_double);
    formatted.status = calc::get_value_status(formatted.status);
    if (formatted.status != Status::success) {
        return formatted;
    }
    changed_ = false;
    if (newest) {
        keep_answer(format_word, policy, sequence, formatted.datum);
    }
    return formatted;
}

void Counter::keep_answer(
    std::uint32_t format_word, ScalePolicy policy, std::uint64_t sequence, const calc::Datum& datum) {
    const calc::Value& value = datum.value;
    const bool is_real = value.number == calc::Number::as_double;
    answer_.publish({.sequence = sequence,
        .value =
            is_real ? std::bit_cast<std::uint64_t>(value.real) : static_cast<std::uint64_t>(value.integer),
        .format_word = format_word,
        .cstatus = datum.cstatus,
        .number = value.number,
        .policy = policy,
        .valid = true});
}

bool Counter::read_answer(std::uint32_t format_word, calc::Formatted& formatted) const {
    Answer answer;
    if (!answer_.read(answer) || !answer.valid || answer.format_word != format_word ||
        answer.sequence != source_.sequence() || answer.policy != query().commons.scale_policy.load()) {
        return false;
    }
    calc::Value& value = formatted.datum.value;
    formatted.datum.cstatus = answer.cstatus;
    value.number = answer.number;
    if (answer.number == calc::Number::as_double) {
        value.real = std::bit_cast<double>(answer.value);
    } else {
        value.integer = static_cast<std::int64_t>(answer.value);
    }
    return true;
}

std::optional<calc::Format> Counter::format_in_force(std::uint32_t format_word) const {
    const std::scoped_lock lock(mutex());
    return parse_format(format_word, query().commons.scale_policy.load(), identity());
}

calc::Formatted Counter::calculate(
    std::uint32_t format_word, const calc::RawSample& newer, const calc::RawSample* older) {
    const auto format = format_in_force(format_word);
    if (!format) {
        return calc::failed(Status::invalid_argument, calc::Number::as_double);
    }
    return calc::format(identity().type(), *format, time_base(), newer, older);
}

calc::Statistics Counter::statistics(std::uint32_t format_word, std::uint32_t first_entry,
    std::uint32_t count, const std::function<calc::RawSample(std::uint32_t)>& sample_at) {
    const auto format = format_in_force(format_word);
    if (!format) {
        calc::Statistics refused;
        refused.status = Status::invalid_argument;
        return refused;
    }
    return calc::statistics(identity().type(), *format, time_base(), count, first_entry, sample_at);
}

Result<std::vector<Item<RawValue>>> Counter::raw_items() {
    const std::scoped_lock lock(mutex());
    PDH_SHIM_TRY(auto items, source_.items());
    return convert<RawValue>(std::move(items), [](const Samples& samples) { return samples.newer; });
}

Result<std::vector<Item<calc::Datum>>> Counter::formatted_items(std::uint32_t format_word) {
    const std::scoped_lock lock(mutex());
    const ScalePolicy policy = query().commons.scale_policy.load();
    const auto own_format = parse_format(format_word, policy, identity());
    if (!own_format) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(auto items, source_.items());
    Status failure = Status::success;
    bool any_valid = false;
    auto result = convert<calc::Datum>(std::move(items), [&](const Samples& samples) {
        const auto format =
            samples.counter == nullptr ? own_format : parse_format(format_word, policy, *samples.counter);
        const calc::Formatted formatted = format_samples(*format, samples);
        any_valid = any_valid || formatted.status == Status::success;
        failure = failure == Status::success ? formatted.status : failure;
        return formatted.datum;
    });
    if (!any_valid) {
        return failure;
    }
    return result;
}

} // namespace pdh_shim::query
