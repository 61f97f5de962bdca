// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// With a library of the tests in the place of NVIDIA's, which the environment of the test leads to.
#include "../machine.h"
#include "../scene.h"
#include "fake_nvml.h"
#include "source/linux/gpu/nvml.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <dlfcn.h>
#include <memory>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace pdh_shim::test;
using namespace pdh_shim::source::linux;

namespace {

// The library's state, as a driver would leave it to a new program.
FakeNvml& fresh_nvml() {
    static void* const library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    REQUIRE(library != nullptr);
    void* const found = dlsym(library, "fake_nvml");
    REQUIRE(found != nullptr);
    FakeNvml* const state = reinterpret_cast<decltype(&fake_nvml)>(found)();
    *state = {};
    return *state;
}

void set_nvidia(Scene& scene) {
    set_machine(scene.files());
    scene.files().set("/proc/driver/nvidia/version", "NVRM version: 550\n");
    scene.files().set("/dev/nvidiactl", "");
}

constexpr std::u16string_view nvidia_share = u"pid_77_luid_0x00000000_0x00000A00_phys_0";
constexpr std::u16string_view nvidia_adapter = u"luid_0x00000000_0x00000A00_phys_0";
constexpr std::u16string_view nvidia_engine = u"pid_77_luid_0x00000000_0x00000A00_phys_0_eng_0_engtype_3D";

} // namespace

TEST_CASE("NVIDIA's library gives the memory and load of its GPUs and their processes") {
    FakeNvml& driver = fresh_nvml();
    driver.sample_time = 5000;
    driver.percent = 40;
    const auto nvml = open_nvml();
    REQUIRE(nvml);
    std::vector<std::uint64_t> seen;
    auto gpus = nvml->read(seen);
    REQUIRE(gpus.size() == 1);
    CHECK(gpus[0].pci_address == "00000000:0A:00.0");
    CHECK(gpus[0].used_bytes == 4096);
    REQUIRE(gpus[0].processes.size() == 1); // computes and draws
    CHECK(gpus[0].processes[0].process == 77);
    CHECK(gpus[0].processes[0].bytes == 2048);
    CHECK(gpus[0].processes[0].percent == std::array<std::int64_t, 3>{40, 20, 100});
    driver.used_of_process = ~0ULL;
    gpus = nvml->read(seen); // without a new measurement
    CHECK(gpus[0].processes[0].percent == std::array<std::int64_t, 3>{0, 0, 0});
    CHECK(gpus[0].processes[0].bytes == unread);
}

TEST_CASE("memory that the driver reserves is not counted as used, if reported separately") {
    FakeNvml& driver = fresh_nvml();
    driver.used = 512;
    driver.reserved = 4096;
    std::vector<std::uint64_t> seen;
    const auto nvml = open_nvml();
    CHECK(nvml->read(seen).at(0).used_bytes == 512);
    driver.is_old = true;
    CHECK(nvml->read(seen).at(0).used_bytes == 512 + 4096);
}

TEST_CASE("a list of processes that is longer than expected is read whole") {
    FakeNvml& driver = fresh_nvml();
    driver.processes = 1000;
    std::vector<std::uint64_t> seen;
    const auto nvml = open_nvml();
    CHECK(nvml->read(seen).at(0).processes.size() == 1000);
    driver.processes = 1'000'000; // nonsense
    CHECK(nvml->read(seen).at(0).processes.empty());
}

TEST_CASE("a library that does not start is not used, and one that did is stopped") {
    FakeNvml& driver = fresh_nvml();
    driver.fails_to_start = true;
    CHECK(open_nvml() == nullptr);
    CHECK(driver.stops == 0);
    driver.fails_to_start = false;
    open_nvml().reset();
    CHECK(driver.starts == 2);
    CHECK(driver.stops == 1);
}

TEST_CASE("a GPU of NVIDIA's driver has utilization and memory, but no running time") {
    FakeNvml& driver = fresh_nvml();
    Scene scene;
    set_nvidia(scene);
    for (const std::u16string_view object : {u"GPU Engine", u"GPU Adapter Memory", u"GPU Process Memory"}) {
        scene.want(object);
    }
    scene.collect();
    CHECK(scene.instances(u"GPU Engine").size() == 3);
    driver.sample_time = 5000;
    driver.percent = 40;
    scene.pass(2 * second);
    scene.collect();
    CHECK(scene.cell(u"GPU Engine", nvidia_engine, u"Utilization Percentage") == 8 * second / 10);
    CHECK_FALSE(scene.cell(u"GPU Engine", nvidia_engine, u"Running Time"));
    scene.pass(second);
    scene.collect();
    CHECK(scene.cell(u"GPU Engine", nvidia_engine, u"Utilization Percentage") == 8 * second / 10);
    CHECK(scene.cell(u"GPU Process Memory", nvidia_share, u"Dedicated Usage") == 2048);
    CHECK_FALSE(scene.cell(u"GPU Process Memory", nvidia_share, u"Shared Usage"));
    CHECK(scene.cell(u"GPU Adapter Memory", nvidia_adapter, u"Dedicated Usage") == 4096);
    CHECK_FALSE(scene.cell(u"GPU Adapter Memory", nvidia_adapter, u"Total Committed"));
    driver.processes = 0;
    scene.files().remove_folder("/proc/77");
    scene.pass(second);
    scene.collect();
    CHECK(scene.instances(u"GPU Engine").empty());
    CHECK(driver.starts == 1);
}

TEST_CASE("NVIDIA's library is loaded once, for a GPU object on a machine with its driver") {
    int loads = 0;
    const auto load = [&loads] {
        ++loads;
        return std::unique_ptr<Nvml>();
    };
    Scene without;
    set_machine(without.files());
    without.files().set(
        "/sys/class/drm/renderD128/device/uevent", "DRIVER=i915\nPCI_SLOT_NAME=0000:00:02.0\n");
    without.files().set("/proc/driver/nvidia/version", "NVRM version: 550\n"); // and no device
    without.options.nvml = load;
    without.want(u"GPU Engine");
    without.collect();
    CHECK(loads == 0);
    Scene with;
    set_nvidia(with);
    with.options.nvml = load;
    with.want(u"Process");
    with.collect();
    CHECK(loads == 0);
    with.want(u"GPU Adapter Memory");
    with.collect();
    with.collect();
    CHECK(loads == 1);
    CHECK(with.instances(u"GPU Adapter Memory").empty());
}

TEST_CASE("a child of fork() does not use its parent's library, and does not stop it") {
    FakeNvml& driver = fresh_nvml();
    auto share = std::make_unique<NvmlShare>(open_nvml);
    REQUIRE(share->get() != nullptr);
    const pid_t child = fork();
    if (child == 0) {
        const bool is_unused = share->get() == nullptr;
        share.reset();
        _exit(is_unused && driver.stops == 0 ? 0 : 1);
    }
    int status = 1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    share.reset();
    CHECK(driver.stops == 1);
}
