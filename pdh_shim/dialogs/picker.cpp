// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/picker.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pdh_shim::dialogs {
namespace {

// PERF_DETAIL_* of winperf.h.
constexpr std::array levels{DetailLevel{100, u"Novice"}, DetailLevel{200, u"Advanced"},
    DetailLevel{300, u"Expert"}, DetailLevel{400, u"Wizard"}};

constexpr std::u16string_view all_instances = u"All instances";
constexpr char16_t text_separator = u'\n';
constexpr std::ptrdiff_t wheel_rows = 3;

std::u16string counted(std::size_t count, std::u16string_view what) {
    std::u16string text;
    append_decimal(text, count);
    return text.append(u" ").append(what).append(count == 1 ? u"" : u"s");
}

// Paths in one line.
std::u16string summary(std::size_t count, const std::u16string& first) {
    return count == 1 ? first : counted(count, u"counter") + u": " + first + u" ...";
}

// The search finds an object by its own name and by the names of its counters.
std::u16string object_text(const ObjectEntry& object) {
    std::u16string text = searchable(object.name);
    for (const CounterEntry& counter : object.counters) {
        text.append(1, text_separator).append(searchable(counter.name));
    }
    return text;
}

// The first counter or instance by which a search has found the object.
std::optional<std::size_t> first_found(
    const Pattern& pattern, const std::u16string& object, const ChoiceList& list) {
    for (std::size_t item = 0; item < list.size(); ++item) {
        if (pattern.matches(object + text_separator + searchable(list.name(item)))) {
            return item;
        }
    }
    return std::nullopt;
}

// The first position of the cursor in a list of instances.
std::size_t usual_instance(const ChoiceList& list, std::size_t first) {
    for (std::size_t item = first; item < list.size(); ++item) {
        if (equal_folded(list.name(item), u"_Total")) {
            return item;
        }
    }
    return first;
}

std::u16string_view without_backslashes(std::u16string_view computer) {
    return computer.substr(std::min(computer.find_first_not_of(u'\\'), computer.size()));
}

} // namespace

std::span<const DetailLevel> detail_levels() {
    return levels;
}

Picker::Picker(CounterCatalogue& catalogue, PickerOptions options)
    : catalogue_(catalogue), options_(std::move(options)), detail_(options_.detail) {
    if (options_.initial && !options_.local_only && !options_.initial->machine.empty()) {
        // If it does not exist, this computer is shown.
        static_cast<void>(catalogue_.connect(options_.initial->machine));
    }
    list_objects();
    highlight({{}, catalogue_.default_object(), std::nullopt, {}});
    if (options_.initial) {
        highlight(*options_.initial);
    }
}

// -- The lists ------------------------------------------------------------------------------------

const ObjectEntry* Picker::object() const {
    return shown_object_ ? &catalogue_.objects()[*shown_object_] : nullptr;
}

const CounterEntry* Picker::counter() const {
    const auto item = counters_.current();
    return item ? &object()->counters[counter_positions_[*item]] : nullptr;
}

ChoiceList Picker::*Picker::member(ListId which) {
    switch (which) {
    case ListId::objects:
        return &Picker::objects_;
    case ListId::counters:
        return &Picker::counters_;
    case ListId::instances:
        break;
    }
    return &Picker::instances_;
}

bool Picker::has(ListId which) const {
    if (which == ListId::objects) {
        return true;
    }
    const ObjectEntry* const shown = object();
    return !options_.objects_only && shown != nullptr && (which == ListId::counters || shown->has_instances);
}

bool Picker::allows_marks(ListId which) const {
    return !is_single() && (which != ListId::objects || options_.objects_only);
}

void Picker::list_objects() {
    std::vector<std::u16string> names;
    std::vector<std::u16string> texts;
    object_positions_.clear();
    const std::vector<ObjectEntry>& all = catalogue_.objects();
    for (std::size_t position = 0; position < all.size(); ++position) {
        if (is_listed(all[position].detail)) {
            names.push_back(all[position].name);
            texts.push_back(object_text(all[position]));
            object_positions_.push_back(position);
        }
    }
    objects_.assign(std::move(names), std::move(texts));
    shown_object_.reset();
    object_changed();
}

void Picker::list_counters() {
    std::vector<std::u16string> names;
    counter_positions_.clear();
    const ObjectEntry* const shown = object();
    const std::size_t count = shown == nullptr ? 0 : shown->counters.size();
    for (std::size_t position = 0; position < count; ++position) {
        if (is_listed(shown->counters[position].detail)) {
            names.push_back(shown->counters[position].name);
            counter_positions_.push_back(position);
        }
    }
    counters_.assign(std::move(names));
    const auto usual = shown == nullptr ? counter_positions_.end()
                                        : std::find(counter_positions_.begin(), counter_positions_.end(),
                                              shown->default_counter);
    if (usual != counter_positions_.end()) {
        counters_.go_to(static_cast<std::size_t>(usual - counter_positions_.begin()));
    }
}

