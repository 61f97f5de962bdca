// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Asks a Windows host for a value again and again, with nothing between this and Samba's libraries, and
// prints the microseconds of each of ten parts: what windows_hosts_bench.py compares a collect with.
//
// usage: bare_calls PORT USER PASSWORD-FILE VALUE COUNT

#include "base/text.h"
#include "source/winhost/protocol.h"
#include "source/winhost/worker/samba_transport.h"

extern "C" {
#include <tevent.h>
}

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>

using namespace pdh_shim;
using namespace pdh_shim::source::winhost;

namespace {

/// One call after the other.
class Caller {
  public:
    explicit Caller(tevent_context* events)
        : events_(events), transport_(make_samba_transport(events, true)) {}

    void connect(const HostSettings& settings) {
        connection_ =
            transport_->connect(settings, [this](const TransportFailure* failure) { finish(failure); });
        wait();
    }

    KeyHandle open() {
        call(RegistryCall::open_performance_data, open_request());
        return read_open_answer(answer_).value().handle;
    }

    void call(RegistryCall number, std::span<const std::byte> request) {
        connection_->call(number, request, longest_value,
            [this](const TransportFailure* failure, std::span<const std::byte> answer) {
                answer_.assign(answer.begin(), answer.end());
                finish(failure);
            });
        wait();
    }

  private:
    void finish(const TransportFailure* failure) {
        if (failure != nullptr) {
            std::fprintf(stderr, "%s\n", advice(*failure, {}).c_str());
            std::exit(1);
        }
        is_done_ = true;
    }

    void wait() {
        while (!is_done_) {
            static_cast<void>(tevent_loop_once(events_));
        }
        is_done_ = false;
    }

    tevent_context* events_;
    std::unique_ptr<Transport> transport_;
    std::unique_ptr<Connection> connection_;
    std::vector<std::byte> answer_;
    bool is_done_ = false;
};

} // namespace

int main(int /*count*/, char** arguments) {
    constexpr int parts = 10;
    Caller caller(tevent_context_init(nullptr));
    caller.connect({.name = "web1",
        .address = "127.0.0.1",
        .port = static_cast<std::uint16_t>(std::atoi(arguments[1])),
        .authentication = Authentication::ntlm,
        .user = arguments[2],
        .domain = "T",
        .password_file = arguments[3]});
    std::u16string value;
    append_utf8_lossy(value, arguments[4]);
    const auto request = query_request(caller.open(), value, 65536);
    const int calls = std::atoi(arguments[5]) / parts;
    for (int part = 0; part < parts; ++part) {
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < calls; ++i) {
            caller.call(RegistryCall::query_value, request);
        }
        const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
        std::printf("%.1f\n", took.count() / calls);
    }
    return 0;
}
