#pragma once

#include "base/published.h"
#include "base/text.h"
#include "calc/format.h"
#include "calc/statistics.h"
#include "core/collected.h"
#include "core/machine.h"
#include "core/scale_policy.h"
#include "path/counter_path.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace pdh_shim::core {

/// A raw sample and when it was taken.
struct RawValue {
    calc::RawSample sample;
    std::int64_t time_stamp = 0; ///< local FILETIME
};

/// One instance of a wildcard counter.
template <class Value>
struct Item {
    std::u16string name; ///< `parent/instance` or `instance`; instances of the same name stand side by side
    Value value;
};

/// A counter in the catalogue: found once, when the counter is added.
struct CounterTarget {
    std::shared_ptr<const Machine> machine;
    ObjectRef object;
    std::uint32_t column = 0;

    [[nodiscard]] const model::ObjectDef& object_definition() const { return machine->definition(object); }
    [[nodiscard]] const model::CounterDef& definition() const { return object_definition().counters[column]; }
    /// To show, in the language that was in force when it was found.
    [[nodiscard]] const std::u16string& object_name() const { return machine->object_name(object); }
    [[nodiscard]] const std::u16string& name() const { return machine->counter_name(object, column); }
    [[nodiscard]] const std::u16string& help() const { return machine->counter_help(object, column); }
};

/// Finds what a path names.
/// @retval cstatus_no_machine another computer
/// @retval cstatus_no_object, cstatus_no_counter nothing of that name
/// @retval function_not_found there is no calculation for the counter's type (bases, texts)
[[nodiscard]] Result<CounterTarget> resolve(
    const std::shared_ptr<const Machine>& machine, const path::CounterPath& path, Names which = Names::any);

/// Whether an object can have what a path names as its instance: one, or a wildcard, if the object has
/// instances; else none, or `*`, which stands for the object itself.
[[nodiscard]] bool accepts_instance(const model::ObjectDef& object, const path::CounterPath& path);

/// A counter of a query. Its two newest raw samples are read from what the query collected when they are
/// first asked for after a collect; any thread may ask.
class Counter {
  public:
    Counter(std::shared_ptr<const Feed> feed, std::uint64_t number, std::uintptr_t query_user_data,
        CounterTarget target, const path::CounterPath& path, std::uintptr_t user_data, CellAddress address);
    /// A counter whose samples are supplied, and which is none of those that its query collects.
    Counter(std::uintptr_t query_user_data, CounterTarget target, const path::CounterPath& path);