void Picker::list_instances() {
    std::vector<std::u16string> names;
    listed_instances_.clear();
    const std::size_t first = offers_all_instances() ? 1 : 0;
    if (has(ListId::instances)) {
        names.assign(first, std::u16string(all_instances));
        for (const path::InstanceName& instance : instances_of(*shown_object_)) {
            if (options_.instance_index || instance.index == 0) {
                names.push_back(path::make_instance_name(instance));
                listed_instances_.push_back(instance);
            }
        }
    }
    instances_.assign(std::move(names));
    instances_.go_to(usual_instance(instances_, first));
}

const Picker::InstanceNames& Picker::instances_of(std::size_t object) {
    const auto known = known_instances_.find(object);
    if (known != known_instances_.end()) {
        return known->second;
    }
    // An object whose instances cannot be listed is shown without any.
    Result<InstanceNames> now = catalogue_.instances(object);
    return known_instances_.emplace(object, now ? std::move(now).value() : InstanceNames{}).first->second;
}

void Picker::object_changed() {
    const auto item = objects_.current();
    const std::optional<std::size_t> position = item ? std::optional(object_positions_[*item]) : std::nullopt;
    if (position && position == shown_object_) {
        return;
    }
    shown_object_ = position;
    list_counters();
    list_instances();
    highlight_what_was_searched();
}

void Picker::highlight(const path::CounterPath& path) {
    const auto go_to = [](ChoiceList& list, std::u16string_view name) {
        for (std::size_t item = 0; item < list.size(); ++item) {
            if (equal_folded(list.name(item), name)) {
                list.go_to(item);
            }
        }
    };
    go_to(objects_, path.object);
    object_changed();
    go_to(counters_, path.counter);
    if (path.instance) {
        const std::u16string name = path::make_instance_name(*path.instance);
        go_to(instances_, name == u"*" ? all_instances : name);
    }
}

// An object that was found by a counter or instance is shown with the cursor on it.
void Picker::highlight_what_was_searched() {
    const Pattern pattern(objects_.search());
    const ObjectEntry* const shown = object();
    if (shown == nullptr || pattern.is_empty()) {
        return;
    }
    const std::u16string name = searchable(shown->name);
    if (pattern.matches(name)) {
        return;
    }
    if (const auto found = first_found(pattern, name, counters_)) {
        counters_.go_to(*found);
    } else if (const auto instance = first_found(pattern, name, instances_)) {
        instances_.go_to(*instance);
    }
}

// -- Keys -----------------------------------------------------------------------------------------

Picker::Step Picker::press(Key key, int page) {
    if (key == Key::closed || key == Key::cancel) {
        return Step::cancel;
    }
    if (key == Key::resized) {
        return Step::go_on;
    }
    note_.clear();
    if (shows_help_) {
        shows_help_ = false;
        return Step::go_on;
    }
    return typed_computer_ ? press_in_computer(key) : press_in_lists(key, page);
}

Picker::Step Picker::press_in_computer(Key key) {
    if (key == Key::escape) {
        typed_computer_.reset();
    } else if (key == Key::enter) {
        if (go_to_computer(*typed_computer_)) {
            typed_computer_.reset();
        }
    } else {
        static_cast<void>(type_into(*typed_computer_, key));
    }
    return Step::go_on;
}

Picker::Step Picker::press_in_lists(Key key, int page) {
    if (key == Key::enter || key == Key::escape) {
        types_ = false;
        return key == Key::enter ? press_enter() : press_escape();
    }
    if (press_text(key)) {
        return Step::go_on;
    }
    types_ = false;
    if (!press_movement(key, page)) {
        press_command(key);
    }
    return Step::go_on;
}

// From list to list; in the last one it adds.
Picker::Step Picker::press_enter() {
    const ListId before = focus_;
    if (focus_ != ListId::instances) {
        move_focus(1);
    }
    if (focus_ != before) {
        return Step::go_on;
    }
    return chosen_paths().empty() ? Step::go_on : Step::add;
}

Picker::Step Picker::press_escape() {
    if (focused().search().empty()) {
        return Step::cancel;
    }
    search({});
    return Step::go_on;
}

