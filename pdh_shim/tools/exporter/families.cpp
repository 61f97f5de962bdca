// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/families.h"

#include <algorithm>
#include <array>

namespace pdh_shim::tools::exporter {

namespace {

constexpr std::string_view collector_success = "windows_performancecounter_collector_success";
constexpr std::string_view collector_seconds = "windows_performancecounter_collector_duration_seconds";
// Names of what the exporter says of itself.
constexpr std::array own_names = {std::string_view("pdh_up"), std::string_view("pdh_series_limit_exceeded"),
    std::string_view("pdh_config_last_reload_successful"), std::string_view("pdh_exporter_build_info"),
    collector_success, collector_seconds};

// What windows_exporter takes for a counter.
Metric windows_metric(std::uint32_t type) {
    switch (type) {
    case PERF_COUNTER_DELTA:
    case PERF_COUNTER_COUNTER:
    case PERF_COUNTER_BULK_COUNT:
    case PERF_100NSEC_TIMER:
    case PERF_PRECISION_100NS_TIMER:
    case PERF_100NSEC_TIMER_INV:
        return Metric::counter;
    default:
        return Metric::gauge;
    }
}

Value windows_value(std::uint32_t type) {
    switch (type) {
    case PERF_100NSEC_TIMER:
    case PERF_PRECISION_100NS_TIMER:
        return Value::first_seconds;
    case PERF_ELAPSED_TIME:
        return Value::whole_elapsed;
    default:
        return Value::first;
    }
}

std::string explanation(const Counter& counter) {
    return counter.help.empty() ? "This counter has no explanation." : counter.help;
}

void replace(std::string& text, const std::string& from, const std::string& to) {
    for (auto place = text.find(from); place != std::string::npos;
         place = text.find(from, place + to.size())) {
        text.replace(place, from.size(), to);
    }
}

} // namespace

std::string path_of(const Object& object, const Counter& counter) {
    return '\\' + object.spec->object + '\\' + counter.name;
}

std::string instance_labels(const ObjectSpec& spec, std::string_view key) {
    const auto names = instance_label_names(spec);
    std::string labels;
    if (names.size() == 1) {
        append_label(labels, names[0], key);
        return labels;
    }
    // `NAME:PID` of Process V2, `NAME/NUMBER` of Thread
    const auto place = key.rfind(equal(spec.object, "Thread") ? '/' : ':');
    append_label(labels, names[0], key.substr(0, place));
    append_label(labels, names[1], place == std::string_view::npos ? "" : key.substr(place + 1));
    return labels;
}

class Families::Maker {
  public:
    Maker(const Module& module, const Target& target, std::vector<Object>& objects)
        : profile_(module.profile), target_(target), objects_(objects) {
        for (const auto name : own_names) {
            by_name_.emplace(name, families_.size());
            families_.push_back({.name = {}});
        }
    }

    std::vector<Family> made() {
        for (std::size_t o = 0; o < objects_.size(); ++o) {
            for (std::size_t c = 0; c < objects_[o].counters.size(); ++c) {
                if (!objects_[o].counters[c].is_written) {
                    continue;
                }
                if (profile_ == Profile::pdh) {
                    add_pdh(o, c);
                } else {
                    add_windows(o, c);
                }
            }
        }
        for (auto& family : families_) {
            end(family);
        }
        std::erase_if(families_, [](const Family& family) { return family.name.empty(); });
        return std::move(families_);
    }

  private:
    void add_windows(std::size_t object, std::size_t counter) {
        const auto& one = objects_[object].counters[counter];
        const auto& spec = *one.spec;
        const bool is_formatted = objects_[object].spec->is_formatted && !spec.is_second_value;
        const auto metric = spec.kind.value_or(is_formatted ? Metric::gauge : windows_metric(one.type));
        auto value = windows_value(one.type);
        if (is_formatted || spec.is_second_value) {
            value = is_formatted ? Value::formatted : Value::second;
        }
        // These types are in units of 100 ns, whatever clock their computer has.
        const auto time_base = value == Value::first_seconds ? ticks_per_second : one.time_base;
        const auto* const type = type_row(one.type);
        const bool is_explained = value == Value::formatted || value == Value::whole_elapsed ||
                                  (value == Value::first && type != nullptr && type->query == "S");
        add(spec.metric, metric, (is_explained ? "" : "The raw sample of this counter: ") + explanation(one),
            {{.object = object,
                .counter = counter,
                .value = value,
                .time_base = time_base,
                .head = spec.metric,
                .labels = spec.labels}});
    }

