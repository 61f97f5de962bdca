// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/pcp_machines.h"

#include "base/clock.h"
#include "base/data_file.h"
#include "base/file.h"
#include "base/locks.h"
#include "base/own_thread.h"
#include "base/text.h"
#include "helper/helper.h"
#include "model/known_machines.h"
#include "model/source.h"
#include "source/pcp/found_objects.h"
#include "source/pcp/host.h"
#include "source/pcp/libpcp.h"
#include "source/pcp/object_plan.h"
#include "source/pcp/object_sampler.h"
#include "source/pcp/protocol.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace pdh_shim::source::pcp {
namespace {

/// The objects of one host that are known. Each keeps its position. Any thread may use it.
class HostObjects {
  public:
    HostObjects();

    [[nodiscard]] std::shared_ptr<const model::Catalogue> catalogue();
    [[nodiscard]] std::shared_ptr<const ObjectPlan> plan(std::uint32_t object);
    [[nodiscard]] bool has(std::u16string_view object);
    /// Adds objects of other names than those that are known.
    void add(std::vector<ObjectPlan> plans);

  private:
    [[nodiscard]] bool has_under_lock(std::u16string_view object) const;

    ForkMutex mutex_; // guards what follows
    std::vector<std::shared_ptr<const ObjectPlan>> plans_;
    std::shared_ptr<const model::Catalogue> catalogue_;
};

/// One host, as a source: its samples have the times of its own clock.
class HostSource final : public model::Source {
  public:
    /// @param described the objects of the Linux catalogue
    /// @param clock     of collects that a host does not answer
    HostSource(std::shared_ptr<Host> host, std::shared_ptr<const model::Catalogue> described, Clock& clock);

    /// @retval cstatus_no_machine it does not answer
    [[nodiscard]] Result<void, Failure> connect();

    [[nodiscard]] std::string name() const override { return "host " + host_->address(); }
    std::shared_ptr<const model::Catalogue> catalogue() override;
    std::shared_ptr<const model::Catalogue> catalogue_for(
        std::u16string_view object, std::u16string_view counter) override;
    std::unique_ptr<model::Session> open_session() override;
    Result<void, Failure> enumerate(std::uint32_t object, model::ObjectSnapshot& instances) override;

  private:
    const std::shared_ptr<Host> host_;
    const std::shared_ptr<const model::Catalogue> described_;
    Clock& clock_;
    const std::shared_ptr<HostObjects> objects_ = std::make_shared<HostObjects>();
    std::atomic<std::uint64_t> listed_{0}; // the generation whose metrics were listed
};

} // namespace

namespace {

/// A collect of a session: what it asks, and the values. One thread at a time.
class HostCollect {
  public:
    HostCollect(std::shared_ptr<Host> host, std::shared_ptr<HostObjects> objects, Clock& clock)
        : host_(std::move(host)), objects_(std::move(objects)), clock_(clock) {}

    /// Its time-out begins.
    void begin(std::span<const model::ObjectRequest> requests) {
        requests_.assign(requests.begin(), requests.end());
        connection_.emplace(host_);
        is_prepared_ = connection_->generation() != 0 &&
                       std::ranges::all_of(requests_, [this](const model::ObjectRequest& request) {
                           return sampler(request.object).is_prepared(connection_->generation());
                       });
    }

    /// Whether there is nothing to ask the host but values, as usual.
    [[nodiscard]] bool needs_values_only() const noexcept { return is_prepared_ && !has_changing_names_; }

    /// Asks for the values, and does not wait. @retval false the host does not answer
    [[nodiscard]] bool ask() {
        generation_ = connection_->generation();
        metrics_.clear();
        for (const model::ObjectRequest& request : requests_) {
            ObjectSampler& sampler = this->sampler(request.object);
            if (!sampler.prepare(*connection_)) {
                return false;
            }
            sampler.request(request.columns, metrics_);
        }
        question_ = metrics_.empty() ? nullptr : connection_->begin_fetch(generation_, metrics_);
        return true;
    }

    /// Does all that is left to do. @retval false the host does not answer
    [[nodiscard]] bool finish() {
        constexpr int tries = 3; // if its agents change in the meantime
        for (int i = 0; i < tries && connection_->open(); ++i) {
            if (question_ == nullptr && !ask()) {
                return false;
            }
            if (metrics_.empty()) {
                mark_gone();
                return true;
            }
            const auto fetched =
                connection_->finish_fetch(std::exchange(question_, nullptr), metrics_.size());
            if (fetched) {
                const bool is_written = write(*fetched);
                has_changing_names_ = is_prepared_ && connection_->has_asked_for_names();
                return is_written;
            }
            if (connection_->generation() == generation_) {
                return false;
            }
        }
        return false;
    }

