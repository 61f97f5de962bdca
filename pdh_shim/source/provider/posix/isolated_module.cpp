// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "helper/channel.h"
#include "source/provider/module.h"
#include "source/provider/posix/host_protocol.h"

#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace pdh_shim::source::provider {
namespace {

class IsolatedModule final : public Module {
  public:
    explicit IsolatedModule(std::string file) : file_(std::move(file)) {}
    ~IsolatedModule() override { static_cast<void>(host_.end()); }

    Result<void, Failure> load() override {
        PDH_SHIM_CHECK(host_.start({.name = "pdh-provider-host", .arguments = {file_}}));
        return call(HostCall::load);
    }

    Result<void, Failure> open() override { return call(HostCall::open); }

    Result<CollectedObjects, Failure> collect(const std::u16string& request) override {
        return ask(HostCall::collect, request);
    }

    void close() override {
        if (call(HostCall::close)) {
            host_.wait_for_end();
        }
        static_cast<void>(host_.end());
    }

    void abandon() noexcept override { host_.give_up(); }

  private:
    Result<void, Failure> call(HostCall call) {
        PDH_SHIM_CHECK(ask(call, {}));
        return outcome::success();
    }

    Result<CollectedObjects, Failure> ask(HostCall call, std::u16string_view text) {
        if (!exchange(call, text)) {
            return Failure(Status::invalid_data, "", "its process ended: " + host_.end());
        }
        const std::span<const std::byte> body = reader_.frame().body;
        if (reader_.frame().what != 0) {
            // A shortage in that process is the DLL's fault: this process has none.
            const auto status = static_cast<Status>(reader_.frame().what);
            return Failure(status == Status::memory_allocation_failure ? Status::invalid_data : status, "",
                std::string(as_text(body)));
        }
        SampleHead head;
        std::memcpy(&head, body.data(), sizeof head);
        return CollectedObjects{body.subspan(sizeof head), static_cast<std::uint32_t>(head.objects)};
    }

    // False if the process has ended, or violates the protocol.
    bool exchange(HostCall call, std::u16string_view text) {
        const auto bytes = std::as_bytes(std::span(text));
        const int socket = host_.worker();
        return socket >= 0 && bytes.size() <= longest_request &&
               helper::send_frame(
                   socket, {.number = 0, .what = static_cast<std::uint32_t>(call), .bytes = 0}, bytes) &&
               host_.receive(reader_) &&
               (reader_.frame().what != 0 || reader_.frame().body.size() >= sizeof(SampleHead));
    }

    const std::string file_;
    helper::Channel host_;
    helper::FrameReader reader_{longest_answer};
};

} // namespace

std::shared_ptr<Module> make_isolated_module(const std::string& file) {
    return std::make_shared<IsolatedModule>(file);
}

} // namespace pdh_shim::source::provider
