// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "calc/counter_type.h"
#include "machine/data_source.h"
#include "model/source.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::test {

/// One row of the fake object at one time.
struct FakeInstance {
    std::u16string name;
    std::int64_t value = 0; ///< of both counters
    std::int64_t unique_id = model::no_unique_id;
};

/// A source with one object, `Widget`, whose instances the test sets between collects. Its counters are
/// `Rate` (PERF_COUNTER_COUNTER), `Level` (PERF_COUNTER_RAWCOUNT, default scale 1) and a base that has no
/// value.
class FakeSource : public model::Source {
  public:
    static constexpr std::uint32_t rate = 0;
    static constexpr std::uint32_t level = 1;
    static constexpr std::uint32_t base = 2;

    FakeSource() {
        auto catalogue = std::make_shared<model::Catalogue>();
        catalogue->perf_freq = 1000;
        model::ObjectDef& widget = catalogue->objects.emplace_back();
        widget.name = u"Widget";
        widget.title_index = 5000;
        widget.instances = model::Instances::multi;
        widget.counters = {counter(u"Rate", calc::CounterType::perf_counter_counter),
            counter(u"Level", calc::CounterType::perf_counter_rawcount),
            counter(u"Base", calc::CounterType::perf_sample_base)};
        widget.counters[level].default_scale = 1;
        widget.columns = 3;
        catalogue_ = std::move(catalogue);
    }

    /// What the next collect finds, `milliseconds` after the one before.
    void set(std::vector<FakeInstance> instances, std::int64_t milliseconds = 1000) {
        const std::scoped_lock lock(mutex_);
        instances_ = std::move(instances);
        time_ += milliseconds;
    }
    /// What the next collects answer in place of data; success = data.
    void fail_with(Status status) {
        const std::scoped_lock lock(mutex_);
        failure_ = status;
    }
    [[nodiscard]] std::vector<model::ObjectRequest> last_requests() {
        const std::scoped_lock lock(mutex_);
        return last_requests_;
    }

    /// How often its instances were asked for.
    [[nodiscard]] std::uint32_t listings() {
        const std::scoped_lock lock(mutex_);
        return listings_;
    }

    std::string name() const override { return "fake"; }

    std::shared_ptr<const model::Catalogue> catalogue() override {
        const std::scoped_lock lock(mutex_);
        return catalogue_;
    }
    void publish(std::shared_ptr<const model::Catalogue> catalogue) {
        const std::scoped_lock lock(mutex_);
        catalogue_ = std::move(catalogue);
    }

    std::unique_ptr<model::Session> open_session() override { return std::make_unique<FakeSession>(*this); }

    Result<void, Failure> enumerate(std::uint32_t /*object*/, model::ObjectSnapshot& instances) override {
        const std::scoped_lock lock(mutex_);
        ++listings_;
        instances.begin(0);
        for (const FakeInstance& instance : instances_) {
            instances.add_instance(instance.name, {}, instance.unique_id);
        }
        return outcome::success();
    }

  private:
    class FakeSession final : public model::Session {
      public:
        explicit FakeSession(FakeSource& source) : source_(source) {}

        Result<void, Failure> collect(
            std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) override {
            const std::scoped_lock lock(source_.mutex_);
            source_.last_requests_.assign(requests.begin(), requests.end());
            if (source_.failure_ != Status::success) {
                return source_.failure_;
            }
            snapshot.perf_time = source_.time_;
            for (std::size_t i = 0; i < requests.size(); ++i) {
                source_.fill(snapshot.objects[i]);
            }
            return outcome::success();
        }

      private:
        FakeSource& source_;
    };

    static model::CounterDef counter(std::u16string name, calc::CounterType type) {
        model::CounterDef definition;
        definition.name = std::move(name);
        definition.type = static_cast<std::uint32_t>(type);
        return definition;
    }

    void fill(model::ObjectSnapshot& object) const {
        object.begin(3);
        for (const FakeInstance& instance : instances_) {
            const std::size_t row = object.add_instance(instance.name, {}, instance.unique_id);
            object.set(row, rate, instance.value);
            object.set(row, level, instance.value);
        }
    }

    std::mutex mutex_;
    std::shared_ptr<const model::Catalogue> catalogue_;
    std::vector<FakeInstance> instances_;
    std::int64_t time_ = 0;
    std::uint32_t listings_ = 0;
    Status failure_ = Status::success;
    std::vector<model::ObjectRequest> last_requests_;
};

/// A data source with one machine.
class FakeDataSource : public machine::DataSource {
  public:
    explicit FakeDataSource(std::shared_ptr<const machine::Machine> machine) : machine_(std::move(machine)) {}
    /// The machine `Host`, with what the source offers now.
    explicit FakeDataSource(const std::shared_ptr<FakeSource>& source)
        : machine_(std::make_shared<const machine::Machine>([] { return std::u16string(u"Host"); },
              std::vector<machine::ActiveSource>{{source, source->catalogue()}})) {}

    Result<void> start() override { return outcome::success(); }
    Result<std::vector<std::u16string>> machines() override { return std::vector{machine_->name()}; }
    Result<std::shared_ptr<const machine::Machine>> machine(std::u16string_view name) override {
        const std::u16string_view computer = path::without_backslashes(name);
        if (!computer.empty() && !equal_folded(computer, machine_->name())) {
            return Status::cstatus_no_machine;
        }
        return machine_;
    }
    Result<std::shared_ptr<const machine::Machine>> machine_of(const path::CounterPath& path) override {
        return machine(path.machine);
    }
    Result<model::ZoneAt> zone_at(std::int64_t /*local_time*/) override { return model::ZoneAt{}; }

  private:
    const std::shared_ptr<const machine::Machine> machine_;
};

} // namespace pdh_shim::test
