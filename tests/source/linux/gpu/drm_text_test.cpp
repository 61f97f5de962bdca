// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/gpu/drm_text.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace pdh_shim::source::linux;

namespace {

// The text of a client, which what was read of it refers to.
DrmClient client_of(std::string_view text) {
    DrmClient client;
    REQUIRE(parse_drm_client(text, client));
    return client;
}

} // namespace

TEST_CASE("a descriptor leads to a DRM device wherever the device is mounted") {
    CHECK(drm_device("/dev/dri/renderD128") == "renderD128");
    CHECK(drm_device("/dev/dri/card0") == "card0");
    CHECK(drm_device("/dri/renderD129") == "renderD129");
    for (const std::string_view other : {"/dev/dri/card0-DP-1", "/dev/dri/by-path", "/dev/dri/renderD",
             "/dev/null", "socket:[17]", "renderD128", ""}) {
        CHECK(drm_device(other).empty());
    }
    CHECK(render_number("renderD128") == 128);
    CHECK_FALSE(render_number("card128"));
}

TEST_CASE("an address on PCI is one number") {
    CHECK(parse_pci_address("0000:00:02.0") == 0x10);
    CHECK(parse_pci_address("0000:03:00.0") == 0x300);
    CHECK(parse_pci_address("0001:ff:1f.7") == 0x1FFFF);
    CHECK(parse_pci_address("10000:e1:00.0") == 0x1'0000'E100);
    for (const std::string_view other :
        {"", "0000:03:00", "0000:03:00.8", "0000:03:20.0", "0000:100:00.0", "-1:03:00.0", "0000:03:0x.0",
            "0000:03:00.0 ", "80000000:03:00.0", ":03:00.0", "0000:-3:00.0", "gpu"}) {
        CHECK_FALSE(parse_pci_address(other));
    }
}

TEST_CASE("the uevent file names the driver and the place of a GPU") {
    const GpuDevice pci = parse_gpu_device("DRIVER=i915\nPCI_CLASS=30000\nPCI_SLOT_NAME=0000:00:02.0\n");
    CHECK(pci.driver == "i915");
    CHECK(pci.pci_address == "0000:00:02.0");
    CHECK(pci.tree_node.empty());
    const GpuDevice tree = parse_gpu_device("DRIVER=panfrost\nOF_NAME=gpu\nOF_FULLNAME=/soc/gpu@ff9a0000");
    CHECK(tree.driver == "panfrost");
    CHECK(tree.tree_node == "/soc/gpu@ff9a0000");
    CHECK(parse_gpu_device("").driver.empty());
}

TEST_CASE("a client of amdgpu has its number, its memory and the time of its engines") {
    const DrmClient client = client_of("pos:\t0\nflags:\t02100002\ndrm-driver:\tamdgpu\ndrm-client-id:\t17\n"
                                       "drm-pdev:\t0000:03:00.0\npasid:\t32770\ndrm-memory-vram:\t2048 KiB\n"
                                       "drm-memory-gtt: \t3 MiB\ndrm-memory-cpu: \t64 KiB\n"
                                       "amd-evicted-vram:\t9 KiB\ndrm-engine-gfx:\t123456 ns\n"
                                       "drm-engine-dec:\t7 ns\ndrm-engine-dec:\t8 ns\n");
    CHECK(client.id == 17);
    CHECK(client.device == "0000:03:00.0");
    CHECK(client.dedicated == 2048 * 1024);
    CHECK(client.shared == 3 * 1024 * 1024);
    REQUIRE(client.engines.size() == 2);
    CHECK(client.engines[0].name == "gfx");
    CHECK(client.engines[0].used.nanoseconds == 123456);
    CHECK(client.engines[0].used.capacity == 1);
    CHECK(client.engines[1].used.nanoseconds == 15);
}

TEST_CASE("resident memory counts, and not again under the key of older kernels") {
    const DrmClient client =
        client_of("drm-client-id: 1\ndrm-total-vram0: 900 KiB\ndrm-shared-vram0: 800 KiB\n"
                  "drm-resident-vram0: 20 KiB\ndrm-resident-vram1: 1 KiB\ndrm-memory-vram0: 20 KiB\n"
                  "drm-active-vram0: 5 KiB\ndrm-resident-stolen: 4096\n"
                  "drm-resident-system: 2 KiB\ndrm-resident-gtt: 1 KiB\ndrm-purgeable-gtt: 1 KiB\n");
    CHECK(client.dedicated == 25 * 1024);
    CHECK(client.shared == 3 * 1024);
    const DrmClient integrated =
        client_of("drm-client-id: 1\ndrm-resident-system0: 8 KiB\ndrm-resident-stolen-system0: 0\n");
    CHECK(integrated.dedicated == 0);
    CHECK(integrated.shared == 8 * 1024);
    CHECK(client_of("drm-client-id: 1\n").dedicated == unread);
    CHECK(client_of("drm-client-id: 1\ndrm-resident-memory: lots\n").shared == unread);
}

TEST_CASE("drivers that count cycles also give the elapsed ones and the number of engines") {
    const DrmClient client = client_of("drm-client-id: 5\ndrm-cycles-rcs: 1000\ndrm-total-cycles-rcs: 8000\n"
                                       "drm-engine-capacity-rcs: 2\ndrm-cycles-bcs: 1\n");
    REQUIRE(client.engines.size() == 2);
    const EngineUsage& used = client.engines[0].used;
    CHECK(used.cycles == 1000);
    CHECK(used.total_cycles == 8000);
    CHECK(used.capacity == 2);
    CHECK(used.nanoseconds == unread);
    CHECK(client.engines[1].used.total_cycles == unread);
}

TEST_CASE("a text without a client's number is refused; odd lines of others are skipped") {
    DrmClient client;
    CHECK_FALSE(parse_drm_client("", client));
    CHECK_FALSE(parse_drm_client("pos:\t0\nflags:\t02\ndrm-driver:\tvgem\n", client));
    CHECK_FALSE(parse_drm_client("drm-client-id: -3\n", client));
    const DrmClient odd =
        client_of("drm-client-id: 5\ndrm-engine-: 3 ns\ndrm-engine-a/b: 3 ns\ndrm-engine-gfx 3 ns\n"
                  "drm-engine-copy: -3 ns\ndrm-engine-capacity-copy: 0\n");
    REQUIRE(odd.engines.size() == 1);
    CHECK(odd.engines[0].used.nanoseconds == unread);
    CHECK(odd.engines[0].used.capacity == 1);
    std::string many = "drm-client-id: 5\n";
    for (int i = 0; i < 100; ++i) {
        many += "drm-engine-e" + std::to_string(i) + ": 1 ns\n";
    }
    CHECK(client_of(many).engines.size() == most_drm_engines);
}

TEST_CASE("the drivers' classes of engines have Windows' types") {
    CHECK(engine_kind("gfx").type == "3D");
    CHECK(engine_kind("render").number == engine_kind("rcs").number);
    CHECK(engine_kind("dma").type == "Copy");
    CHECK(engine_kind("video").type == "VideoDecode");
    CHECK(engine_kind("enc").type == "VideoEncode");
    CHECK(engine_kind("video-enhance").type == "VideoProcessing");
    CHECK(engine_kind("ccs").type == "Compute_0");
    CHECK(engine_kind("npu").type == "npu");
    // Two classes of one device are two engines, also of one type.
    CHECK(engine_kind("bin").type == engine_kind("render").type);
    CHECK(engine_kind("bin").number != engine_kind("render").number);
}
