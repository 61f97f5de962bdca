// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/format.h"
#include "query/collected_samples.h"
#include "query/counter.h"

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>

namespace pdh_shim::query {

/// Reads the formatted values of a counter in one collect after another, while no other collect of its query
/// can come between. It takes a quarter of the time of Counter::format(): it finds out once what the counter
/// is, needs no lock, and keeps nothing for other readers. So the counter is not read by it: its value counts
/// as new afterwards.
class ValueReader {
  public:
    /// @param format_word which parse_format() takes; the scale is the one that is in force now
    ValueReader(std::shared_ptr<Counter> counter, std::uint32_t format_word);

    /// The value in the newer of the newest collects of its query.
    /// @param raw where its raw sample goes, see Counter::raw(); null = it is not wanted
    [[nodiscard]] calc::Formatted read(const CollectedPair& newest, RawValue* raw = nullptr);

    /// The same of a text log, where nothing has to be computed; none if there is anything else to say of it.
    [[nodiscard]] std::optional<double> displayed(const SampleSet& newest) const noexcept {
        if (displayed_ == nullptr || newest.sequence <= cursor_.born) {
            return std::nullopt;
        }
        const std::uint32_t column = displayed_->found.column;
        const model::ObjectSnapshot* const object = displayed_->object_in(newest);
        const bool is_there = object != nullptr && object->instances() == cursor_.set &&
                              object->status() == Status::success && cursor_.row != Samples::no_row &&
                              object->is_valid(cursor_.row, column);
        return is_there ? std::optional(std::bit_cast<double>(object->cell(cursor_.row, column)))
                        : std::nullopt;
    }

  private:
    [[nodiscard]] calc::Formatted ask_counter(RawValue* raw) const;

    std::shared_ptr<Counter> counter_;
    std::uint32_t format_word_;
    const CollectedSamples* samples_ = nullptr; // null: its value has to be asked of the counter
    calc::Format format_;
    Samples::Cursor cursor_;
    const Column* displayed_ = nullptr; // the counter's, if a log has the very values
};

} // namespace pdh_shim::query
