// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/scrape.h"

#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

namespace pdh_shim::tools::exporter {

namespace {

constexpr std::int64_t ticks_per_second = 10'000'000; // of FILETIME
constexpr std::int64_t unix_epoch = 116'444'736'000'000'000;

// A text that PDH wants to be writable, and does not write.
char* pdh_text(const std::string& text) {
    return const_cast<char*>(text.c_str()); // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

std::vector<std::string> split(const std::vector<char>& list) {
    std::vector<std::string> texts;
    for (const char* text = list.data(); !list.empty() && *text != '\0'; text += texts.back().size() + 1) {
        texts.emplace_back(text);
    }
    return texts;
}

// The counters of an object.
PDH_STATUS counters_of(const Target& target, const std::string& object, std::vector<std::string>& counters) {
    const char* const source = target.source.empty() ? nullptr : target.source.c_str();
    const auto computer = "\\\\" + target.computer;
    const char* const machine = target.computer.empty() ? nullptr : computer.c_str();
    std::vector<char> names;
    std::vector<char> instances;
    DWORD names_size = 0;
    DWORD instances_size = 0;
    PDH_STATUS status = 0;
    do { // between two calls an instance may appear
        names.resize(names_size);
        instances.resize(instances_size);
        status = PdhEnumObjectItemsA(source, machine, object.c_str(), names.empty() ? nullptr : names.data(),
            &names_size, instances.empty() ? nullptr : instances.data(), &instances_size, PERF_DETAIL_WIZARD,
            0);
    } while (static_cast<DWORD>(status) == PDH_MORE_DATA);
    if (status == ERROR_SUCCESS) {
        counters = split(names);
    }
    return status;
}

bool matches_any(const std::vector<std::string>& patterns, std::string_view name) {
    return std::ranges::any_of(patterns, [name](const std::string& one) { return matches(one, name); });
}

// Sums are left out unless a pattern is for them; for windows_exporter any name that ends as theirs is one,
// and none is if `_Total` is a pattern.
bool is_wanted(Profile profile, const ObjectSpec& spec, std::string_view name) {
    constexpr std::string_view total = "_Total";
    if (matches_any(spec.except, name)) {
        return false;
    }
    const bool is_wanted_name = spec.instances.empty() || matches_any(spec.instances, name);
    if (profile == Profile::windows_exporter) {
        return is_wanted_name &&
               (!name.ends_with(total) || std::ranges::find(spec.instances, total) != spec.instances.end());
    }
    if (name != total && !name.ends_with(",_Total") && !name.ends_with("/_Total")) {
        return is_wanted_name;
    }
    return std::ranges::any_of(
        spec.instances, [&](const std::string& one) { return one.ends_with(total) && matches(one, name); });
}

void append_label(std::string& labels, std::string_view name, std::string_view value) {
    labels.append(labels.empty() ? "" : ",").append(name).append("=\"").append(label_value(value)) += '"';
}

void append_labels(std::string& labels, const Labels& more) {
    for (const auto& [name, value] : more) {
        append_label(labels, name, value);
    }
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

template <typename Number>
void append_number(std::string& out, Number value) {
    std::array<char, 32> digits = {};
    out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

// A tenth of a microsecond, exactly, and three times as fast as a double.
void append_ticks(std::string& out, std::int64_t ticks) {
    constexpr int places = 7;
    append_number(out, ticks / ticks_per_second);
    auto rest = ticks % ticks_per_second;
    if (rest == 0) {
        return;
    }
    std::array<char, places + 1> digits = {'.'};
    for (int i = places; i > 0; --i, rest /= 10) {
        digits[static_cast<std::size_t>(i)] = static_cast<char>('0' + rest % 10);
    }
    const std::string_view text(digits.data(), digits.size());
    out += text.substr(0, text.find_last_not_of('0') + 1);
}

// What a formatted value or a factor makes of a number that does not exist: nothing.
bool append_double(std::string& out, double value) {
    if (!std::isfinite(value)) {
        return false;
    }
    append_number(out, value);
    return true;
}

bool append_seconds(std::string& out, std::int64_t ticks, std::int64_t time_base) {
    if (time_base <= 0) {
        return false;
    }
    if (time_base == ticks_per_second && ticks >= 0) {
        append_ticks(out, ticks);
        return true;
    }
    return append_double(out, static_cast<double>(ticks) / static_cast<double>(time_base));
}

bool append_start(std::string& out, std::int64_t now_ticks, double elapsed_seconds) {
    constexpr double thousand = 1000;
    const auto now = static_cast<double>(now_ticks - unix_epoch) / static_cast<double>(ticks_per_second);
    return append_double(out, std::round((now - elapsed_seconds) * thousand) / thousand);
}

std::string_view kind_of(Metric metric, Format format) {
    switch (metric) {
    case Metric::counter:
        return "counter";
    case Metric::summary:
        return "summary";
    case Metric::gauge:
        return "gauge";
    case Metric::none:
        break;
    }
    return format == Format::openmetrics ? "unknown" : "untyped";
}

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

std::int64_t system_ticks() {
    using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, ticks_per_second>>;
    return std::chrono::duration_cast<Ticks>(std::chrono::system_clock::now().time_since_epoch()).count() +
           unix_epoch;
}

constexpr std::string_view counter_end = "_total";

} // namespace

std::string status_text(LONG status) {
    LONG of = ERROR_SUCCESS;
    DWORD size = 4096;
    std::string reason(size, '\0');
    if (pdh_shim_last_failure(&of, reason.data(), &size) == ERROR_SUCCESS && size > 1) {
        reason.resize(size - 1);
        return reason;
    }
    const char* const text = pdh_shim_status_text(status);
    return text == nullptr ? "status " + std::to_string(static_cast<DWORD>(status)) : text;
}

void append_head(
    std::string& out, Format format, std::string_view name, Metric metric, std::string_view help) {
    // OpenMetrics calls a family without `_total`, and knows no counter that has none.
    const bool is_total_counter = metric == Metric::counter && name.ends_with(counter_end);
    if (format == Format::openmetrics && metric == Metric::counter) {
        if (is_total_counter) {
            name.remove_suffix(counter_end.size());
        } else {
            metric = Metric::none;
        }
    }
    out.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ").append(name).append(" ");
    out.append(kind_of(metric, format)) += '\n';
}

void append_gauge(
    std::string& out, std::string_view name, std::string_view help, std::string_view labels, double value) {
    append_head(out, Format::text, name, Metric::gauge, help);
    out.append(name);
    if (!labels.empty()) {
        out.append("{").append(labels).append("}");
    }
    out += ' ';
    append_number(out, value);
    out += '\n';
}

Scrape::Scrape(Module module, Target target, std::size_t limit)
    : module_(std::move(module)), target_(std::move(target)), limit_(limit) {}

Scrape::~Scrape() {
    if (query_ != nullptr) {
        (void)PdhCloseQuery(query_);
    }
}

bool Scrape::open() {
    objects_.clear();
    families_.clear();
    by_name_.clear();
    missing_.clear();
    if (query_ != nullptr) {
        (void)PdhCloseQuery(query_);
        query_ = nullptr;
    }
    const char* const source = target_.source.empty() ? nullptr : target_.source.c_str();
    if (const auto status = PdhOpenQueryA(source, 0, &query_); status != ERROR_SUCCESS) {
        query_ = nullptr;
        problems_ = {status_text(status)};
        return false;
    }
    for (const auto& spec : module_.objects) {
        std::vector<std::string> names;
        const auto status = counters_of(target_, spec.object, names);
        if (static_cast<DWORD>(status) == PDH_CSTATUS_NO_OBJECT) {
            missing_.push_back({spec.object, "", "there is no object '" + spec.object + "'"});
        } else if (status != ERROR_SUCCESS) {
            problems_ = {status_text(status)};
            return false;
        }
        add_object(spec, names);
    }
    make_families();
    return true;
}

void Scrape::add_object(const ObjectSpec& spec, const std::vector<std::string>& names) {
    auto& object = objects_.emplace_back();
    object.spec = &spec;
    if (names.empty()) {
        return;
    }
    if (spec.counters.empty()) {
        for (const auto& name : names) {
            (void)add_counter(object, name);
        }
    }
    // A place for each that is named, also where it is missing.
    for (const auto& counter : spec.counters) {
        if (add_counter(object, counter.name)) {
            object.counters.back().spec = &counter;
        } else {
            missing_.push_back({spec.object, counter.name,
                "there is no counter '\\" + spec.object + '\\' + counter.name + "'"});
        }
    }
    if (spec.top == 0) {
        return;
    }
    const auto find = [&object, &spec] {
        return std::ranges::find_if(
            object.counters, [&spec](const Counter& one) { return equal(one.name, spec.top_by); });
    };
    auto by = find();
    if (by == object.counters.end() && add_counter(object, spec.top_by)) {
        object.counters.back().is_written = false;
        by = find();
    }
    if (by == object.counters.end()) {
        missing_.push_back({spec.object, spec.top_by,
            "there is no counter '\\" + spec.object + '\\' + spec.top_by + "' for 'top'"});
        object.counters.clear();
        return;
    }
    object.top_counter = static_cast<std::size_t>(by - object.counters.begin());
}

bool Scrape::add_counter(Object& object, const std::string& name) {
    const auto computer = "\\\\" + target_.computer;
    const std::string any = "*";
    PDH_COUNTER_PATH_ELEMENTS_A elements = {};
    elements.szMachineName = target_.computer.empty() ? nullptr : pdh_text(computer);
    elements.szObjectName = pdh_text(object.spec->object);
    elements.szInstanceName = pdh_text(any);
    elements.szCounterName = pdh_text(name);
    std::string path(PDH_MAX_COUNTER_PATH, '\0');
    auto size = static_cast<DWORD>(path.size());
    Counter counter;
    if (PdhMakeCounterPathA(&elements, path.data(), &size, 0) != ERROR_SUCCESS ||
        PdhAddCounterA(query_, path.c_str(), 0, &counter.handle) != ERROR_SUCCESS) {
        return false;
    }
    std::vector<std::max_align_t> info;
    DWORD bytes = 0;
    while (
        static_cast<DWORD>(PdhGetCounterInfoA(counter.handle, TRUE, &bytes,
            reinterpret_cast<PDH_COUNTER_INFO_A*>(info.empty() ? nullptr : info.data()))) == PDH_MORE_DATA) {
        info.resize(bytes / sizeof(std::max_align_t) + 1);
    }
    if (!info.empty()) {
        const auto* const found = reinterpret_cast<const PDH_COUNTER_INFO_A*>(info.data());
        counter.type = found->dwType;
        counter.help = found->szExplainText == nullptr ? "" : found->szExplainText;
    }
    LONGLONG time_base = 0;
    (void)PdhGetCounterTimeBase(counter.handle, &time_base);
    counter.time_base = time_base;
    counter.name = name;
    object.counters.push_back(std::move(counter));
    return true;
}

void Scrape::make_families() {
    for (std::size_t o = 0; o < objects_.size(); ++o) {
        auto& object = objects_[o];
        for (std::size_t c = 0; c < object.counters.size(); ++c) {
            if (!object.counters[c].is_written) {
                continue;
            }
            if (module_.profile == Profile::pdh) {
                add_pdh_families(o, c);
                continue;
            }
            add_windows_family(o, c);
        }
    }
    end_families();
}

void Scrape::add_windows_family(std::size_t object, std::size_t counter) {
    const auto& one = objects_[object].counters[counter];
    const auto& spec = *one.spec;
    const bool is_formatted = objects_[object].spec->is_formatted && !spec.is_second_value;
    const auto metric = spec.kind.value_or(is_formatted ? Metric::gauge : windows_metric(one.type));
    Part part{.object = object,
        .counter = counter,
        .value = windows_value(one.type),
        .factor = 1,
        .head = spec.metric,
        .labels = spec.labels};
    if (is_formatted || spec.is_second_value) {
        part.value = is_formatted ? Value::formatted : Value::second;
    }
    add_family(spec.metric, metric, one.help, {part});
}

void Scrape::add_pdh_families(std::size_t object, std::size_t counter) {
    const auto& spec = *objects_[object].spec;
    const auto& one = objects_[object].counters[counter];
    const auto* const type = type_row(one.type);
    if (type == nullptr || type->metric == Metric::none) {
        return;
    }
    const auto named = pdh_name(spec.object, one.name, *type);
    // `Available MBytes` are `Available Bytes` again.
    if (named.factor > 1 && spec.counters.empty()) {
        const auto again = std::ranges::any_of(objects_[object].counters, [&](const Counter& other) {
            const auto* const its = type_row(other.type);
            const auto name = its == nullptr ? PdhName{} : pdh_name(spec.object, other.name, *its);
            return name.name == named.name && name.factor < named.factor;
        });
        if (again) {
            return;
        }
    }
    const auto part = [&](std::string head, Value value) {
        return Part{.object = object,
            .counter = counter,
            .value = value,
            .factor = named.factor,
            .head = std::move(head)};
    };
    const auto name = named.name + std::string(type->suffix);
    if (type->metric == Metric::summary) {
        auto count = part(name + "_count", type->second);
        count.factor = 1;
        add_family(name, type->metric, one.help, {part(name + "_sum", type->value), count});
        return;
    }
    add_family(name, type->metric, one.help, {part(name, type->value)});
    if (type->second != Value::none) {
        const auto second = named.name + std::string(type->second_suffix);
        auto base = part(second, type->second);
        base.factor = 1;
        add_family(second, type->second == Value::multi ? Metric::gauge : Metric::counter,
            "The base of " + name + ".", {base});
    }
}

// Of one name, all are in one family; if they differ in their TYPE, the later one has another name.
// NOLINTNEXTLINE(readability-function-cognitive-complexity): a branch for each kind of double
void Scrape::add_family(
    const std::string& name, Metric metric, const std::string& help, std::vector<Part> parts) {
    for (auto& part : parts) {
        ++objects_[part.object].counters[part.counter].parts;
    }
    // OpenMetrics has one name space for a counter `x_total` and any `x`.
    const auto end = metric == Metric::counter && name.ends_with(counter_end) ? counter_end : "";
    const auto base = name.substr(0, name.size() - end.size());
    auto key = base;
    for (int number = 2;; ++number) {
        const auto own = key + std::string(end);
        const auto found = by_name_.find(own);
        if (found == by_name_.end() && !by_name_.contains(key)) {
            by_name_[own] = by_name_[key] = families_.size();
            const auto described = help.empty() ? "This counter has no explanation." : help_text(help);
            families_.push_back({.name = own, .metric = metric, .help = described});
        }
        auto& family = families_[by_name_.contains(own) ? by_name_[own] : by_name_[key]];
        if (family.metric == metric && family.name == own) {
            for (auto& part : parts) {
                part.head = own + part.head.substr(name.size());
                family.parts.push_back(std::move(part));
            }
            return;
        }
        key = base + '_' + std::to_string(number);
    }
}

// Of labels of one name, that of the instance, of the counter, of the object, of the target: the first one.
void Scrape::write_labels(Part& part) const {
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
bool Scrape::is_twice(const Family& family, const Part& part) {
    const auto path_of = [this](const Part& one) { return counter_path(one.object, one.counter); };
    bool has_other_path = false;
    for (const auto& other : family.parts) {
        if (other.head != part.head || (other.alone != part.alone && other.after != part.after)) {
            continue;
        }
        if (!equal(path_of(other), path_of(part))) {
            has_other_path = true;
        } else if (std::pair(other.object, other.counter) < std::pair(part.object, part.counter)) {
            objects_[part.object].counters[part.counter].earlier.emplace_back(other.object, other.counter);
        }
    }
    return has_other_path;
}

// Tells apart what has one name and the same labels, and writes what does not change.
void Scrape::end_families() {
    for (auto& family : families_) {
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
            part->labels["path"] = counter_path(part->object, part->counter);
            write_labels(*part);
        }
    }
}

std::string Scrape::counter_path(std::size_t object, std::size_t counter) const {
    return '\\' + objects_[object].spec->object + '\\' + objects_[object].counters[counter].name;
}

std::unordered_set<std::string_view> Scrape::keys_given(const Object& object, const Counter& counter) {
    std::unordered_set<std::string_view> keys;
    for (std::size_t i = 0; !object.is_left_out && i < counter.values.size(); ++i) {
        if (counter.values[i].is_valid && object.instances[i].is_selected) {
            keys.insert(object.instances[i].key);
        }
    }
    return keys;
}

// A path that is named twice gives each instance once.
void Scrape::leave_to_earlier(Object& object) const {
    for (auto& counter : object.counters) {
        for (const auto& [other, place] : counter.earlier) {
            const auto given = keys_given(objects_[other], objects_[other].counters[place]);
            for (std::size_t i = 0; i < counter.values.size(); ++i) {
                auto& value = counter.values[i];
                value.is_valid = value.is_valid && !given.contains(object.instances[i].key);
            }
        }
    }
}

// Whether something that was missing at the start is there now.
bool Scrape::has_come() const {
    return std::ranges::any_of(missing_, [this](const Missing& one) {
        std::vector<std::string> names;
        return counters_of(target_, one.object, names) == ERROR_SUCCESS &&
               (one.counter.empty() || std::ranges::any_of(names, [&one](const std::string& name) {
                   return equal(name, one.counter);
               }));
    });
}

// NOLINTNEXTLINE(readability-function-cognitive-complexity): a step after the other
bool Scrape::collect(Clock::time_point now) {
    problems_.clear();
    is_limited_ = false;
    constexpr std::chrono::minutes between_looks{1};
    if (is_open_ && !missing_.empty() && now - looked_at_ >= between_looks) {
        looked_at_ = now;
        is_open_ = !has_come();
    }
    if (!is_open_) {
        looked_at_ = now;
        is_open_ = open();
        if (!is_open_) {
            return false;
        }
    }
    for (const auto& one : missing_) {
        problems_.push_back(one.text);
    }
    if (std::ranges::all_of(objects_, [](const Object& one) { return one.counters.empty(); })) {
        return true; // nothing that was asked for is there
    }
    if (const auto status = PdhCollectQueryData(query_); status != ERROR_SUCCESS) {
        problems_ = {status_text(status)};
        is_open_ = false;
        return false;
    }
    // A computer that does not answer is no error, but has a reason.
    const auto reason =
        target_.computer.empty() ? "" : status_text(static_cast<LONG>(PDH_CSTATUS_NO_MACHINE));
    now_ticks_ = system_ticks();
    std::size_t series = 0;
    bool has_any = false;
    for (auto& object : objects_) {
        const auto begin = Clock::now();
        const bool keeps = now - object.samples_at >= std::chrono::seconds(1);
        bool is_first = true;
        object.is_left_out = false;
        object.has_answered = false;
        object.has_values = false;
        for (auto& counter : object.counters) {
            if (read(object, counter, is_first, keeps)) {
                is_first = false;
            }
        }
        if (keeps) {
            object.samples_at = now;
        }
        select_top(object, keeps);
        leave_to_earlier(object);
        std::size_t own = 0;
        for (const auto& counter : object.counters) {
            for (std::size_t i = 0; i < counter.values.size(); ++i) {
                own += counter.values[i].is_valid && object.instances[i].is_selected ? counter.parts : 0;
            }
        }
        object.has_values = own != 0;
        has_any = has_any || object.has_answered; // also if nobody wants what it has
        object.is_left_out = series + own > limit_;
        if (object.is_left_out) {
            problems_.push_back("the object '" + object.spec->object + "' is left out: it has " +
                                std::to_string(own) + " series");
            is_limited_ = true;
        } else {
            series += own;
        }
        object.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    }
    if (!has_any && !target_.computer.empty()) {
        problems_.push_back(reason);
        return false;
    }
    return true;
}

// NOLINTNEXTLINE(readability-function-cognitive-complexity): a status after the other
bool Scrape::read(Object& object, Counter& counter, bool is_first, bool keeps_samples) {
    DWORD count = 0;
    for (int attempts = 0;; ++attempts) {
        auto bytes = static_cast<DWORD>(buffer_items_ * sizeof(PDH_RAW_COUNTER_ITEM_A));
        const auto status =
            static_cast<DWORD>(PdhGetRawCounterArrayA(counter.handle, &bytes, &count, buffer_.get()));
        if (status == ERROR_SUCCESS) {
            break;
        }
        if (status != PDH_MORE_DATA || attempts == 3) {
            counter.values.clear();
            return false;
        }
        buffer_items_ = bytes / sizeof(PDH_RAW_COUNTER_ITEM_A) * 5 / 4 + 1;
        buffer_.reset(); // first, so that there is never room for both
        buffer_ = std::make_unique_for_overwrite<PDH_RAW_COUNTER_ITEM_A[]>(buffer_items_);
    }
    const auto* const items = buffer_.get();
    if (is_first) {
        name_instances(object, items, count);
    }
    if (keeps_samples) {
        counter.older = std::move(counter.newer);
        counter.newer.clear();
    }
    // All counters of an object are of one sample, and have its instances in the same order.
    counter.values.resize(object.instances.size());
    for (std::size_t i = 0; i < counter.values.size(); ++i) {
        auto& value = counter.values[i];
        const auto& instance = object.instances[i];
        value = {};
        if (i >= count || instance.name != items[i].szName) {
            continue;
        }
        const auto& raw = items[i].RawValue;
        value.first = raw.FirstValue;
        value.second = raw.SecondValue;
        value.multi = raw.MultiCount;
        value.is_valid = raw.CStatus == PDH_CSTATUS_VALID_DATA || raw.CStatus == PDH_CSTATUS_NEW_DATA;
        object.has_answered = object.has_answered || value.is_valid;
        if (object.spec->is_formatted && value.is_valid) {
            value.formatted = formatted(counter, instance.key, raw);
            value.is_valid = std::isfinite(value.formatted);
            if (keeps_samples) {
                counter.newer.insert_or_assign(instance.key, raw);
            }
        }
    }
    return count != 0;
}

double Scrape::formatted(const Counter& counter, const std::string& key, const PDH_RAW_COUNTER& raw) {
    const auto found = counter.older.find(key);
    PDH_RAW_COUNTER newer = raw;
    PDH_RAW_COUNTER older = found == counter.older.end() ? PDH_RAW_COUNTER{} : found->second;
    PDH_FMT_COUNTERVALUE value = {};
    const auto status = PdhCalculateCounterFromRawValue(counter.handle, PDH_FMT_DOUBLE | PDH_FMT_NOCAP100,
        &newer, found == counter.older.end() ? nullptr : &older, &value);
    return status == ERROR_SUCCESS ? value.doubleValue : std::nan("");
}

void Scrape::name_instances(Object& object, const PDH_RAW_COUNTER_ITEM_A* items, std::size_t count) const {
    auto& known = object.instances;
    bool is_same = known.size() == count;
    for (std::size_t i = 0; is_same && i < count; ++i) {
        is_same = known[i].name == items[i].szName;
    }
    if (is_same) {
        return;
    }
    const bool is_single = count == 1 && std::strcmp(items[0].szName, "*") == 0;
    std::unordered_map<std::string_view, unsigned> seen;
    known.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        auto& instance = known[i];
        const std::string_view name = items[i].szName;
        const auto number = seen[name]++;
        if (instance.name == name && !instance.key.empty() && number == 0 && instance.key == name) {
            continue;
        }
        instance.name = name;
        instance.key = name;
        if (number != 0) {
            instance.key.append("#").append(std::to_string(number));
        }
        instance.matches = is_single || is_wanted(module_.profile, *object.spec, name);
        instance.labels = is_single ? "" : instance_labels(*object.spec, instance.key);
    }
}

// NOLINTNEXTLINE(readability-function-cognitive-complexity): a step after the other
void Scrape::select_top(Object& object, bool keeps_samples) {
    for (auto& instance : object.instances) {
        instance.is_selected = instance.matches;
    }
    if (object.spec->top == 0 || object.counters.empty()) {
        return;
    }
    const auto& counter = object.counters[object.top_counter];
    const auto* const type = type_row(counter.type);
    const bool is_level = type == nullptr || type->metric == Metric::gauge;
    if (keeps_samples) { // a second server that asks just after does not shorten the time of the changes
        object.top_older = std::move(object.top_newer);
        object.top_newer.clear();
    }
    struct Ranked {
        double value;
        std::size_t instance;
    };
    std::vector<Ranked> ranked;
    for (std::size_t i = 0; i < counter.values.size(); ++i) {
        auto& instance = object.instances[i];
        if (!instance.matches || !counter.values[i].is_valid) {
            continue;
        }
        const auto first = counter.values[i].first;
        const auto before = is_level ? object.top_older.end() : object.top_older.find(instance.key);
        const auto change = before == object.top_older.end() ? first : first - before->second;
        ranked.push_back(
            {object.spec->is_formatted ? counter.values[i].formatted : static_cast<double>(change), i});
        if (!is_level && keeps_samples) {
            object.top_newer.emplace(instance.key, first);
        }
    }
    std::ranges::stable_sort(ranked, std::greater(), &Ranked::value);
    // Who was among them stays until half as many again are before it: else series come and go with noise.
    const auto stays = object.spec->top + object.spec->top / 2;
    std::unordered_set<std::string> keys;
    for (auto& instance : object.instances) {
        instance.is_selected = false;
    }
    for (std::size_t rank = 0; rank < std::min(stays, ranked.size()); ++rank) {
        auto& instance = object.instances[ranked[rank].instance];
        instance.is_selected = rank < object.spec->top || object.top_keys.contains(instance.key);
        if (instance.is_selected) {
            keys.insert(instance.key);
        }
    }
    object.top_keys = std::move(keys);
}

bool Scrape::append_value(std::string& out, const Counter& counter, const Part& part, const Raw& raw) const {
    switch (part.value) {
    case Value::first:
        if (part.factor == 1) {
            append_number(out, raw.first);
            return true;
        }
        return append_double(out, static_cast<double>(raw.first) * part.factor);
    case Value::second:
        append_number(out, raw.second);
        return true;
    case Value::multi:
        append_number(out, raw.multi);
        return true;
    case Value::first_seconds:
        // The type is in units of 100 ns, whatever clock its computer has.
        return append_seconds(out, raw.first,
            module_.profile == Profile::windows_exporter ? ticks_per_second : counter.time_base);
    case Value::second_seconds:
        return append_seconds(out, raw.second, counter.time_base);
    case Value::ratio:
        return raw.second > 0 &&
               append_double(out, static_cast<double>(raw.first) / static_cast<double>(raw.second));
    case Value::formatted:
        return append_double(out, raw.formatted);
    case Value::whole_elapsed:
        if (counter.time_base <= 0) {
            return false;
        }
        append_number(out, (raw.second - raw.first) / counter.time_base);
        return true;
    case Value::start_time:
        if (raw.first == 0 || counter.time_base <= 0) {
            return false;
        }
        // The object's clock is the system's: the start does not move. Else it moves with the sample.
        if (counter.time_base == ticks_per_second && std::abs(raw.second - now_ticks_) < ticks_per_second) {
            return append_seconds(out, raw.first - unix_epoch, ticks_per_second);
        }
        return append_start(out, now_ticks_,
            static_cast<double>(raw.second - raw.first) / static_cast<double>(counter.time_base));
    case Value::none:
        break;
    }
    return false;
}

// All series of an instance, then those of the next: OpenMetrics wants `_sum` and `_count` together.
void Scrape::append_parts(std::string& out, std::span<const Part> parts) const {
    const auto& object = objects_[parts.front().object];
    const auto& counter = object.counters[parts.front().counter];
    if (object.is_left_out) {
        return;
    }
    for (std::size_t i = 0; i < counter.values.size(); ++i) {
        const auto& instance = object.instances[i];
        if (!counter.values[i].is_valid || !instance.is_selected) {
            continue;
        }
        for (const auto& part : parts) {
            const auto line = out.size();
            if (instance.labels.empty()) {
                out += part.alone;
            } else {
                out.append(part.before).append(instance.labels).append(part.after);
            }
            if (append_value(out, counter, part, counter.values[i])) {
                out += '\n';
            } else {
                out.resize(line);
            }
        }
    }
}

// NOLINTNEXTLINE(readability-function-cognitive-complexity): what is written once stands once
void Scrape::append(std::string& out, Format format) const {
    for (const auto& family : families_) {
        const auto begin = out.size();
        append_head(out, format, family.name, family.metric, family.help);
        const auto first = out.size();
        const std::span<const Part> parts = family.parts;
        for (std::size_t i = 0; i < parts.size();) {
            std::size_t end = i + 1;
            while (end < parts.size() && parts[end].object == parts[i].object &&
                   parts[end].counter == parts[i].counter) {
                ++end;
            }
            append_parts(out, parts.subspan(i, end - i));
            i = end;
        }
        if (out.size() == first) {
            out.resize(begin);
        }
    }
    if (module_.profile == Profile::windows_exporter) {
        const std::string prefix = "windows_performancecounter_collector_";
        for (const bool is_success : {true, false}) {
            const auto name = prefix + (is_success ? "success" : "duration_seconds");
            append_head(out, format, name, Metric::gauge,
                is_success ? "Whether an object gave values." : "How long it took to read an object.");
            for (const auto& object : objects_) {
                std::string labels;
                append_label(labels, "collector", object.spec->name);
                out.append(name).append("{").append(labels).append("} ");
                append_number(out, is_success ? double(object.has_values) : object.seconds);
                out += '\n';
            }
        }
    }
}

// NOLINTNEXTLINE(readability-function-cognitive-complexity): a loop for each table
std::vector<Scrape::Listed> Scrape::listed() const {
    std::vector<Listed> all;
    for (std::size_t o = 0; o < objects_.size(); ++o) {
        for (std::size_t c = 0; c < objects_[o].counters.size(); ++c) {
            const auto& counter = objects_[o].counters[c];
            if (!counter.is_written) {
                continue;
            }
            const auto* const type = type_row(counter.type);
            Listed one{.path = counter_path(o, c),
                .type = type == nullptr ? "" : std::string(type->constant),
                .series = {}};
            for (const auto& family : families_) {
                for (const auto& part : family.parts) {
                    if (part.object == o && part.counter == c) {
                        one.series.push_back(part.head);
                    }
                }
            }
            all.push_back(std::move(one));
        }
    }
    return all;
}

bool Scrape::needs_two() const {
    return std::ranges::any_of(module_.objects, &ObjectSpec::is_formatted);
}

} // namespace pdh_shim::tools::exporter
