#include "core/counter.h"

#include "core/runtime.h"
#include "path/wildcard.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

namespace pdh_shim::core {
namespace {

// Number of a counter that no query collects.
constexpr std::uint64_t in_no_plan = std::numeric_limits<std::uint64_t>::max();

// Of a model::Instance or a path::InstanceName.
template <class Instance>
std::u16string display_name(const Instance& instance) {
    return instance.parent.empty() ? instance.name : instance.parent + u'/' + instance.name;
}

void show_as(std::u16string& given, const std::u16string& name) {
    if (!equal_folded(given, name)) {
        given = name;
    }
}

path::CounterPath path_to_show(path::CounterPath path, const CounterTarget& target) {
    show_as(path.object, target.object_name());
    show_as(path.counter, target.name());
    return path;
}

bool same_values(const calc::RawSample& left, const calc::RawSample& right) {
    return left.first == right.first && left.second == right.second && left.multi == right.multi;
}

RawValue failed_value(Status cstatus, std::int64_t time_stamp) {
    return {.sample = {.cstatus = cstatus}, .time_stamp = time_stamp};
}

// Instances of the same name side by side, in the order in which the first of each appears.
void put_duplicates_together(const model::InstanceSet& set, std::vector<std::size_t>& rows) {
    std::vector<std::pair<std::size_t, std::size_t>> keyed; // row of the first of that name, row
    keyed.reserve(rows.size());
    for (const std::size_t row : rows) {
        const model::Instance& instance = set.instances()[row];
        keyed.emplace_back(set.find(instance.parent, instance.name, 0).value_or(row), row);
    }
    std::ranges::sort(keyed);
    std::ranges::transform(keyed, rows.begin(), [](const auto& entry) { return entry.second; });
}

std::vector<std::size_t> matching_rows(const model::InstanceSet& set, const path::InstanceName& pattern) {
    std::vector<std::size_t> rows;
    bool duplicates = false;
    for (std::size_t row = 0; row < set.instances().size(); ++row) {
        const model::Instance& instance = set.instances()[row];
        const std::uint32_t duplicate = set.duplicate_index(row);
        if (path::matches(pattern, instance.parent, instance.name, duplicate)) {
            rows.push_back(row);
            duplicates = duplicates || duplicate > 0;
        }
    }
    if (duplicates) {
        put_duplicates_together(set, rows);
    }
    return rows;
}

} // namespace

Result<CounterTarget> resolve(
    const std::shared_ptr<const Machine>& machine, const path::CounterPath& path, Names which) {
    if (!machine->is_local(path.machine)) {
        return Status::cstatus_no_machine;
    }
    const auto object = machine->find_object(path.object, which);
    if (!object) {
        return Status::cstatus_no_object;
    }
    const auto column = machine->find_counter(*object, path.counter, which);
    if (!column) {
        return Status::cstatus_no_counter;
    }
    CounterTarget target{machine, *object, *column};
    const calc::TypeInfo* const type = calc::find_type(target.definition().type);
    if (type == nullptr || !type->displayable()) {
        return Status::function_not_found;
    }
    return target;
}

bool accepts_instance(const model::ObjectDef& object, const path::CounterPath& path) {
    if (object.instances == model::Instances::multi) {
        return path.instance.has_value();
    }
    return !path.instance || *path.instance == path::InstanceName{{}, u"*", 0};
}

Counter::Counter(std::shared_ptr<const Feed> feed, std::uint64_t number, std::uintptr_t query_user_data,
    CounterTarget target, const path::CounterPath& path, std::uintptr_t user_data, CellAddress address)
    : feed_(std::move(feed)), number_(number), born_(feed_->sequence()), query_user_data_(query_user_data),
      target_(std::move(target)), definition_(target_.definition()), type_(calc::find_type(definition_.type)),
      names_machine_(!path.machine.empty()), path_(path_to_show(path, target_)), user_data_(user_data),
      address_(address), wildcard_(target_.object_definition().instances == model::Instances::multi &&
                                   path::has_wildcard(*path_.instance)),
      time_base_(
          calc::time_base_of(*type_, target_.machine->sources()[target_.object.source].catalogue->perf_freq,
              target_.object_definition().object_freq)),
      seen_(born_) {}

Counter::Counter(std::uintptr_t query_user_data, CounterTarget target, const path::CounterPath& path)
    : Counter(std::make_shared<const Feed>(), in_no_plan, query_user_data, std::move(target), path, 0, {}) {
    supplied_.emplace();
}

path::CounterPath Counter::path() const {
    path::CounterPath path = path_;
    path.machine = target_.machine->name();
    return path;
}

bool Counter::wants_only_total() const noexcept {
    return path_.instance.has_value() && path_.instance->parent.empty() && path_.instance->index == 0 &&
           equal_folded(path_.instance->name, u"_Total");
}

Status Counter::cstatus() {
    const std::scoped_lock lock(mutex_);
    refresh();
    if (!samples_.newer) {
        return Status::cstatus_item_not_validated;
    }
    const Status status = samples_.newer->sample.cstatus;
    return is_valid_data(status) && changed_ ? Status::cstatus_new_data : status;
}

int Counter::scale() {
    const std::scoped_lock lock(mutex_);
    return scale_.value_or(0);
}

void Counter::set_scale(int power_of_ten) {
    const std::scoped_lock lock(mutex_);
    scale_ = power_of_ten;
    answer_.publish({});
}

int Counter::scale_in_force(ScalePolicy policy) const {
    if (scale_) {
        return *scale_;
    }
    const bool applies =
        policy == ScalePolicy::by_source
            ? target_.machine->sources()[target_.object.source].catalogue->default_scale_applies
            : policy == ScalePolicy::apply;
    const std::int32_t scale = definition_.default_scale;
    // A default scale beyond what PdhSetCounterScaleFactor takes is no factor at all.
    return applies && scale >= calc::min_scale && scale <= calc::max_scale ? scale : 0;
}

std::optional<calc::Format> Counter::parse_format(std::uint32_t format_word, ScalePolicy policy) const {
    return calc::parse_format(format_word, scale_in_force(policy));
}

CollectedPair Counter::collected() const {
    CollectedPair pair = feed_->newest();
    const auto drop_unseen = [this](std::shared_ptr<const Collected>& collected) {
        if (collected != nullptr &&
            (collected->sequence <= born_ || collected->object(address_) == nullptr)) {
            collected = nullptr;
        }
    };
    drop_unseen(pair.newer);
    drop_unseen(pair.older);
    return pair;
}

void Counter::refresh() {
    if (feed_->sequence() == seen_) {
        return;
    }
    const CollectedPair pair = collected();
    if (pair.newer == nullptr) {
        return;
    }
    const auto& rows = rows_in(pair.newer->object(address_)->instances());
    const auto row = rows.empty() ? std::nullopt : std::optional(rows.front());
    take_newest({read_newer(pair, row), row ? read_older(pair, *row) : std::nullopt});
    seen_ = pair.newer->sequence; // last: what memory runs out in is done again
}

void Counter::take_newest(const Samples& samples) {
    changed_ = changed_ || !samples_.newer || !same_values(samples_.newer->sample, samples.newer->sample);
    samples_ = samples;
}

void Counter::supply(const std::u16string& instance, const RawValue& value) {
    const std::scoped_lock lock(mutex_);
    Samples& samples = (*supplied_)[wildcard_ ? instance : given_name()];
    samples.older = std::exchange(samples.newer, value);
    take_newest(supplied_->begin()->second);
    answer_.publish({});
}

const std::vector<std::size_t>& Counter::rows_in(const std::shared_ptr<const model::InstanceSet>& set) {
    if (rows_.set == set) {
        return rows_.rows;
    }
    rows_.set = nullptr; // until the rows are its own
    rows_.rows.clear();
    if (target_.object_definition().instances == model::Instances::none) {
        if (!set->instances().empty()) {
            rows_.rows.push_back(0);
        }
    } else if (wildcard_) {
        rows_.rows = matching_rows(*set, *path_.instance);
    } else if (const auto row =
                   set->find(path_.instance->parent, path_.instance->name, path_.instance->index)) {
        rows_.rows.push_back(*row);
    }
    rows_.set = set;
    return rows_.rows;
}

RawValue Counter::read_row(
    const Collected& collected, const model::ObjectSnapshot& object, std::optional<std::size_t> row) const {
    const Collected::Part& part = collected.parts[address_.part];
    if (object.status() != Status::success) {
        return failed_value(object.status(), part.local_time);
    }
    if (!row) {
        return failed_value(Status::cstatus_no_instance, part.local_time);
    }
    const bool has_base = definition_.base != model::no_column;
    const bool has_multi = definition_.multi != model::no_column;
    for (const std::uint32_t column : {address_.column, definition_.base}) {
        if (column != model::no_column && !object.is_valid(*row, column)) {
            return failed_value(object.status(*row, column), part.local_time);
        }
    }
    const calc::Clocks clocks{
        .perf_time = part.snapshot.perf_time,
        .perf_freq = target_.machine->sources()[target_.object.source].catalogue->perf_freq,
        .time_100ns = part.snapshot.time_100ns,
        .object_time = object.object_time(),
        .object_freq = target_.object_definition().object_freq,
    };
    const std::int64_t base = has_base ? object.cell(*row, definition_.base) : 0;
    const auto multi =
        has_multi ? static_cast<std::uint32_t>(object.cell(*row, definition_.multi)) : std::uint32_t{1};
    return {calc::make_raw_sample(*type_, object.cell(*row, address_.column), base, multi, clocks),
        part.local_time};
}

std::optional<RawValue> Counter::read_newer(const CollectedPair& pair, std::optional<std::size_t> row) const {
    if (pair.newer == nullptr) {
        return std::nullopt;
    }
    return read_row(*pair.newer, *pair.newer->object(address_), row);
}

// The older sample of the instance in a row of the newer snapshot; none when another instance had its name.
std::optional<RawValue> Counter::read_older(const CollectedPair& pair, std::size_t newer_row) const {
    if (pair.older == nullptr) {
        return std::nullopt;
    }
    const model::ObjectSnapshot& object = *pair.older->object(address_);
    const auto& newer_set = pair.newer->object(address_)->instances();
    const auto& older_set = object.instances();
    if (newer_set == older_set) {
        return read_row(*pair.older, object, newer_row);
    }
    const model::Instance& instance = newer_set->instances()[newer_row];
    const auto row = older_set->find(instance.parent, instance.name, newer_set->duplicate_index(newer_row));
    if (row && older_set->instances()[*row].unique_id != instance.unique_id) {
        return std::nullopt;
    }
    return read_row(*pair.older, object, row);
}

RawValue Counter::raw() {
    const std::scoped_lock lock(mutex_);
    refresh();
    if (samples_.newer) {
        return *samples_.newer;
    }
    const Status cstatus =
        has_value_without_collect() ? Status::cstatus_valid_data : Status::cstatus_item_not_validated;
    return failed_value(cstatus, 0);
}

calc::Formatted Counter::format_samples(const calc::Format& format, const Samples& samples) const {
    if (!samples.newer) {
        if (has_value_without_collect()) {
            return calc::format(*type_, format, time_base_, {}, nullptr);
        }
        return calc::failed(Status::no_data, format.number);
    }
    const calc::RawSample* const older = samples.older ? &samples.older->sample : nullptr;
    return calc::format(*type_, format, time_base_, samples.newer->sample, older);
}

calc::Formatted Counter::format(std::uint32_t format_word) {
    const std::scoped_lock lock(mutex_);
    refresh();
    const ScalePolicy policy = Runtime::instance().scale_policy();
    const auto format = parse_format(format_word, policy);
    calc::Formatted formatted = format ? format_samples(*format, samples_)
                                       : calc::failed(Status::invalid_argument, calc::Number::as_double);
    formatted.status = calc::get_value_status(formatted.status);
    if (formatted.status != Status::success) {
        return formatted;
    }
    changed_ = false;
    if (samples_.newer) {
        answer_.publish({true, policy, format_word, seen_, formatted});
    }
    return formatted;
}

bool Counter::read_answer(std::uint32_t format_word, Answer& answer) const {
    return answer_.read(answer) && answer.valid && answer.format_word == format_word &&
           answer.sequence == feed_->sequence() && answer.policy == Runtime::instance().scale_policy();
}

calc::Formatted Counter::calculate(
    std::uint32_t format_word, const calc::RawSample& newer, const calc::RawSample* older) {
    const std::scoped_lock lock(mutex_);
    const auto format = parse_format(format_word, Runtime::instance().scale_policy());
    if (!format) {
        return calc::failed(Status::invalid_argument, calc::Number::as_double);
    }
    return calc::format(*type_, *format, time_base_, newer, older);
}

calc::Statistics Counter::statistics(std::uint32_t format_word, std::uint32_t first_entry,
    std::uint32_t count, const std::function<calc::RawSample(std::uint32_t)>& sample_at) {
    const std::scoped_lock lock(mutex_);
    const auto format = parse_format(format_word, Runtime::instance().scale_policy());
    if (!format) {
        calc::Statistics refused;
        refused.status = Status::invalid_argument;
        return refused;
    }
    return calc::statistics(*type_, *format, time_base_, count, first_entry, sample_at);
}

std::u16string Counter::given_name() const {
    return path_.instance ? display_name(*path_.instance) : std::u16string();
}

std::u16string Counter::item_name(const model::Instance& instance) const {
    const bool has_instances = target_.object_definition().instances == model::Instances::multi;
    return has_instances ? display_name(instance) : given_name();
}

template <class Value, class Make>
Result<std::vector<Item<Value>>> Counter::supplied_items(const Make& make) const {
    if (supplied_->empty()) {
        return Status::no_data;
    }
    std::vector<Item<Value>> items;
    items.reserve(supplied_->size());
    for (const auto& [name, samples] : *supplied_) {
        items.push_back({name, make(samples)});
    }
    return items;
}

template <class Value, class Make>
Result<std::vector<Item<Value>>> Counter::items(const Make& make) {
    if (supplied_) {
        return supplied_items<Value>(make);
    }
    std::vector<Item<Value>> items;
    const CollectedPair pair = collected();
    if (pair.newer == nullptr) {
        if (!has_value_without_collect()) {
            return Status::no_data;
        }
        items.push_back({given_name(), make(Samples{})});
        return items;
    }
    const model::ObjectSnapshot& object = *pair.newer->object(address_);
    if (object.status() != Status::success) {
        return object.status();
    }
    const auto& rows = rows_in(object.instances());
    if (rows.empty()) {
        return Status::cstatus_no_instance;
    }
    items.reserve(rows.size());
    for (const std::size_t row : rows) {
        const Samples samples{read_newer(pair, row), read_older(pair, row)};
        items.push_back({item_name(object.instances()->instances()[row]), make(samples)});
    }
    return items;
}

Result<std::vector<Item<RawValue>>> Counter::raw_items() {
    const std::scoped_lock lock(mutex_);
    return items<RawValue>([](const Samples& samples) { return samples.newer.value_or(RawValue{}); });
}

Result<std::vector<Item<calc::Datum>>> Counter::formatted_items(std::uint32_t format_word) {
    const std::scoped_lock lock(mutex_);
    const auto format = parse_format(format_word, Runtime::instance().scale_policy());
    if (!format) {
        return Status::invalid_argument;
    }
    Status failure = Status::success;
    bool any_valid = false;
    PDH_SHIM_TRY(auto result, items<calc::Datum>([&](const Samples& samples) {
        const calc::Formatted formatted = format_samples(*format, samples);
        any_valid = any_valid || formatted.status == Status::success;
        failure = failure == Status::success ? formatted.status : failure;
        return formatted.datum;
    }));
    if (!any_valid) {
        return failure;
    }
    return result;
}

bool Counter::has_data() {
    const std::scoped_lock lock(mutex_);
    refresh();
    if (!samples_.newer) {
        return false;
    }
    if (is_valid_data(samples_.newer->sample.cstatus) || !wildcard_) {
        return is_valid_data(samples_.newer->sample.cstatus);
    }
    const CollectedPair pair = collected();
    if (pair.newer == nullptr) {
        return false;
    }
    return std::ranges::any_of(rows_in(pair.newer->object(address_)->instances()),
        [&](std::size_t row) { return is_valid_data(read_newer(pair, row)->sample.cstatus); });
}

} // namespace pdh_shim::core
