// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/host_source.h"

#include "base/text.h"
#include "source/pcp/found_objects.h"
#include "source/pcp/libpcp.h"
#include "source/pcp/object_sampler.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace pdh_shim::source::pcp {
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
            mark_absent(requests, snapshot);
        }
        return outcome::success();
    }

  private:
    void mark_absent(std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) {
        const Instant now = clock_.now();
        snapshot.perf_time = now.perf_time;
        snapshot.time_100ns = now.time_100ns;
        snapshot.system_time = now.system_time;
        for (std::size_t i = 0; i < requests.size(); ++i) {
            snapshot.objects[i].begin(static_cast<std::uint32_t>(requests[i].columns.size()));
            snapshot.objects[i].set_status(Status::cstatus_no_machine);
        }
    }

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

} // namespace pdh_shim::source::pcp
