// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/provider/provider_source.h"

#include "source/provider/provider.h"
#include "source/provider/settings.h"

#include <utility>
#include <vector>

namespace pdh_shim::source::provider {
namespace {

class ProviderSession final : public model::Session {
  public:
    explicit ProviderSession(std::shared_ptr<Provider> provider) : provider_(std::move(provider)) {}

    Result<void, Failure> collect(
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) override {
        provider_->collect(reader_, requests, snapshot);
        return outcome::success();
    }

  private:
    const std::shared_ptr<Provider> provider_;
    block::SnapshotReader reader_;
};

class ProviderSource final : public model::Source {
  public:
    explicit ProviderSource(std::shared_ptr<Provider> provider) : provider_(std::move(provider)) {}

    [[nodiscard]] std::string name() const override { return provider_->name(); }

    std::shared_ptr<const model::Catalogue> catalogue() override { return provider_->catalogue(); }

    std::unique_ptr<model::Session> open_session() override {
        return std::make_unique<ProviderSession>(provider_);
    }

    Result<void, Failure> enumerate(std::uint32_t object, model::ObjectSnapshot& instances) override {
        ProviderSession session(provider_);
        const std::uint32_t columns = provider_->catalogue()->objects[object].columns;
        return model::collect_instances(session, object, columns, instances);
    }

  private:
    const std::shared_ptr<Provider> provider_;
};

} // namespace

Result<std::unique_ptr<model::Source>, Failure> load_provider_source(const std::string& file, Clock& clock) {
    PDH_SHIM_TRY(auto settings, load_settings(file));
    if (settings.disabled) {
        return Failure(
            Status::invalid_datasource, file, settings.name + " is disabled; lodctr /e: enables it");
    }
    PDH_SHIM_TRY(auto provider, within(file, Provider::start(std::move(settings), file, clock)));
    return std::unique_ptr<model::Source>(std::make_unique<ProviderSource>(std::move(provider)));
}

} // namespace pdh_shim::source::provider
