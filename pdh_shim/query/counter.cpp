// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/counter.h"

#include "base/text.h"
#include "calc/total_name.h"
#include "path/wildcard.h"
#include "query/plan.h"

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
        converted.push_back({std::move(item.name), convert_value(item.value), item.duplicate});
    }
    return converted;
}

/// How a name is displayed: as it was given, unless that is a name in another language.
const std::u16string& shown(const std::u16string& given, const std::u16string& name) {
    return equal_folded(given, name) || path::has_wildcard(given) ? given : name;
}

int scale_of(const Column& column, ScalePolicy policy) {
    const bool applies = policy == ScalePolicy::by_source
                             ? column.found.active_source().catalogue->default_scale_applies
                             : policy == ScalePolicy::apply;
    const std::int32_t scale = column.definition.default_scale;
    // A default scale that PdhSetCounterScaleFactor would refuse is ignored.
    return applies && scale >= calc::min_scale && scale <= calc::max_scale ? scale : 0;
}

} // namespace

Counter::Counter(std::shared_ptr<const Column> column, std::shared_ptr<const path::InstanceName> instance,
    const path::CounterPath& given, std::uintptr_t user_data)
    : added_(std::move(column)), column_(added_.get()), instance_(std::move(instance)), user_data_(user_data),
      has_wildcard_(instance_ != nullptr && path::has_wildcard(*instance_)),
      names_machine_(!given.machine.empty()) {
    cursor_.born = sequence();
    const bool has_own_machine = given.machine.ends_with(u'\\');
    const bool is_spelled_so =
        given.object == added_->found.object_name() && given.counter == added_->found.name();
    if (has_own_machine || !is_spelled_so || is_unknown()) {
        given_names_ = std::make_unique<const GivenNames>(
            GivenNames{has_own_machine ? given.machine : std::u16string(), given.object, given.counter});
    }
}

void Counter::leave_query() noexcept {
    added_->context.plan->remove(*this);
}

std::u16string Counter::instance_name() const {
    const path::InstanceName* const instance = this->instance();
    return instance != nullptr ? display_name(*instance) : std::u16string();
}

std::optional<std::int64_t> Counter::reported_time_base() const noexcept {
    const Column& column = this->column();
    if (column.time_base || !column.type.reports_perf_freq()) {
        return column.time_base;
    }
    const std::int64_t frequency = column.definition.time_base != 0
                                       ? column.definition.time_base
                                       : column.found.active_source().catalogue->perf_freq;
    return frequency != 0 ? std::optional(frequency) : std::nullopt;
}

bool Counter::wants_only_total() const noexcept {
    const path::InstanceName* const instance = this->instance();
    return instance != nullptr && instance->parent.empty() && instance->index == 0 &&
           equal_folded(instance->name, calc::total_name);
}

path::CounterPath Counter::path() const {
    const machine::ResolvedCounter& found = column().found;
    const auto named = instance_ != nullptr ? std::optional(*instance_) : std::nullopt;
    const GivenNames* const given = given_names_.get();
    return {.machine = given != nullptr && !given->machine.empty() ? given->machine : found.machine->name(),
        .object = given != nullptr ? shown(given->object, found.object_name()) : found.object_name(),
        .instance = machine::shown_instance(found.object_definition(), named),
        .counter = given != nullptr ? shown(given->counter, found.name()) : found.name()};
}

Status Counter::cstatus() {
    const std::scoped_lock lock(mutex_);
    const auto newest = this->newest();
    if (!newest) {
        return column().found.unmeasured != nullptr ? Status::cstatus_invalid_data
                                                    : Status::cstatus_item_not_validated;
    }
    const Status status = newest->newer.sample.cstatus;
    return is_valid_data(status) && changed_ ? Status::cstatus_new_data : status;
}

int Counter::scale() {
    const std::scoped_lock lock(mutex_);
    return scale_ == no_scale ? 0 : scale_;
}

void Counter::set_scale(int power_of_ten) {
    const std::scoped_lock lock(mutex_);
    scale_ = static_cast<std::int8_t>(power_of_ten);
    formatted_.publish({});
}

