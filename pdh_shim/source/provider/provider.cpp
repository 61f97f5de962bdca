// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/provider/provider.h"

#include "base/own_thread.h"
#include "base/saturating.h"
#include "base/trace.h"
#include "block/block.h"
#include "block/instance_table.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <system_error>
#include <utility>

namespace pdh_shim::source::provider {
namespace {

// Wakes the waiting thread, however this thread ends: foreign code may call pthread_exit() in it.
class WakeAtEnd : boost::noncopyable {
  public:
    explicit WakeAtEnd(WaitEvent& wait_event) noexcept : wait_event_(wait_event) {}
    ~WakeAtEnd() { wait_event_.wake(); }

  private:
    WaitEvent& wait_event_;
};

Result<OwnThread> try_start(const std::function<void()>& run) {
    try {
        return start_thread(run);
    } catch (const std::system_error&) {
        return Status::memory_allocation_failure;
    }
}

} // namespace

Result<void> run_within(Clock& clock, std::int64_t limit, std::function<void()> job) {
    const auto done = std::make_shared<WaitEvent>();
    // The time begins now, not when the thread does.
    const std::int64_t deadline = saturated_add(clock.now().perf_time, limit);
    PDH_SHIM_TRY(OwnThread thread, try_start([done, job = std::move(job)] {
        const WakeAtEnd wake(*done);
        job();
    }));
    if (!clock.wait_until(done, deadline)) {
        thread.detach();
        return Status::async_query_timeout;
    }
    thread.join();
    return outcome::success();
}

namespace {

Failure refuse(std::string what) {
    return {Status::invalid_data, "", std::move(what)};
}

// Where what is wrong with a sample stands.
constexpr std::string_view malformed_sample = "what Collect wrote is malformed";

block::Titles titles_of(const Settings& settings) {
    const auto find = [&settings](std::uint32_t index) -> std::optional<std::u16string> {
        const auto found = settings.titles.find(index);
        return found == settings.titles.end() || found->second.empty() ? std::nullopt
                                                                       : std::optional(found->second);
    };
    return {find, find};
}

} // namespace

// Holds the DLL for one caller.
class Provider::CallScope : boost::noncopyable {
  public:
    explicit CallScope(std::shared_ptr<LoadedProvider> loaded)
        : loaded_(std::move(loaded)), lock_(loaded_->mutex) {
        loaded_->busy = true;
    }
    ~CallScope() { loaded_->busy = false; }

    [[nodiscard]] LoadedProvider& operator*() const noexcept { return *loaded_; }

