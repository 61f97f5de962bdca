// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/found_objects.h"

#include "base/text.h"
#include "calc/counter_type.h"
#include "model/instance_writer.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace pdh_shim::source::pcp {
namespace {

using calc::CounterType;

// A value with a fraction is a fraction of whole numbers: value * 10^6 / 10^8, which is shown in percent.
constexpr std::int64_t fraction_scale = 1'000'000;
constexpr std::int64_t percent = 100;

std::u16string widened(std::string_view text) {
    std::u16string wide;
    append_utf8_lossy(wide, text);
    return wide;
}

std::u16string plain_instance(std::string_view name, int /*number*/) {
    return model::kernel_instance(name);
}

bool is_time(const pmDesc& desc) noexcept {
    return scale_to(Unit::tick, desc.units).has_value();
}

Unit unit_of(const pmDesc& desc) noexcept {
    const bool is_counter = desc.sem == PM_SEM_COUNTER;
    if (is_counter && is_time(desc)) {
        return Unit::tick;
    }
    for (const Unit unit : {Unit::byte, Unit::number}) {
        if (scale_to(unit, desc.units)) {
            return unit;
        }
    }
    return Unit::as_given;
}

CounterType type_of(const pmDesc& desc) noexcept {
    if (desc.sem != PM_SEM_COUNTER) {
        return has_fraction(desc.type) ? CounterType::perf_large_raw_fraction
                                       : CounterType::perf_counter_large_rawcount;
    }
    return is_time(desc) ? CounterType::perf_100nsec_timer : CounterType::perf_counter_bulk_count;
}

model::CounterDef definition_of(const Metric& metric, CounterType type) {
    const std::size_t last = metric.name.rfind('.');
    const std::string_view name = std::string_view(metric.name).substr(last + 1);
    return {.name = widened(name),
        .help = u"The metric " + widened(metric.name) + u" of Performance Co-Pilot.",
        .type = static_cast<std::uint32_t>(type)};
}

void add_fraction_base(ObjectPlan& plan) {
    auto& counters = plan.definition.counters;
    model::CounterDef base = counters.back();
    base.help.clear();
    base.type = static_cast<std::uint32_t>(CounterType::perf_large_raw_base);
    counters.back().base = static_cast<std::uint32_t>(counters.size());
    counters.push_back(std::move(base));
    plan.columns.push_back(
        {.terms = {}, .constant = fraction_scale * percent, .adds_time = false, .total = Summing::sum});
}

void add_metric(const Metric& metric, ObjectPlan& plan) {
    const CounterType type = type_of(metric.desc);
    MetricTerm term{.metric = static_cast<std::uint32_t>(plan.metrics.size()),
        .scale = scale_to(unit_of(metric.desc), metric.desc.units).value_or(Scale{}),
        .negative = false};
    const bool is_fraction = type == CounterType::perf_large_raw_fraction;
    if (is_fraction) {
        term.scale.multiplier *= fraction_scale;
    }
    plan.metrics.push_back(metric);
    plan.definition.counters.push_back(definition_of(metric, type));
    plan.columns.push_back({.terms = {term}, .constant = 0, .adds_time = false, .total = Summing::sum});
    if (is_fraction) {
        add_fraction_base(plan);
    }
    plan.definition.columns = static_cast<std::uint32_t>(plan.definition.counters.size());
}

ObjectPlan make_object(std::string_view name, pmInDom domain) {
    ObjectPlan plan;
    plan.definition.name = metric_prefix;
    plan.definition.name += widened(name);
    plan.definition.help = u"Metrics of Performance Co-Pilot, as the host gives them.";
    plan.definition.instances = domain == PM_INDOM_NULL ? model::Instances::none : model::Instances::multi;
    plan.lists_all = true;
    plan.name_instance = plain_instance;
    return plan;
}

// The domain of the object that has the name of the prefix.
pmInDom main_domain(std::span<const Metric> metrics) {
    const pmInDom first = metrics.front().desc.indom;
    const bool share_one =
        std::ranges::all_of(metrics, [first](const Metric& metric) { return metric.desc.indom == first; });
    return share_one ? first : PM_INDOM_NULL;
}

} // namespace

std::string_view prefix_of(std::string_view metric) noexcept {
    return metric.substr(0, std::min(metric.rfind('.'), metric.size()));
}

