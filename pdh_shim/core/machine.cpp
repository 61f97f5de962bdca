#include "core/machine.h"

#include "calc/counter_type.h"

#include <algorithm>
#include <utility>

namespace pdh_shim::core {
namespace {

// Objects up to this size are searched in order; that costs less than an index.
constexpr std::size_t largest_searched_object = 64;

std::u16string_view without_backslashes(std::u16string_view machine) {
    return machine.starts_with(u"\\\\") ? machine.substr(2) : machine;
}

} // namespace

Machine::Machine(std::u16string name, std::vector<ActiveSource> sources)
    : name_(std::move(name)), sources_(std::move(sources)) {
    for (std::uint32_t source = 0; source < sources_.size(); ++source) {
        const auto& objects = sources_[source].catalogue->objects;
        for (std::uint32_t object = 0; object < objects.size(); ++object) {
            if (object_index_.try_emplace(objects[object].name, ObjectRef{source, object}).second) {
                objects_.push_back({source, object});
            }
        }
    }
}

std::optional<ObjectRef> Machine::find_object(std::u16string_view name) const {
    const auto found = object_index_.find(name);
    return found == object_index_.end() ? std::nullopt : std::optional(found->second);
}

const source::ObjectDef& Machine::definition(ObjectRef object) const {
    return sources_[object.source].catalogue->objects[object.object];
}

std::optional<std::uint32_t> Machine::find_counter(ObjectRef object, std::u16string_view name) const {
    const auto& counters = definition(object).counters;
    if (counters.size() > largest_searched_object) {
        const CounterIndex& index = counter_index(object);
        const auto found = index.find(name);
        return found == index.end() ? std::nullopt : std::optional(found->second);
    }
    const auto found =
        std::ranges::find_if(counters, [&](const auto& counter) { return equal_folded(counter.name, name); });
    return found == counters.end() ? std::nullopt
                                   : std::optional(static_cast<std::uint32_t>(found - counters.begin()));
}

bool Machine::is_local(std::u16string_view machine) const {
    const std::u16string_view name = without_backslashes(machine);
    if (name.empty() || equal_folded(name, u"localhost")) {
        return true;
    }
    return equal_folded(name.substr(0, name.find(u'.')), name_);
}

std::optional<std::u16string> Machine::title(std::uint32_t index) const {
    const std::scoped_lock lock(lazy_mutex_);
    const auto name = titles().name(index);
    return name.has_value() ? std::optional(std::u16string(*name)) : std::nullopt;
}

std::optional<std::uint32_t> Machine::title_index(std::u16string_view name) const {
    const std::scoped_lock lock(lazy_mutex_);
    return titles().index(name);
}

bool Machine::is_current() const {
    return std::ranges::all_of(
        sources_, [](const ActiveSource& active) { return active.source->catalogue() == active.catalogue; });
}

const Machine::CounterIndex& Machine::counter_index(ObjectRef object) const {
    const source::ObjectDef& definition = this->definition(object);
    const std::scoped_lock lock(lazy_mutex_);
    CounterIndex& index = counter_indexes_[&definition];
    if (index.empty()) {
        index.reserve(definition.counters.size());
        for (std::uint32_t column = 0; column < definition.counters.size(); ++column) {
            index.try_emplace(definition.counters[column].name, column);
        }
    }
    return index;
}

const names::TitleDatabase& Machine::titles() const {
    if (titles_.has_value()) {
        return *titles_;
    }
    titles_ = names::TitleDatabase::english();
    const auto add = [this](std::uint32_t index, const std::u16string& name) {
        if (index == 0) {
            titles_->add(name);
        } else {
            titles_->add(index, name);
        }
    };
    for (const ObjectRef object : objects_) {
        const source::ObjectDef& definition = this->definition(object);
        add(definition.title_index, definition.name);
        for (const auto& counter : definition.counters) {
            if (!calc::is_base_type(counter.type)) {
                add(counter.title_index, counter.name);
            }
        }
    }
    return *titles_;
}

} // namespace pdh_shim::core
