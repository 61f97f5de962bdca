// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/locks.h"
#include "model/source.h"
#include "source/pcp/host.h"
#include "source/pcp/object_plan.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::pcp {

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

} // namespace pdh_shim::source::pcp
