// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "block/block_writer.h"
#include "block/schema.h"
#include "calc/counter_type.h"
#include "model/catalogue.h"
#include "model/snapshot.h"

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

// Catalogues and snapshots of every shape that a block can hold without loss, the same each time.

namespace pdh_shim::block {

struct Scene {
    model::Catalogue catalogue;
    model::Snapshot snapshot;

    /// What to write: all of it.
    [[nodiscard]] std::vector<ObjectToWrite> to_write() const {
        std::vector<ObjectToWrite> objects;
        for (std::size_t i = 0; i < catalogue.objects.size(); ++i) {
            const model::ObjectDef& definition = catalogue.objects[i];
            ObjectToWrite& object = objects.emplace_back();
            object.definition = &definition;
            object.snapshot = &snapshot.objects[i];
            object.title_index = definition.title_index;
            for (const model::CounterDef& counter : definition.counters) {
                object.counter_titles.push_back(counter.title_index);
            }
        }
        return objects;
    }

    [[nodiscard]] BlockClocks clocks() const {
        return {.perf_time = snapshot.perf_time,
            .perf_freq = catalogue.perf_freq,
            .time_100ns = snapshot.time_100ns,
            .system_time = snapshot.system_time};
    }

    /// The names of the catalogue, for a reader of blocks without titles.
    [[nodiscard]] Titles titles() const {
        return {.name = [this](std::uint32_t index) { return find_text(index, false); },
            .help = [this](std::uint32_t index) { return find_text(index - 1, true); }};
    }

  private:
    [[nodiscard]] std::optional<std::u16string> find_text(std::uint32_t index, bool help) const {
        for (const model::ObjectDef& object : catalogue.objects) {
            if (object.title_index == index) {
                return help ? object.help : object.name;
            }
            for (const model::CounterDef& counter : object.counters) {
                if (counter.title_index == index) {
                    return help ? counter.help : counter.name;
                }
            }
        }
        return std::nullopt;
    }
};

class SceneMaker {
  public:
    /// @param lossless whether the scene may have what only lossless blocks can hold
    SceneMaker(std::uint32_t seed, bool lossless) : random_(seed), lossless_(lossless) {}

