// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"
#include "source/winhost/protocol.h"
#include "source/winhost/worker/transport.h"

#include <array>
#include <cstdio>

namespace pdh_shim::source::winhost {
namespace {

std::string hexadecimal(std::uint32_t code) {
    std::array<char, 16> text{};
    static_cast<void>(std::snprintf(text.data(), text.size(), "0x%08X", code));
    return text.data();
}

std::string target(const HostSettings& settings) {
    return settings.address.empty() ? settings.name : settings.address;
}

std::string what_to_do(Trouble trouble, const HostSettings& settings) {
    const std::string port = std::to_string(settings.port == 0 ? smb_port : settings.port);
    const std::string user = settings.user.empty() ? "the user of the ticket" : "the user " + settings.user;
    switch (trouble) {
    case Trouble::name_unknown:
        if (!platform::parse_address(target(settings)).empty()) {
            return what_to_do(Trouble::no_registry, settings); // it has the same status
        }
        return "the name " + target(settings) +
               " is unknown here (see DNS, or the key address of the hosts file), or the service Remote "
               "Registry "
               "does not run there";
    case Trouble::no_connection:
        return "port " + port +
               " cannot be reached: is it a Windows host that is on, and does a firewall let SMB through?";
    case Trouble::timed_out:
        return "no answer in time: is the host on, and does a firewall let port " + port + " through?";
    case Trouble::log_in_failed:
        return "the log-in failed: see user, domain and password-file of the hosts file";
    case Trouble::account:
        return user + " may not log in: the account is locked or disabled, or the password has expired";
    case Trouble::ntlm_blocked:
        return "the host refuses NTLM: use auth = kerberos";
    case Trouble::no_ticket:
        return "there is no valid Kerberos ticket: get one with kinit, or name its ccache in the hosts file";
    case Trouble::clock_skew:
        return "the clocks differ too much for Kerberos: synchronize this machine's with the domain's";
    case Trouble::no_kdc:
        return "no KDC answered: is a domain controller on, is it found by DNS or krb5.conf, and does a "
               "firewall let port 88 through?";
    case Trouble::no_service_name:
        return "Kerberos does not know cifs/" + settings.name + " or host/" + settings.name +
               ": is it the name of the host in the domain?";
    case Trouble::no_password:
        return "its password cannot be read";
    case Trouble::unsigned_server:
        return "the host ended the connection: it knows only SMB 1, which is not used, does not sign, or "
               "refuses this machine";
    case Trouble::no_registry:
        return "the service Remote Registry does not run there: start it, and set its start to automatic";
    case Trouble::not_permitted:
        return user + " may not read performance data there: add it to the group Performance Monitor Users";
    case Trouble::connection_lost:
        return "the connection was lost";
    case Trouble::malformed:
        return "it sent what is no answer";
    case Trouble::other:
        break;
    }
    return "it cannot be asked";
}

Trouble trouble_of(std::uint32_t status, bool was_connected, Authentication authentication) noexcept {
    switch (status) {
    case 0xC0000034: // NT_STATUS_OBJECT_NAME_NOT_FOUND
        return Trouble::name_unknown;
    case 0xC0000017: // NT_STATUS_NO_MEMORY, as Samba 4.17 calls a refused connection
    case 0xC0000236: // NT_STATUS_CONNECTION_REFUSED
    case 0xC000023C: // NT_STATUS_NETWORK_UNREACHABLE
    case 0xC000023D: // NT_STATUS_HOST_UNREACHABLE
        return was_connected ? Trouble::connection_lost : Trouble::no_connection;
    case 0xC00000B5: // NT_STATUS_IO_TIMEOUT
        return Trouble::timed_out;
    case 0xC0000064: // NT_STATUS_NO_SUCH_USER
    case 0xC000006A: // NT_STATUS_WRONG_PASSWORD
    case 0xC000006D: // NT_STATUS_LOGON_FAILURE
        return Trouble::log_in_failed;
    case 0xC000006E: // NT_STATUS_ACCOUNT_RESTRICTION
    case 0xC000006F: // NT_STATUS_INVALID_LOGON_HOURS
    case 0xC0000070: // NT_STATUS_INVALID_WORKSTATION
    case 0xC0000071: // NT_STATUS_PASSWORD_EXPIRED
    case 0xC0000072: // NT_STATUS_ACCOUNT_DISABLED
    case 0xC000015B: // NT_STATUS_LOGON_TYPE_NOT_GRANTED
    case 0xC0000193: // NT_STATUS_ACCOUNT_EXPIRED
    case 0xC0000224: // NT_STATUS_PASSWORD_MUST_CHANGE
    case 0xC0000234: // NT_STATUS_ACCOUNT_LOCKED_OUT
        return Trouble::account;
    case 0xC0000418: // NT_STATUS_NTLM_BLOCKED
        return Trouble::ntlm_blocked;
    case 0xC0000133: // NT_STATUS_TIME_DIFFERENCE_AT_DC
        return Trouble::clock_skew;
    case 0xC000005E: // NT_STATUS_NO_LOGON_SERVERS
        return was_connected ? Trouble::connection_lost : Trouble::no_kdc;
    case 0xC0000022: // NT_STATUS_ACCESS_DENIED
        return Trouble::not_permitted;
    case 0xC00000AC: // NT_STATUS_PIPE_NOT_AVAILABLE
        return Trouble::no_registry;
    case 0xC000000D: // NT_STATUS_INVALID_PARAMETER
        return authentication == Authentication::kerberos && !was_connected ? Trouble::no_service_name
                                                                            : Trouble::other;
    case 0xC00000C3: // NT_STATUS_INVALID_NETWORK_RESPONSE
    case 0xC000020C: // NT_STATUS_CONNECTION_DISCONNECTED
    case 0xC000020D: // NT_STATUS_CONNECTION_RESET
        return was_connected ? Trouble::connection_lost : Trouble::unsigned_server;
    default:
        return was_connected ? Trouble::connection_lost : Trouble::other;
    }
}

} // namespace

TransportFailure failure_of_status(std::uint32_t status, bool was_connected, Authentication authentication) {
    return {.trouble = trouble_of(status, was_connected, authentication), .code = status};
}

std::string advice(const TransportFailure& failure, const HostSettings& settings) {
    std::string text = what_to_do(failure.trouble, settings);
    if (!failure.detail.empty()) {
        text += " (" + failure.detail + ")";
    } else if (failure.code != 0) {
        text += " (" + hexadecimal(failure.code) + ")";
    }
    return text;
}

} // namespace pdh_shim::source::winhost