  private:
    const std::shared_ptr<LoadedProvider> loaded_;
    const std::scoped_lock<Mutex> lock_;
};

Result<std::shared_ptr<Provider>, Failure> Provider::start(
    Settings settings, const std::string& file, Clock& clock) {
    auto provider = std::make_shared<Provider>(std::move(settings), file, clock);
    const CallScope scope(provider->loaded_provider());
    PDH_SHIM_CHECK(provider->load(*scope));
    auto ready = provider->open(*scope);
    if (ready) {
        ready = provider->discover(*scope);
    }
    if (ready) {
        provider->warn_of_objects();
    } else if (ready.error().status() == Status::memory_allocation_failure) {
        return std::move(ready).error(); // nothing is wrong with it: it can be started again
    } else {
        provider->disable(*scope, std::move(ready).error());
    }
    return provider;
}

Provider::Provider(Settings settings, std::string file, Clock& clock)
    : settings_(std::move(settings)), file_(std::move(file)), clock_(clock),
      loaded_(std::make_shared<LoadedProvider>()), schema_(titles_of(settings_)) {}

Provider::~Provider() {
    if (const auto own = loaded_.get()) { // in a child of fork() it belongs to the parent
        close(*own);
    }
}

void Provider::close(LoadedProvider& loaded) noexcept {
    if (loaded.module == nullptr) {
        return;
    }
    const auto close = [](Module& module) -> Result<CollectedObjects, Failure> {
        module.close();
        return CollectedObjects{};
    };
    try {
        static_cast<void>(call(loaded, "Close", settings_.open_timeout, close));
    } catch (const std::exception&) {
        loaded.module->abandon(); // it is closed when the memory is given back
    }
}

std::shared_ptr<const model::Catalogue> Provider::catalogue() {
    const std::scoped_lock lock(schema_mutex_);
    return schema_.catalogue();
}

void Provider::collect(block::SnapshotReader& reader, std::span<const model::ObjectRequest> requests,
    model::Snapshot& snapshot) {
    const CallScope scope(loaded_provider());
    LoadedProvider& loaded = *scope;
    const Instant now = clock_.now();
    snapshot.take_clocks(now);
    if (loaded.disabled || !loaded.back_off.is_over(now.perf_time)) {
        model::mark_unread(requests, snapshot);
        return;
    }
    if (auto done = read(loaded, reader, requests, snapshot); !done) {
        give_up(loaded, std::move(done).error());
        model::mark_unread(requests, snapshot);
        return;
    }
    loaded.back_off.succeed();
}

Result<void, Failure> Provider::read(LoadedProvider& loaded, block::SnapshotReader& reader,
    std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) {
    PDH_SHIM_CHECK(connect(loaded));
    PDH_SHIM_CHECK(ask(loaded, block::index_list(block::title_indexes(requests, *catalogue()))));
    const auto known = catalogue();
    for (std::size_t i = 0; i < requests.size(); ++i) {
        PDH_SHIM_CHECK(within(malformed_sample,
            reader.read(loaded.sample, known, requests[i], snapshot.perf_time, snapshot.objects[i])));
    }
    return outcome::success();
}

// The DLL as this process sees it. A child of fork() takes over a DLL that no thread was calling; otherwise,
// and for an isolated DLL, it is loaded anew.
std::shared_ptr<Provider::LoadedProvider> Provider::loaded_provider() {
    return loaded_.get([this](const LoadedProvider* parents) {
        auto own = std::make_shared<LoadedProvider>();
        if (!settings_.isolated && !parents->busy) {
            own->module = parents->module;
            own->disabled = parents->disabled;
        }
        return own;
    });
}

Result<void, Failure> Provider::connect(LoadedProvider& loaded) {
    if (loaded.module != nullptr) {
        return outcome::success();
    }
    auto ready = load(loaded);
    if (ready) {
        ready = open(loaded);
    }
    if (!ready) {
        loaded.module = nullptr; // the next attempt needs a new one
    }
    return ready;
}

Result<void, Failure> Provider::load(LoadedProvider& loaded) {
    loaded.module = settings_.isolated ? make_isolated_module(file_) : make_loaded_module(settings_);
    const auto load = [](Module& module) -> Result<CollectedObjects, Failure> {
        PDH_SHIM_CHECK(module.load());
        return CollectedObjects{};
    };
    PDH_SHIM_CHECK(call(loaded, "loading it", settings_.open_timeout, load));
    return outcome::success();
}

Result<void, Failure> Provider::open(LoadedProvider& loaded) {
    const auto open = [](Module& module) -> Result<CollectedObjects, Failure> {
        PDH_SHIM_CHECK(module.open());
        return CollectedObjects{};
    };
    PDH_SHIM_CHECK(call(loaded, "Open", settings_.open_timeout, open));
    return outcome::success();
}

Result<void, Failure> Provider::discover(LoadedProvider& loaded) {
    PDH_SHIM_CHECK(discover(loaded, u"Global"));
    return discover(loaded, u"Costly");
}

// What it defines of one kind of objects: cheaply if it can, else from a sample.
Result<void, Failure> Provider::discover(LoadedProvider& loaded, std::u16string_view kind) {
    if (settings_.supports_metadata) {
        PDH_SHIM_CHECK(ask(loaded, std::u16string(u"Metadata") + std::u16string(kind)));
        if (!loaded.sample.objects().empty()) {
            return outcome::success();
        }
    }
    return ask(loaded, std::u16string(kind));
}

// Gets a sample and learns what it defines.
Result<void, Failure> Provider::ask(LoadedProvider& loaded, const std::u16string& request) {
    const auto collect = [request](Module& module) { return module.collect(request); };
    loaded.sample.clear();
    PDH_SHIM_TRY(const CollectedObjects sample, call(loaded, "Collect", settings_.collect_timeout, collect));
    PDH_SHIM_CHECK(within(malformed_sample, loaded.sample.add_objects(sample.bytes, sample.objects)));
    PDH_SHIM_CHECK(check_limits(loaded.sample));
    const std::scoped_lock lock(schema_mutex_);
    return within(malformed_sample, schema_.learn(loaded.sample));
}

Result<CollectedObjects, Failure> Provider::call(
    LoadedProvider& loaded, std::string_view function, std::int64_t time_out, const ModuleCall& call) {
    // Kept by whoever still waits for it.
    const auto reply = std::make_shared<Result<CollectedObjects, Failure>>(
        refuse(std::string(function) + " ended its thread"));
    const auto in_time = run_within(clock_, time_out, [call, reply, module = loaded.module] {
        try {
            *reply = call(*module);
        } catch (const std::exception&) {
            *reply = Status::memory_allocation_failure; // no text: what leaves a thread ends the program
        }
    });
    if (!in_time && in_time.error() == Status::async_query_timeout) {
        loaded.module->abandon();
        loaded.module = nullptr;
        return Failure(Status::query_perf_data_timeout, "",
            std::string(function) + " took more than " +
                std::to_string(time_out / (ticks_per_second / 1000)) + " ms");
    }
    if (!in_time) {
        return Failure(in_time.error(), "", "there is no thread for it");
    }
    if (!*reply && reply->error().what().empty()) {
        return Failure(reply->error().status(), "", "there is no memory for it");
    }
    return std::move(*reply);
}

Result<void, Failure> Provider::check_limits(const block::BlockObjects& sample) {
    std::size_t instances = 0;
    for (const block::ObjectBytes& object : sample.objects()) {
        instances += block::instance_count(object);
    }
    if (instances > most_instances) {
        return refuse("its objects have more than " + std::to_string(most_instances) + " instances");
    }
    const auto known = catalogue();
    const auto is_new = [&](const block::ObjectBytes& object) {
        return std::ranges::find(known->objects, object.title_index, &model::ObjectDef::title_index) ==
               known->objects.end();
    };
    const auto added = sample.objects().size() + known->objects.size() > most_objects
                           ? std::ranges::count_if(sample.objects(), is_new)
                           : 0;
    if (known->objects.size() + static_cast<std::size_t>(added) > most_objects) {
        return refuse("it defines more than " + std::to_string(most_objects) + " objects");
    }
    return outcome::success();
}

// Warnings that explain missing counters.
void Provider::warn_of_objects() {
    const auto known = catalogue();
    if (known->objects.empty()) {
        trace::write(trace::Level::warning,
            name() +
                " has no objects: Collect returned none for Global and Costly. If the DLL compares these "
                "words with wide text (L\"Global\"), it has to be built with -fshort-wchar");
    }
    for (const model::ObjectDef& object : known->objects) {
        if (!titles_of(settings_).name(object.title_index)) {
            const std::string index = std::to_string(object.title_index);
            std::string message = name() + ": no text of " + file_;
            message += " names the object with the index " + index;
            message += ", which is called #" + index;
            message += ". Its First Counter is " + std::to_string(settings_.first_counter);
            message += ": the library has to take it from there (the registry, or Set Indexes)";
            trace::write(trace::Level::warning, message);
        }
    }
}

void Provider::give_up(LoadedProvider& loaded, Failure failure) {
    if (failure.status() == Status::memory_allocation_failure) {
        pause(loaded, std::move(failure));
    } else {
        disable(loaded, std::move(failure));
    }
}

void Provider::pause(LoadedProvider& loaded, Failure failure) {
    const std::int64_t wait = loaded.back_off.fail(clock_.now().perf_time);
    const std::string seconds = std::to_string(wait / ticks_per_second);
    trace::report(
        std::move(failure).within(name() + " is left alone for " + seconds + " s"), trace::Level::warning);
}

void Provider::disable(LoadedProvider& loaded, Failure failure) const {
    loaded.disabled = true;
    trace::report(std::move(failure).within(name() + " is disabled"));
}

} // namespace pdh_shim::source::provider
