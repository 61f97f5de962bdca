// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/object_sampler.h"

#include "base/saturating.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_set>

namespace pdh_shim::source::pcp {
namespace {

constexpr int no_instance = static_cast<int>(PM_IN_NULL);

std::span<const pmValue> values(const pmValueSet* set) {
    return set == nullptr || set->numval <= 0
               ? std::span<const pmValue>()
               : std::span<const pmValue>(set->vlist, static_cast<std::size_t>(set->numval));
}

// The value of an instance; a metric without instances has one for all. Instances are nearly always in the
// same order for all metrics of a domain.
const pmValue* value_of(const pmValueSet* set, int number, std::size_t likely) {
    const auto all = values(set);
    if (all.size() == 1 && all.front().inst == no_instance) {
        return all.data();
    }
    if (likely < all.size() && all[likely].inst == number) {
        return &all[likely];
    }
    const auto found = std::ranges::find(all, number, &pmValue::inst);
    return found == all.end() ? nullptr : &*found;
}

bool has_instances(const ObjectPlan& plan) {
    return plan.definition.instances == model::Instances::multi;
}

} // namespace

ObjectSampler::ObjectSampler(std::shared_ptr<const ObjectPlan> plan)
    : plan_(std::move(plan)), numbers_(plan_->metrics.size(), PM_ID_NULL) {}

bool ObjectSampler::prepare(Context& context) {
    if (is_prepared(context.generation())) {
        return true;
    }
    if (plan_->read_again) {
        auto read = plan_->read_again(context);
        if (!read) {
            return false;
        }
        read->read_again = plan_->read_again;
        plan_ = std::make_shared<const ObjectPlan>(std::move(*read));
        numbers_.assign(plan_->metrics.size(), PM_ID_NULL);
    }
    std::vector<std::string> names;
    std::ranges::transform(plan_->metrics, std::back_inserter(names), &Metric::name);
    const auto descriptions = context.describe(names);
    if (!descriptions) {
        return false;
    }
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
        const bool is_known = is_same_kind((*descriptions)[i], plan_->metrics[i].desc);
        numbers_[i] = is_known ? (*descriptions)[i].pmid : PM_ID_NULL;
    }
    names_.clear();
    set_ = nullptr;
    generation_ = context.generation();
    return true;
}

void ObjectSampler::request(const std::vector<bool>& columns, std::vector<pmID>& metrics) {
    const bool is_listing = std::ranges::find(columns, true) == columns.end();
    std::vector<bool> needed(numbers_.size(), plan_->lists_all && is_listing);
    if (!needed.empty()) {
        needed.front() = has_instances(*plan_);
    }
    for (const auto& metric : {plan_->name, plan_->identity}) {
        if (metric) {
            needed[*metric] = true;
        }
    }
    for (std::size_t column = 0; column < columns.size(); ++column) {
        for (const MetricTerm& term : plan_->columns[column].terms) {
            needed[term.metric] = needed[term.metric] || columns[column];
        }
    }
    answers_.assign(numbers_.size(), absent);
    for (std::size_t i = 0; i < needed.size(); ++i) {
        if (needed[i] && numbers_[i] != PM_ID_NULL) {
            answers_[i] = metrics.size();
            metrics.push_back(numbers_[i]);
        }
    }
}

const pmValueSet* ObjectSampler::values_of(std::uint32_t metric, const MetricValues& answer) const {
    const std::size_t place = answers_[metric];
    return place < answer.values.size() ? answer.values[place] : nullptr;
}

// The values that list the instances of the object: of the first metric, or where that has none, as in an
// archive without it, of the first metric of its domain.
const pmValueSet* ObjectSampler::listed(const MetricValues& answer) const {
    const pmInDom domain = plan_->metrics.empty() ? PM_INDOM_NULL : plan_->metrics.front().desc.indom;
    for (std::uint32_t metric = 0; metric < plan_->metrics.size(); ++metric) {
        const pmValueSet* const set = values_of(metric, answer);
        if (set != nullptr && plan_->metrics[metric].desc.indom == domain) {
            return set;
        }
    }
    return nullptr;
}

std::optional<std::int64_t> ObjectSampler::number(
    std::uint32_t metric, const MetricValues& answer, std::size_t row, const Scale& scale) const {
    const pmValueSet* const set = values_of(metric, answer);
    const pmValue* const value = value_of(set, rows_[row].number, row);
    return set == nullptr || value == nullptr
               ? std::nullopt
               : number_of(plan_->metrics[metric].desc.type, set->valfmt, *value, scale);
}

