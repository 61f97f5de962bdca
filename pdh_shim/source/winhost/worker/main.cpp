// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// pdh-windows-hosts: reads the performance data of Windows hosts for the library, which starts it (helper/).

#include "base/clock.h"
#include "helper/worker.h"
#include "source/winhost/protocol.h"
#include "source/winhost/worker/host_pool.h"
#include "source/winhost/worker/samba_transport.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/time.h>
extern "C" {
#include <tevent.h>
}
#include <unistd.h>

namespace pdh_shim::source::winhost {
namespace {

/// The requests of the library, and the hosts that answer them, in one loop of events.
class Server {
  public:
    Server(tevent_context* events, Transport& transport) : events_(events), hosts_(transport) {}

    /// Returns when the program wants no more.
    int run() {
        tevent_fd* const requests =
            tevent_add_fd(events_, events_, helper::worker_socket, TEVENT_FD_READ, when_readable, this);
        if (requests == nullptr) {
            return 1;
        }
        while (!channel_.is_at_end()) {
            if (tevent_loop_once(events_) != 0) {
                return 1;
            }
        }
        return 0;
    }

  private:
    // What calls these is C, through which no exception passes: without memory this process ends.
    static void when_readable(
        tevent_context* /*events*/, tevent_fd* /*requests*/, std::uint16_t /*flags*/, void* server) noexcept {
        static_cast<Server*>(server)->take_requests();
    }

    static void when_due(
        tevent_context* /*events*/, tevent_timer* /*timer*/, timeval /*time*/, void* server) noexcept {
        static_cast<Server*>(server)->advance();
    }

    void take_requests() {
        while (const auto frame = channel_.next_arrived()) {
            const auto request = read_request(frame->body);
            const bool is_query = frame->what == static_cast<std::uint32_t>(HostCall::query);
            if (!request || (!is_query && frame->what != static_cast<std::uint32_t>(HostCall::connect))) {
                channel_.answer(frame->number, Failure(value_refused, "", "no such request"));
                continue;
            }
            const std::int64_t now = clock_.now().perf_time;
            hosts_.ask(static_cast<HostCall>(frame->what), *request, now,
                [this, number = frame->number](
                    Result<std::span<const std::byte>, Failure> answer, std::uint32_t connection) {
                    if (answer) {
                        channel_.answer(number, std::as_bytes(std::span(&connection, 1)), answer.value());
                    } else {
                        channel_.answer(number, answer.error());
                    }
                });
            set_timer(
                now + std::min<std::int64_t>(request->time_out * (ticks_per_second / 1000), longest_pause));
        }
    }

    void advance() {
        timer_ = nullptr;
        next_ = never;
        hosts_.advance(clock_.now().perf_time);
        set_timer(hosts_.next_time());
    }

    // Asking all hosts when the next one is due costs more than to wake up once for nothing.
    void set_timer(std::int64_t time) {
        if (time >= next_ || time == never) {
            return;
        }
        const std::int64_t ticks = std::clamp<std::int64_t>(time - clock_.now().perf_time, 0, longest_pause);
        constexpr std::int64_t per_microsecond = ticks_per_second / 1'000'000;
        talloc_free(timer_);
        timer_ = tevent_add_timer(events_, events_,
            tevent_timeval_current_ofs(static_cast<std::uint32_t>(ticks / ticks_per_second),
                static_cast<std::uint32_t>(ticks % ticks_per_second / per_microsecond + 1000)),
            when_due, this);
        next_ = time;
    }

    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
    static constexpr std::int64_t longest_pause = 15 * ticks_per_second;

    tevent_context* const events_;
    Clock& clock_ = system_clock();
    helper::WorkerChannel channel_{longest_request};
    HostPool hosts_;
    tevent_timer* timer_ = nullptr;
    std::int64_t next_ = never;
};

// Samba's Kerberos waits half a minute for a KDC, several times. Its own configuration counts after this one,
// which lasts as long as the process.
void hasten_kerberos(bool is_privileged) {
    constexpr std::string_view text = "[libdefaults]\n kdc_timeout = 2\n";
    const int file = memfd_create("krb5.conf", MFD_CLOEXEC);
    if (file < 0 || write(file, text.data(), text.size()) < 0) {
        return; // only slower
    }
    const char* const chosen = is_privileged ? "/etc/krb5.conf" : std::getenv("KRB5_CONFIG");
    const std::string others = chosen == nullptr ? "~/.krb5/config:/etc/krb5.conf" : chosen;
    setenv("KRB5_CONFIG", ("/proc/self/fd/" + std::to_string(file) + ":" + others).c_str(), 1);
}

int serve() {
    constexpr std::uint32_t memory = 1024; // MiB
    constexpr std::uint32_t descriptors = 8192;
    helper::set_limits({.memory = memory, .descriptors = descriptors, .keeps_secrets = true});
    const bool is_privileged = helper::is_privileged_program();
    if (is_privileged) {
        clearenv(); // the user's Kerberos, among others
    }
    hasten_kerberos(is_privileged);
    helper::silence_standard_error(); // the libraries write what they please there
    tevent_context* const events = tevent_context_init(nullptr);
    const auto transport = events == nullptr ? nullptr : make_samba_transport(events, !is_privileged);
    return transport == nullptr ? 1 : Server(events, *transport).run();
}

} // namespace
} // namespace pdh_shim::source::winhost

int main() {
    return pdh_shim::helper::run_helper(pdh_shim::source::winhost::serve);
}
