// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/registry/registry_source.h"

#include "base/locks.h"
#include "base/trace.h"
#include "block/block.h"
#include "block/key_objects.h"
#include "source/registry/registry_titles.h"

#include <boost/noncopyable.hpp>

#include <mutex>
#include <utility>
#include <vector>

namespace pdh_shim::source::registry {
namespace {

// The key, and what it has shown of itself. Shared by the source and its sessions, which may outlive it.
class Registry {
  public:
    Registry(std::unique_ptr<PerformanceKey> key, Clock& clock)
        : key_(std::move(key)), clock_(clock), titles_(*key_),
          objects_("registry", {.name = [this](std::uint32_t index) { return titles_.name(index); },
                                   .help = [this](std::uint32_t index) { return titles_.help(index); }}) {}

    // Held during each query; the key is closed after the last one.
    class OpenKey : boost::noncopyable {
      public:
        explicit OpenKey(Registry& registry) : registry_(registry) {
            const std::scoped_lock lock(registry_.users_mutex_);
            ++registry_.users_;
        }
        ~OpenKey() {
            const std::scoped_lock lock(registry_.users_mutex_);
            if (--registry_.users_ == 0) {
                registry_.key_->close();
            }
        }

      private:
        Registry& registry_;
    };

    Result<void, Failure> start() {
        const std::scoped_lock lock(mutex_);
        PDH_SHIM_CHECK(discover(u"Global"));
        if (const auto costly = discover(u"Costly"); !costly) {
            trace::report(costly.error(), trace::Level::warning);
        }
        return outcome::success();
    }

    std::shared_ptr<const model::Catalogue> catalogue() {
        const std::scoped_lock lock(mutex_);
        const std::int64_t passed = clock_.now().perf_time - discovered_;
        if (passed >= discovery_interval || passed < 0) { // a program may exchange the clock
            if (const auto found = discover(u"Global"); !found) {
                objects_.report(found.error());
            }
        }
        return objects_.catalogue();
    }

    void collect(
        block::KeySample& sample, std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) {
        if (requests.empty()) {
            snapshot.take_clocks(clock_.now());
            return;
        }
        const auto header = ask(sample, block::index_list(requests, *known()));
        if (!header) {
            snapshot.take_clocks(clock_.now());
            objects_.report(header.error());
            model::mark_unread(requests, snapshot);
            return;
        }
        objects_.read(sample, header.value(), learn(sample, header.value()), requests, snapshot);
    }

  private:
    std::shared_ptr<const model::Catalogue> known() {
        const std::scoped_lock lock(mutex_);
        return objects_.catalogue();
    }

    std::shared_ptr<const model::Catalogue> learn(
        block::KeySample& sample, const block::BlockHeader& header) {
        const std::scoped_lock lock(mutex_);
        titles_.expire();
        objects_.learn(sample, header);
        return objects_.catalogue();
    }

    // Gets a sample.
    Result<block::BlockHeader, Failure> ask(block::KeySample& sample, const std::u16string& value) {
        const KeyAnswer answer = ask_growing(
            [&](std::span<std::byte> buffer) { return key_->query(value, buffer); }, sample.bytes);
        if (answer.error != KeyAnswer::success) {
            sample.objects.clear();
            return Failure(Status::invalid_data, "registry",
                "the performance data cannot be read: error " + std::to_string(answer.error));
        }
        return within("registry: the performance data is malformed", sample.find_objects(answer.bytes));
    }

    // Under mutex_.
    Result<void, Failure> discover(const std::u16string& value) {
        discovered_ = clock_.now().perf_time;
        const OpenKey open(*this);
        block::KeySample sample;
        PDH_SHIM_TRY(const block::BlockHeader header, ask(sample, value));
        titles_.expire();
        objects_.learn(sample, header);
        return outcome::success();
    }

    const std::unique_ptr<PerformanceKey> key_;
    Clock& clock_;

    Mutex users_mutex_{Rank::leaf}; // may be taken under the other one
    std::size_t users_ = 0;

    Mutex mutex_{Rank::foreign}; // guards what follows
    RegistryTitles titles_;
    block::KeyObjects objects_;
    std::int64_t discovered_ = 0; // when it was last looked for objects
};

class RegistrySession final : public model::Session {
  public:
    explicit RegistrySession(std::shared_ptr<Registry> registry)
        : registry_(std::move(registry)), open_key_(*registry_) {}

    Result<void, Failure> collect(
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) override {
        registry_->collect(sample_, requests, snapshot);
        return outcome::success();
    }

  private:
    const std::shared_ptr<Registry> registry_;
    const Registry::OpenKey open_key_;
    block::KeySample sample_;
};

class RegistrySource final : public model::Source {
  public:
    explicit RegistrySource(std::shared_ptr<Registry> registry) : registry_(std::move(registry)) {}

    [[nodiscard]] std::string name() const override { return "registry"; }

    std::shared_ptr<const model::Catalogue> catalogue() override { return registry_->catalogue(); }

    std::unique_ptr<model::Session> open_session() override {
        return std::make_unique<RegistrySession>(registry_);
    }

    Result<void, Failure> enumerate(std::uint32_t object, model::ObjectSnapshot& instances) override {
        RegistrySession session(registry_);
        const std::uint32_t columns = registry_->catalogue()->objects[object].columns;
        return model::collect_instances(session, object, columns, instances);
    }

  private:
    const std::shared_ptr<Registry> registry_;
};

} // namespace

Contents look_at(PerformanceKey& key) {
    constexpr std::uint32_t processor = 238;
    std::vector<std::byte> buffer;
    const KeyAnswer answer =
        ask_growing([&](std::span<std::byte> part) { return key.query(u"238", part); }, buffer);
    block::BlockObjects sample;
    const bool is_block = answer.error == KeyAnswer::success &&
                          sample.add_block(std::span(buffer).first(answer.bytes)).has_value();
    key.close();
    if (!is_block) {
        return Contents::nothing;
    }
    return sample.find(processor) != nullptr ? Contents::machine : Contents::others;
}

Result<std::unique_ptr<model::Source>, Failure> make_registry_source(
    std::unique_ptr<PerformanceKey> key, Clock& clock) {
    const auto registry = std::make_shared<Registry>(std::move(key), clock);
    if (auto started = registry->start(); !started) {
        return std::move(started).error().as(Status::invalid_datasource);
    }
    return std::unique_ptr<model::Source>(std::make_unique<RegistrySource>(registry));
}

} // namespace pdh_shim::source::registry