std::optional<calc::Format> Counter::parse_format(
    std::uint32_t format_word, ScalePolicy policy, const Column& column) const {
    return calc::parse_format(format_word, scale_ == no_scale ? scale_of(column, policy) : scale_);
}

// Between the answer of its computer and the next collect, an awaited counter has the sample from before.
Samples& Counter::samples_to_read() {
    const Column& column = this->column();
    const bool has_samples = &column == added_.get() || column.samples->newest(*this, cursor_);
    return has_samples ? *column.samples : *added_->samples;
}

std::optional<SamplePair> Counter::newest() {
    // Read before the samples: for those that arrive meanwhile, what was seen is too old.
    const std::uint64_t sequence = this->sequence();
    std::optional<SamplePair> newest = samples_to_read().newest(*this, cursor_);
    if (newest) {
        LastRaw seen;
        const bool has_seen = raw_.read(seen);
        changed_ = changed_ || !has_seen || !same_values(seen.raw.sample, newest->newer.sample);
        raw_.publish({.raw = newest->newer, .sequence = sequence});
    }
    return newest;
}

RawValue Counter::raw() {
    const std::scoped_lock lock(mutex_);
    if (const auto newest = this->newest()) {
        return newest->newer;
    }
    return samples()->initial(*this).value_or(
        RawValue{.sample = {.cstatus = Status::cstatus_item_not_validated}});
}

calc::Formatted Counter::format_samples(const calc::Format& format, const SamplePair& samples) const {
    const calc::RawSample* const older = samples.older ? &samples.older->sample : nullptr;
    const Column& column = samples.column != nullptr ? *samples.column : this->column();
    return calc::format(column.type, format, column.time_base, samples.newer.sample, older);
}

calc::Formatted Counter::format_newest(
    const calc::Format& format, const std::optional<SamplePair>& newest) const {
    if (newest) {
        return format_samples(format, *newest);
    }
    const auto initial = samples()->initial(*this);
    return initial ? format_samples(format, {*initial, std::nullopt})
                   : calc::failed(Status::no_data, format.number);
}

calc::Formatted Counter::format(std::uint32_t format_word) {
    const std::scoped_lock lock(mutex_);
    // Read before the samples: a sample that arrives meanwhile makes the value outdated.
    const std::uint64_t sequence = this->sequence();
    const auto newest = this->newest();
    const ScalePolicy policy = scale_policy();
    const auto format = parse_format(format_word, policy, column());
    calc::Formatted formatted = format ? format_newest(*format, newest)
                                       : calc::failed(Status::invalid_argument, calc::NumberType::as_double);
    formatted.status = calc::get_value_status(formatted.status);
    if (formatted.status != Status::success) {
        return formatted;
    }
    changed_ = false;
    if (newest) {
        keep_formatted(format_word, policy, sequence, formatted.datum);
    }
    return formatted;
}

void Counter::keep_formatted(
    std::uint32_t format_word, ScalePolicy policy, std::uint64_t sequence, const calc::Datum& datum) {
    const calc::Value& value = datum.value;
    const bool is_real = value.number == calc::NumberType::as_double;
    formatted_.publish({.sequence = sequence,
        .value =
            is_real ? std::bit_cast<std::uint64_t>(value.real) : static_cast<std::uint64_t>(value.integer),
        .format_word = format_word,
        .cstatus = datum.cstatus,
        .number = value.number,
        .policy = policy,
        .valid = true});
}

bool Counter::read_formatted(std::uint32_t format_word, calc::Formatted& formatted) const {
    LastFormatted last;
    if (!formatted_.read(last) || !last.valid || last.format_word != format_word ||
        last.sequence != sequence() || last.policy != scale_policy()) {
        return false;
    }
    calc::Value& value = formatted.datum.value;
    formatted.datum.cstatus = last.cstatus;
    value.number = last.number;
    if (last.number == calc::NumberType::as_double) {
        value.real = std::bit_cast<double>(last.value);
    } else {
        value.integer = static_cast<std::int64_t>(last.value);
    }
    return true;
}

