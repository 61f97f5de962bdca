// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "names/title_database.h"
#include "names/title_list.h"
#include "source/registry/performance_key.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::registry {

/// The English names and help texts of the registry; Windows' own, which programs hard-code the indexes of,
/// are known where it lacks them. One thread at a time.
class RegistryTitles {
  public:
    explicit RegistryTitles(PerformanceKey& key) : key_(key), english_(names::TitleDatabase::english()) {}

    /// Marks the titles as outdated: the registry is read at the next query for one that is not
    /// known.
    void expire() noexcept { expired_ = true; }

    [[nodiscard]] std::optional<std::u16string> name(std::uint32_t index);
    [[nodiscard]] std::optional<std::u16string> help(std::uint32_t index);
    /// The indexes of all names that equal this one without case.
    [[nodiscard]] std::vector<std::uint32_t> indexes_of(std::u16string_view name);

  private:
    [[nodiscard]] std::optional<std::u16string_view> find(const names::TitleList& texts, std::uint32_t index);
    void load();
    [[nodiscard]] names::TitleList load(TitleTexts texts);

    PerformanceKey& key_;
    const names::TitleDatabase english_;
    names::TitleList names_;
    names::TitleList helps_;
    std::vector<std::byte> buffer_;
    bool expired_ = true;
};

} // namespace pdh_shim::source::registry
