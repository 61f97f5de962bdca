// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/plugin/plugin_source.h"

#include "base/failure_log.h"
#include "base/foreign_call.h"
#include "base/locks.h"
#include "base/text.h"
#include "source/plugin/plugin_catalogue.h"
#include "source/plugin/snapshot_writer.h"

#include <boost/noncopyable.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pdh_shim::source::plugin {
namespace {

// What failed, for the log of failures.
enum Task : std::uint32_t { collecting, listing };

// A status that a plug-in returned.
Result<void, Failure> to_result(std::int32_t code) {
    const auto status = static_cast<Status>(code);
    if (status == Status::success) {
        return outcome::success();
    }
    return code < 0 && !status_name(status).empty() ? status : Status::invalid_data;
}

// One plug-in and all that its source and sessions share.
class Plugin : boost::noncopyable {
  public:
    Plugin(const pdh_shim_source& functions, std::string name, PluginCatalogue&& catalogue, Clock& clock)
        : functions_(functions), name_(std::move(name)), catalogue_(std::move(catalogue)), clock_(clock) {}
    ~Plugin() {
        if (added_ && functions_.close != nullptr) {
            end_foreign(name_, "close", [this] { functions_.close(functions_.context); });
        }
    }

    [[nodiscard]] const model::Catalogue& catalogue() const noexcept { return catalogue_.catalogue; }
    void set_added() noexcept { added_ = true; }

    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    /// `asked` are the `requests` in the form of the plug-in. False if it threw an exception: then only the
    /// objects that it had written before have valid data.
    [[nodiscard]] Result<bool, Failure> collect(std::span<const model::ObjectRequest> requests,
        std::span<const pdh_shim_request> asked, pdh_shim_times& times,
        std::span<model::ObjectSnapshot> snapshots) {
        const auto calling = calling_.lock();
        const Instant now = clock_.now();
        times = {.perf_time = now.perf_time, .time_100ns = now.time_100ns, .system_time = now.system_time};
        SnapshotWriter writer(catalogue_, requests, snapshots);
        auto returned = call_foreign("collect", [&] {
            return functions_.collect(functions_.context, asked.data(),
                static_cast<std::uint32_t>(asked.size()), &times, writer.functions());
        });
        const bool has_returned = returned.has_value();
        if (has_returned) {
            PDH_SHIM_CHECK(to_result(returned.value()));
        } else {
            report_exception(std::move(returned).error(), collecting, writer);
        }
        writer.finish(times.perf_time);
        PDH_SHIM_CHECK(writer.take_result());
        if (has_returned) {
            failures_.is_well(collecting);
        } else if (catalogue().perf_freq != ticks_per_second && times.perf_time == now.perf_time) {
            // It did not come to setting its own clock, without which no value means anything.
            std::ranges::for_each(
                snapshots, [](auto& object) { object.set_status(Status::cstatus_invalid_data); });
        }
        return has_returned;
    }

    [[nodiscard]] Result<void, Failure> enumerate(std::uint32_t object, model::ObjectSnapshot& instances) {
        const model::ObjectRequest request{.object = object,
            .columns = std::vector<bool>(catalogue().objects[object].columns),
            .only_total = false};
        if (catalogue().objects[object].instances == model::Instances::none) {
            SnapshotWriter(catalogue_, {&request, 1}, {&instances, 1}).begin_object(0);
            return outcome::success();
        }
        if (functions_.enumerate == nullptr) {
            const std::vector<std::uint8_t> wanted(catalogue().objects[object].counters.size());
            const pdh_shim_request asked{.object = object, .only_total = 0, .wanted = wanted.data()};
            pdh_shim_times times{};
            auto is_whole = collect({&request, 1}, {&asked, 1}, times, {&instances, 1});
            if (!is_whole) {
                return report_mistake(std::move(is_whole).error());
            }
            if (!is_whole.value()) {
                return Status::invalid_data; // the log has the exception
            }
            failures_.is_well(listing);
            return outcome::success();
        }
        const auto calling = calling_.lock();
        SnapshotWriter writer(catalogue_, {&request, 1}, {&instances, 1});
        writer.begin_object(0);
        auto returned = call_foreign("enumerate",
            [&] { return functions_.enumerate(functions_.context, object, writer.functions()); });
        if (!returned) {
            report_exception(std::move(returned).error(), listing, writer);
            return Status::invalid_data;
        }
        PDH_SHIM_CHECK(to_result(returned.value()));
        if (auto written = writer.take_result(); !written) {
            return report_mistake(std::move(written).error());
        }
        failures_.is_well(listing);
        return outcome::success();
    }

  private:
    // Names the object that the plug-in was writing; what it wrote of it is worth nothing.
    void report_exception(Failure thrown, Task task, SnapshotWriter& writer) {
        std::string place = name_;
        if (const std::u16string_view object = writer.abandon(); !object.empty()) {
            place += ": object ";
            append_utf16_lossy(place, object);
        }
        failures_.report(task, std::move(thrown).within(place), trace::Level::error);
    }

