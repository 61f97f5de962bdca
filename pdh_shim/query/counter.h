// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/locks.h"
#include "calc/format.h"
#include "calc/statistics.h"
#include "path/counter_path.h"
#include "query/collected_samples.h"
#include "query/column.h"
#include "query/samples.h"

#include <boost/intrusive/list.hpp>

#include <atomic>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::query {

/// The formatted values of all instances.
struct FormattedItems {
    std::vector<Item<calc::Datum>> items;
    /// If none has a value, the reason of the first (cstatus_invalid_data after only one collect).
    Status status = Status::success;
};

/// A counter of a query, which lists it from Query::link() on until leave_query(). Its newest samples are
/// read when they are asked for; any thread may ask. There may be 100,000 counters, so each byte of one
/// matters: a name that the catalogue or another counter has is not stored again.
class Counter : public boost::intrusive::list_base_hook<> {
  public:
    /// @param instance see machine::meant_instance(); null = none
    /// @param given    its path as the program wrote it
    Counter(std::shared_ptr<const Column> column, std::shared_ptr<const path::InstanceName> instance,
        const path::CounterPath& given, std::uintptr_t user_data);
    Counter(const Counter&) = delete;
    Counter& operator=(const Counter&) = delete;
    Counter(Counter&&) = delete;
    Counter& operator=(Counter&&) = delete;
    ~Counter() { leave_query(); }

    /// Removes it from its query, which does not collect it any more. It keeps its last samples until the
    /// next collect of the query.
    void leave_query() noexcept;

    /// Of an awaited counter it is another one as soon as its computer has answered; both live as long as
    /// the counter.
    [[nodiscard]] const Column& column() const noexcept { return *column_.load(std::memory_order_acquire); }
    [[nodiscard]] const model::CounterDef& definition() const noexcept { return column().definition; }
    /// The instance of the rows that it means; null = none.
    [[nodiscard]] const path::InstanceName* instance() const noexcept { return instance_.get(); }
    /// The same without `#n`; empty = none.
    [[nodiscard]] std::u16string instance_name() const;
    /// Whether its instance has a wildcard: it then means all instances that match.
    [[nodiscard]] bool is_wildcard() const noexcept {
        return has_wildcard_ && column().found.object_definition().instances == model::Instances::multi;
    }
    [[nodiscard]] WantedCells wanted() const { return {{added_, &column()}, instance_, is_wildcard()}; }
    [[nodiscard]] bool names_machine() const noexcept { return names_machine_; }
    /// Whether only the instance `_Total` is needed.
    [[nodiscard]] bool wants_only_total() const noexcept;
    /// The path, with the machine's name in every case (as it was given, if two backslashes stand before the
    /// object), and object and counter in the language that was in force when it was added: spelled as they
    /// were then, if that is how they were given.
    [[nodiscard]] path::CounterPath path() const;
    /// Ticks per second, or none for a type that has nothing to do with time.
    [[nodiscard]] std::optional<std::int64_t> time_base() const noexcept { return column().time_base; }
    /// What PdhGetCounterTimeBase reports, for some types without a time base, too.
    [[nodiscard]] std::optional<std::int64_t> reported_time_base() const noexcept;

    /// Whether only its path is known, because its computer has not answered yet.
    [[nodiscard]] bool is_unknown() const noexcept { return samples()->awaited() != nullptr; }
    [[nodiscard]] bool belongs_to(const QueryContext& query) const noexcept {
        return added_->context.plan == query.plan;
    }
    [[nodiscard]] std::uintptr_t user_data() const noexcept { return user_data_; }
    [[nodiscard]] std::uintptr_t query_user_data() const noexcept { return added_->context.user_data; }
    [[nodiscard]] const std::shared_ptr<Samples>& samples() const noexcept { return column().samples; }
    /// Its samples if a program supplies them; null if it is collected.
    [[nodiscard]] SuppliedSamples* supplied() const noexcept { return samples()->supplied(); }
    /// The counters that the wildcard for its name matched; empty if it is one counter.
    [[nodiscard]] std::span<const std::shared_ptr<Counter>> members() const noexcept {
        return samples()->members();
    }

    /// ITEM_NOT_VALIDATED until the first collect, INVALID_DATA if its source cannot measure it; NEW_DATA
    /// while the raw value has not been formatted yet.
    [[nodiscard]] Status cstatus();
    /// The factor set, or 0.
    [[nodiscard]] int scale();
    void set_scale(int power_of_ten);

