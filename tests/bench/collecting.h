// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "model/source.h"
#include "source/linux/linux_source.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::bench {

/// Collects from the live Linux source.
class Collecting {
  public:
    struct Wanted {
        std::u16string_view object;
        std::u16string_view counter; // empty = all
        bool only_total = false;
    };

    explicit Collecting(const std::vector<Wanted>& wanted)
        : source_(source::linux::make_linux_source(std::string(), system_clock()).value()),
          session_(source_->open_session()) {
        const auto& objects = source_->catalogue()->objects;
        for (const Wanted& one : wanted) {
            const auto object = std::ranges::find(objects, one.object, &model::ObjectDef::name);
            if (object == objects.end()) {
                continue;
            }
            model::ObjectRequest& request =
                request_for(static_cast<std::uint32_t>(object - objects.begin()), one.only_total);
            request.columns.resize(object->counters.size());
            for (std::size_t i = 0; i < request.columns.size(); ++i) {
                const bool is_wanted = one.counter.empty() || object->counters[i].name == one.counter;
                request.columns[i] = request.columns[i] || is_wanted;
            }
        }
        for (auto& snapshot : snapshots_) {
            snapshot.objects.resize(requests_.size());
        }
        collect();
        collect();
    }

    void collect() {
        model::Snapshot& snapshot = snapshots_[round_ % 2];
        const model::Snapshot& previous = snapshots_[++round_ % 2];
        benchmark::DoNotOptimize(session_->collect(requests_, snapshot).has_value());
        for (std::size_t i = 0; i < snapshot.objects.size(); ++i) {
            snapshot.objects[i].publish(&previous.objects[i]);
        }
    }

  private:
    /// One for each object, as a query has them.
    model::ObjectRequest& request_for(std::uint32_t object, bool only_total) {
        const auto same = [&](const model::ObjectRequest& request) {
            return request.object == object && request.only_total == only_total;
        };
        const auto known = std::ranges::find_if(requests_, same);
        if (known != requests_.end()) {
            return *known;
        }
        model::ObjectRequest& added = requests_.emplace_back();
        added.object = object;
        added.only_total = only_total;
        return added;
    }

    std::shared_ptr<model::Source> source_;
    std::unique_ptr<model::Session> session_;
    std::vector<model::ObjectRequest> requests_;
    model::Snapshot snapshots_[2];
    std::size_t round_ = 0;
};

} // namespace pdh_shim::bench
