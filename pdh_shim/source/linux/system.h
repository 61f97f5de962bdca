#pragma once

#include "source/linux/cpu_text.h"
#include "source/linux/object_table.h"
#include "source/linux/row_writer.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace pdh_shim::source::linux {

extern const ObjectTable system_table;

/// First number of /proc/uptime, in units of 100 ns, or `unread`.
[[nodiscard]] std::int64_t parse_uptime(std::string_view text);

/// The threads of the system: behind the slash in /proc/loadavg, or `unread`.
[[nodiscard]] std::int64_t parse_thread_count(std::string_view text);

/// When the machine was started, on the clock of PerfTime100nSec.
class BootTime {
  public:
    /// Takes a reading of /proc/uptime. The time stays what it was first, unless the clocks part.
    void update(std::optional<std::string_view> uptime, std::int64_t time_100ns);

    /// `unread` before the first reading.
    [[nodiscard]] std::int64_t value() const noexcept { return value_; }

  private:
    std::int64_t value_ = unread;
};

struct SystemInput {
    const StatText& stat;
    std::optional<std::string_view> loadavg;
    std::int64_t online_cpus;
    std::int64_t boot_time;
    std::int64_t processes; ///< or `unread`
};

void write_system(const SystemInput& input, RowWriter& rows);

} // namespace pdh_shim::source::linux