std::vector<ObjectPlan> make_metric_objects(std::span<const Metric> metrics) {
    std::vector<Metric> numbers;
    std::ranges::copy_if(metrics, std::back_inserter(numbers),
        [](const Metric& metric) { return is_number(metric.desc.type); });
    std::vector<ObjectPlan> objects;
    if (numbers.empty()) {
        return objects;
    }
    const pmInDom domain = main_domain(numbers);
    ObjectPlan main = make_object(prefix_of(numbers.front().name), domain);
    for (const Metric& metric : numbers) {
        if (metric.desc.indom == domain) {
            add_metric(metric, main);
        } else {
            add_metric(metric, objects.emplace_back(make_object(metric.name, metric.desc.indom)));
        }
    }
    if (!main.columns.empty()) {
        objects.insert(objects.begin(), std::move(main));
    }
    return objects;
}

namespace {

// Those of the names that there are.
std::optional<std::vector<Metric>> find_metrics(Context& context, const std::vector<std::string>& names) {
    const auto descriptions = context.describe(names);
    if (!descriptions) {
        return std::nullopt;
    }
    std::vector<Metric> found;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if ((*descriptions)[i].pmid != PM_ID_NULL) {
            found.push_back({names[i], (*descriptions)[i]});
        }
    }
    return found;
}

const model::ObjectDef* find_described(const model::Catalogue& described, std::u16string_view name) {
    const auto found = std::ranges::find(described.objects, name, &model::ObjectDef::name);
    return found == described.objects.end() ? nullptr : &*found;
}

void add_linux_object(const MappedObject& object, const model::Catalogue& described,
    const std::vector<Metric>& metrics, std::vector<ObjectPlan>& plans) {
    const model::ObjectDef* const definition = find_described(described, object.name);
    if (auto plan = definition == nullptr ? std::nullopt : make_linux_object(object, *definition, metrics)) {
        plans.push_back(std::move(*plan));
    }
}

// The objects of all metrics, which are in the order of their names.
void add_metric_objects(const std::vector<Metric>& metrics, std::vector<ObjectPlan>& plans) {
    const auto same_prefix = [](const Metric& left, const Metric& right) {
        return prefix_of(left.name) == prefix_of(right.name);
    };
    for (auto begin = metrics.begin(); begin != metrics.end();) {
        const auto end = std::find_if(
            begin, metrics.end(), [&](const Metric& metric) { return !same_prefix(*begin, metric); });
        std::ranges::move(make_metric_objects({begin, end}), std::back_inserter(plans));
        begin = end;
    }
}

// Names of metrics are sorted by prefix first, so that names of one prefix are side by side.
bool is_before(const std::string& left, const std::string& right) {
    const auto order = prefix_of(left).compare(prefix_of(right));
    return order != 0 ? order < 0 : left < right;
}

} // namespace

std::optional<std::vector<ObjectPlan>> find_all(Context& context, const model::Catalogue& described) {
    auto names = context.list({});
    if (!names) {
        return std::nullopt;
    }
    std::ranges::sort(*names, is_before);
    const auto metrics = find_metrics(context, *names);
    if (!metrics) {
        return std::nullopt;
    }
    std::vector<ObjectPlan> plans;
    for (const MappedObject& object : linux_objects()) {
        add_linux_object(object, described, *metrics, plans);
    }
    add_metric_objects(*metrics, plans);
    return plans;
}

std::optional<std::vector<ObjectPlan>> find_linux(
    Context& context, const MappedObject& object, const model::Catalogue& described) {
    const auto metrics = find_metrics(context, metrics_of(object));
    if (!metrics) {
        return std::nullopt;
    }
    std::vector<ObjectPlan> plans;
    add_linux_object(object, described, *metrics, plans);
    return plans;
}

std::optional<ObjectPlan> assume_linux(
    const MappedObject& object, std::shared_ptr<const model::Catalogue> described) {
    const model::ObjectDef* const definition = find_described(*described, object.name);
    if (definition == nullptr) {
        return std::nullopt;
    }
    auto assumed = make_linux_object(object, *definition, {}, CountersWithoutMetrics::kept);
    if (assumed) {
        assumed->read_again = [&object, definition, described = std::move(described)](
                                  Context& context) -> std::optional<ObjectPlan> {
            const auto metrics = find_metrics(context, metrics_of(object));
            if (!metrics) {
                return std::nullopt;
            }
            return make_linux_object(object, *definition, *metrics, CountersWithoutMetrics::kept);
        };
    }
    return assumed;
}

std::optional<std::vector<ObjectPlan>> find_prefix(Context& context, const std::string& prefix) {
    auto names = context.list(prefix);
    if (!names) {
        return std::nullopt;
    }
    std::erase_if(*names, [&](const std::string& name) { return prefix_of(name) != prefix; });
    const auto metrics = find_metrics(context, *names);
    if (!metrics) {
        return std::nullopt;
    }
    std::vector<ObjectPlan> plans;
    add_metric_objects(*metrics, plans);
    return plans;
}

} // namespace pdh_shim::source::pcp
