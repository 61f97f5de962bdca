// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/lazy.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::machine {

/// The names of this computer. Each is found out when it is first needed: under Wine that takes as long as a
/// collect.
class ThisComputer {
  public:
    using FindName = std::function<std::u16string()>;
    using FindNames = std::function<std::vector<std::string>()>;

    /// @param find_name  the host name without a domain
    /// @param find_names see platform::full_host_names()
    ThisComputer(FindName find_name, FindNames find_names)
        : find_name_(std::move(find_name)), find_names_(std::move(find_names)) {}

    /// The host name without a domain.
    [[nodiscard]] const std::u16string& name() const;

    /// Whether a name can mean no other computer: none, `.`, `localhost` and numeric addresses of this one.
    /// In names of computers here, there are no backslashes before them.
    [[nodiscard]] static bool is_here(std::u16string_view computer);
    /// Whether a name is the host name, without a domain or with one that the system says itself. Another
    /// computer may have the same name in another domain.
    [[nodiscard]] bool is_called(std::u16string_view computer) const;
    /// Whether a name begins as the host name does, before a dot.
    [[nodiscard]] bool resembles(std::u16string_view computer) const;

    /// Its names, for the reason why another one is another computer.
    [[nodiscard]] std::string names() const;

  private:
    [[nodiscard]] const std::vector<std::u16string>& full_names() const;

    FindName find_name_;
    FindNames find_names_;
    Lazy<std::u16string> name_;
    Lazy<std::vector<std::u16string>> full_names_;
};

} // namespace pdh_shim::machine