void Picker::move_focus(int direction) {
    const auto next = static_cast<ListId>(static_cast<int>(focus_) + direction);
    if (next >= ListId::objects && next <= ListId::instances && has(next)) {
        focus_ = next;
    }
}

bool Picker::press_movement(Key key, int page) {
    const auto rows = static_cast<std::ptrdiff_t>(focused().size());
    switch (key) {
    case Key::up:
        focused().move(-1);
        break;
    case Key::down:
        focused().move(1);
        break;
    case Key::wheel_up:
        focused().move(-wheel_rows);
        break;
    case Key::wheel_down:
        focused().move(wheel_rows);
        break;
    case Key::page_up:
        focused().move(-page);
        break;
    case Key::page_down:
        focused().move(page);
        break;
    case Key::home:
        focused().move(-rows);
        break;
    case Key::end:
        focused().move(rows);
        break;
    case Key::left:
    case Key::back_tab:
        move_focus(-1);
        break;
    case Key::right:
    case Key::tab:
        move_focus(1);
        break;
    default:
        return false;
    }
    object_changed();
    return true;
}

bool Picker::press_text(Key key) {
    if (key == Key::space && !types_) {
        mark();
        return true;
    }
    std::u16string typed = focused().search();
    if (!type_into(typed, key)) {
        return false;
    }
    types_ = !typed.empty();
    search(typed);
    return true;
}

void Picker::search(const std::u16string& typed) {
    if (focus_ == ListId::objects) {
        search_objects(typed);
    } else {
        focused().set_search(typed);
    }
}

// A text that is in no name of an object or counter is searched in the instances of all objects.
void Picker::search_objects(const std::u16string& typed) {
    objects_.set_search(typed);
    if (objects_.rows().empty()) {
        std::vector<std::u16string> texts;
        for (const std::size_t position : object_positions_) {
            texts.push_back(instance_texts(position));
        }
        objects_.search_in(texts);
    }
    object_changed();
    highlight_what_was_searched();
}

std::u16string Picker::instance_texts(std::size_t object) {
    const ObjectEntry& entry = catalogue_.objects()[object];
    std::u16string texts = searchable(entry.name);
    if (entry.has_instances) {
        for (const path::InstanceName& instance : instances_of(object)) {
            texts.append(1, text_separator).append(searchable(path::make_instance_name(instance)));
        }
    }
    return texts;
}

void Picker::mark() {
    if (!allows_marks(focus_)) {
        set_note(focus_ == ListId::objects && !options_.objects_only
                     ? u"Mark counters and instances; objects are opened with Enter."
                     : u"One at a time.");
        return;
    }
    focused().toggle_mark();
    focused().move(1);
    object_changed();
}

void Picker::press_command(Key key) {
    switch (key) {
    case Key::mark_all:
        if (allows_marks(focus_)) {
            focused().toggle_all();
        }
        break;
    case Key::f1:
        shows_help_ = true;
        break;
    case Key::f2:
        next_detail();
        break;
    case Key::f3:
        if (allows_other_computers()) {
            typed_computer_.emplace();
        }
        break;
    case Key::f5:
        refresh(cursors());
        break;
    default:
        break;
    }
}

void Picker::next_detail() {
    if (options_.hide_detail) {
        return;
    }
    const auto* const above = std::find_if(
        levels.begin(), levels.end(), [&](const DetailLevel& level) { return level.detail > detail_; });
    set_detail(above == levels.end() ? levels.front().detail : above->detail);
}

path::CounterPath Picker::cursors() const {
    path::CounterPath here;
    if (const auto item = objects_.current()) {
        here.object = objects_.name(*item);
    }
    if (const auto item = counters_.current()) {
        here.counter = counters_.name(*item);
    }
    if (const auto item = instances_.current()) {
        here.instance = path::InstanceName{{}, instances_.name(*item), 0};
    }
    return here;
}

// Lists everything anew, with the cursors where they were.
void Picker::refresh(const path::CounterPath& before) {
    known_instances_.clear();
    list_objects();
    highlight({{}, catalogue_.default_object(), std::nullopt, {}});
    highlight(before);
    if (!has(focus_)) {
        focus_ = ListId::objects;
    }
}

// -- Pointers -------------------------------------------------------------------------------------

void Picker::choose(ListId which, std::size_t current, const std::vector<std::size_t>& items) {
    note_.clear();
    focus_ = which;
    focused().go_to(current);
    if (allows_marks(which)) {
        focused().set_marks(items);
    }
    object_changed();
}

Picker::Step Picker::click(ListId which, std::size_t item) {
    note_.clear();
    types_ = false;
    if (focus_ == which && focused().current() == item) {
        return press_enter();
    }
    focus_ = which;
    focused().go_to(item);
    object_changed();
    return Step::go_on;
}