    /// Of finish(), whose snapshot is exchanged for it.
    [[nodiscard]] model::Snapshot& snapshot() noexcept { return snapshot_; }
    [[nodiscard]] std::int64_t deadline() const noexcept { return connection_->deadline(); }

    /// The same as finish(), for a thread; is_finished() has the result.
    void finish_aside() noexcept {
        try {
            is_finished_ = finish();
        } catch (const std::exception&) { // no memory
            is_finished_ = false;
        }
    }
    [[nodiscard]] bool is_finished() const noexcept { return is_finished_; }

  private:
    ObjectSampler& sampler(std::uint32_t object) {
        auto& sampler = samplers_[object];
        if (sampler == nullptr) {
            sampler = std::make_unique<ObjectSampler>(objects_->plan(object));
        }
        return *sampler;
    }

    // The host has no metric of these objects any more.
    void mark_gone() {
        snapshot_.system_time = clock_.now().system_time;
        snapshot_.objects.resize(requests_.size());
        model::mark_unread(requests_, snapshot_);
    }

    [[nodiscard]] bool write(const FetchedValues& fetched) {
        const std::int64_t time = to_file_time(fetched.timestamp());
        const MetricValues answer{.values = fetched.sets(), .time = time, .times = {}};
        snapshot_.perf_time = time;
        snapshot_.time_100ns = time;
        snapshot_.system_time = time;
        snapshot_.objects.resize(requests_.size());
        for (std::size_t i = 0; i < requests_.size(); ++i) {
            const model::ObjectRequest& request = requests_[i];
            if (!sampler(request.object).write(*connection_, answer, request.columns, snapshot_.objects[i])) {
                return false;
            }
        }
        return true;
    }

    const std::shared_ptr<Host> host_;
    const std::shared_ptr<HostObjects> objects_;
    Clock& clock_; // of a collect that asks the host for nothing
    std::map<std::uint32_t, std::unique_ptr<ObjectSampler>> samplers_;
    std::vector<model::ObjectRequest> requests_;
    std::optional<HostConnection> connection_;
    bool is_prepared_ = false;
    bool has_changing_names_ = false; // of instances, which were asked for the last time
    std::uint64_t generation_ = 0;    // of the metrics
    std::vector<pmID> metrics_;
    HostConnection::Question question_;
    model::Snapshot snapshot_;
    bool is_finished_ = false;
};

class HostSession final : public model::Session {
  public:
    HostSession(std::shared_ptr<Host> host, std::shared_ptr<HostObjects> objects, Clock& clock)
        : host_(std::move(host)), objects_(std::move(objects)), clock_(clock) {}

    // What has to be asked one after the other is asked of all hosts at once, by a thread for each.
    void start(std::span<const model::ObjectRequest> requests) override {
        begin(requests);
        is_started_ = true;
        if (collect_->needs_values_only()) {
            static_cast<void>(collect_->ask());
            return;
        }
        try {
            auto done = std::make_shared<WaitEvent>();
            start_detached_thread([collect = collect_, done] {
                collect->finish_aside();
                done->wake();
            });
            done_ = std::move(done);
        } catch (const std::system_error&) { // no thread: collect() does it
        }
    }

    Result<void, Failure> collect(
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) override {
        if (!std::exchange(is_started_, false)) {
            begin(requests);
        }
        if (finish()) {
            std::swap(snapshot, collect_->snapshot());
        } else {
            snapshot.take_clocks(clock_.now());
            model::mark_unread(requests, snapshot, Status::cstatus_no_machine);
        }
        return outcome::success();
    }

  private:
    void begin(std::span<const model::ObjectRequest> requests) {
        if (const auto earlier = std::exchange(done_, nullptr); earlier != nullptr && !earlier->woken) {
            collect_ = nullptr; // the thread still uses it, and nobody collected
        }
        if (collect_ == nullptr) {
            collect_ = std::make_shared<HostCollect>(host_, objects_, clock_);
        }
        collect_->begin(requests);
    }

    bool finish() {
        if (const auto done = std::exchange(done_, nullptr)) {
            // The thread ends by itself, unless this is a child of fork(), which lacks it.
            if (!host_->clock().wait_until(done, collect_->deadline() + ticks_per_second)) {
                collect_ = nullptr;
            }
            return collect_ != nullptr && collect_->is_finished();
        }
        return collect_->finish();
    }

    const std::shared_ptr<Host> host_;
    const std::shared_ptr<HostObjects> objects_;
    Clock& clock_;
    std::shared_ptr<HostCollect> collect_; // also of the thread
    std::shared_ptr<WaitEvent> done_;      // by the thread, if there is one
    bool is_started_ = false;
};

// False if the host did not answer.
bool add_found(HostObjects& objects, std::optional<std::vector<ObjectPlan>>&& plans) {
    if (plans) {
        objects.add(std::move(*plans));
    }
    return plans.has_value();
}

} // namespace

