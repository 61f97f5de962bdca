// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/instance_writer.h"
#include "source/windows/system_api.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pdh_shim::source::windows {

struct MemoryField {
    enum Index : std::uint8_t {
        available,
        available_kbytes,
        available_mbytes,
        committed,
        commit_limit,
        committed_pages,
        commit_limit_pages,
        count
    };
};

struct PagingField {
    enum Index : std::uint8_t { used, size, count };
};

/// The memory as the system reports it, in pages.
struct MemoryInformation {
    BasicInformation basic;
    MemoryPages pages;

    /// Whether the numbers are plausible: some memory is available, and the commit limit is not below the
    /// physical memory.
    [[nodiscard]] bool is_plausible() const noexcept;
    /// The size of the swap space, as Wine has it in the limit of what can be promised.
    [[nodiscard]] std::int64_t swap() const noexcept;
};

/// None if the system refuses.
[[nodiscard]] std::optional<MemoryInformation> ask_memory(SystemApi& api, std::vector<std::byte>& buffer);

/// The memory and the swap space at the last sample.
class Memory {
  public:
    void sample(SystemApi& api);

    void write(model::InstanceWriter& instances) const;
    /// The swap space, with only a total.
    void write_paging(model::InstanceWriter& instances) const;

  private:
    std::vector<std::byte> buffer_;
    std::optional<MemoryInformation> answer_;
};

} // namespace pdh_shim::source::windows
