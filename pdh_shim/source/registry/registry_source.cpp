// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/registry/registry_source.h"

#include "base/failure_log.h"
#include "base/locks.h"
#include "base/trace.h"
#include "block/block.h"
#include "block/schema.h"
#include "block/snapshot_reader.h"
#include "source/registry/registry_titles.h"

#include <boost/noncopyable.hpp>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace pdh_shim::source::registry {
namespace {

using block::BlockHeader;
using block::ObjectBytes;

// What a session keeps between collects.
struct SessionMemory {
    std::vector<std::byte> buffer;
    block::BlockObjects sample;         // looks into the buffer
    std::vector<std::uint32_t> refused; // title indexes of objects in the sample that are malformed
    block::SnapshotReader reader;
};

// For the log of failures: all of a block. Objects have their title indexes.
constexpr std::uint32_t whole_block = 0;

// The key, and what it has shown of itself. Shared by the source and its sessions, which may outlive it.
class Registry {
  public:
    Registry(std::unique_ptr<PerformanceKey> key, Clock& clock)
        : key_(std::move(key)), clock_(clock), titles_(*key_),
          schema_({.name = [this](std::uint32_t index) { return titles_.name(index); },
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
                failures_.report(whole_block, found.error(), trace::Level::error);
            }
        }
        return schema_.catalogue();
    }

    void collect(
        SessionMemory& reading, std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) {
        if (requests.empty()) {
            take(clock_.now(), snapshot);
            return;
        }
        const auto header = ask(reading, block::index_list(requests, *known()));
        if (!header) {
            take(clock_.now(), snapshot);
            failures_.report(whole_block, header.error(), trace::Level::error);
            model::mark_unread(requests, snapshot);
            return;
        }
        failures_.is_well(whole_block);
        take(header.value(), snapshot);
        const auto catalogue = learn_more(reading, header.value());
        for (std::size_t i = 0; i < requests.size(); ++i) {
            if (!read(reading, catalogue, requests[i], snapshot.perf_time, snapshot.objects[i])) {
                model::mark_unread(requests[i], snapshot.objects[i]);
            }
        }
    }

  private:
    template <class Clocks> // BlockHeader or Instant
    static void take(const Clocks& clocks, model::Snapshot& snapshot) {
        snapshot.perf_time = clocks.perf_time;
        snapshot.time_100ns = clocks.time_100ns;
        snapshot.system_time = clocks.system_time;
    }

    std::shared_ptr<const model::Catalogue> known() {
        const std::scoped_lock lock(mutex_);
        return schema_.catalogue();
    }

    std::shared_ptr<const model::Catalogue> learn_more(SessionMemory& reading, const BlockHeader& header) {
        const std::scoped_lock lock(mutex_);
        learn(reading, header);
        return schema_.catalogue();
    }

    // Gets a sample.
    Result<BlockHeader, Failure> ask(SessionMemory& reading, const std::u16string& value) {
        reading.sample.clear();
        const KeyAnswer answer = ask_growing(
            [&](std::span<std::byte> buffer) { return key_->query(value, buffer); }, reading.buffer);
        if (answer.error != KeyAnswer::success) {
            return Failure(Status::invalid_data, "registry",
                "the performance data cannot be read: error " + std::to_string(answer.error));
        }
        return within("registry: the performance data is malformed",
            reading.sample.add_block(std::span(reading.buffer).first(answer.bytes)));
    }

    // Under mutex_, as learn().
    Result<void, Failure> discover(const std::u16string& value) {
        discovered_ = clock_.now().perf_time;
        const OpenKey open(*this);
        SessionMemory reading;
        PDH_SHIM_TRY(const BlockHeader header, ask(reading, value));
        learn(reading, header);
        return outcome::success();
    }

    void learn(SessionMemory& reading, const BlockHeader& header) {
        schema_.set_perf_freq(header.perf_freq);
        titles_.expire();
        reading.refused.clear();
        for (const ObjectBytes& object : reading.sample.objects()) {
            if (reading.sample.find(object.title_index) != &object) {
                continue;
            }
            if (auto learnt = schema_.learn(object); !learnt) {
                reading.refused.push_back(object.title_index);
                refuse(object.title_index, std::move(learnt).error());
            }
        }
    }

    // False if the object is malformed.
    bool read(SessionMemory& reading, const std::shared_ptr<const model::Catalogue>& catalogue,
        const model::ObjectRequest& request, std::int64_t perf_time, model::ObjectSnapshot& snapshot) {
        const std::uint32_t title_index = catalogue->objects[request.object].title_index;
        if (std::ranges::find(reading.refused, title_index) != reading.refused.end()) {
            return false;
        }
        auto result = reading.reader.read(reading.sample, catalogue, request, perf_time, snapshot);
        if (!result) {
            refuse(title_index, std::move(result).error());
            return false;
        }
        failures_.is_well(title_index);
        return true;
    }

    void refuse(std::uint32_t title_index, Failure failure) {
        const std::string object = "registry: the object of title index " + std::to_string(title_index);
        failures_.report(
            title_index, std::move(failure).within(object + " is malformed"), trace::Level::error);
    }

    const std::unique_ptr<PerformanceKey> key_;
    Clock& clock_;
    FailureLog failures_;

    Mutex users_mutex_{Rank::leaf}; // may be taken under the other one
    std::size_t users_ = 0;

    Mutex mutex_{Rank::foreign}; // guards what follows
    RegistryTitles titles_;
    block::Schema schema_;
    std::int64_t discovered_ = 0; // when it was last looked for objects
};

class RegistrySession final : public model::Session {
  public:
    explicit RegistrySession(std::shared_ptr<Registry> registry)
        : registry_(std::move(registry)), open_key_(*registry_) {}

    Result<void, Failure> collect(
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) override {
        registry_->collect(reading_, requests, snapshot);
        return outcome::success();
    }

  private:
    const std::shared_ptr<Registry> registry_;
    const Registry::OpenKey open_key_;
    SessionMemory reading_;
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