HostObjects::HostObjects() {
    auto catalogue = std::make_shared<model::Catalogue>();
    catalogue->default_scale_applies = false;
    catalogue_ = std::move(catalogue);
}

std::shared_ptr<const model::Catalogue> HostObjects::catalogue() {
    const std::scoped_lock lock(mutex_);
    return catalogue_;
}

std::shared_ptr<const ObjectPlan> HostObjects::plan(std::uint32_t object) {
    const std::scoped_lock lock(mutex_);
    return plans_[object];
}

bool HostObjects::has_under_lock(std::u16string_view object) const {
    return std::ranges::any_of(catalogue_->objects,
        [object](const model::ObjectDef& known) { return equal_folded(known.name, object); });
}

bool HostObjects::has(std::u16string_view object) {
    const std::scoped_lock lock(mutex_);
    return has_under_lock(object);
}

void HostObjects::add(std::vector<ObjectPlan> plans) {
    const std::scoped_lock lock(mutex_);
    std::erase_if(plans, [this](const ObjectPlan& plan) { return has_under_lock(plan.definition.name); });
    if (plans.empty()) {
        return;
    }
    auto catalogue = std::make_shared<model::Catalogue>(*catalogue_);
    auto all = plans_;
    for (ObjectPlan& plan : plans) {
        catalogue->objects.push_back(plan.definition);
        all.push_back(std::make_shared<const ObjectPlan>(std::move(plan)));
    }
    plans_ = std::move(all);
    catalogue_ = std::move(catalogue);
}

HostSource::HostSource(
    std::shared_ptr<Host> host, std::shared_ptr<const model::Catalogue> described, Clock& clock)
    : host_(std::move(host)), described_(std::move(described)), clock_(clock) {}

Result<void, Failure> HostSource::connect() {
    return HostConnection(host_).connect();
}

// A host that does not answer has the objects that are known of it, or that were assumed.
std::shared_ptr<const model::Catalogue> HostSource::catalogue() {
    HostConnection connection(host_);
    if (connection.connect() && listed_ != connection.generation() &&
        add_found(*objects_, find_all(connection, *described_))) {
        listed_ = connection.generation();
    }
    return objects_->catalogue();
}

std::shared_ptr<const model::Catalogue> HostSource::catalogue_for(
    std::u16string_view object, std::u16string_view /*counter*/) {
    if (objects_->has(object)) {
        return objects_->catalogue();
    }
    if (const MappedObject* const mapped = find_linux_object(object)) {
        HostConnection connection(host_);
        const bool is_answered = add_found(*objects_, find_linux(connection, *mapped, *described_));
        if (auto assumed = is_answered ? std::nullopt : assume_linux(*mapped, described_)) {
            objects_->add({std::move(*assumed)});
        }
    } else if (equal_folded(object.substr(0, metric_prefix.size()), metric_prefix)) {
        std::string prefix;
        append_utf16_lossy(prefix, object.substr(metric_prefix.size()));
        // `PCP kernel.all.load` may also be a metric of `kernel.all`. What is found of one is kept if the
        // other cannot be had.
        HostConnection connection(host_);
        static_cast<void>(add_found(*objects_, find_prefix(connection, prefix)) &&
                          add_found(*objects_, find_prefix(connection, std::string(prefix_of(prefix)))));
    }
    return objects_->catalogue();
}

std::unique_ptr<model::Session> HostSource::open_session() {
    return std::make_unique<HostSession>(host_, objects_, clock_);
}

Result<void, Failure> HostSource::enumerate(std::uint32_t object, model::ObjectSnapshot& instances) {
    const auto session = open_session();
    PDH_SHIM_CHECK(model::collect_instances(*session, object, 0, instances));
    if (instances.status() != Status::success) {
        return instances.status();
    }
    return outcome::success();
}

