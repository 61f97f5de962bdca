// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/pcp_machines.h"

#include "base/clock.h"
#include "base/data_file.h"
#include "base/file.h"
#include "base/locks.h"
#include "base/text.h"
#include "model/known_machines.h"
#include "model/source.h"
#include "source/pcp/found_objects.h"
#include "source/pcp/host.h"
#include "source/pcp/libpcp.h"
#include "source/pcp/object_plan.h"
#include "source/pcp/object_sampler.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
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
    std::shared_ptr<std::atomic<std::uint64_t>> listed_ =
        std::make_shared<std::atomic<std::uint64_t>>(0); // the generation whose metrics were listed
};

} // namespace

namespace {

// What a session asks a host, and the answer: the host's thread may still be at work on one that nobody
// waits for any more.
struct Exchange {
    std::vector<model::ObjectRequest> requests;
    model::Snapshot snapshot;
};

// The samplers of a session: only the host's thread uses them.
class Samplers {
  public:
    Samplers(std::shared_ptr<HostObjects> objects, Clock& clock)
        : objects_(std::move(objects)), clock_(clock) {}

    [[nodiscard]] bool collect(PmcdConnection& connection, Exchange& exchange) {
        if (!prepare(connection, exchange.requests)) {
            return false;
        }
        if (metrics_.empty()) {
            mark_gone(exchange);
            return true;
        }
        const FetchedResult fetched = connection.fetch(metrics_);
        return fetched != nullptr && write(connection, *fetched, exchange);
    }

  private:
    ObjectSampler& sampler(std::uint32_t object) {
        auto& sampler = samplers_[object];
        if (sampler == nullptr) {
            sampler = std::make_unique<ObjectSampler>(objects_->plan(object));
        }
        return *sampler;
    }

    // The host has no metric of these objects any more.
    void mark_gone(Exchange& exchange) {
        exchange.snapshot.system_time = clock_.now().system_time;
        exchange.snapshot.objects.resize(exchange.requests.size());
        model::mark_unread(exchange.requests, exchange.snapshot);
    }

    bool prepare(PmcdConnection& connection, const std::vector<model::ObjectRequest>& requests) {
        metrics_.clear();
        for (const model::ObjectRequest& request : requests) {
            ObjectSampler& sampler = this->sampler(request.object);
            if (!sampler.prepare(connection)) {
                return false;
            }
            sampler.request(request.columns, metrics_);
        }
        return true;
    }

    bool write(PmcdConnection& connection, const pmResult& fetched, Exchange& exchange) {
        model::Snapshot& snapshot = exchange.snapshot;
        const std::int64_t time = to_file_time(fetched.timestamp);
        const MetricValues answer{
            .values = {fetched.vset, static_cast<std::size_t>(fetched.numpmid)}, .time = time, .times = {}};
        snapshot.perf_time = time;
        snapshot.time_100ns = time;
        snapshot.system_time = time;
        snapshot.objects.resize(exchange.requests.size());
        for (std::size_t i = 0; i < exchange.requests.size(); ++i) {
            const model::ObjectRequest& request = exchange.requests[i];
            if (!sampler(request.object).write(connection, answer, request.columns, snapshot.objects[i])) {
                return false;
            }
        }
        return true;
    }

    const std::shared_ptr<HostObjects> objects_;
    Clock& clock_; // of a collect that asks the host for nothing
    std::map<std::uint32_t, std::unique_ptr<ObjectSampler>> samplers_;
    std::vector<pmID> metrics_;
};

class HostSession final : public model::Session {
  public:
    HostSession(std::shared_ptr<Host> host, std::shared_ptr<HostObjects> objects, Clock& clock)
        : host_(std::move(host)), samplers_(std::make_shared<Samplers>(std::move(objects), clock)),
          clock_(clock) {}

    void start(std::span<const model::ObjectRequest> requests) override {
        if (exchange_ == nullptr || exchange_.use_count() > 1) {
            exchange_ = std::make_shared<Exchange>();
        }
        exchange_->requests.assign(requests.begin(), requests.end());
        begun_ = host_->begin([exchange = exchange_, samplers = samplers_](PmcdConnection& connection) {
            return samplers->collect(connection, *exchange);
        });
        is_started_ = true;
    }

