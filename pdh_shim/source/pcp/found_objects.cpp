// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/found_objects.h"

#include "source/pcp/metric_objects.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace pdh_shim::source::pcp {
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

// Names of metrics are sorted by prefix first, so that those of one prefix are side by side.
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
