// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::winhost {

/// Who asks a host: pdh-windows-hosts, or libpcp.
enum class Engine : std::uint8_t { winhost, pcp };
enum class Authentication : std::uint8_t { kerberos, ntlm };
enum class Protection : std::uint8_t { seal, sign };

/// In front of the name of one of systemd's credentials, in place of a file.
inline constexpr std::string_view credential_prefix = "credential:";

/// A section of a hosts file: how a host is reached, and the credentials that it gets.
struct HostSettings {
    std::string name = {}; ///< of one host, or `.example.com`: of all hosts whose name ends so
    Engine engine = Engine::winhost;
    std::string address = {}; ///< empty = the name's
    std::uint16_t port = 0;   ///< 0 = the engine's usual one
    Authentication authentication = Authentication::kerberos;
    std::string user = {};
    std::string domain = {};
    std::string password_file = {}; ///< absolute, or `credential:NAME`: of systemd
    std::string ccache = {};        ///< of Kerberos; empty = the user's
    Protection protection = Protection::seal;

    [[nodiscard]] bool is_suffix() const noexcept { return name.starts_with('.'); }

    friend bool operator==(const HostSettings&, const HostSettings&) = default;
};

/// The hosts that may be asked. Names are compared without case.
class Hosts {
  public:
    /// A host without a section has no settings: null.
    [[nodiscard]] const HostSettings* find(std::string_view name) const;
    [[nodiscard]] const std::vector<HostSettings>& sections() const noexcept { return sections_; }
    /// Adds sections of a file with less weight: those whose name is there already are left out.
    void add(Hosts less);

  private:
    friend Result<Hosts, Failure> read_hosts(std::string_view text);

    std::vector<HostSettings> sections_;
};

/// More bytes than a hosts file may have.
inline constexpr std::size_t longest_hosts_file = std::size_t{4} << 20U;

/// Whether a text is a name of a host as a path and a section may have it: letters, digits, `-`, `_` and dots
/// between them, at most 255.
[[nodiscard]] bool is_host_name(std::string_view text) noexcept;

/// Reads a hosts file. WINDOWS_HOSTS.md has its keys.
/// @retval invalid_datasource it is malformed; the place is the line
[[nodiscard]] Result<Hosts, Failure> read_hosts(std::string_view text);

/// The file of PDH_SHIM_HOSTS, or else that of the user and that of the system, of which a section of the
/// user's has more weight. A process with more rights than its user has only that of the system.
/// @retval invalid_datasource one is malformed, cannot be read, or can be changed by others
[[nodiscard]] Result<Hosts, Failure> load_hosts();

/// For messages: the files that load_hosts() reads.
[[nodiscard]] std::string hosts_files();

} // namespace pdh_shim::source::winhost