    [[nodiscard]] const CounterTarget& target() const noexcept { return target_; }
    [[nodiscard]] const model::CounterDef& definition() const noexcept { return definition_; }
    /// The path, with the machine's name in every case, and object and counter in the language that was in
    /// force when it was added: spelled as they were then, if that is how they were given.
    [[nodiscard]] path::CounterPath path() const;
    [[nodiscard]] std::uintptr_t user_data() const noexcept { return user_data_; }
    [[nodiscard]] std::uintptr_t query_user_data() const noexcept { return query_user_data_; }
    [[nodiscard]] const CellAddress& address() const noexcept { return address_; }
    /// True when the path that was added named a machine.
    [[nodiscard]] bool names_machine() const noexcept { return names_machine_; }
    /// Position among the counters of its query, in the order of adding.
    [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
    /// True when one handle stands for many instances.
    [[nodiscard]] bool is_wildcard() const noexcept { return wildcard_; }
    /// True when its samples come through supply().
    [[nodiscard]] bool is_supplied() const noexcept { return supplied_.has_value(); }
    /// True when no instance but `_Total` is wanted.
    [[nodiscard]] bool wants_only_total() const noexcept;

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
        std::uint64_t sequence = 0; ///< of the feed
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

    /// Supplies the newest sample; the one before it becomes the older one. Of a wildcard counter it is the
    /// sample of the instance with this display name, of another counter its only one.
    void supply(const std::u16string& instance, const RawValue& value);

    /// All instances that match. @retval cstatus_no_instance none does @retval no_data before the first
    /// collect
    [[nodiscard]] Result<std::vector<Item<RawValue>>> raw_items();
    /// Items without a value have the reason as their CStatus; when none has a value, the reason of the first
    /// is the status (cstatus_invalid_data after only one collect).
    [[nodiscard]] Result<std::vector<Item<calc::Datum>>> formatted_items(std::uint32_t format_word);

    /// Whether the newest collect brought data for it. For the query's verdict on a collect.
    [[nodiscard]] bool has_data();

  private:
    struct Samples {
        std::optional<RawValue> newer;
        std::optional<RawValue> older;
    };
    // The rows that the counter stands for in a set of instances: one, none, or those that match a wildcard.
    struct Rows {
        std::shared_ptr<const model::InstanceSet> set;
        std::vector<std::size_t> rows;
    };

    struct ByName {
        bool operator()(const std::u16string& left, const std::u16string& right) const noexcept {
            return compare_folded(left, right) < 0;
        }
    };
    using Supplied = std::map<std::u16string, Samples, ByName>;

    [[nodiscard]] bool has_value_without_collect() const noexcept {
        return !wildcard_ && !supplied_ && type_->samples() == 1;
    }
    void take_newest(const Samples& samples);                   // under mutex_
    [[nodiscard]] int scale_in_force(ScalePolicy policy) const; // under mutex_
    [[nodiscard]] std::optional<calc::Format> parse_format(
        std::uint32_t format_word, ScalePolicy policy) const; // under mutex_

    void refresh(); // under mutex_
    [[nodiscard]] CollectedPair collected() const;
    [[nodiscard]] const std::vector<std::size_t>& rows_in(
        const std::shared_ptr<const model::InstanceSet>& set); // under mutex_
    [[nodiscard]] std::optional<RawValue> read_newer(
        const CollectedPair& pair, std::optional<std::size_t> row) const;
    [[nodiscard]] std::optional<RawValue> read_older(const CollectedPair& pair, std::size_t newer_row) const;
    [[nodiscard]] RawValue read_row(const Collected& collected, const model::ObjectSnapshot& object,
        std::optional<std::size_t> row) const;
    [[nodiscard]] calc::Formatted format_samples(const calc::Format& format, const Samples& samples) const;

    /// The instance as it stands in the path; empty if there is none in it.
    [[nodiscard]] std::u16string given_name() const;
    /// What the item of an instance is called: as the source spells it, or `*` where a `*` stands for the
    /// object.
    [[nodiscard]] std::u16string item_name(const model::Instance& instance) const;
    template <class Value, class Make>
    [[nodiscard]] Result<std::vector<Item<Value>>> items(const Make& make);
    template <class Value, class Make>
    [[nodiscard]] Result<std::vector<Item<Value>>> supplied_items(const Make& make) const;

    const std::shared_ptr<const Feed> feed_;
    const std::uint64_t number_;
    const std::uint64_t born_; // sequence of the feed when the counter was added
    const std::uintptr_t query_user_data_;
    const CounterTarget target_;
    const model::CounterDef& definition_; // the target's, which takes several look-ups to reach
    const calc::TypeInfo* const type_;
    const bool names_machine_;
    const path::CounterPath path_; // but for the machine
    const std::uintptr_t user_data_;
    const CellAddress address_;
    const bool wildcard_;
    const std::optional<std::int64_t> time_base_;

    ForkMutex mutex_{ForkMutex::Order::outer}; // what follows, if nothing else is said
    std::optional<int> scale_;
    std::uint64_t seen_ = 0; // sequence that samples_ was read at
    Samples samples_;
    Rows rows_;
    std::optional<Supplied> supplied_; // what a caller supplied, for each instance; else none
    bool changed_ = false;             // the raw value has changed since it was last formatted
    Published<Answer> answer_;         // written under mutex_
};

} // namespace pdh_shim::core
