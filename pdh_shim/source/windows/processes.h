// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "calc/running_total.h"
#include "model/instance_writer.h"
#include "source/windows/system_api.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pdh_shim::source::windows {

struct ProcessField {
    enum Index : std::uint8_t {
        // Those that grow.
        processor_time,
        user_time,
        privileged_time,
        // States.
        virtual_peak,
        virtual_bytes,
        working_set_peak,
        working_set,
        page_file,
        threads,
        handles,
        priority,
        start_time,
        id,
        parent,
        count,
        growing_count = virtual_peak
    };
};
using ProcessValues = std::array<std::int64_t, ProcessField::count>;
using ProcessGrowth = std::array<std::int64_t, ProcessField::growing_count>;

/// The Windows priority of a GetPriorityClass(), or `unread`.
[[nodiscard]] std::int64_t base_priority(std::uint32_t priority_class) noexcept;

/// The processes as one session sees them: under Wine those of one prefix.
class Processes {
  public:
    Processes();

    /// The process that runs when no other does, which Wine does not list.
    struct Idle {
        std::int64_t time = unread;
        std::int64_t processors = 0;
        std::int64_t started = unread; ///< with the machine
    };

    /// @param wants_priorities whether Wine is asked for the priority of each process, which the list does
    /// not have
    void sample(SystemApi& api, bool wants_priorities, const Idle& idle, const Instant& now);

    /// How many there are, or `unread`.
    [[nodiscard]] std::int64_t count() const noexcept;
    /// How many threads all of them have, or `unread`.
    [[nodiscard]] std::int64_t threads() const noexcept;

    /// Instances by name.
    void write(model::InstanceWriter& instances) const { write(instances, false); }
    /// Instances `name:id`.
    void write_with_ids(model::InstanceWriter& instances) const { write(instances, true); }

  private:
    struct Process {
        std::u16string name;
        std::u16string name_with_id;
        std::int64_t id = 0;
        std::int64_t created = 0;
        ProcessValues now{};
    };
    using List = std::vector<Process>;

    void write(model::InstanceWriter& instances, bool with_ids) const;
    [[nodiscard]] static Process make(const ProcessEntry& entry, const Instant& now);
    [[nodiscard]] static Process make_idle(const Idle& idle);
    void sum_up(const Instant& now);

    std::vector<std::byte> buffer_;
    List list_;
    List before_;
    bool readable_ = false;
    bool sampled_ = false;
    std::int64_t time_ = 0; // wall clock of the last sample
    std::int64_t count_ = unread;
    calc::RunningTotal<ProcessField::count, ProcessField::growing_count> total_;
    ProcessValues total_values_{};
};

} // namespace pdh_shim::source::windows
