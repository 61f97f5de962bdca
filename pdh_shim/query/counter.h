// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/published.h"
#include "calc/format.h"
#include "calc/statistics.h"
#include "query/counter_column.h"
#include "query/counter_commons.h"
#include "query/samples.h"
#include "query/scale_policy.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace pdh_shim::query {

class SuppliedSamples;

/// A counter of a query. Its newest samples are read from their source when they are asked for; any thread
/// may ask. There may be 100,000 of them, so that each byte of one counts.
class Counter {
  public:
    /// What it refers to lives longer.
    /// @param number see number()
    Counter(const CounterIdentity& identity, SampleSource& source, std::uint64_t number,
        std::uintptr_t user_data);

    /// Of a counter that was awaited, from when it was found on: that one.
    [[nodiscard]] const CounterIdentity& identity() const noexcept {
        return is_awaited() ? found_identity() : identity_;
    }
    [[nodiscard]] const model::CounterDef& definition() const noexcept { return identity().definition(); }
    /// Whether its computer did not say what it is when it was added: see AwaitedCounter.
    [[nodiscard]] bool is_awaited() const noexcept { return identity_.target().is_awaited; }
    /// Whether nothing but its path is known, because its computer has still not said what it is.
    [[nodiscard]] bool is_unknown() const noexcept { return identity().target().is_awaited; }
    /// The number of the counter that an awaited one was found to be.
    [[nodiscard]] std::uint64_t found_number() const noexcept;
    /// The path, with the machine's name in every case, and object and counter in the language that was in
    /// force when it was added: spelled as they were then, if that is how they were given.
    [[nodiscard]] path::CounterPath path() const { return identity().path(); }
    [[nodiscard]] std::uintptr_t user_data() const noexcept { return user_data_; }
    [[nodiscard]] std::uintptr_t query_user_data() const noexcept { return query().user_data; }
    /// Position among the counters of its query, in the order of adding.
    [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
    /// The owner of its query, or null if that has been closed.
    [[nodiscard]] std::shared_ptr<void> owner() const noexcept { return query().owner.lock(); }
    /// What its samples are supplied to, or null if it is collected.
    [[nodiscard]] SuppliedSamples* supplied() const noexcept;
    /// The counters that the wildcard for its name matched; empty if it is one counter.
    [[nodiscard]] std::vector<std::shared_ptr<Counter>> members() const;

    /// ITEM_NOT_VALIDATED until the first collect, INVALID_DATA if its source cannot measure it; NEW_DATA
    /// while the raw value has not been formatted yet.
    [[nodiscard]] Status cstatus();
    /// The factor set, or 0.
    [[nodiscard]] int scale();
    void set_scale(int power_of_ten);
    /// Ticks per second, or none for a type that has nothing to do with time.
    [[nodiscard]] std::optional<std::int64_t> time_base() const noexcept {
        return identity().column().time_base;
    }

    /// The newest raw sample. Of a wildcard counter it is the first instance's.
    [[nodiscard]] RawValue raw();
    /// The newest sample when it was last read.
    struct Seen {
        RawValue raw;
        std::uint64_t sequence = 0; ///< of the samples, before it was read
    };
    /// Reads, without a lock, the raw sample that was read last; false when there may be a newer one.
    /// @param seen undefined if false
    [[nodiscard]] bool read_raw(Seen& seen) const {
        return seen_.read(seen) && seen.sequence == source_.sequence();
    }
    [[nodiscard]] calc::Formatted format(std::uint32_t format_word);
    /// Reads, without a lock, the value that format() answered last; false when that was for another format
    /// word, or when something that the value depends on may have changed since.
    /// @param formatted a new one; left alone if false
    [[nodiscard]] bool read_answer(std::uint32_t format_word, calc::Formatted& formatted) const;
    /// The formula applied to samples of the caller's.
    [[nodiscard]] calc::Formatted calculate(
        std::uint32_t format_word, const calc::RawSample& newer, const calc::RawSample* older);
    /// Smallest, largest and mean value over a ring of samples whose oldest is at `first_entry`.
    [[nodiscard]] calc::Statistics statistics(std::uint32_t format_word, std::uint32_t first_entry,
        std::uint32_t count, const std::function<calc::RawSample(std::uint32_t)>& sample_at);

    /// All instances that match. @retval cstatus_no_instance none does @retval no_data before the first
    /// collect
    [[nodiscard]] Result<std::vector<Item<RawValue>>> raw_items();
    /// Items without a value have the reason as their CStatus; when none has a value, the reason of the first
    /// is the status (cstatus_invalid_data after only one collect).
    [[nodiscard]] Result<std::vector<Item<calc::Datum>>> formatted_items(std::uint32_t format_word);

  private:
    // A value that format() answered, and for what.
    struct Answer {
        std::uint64_t sequence = 0; // of the samples
        std::uint64_t value = 0;    // the bits of calc::Value's integer or real
        std::uint32_t format_word = 0;
        Status cstatus = Status::cstatus_valid_data;
        calc::Number number = calc::Number::as_double;
        ScalePolicy policy = ScalePolicy::by_source;
        bool valid = false; // nothing has changed since but, perhaps, the policy or the sequence
    };

    [[nodiscard]] const CounterIdentity& found_identity() const noexcept;
    [[nodiscard]] const CounterSharing& query() const noexcept { return identity_.column().query; }
    [[nodiscard]] ForkMutex& mutex() const noexcept { return query().commons.mutex_of(this); }

    // For samples of the caller's, which are read without the mutex: that may fault, and the program
    // continue.
    [[nodiscard]] std::optional<calc::Format> format_in_force(std::uint32_t format_word) const;

    // All of them under mutex().
    [[nodiscard]] std::optional<Samples> newest();
    [[nodiscard]] int scale_in_force(ScalePolicy policy, const CounterIdentity& identity) const;
    [[nodiscard]] std::optional<calc::Format> parse_format(
        std::uint32_t format_word, ScalePolicy policy, const CounterIdentity& identity) const;
    [[nodiscard]] calc::Formatted format_samples(const calc::Format& format, const Samples& samples) const;
    [[nodiscard]] calc::Formatted format_newest(
        const calc::Format& format, const std::optional<Samples>& newest) const;
    void keep_answer(
        std::uint32_t format_word, ScalePolicy policy, std::uint64_t sequence, const calc::Datum& datum);

    const CounterIdentity& identity_;
    SampleSource& source_; // asked for samples under mutex()
    const std::uint64_t number_;
    const std::uintptr_t user_data_;

    // Under mutex(), unless a comment says otherwise.
    Published<Seen> seen_; // written under mutex()
    std::optional<std::int8_t> scale_;
    bool changed_ = false;     // the raw value has changed since it was last formatted
    Published<Answer> answer_; // written under mutex()
};

} // namespace pdh_shim::query
