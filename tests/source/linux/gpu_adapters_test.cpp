// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "gpu_scene.h"
#include "memory_files.h"
#include "source/linux/gpu_adapters.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace pdh_shim::test;
using namespace pdh_shim::source::linux;

TEST_CASE("the devices of one GPU are one adapter, whose luid is its address on PCI") {
    MemoryFiles files;
    set_gpu(files);
    const std::string discrete = "PCI_SLOT_NAME=10000:e1:00.0\n";
    set_drm_device(files, "renderD129", "xe", discrete);
    set_drm_device(files, "card1", "xe", discrete);
    const auto adapters = list_gpu_adapters(files);
    REQUIRE(adapters.size() == 2);
    CHECK(adapters[0].luid == 0x300);
    CHECK(adapters[0].devices == std::vector<std::string>{"card0", "renderD128"});
    CHECK(adapters[1].luid == 0x1'0000'E100);
    CHECK(find_adapter(adapters, "0000:03:00.0", "card7") == &adapters[0]);
    CHECK(find_adapter(adapters, "", "renderD129") == &adapters[1]);
    CHECK(find_adapter(adapters, "0000:09:00.0", "card1") == &adapters[1]);
    CHECK(find_adapter(adapters, "", "card7") == nullptr);
}

TEST_CASE("a GPU that is not on PCI has a luid that no address leads to") {
    MemoryFiles files;
    set_drm_device(files, "card0", "vc4", "OF_FULLNAME=/gpu\n"); // displays, and does not render
    set_drm_device(files, "card1", "v3d", "OF_FULLNAME=/v3dbus/v3d@7ec04000\n");
    set_drm_device(files, "renderD128", "v3d", "OF_FULLNAME=/v3dbus/v3d@7ec04000\n");
    set_drm_device(files, "renderD129", "odd", "");
    const auto adapters = list_gpu_adapters(files);
    REQUIRE(adapters.size() == 2);
    CHECK(adapters[0].luid == 0x1'0000'0000'0080);
    CHECK(adapters[0].devices == std::vector<std::string>{"card1", "renderD128"});
    CHECK(adapters[1].devices == std::vector<std::string>{"renderD129"});
}

TEST_CASE("devices whose drivers tell nothing of their clients are no adapters") {
    MemoryFiles files;
    CHECK(list_gpu_adapters(files).empty());
    set_drm_device(files, "renderD128", "nvidia", "PCI_SLOT_NAME=0000:01:00.0\n");
    set_drm_device(files, "renderD129", "virtio_gpu", "PCI_SLOT_NAME=0000:02:00.0\n");
    set_drm_device(files, "card0", "simple-framebuffer", "");
    files.set("/sys/class/drm/renderD130/dev", "226:130\n"); // without a driver
    CHECK(list_gpu_adapters(files).empty());
}

TEST_CASE("amdgpu tells the memory of a GPU") {
    MemoryFiles files;
    set_gpu(files);
    pdh_shim::FileBuffer buffer;
    const auto adapters = list_gpu_adapters(files);
    REQUIRE(adapters.size() == 1);
    CHECK_FALSE(read_gpu_memory(files, adapters[0], buffer));
    files.set("/sys/class/drm/card0/device/mem_info_vram_used", "4096\n");
    files.set("/sys/class/drm/card0/device/mem_info_gtt_used", "-1\n");
    CHECK_FALSE(read_gpu_memory(files, adapters[0], buffer));
    files.set("/sys/class/drm/card0/device/mem_info_gtt_used", "512\n");
    const auto memory = read_gpu_memory(files, adapters[0], buffer);
    REQUIRE(memory);
    CHECK(memory->dedicated == 4096);
    CHECK(memory->shared == 512);
}