std::optional<std::int64_t> ObjectSampler::cell(
    std::uint32_t column, const MetricValues& answer, std::size_t row) const {
    const ColumnPlan& plan = plan_->columns[column];
    if (plan.is_missing) {
        return std::nullopt;
    }
    std::int64_t sum = saturated_add(plan.constant, plan.adds_time ? time_of(column, answer) : 0);
    for (const MetricTerm& term : plan.terms) {
        const auto value = number(term.metric, answer, row, term.scale);
        if (!value) {
            return std::nullopt;
        }
        sum = term.negative ? saturated_subtract(sum, *value) : saturated_add(sum, *value);
    }
    return std::max<std::int64_t>(sum, 0);
}

std::int64_t ObjectSampler::identity_of(const MetricValues& answer, int number, std::size_t likely) const {
    const pmValueSet* const set = plan_->identity ? values_of(*plan_->identity, answer) : nullptr;
    const pmValue* const value = value_of(set, number, likely);
    if (set == nullptr || value == nullptr) {
        return model::no_unique_id;
    }
    const int type = plan_->metrics[*plan_->identity].desc.type;
    return number_of(type, set->valfmt, *value, Scale{}).value_or(model::no_unique_id);
}

// The numbers of the instances, each once.
std::vector<int> ObjectSampler::instances_in(const MetricValues& answer) const {
    const auto listed = values(this->listed(answer));
    std::vector<int> numbers;
    std::ranges::transform(listed, std::back_inserter(numbers), &pmValue::inst);
    std::unordered_set<int> known;
    for (std::uint32_t metric = 0; plan_->lists_all && metric < plan_->metrics.size(); ++metric) {
        const auto own = values(values_of(metric, answer));
        if (std::ranges::equal(own, listed, {}, &pmValue::inst, &pmValue::inst)) {
            continue; // as nearly always
        }
        known.insert(numbers.begin(), numbers.end());
        for (const pmValue& value : own) {
            if (known.insert(value.inst).second) {
                numbers.push_back(value.inst);
            }
        }
    }
    return numbers;
}

bool ObjectSampler::find_rows(Context& context, const MetricValues& answer) {
    std::vector<ShownInstance> rows;
    if (!has_instances(*plan_)) {
        rows.push_back({.number = no_instance});
    }
    const auto numbers = has_instances(*plan_) ? instances_in(answer) : std::vector<int>();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        rows.push_back({.number = numbers[i], .identity = identity_of(answer, numbers[i], i)});
    }
    if (set_ != nullptr && rows == rows_) {
        return true;
    }
    rows_ = std::move(rows);
    return name_rows(context, answer);
}

bool ObjectSampler::knows_names() const {
    return std::ranges::all_of(
        rows_, [this](const ShownInstance& row) { return names_.contains(row.number); });
}

std::string_view ObjectSampler::name_of(const MetricValues& answer, std::size_t row) const {
    if (!plan_->name) {
        const auto found = names_.find(rows_[row].number);
        return found == names_.end() ? std::string_view() : std::string_view(found->second);
    }
    const pmValueSet* const texts = values_of(*plan_->name, answer);
    const pmValue* const value = value_of(texts, rows_[row].number, row);
    return texts == nullptr || value == nullptr
               ? std::string_view()
               : text_of(plan_->metrics[*plan_->name].desc.type, texts->valfmt, *value);
}

bool ObjectSampler::name_rows(Context& context, const MetricValues& answer) {
    set_ = nullptr;
    // The number of an instance that is gone may come again with another name.
    std::set<int> numbers;
    std::ranges::transform(rows_, std::inserter(numbers, numbers.end()), &ShownInstance::number);
    std::erase_if(names_, [&numbers](const auto& known) { return !numbers.contains(known.first); });
    std::vector<model::Instance> instances;
    if (!has_instances(*plan_)) {
        instances.emplace_back();
        set_ = std::make_shared<const model::InstanceSet>(std::move(instances));
        return true;
    }
    if (!plan_->name && !knows_names()) {
        auto listed = context.instances(plan_->metrics.front().desc.indom);
        if (!listed) {
            return false;
        }
        listed->merge(names_); // keeps the name of an instance that ended after the fetch
        names_ = std::move(*listed);
    }
    std::vector<ShownInstance> shown;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const std::string_view given = name_of(answer, row);
        std::u16string name =
            given.empty() ? std::u16string() : plan_->name_instance(given, rows_[row].number);
        if (!name.empty()) {
            instances.push_back({std::move(name), {}, rows_[row].identity});
            shown.push_back(rows_[row]);
        }
    }
    if (plan_->has_total && !instances.empty()) {
        instances.push_back({std::u16string(total_name), {}, model::no_unique_id});
    }
    rows_ = std::move(shown);
    set_ = std::make_shared<const model::InstanceSet>(std::move(instances));
    return true;
}