    /// The newest raw sample. Of a wildcard counter it is the first instance's.
    [[nodiscard]] RawValue raw();
    /// The raw sample that was read last.
    struct LastRaw {
        RawValue raw;
        std::uint64_t sequence = 0; ///< of the samples, before it was read
    };
    /// Reads, without a lock, the raw sample that was read last; false when there may be a newer one.
    /// @param seen undefined if false
    [[nodiscard]] bool read_raw(LastRaw& seen) const {
        return raw_.read(seen) && seen.sequence == sequence();
    }
    [[nodiscard]] calc::Formatted format(std::uint32_t format_word);
    /// Reads, without a lock, the value that format() returned last; false when that was for another format
    /// word, or when something that the value depends on may have changed since.
    /// @param formatted a new one; left alone if false
    [[nodiscard]] bool read_formatted(std::uint32_t format_word, calc::Formatted& formatted) const;
    /// The formula applied to samples of the caller's.
    [[nodiscard]] calc::Formatted calculate(
        std::uint32_t format_word, const calc::RawSample& newer, const calc::RawSample* older);
    /// Smallest, largest and mean value over a ring of samples whose oldest is at `first_entry`.
    [[nodiscard]] calc::Statistics statistics(std::uint32_t format_word, std::uint32_t first_entry,
        std::uint32_t count, const std::function<calc::RawSample(std::uint32_t)>& sample_at);

    /// All instances that match. @retval cstatus_no_instance none does @retval no_data before the first
    /// collect
    [[nodiscard]] Result<std::vector<Item<RawValue>>> raw_items();
    /// The same, formatted. Items without a value have the reason as their CStatus.
    [[nodiscard]] Result<FormattedItems> formatted_items(std::uint32_t format_word);

  private:
    friend class Plan;        // token_ and column_
    friend class ValueReader; // what format() uses

    // A value that format() answered, and for what.
    struct LastFormatted {
        std::uint64_t sequence = 0; // of the samples
        std::uint64_t value = 0;    // the bits of calc::Value's integer or real
        std::uint32_t format_word = 0;
        Status cstatus = Status::cstatus_valid_data;
        calc::NumberType number = calc::NumberType::as_double;
        ScalePolicy policy = ScalePolicy::by_source;
        bool valid = false; // nothing has changed since but, perhaps, the policy or the sequence
    };
    // The names of the path, if the catalogue spells them in another way, or may do so.
    struct GivenNames {
        std::u16string machine; // only one with a backslash behind it: see path::CounterPath
        std::u16string object;
        std::u16string counter;
    };

    [[nodiscard]] std::uint64_t sequence() const noexcept {
        return added_->sequence.load(std::memory_order_acquire);
    }
    [[nodiscard]] ScalePolicy scale_policy() const noexcept {
        return added_->context.counter_context.scale_policy.load();
    }

    // For samples of the caller's, which are read without the mutex: that may fault, and the program
    // continue.
    [[nodiscard]] std::optional<calc::Format> format_in_force(std::uint32_t format_word) const;

    // All of them under mutex_.
    [[nodiscard]] std::optional<SamplePair> newest();
    [[nodiscard]] Samples& samples_to_read();
    [[nodiscard]] std::optional<calc::Format> parse_format(
        std::uint32_t format_word, ScalePolicy policy, const Column& column) const;
    [[nodiscard]] calc::Formatted format_samples(const calc::Format& format, const SamplePair& samples) const;
    [[nodiscard]] calc::Formatted format_newest(
        const calc::Format& format, const std::optional<SamplePair>& newest) const;
    void keep_formatted(
        std::uint32_t format_word, ScalePolicy policy, std::uint64_t sequence, const calc::Datum& datum);

    static constexpr std::int8_t no_scale = INT8_MIN; // the program has set none

    const std::shared_ptr<const Column> added_; // the column that it had when it was added
    std::atomic<const Column*> column_;
    SeqLock<LastFormatted> formatted_; // written under mutex_
    SeqLock<LastRaw> raw_;             // the same
    const std::shared_ptr<const path::InstanceName> instance_;
    const std::uintptr_t user_data_;
    void* token_ = nullptr; // see Query::link(); under the mutex of its query
    std::unique_ptr<const GivenNames> given_names_;
    // What is smaller than a word takes the end of the cursor's last one.
    [[no_unique_address]] Samples::Cursor cursor_; // under mutex_
    std::int8_t scale_ = no_scale;                 // the same
    bool changed_ = false; // the same: the raw value has changed since it was last formatted
    mutable ForkMutex mutex_{Rank::state};
    const bool has_wildcard_ : 1;
    const bool names_machine_ : 1;
};

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
