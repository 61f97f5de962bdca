// The process that an isolated performance DLL runs in. The library starts it with the DLL's INI file as its
// argument and a socket as its standard input; see host_channel.h.

#include "source/provider/module.h"
#include "source/provider/posix/host_channel.h"

#include <exception>
#include <memory>
#include <poll.h>
#include <string>
#include <thread>
#include <unistd.h>

namespace pdh_shim::source::provider {
namespace {

// A DLL that hangs must not outlive the program that asks it.
void end_with_parent() {
    std::thread([] {
        pollfd parent{.fd = host_socket, .events = 0, .revents = 0};
        while (poll(&parent, 1, -1) <= 0) {
        }
        _exit(1);
    }).detach();
}

Result<Sample> perform(Module& module, HostCall call, const std::u16string& text, std::string& fault) {
    switch (call) {
    case HostCall::load:
        PDH_SHIM_CHECK(module.load(fault));
        break;
    case HostCall::open:
        PDH_SHIM_CHECK(module.open(fault));
        break;
    case HostCall::collect:
        return module.collect(text, fault);
    case HostCall::close:
        module.close();
        break;
    }
    return Sample{};
}

bool answer(const Result<Sample>& result, const std::string& fault) {
    const auto bytes = result ? result.value().bytes : std::as_bytes(std::span(fault));
    const HostAnswer head{.status = result ? 0 : static_cast<std::uint32_t>(result.error()),
        .objects = result ? result.value().objects : 0,
        .bytes = bytes.size()};
    return send_message(host_socket, head) && send_all(host_socket, bytes);
}

void serve(Module& module) {
    HostRequest request;
    while (receive_message(host_socket, request) && request.bytes <= longest_request) {
        std::u16string text(request.bytes / sizeof(char16_t), u'\0');
        std::string fault;
        if (!receive_all(host_socket, std::as_writable_bytes(std::span(text))) ||
            !answer(perform(module, request.call, text, fault), fault) || request.call == HostCall::close) {
            return;
        }
    }
}

int run(const std::string& file) {
    std::string fault;
    const auto settings = load_settings(file, fault);
    if (!settings) {
        return 1;
    }
    close_range(STDERR_FILENO + 1, ~0U, 0); // what the program has open is not for the DLL
    end_with_parent();
    serve(*make_loaded_module(settings.value()));
    return 0;
}

} // namespace
} // namespace pdh_shim::source::provider

int main(int count, char** arguments) {
    try {
        return count == 2 ? pdh_shim::source::provider::run(arguments[1]) : 2;
    } catch (const std::exception&) {
        return 1;
    }
}
