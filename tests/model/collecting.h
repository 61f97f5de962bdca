// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/text.h"
#include "model/source.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::test {

/// A session that collects from a source: whole objects, or the columns that are wanted.
class Collecting {
  public:
    /// @param make is called when the source is first needed
    explicit Collecting(std::function<std::shared_ptr<model::Source>()> make) : make_(std::move(make)) {}
    /// Of a source that outlives it.
    explicit Collecting(model::Source& source)
        : Collecting([&source] { return std::shared_ptr<model::Source>(std::shared_ptr<void>(), &source); }) {
    }

    model::Source& source() {
        if (!source_) {
            source_ = make_();
            static_cast<void>(source_->catalogue());
            session_ = source_->open_session();
        }
        return *source_;
    }

    void close() {
        session_ = nullptr;
        source_ = nullptr;
    }

    /// Whether the machine has an object and, if one is named, a counter of it.
    [[nodiscard]] bool lists(std::u16string_view object, std::u16string_view counter = {}) {
        const auto& objects = source().catalogue()->objects;
        const auto found = std::ranges::find(objects, object, &model::ObjectDef::name);
        return found != objects.end() &&
               (counter.empty() || std::ranges::find(found->counters, counter, &model::CounterDef::name) !=
                                       found->counters.end());
    }

    /// Wants a column of an object; empty = all of them. Without a call all objects are wanted.
    model::ObjectRequest& want(std::u16string_view object, std::u16string_view counter = {}) {
        static_cast<void>(source());
        auto& request = request_of(position_of(object));
        const auto& counters = source().catalogue()->objects[request.object].counters;
        for (std::size_t i = 0; i < counters.size(); ++i) {
            request.columns[i] = request.columns[i] || counter.empty() || counters[i].name == counter;
        }
        return request;
    }

    void collect() { REQUIRE(try_collect().has_value()); }

    Result<void, Failure> try_collect() {
        static_cast<void>(source());
        if (requests_.empty()) {
            for (const auto& object : source().catalogue()->objects) {
                want(object.name);
            }
        }
        std::swap(snapshot, before);
        snapshot.objects.resize(requests_.size());
        before.objects.resize(requests_.size());
        auto collected = session_->collect(requests_, snapshot);
        for (std::size_t i = 0; i < requests_.size(); ++i) {
            snapshot.objects[i].publish(&before.objects[i]);
        }
        return collected;
    }

    /// The names of an object's instances.
    [[nodiscard]] std::vector<std::string> instances(std::u16string_view object) const {
        std::vector<std::string> names;
        for (const auto& instance : of(object).instances()->instances()) {
            names.push_back(to_utf8(instance.name).value());
        }
        return names;
    }

    [[nodiscard]] std::int64_t unique_id(std::u16string_view object, std::u16string_view instance) const {
        return of(object).instances()->instances()[row_of(object, instance)].unique_id;
    }

    /// The cell of a counter, or of its base; none if it is invalid.
    [[nodiscard]] std::optional<std::int64_t> cell(std::u16string_view object, std::u16string_view instance,
        std::u16string_view counter, bool base = false) const {
        const std::size_t row = row_of(object, instance);
        const std::uint32_t column = column_of(object, counter) + (base ? 1 : 0);
        const model::ObjectSnapshot& rows = of(object);
        return rows.is_valid(row, column) ? std::optional(rows.cell(row, column)) : std::nullopt;
    }

    [[nodiscard]] std::optional<std::int64_t> base(
        std::u16string_view object, std::u16string_view instance, std::u16string_view counter) const {
        return cell(object, instance, counter, true);
    }

    [[nodiscard]] const model::ObjectSnapshot& of(std::u16string_view object) const {
        const std::uint32_t position = position_of(object);
        const auto found = std::ranges::find(requests_, position, &model::ObjectRequest::object);
        REQUIRE(found != requests_.end());
        return snapshot.objects[static_cast<std::size_t>(found - requests_.begin())];
    }

    [[nodiscard]] std::uint32_t position_of(std::u16string_view object) const {
        const auto& objects = source_->catalogue()->objects;
        const auto found = std::ranges::find(objects, object, &model::ObjectDef::name);
        REQUIRE(found != objects.end());
        return static_cast<std::uint32_t>(found - objects.begin());
    }

    [[nodiscard]] std::uint32_t column_of(std::u16string_view object, std::u16string_view counter) const {
        const auto& counters = source_->catalogue()->objects[position_of(object)].counters;
        const auto found = std::ranges::find(counters, counter, &model::CounterDef::name);
        REQUIRE(found != counters.end());
        return static_cast<std::uint32_t>(found - counters.begin());
    }

    model::Session& session() { return *session_; }

    model::Snapshot snapshot;
    model::Snapshot before;

  private:
    model::ObjectRequest& request_of(std::uint32_t object) {
        const auto found = std::ranges::find(requests_, object, &model::ObjectRequest::object);
        if (found != requests_.end()) {
            return *found;
        }
        model::ObjectRequest request;
        request.object = object;
        request.columns.assign(source().catalogue()->objects[object].columns, false);
        requests_.push_back(std::move(request));
        return requests_.back();
    }

    [[nodiscard]] std::size_t row_of(std::u16string_view object, std::u16string_view instance) const {
        const std::size_t number = instance.find(u'#');
        const auto row = of(object).instances()->find({}, instance.substr(0, number),
            number == std::u16string_view::npos ? 0
                                                : static_cast<std::uint32_t>(instance[number + 1] - u'0'));
        REQUIRE(row);
        return *row;
    }

    std::function<std::shared_ptr<model::Source>()> make_;
    std::shared_ptr<model::Source> source_;
    std::unique_ptr<model::Session> session_;
    std::vector<model::ObjectRequest> requests_;
};

} // namespace pdh_shim::test