void Picker::find_objects(const std::u16string& typed) {
    note_.clear();
    focus_ = ListId::objects;
    search_objects(typed);
}

void Picker::set_detail(std::uint32_t detail) {
    note_.clear();
    const path::CounterPath before = cursors();
    detail_ = detail;
    refresh(before);
}

bool Picker::go_to_computer(std::u16string_view typed) {
    note_.clear();
    const std::u16string name(without_backslashes(typed));
    const path::CounterPath before = cursors();
    if (!catalogue_.connect(name)) {
        set_note(u"There is no computer " + name + u".");
        return false;
    }
    refresh(before);
    return true;
}

// -- The choice -----------------------------------------------------------------------------------

std::vector<std::optional<path::InstanceName>> Picker::chosen_instances() {
    std::vector<std::optional<path::InstanceName>> chosen;
    if (!has(ListId::instances)) {
        chosen.emplace_back(std::nullopt);
        return chosen;
    }
    const std::size_t first = offers_all_instances() ? 1 : 0;
    for (const std::size_t item : instances_.chosen()) {
        if (item >= first) {
            chosen.emplace_back(listed_instances_[item - first]);
        } else if (options_.wildcard_instances) {
            return {path::InstanceName{{}, u"*", 0}};
        } else {
            return {listed_instances_.begin(), listed_instances_.end()};
        }
    }
    return chosen;
}

std::vector<std::u16string> Picker::chosen_counters() const {
    std::vector<std::u16string> names;
    for (const std::size_t item : counters_.chosen()) {
        names.push_back(counters_.name(item));
    }
    return names;
}

std::vector<std::u16string> Picker::object_paths() const {
    std::vector<std::u16string> paths;
    for (const std::size_t item : objects_.chosen()) {
        const ObjectEntry& entry = catalogue_.objects()[object_positions_[item]];
        const auto every =
            entry.has_instances ? std::optional(path::InstanceName{{}, u"*", 0}) : std::nullopt;
        paths.push_back(path::make_counter_path({path_computer(), entry.name, every, u"*"}));
    }
    return paths;
}

std::vector<std::u16string> Picker::counter_paths() {
    std::vector<std::u16string> paths;
    const auto instances = chosen_instances();
    for (const std::u16string& counter : chosen_counters()) {
        for (const auto& instance : instances) {
            paths.push_back(path::make_counter_path({path_computer(), object()->name, instance, counter}));
        }
    }
    return paths;
}

std::vector<std::u16string> Picker::chosen_paths() {
    auto paths = options_.objects_only ? object_paths() : counter_paths();
    if (paths.empty()) {
        set_note(u"There is nothing to choose here.");
    }
    return paths;
}

std::u16string Picker::preview() {
    if (options_.objects_only) {
        const auto paths = object_paths();
        return paths.empty() ? std::u16string() : summary(paths.size(), paths.front());
    }
    const auto counters = chosen_counters();
    const auto instances = chosen_instances();
    if (counters.empty() || instances.empty()) {
        return {};
    }
    return summary(counters.size() * instances.size(),
        path::make_counter_path({path_computer(), object()->name, instances.front(), counters.front()}));
}

void Picker::tell_added(const std::vector<std::u16string>& paths) {
    added_ += paths.size();
    objects_.clear_marks();
    counters_.clear_marks();
    instances_.clear_marks();
    set_note(u"Added " + summary(paths.size(), paths.front()));
}

// -- Messages -------------------------------------------------------------------------------------

std::u16string Picker::caption() const {
    return options_.caption.empty() ? std::u16string(u"Browse Performance Counters") : options_.caption;
}

std::u16string Picker::detail_name() const {
    std::u16string name;
    for (const DetailLevel& level : levels) {
        if (level.detail <= detail_) {
            name = level.name;
        }
    }
    return name.empty() ? std::u16string(u"None") : name;
}

// Of the counter whose path is shown, wherever the cursor is.
std::u16string Picker::subject() const {
    const ObjectEntry* const shown = object();
    if (const CounterEntry* const current = counter(); current != nullptr && !options_.objects_only) {
        return current->name;
    }
    return shown == nullptr ? std::u16string() : shown->name;
}

std::u16string Picker::explanation() const {
    const ObjectEntry* const shown = object();
    if (const CounterEntry* const current = counter(); current != nullptr && !options_.objects_only) {
        return current->help;
    }
    return shown == nullptr ? std::u16string() : shown->help;
}

} // namespace pdh_shim::dialogs
