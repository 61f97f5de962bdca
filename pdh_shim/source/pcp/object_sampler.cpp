#include "source/pcp/object_sampler.h"

#include "base/saturating.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace pdh_shim::source::pcp {
namespace {

constexpr std::u16string_view total_name = u"_Total";
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

bool ObjectSampler::prepare(Connection& connection) {
    if (generation_ == connection.generation()) {
        return true;
    }
    std::vector<std::string> names;
    std::ranges::transform(plan_->metrics, std::back_inserter(names), &Metric::name);
    std::vector<pmDesc> descriptions;
    if (!connection.describe(names, descriptions)) {
        return false;
    }
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
        const bool is_known = is_same_kind(descriptions[i], plan_->metrics[i].desc);
        numbers_[i] = is_known ? descriptions[i].pmid : PM_ID_NULL;
    }
    names_.clear();
    set_ = nullptr;
    generation_ = connection.generation();
    return true;
}

void ObjectSampler::request(const std::vector<bool>& columns, std::vector<pmID>& metrics) {
    std::vector<bool> needed(numbers_.size());
    needed.at(0) = has_instances(*plan_);
    for (const auto& metric : {plan_->name, plan_->identity}) {
        if (metric) {
            needed[*metric] = true;
        }
    }
    for (std::size_t column = 0; column < columns.size(); ++column) {
        for (const Term& term : plan_->columns[column].terms) {
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

const pmValueSet* ObjectSampler::values_of(std::uint32_t metric, const pmResult& fetched) const {
    const std::size_t answer = answers_[metric];
    return answer < static_cast<std::size_t>(fetched.numpmid) ? fetched.vset[answer] : nullptr;
}

std::optional<std::int64_t> ObjectSampler::number(
    std::uint32_t metric, const pmResult& fetched, std::size_t row, const Scale& scale) const {
    const pmValueSet* const set = values_of(metric, fetched);
    const pmValue* const value = value_of(set, rows_[row].number, row);
    return set == nullptr || value == nullptr
               ? std::nullopt
               : number_of(plan_->metrics[metric].desc.type, set->valfmt, *value, scale);
}

std::optional<std::int64_t> ObjectSampler::cell(
    const ColumnPlan& column, const pmResult& fetched, std::size_t row, std::int64_t time) const {
    std::int64_t sum = saturated_add(column.constant, column.adds_time ? time : 0);
    for (const Term& term : column.terms) {
        const auto value = number(term.metric, fetched, row, term.scale);
        if (!value) {
            return std::nullopt;
        }
        sum = term.negative ? saturated_subtract(sum, *value) : saturated_add(sum, *value);
    }
    return std::max<std::int64_t>(sum, 0);
}

std::int64_t ObjectSampler::identity_of(const pmResult& fetched, int number, std::size_t likely) const {
    const pmValueSet* const set = plan_->identity ? values_of(*plan_->identity, fetched) : nullptr;
    const pmValue* const value = value_of(set, number, likely);
    if (set == nullptr || value == nullptr) {
        return model::no_unique_id;
    }
    const int type = plan_->metrics[*plan_->identity].desc.type;
    return number_of(type, set->valfmt, *value, Scale{}).value_or(model::no_unique_id);
}

bool ObjectSampler::find_rows(Connection& connection, const pmResult& fetched) {
    std::vector<Row> rows;
    if (!has_instances(*plan_)) {
        rows.push_back({.number = no_instance});
    }
    const auto all = has_instances(*plan_) ? values(values_of(0, fetched)) : std::span<const pmValue>();
    for (std::size_t i = 0; i < all.size(); ++i) {
        rows.push_back({.number = all[i].inst, .identity = identity_of(fetched, all[i].inst, i)});
    }
    if (set_ != nullptr && rows == rows_) {
        return true;
    }
    rows_ = std::move(rows);
    return name_rows(connection, fetched);
}

bool ObjectSampler::knows_names() const {
    return std::ranges::all_of(rows_, [this](const Row& row) { return names_.contains(row.number); });
}

std::string_view ObjectSampler::name_of(const pmResult& fetched, std::size_t row) const {
    if (!plan_->name) {
        const auto found = names_.find(rows_[row].number);
        return found == names_.end() ? std::string_view() : std::string_view(found->second);
    }
    const pmValueSet* const texts = values_of(*plan_->name, fetched);
    const pmValue* const value = value_of(texts, rows_[row].number, row);
    return texts == nullptr || value == nullptr
               ? std::string_view()
               : text_of(plan_->metrics[*plan_->name].desc.type, texts->valfmt, *value);
}

bool ObjectSampler::name_rows(Connection& connection, const pmResult& fetched) {
    set_ = nullptr;
    std::vector<model::Instance> instances;
    if (!has_instances(*plan_)) {
        instances.emplace_back();
        set_ = std::make_shared<const model::InstanceSet>(std::move(instances));
        return true;
    }
    if (!plan_->name && !knows_names() && !connection.instances(plan_->metrics.front().desc.indom, names_)) {
        return false;
    }
    std::vector<Row> shown;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const std::string_view given = name_of(fetched, row);
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

bool ObjectSampler::write(Connection& connection, const pmResult& fetched, std::int64_t time,
    const std::vector<bool>& columns, model::ObjectSnapshot& snapshot) {
    if (!find_rows(connection, fetched)) {
        return false;
    }
    const auto count = static_cast<std::uint32_t>(plan_->columns.size());
    snapshot.begin(count, set_);
    snapshot.set_object_time(time);
    std::vector<std::optional<std::int64_t>> cells(rows_.size() * count);
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        for (std::uint32_t column = 0; column < columns.size(); ++column) {
            if (!columns[column]) {
                continue;
            }
            const auto value = cell(plan_->columns[column], fetched, row, time);
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

std::optional<std::size_t> ObjectSampler::earlier_row(std::size_t row) const {
    if (row < totals_.rows.size() && totals_.rows[row] == rows_[row]) {
        return row;
    }
    const auto found = std::ranges::find(totals_.rows, rows_[row]);
    return found == totals_.rows.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - totals_.rows.begin()));
}

std::int64_t ObjectSampler::total_of(
    std::uint32_t column, const std::vector<std::optional<std::int64_t>>& cells) const {
    const std::size_t count = plan_->columns.size();
    const Total rule = plan_->columns[column].total;
    std::int64_t level = 0;
    std::int64_t growth = 0;
    std::int64_t members = 0;
    std::int64_t lasting = 0;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const auto now = cells[row * count + column];
        if (!now) {
            continue;
        }
        level = saturated_add(level, *now);
        ++members;
        const auto earlier = earlier_row(row);
        const auto before = earlier ? totals_.cells[*earlier * count + column] : std::nullopt;
        if (before) {
            growth = saturated_add(growth, saturated_subtract(*now, *before));
            ++lasting;
        }
    }
    const bool is_first = totals_.values.empty() || lasting == 0;
    const bool is_mean = rule == Total::mean_growth;
    if (rule == Total::sum || is_first) {
        return is_mean ? level / std::max<std::int64_t>(members, 1) : level;
    }
    return saturated_add(totals_.values[column], is_mean ? growth / lasting : growth);
}

void ObjectSampler::add_total(const std::vector<bool>& columns,
    std::vector<std::optional<std::int64_t>> cells, model::ObjectSnapshot& snapshot) {
    std::vector<std::int64_t> values(plan_->columns.size());
    for (std::uint32_t column = 0; column < columns.size(); ++column) {
        if (columns[column]) {
            values[column] = total_of(column, cells);
            snapshot.set(rows_.size(), column, values[column]);
        }
    }
    totals_ = {std::move(values), rows_, std::move(cells)};
}

} // namespace pdh_shim::source::pcp
