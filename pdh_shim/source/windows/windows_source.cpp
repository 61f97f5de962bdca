// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/windows/windows_source.h"

#include "base/locks.h"
#include "base/text.h"
#include "source/windows/state.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::source::windows {
namespace {

/// An object of the catalogue. Never changes.
struct KnownObject {
    const ObjectTable* table = nullptr;
    SystemParts parts = 0; ///< to list the instances
    std::vector<std::uint8_t> fields;
    std::vector<SystemParts> column_parts;
};

SystemParts all_parts(const ObjectTable& table) noexcept {
    SystemParts all = table.parts | table.also;
    for (const CounterRow& row : table.counters) {
        all |= row.input;
    }
    return all;
}

void add_row(const CounterRow& row, const ObjectTable& table, model::ObjectDef& object, KnownObject& known) {
    if (row.name == table.default_counter) {
        object.default_counter = static_cast<std::uint32_t>(object.counters.size());
    }
    model::add_counter(row, object);
    known.fields.push_back(row.field);
    if (row.base_field != model::no_field) {
        known.fields.push_back(row.base_field);
    }
    known.column_parts.resize(known.fields.size(), row.input);
}

/// What all sessions share. Lives as long as one of them does.
class SharedState {
  public:
    SharedState(std::shared_ptr<SystemApi> system, Clock& source_clock)
        : api(std::move(system)), clock(source_clock), known_(object_tables().size()),
          looked_at_(object_tables().size()), catalogue_(make_empty()) {}

    std::shared_ptr<const model::Catalogue> catalogue() {
        for (std::size_t i = 0; i < object_tables().size(); ++i) {
            look_for(i);
        }
        const std::scoped_lock lock(mutex_);
        return catalogue_;
    }

    std::shared_ptr<const model::Catalogue> catalogue_for(std::u16string_view object) {
        for (std::size_t i = 0; i < object_tables().size(); ++i) {
            if (equal_folded(object_tables()[i].name, object)) {
                look_for(i);
            }
        }
        const std::scoped_lock lock(mutex_);
        return catalogue_;
    }

    /// By its position in the catalogue.
    std::shared_ptr<const KnownObject> object(std::uint32_t position) {
        const std::scoped_lock lock(mutex_);
        return objects_[position];
    }

    const std::shared_ptr<SystemApi> api;
    Clock& clock;

  private:
    static std::shared_ptr<const model::Catalogue> make_empty() {
        auto catalogue = std::make_shared<model::Catalogue>();
        catalogue->default_scale_applies = false;
        catalogue->completes_others = true;
        return catalogue;
    }

    [[nodiscard]] bool is_honest(SystemParts parts) const noexcept { return (parts & ~honest_) == 0; }

    // An object that is not there may be later: a protocol before its first packet, or after a call that was
    // refused. The system is asked without the lock: it may load libraries, and wait for the loader.
    void look_for(std::size_t number) {
        const ObjectTable& table = object_tables()[number];
        const std::int64_t now = clock.now().time_100ns;
        const std::optional<SystemParts> wanted = parts_to_ask(number, now);
        if (!wanted) {
            return;
        }
        const SystemParts found = find_honest(*api, *wanted);
        const std::scoped_lock lock(mutex_);
        honest_ |= found;
        known_[number] = known_[number] || publish(table); // another thread may have been faster
        looked_at_[number] = now;
    }

    // None if the object is known, or was looked for just now.
    std::optional<SystemParts> parts_to_ask(std::size_t number, std::int64_t now) {
        constexpr std::int64_t interval = 10 * ticks_per_second;
        const std::scoped_lock lock(mutex_);
        if (known_[number] || (looked_at_[number] && now - *looked_at_[number] < interval)) {
            return std::nullopt;
        }
        return all_parts(object_tables()[number]) & ~honest_;
    }

    // False if nothing of it is honest.
    bool publish(const ObjectTable& table) {
        auto known = std::make_shared<KnownObject>();
        known->table = &table;
        known->parts = table.parts | (table.also & honest_);
        model::ObjectDef object;
        object.name = table.name;
        object.help = table.help;
        object.title_index = table.title_index;
        object.instances = table.instances;
        for (const CounterRow& row : table.counters) {
            if (is_honest(table.parts | row.input)) {
                add_row(row, table, object, *known);
            }
        }
        if (object.counters.empty()) {
            return false;
        }
        object.columns = static_cast<std::uint32_t>(object.counters.size());
        auto catalogue = std::make_shared<model::Catalogue>(*catalogue_);
        catalogue->objects.push_back(std::move(object));
        objects_.push_back(std::move(known));
        catalogue_ = std::move(catalogue);
        return true;
    }

    ForkMutex mutex_; // guards what follows
    SystemParts honest_ = 0;
    std::vector<bool> known_; // by table, as is what follows
    std::vector<std::optional<std::int64_t>> looked_at_;
    std::vector<std::shared_ptr<const KnownObject>> objects_;
    std::shared_ptr<const model::Catalogue> catalogue_;
};

SystemParts parts_of(const KnownObject& object, const model::ObjectRequest& request) noexcept {
    SystemParts parts = object.parts;
    for (std::size_t column = 0; column < request.columns.size(); ++column) {
        parts |= request.columns[column] ? object.column_parts[column] : 0;
    }
    return parts;
}

class WindowsSession final : public model::Session {
  public:
    explicit WindowsSession(std::shared_ptr<SharedState> shared)
        : shared_(std::move(shared)), state_(*shared_->api) {}

    Result<void, Failure> collect(
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) override {
        objects_.clear();
        SystemParts parts = 0;
        for (const model::ObjectRequest& request : requests) {
            objects_.push_back(shared_->object(request.object));
            parts |= parts_of(*objects_.back(), request);
        }
        const Instant now = shared_->clock.now();
        state_.sample(parts, now);
        snapshot.take_clocks(now);
        for (std::size_t i = 0; i < requests.size(); ++i) {
            model::InstanceWriter instances(objects_[i]->fields, requests[i], wanted_, snapshot.objects[i]);
            objects_[i]->table->write(state_, instances);
            snapshot.objects[i].set_object_time(now.time_100ns);
        }
        return outcome::success();
    }

  private:
    const std::shared_ptr<SharedState> shared_;
    SessionState state_;
    std::vector<std::shared_ptr<const KnownObject>> objects_; // of the requests
    std::vector<std::uint32_t> wanted_;                       // see InstanceWriter
};

class WindowsSource final : public model::Source {
  public:
    explicit WindowsSource(std::shared_ptr<SharedState> shared) : shared_(std::move(shared)) {}

    [[nodiscard]] std::string name() const override { return "windows"; }

    std::shared_ptr<const model::Catalogue> catalogue() override { return shared_->catalogue(); }

    std::shared_ptr<const model::Catalogue> catalogue_for(
        std::u16string_view object, std::u16string_view /*counter*/) override {
        return shared_->catalogue_for(object);
    }

    std::unique_ptr<model::Session> open_session() override {
        return std::make_unique<WindowsSession>(shared_);
    }

    Result<void, Failure> enumerate(std::uint32_t object, model::ObjectSnapshot& instances) override {
        WindowsSession session(shared_);
        return model::collect_instances(session, object, shared_->object(object)->fields.size(), instances);
    }

  private:
    const std::shared_ptr<SharedState> shared_;
};

} // namespace

std::shared_ptr<model::Source> make_windows_source(std::shared_ptr<SystemApi> api, Clock& clock) {
    return std::make_shared<WindowsSource>(std::make_shared<SharedState>(std::move(api), clock));
}

} // namespace pdh_shim::source::windows