namespace {

constexpr std::string_view blanks = " \t\r";

bool consists_of(std::string_view text, std::string_view letters) {
    return !text.empty() && text.find_first_not_of(letters) == std::string_view::npos;
}

bool is_port(std::string_view text) {
    constexpr int most = 65535;
    int number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return consists_of(text, "0123456789") && error == std::errc{} && number >= 1 && number <= most;
}

// `name`, `[IPv6 address]`, each also with `:port`. libpcp takes more than hosts: sockets, proxies and
// attributes; and where it takes nothing, it prints so to the program's standard error. A path of a counter
// means a host.
bool is_host(std::string_view name) {
    constexpr std::size_t longest = 255; // of a name in DNS
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    if (name.starts_with('[')) {
        const std::size_t end = std::min(name.find(']'), name.size());
        const std::string_view behind = name.substr(std::min(end + 1, name.size()));
        return end < name.size() && consists_of(name.substr(1, end - 1), "0123456789abcdefABCDEF:.") &&
               (behind.empty() || (behind.starts_with(':') && is_port(behind.substr(1))));
    }
    const std::string_view host = name.substr(0, name.find(':'));
    return host.size() <= longest && consists_of(host, letters) &&
           (host.size() == name.size() || is_port(name.substr(host.size() + 1)));
}

std::string_view trimmed(std::string_view line) {
    line = line.substr(0, line.find('#'));
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    return line.substr(0, line.find_last_not_of(blanks) + 1);
}

Result<void, Failure> add_host(std::string_view name, std::vector<std::string>& hosts) {
    if (!is_host(name)) {
        return Failure(Status::invalid_datasource, std::string(name), "is no name of a host");
    }
    hosts.emplace_back(name);
    return outcome::success();
}

Result<void, Failure> add_hosts_of(const std::string& file, std::vector<std::string>& hosts) {
    const auto files = make_file_system();
    FileBuffer buffer;
    const auto text = files ? files.value()->read(file, buffer) : FileResult<std::string_view>(files.error());
    if (!text) {
        return file_failure::of(text.error()).as(Status::invalid_datasource).within(file);
    }
    std::string_view rest = text.value();
    while (!rest.empty()) {
        const std::string_view line = trimmed(rest.substr(0, rest.find('\n')));
        rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
        if (!line.empty()) {
            PDH_SHIM_CHECK(within(file, add_host(line, hosts)));
        }
    }
    return outcome::success();
}

class PcpMachines final : public model::KnownMachines<HostSource> {
  public:
    PcpMachines(std::shared_ptr<helper::Helper> helper, std::shared_ptr<const model::Catalogue> described,
        Clock& clock, PcpOptions options, const std::vector<std::string>& hosts, bool asks_any)
        : helper_(std::move(helper)), described_(std::move(described)), clock_(clock),
          options_(std::move(options)), asks_any_(asks_any) {
        for (const std::string& host : hosts) {
            choose(host, make_source(host));
        }
    }

  private:
    [[nodiscard]] std::shared_ptr<HostSource> make_source(const std::string& address) {
        return std::make_shared<HostSource>(
            std::make_shared<Host>(helper_, address, *options_.clock, options_.timeout), described_, clock_);
    }

    std::shared_ptr<HostSource> make(std::u16string_view name) override {
        const auto address = to_utf8(name);
        return asks_any_ && address && is_host(address.value()) ? make_source(address.value()) : nullptr;
    }

    Failure refusal(std::u16string_view name) override {
        std::string text;
        append_utf16_lossy(text, name);
        return {Status::cstatus_no_machine, "host " + text,
            asks_any_ ? "it is no name of a host" : "it is not among the hosts that were chosen with pcp:"};
    }

    const std::shared_ptr<helper::Helper> helper_;
    const std::shared_ptr<const model::Catalogue> described_;
    Clock& clock_;
    const PcpOptions options_;
    const bool asks_any_;
};

// Starts the process, to know whether it can ask hosts.
Result<std::shared_ptr<helper::Helper>, Failure> start_helper(const PcpOptions& options) {
    constexpr std::int64_t longest_start = 10 * ticks_per_second; // on a busy machine
    const helper::HelperProgram program{.name = "pdh-pcp-host", .arguments = {options.library}};
    auto helper = std::make_shared<helper::Helper>(program, longest_message, *options.clock);
    const auto loaded = helper->ask(static_cast<std::uint32_t>(PcpCall::load), {}, longest_start);
    if (loaded) {
        return helper;
    }
    const Failure& failure = loaded.error();
    const bool has_own_status =
        failure.status() == Status::access_denied || failure.status() == Status::memory_allocation_failure;
    return Failure(has_own_status ? failure.status() : Status::invalid_datasource, program.name,
        escaped(failure.message()));
}

} // namespace

Result<std::shared_ptr<model::RemoteMachines>, Failure> make_pcp_machines(
    const std::vector<std::string>& hosts, std::shared_ptr<const model::Catalogue> described, Clock& clock,
    const PcpOptions& options) {
    std::vector<std::string> names;
    for (const std::string& host : hosts) {
        const bool is_file = host.find('/') != std::string::npos;
        PDH_SHIM_CHECK(is_file ? add_hosts_of(host, names) : add_host(host, names));
    }
    PDH_SHIM_CHECK(check_may_use_libpcp());
    PDH_SHIM_TRY(auto helper, start_helper(options));
    return std::shared_ptr<model::RemoteMachines>(std::make_shared<PcpMachines>(
        std::move(helper), std::move(described), clock, options, names, hosts.empty()));
}

} // namespace pdh_shim::source::pcp
