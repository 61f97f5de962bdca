// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/catalogue.h"
#include "names/title_database.h"
#include "names/translations.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pdh_shim::machine {

/// The objects of a catalogue and their counters in a language. Names without a translation are English.
class LocalNames {
  public:
    /// @param titles  the English names with their indexes: for what the catalogue gives none
    LocalNames(const model::Catalogue& catalogue, const names::TitleDatabase& titles,
        const names::Language& language);

    [[nodiscard]] const names::Translation& object(std::uint32_t object) const {
        return objects_[object].text;
    }
    [[nodiscard]] const names::Translation& counter(std::uint32_t object, std::uint32_t column) const {
        return objects_[object].counters[column];
    }
    /// The object or counter with this translation; the first if there are several.
    [[nodiscard]] std::optional<std::uint32_t> find_object(std::u16string_view name) const;
    [[nodiscard]] std::optional<std::uint32_t> find_counter(
        std::uint32_t object, std::u16string_view name) const;

  private:
    using Positions = std::unordered_map<std::u16string_view, std::uint32_t, FoldedHash, FoldedEqual>;
    struct LocalObject {
        names::Translation text;
        std::vector<names::Translation> counters;
        Positions columns; // of the counters that are translated
    };

    std::vector<LocalObject> objects_;
    Positions positions_; // of the objects that are translated
};

} // namespace pdh_shim::machine
