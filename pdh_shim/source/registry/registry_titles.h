// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "block/schema.h"
#include "names/title_database.h"
#include "source/registry/performance_key.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
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

  private:
    using Texts = std::map<std::uint32_t, std::u16string>;

    [[nodiscard]] const std::u16string* find(const Texts& texts, std::uint32_t index);
    void load();
    [[nodiscard]] Texts load(TitleTexts texts);

    PerformanceKey& key_;
    const names::TitleDatabase english_;
    Texts names_;
    Texts helps_;
    std::vector<std::byte> buffer_;
    bool expired_ = true;
};

} // namespace pdh_shim::source::registry