bool ObjectSampler::write(Context& context, const MetricValues& answer, const std::vector<bool>& columns,
    model::ObjectSnapshot& snapshot) {
    if (!find_rows(context, answer)) {
        return false;
    }
    const auto count = static_cast<std::uint32_t>(plan_->columns.size());
    snapshot.begin(count, set_);
    snapshot.set_object_time(answer.time);
    std::vector<std::optional<std::int64_t>> cells(rows_.size() * count);
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        for (std::uint32_t column = 0; column < columns.size(); ++column) {
            if (!columns[column]) {
                continue;
            }
            const auto value = cell(column, answer, row);
            cells[row * count + column] = value;
            if (value) {
                snapshot.set(row, column, *value);
            } else {
                snapshot.set_invalid(row, column);
            }
        }
    }
    if (set_->instances().size() > rows_.size()) {
        add_total(columns, std::move(cells), snapshot);
    }
    return true;
}

// Where each row was when the totals were last made.
std::vector<std::size_t> ObjectSampler::earlier_rows() const {
    std::map<std::pair<int, std::int64_t>, std::size_t> places;
    if (rows_ != totals_.rows) {
        for (std::size_t row = 0; row < totals_.rows.size(); ++row) {
            places.try_emplace({totals_.rows[row].number, totals_.rows[row].identity}, row);
        }
    }
    std::vector<std::size_t> earlier(rows_.size(), absent);
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const auto place = places.find({rows_[row].number, rows_[row].identity});
        if (rows_ == totals_.rows) {
            earlier[row] = row;
        } else if (place != places.end()) {
            earlier[row] = place->second;
        }
    }
    return earlier;
}

// `unread` if no row has a value.
std::int64_t ObjectSampler::total_of(std::uint32_t column,
    const std::vector<std::optional<std::int64_t>>& cells, const std::vector<std::size_t>& earlier) {
    const std::size_t count = plan_->columns.size();
    const Summing rule = plan_->columns[column].total;
    calc::FieldSums sums;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        sums.add(rule, last_total(column), cells[row * count + column].value_or(calc::unread),
            earlier_cell(earlier[row], column).value_or(calc::unread));
    }
    return sums.total(rule, last_total(column), totals_.rests[column]);
}

// Not every answer has every column, or a value of each instance: a total then grows from the last values.
void ObjectSampler::keep_cells(std::uint32_t column, bool has_total, const std::vector<std::size_t>& earlier,
    std::vector<std::optional<std::int64_t>>& cells) const {
    const std::size_t count = plan_->columns.size();
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        auto& cell = cells[row * count + column];
        if (earlier[row] != absent && (!has_total || !cell)) {
            cell = earlier_cell(earlier[row], column);
        }
    }
}

void ObjectSampler::add_total(const std::vector<bool>& columns,
    std::vector<std::optional<std::int64_t>> cells, model::ObjectSnapshot& snapshot) {
    std::vector<std::int64_t> values(plan_->columns.size());
    const std::vector<std::size_t> earlier = earlier_rows();
    totals_.rests.resize(plan_->columns.size());
    for (std::uint32_t column = 0; column < columns.size(); ++column) {
        const std::int64_t total = columns[column] ? total_of(column, cells, earlier) : calc::unread;
        const bool has_total = total != calc::unread;
        values[column] = has_total ? total : last_total(column);
        if (has_total) {
            snapshot.set(rows_.size(), column, total);
        } else if (columns[column]) {
            snapshot.set_invalid(rows_.size(), column);
        }
        keep_cells(column, has_total, earlier, cells);
    }
    totals_ = {std::move(values), std::move(totals_.rests), rows_, std::move(cells)};
}

void ObjectSampler::restart() {
    names_.clear();
    set_ = nullptr;
    totals_ = {};
}

bool ObjectSampler::lists_instances(const MetricValues& answer) const {
    return !has_instances(*plan_) || listed(answer) != nullptr;
}

std::int64_t ObjectSampler::time_of(std::uint32_t column, const MetricValues& answer) const {
    for (const MetricTerm& term : plan_->columns[column].terms) {
        const std::size_t place = answers_[term.metric];
        if (place < answer.times.size() && answer.values[place] != nullptr) {
            return answer.times[place];
        }
    }
    return answer.time;
}

} // namespace pdh_shim::source::pcp
