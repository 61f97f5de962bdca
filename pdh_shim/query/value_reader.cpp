// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/value_reader.h"

#include <mutex>
#include <optional>
#include <utility>

namespace pdh_shim::query {

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
    const std::scoped_lock lock(counter_->mutex());
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
