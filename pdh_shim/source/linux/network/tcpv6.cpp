// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/network/network_objects.h"
#include "source/linux/network/network_text.h"
#include "source/linux/network/protocol.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace pdh_shim::source::linux {
namespace {

constexpr std::string_view tcp6_file = "/proc/net/tcp6";

// Segments and the other counts of TCP are those of both versions of IP together: see tcpv4.cpp.
constexpr auto tcpv6_rows = std::to_array<CounterRow>({
    count_row(u"Connections Established", 642, 0,
        u"TCP connections over IPv6 that are open now, or that the other side alone has closed."),
});

class Tcpv6 final : public Sampler {
  public:
    void sample(const Collect& collect, Needs /*needed*/) override {
        const auto text = collect.text(tcp6_file);
        values_[0] = text ? count_tcp6_connections(*text) : unread;
    }

    void write(InstanceWriter& instances) const override { instances.add({}, model::no_unique_id, values_); }

  private:
    std::array<std::int64_t, 1> values_{};
};

} // namespace

constexpr PerformanceObject<> objects::tcpv6{
    .table{u"TCPv6", 1530, model::Instances::none, {tcp6_file}, {}, u"Connections Established",
        u"The connections of TCP over IPv6.", tcpv6_rows},
    .open = open<Tcpv6>};

} // namespace pdh_shim::source::linux
