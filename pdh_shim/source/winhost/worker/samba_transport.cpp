// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/winhost/worker/samba_transport.h"

#include "source/winhost/protocol.h"
#include "source/winhost/worker/password_file.h"
#include "source/winhost/worker/samba_pipe.h"

#include <optional>
#include <span>
#include <utility>

namespace pdh_shim::source::winhost {
namespace {

class SambaConnection final : public Connection {
  public:
    SambaConnection(HostSettings settings, Transport::Connected connected)
        : settings_(std::move(settings)), connected_(std::move(connected)) {}
    ~SambaConnection() override {
        if (pipe_ != nullptr) {
            samba_pipe_close(pipe_);
        }
    }

    /// False if there is no memory.
    [[nodiscard]] bool connect(samba_client* client, bool has_own_ticket) {
        std::optional<Password> password;
        if (settings_.authentication == Authentication::ntlm) {
            auto read = read_password(settings_.password_file);
            if (read) {
                password.emplace(std::move(read).value());
            } else {
                refused_ = read.error().message();
            }
        }
        const samba_host host{.name = settings_.name.c_str(),
            .address = settings_.address.empty() ? settings_.name.c_str() : settings_.address.c_str(),
            .port = settings_.port,
            .is_kerberos = settings_.authentication == Authentication::kerberos,
            .ccache = settings_.ccache.empty() && !has_own_ticket ? nullptr : settings_.ccache.c_str(),
            .user = settings_.user.c_str(),
            .domain = settings_.domain.c_str(),
            .password = password ? password->data() : nullptr,
            .is_sealed = settings_.protection == Protection::seal};
        pipe_ = samba_pipe_connect(client, &host, when_connected, this);
        return pipe_ != nullptr;
    }

    void call(RegistryCall number, std::span<const std::byte> request, std::size_t room,
        Answered answered) override {
        answered_ = std::move(answered);
        // Without memory for it there is no answer, and the time of the request passes.
        static_cast<void>(samba_pipe_call(pipe_, static_cast<std::uint16_t>(number),
            reinterpret_cast<const std::uint8_t*>(request.data()), request.size(), room, when_answered,
            this));
    }

  private:
    // What calls these is C, through which no exception passes: without memory this process ends.
    static void when_connected(void* argument, const samba_failure* failure) noexcept {
        auto& connection = *static_cast<SambaConnection*>(argument);
        const auto connected = std::move(connection.connected_); // it may destroy the connection
        const auto reason = failure == nullptr ? std::nullopt : std::optional(connection.reason_of(*failure));
        connected(reason ? &*reason : nullptr);
    }

    static void when_answered(
        void* argument, const samba_failure* failure, const std::uint8_t* answer, std::size_t size) noexcept {
        auto& connection = *static_cast<SambaConnection*>(argument);
        const auto answered = std::move(connection.answered_);
        if (failure != nullptr) {
            const TransportFailure reason =
                failure_of_status(failure->status, true, connection.settings_.authentication);
            answered(&reason, {});
        } else {
            answered(nullptr, std::as_bytes(std::span(answer, size)));
        }
    }

    [[nodiscard]] TransportFailure reason_of(const samba_failure& failure) const {
        switch (failure.problem) {
        case samba_no_password:
            return {.trouble = Trouble::no_password, .code = 0, .detail = refused_};
        case samba_no_ticket:
            return {.trouble = Trouble::no_ticket, .code = 0, .detail = failure.detail};
        case samba_unknown_library:
            return {.trouble = Trouble::other, .code = 0, .detail = "these libraries of Samba are not known"};
        case samba_no_problem:
            break;
        }
        return failure_of_status(failure.status, false, settings_.authentication);
    }

    const HostSettings settings_;
    Transport::Connected connected_;
    Answered answered_;
    samba_pipe* pipe_ = nullptr;
    std::string refused_; // why its password cannot be read
};

class SambaTransport final : public Transport {
  public:
    SambaTransport(samba_client* client, bool has_own_ticket)
        : client_(client), has_own_ticket_(has_own_ticket) {}

    std::unique_ptr<Connection> connect(const HostSettings& settings, Connected connected) override {
        auto connection = std::make_unique<SambaConnection>(settings, std::move(connected));
        if (!connection->connect(client_, has_own_ticket_)) {
            return nullptr;
        }
        return connection;
    }

  private:
    samba_client* const client_; // lasts as long as the process
    const bool has_own_ticket_;
};

} // namespace

std::unique_ptr<Transport> make_samba_transport(tevent_context* events, bool has_own_ticket) {
    samba_client* const client = samba_client_new(events);
    return client == nullptr ? nullptr : std::make_unique<SambaTransport>(client, has_own_ticket);
}

} // namespace pdh_shim::source::winhost
