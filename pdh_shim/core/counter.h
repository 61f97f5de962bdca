#pragma once

#include "base/fork_mutex.h"
#include "base/published.h"
#include "calc/format.h"
#include "calc/statistics.h"
#include "core/counter_target.h"
#include "core/samples.h"
#include "core/scale_policy.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace pdh_shim::core {

/// A counter of a query. Its newest samples are taken from their source when they are first asked for; any
/// thread may ask.
class Counter {
  public:
    /// What it refers to lives longer.
    /// @param policy the current one at any time
    /// @param number see number()
    Counter(const CounterIdentity& identity, SampleSource& source, const std::atomic<ScalePolicy>& policy,
        std::uint64_t number, std::uintptr_t user_data, std::uintptr_t query_user_data);

    [[nodiscard]] const CounterIdentity& identity() const noexcept { return identity_; }
    [[nodiscard]] const model::CounterDef& definition() const noexcept { return identity_.definition; }
    /// The path, with the machine's name in every case, and object and counter in the language that was in
    /// force when it was added: spelled as they were then, if that is how they were given.
    [[nodiscard]] path::CounterPath path() const { return identity_.path(); }
    [[nodiscard]] std::uintptr_t user_data() const noexcept { return user_data_; }
    [[nodiscard]] std::uintptr_t query_user_data() const noexcept { return query_user_data_; }
    /// Position among the counters of its query, in the order of adding.
    [[nodiscard]] std::uint64_t number() const noexcept { return number_; }

    /// ITEM_NOT_VALIDATED until the first collect; NEW_DATA while the raw value has not been formatted yet.
    [[nodiscard]] Status cstatus();
    /// The factor set, or 0.
    [[nodiscard]] int scale();
    void set_scale(int power_of_ten);
    /// Ticks per second, or none for a type that has nothing to do with time.
    [[nodiscard]] std::optional<std::int64_t> time_base() const noexcept { return time_base_; }

    /// The newest raw sample. Of a wildcard counter it is the first instance's.
    [[nodiscard]] RawValue raw();
    [[nodiscard]] calc::Formatted format(std::uint32_t format_word);
    /// What format() answered, and for what.
    struct Answer {
        bool valid = false; ///< nothing has changed since but, perhaps, the policy or the sequence
        ScalePolicy policy = ScalePolicy::by_source;
        std::uint32_t format_word = 0;
        std::uint64_t sequence = 0; ///< of the samples
        calc::Formatted formatted;
    };
    /// Reads, without a lock, the value that format() answered last; false when that was for another format
    /// word, or when something that the value depends on may have changed since.
    [[nodiscard]] bool read_answer(std::uint32_t format_word, Answer& answer) const;
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
    void refresh();                                             // under mutex_
    [[nodiscard]] int scale_in_force(ScalePolicy policy) const; // under mutex_
    [[nodiscard]] std::optional<calc::Format> parse_format(
        std::uint32_t format_word, ScalePolicy policy) const; // under mutex_
    [[nodiscard]] calc::Formatted format_samples(const calc::Format& format, const Samples& samples) const;
    [[nodiscard]] calc::Formatted format_newest(const calc::Format& format) const; // under mutex_

    const CounterIdentity& identity_;
    SampleSource& source_; // asked for samples under mutex_
    const std::atomic<ScalePolicy>& policy_;
    const std::optional<std::int64_t> time_base_;
    const std::uint64_t number_;
    const std::uintptr_t user_data_;
    const std::uintptr_t query_user_data_;

    ForkMutex mutex_{ForkMutex::Order::outer}; // guards what follows, unless a comment says otherwise
    std::optional<int> scale_;
    std::uint64_t seen_ = 0; // sequence that samples_ was read at
    std::optional<Samples> samples_;
    bool changed_ = false;     // the raw value has changed since it was last formatted
    Published<Answer> answer_; // written under mutex_
};

} // namespace pdh_shim::core
