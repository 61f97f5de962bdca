// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A helper with all kinds of behaviour, for the tests of the room.
#include "odd_helper.h"

#include "base/named_file.h"
#include "helper/worker.h"

#include <algorithm>
#include <cstdlib>
#include <poll.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace pdh_shim::test {
namespace {

using Answer = Result<std::vector<std::byte>, Failure>;

rlim_t limit_of(decltype(RLIMIT_AS) resource) {
    rlimit limits{};
    getrlimit(resource, &limits);
    return limits.rlim_cur;
}

std::string facts() {
    std::vector<int> numbers;
    const auto entries = folder_entries("/dev/fd");
    for (const FolderEntry& entry : entries.value()) {
        const int number = std::stoi(entry.name);
        if (fcntl(number, F_GETFD) >= 0) { // not the one of the folder
            numbers.push_back(number);
        }
    }
    std::ranges::sort(numbers);
    std::string text = "descriptors";
    for (const int number : numbers) {
        text += " " + std::to_string(number);
    }
    text += (fcntl(helper::worker_socket, F_GETFD) & FD_CLOEXEC) != 0 ? ", kept from others" : "";
    helper::set_limits({.memory = 0, .descriptors = 50, .keeps_secrets = true});
    text += ", files " + std::to_string(limit_of(RLIMIT_NOFILE));
    text += ", core " + std::to_string(limit_of(RLIMIT_CORE));
    text += ", dumpable " + std::to_string(prctl(PR_GET_DUMPABLE, 0, 0, 0, 0));
    return text;
}

std::vector<std::byte> bytes_of_number(pid_t number) {
    const auto bytes = std::as_bytes(std::span(&number, 1));
    return {bytes.begin(), bytes.end()};
}

pid_t leave_process() {
    const pid_t left = fork();
    if (left == 0) {
        for (;;) {
            pause();
        }
    }
    return left;
}

[[noreturn]] void spin() {
    helper::renew_processor_time(1);
    for (volatile bool endless = true; endless;) {
    }
    std::abort();
}

Answer perform(const helper::Frame& request) {
    switch (static_cast<Odd>(request.what)) {
    case Odd::refuse:
        return Failure(Status::access_denied, "", text_of(request.body));
    case Odd::number:
        return bytes_of_number(getpid());
    case Odd::facts:
        return bytes_of(facts());
    case Odd::exit:
        std::exit(3);
    case Odd::crash:
        std::abort();
    case Odd::long_answer:
        return std::vector<std::byte>(longest_answer + 1);
    case Odd::throws:
        throw std::runtime_error("nobody catches it");
    case Odd::spin:
        spin();
    case Odd::leave:
        return bytes_of_number(leave_process());
    default:
        return request.body;
    }
}

void serve_events(helper::WorkerChannel& channel) {
    while (!channel.is_at_end()) {
        pollfd source{.fd = helper::worker_socket, .events = POLLIN, .revents = 0};
        poll(&source, 1, -1);
        while (const auto request = channel.next_arrived()) {
            channel.answer(request->number, request->body);
        }
    }
}

int work(bool is_plain) {
    helper::WorkerChannel channel(std::uint64_t{1} << 20U);
    if (is_plain) {
        helper::answer_requests(channel, perform);
        return 0;
    }
    std::vector<helper::Frame> held;
    while (auto request = channel.next()) {
        if (request->what == static_cast<std::uint32_t>(Odd::hold)) {
            held.push_back(std::move(*request));
            continue;
        }
        auto answer = perform(*request);
        if (answer) {
            channel.answer(request->number, answer.value());
        } else {
            channel.answer(request->number, answer.error());
        }
        if (request->what == static_cast<std::uint32_t>(Odd::release)) {
            for (; !held.empty(); held.pop_back()) {
                channel.answer(held.back().number, held.back().body);
            }
        } else if (request->what == static_cast<std::uint32_t>(Odd::echo_as_events)) {
            serve_events(channel);
            return 0;
        }
    }
    return 0;
}

} // namespace
} // namespace pdh_shim::test

int main(int count, char** /*arguments*/) {
    return pdh_shim::helper::run_helper([count] { return pdh_shim::test::work(count > 1); });
}
