// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "helper/channel.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <utility>

namespace pdh_shim::helper {
namespace {

// None if the supervisor is gone.
std::optional<WorkerEnd> receive_end(int control) noexcept {
    WorkerEnd end;
    for (;;) {
        const ssize_t got = recv(control, &end, sizeof end, MSG_WAITALL);
        if (got >= 0 || errno != EINTR) {
            return got == static_cast<ssize_t>(sizeof end) ? std::optional(end) : std::nullopt;
        }
    }
}

std::string describe(const WorkerEnd& end) {
    if (!WIFSIGNALED(end.wait_status)) {
        return "exit code " + std::to_string(WEXITSTATUS(end.wait_status));
    }
    const int signal = WTERMSIG(end.wait_status);
    return "signal " + std::to_string(signal) +
           (signal == SIGXCPU ? ", it used more processor time than its CPU limit allows" : "");
}

} // namespace

Result<void, Failure> Channel::start(const HelperProgram& program) {
    auto control = HelperSocket::make_pair();
    auto worker = HelperSocket::make_pair();
    if (!control || !worker) {
        return Failure(Status::memory_allocation_failure, "", "there is no socket for its process");
    }
    PDH_SHIM_CHECK(start_detached(program, control.value()[1].number(), worker.value()[1].number()));
    const std::scoped_lock lock(mutex_);
    control_ = std::move(control.value()[0]);
    worker_ = std::move(worker.value()[0]);
    return outcome::success();
}

int Channel::worker() const noexcept {
    return control_.is_ours() && worker_.is_ours() ? worker_.number() : -1;
}

bool Channel::receive(FrameReader& reader) const {
    const int socket = worker();
    for (;;) {
        const Received received = socket < 0 ? Received::end : receive_now(socket, reader);
        if (received != Received::nothing) {
            return received == Received::frame;
        }
        if (!wait_for_worker()) {
            return false;
        }
    }
}

// False if it has ended: a child that it has left may have the other end of its socket.
bool Channel::wait_for_worker() const noexcept {
    std::array<pollfd, 2> sources{pollfd{.fd = worker_.number(), .events = POLLIN, .revents = 0},
        pollfd{.fd = control_.number(), .events = POLLIN, .revents = 0}};
    while (poll(sources.data(), sources.size(), -1) < 0) {
        if (errno != EINTR) {
            return false;
        }
    }
    return (sources[0].revents & POLLIN) != 0 && worker() >= 0;
}

std::string Channel::end() {
    if (!control_.is_ours()) {
        forget();
        return "its sockets were closed";
    }
    control_.shut_down_sending();
    const auto end = receive_end(control_.number());
    forget();
    return end ? describe(*end) : "it is gone";
}

void Channel::give_up() noexcept {
    const std::scoped_lock lock(mutex_);
    control_.shut_down();
    worker_.shut_down();
}

void Channel::wait_for_end() const noexcept {
    if (control_.is_ours()) {
        static_cast<void>(receive_end(control_.number()));
    }
}

void Channel::forget() noexcept {
    const std::scoped_lock lock(mutex_);
    control_.close();
    worker_.close();
}

} // namespace pdh_shim::helper
