// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::test;

namespace {

constexpr std::u16string_view rdma = u"RDMA Activity";

void set_count(Scene& scene, const std::string& port, const std::string& file, const std::string& text) {
    scene.files().set("/sys/class/infiniband/" + port + "/counters/" + file, text + "\n");
}

} // namespace

TEST_CASE_FIXTURE(MachineScene, "RDMA Activity has the bytes and packets of each port") {
    set_count(*this, "mlx5_0/ports/2", "port_rcv_data", "1000");
    set_count(*this, "mlx5_0/ports/2", "port_xmit_data", "2000");
    set_count(*this, "mlx5_0/ports/2", "port_rcv_packets", "30");
    set_count(*this, "mlx5_0/ports/2", "port_xmit_packets", "40");
    set_count(*this, "mlx5_0/ports/10", "port_rcv_data", "N/A (no PMA)");
    want(rdma);
    collect();
    CHECK(instances(rdma) == std::vector<std::string>{"mlx5_0:2", "mlx5_0:10"});
    CHECK(cell(rdma, u"mlx5_0:2", u"RDMA Inbound Bytes/sec") == 4000); // words of 4 bytes
    CHECK(cell(rdma, u"mlx5_0:2", u"RDMA Outbound Bytes/sec") == 8000);
    CHECK(cell(rdma, u"mlx5_0:2", u"RDMA Inbound Frames/sec") == 30);
    CHECK(cell(rdma, u"mlx5_0:2", u"RDMA Outbound Frames/sec") == 40);
    CHECK_FALSE(cell(rdma, u"mlx5_0:10", u"RDMA Inbound Bytes/sec"));
    CHECK_FALSE(cell(rdma, u"mlx5_0:10", u"RDMA Inbound Frames/sec"));
    CHECK(source().unmeasured(rdma, u"RDMA Active Connections"));
    files().remove_folder("/sys/class/infiniband");
    collect();
    CHECK(of(rdma).status() == pdh_shim::Status::cstatus_invalid_data);
}

TEST_CASE_FIXTURE(MachineScene, "a machine without RDMA does not list RDMA Activity") {
    files().make_folder("/sys/class/infiniband");
    CHECK_FALSE(lists(rdma));
}