    // Logs a mistake in a list, once until a list is well again: programs may ask for lists often. A shortage
    // of memory is not the plug-in's mistake.
    Status report_mistake(Failure failure) {
        const Status status = failure.status();
        if (!failure.what().empty()) {
            failures_.report(listing, std::move(failure).within(name_), trace::Level::error);
        }
        return status;
    }

    const pdh_shim_source functions_;
    const std::string name_; // for the log
    const PluginCatalogue catalogue_;
    Clock& clock_;
    bool added_ = false; // set while it is being added
    FailureLog failures_;
    LongMutex calling_{Rank::foreign}; // held while a function of the plug-in runs
};

class PluginSession final : public model::Session {
  public:
    explicit PluginSession(std::shared_ptr<Plugin> plugin) : plugin_(std::move(plugin)) {}

    Result<void, Failure> collect(
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) override {
        ask(requests);
        pdh_shim_times times{};
        PDH_SHIM_CHECK(plugin_->collect(requests, asked_, times, snapshot.objects));
        snapshot.perf_time = times.perf_time;
        snapshot.time_100ns = times.time_100ns;
        snapshot.system_time = times.system_time;
        return outcome::success();
    }

  private:
    // Puts the requests into the plug-in's form; their flags lie one after the other in wanted_.
    void ask(std::span<const model::ObjectRequest> requests) {
        wanted_.clear();
        for (const model::ObjectRequest& request : requests) {
            const auto counters = static_cast<std::ptrdiff_t>(counters_of(request));
            wanted_.insert(wanted_.end(), request.columns.begin(), request.columns.begin() + counters);
        }
        asked_.clear();
        const std::uint8_t* wanted = wanted_.data();
        for (const model::ObjectRequest& request : requests) {
            asked_.push_back(
                {.object = request.object, .only_total = request.only_total ? 1 : 0, .wanted = wanted});
            wanted += counters_of(request);
        }
    }

    [[nodiscard]] std::size_t counters_of(const model::ObjectRequest& request) const {
        return plugin_->catalogue().objects[request.object].counters.size();
    }

    const std::shared_ptr<Plugin> plugin_;
    // Members so that their memory stays.
    std::vector<std::uint8_t> wanted_;
    std::vector<pdh_shim_request> asked_;
};

class SharedPluginSource final : public PluginSource {
  public:
    explicit SharedPluginSource(std::shared_ptr<Plugin> plugin) : plugin_(std::move(plugin)) {}

    void set_added() noexcept override { plugin_->set_added(); }

    [[nodiscard]] std::string name() const override { return plugin_->name(); }

    std::shared_ptr<const model::Catalogue> catalogue() override { return {plugin_, &plugin_->catalogue()}; }

    std::unique_ptr<model::Session> open_session() override {
        return std::make_unique<PluginSession>(plugin_);
    }

    Result<void, Failure> enumerate(std::uint32_t object, model::ObjectSnapshot& instances) override {
        return plugin_->enumerate(object, instances);
    }

  private:
    const std::shared_ptr<Plugin> plugin_;
};

Result<void, Failure> check_functions(const pdh_shim_source& plugin) {
    if (plugin.size < sizeof(pdh_shim_source) || plugin.version != PDH_SHIM_SOURCE_VERSION) {
        return Failure(Status::invalid_argument, "", "its size or version is not known");
    }
    if (plugin.name == nullptr || *plugin.name == '\0' || !from_utf8(plugin.name)) {
        return Failure(Status::invalid_argument, "", "it has no name in UTF-8");
    }
    if (plugin.describe == nullptr || plugin.collect == nullptr) {
        return Failure(Status::invalid_argument, "", "describe or collect is NULL");
    }
    return outcome::success();
}

} // namespace

Result<std::unique_ptr<PluginSource>, Failure> make_plugin_source(
    const pdh_shim_source& plugin, Clock& clock) {
    PDH_SHIM_CHECK(check_functions(plugin));
    const std::string name = "source " + std::string(plugin.name);
    pdh_shim_catalogue described{};
    PDH_SHIM_TRY(const std::int32_t returned,
        within(name, call_foreign("describe", [&] { return plugin.describe(plugin.context, &described); })));
    if (auto status = to_result(returned); !status) {
        return Failure(status.error().status(), name, "describe failed");
    }
    PDH_SHIM_TRY(auto catalogue, within(name, copy_catalogue(described)));
    auto shared = std::make_shared<Plugin>(plugin, name, std::move(catalogue), clock);
    return std::unique_ptr<PluginSource>(std::make_unique<SharedPluginSource>(std::move(shared)));
}

} // namespace pdh_shim::source::plugin
