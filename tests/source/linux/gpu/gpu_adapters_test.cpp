// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../memory_files.h"
#include "gpu_scene.h"
#include "source/linux/gpu/gpu_adapters.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

using namespace pdh_shim::test;
using namespace pdh_shim::source::linux;
using pdh_shim::platform::WindowsAdapter;

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

TEST_CASE("devices whose drivers do not report clients are not adapters") {
    MemoryFiles files;
    CHECK(list_gpu_adapters(files).empty());
    set_drm_device(files, "renderD128", "nvidia", "PCI_SLOT_NAME=0000:01:00.0\n");
    set_drm_device(files, "renderD129", "virtio_gpu", "PCI_SLOT_NAME=0000:02:00.0\n");
    set_drm_device(files, "card0", "simple-framebuffer", "");
    files.set("/sys/class/drm/renderD130/dev", "226:130\n"); // without a driver
    CHECK(list_gpu_adapters(files).empty());
}

TEST_CASE("a GPU has the luid of Windows' adapter with the same numbers on PCI") {
    const GpuAdapter card{0x300, {}, 0x1002, 0x744C, {}, {}};
    const GpuAdapter inside{0x10, {}, 0x8086, 0x9A49, {}, {}};
    const auto luids = [](std::vector<GpuAdapter> adapters, const std::vector<WindowsAdapter>& windows) {
        take_luids(windows, adapters);
        std::vector<std::int64_t> found;
        for (const GpuAdapter& adapter : adapters) {
            found.push_back(adapter.luid);
        }
        return found;
    };
    using Luids = std::vector<std::int64_t>;
    CHECK(luids({inside, card}, {{0x3F0, 0x1002, 0x744C}, {0x3F4, 0x8086, 0x9A49}}) == Luids{0x3F0, 0x3F4});
    CHECK(luids({inside, card}, {{0x3F0, 0x10DE, 0x05E2}}) == Luids{0x10, 0x300});
    CHECK(luids({inside, card}, {}) == Luids{0x10, 0x300});
    SUBCASE("or of the only one whose numbers are not known, if no other GPU is left") {
        CHECK(luids({card}, {{0x3F0}}) == Luids{0x3F0});
        CHECK(luids({inside, card}, {{0x3F0, 0x1002, 0x744C}, {0x3F4}}) == Luids{0x3F0, 0x3F4});
        CHECK(luids({inside, card}, {{0x3F0}}) == Luids{0x10, 0x300});
        CHECK(luids({card}, {{0x3F0}, {0x3F4}}) == Luids{0x300});
    }
    SUBCASE("two of a kind cannot be told apart and keep their own") {
        GpuAdapter second = card;
        second.luid = 0x400;
        CHECK(
            luids({card, second}, {{0x3F0, 0x1002, 0x744C}, {0x3F4, 0x1002, 0x744C}}) == Luids{0x300, 0x400});
        CHECK(luids({card, second}, {{0x3F0, 0x1002, 0x744C}}) == Luids{0x300, 0x400});
    }
    SUBCASE("no two GPUs get one luid") {
        CHECK(luids({inside, card}, {{0x10, 0x1002, 0x744C}}) == Luids{0x10, 0x300});
    }
}

TEST_CASE("the numbers of a GPU on PCI are in its uevent file") {
    MemoryFiles files;
    set_gpu(files);
    set_drm_device(files, "renderD129", "odd", "PCI_ID=8086\nPCI_SLOT_NAME=0000:00:02.0\n");
    const auto adapters = list_gpu_adapters(files);
    REQUIRE(adapters.size() == 2);
    CHECK(adapters[0].vendor == 0);
    CHECK(adapters[1].vendor == 0x1002);
    CHECK(adapters[1].device == 0x744C);
}

TEST_CASE("amdgpu reports the memory of a GPU") {
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