std::optional<calc::Format> Counter::format_in_force(std::uint32_t format_word) const {
    const std::scoped_lock lock(mutex_);
    return parse_format(format_word, scale_policy(), column());
}

calc::Formatted Counter::calculate(
    std::uint32_t format_word, const calc::RawSample& newer, const calc::RawSample* older) {
    const auto format = format_in_force(format_word);
    if (!format) {
        return calc::failed(Status::invalid_argument, calc::NumberType::as_double);
    }
    return calc::format(column().type, *format, time_base(), newer, older);
}

calc::Statistics Counter::statistics(std::uint32_t format_word, std::uint32_t first_entry,
    std::uint32_t count, const std::function<calc::RawSample(std::uint32_t)>& sample_at) {
    const auto format = format_in_force(format_word);
    if (!format) {
        calc::Statistics refused;
        refused.status = Status::invalid_argument;
        return refused;
    }
    return calc::statistics(column().type, *format, time_base(), count, first_entry, sample_at);
}

Result<std::vector<Item<RawValue>>> Counter::raw_items() {
    const std::scoped_lock lock(mutex_);
    PDH_SHIM_TRY(auto items, samples_to_read().items(*this, cursor_));
    return convert<RawValue>(std::move(items), [](const SamplePair& samples) { return samples.newer; });
}

Result<FormattedItems> Counter::formatted_items(std::uint32_t format_word) {
    const std::scoped_lock lock(mutex_);
    const ScalePolicy policy = scale_policy();
    const auto own_format = parse_format(format_word, policy, column());
    if (!own_format) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(auto items, samples_to_read().items(*this, cursor_));
    Status failure = Status::success;
    bool any_valid = false;
    FormattedItems result;
    result.items = convert<calc::Datum>(std::move(items), [&](const SamplePair& samples) {
        const auto format =
            samples.column == nullptr ? own_format : parse_format(format_word, policy, *samples.column);
        const calc::Formatted formatted = format_samples(*format, samples);
        any_valid = any_valid || formatted.status == Status::success;
        failure = failure == Status::success ? formatted.status : failure;
        return formatted.datum;
    });
    // A lone value says why it has none; of an array Windows only says that what was returned is not valid.
    failure = failure == Status::invalid_data ? Status::cstatus_invalid_data : failure;
    result.status = any_valid ? Status::success : failure;
    return result;
}

ValueReader::ValueReader(std::shared_ptr<Counter> counter, std::uint32_t format_word)
    : counter_(std::move(counter)), format_word_(format_word) {
    const auto format = counter_->format_in_force(format_word);
    const Samples& samples = *counter_->samples();
    if (!format || !samples.are_collected() || !samples.members().empty() || counter_->is_wildcard()) {
        return;
    }
    samples_ = static_cast<const CollectedSamples*>(counter_->samples().get());
    format_ = *format;
    const Column& column = counter_->column();
    const bool is_displayed = column.type.formula == calc::Formula::displayed && format_.power_of_ten == 0 &&
                              column.found.object_definition().has_whole_samples;
    displayed_ = is_displayed ? &column : nullptr;
    const std::scoped_lock lock(counter_->mutex_);
    cursor_.born = counter_->cursor_.born;
    cursor_.set = counter_->cursor_.set;
    cursor_.row = counter_->cursor_.row;
}

calc::Formatted ValueReader::read(const CollectedPair& newest, RawValue* raw) {
    if (samples_ == nullptr) {
        return ask_counter(raw);
    }
    const auto samples = samples_->newest_in(newest, *counter_, cursor_);
    if (!samples) {
        return ask_counter(raw);
    }
    if (raw != nullptr) {
        *raw = samples->newer;
    }
    const Column& column = counter_->column();
    const calc::RawSample* const older = samples->older ? &samples->older->sample : nullptr;
    calc::Formatted formatted =
        calc::format(column.type, format_, column.time_base, samples->newer.sample, older);
    formatted.status = calc::get_value_status(formatted.status);
    return formatted;
}

calc::Formatted ValueReader::ask_counter(RawValue* raw) const {
    if (raw != nullptr) {
        *raw = counter_->raw();
    }
    return counter_->format(format_word_);
}

} // namespace pdh_shim::query
