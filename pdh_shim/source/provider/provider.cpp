#include "source/provider/provider.h"

#include "base/platform.h"
#include "base/saturating.h"
#include "base/trace.h"
#include "block/instance_table.h"
#include "block/request.h"
#include "source/provider/timed_call.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

namespace pdh_shim::source::provider {
namespace {

// What a call brought, kept by whoever still waits for it.
struct Reply {
    Result<Sample> sample = Status::invalid_data;
    std::string fault;
};

block::Titles titles_of(const Settings& settings) {
    const auto find = [&settings](std::uint32_t index) -> std::optional<std::u16string> {
        const auto found = settings.titles.find(index);
        return found == settings.titles.end() || found->second.empty() ? std::nullopt
                                                                       : std::optional(found->second);
    };
    return {find, find};
}

} // namespace

// Holds a connection for one caller.
class Provider::Use {
  public:
    explicit Use(std::shared_ptr<Connection> connection)
        : connection_(std::move(connection)), lock_(connection_->mutex) {
        connection_->busy = true;
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    Use(Use&&) = delete;
    Use& operator=(Use&&) = delete;
    ~Use() { connection_->busy = false; }

    [[nodiscard]] Connection& operator*() const noexcept { return *connection_; }

  private:
    const std::shared_ptr<Connection> connection_;
    const std::scoped_lock<std::mutex> lock_;
};

Result<std::shared_ptr<Provider>> Provider::start(
    Settings settings, const std::string& file, Clock& clock, std::string& fault) {
    auto provider = std::make_shared<Provider>(std::move(settings), file, clock);
    const Use use(provider->connection());
    PDH_SHIM_CHECK(provider->load(*use, fault));
    Result<void> ready = provider->open(*use, fault);
    if (ready) {
        ready = provider->discover(*use, fault);
    }
    if (ready) {
        provider->warn_of_objects();
    } else if (ready.error() == Status::memory_allocation_failure) {
        return ready.error(); // nothing is wrong with it: it can be started again
    } else {
        provider->disable(*use, std::exchange(fault, {}));
    }
    return provider;
}

Provider::Provider(Settings settings, std::string file, Clock& clock)
    : settings_(std::move(settings)), file_(std::move(file)), clock_(clock), process_(platform::process_id()),
      schema_(titles_of(settings_), true) {}

Provider::~Provider() {
    if (process_ == platform::process_id()) {
        close();
    } else {
        // In a child after fork() all of this is the parent's.
        static_cast<void>(connection_.release());
    }
}

void Provider::close() noexcept {
    Connection& connection = **connection_;
    if (connection.module == nullptr) {
        return;
    }
    const auto close = [](Module& module, std::string& /*fault*/) {
        module.close();
        return Result<Sample>(Sample{});
    };
    try {
        std::string fault;
        static_cast<void>(call(connection, "Close", settings_.open_timeout, close, fault));
    } catch (const std::exception&) {
        connection.module->abandon(); // it is closed when the memory is given back
    }
}

std::shared_ptr<const model::Catalogue> Provider::catalogue() {
    const std::scoped_lock lock(schema_mutex_);
    return schema_.catalogue();
}

void Provider::collect(block::SnapshotReader& reader, std::span<const model::ObjectRequest> requests,
    model::Snapshot& snapshot) {
    const Use use(connection());
    Connection& connection = *use;
    const Instant now = clock_.now();
    snapshot.perf_time = now.perf_time;
    snapshot.time_100ns = now.time_100ns;
    snapshot.system_time = now.system_time;
    if (connection.disabled || now.perf_time < connection.resume) {
        model::mark_unread(requests, snapshot);
        return;
    }
    std::string fault;
    const auto done = read(connection, reader, requests, snapshot, fault);
    if (!done) {
        give_up(connection, done.error(), fault);
        model::mark_unread(requests, snapshot);
        return;
    }
    connection.pause = 0;
}

Result<void> Provider::read(Connection& connection, block::SnapshotReader& reader,
    std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot, std::string& fault) {
    PDH_SHIM_CHECK(connect(connection, fault));
    PDH_SHIM_CHECK(ask(connection, block::index_list(requests, *catalogue()), fault));
    const auto known = catalogue();
    for (std::size_t i = 0; i < requests.size(); ++i) {
        block::Fault where;
        if (!reader.read(
                connection.sample, known, requests[i], snapshot.perf_time, snapshot.objects[i], where)) {
            fault = "what Collect wrote is malformed: " + block::describe(where);
            return Status::invalid_data;
        }
    }
    return outcome::success();
}

// The connection of this process. A child after fork() takes over a DLL that nobody was calling; in place of
// another one, or of one in a process of its own, it gets one that is opened anew.
std::shared_ptr<Provider::Connection> Provider::connection() {
    const std::scoped_lock lock(connection_mutex_);
    if (process_ != platform::process_id()) {
        const Connection& inherited = **connection_;
        auto own = std::make_unique<std::shared_ptr<Connection>>(std::make_shared<Connection>());
        if (!settings_.isolated && !inherited.busy) {
            (*own)->module = inherited.module;
            (*own)->disabled = inherited.disabled;
        }
        // Never destroyed: its mutex may be in the hands of a thread that this process does not have.
        connection_.swap(own);
        static_cast<void>(own.release());
        process_ = platform::process_id();
    }
    return *connection_;
}

Result<void> Provider::connect(Connection& connection, std::string& fault) {
    if (connection.module != nullptr) {
        return outcome::success();
    }
    Result<void> ready = load(connection, fault);
    if (ready) {
        ready = open(connection, fault);
    }
    if (!ready) {
        connection.module = nullptr; // what is to be done again begins with a new one
    }
    return ready;
}

Result<void> Provider::load(Connection& connection, std::string& fault) {
    connection.module = settings_.isolated ? make_isolated_module(file_) : make_loaded_module(settings_);
    const auto load = [](Module& module, std::string& reason) -> Result<Sample> {
        PDH_SHIM_CHECK(module.load(reason));
        return Sample{};
    };
    PDH_SHIM_CHECK(call(connection, "loading it", settings_.open_timeout, load, fault));
    return outcome::success();
}

Result<void> Provider::open(Connection& connection, std::string& fault) {
    const auto open = [](Module& module, std::string& reason) -> Result<Sample> {
        PDH_SHIM_CHECK(module.open(reason));
        return Sample{};
    };
    PDH_SHIM_CHECK(call(connection, "Open", settings_.open_timeout, open, fault));
    return outcome::success();
}

Result<void> Provider::discover(Connection& connection, std::string& fault) {
    PDH_SHIM_CHECK(discover(connection, u"Global", fault));
    return discover(connection, u"Costly", fault);
}

// What it defines of one kind of objects: cheaply if it can, else from a sample.
Result<void> Provider::discover(Connection& connection, std::u16string_view kind, std::string& fault) {
    if (settings_.supports_metadata) {
        PDH_SHIM_CHECK(ask(connection, std::u16string(u"Metadata") + std::u16string(kind), fault));
        if (!connection.sample.objects().empty()) {
            return outcome::success();
        }
    }
    return ask(connection, std::u16string(kind), fault);
}

// Gets a sample and learns what it defines.
Result<void> Provider::ask(Connection& connection, const std::u16string& request, std::string& fault) {
    const auto collect = [request](
                             Module& module, std::string& reason) { return module.collect(request, reason); };
    connection.sample.clear();
    PDH_SHIM_TRY(const Sample sample, call(connection, "Collect", settings_.collect_timeout, collect, fault));
    block::Fault where;
    Result<void> read = connection.sample.add_objects(sample.bytes, sample.objects, where);
    if (read) {
        PDH_SHIM_CHECK(check_limits(connection.sample, fault));
        const std::scoped_lock lock(schema_mutex_);
        read = schema_.learn(connection.sample, where);
    }
    if (!read) {
        fault = "what Collect wrote is malformed: " + block::describe(where);
    }
    return read;
}

Result<Sample> Provider::call(Connection& connection, std::string_view function, std::int64_t time_out,
    const Call& call, std::string& fault) {
    const auto reply = std::make_shared<Reply>();
    reply->fault = std::string(function) + " ended its thread"; // unless it returns
    const auto in_time = run_within(clock_, time_out, [call, reply, module = connection.module] {
        try {
            std::string reason;
            reply->sample = call(*module, reason);
            reply->fault = std::move(reason);
        } catch (const std::exception&) {
            reply->sample = Status::memory_allocation_failure;
            reply->fault.clear(); // no text: what leaves a thread ends the program
        }
    });
    if (!in_time && in_time.error() == Status::async_query_timeout) {
        connection.module->abandon();
        connection.module = nullptr;
        fault = std::string(function) + " took more than " +
                std::to_string(time_out / (ticks_per_second / 1000)) + " ms";
        return Status::query_perf_data_timeout;
    }
    if (!in_time) {
        fault = "there is no thread for it";
        return in_time.error();
    }
    const bool is_told = reply->sample || !reply->fault.empty();
    fault = is_told ? reply->fault : "there is no memory for it";
    return reply->sample;
}

Result<void> Provider::check_limits(const block::Sample& sample, std::string& fault) {
    std::size_t instances = 0;
    for (const block::ObjectBytes& object : sample.objects()) {
        instances += block::instance_count(object);
    }
    if (instances > most_instances) {
        fault = "its objects have more than " + std::to_string(most_instances) + " instances";
        return Status::invalid_data;
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
        fault = "it defines more than " + std::to_string(most_objects) + " objects";
        return Status::invalid_data;
    }
    return outcome::success();
}

// What somebody who looks for the counters in vain has to know.
void Provider::warn_of_objects() {
    const auto known = catalogue();
    if (known->objects.empty()) {
        trace::write(trace::Level::warning,
            "provider " + settings_.name + " has no objects: Collect returned none for Global and Costly");
    }
    for (const model::ObjectDef& object : known->objects) {
        if (!titles_of(settings_).name(object.title_index)) {
            const std::string index = std::to_string(object.title_index);
            trace::write(trace::Level::warning,
                "provider " + settings_.name + ": no text of " + file_ + " names the object with the index " +
                    index + ", which is called #" + index + ". Its First Counter is " +
                    std::to_string(settings_.first_counter) +
                    ": the library has to take it from there (the registry, or Set Indexes)");
        }
    }
}

void Provider::give_up(Connection& connection, Status status, const std::string& fault) {
    if (status == Status::memory_allocation_failure) {
        pause(connection, fault);
    } else {
        disable(connection, fault);
    }
}

// Twice as long each time.
void Provider::pause(Connection& connection, const std::string& fault) {
    constexpr std::int64_t shortest = ticks_per_second;
    constexpr std::int64_t longest = 60 * ticks_per_second;
    connection.pause = std::clamp(connection.pause * 2, shortest, longest);
    connection.resume = saturated_add(clock_.now().perf_time, connection.pause);
    trace::write(trace::Level::warning, "provider " + settings_.name + " is left alone for " +
                                            std::to_string(connection.pause / ticks_per_second) +
                                            " s: " + fault);
}

void Provider::disable(Connection& connection, const std::string& fault) {
    connection.disabled = true;
    trace::write(trace::Level::error, "provider " + settings_.name + " is disabled: " + fault);
}

} // namespace pdh_shim::source::provider
