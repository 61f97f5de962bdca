// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/registry/registry_source.h"

#include "base/locks.h"
#include "block/block.h"
#include "block/key_objects.h"
#include "block/key_search.h"
#include "source/registry/registry_titles.h"

#include <boost/noncopyable.hpp>

#include <mutex>
#include <utility>
#include <vector>

namespace pdh_shim::source::registry {
namespace {

// The object of the processors: every Windows has it.
constexpr std::u16string_view processor_value = u"238";

// The key, and what it has shown of itself. Shared by the source and its sessions, which may outlive it.
class Registry final : public block::KeySearch {
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

    /// Whether the key can be asked.
    Result<void, Failure> start() {
        const OpenKey open(*this);
        block::KeySample sample;
        PDH_SHIM_CHECK(ask(sample, processor_value));
        return outcome::success();
    }

    std::shared_ptr<const model::Catalogue> known() override {
        const std::scoped_lock lock(mutex_);
        return objects_.catalogue();
    }

    void collect(
        block::KeySample& sample, std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) {
        if (requests.empty()) {
            snapshot.take_clocks(clock_.now());
            return;
        }
        sample.asked = block::title_indexes(requests, *known());
        const auto header = ask(sample, block::index_list(sample.asked));
        if (!header) {
            snapshot.take_clocks(clock_.now());
            objects_.report(header.error());
            model::mark_unread(requests, snapshot);
            return;
        }
        objects_.read(sample, header.value(), learn(sample, header.value()), requests, snapshot);
    }

  private:
    [[nodiscard]] std::int64_t now() override { return clock_.now().perf_time; }

    [[nodiscard]] std::vector<std::uint32_t> indexes_of(std::u16string_view name) override {
        const std::scoped_lock lock(mutex_);
        return titles_.indexes_of(name);
    }

    [[nodiscard]] bool expire_titles() override {
        const std::int64_t now = this->now();
        const std::scoped_lock lock(mutex_);
        if (is_recent(titles_expired_, now)) {
            return false;
        }
        titles_expired_ = now;
        titles_.expire();
        return true;
    }

    void ask_and_learn(std::u16string_view value, std::vector<std::uint32_t> indexes) override {
        const OpenKey open(*this);
        block::KeySample sample;
        sample.asked = std::move(indexes);
        if (const auto header = ask(sample, value)) {
            learn(sample, header.value());
        } else {
            objects_.report(header.error());
        }
    }

    std::shared_ptr<const model::Catalogue> learn(
        block::KeySample& sample, const block::BlockHeader& header) {
        const std::scoped_lock lock(mutex_);
        titles_.expire();
        objects_.learn(sample, header);
        return objects_.catalogue();
    }

    // Gets a sample.
    Result<block::BlockHeader, Failure> ask(block::KeySample& sample, std::u16string_view value) {
        const KeyAnswer answer = ask_growing(
            [&](std::span<std::byte> buffer) { return key_->query(value, buffer); }, sample.bytes);
        if (answer.error != KeyAnswer::success) {
            sample.objects.clear();
            return Failure(Status::invalid_data, "registry",
                "the performance data cannot be read: error " + std::to_string(answer.error));
        }
        return within("registry: the performance data is malformed", sample.find_objects(answer.bytes));
    }

    const std::unique_ptr<PerformanceKey> key_;
    Clock& clock_;

    Mutex users_mutex_{Rank::leaf}; // may be taken under the other one
    std::size_t users_ = 0;

    Mutex mutex_{Rank::foreign}; // guards what follows
    RegistryTitles titles_;
    block::KeyObjects objects_;
    std::int64_t titles_expired_ = never; // for a name that they lack
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

    std::shared_ptr<const model::Catalogue> catalogue() override { return registry_->find_all(); }

    std::shared_ptr<const model::Catalogue> catalogue_for(
        std::u16string_view object, std::u16string_view counter) override {
        return registry_->find(object, counter);
    }

    std::unique_ptr<model::Session> open_session() override {
        return std::make_unique<RegistrySession>(registry_);
    }

    Result<void, Failure> enumerate(std::uint32_t object, model::ObjectSnapshot& instances) override {
        RegistrySession session(registry_);
        const std::uint32_t columns = registry_->known()->objects[object].columns;
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
        ask_growing([&](std::span<std::byte> part) { return key.query(processor_value, part); }, buffer);
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
