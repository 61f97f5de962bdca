// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The helper that an isolated performance DLL runs in. The library starts this program with the DLL's INI
// file as its argument.

#include "helper/worker.h"
#include "source/provider/module.h"
#include "source/provider/posix/host_protocol.h"

#include <boost/noncopyable.hpp>

#include <cstring>
#include <string>
#include <unistd.h>

namespace pdh_shim::source::provider {
namespace {

std::u16string text_of(std::span<const std::byte> body) {
    std::u16string text(body.size() / sizeof(char16_t), u'\0');
    std::memcpy(text.data(), body.data(), text.size() * sizeof(char16_t));
    return text;
}

Result<CollectedObjects, Failure> perform(Module& module, const helper::Frame& request) {
    switch (static_cast<HostCall>(request.what)) {
    case HostCall::load:
        PDH_SHIM_CHECK(module.load());
        break;
    case HostCall::open:
        PDH_SHIM_CHECK(module.open());
        break;
    case HostCall::collect:
        return module.collect(text_of(request.body));
    case HostCall::close:
        module.close();
        break;
    }
    return CollectedObjects{};
}

bool answer(helper::WorkerChannel& channel, const Result<CollectedObjects, Failure>& result) {
    if (!result) {
        return channel.answer(0, result.error());
    }
    const SampleHead head{result.value().objects};
    return channel.answer(0, std::as_bytes(std::span(&head, 1)), result.value().bytes);
}

void serve(helper::WorkerChannel& channel, Module& module, const Settings& settings) {
    while (const auto request = channel.next()) {
        helper::renew_processor_time(settings.cpu_limit);
        if (!answer(channel, perform(module, *request)) ||
            request->what == static_cast<std::uint32_t>(HostCall::close)) {
            return;
        }
    }
}

// The DLL may end the thread that calls it (pthread_exit()): then the process ends, whatever other threads
// there are.
class EndWithThread : boost::noncopyable {
  public:
    explicit EndWithThread(helper::WorkerChannel& channel) noexcept : channel_(channel) {}
    ~EndWithThread() {
        if (!has_served_) {
            channel_.answer(0, Failure(Status::invalid_data, "", "it ended the thread that called it"));
            _exit(1);
        }
    }

    void set_served() noexcept { has_served_ = true; }

  private:
    helper::WorkerChannel& channel_;
    bool has_served_ = false;
};

int work(const std::string& file) {
    helper::WorkerChannel channel(longest_request);
    const auto settings = load_settings(file);
    if (!settings) {
        channel.answer(0, settings.error());
        return 1;
    }
    helper::set_limits({.memory = settings.value().memory_limit});
    EndWithThread end(channel);
    serve(channel, *make_loaded_module(settings.value()), settings.value());
    end.set_served();
    return 0;
}

} // namespace
} // namespace pdh_shim::source::provider

int main(int count, char** arguments) {
    return count == 2
               ? pdh_shim::helper::run_helper([&] { return pdh_shim::source::provider::work(arguments[1]); })
               : 2;
}