    void add_pdh(std::size_t object, std::size_t counter) {
        const auto& spec = *objects_[object].spec;
        const auto& one = objects_[object].counters[counter];
        const auto* const type = type_row(one.type);
        if (type == nullptr || type->metric == Metric::none) {
            return;
        }
        const auto named = pdh_name(spec.object, one.name, *type);
        if (named.factor > 1 && spec.counters.empty() && is_in_smaller_units(objects_[object], named)) {
            return;
        }
        const auto part = [&](std::string head, Value value, double factor = 1) {
            return Part{.object = object,
                .counter = counter,
                .value = value,
                .factor = factor,
                .time_base = one.time_base,
                .head = std::move(head)};
        };
        const auto name = named.name + std::string(type->suffix);
        std::string query(type->query);
        std::vector<Part> parts;
        if (type->metric == Metric::summary) {
            parts = {part(name + "_sum", type->value, named.factor), part(name + "_count", type->second)};
        } else {
            parts = {part(name, type->value, named.factor)};
        }
        const auto place = add(name, type->metric, "", std::move(parts));
        replace(query, "S" + std::string(type->suffix), families_[place].name);
        if (type->metric != Metric::summary && type->second != Value::none) {
            const auto second = named.name + std::string(type->second_suffix);
            const auto base = add(second, type->second == Value::multi ? Metric::gauge : Metric::counter,
                "The base of " + families_[place].name + ".", {part(second, type->second)});
            replace(query, "S" + std::string(type->second_suffix), families_[base].name);
        }
        auto& family = families_[place];
        if (family.help.empty()) {
            // The explanation is of PDH's value, and the series what that is made of.
            family.help = help_text(explanation(one) + (query == family.name ? "" : " As PromQL: " + query));
        }
    }

    // `Available MBytes` are `Available Bytes` again.
    static bool is_in_smaller_units(const Object& object, const PdhName& named) {
        return std::ranges::any_of(object.counters, [&](const Counter& other) {
            const auto* const its = type_row(other.type);
            const auto name = its == nullptr ? PdhName{} : pdh_name(object.spec->object, other.name, *its);
            return name.name == named.name && name.factor < named.factor;
        });
    }

    // @return the place of the family
    std::size_t add(
        const std::string& name, Metric metric, const std::string& help, std::vector<Part> parts) {
        const auto place = family_of(name, metric);
        auto& family = families_[place];
        if (family.parts.empty()) {
            family.help = help_text(help);
        }
        for (auto& part : parts) {
            ++objects_[part.object].counters[part.counter].parts;
            part.head = family.name + part.head.substr(name.size());
            family.parts.push_back(std::move(part));
        }
        return place;
    }

    // Of one name, all are in one family; if they differ in their TYPE, the later one has another name.
    std::size_t family_of(const std::string& name, Metric metric) {
        // OpenMetrics has one name space for a counter `x_total` and any `x`.
        const std::string end(metric == Metric::counter && name.ends_with(counter_end) ? counter_end : "");
        const auto base = name.substr(0, name.size() - end.size());
        for (int number = 1;; ++number) {
            const auto key = number == 1 ? base : base + '_' + std::to_string(number);
            const auto own = key + end;
            const auto by_own = by_name_.find(own);
            const auto found = by_own == by_name_.end() ? by_name_.find(key) : by_own;
            if (found == by_name_.end()) {
                by_name_[own] = by_name_[key] = families_.size();
                families_.push_back({.name = own, .metric = metric});
                return families_.size() - 1;
            }
            const auto& family = families_[found->second];
            if (family.metric == metric && family.name == own) {
                return found->second;
            }
        }
    }

    // Tells apart what has one name and the same labels, and writes what does not change.
    void end(Family& family) {
        for (auto& part : family.parts) {
            const auto& of_object = objects_[part.object].spec->labels;
            part.labels.insert(of_object.begin(), of_object.end());
            part.labels.insert(target_.labels.begin(), target_.labels.end());
            write_labels(part);
        }
        std::vector<Part*> twice;
        for (auto& part : family.parts) {
            if (is_twice(family, part)) {
                twice.push_back(&part);
            }
        }
        for (auto* const part : twice) {
            part->labels["path"] = path_of_part(*part);
            write_labels(*part);
        }
    }

