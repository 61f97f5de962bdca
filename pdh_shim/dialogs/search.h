// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::dialogs {

/// A name in the form for the search: upper case, without blanks.
[[nodiscard]] std::u16string searchable(std::u16string_view name);

/// The text that a user types to find a name: a part of it, whatever its case and blanks; `*` = any text.
class Pattern {
  public:
    explicit Pattern(std::u16string_view typed);

    [[nodiscard]] bool is_empty() const noexcept { return pieces_.empty(); }
    /// @param name as searchable() gives it
    [[nodiscard]] bool matches(std::u16string_view name) const;

  private:
    std::vector<std::u16string> pieces_;
};

} // namespace pdh_shim::dialogs
