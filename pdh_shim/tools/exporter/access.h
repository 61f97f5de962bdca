// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// Who may ask: TLS and passwords, and the files that say so.
namespace pdh_shim::tools::exporter {

/// The text of a configuration file, which is regular and has at most a megabyte.
/// @throws ConfigError
[[nodiscard]] std::string read_config_file(const std::string& file);

/// Who may ask, and how: the file of `--web.config.file`, as Prometheus' exporters have it.
struct WebConfig {
    std::string certificate = {}; ///< a file; empty = no TLS
    std::string key = {};
    std::string client_authority = {};             ///< a file; empty = clients need no certificate
    std::string priorities = {};                   ///< the versions of TLS, for GnuTLS
    std::map<std::string, std::string> users = {}; ///< and the hashes of their passwords

    [[nodiscard]] bool has_tls() const { return !certificate.empty(); }
    [[nodiscard]] bool asks_who() const { return !users.empty() || !client_authority.empty(); }
    /// Those whose changes are seen.
    [[nodiscard]] std::vector<std::string> files() const { return {certificate, key, client_authority}; }
};

/// @param file its folder is that of relative names in it
/// @throws ConfigError
[[nodiscard]] WebConfig parse_web_config(const std::string& file, const std::string& text);

/// Reads the files that a configuration names. @throws ConfigError one is wrong, or two do not belong
/// together
void check_files(const WebConfig& web);

/// The certificates that a client's one must come from; empty if it needs none. @throws ConfigError
[[nodiscard]] std::string authority_of(const WebConfig& web);

/// Handshakes that begin from now on have the certificate of a configuration. @throws ConfigError
void use_certificate(const WebConfig& web);

/// What gives it to them: for GnuTLS, a `gnutls_certificate_retrieve_function2`.
[[nodiscard]] void* certificate_callback();

/// Whether the peer has a certificate that its authority gave to a client.
/// @param session of GnuTLS
[[nodiscard]] bool is_client(void* session);

/// Checks passwords on a thread of its own, since a hash takes a tenth of a second on purpose. What was
/// checked is known from then on, so that who has the password does not wait for those that guess.
class Passwords : boost::noncopyable {
  public:
    using Done = std::function<void(bool is_right)>;

    /// Checks that wait: with more, check() refuses.
    static constexpr std::size_t most_waiting = 100;

    Passwords();

    /// @param users with the hashes of their passwords
    void set_users(std::map<std::string, std::string> users);

    /// What is known: none if the hash must be computed.
    [[nodiscard]] std::optional<bool> known(const std::string& user, const std::string& password);

    /// @param done called on the thread of this
    /// @return false, without a call, if too many wait
    [[nodiscard]] bool check(const std::string& user, const std::string& password, Done done);

    /// Ends the thread; what waits is wrong.
    ~Passwords();

  private:
    struct State;
    std::shared_ptr<State> state_; // also of the thread
};

} // namespace pdh_shim::tools::exporter