    // Of labels of one name, that of the instance, of the counter, of the object, of the target: the first
    // one.
    void write_labels(Part& part) const {
        std::string alone;
        append_labels(alone, part.labels);
        auto others = part.labels;
        for (const auto& name : instance_label_names(*objects_[part.object].spec)) {
            others.erase(name);
        }
        std::string extra;
        append_labels(extra, others);
        part.alone = part.head + (alone.empty() ? "" : '{' + alone + '}') + ' ';
        part.before = part.head + '{';
        part.after = (extra.empty() ? "" : ',' + extra) + "} ";
    }

    // Whether another path has the same series; who has the same path is noted.
    bool is_twice(const Family& family, const Part& part) {
        bool has_other_path = false;
        for (const auto& other : family.parts) {
            if (other.head != part.head || (other.alone != part.alone && other.after != part.after)) {
                continue;
            }
            if (!equal(path_of_part(other), path_of_part(part))) {
                has_other_path = true;
            } else if (std::pair(other.object, other.counter) < std::pair(part.object, part.counter)) {
                objects_[part.object].counters[part.counter].earlier.emplace_back(
                    other.object, other.counter);
            }
        }
        return has_other_path;
    }

    [[nodiscard]] std::string path_of_part(const Part& part) const {
        return path_of(objects_[part.object], objects_[part.object].counters[part.counter]);
    }

    const Profile profile_;
    const Target& target_;
    std::vector<Object>& objects_;
    std::vector<Family> families_;
    std::unordered_map<std::string, std::size_t> by_name_; // places of families
};

Families::Families(const Module& module, const Target& target, std::vector<Object>& objects)
    : profile_(module.profile), families_(Maker(module, target, objects).made()) {}

void Families::append(
    std::string& out, Format format, const std::vector<Object>& objects, std::int64_t now) const {
    for (const auto& family : families_) {
        const auto begin = out.size();
        append_head(out, format, family.name, family.metric, family.help);
        const auto first = out.size();
        append_family(out, family, objects, now);
        if (out.size() == first) {
            out.resize(begin);
        }
    }
    if (profile_ != Profile::windows_exporter) {
        return;
    }
    const auto append_collectors = [&](std::string_view name, std::string_view help, auto value_of) {
        append_head(out, format, name, Metric::gauge, help);
        for (const auto& object : objects) {
            std::string labels;
            append_label(labels, "collector", object.spec->name);
            out.append(name).append("{").append(labels).append("} ");
            append_double(out, value_of(object));
            out += '\n';
        }
    };
    append_collectors(collector_success, "Whether an object gave values.",
        [](const Object& object) { return object.has_values ? 1.0 : 0.0; });
    append_collectors(collector_seconds, "How long it took to read an object.",
        [](const Object& object) { return object.seconds; });
}

void Families::append_family(
    std::string& out, const Family& family, const std::vector<Object>& objects, std::int64_t now) {
    const auto append_series = [&](const Part& part, const Instance& instance, const RawValue& raw) {
        const auto line = out.size();
        if (instance.labels.empty()) {
            out += part.alone;
        } else {
            out.append(part.before).append(instance.labels).append(part.after);
        }
        if (append_value(out, part.value, raw, {part.time_base, now}, part.factor)) {
            out += '\n';
        } else {
            out.resize(line);
        }
    };
    // All series of an instance, then those of the next: OpenMetrics wants `_sum` and `_count` together.
    for (auto begin = family.parts.begin(); begin != family.parts.end();) {
        const auto end = std::find_if(begin, family.parts.end(), [&begin](const Part& part) {
            return part.object != begin->object || part.counter != begin->counter;
        });
        const auto& object = objects[begin->object];
        const auto& counter = object.counters[begin->counter];
        const auto count = object.is_left_out ? 0 : counter.values.size();
        for (std::size_t i = 0; i < count; ++i) {
            if (object.is_given(counter, i)) {
                std::for_each(begin, end,
                    [&](const Part& part) { append_series(part, object.instances[i], counter.values[i]); });
            }
        }
        begin = end;
    }
}

std::vector<std::string> Families::series_of(std::size_t object, std::size_t counter) const {
    std::vector<std::string> series;
    for (const auto& family : families_) {
        for (const auto& part : family.parts) {
            if (part.object == object && part.counter == counter) {
                series.push_back(part.head);
            }
        }
    }
    return series;
}

} // namespace pdh_shim::tools::exporter