    Result<void, Failure> collect(
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) override {
        if (!is_started_) {
            start(requests);
        }
        is_started_ = false;
        const auto answered = host_->finish(std::exchange(begun_, nullptr));
        if (answered) {
            std::swap(snapshot, exchange_->snapshot);
        } else {
            exchange_ = nullptr; // the thread may still write to it
            snapshot.take_clocks(clock_.now());
            model::mark_unread(requests, snapshot, Status::cstatus_no_machine);
        }
        return outcome::success();
    }

  private:
    const std::shared_ptr<Host> host_;
    const std::shared_ptr<Samplers> samplers_;
    Clock& clock_;
    std::shared_ptr<Exchange> exchange_;
    std::shared_ptr<Host::BegunJob> begun_;
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
    return host_->run([](PmcdConnection& /*connection*/) { return true; });
}

// A host that does not answer has the objects that are known of it, or that were assumed.
std::shared_ptr<const model::Catalogue> HostSource::catalogue() {
    static_cast<void>(host_->run(
        [objects = objects_, described = described_, listed = listed_](PmcdConnection& connection) {
            if (*listed == connection.generation()) {
                return true;
            }
            const bool is_answered = add_found(*objects, find_all(connection, *described));
            if (is_answered) {
                *listed = connection.generation();
            }
            return is_answered;
        }));
    return objects_->catalogue();
}

std::shared_ptr<const model::Catalogue> HostSource::catalogue_for(
    std::u16string_view object, std::u16string_view /*counter*/) {
    if (objects_->has(object)) {
        return objects_->catalogue();
    }
    if (const MappedObject* const mapped = find_linux_object(object)) {
        const auto answered =
            host_->run([mapped, objects = objects_, described = described_](PmcdConnection& connection) {
                return add_found(*objects, find_linux(connection, *mapped, *described));
            });
        if (auto assumed = answered ? std::nullopt : assume_linux(*mapped, described_)) {
            objects_->add({std::move(*assumed)});
        }
    } else if (equal_folded(object.substr(0, metric_prefix.size()), metric_prefix)) {
        std::string prefix;
        append_utf16_lossy(prefix, object.substr(metric_prefix.size()));
        // `PCP kernel.all.load` may also be a metric of `kernel.all`. What is found of one is kept if the
        // other cannot be had.
        static_cast<void>(host_->run([prefix, objects = objects_](PmcdConnection& connection) {
            return add_found(*objects, find_prefix(connection, prefix)) &&
                   add_found(*objects, find_prefix(connection, std::string(prefix_of(prefix))));
        }));
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
    PcpMachines(std::shared_ptr<const Libpcp> library, std::shared_ptr<const model::Catalogue> described,
        Clock& clock, PcpOptions options, const std::vector<std::string>& hosts, bool asks_any)
        : library_(std::move(library)), described_(std::move(described)), clock_(clock),
          options_(std::move(options)), asks_any_(asks_any) {
        for (const std::string& host : hosts) {
            choose(host, make_source(host));
        }
    }

  private:
    [[nodiscard]] std::shared_ptr<HostSource> make_source(const std::string& address) {
        return std::make_shared<HostSource>(
            std::make_shared<Host>(library_, address, *options_.clock, options_.timeout, options_.is_relayed),
            described_, clock_);
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

    const std::shared_ptr<const Libpcp> library_;
    const std::shared_ptr<const model::Catalogue> described_;
    Clock& clock_;
    const PcpOptions options_;
    const bool asks_any_;
};

} // namespace

Result<std::shared_ptr<model::RemoteMachines>, Failure> make_pcp_machines(
    const std::vector<std::string>& hosts, std::shared_ptr<const model::Catalogue> described, Clock& clock,
    const PcpOptions& options) {
    std::vector<std::string> names;
    for (const std::string& host : hosts) {
        const bool is_file = host.find('/') != std::string::npos;
        PDH_SHIM_CHECK(is_file ? add_hosts_of(host, names) : add_host(host, names));
    }
    PDH_SHIM_TRY(auto library, Libpcp::load(options.library));
    return std::shared_ptr<model::RemoteMachines>(std::make_shared<PcpMachines>(
        std::move(library), std::move(described), clock, options, names, hosts.empty()));
}

} // namespace pdh_shim::source::pcp
