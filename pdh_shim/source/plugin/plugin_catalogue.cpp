// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/plugin/plugin_catalogue.h"

#include "base/text.h"
#include "calc/counter_type.h"
#include "calc/format.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace pdh_shim::source::plugin {
namespace {

using NameSet = std::unordered_set<std::u16string_view, FoldedHash, FoldedEqual>;

// Checks one thing after the other.
class Checker {
  public:
    // The checked item, for the message.
    void enter_object(std::uint32_t number) { place_ = "object " + std::to_string(number); }
    void enter_counter(std::uint32_t object_number, std::uint32_t number) {
        enter_object(object_number);
        place_ += ", counter " + std::to_string(number);
    }

    [[nodiscard]] Failure refuse(std::string what) const {
        return {Status::invalid_data, place_, std::move(what)};
    }

    [[nodiscard]] Result<std::u16string, Failure> text(const char* text) const {
        if (text == nullptr) {
            return std::u16string();
        }
        auto converted = from_utf8(text);
        if (!converted) {
            return refuse("a text is not UTF-8");
        }
        return std::move(converted).value();
    }

    [[nodiscard]] Result<std::u16string, Failure> name(const char* text) const {
        PDH_SHIM_TRY(auto name, this->text(text));
        if (name.empty()) {
            return refuse("it has no name");
        }
        return name;
    }

    [[nodiscard]] Result<model::Detail, Failure> detail(std::uint32_t level) const {
        constexpr std::array levels{
            model::Detail::novice, model::Detail::advanced, model::Detail::expert, model::Detail::wizard};
        if (level == 0) {
            return model::Detail::novice;
        }
        if (level % 100 != 0 || level / 100 > levels.size()) {
            return refuse("its detail level is none of PERF_DETAIL_*");
        }
        return levels[level / 100 - 1];
    }

    // A frequency, where 0 means another one.
    [[nodiscard]] Result<std::int64_t, Failure> frequency(std::int64_t given, std::int64_t otherwise) const {
        if (given < 0) {
            return refuse("a frequency is negative");
        }
        return given == 0 ? otherwise : given;
    }

  private:
    std::string place_;
};

Result<model::CounterDef, Failure> copy_counter(const Checker& checker, const pdh_shim_counter& from) {
    model::CounterDef counter;
    PDH_SHIM_TRY(counter.name, checker.name(from.name));
    PDH_SHIM_TRY(counter.help, checker.text(from.help));
    PDH_SHIM_TRY(counter.detail, checker.detail(from.detail));
    if (calc::find_type(from.type) == nullptr) {
        return checker.refuse("its type is no counter type");
    }
    if (from.default_scale < calc::min_scale || from.default_scale > calc::max_scale) {
        return checker.refuse("its default scale is not from -7 to 7");
    }
    counter.title_index = from.index;
    counter.type = from.type;
    counter.default_scale = from.default_scale;
    return counter;
}

// Also gives it a column for multi counts if it needs one.
Result<void, Failure> link_counter(
    const Checker& checker, model::ObjectDef& object, std::uint32_t column, std::int32_t base) {
    model::CounterDef& counter = object.counters[column];
    const calc::TypeInfo& type = *calc::find_type(counter.type);
    if (type.multi()) {
        counter.multi = object.columns++;
    }
    if (base == 0 && type.second == calc::SecondField::base) {
        return checker.refuse("its type needs a base");
    }
    if (base == 0) {
        return outcome::success();
    }
    const std::int64_t position = std::int64_t{column} + base;
    if (position < 0 || position >= static_cast<std::int64_t>(object.counters.size())) {
        return checker.refuse("there is no counter where its base should be");
    }
    counter.base = static_cast<std::uint32_t>(position);
    if (!calc::is_base_type(object.counters[counter.base].type)) {
        return checker.refuse("what should be its base is of no base type");
    }
    return outcome::success();
}

Result<void, Failure> copy_counters(Checker& checker, std::uint32_t object_number,
    std::span<const pdh_shim_counter> from, model::ObjectDef& object) {
    object.counters.reserve(from.size()); // `names` looks into them
    NameSet names;
    for (const pdh_shim_counter& given : from) {
        checker.enter_counter(object_number, static_cast<std::uint32_t>(object.counters.size()));
        PDH_SHIM_TRY(auto counter, copy_counter(checker, given));
        object.counters.push_back(std::move(counter));
        const bool is_base = calc::is_base_type(object.counters.back().type);
        if (!is_base && !names.insert(object.counters.back().name).second) {
            return checker.refuse("the object has two counters of its name");
        }
    }
    object.columns = static_cast<std::uint32_t>(from.size());
    for (std::uint32_t column = 0; column < from.size(); ++column) {
        checker.enter_counter(object_number, column);
        PDH_SHIM_CHECK(link_counter(checker, object, column, from[column].base));
    }
    return outcome::success();
}

Result<model::ObjectDef, Failure> copy_object(
    Checker& checker, std::uint32_t number, const pdh_shim_object& from, std::int64_t perf_freq) {
    checker.enter_object(number);
    model::ObjectDef object;
    PDH_SHIM_TRY(object.name, checker.name(from.name));
    PDH_SHIM_TRY(object.help, checker.text(from.help));
    PDH_SHIM_TRY(object.detail, checker.detail(from.detail));
    PDH_SHIM_TRY(object.object_freq, checker.frequency(from.object_freq, perf_freq));
    if (from.counters == nullptr || from.counter_count == 0) {
        return checker.refuse("it has no counters");
    }
    object.title_index = from.index;
    object.instances = from.has_instances == 0 ? model::Instances::none : model::Instances::multi;
    PDH_SHIM_CHECK(copy_counters(checker, number, {from.counters, from.counter_count}, object));
    return object;
}

} // namespace

Result<PluginCatalogue, Failure> copy_catalogue(const pdh_shim_catalogue& from) {
    Checker checker;
    if (from.objects == nullptr && from.object_count != 0) {
        return checker.refuse("its objects are NULL");
    }
    PluginCatalogue copy;
    model::Catalogue& catalogue = copy.catalogue;
    catalogue.default_scale_applies = true;
    PDH_SHIM_TRY(catalogue.perf_freq, checker.frequency(from.perf_freq, ticks_per_second));
    catalogue.objects.reserve(from.object_count); // `names` looks into them
    NameSet names;
    for (const pdh_shim_object& given : std::span(from.objects, from.object_count)) {
        const auto number = static_cast<std::uint32_t>(catalogue.objects.size());
        PDH_SHIM_TRY(auto object, copy_object(checker, number, given, catalogue.perf_freq));
        catalogue.objects.push_back(std::move(object));
        copy.has_own_clock.push_back(given.object_freq != 0);
        if (!names.insert(catalogue.objects.back().name).second) {
            checker.enter_object(number);
            return checker.refuse("there is another object of its name");
        }
    }
    return copy;
}

} // namespace pdh_shim::source::plugin