    [[nodiscard]] Scene make() {
        Scene scene;
        scene.catalogue.perf_freq = number(1, 1'000'000'000);
        scene.catalogue.default_scale_applies = false;
        scene.snapshot.perf_time = any();
        scene.snapshot.time_100ns = any();
        scene.snapshot.system_time = number(0, 200'000'000'000'000) * 10'000;
        const auto objects = static_cast<std::uint32_t>(number(0, 4));
        scene.snapshot.objects.resize(objects);
        for (std::uint32_t i = 0; i < objects; ++i) {
            scene.catalogue.objects.push_back(make_object(i));
            fill(scene, i);
        }
        return scene;
    }

  private:
    std::int64_t number(std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
    }
    std::int64_t any() { return number(INT64_MIN, INT64_MAX); }
    bool chance(int one_in) { return number(1, one_in) == 1; }

    std::u16string text(std::u16string_view begin) {
        static constexpr char16_t units[] = u"aZ0 _/#().\u00E9\u20AC\U0001F600";
        std::u16string text(begin);
        for (auto length = number(0, 12); length != 0; --length) {
            text += units[number(0, static_cast<std::int64_t>(std::size(units)) - 2)];
        }
        return text;
    }

    model::ObjectDef make_object(std::uint32_t position) {
        model::ObjectDef object;
        object.name = text(u"Object");
        object.help = chance(2) ? text(u"Help") : std::u16string();
        object.title_index = 5000 + position * 1000;
        object.instances = position == 0 || chance(2) ? model::Instances::multi : model::Instances::none;
        object.detail = detail();
        object.object_freq = number(1, 1'000'000'000);
        for (auto count = number(0, 20); count != 0; --count) {
            add_counter(object);
        }
        object.columns = static_cast<std::uint32_t>(object.counters.size());
        for (model::CounterDef& counter : object.counters) {
            counter.multi = counter.multi == hidden ? object.columns++ : counter.multi;
        }
        const auto last = static_cast<std::int64_t>(object.counters.size()) - 1;
        object.default_counter = static_cast<std::uint32_t>(number(0, std::max<std::int64_t>(last, 0)));
        return object;
    }

    void add_counter(model::ObjectDef& object) {
        const calc::TypeInfo& type = calc::counter_types[static_cast<std::size_t>(
            number(0, static_cast<std::int64_t>(calc::counter_types.size()) - 1))];
        const bool follows_hidden = !object.counters.empty() && object.counters.back().multi == hidden;
        if (calc::is_base_type(type.value()) && follows_hidden) {
            return; // would be taken for the multi count (tested by itself)
        }
        model::CounterDef& counter = append(object, type.value());
        const auto behind = static_cast<std::uint32_t>(object.counters.size());
        if (type.second == calc::SecondField::base) {
            counter.base = behind;
            append(object, base_type());
        } else if (type.multi() && chance(2)) {
            counter.multi = behind;
            append(object, 0x42030500);
        } else if (type.multi()) {
            counter.multi = hidden;
        }
    }

    std::uint32_t base_type() {
        static constexpr std::uint32_t types[] = {0x40030401, 0x40030402, 0x40030403, 0x40030500};
        return types[number(0, 3)];
    }

    model::CounterDef& append(model::ObjectDef& object, std::uint32_t type) {
        object.counters.reserve(64); // references stay
        model::CounterDef& counter = object.counters.emplace_back();
        counter.name = text(u"Counter");
        counter.help = chance(2) ? text(u"Help") : std::u16string();
        counter.title_index = object.title_index + 2 * static_cast<std::uint32_t>(object.counters.size());
        counter.type = type;
        counter.default_scale = static_cast<std::int32_t>(number(-7, 7));
        counter.detail = detail();
        return counter;
    }

    model::Detail detail() { return static_cast<model::Detail>(100 * number(1, 4)); }

    void fill(Scene& scene, std::uint32_t position) {
        const model::ObjectDef& object = scene.catalogue.objects[position];
        model::ObjectSnapshot& snapshot = scene.snapshot.objects[position];
        snapshot.begin(object.columns);
        if (object.instances == model::Instances::none) {
            snapshot.add_instance({});
        } else {
            for (auto count = chance(3) ? number(0, 1) : number(2, 40); count != 0; --count) {
                add_instance(scene, position, snapshot);
            }
        }
        fill_cells(object, snapshot);
        snapshot.set_object_time(any());
        if (lossless_ && chance(10)) {
            snapshot.set_status(Status::cstatus_invalid_data);
        }
        snapshot.publish(nullptr);
    }

    void fill_cells(const model::ObjectDef& object, model::ObjectSnapshot& snapshot) {
        for (std::size_t row = 0; row < snapshot.rows(); ++row) {
            for (std::uint32_t column = 0; column < object.columns; ++column) {
                snapshot.set(row, column, value(object, column));
                if (lossless_ && column < object.counters.size() && chance(50)) {
                    snapshot.set(row, column, 0);
                    snapshot.set_invalid(row, column);
                }
            }
        }
    }

    void add_instance(Scene& scene, std::uint32_t position, model::ObjectSnapshot& snapshot) {
        const std::u16string name = chance(4) ? u"twin" : text(u"i");
        std::u16string parent;
        if (position != 0 && scene.snapshot.objects[0].rows() != 0 && chance(2)) {
            const auto rows = static_cast<std::int64_t>(scene.snapshot.objects[0].rows());
            const auto row = static_cast<std::size_t>(number(0, rows - 1));
            parent = scene.snapshot.objects[0].instances()->instances()[row].name;
        }
        const std::int64_t id = lossless_ ? any() : number(0, INT32_MAX);
        snapshot.add_instance(name, parent, chance(2) ? model::no_unique_id : id);
    }

    // As large as its place in the block.
    std::int64_t value(const model::ObjectDef& object, std::uint32_t column) {
        if (column >= object.counters.size()) {
            return number(0, UINT32_MAX);
        }
        const std::uint32_t type = object.counters[column].type;
        if (lossless_ || type == 0x30020400 || (type & 0x100) != 0) {
            return any();
        }
        return (type & 0x300) == 0x200 ? 0 : number(0, UINT32_MAX);
    }

    static constexpr std::uint32_t hidden = model::no_column - 1; // gets a column behind the counters

    std::mt19937 random_;
    bool lossless_;
};

} // namespace pdh_shim::block
