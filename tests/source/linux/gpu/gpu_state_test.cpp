// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../machine.h"
#include "../scene.h"
#include "gpu_scene.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::test;
using pdh_shim::FileError;

namespace {

using GpuNames = std::vector<std::string>;

constexpr std::u16string_view engine_object = u"GPU Engine";
constexpr std::u16string_view adapter_object = u"GPU Adapter Memory";
constexpr std::u16string_view share_object = u"GPU Process Memory";
constexpr std::u16string_view local_object = u"GPU Local Adapter Memory";
constexpr std::u16string_view non_local_object = u"GPU Non Local Adapter Memory";
constexpr std::u16string_view running_time = u"Running Time";
constexpr std::u16string_view utilization_percentage = u"Utilization Percentage";
constexpr std::u16string_view drawing = u"pid_77_luid_0x00000000_0x00000300_phys_0_eng_0_engtype_3D";
constexpr std::u16string_view adapter = u"luid_0x00000000_0x00000300_phys_0";
constexpr std::int64_t gpu_ms = 1'000'000;    // in nanoseconds
constexpr std::int64_t gpu_ms_100ns = 10'000; // in units of 100 ns

void want_gpus(Scene& scene) {
    scene.want(engine_object);
    scene.want(adapter_object);
    scene.want(share_object);
    scene.want(local_object);
    scene.want(non_local_object);
}

bool lists_gpus(Scene& scene) {
    const auto& objects = scene.source().catalogue()->objects;
    return std::ranges::any_of(objects, [](const auto& object) { return object.name.starts_with(u"GPU "); });
}

void collect_after(Scene& scene, std::int64_t time) {
    scene.pass(time);
    scene.collect();
}

} // namespace

TEST_CASE_FIXTURE(MachineScene, "a client of a GPU gives its process an engine and memory") {
    set_gpu(files());
    set_client(files(), 77, 9, amdgpu_client(5, 30 * gpu_ms) + "drm-engine-compute:\t500 ns\n");
    want_gpus(*this);
    collect();
    CHECK(instances(engine_object) ==
          GpuNames{"pid_77_luid_0x00000000_0x00000300_phys_0_eng_5_engtype_Compute_0",
              "pid_77_luid_0x00000000_0x00000300_phys_0_eng_0_engtype_3D"});
    CHECK(cell(engine_object, drawing, running_time) == 30 * gpu_ms_100ns);
    CHECK(cell(engine_object, drawing, utilization_percentage) == 30 * gpu_ms_100ns);
    CHECK(instances(share_object) == GpuNames{"pid_77_luid_0x00000000_0x00000300_phys_0"});
    const std::u16string_view share = u"pid_77_luid_0x00000000_0x00000300_phys_0";
    CHECK(cell(share_object, share, u"Dedicated Usage") == 2048 * kb);
    CHECK(cell(share_object, share, u"Shared Usage") == 512 * kb);
    CHECK(cell(share_object, share, u"Total Committed") == 2560 * kb);
    CHECK(instances(adapter_object) == GpuNames{"luid_0x00000000_0x00000300_phys_0"});
    CHECK(cell(adapter_object, adapter, u"Total Committed") == 2560 * kb);
}

TEST_CASE_FIXTURE(
    MachineScene, "memory is local where it is the GPU's own, and not where it is the machine's") {
    set_gpu(files());
    set_client(files(), 77, 9, amdgpu_client(5, 30 * gpu_ms));
    want_gpus(*this);
    collect();
    const std::u16string_view partition = u"luid_0x00000000_0x00000300_phys_0_part_0";
    CHECK(instances(local_object) == GpuNames{"luid_0x00000000_0x00000300_phys_0_part_0"});
    CHECK(cell(local_object, partition, u"Local Usage") == 2048 * kb);
    CHECK(cell(non_local_object, partition, u"Non Local Usage") == 512 * kb);
    const std::u16string_view share = u"pid_77_luid_0x00000000_0x00000300_phys_0";
    CHECK(cell(share_object, share, u"Local Usage") == 2048 * kb);
    CHECK(cell(share_object, share, u"Non Local Usage") == 512 * kb);
}

TEST_CASE_FIXTURE(MachineScene, "a client is counted once however many descriptors and processes share it") {
    set_gpu(files());
    set_client(files(), 77, 9, amdgpu_client(5, 30 * gpu_ms));
    set_client(files(), 77, 10, amdgpu_client(5, 30 * gpu_ms), "card0");
    set_client(files(), 77, 11, amdgpu_client(6, 2 * gpu_ms));
    add_process(files(), {.id = 78, .comm = "child", .start_ticks = 6000});
    set_client(files(), 78, 9, amdgpu_client(5, 30 * gpu_ms));
    want_gpus(*this);
    collect();
    CHECK(instances(engine_object).size() == 1);
    CHECK(cell(engine_object, drawing, running_time) == 32 * gpu_ms_100ns);
    CHECK(cell(adapter_object, adapter, u"Dedicated Usage") == 2 * 2048 * kb);
}

TEST_CASE_FIXTURE(MachineScene, "a process's time on an engine never falls when its clients come and go") {
    set_gpu(files());
    set_client(files(), 77, 9, amdgpu_client(5, 100 * gpu_ms));
    want_gpus(*this);
    collect();
    set_client(files(), 77, 9, amdgpu_client(5, 110 * gpu_ms));
    set_client(files(), 77, 12, amdgpu_client(6, 20 * gpu_ms)); // began in the interval
    collect_after(*this, second);
    CHECK(cell(engine_object, drawing, running_time) == 130 * gpu_ms_100ns);
    files().remove("/proc/77/fd/9");
    set_client(files(), 77, 12, amdgpu_client(6, 25 * gpu_ms));
    collect_after(*this, second);
    CHECK(cell(engine_object, drawing, running_time) == 135 * gpu_ms_100ns);
    set_client(files(), 77, 12, amdgpu_client(6, 5 * gpu_ms)); // the driver began anew
    collect_after(*this, second);
    CHECK(cell(engine_object, drawing, running_time) == 135 * gpu_ms_100ns);
    files().remove("/proc/77/fd/12");
    collect_after(*this, second);
    CHECK(cell(engine_object, drawing, running_time) == 135 * gpu_ms_100ns);
    CHECK(instances(share_object).empty());
    set_client(files(), 77, 9, amdgpu_client(7, 1 * gpu_ms));
    collect_after(*this, second);
    CHECK(cell(engine_object, drawing, running_time) == 136 * gpu_ms_100ns);
}

TEST_CASE_FIXTURE(
    MachineScene, "a client that another process passes on brings only what it used since then") {
    set_gpu(files());
    add_process(files(), {.id = 78, .comm = "game", .start_ticks = 6000});
    set_client(files(), 77, 9, amdgpu_client(5, 5000 * gpu_ms));
    set_client(files(), 78, 9, amdgpu_client(6, 10 * gpu_ms));
    want_gpus(*this);
    collect();
    files().remove("/proc/77/fd/9");
    set_client(files(), 78, 10, amdgpu_client(5, 5003 * gpu_ms));
    set_client(files(), 78, 11, amdgpu_client(3, 9000 * gpu_ms)); // of one whose descriptors were hidden
    collect_after(*this, second);
    CHECK(cell(engine_object, u"pid_78_luid_0x00000000_0x00000300_phys_0_eng_0_engtype_3D", running_time) ==
          13 * gpu_ms_100ns);
}

TEST_CASE_FIXTURE(
    MachineScene, "a process that has ended leaves no engine; its number may begin a new instance") {
    set_gpu(files());
    set_client(files(), 77, 9, amdgpu_client(5, 100 * gpu_ms));
    want_gpus(*this);
    collect();
    const std::int64_t first = unique_id(engine_object, drawing);
    set_process(files(), {.id = 77, .comm = "other", .start_ticks = 9000});
    set_client(files(), 77, 9, amdgpu_client(6, 1 * gpu_ms));
    collect_after(*this, second);
    CHECK(cell(engine_object, drawing, running_time) == 1 * gpu_ms_100ns);
    CHECK(unique_id(engine_object, drawing) != first);
    files().remove_folder("/proc/77");
    collect_after(*this, second);
    CHECK(instances(engine_object).empty());
}

TEST_CASE_FIXTURE(
    MachineScene, "a GPU that is taken out takes its engines along, though their processes run on") {
    set_gpu(files());
    set_client(files(), 77, 9, amdgpu_client(5, 100 * gpu_ms));
    want_gpus(*this);
    collect();
    files().remove_folder("/sys/class/drm");
    collect_after(*this, second);
    CHECK(instances(engine_object).empty());
    CHECK(instances(share_object).empty());
    CHECK(instances(adapter_object).empty());
}

TEST_CASE_FIXTURE(
    MachineScene, "utilization spans all engines of a class; running time is their common time") {
    set_gpu(files(), "i915", "0000:00:02.0");
    const auto text = [](std::int64_t video) {
        return "drm-driver: i915\ndrm-client-id: 7\ndrm-pdev: 0000:00:02.0\ndrm-engine-capacity-video: 2\n"
               "drm-engine-video: " +
               std::to_string(video) + " ns\n";
    };
    set_client(files(), 77, 9, text(0));
    want_gpus(*this);
    collect();
    set_client(files(), 77, 9, text(1200 * gpu_ms));
    collect_after(*this, second);
    const std::u16string_view video = u"pid_77_luid_0x00000000_0x00000010_phys_0_eng_2_engtype_VideoDecode";
    CHECK(cell(engine_object, video, running_time) == 1200 * gpu_ms_100ns);
    CHECK(cell(engine_object, video, utilization_percentage) == 600 * gpu_ms_100ns);
}

TEST_CASE_FIXTURE(
    MachineScene, "where a driver counts cycles, utilization is their share, without running time") {
    set_gpu(files(), "xe");
    const auto text = [](std::int64_t used, std::int64_t all) {
        return "drm-client-id: 7\ndrm-pdev: 0000:03:00.0\ndrm-cycles-rcs: " + std::to_string(used) +
               "\ndrm-total-cycles-rcs: " + std::to_string(all) + "\ndrm-engine-capacity-rcs: 1\n";
    };
    set_client(files(), 77, 9, text(1000, 90'000));
    want_gpus(*this);
    collect();
    CHECK(cell(engine_object, drawing, utilization_percentage) == 0);
    CHECK_FALSE(cell(engine_object, drawing, running_time));
    set_client(files(), 77, 9, text(6000, 110'000));
    collect_after(*this, 2 * second);
    CHECK(cell(engine_object, drawing, utilization_percentage) == second / 2);
    set_client(files(), 77, 9, text(9000, 111'000)); // more than passed
    collect_after(*this, second);
    CHECK(cell(engine_object, drawing, utilization_percentage) == second / 2 + second);
    set_client(files(), 77, 9, text(9500, 111'000));
    collect_after(*this, second);
    CHECK(cell(engine_object, drawing, utilization_percentage) == second / 2 + second);
}

TEST_CASE_FIXTURE(
    MachineScene, "memory of a GPU is unknown while a process hides, unless the driver reports it") {
    set_gpu(files());
    set_client(files(), 77, 9, amdgpu_client(5, 100 * gpu_ms));
    files().deny("/proc/1/fd");
    want_gpus(*this);
    collect();
    CHECK(cell(engine_object, drawing, running_time) == 100 * gpu_ms_100ns);
    CHECK_FALSE(cell(adapter_object, adapter, u"Dedicated Usage"));
    files().set("/sys/class/drm/card0/device/mem_info_vram_used", "40960\n");
    files().set("/sys/class/drm/card0/device/mem_info_gtt_used", "8192\n");
    collect();
    CHECK(cell(adapter_object, adapter, u"Dedicated Usage") == 40960);
    CHECK(cell(adapter_object, adapter, u"Shared Usage") == 8192);

    Scene hidden; // as with hidepid=2
    set_machine(hidden.files());
    set_gpu(hidden.files());
    hidden.files().remove_folder("/proc/1");
    want_gpus(hidden);
    hidden.collect();
    CHECK_FALSE(hidden.cell(adapter_object, adapter, u"Shared Usage"));
}

TEST_CASE_FIXTURE(MachineScene, "where the driver reports a GPU's memory, processes are not read for it") {
    set_gpu(files());
    files().set("/sys/class/drm/card0/device/mem_info_vram_used", "40960\n");
    files().set("/sys/class/drm/card0/device/mem_info_gtt_used", "8192\n");
    set_client(files(), 77, 9, amdgpu_client(5, 100 * gpu_ms));
    want(adapter_object);
    files().forget();
    collect();
    CHECK(cell(adapter_object, adapter, u"Dedicated Usage") == 40960);
    CHECK(files().reads("/proc/77/fdinfo/9") == 0);
}

TEST_CASE_FIXTURE(
    MachineScene, "only descriptors of GPUs are read, and none unless an object of GPUs is wanted") {
    set_gpu(files());
    set_client(files(), 77, 9, amdgpu_client(5, 100 * gpu_ms));
    files().set("/proc/77/fd/3", "");
    files().set_link("/proc/77/fd/3", "socket:[1234]");
    files().set("/proc/77/fdinfo/3", "pos: 0\n");
    want(u"Process");
    files().forget();
    collect();
    CHECK(files().reads("/proc/77/fdinfo/9") == 0);
    want(engine_object);
    collect();
    CHECK(files().reads("/proc/77/fdinfo/9") == 1);
    CHECK(files().reads("/proc/77/fdinfo/3") == 0);
}

TEST_CASE("a process without a GPU is looked at again after a time or with new descriptors") {
    Scene scene;
    MemoryFiles& files = scene.files();
    set_machine(files);
    set_gpu(files);
    files.set_size("/proc/77/fd", 1);
    files.set("/proc/77/fd/9", "");
    files.set_link("/proc/77/fd/9", "/dev/null");
    scene.want(engine_object);
    scene.collect();
    set_client(files, 77, 9, amdgpu_client(5, 100 * gpu_ms)); // in the place of the other one
    collect_after(scene, second);
    CHECK(scene.instances(engine_object).empty());
    collect_after(scene, 14 * second);
    CHECK(scene.instances(engine_object).size() == 1);

    files.set_size("/proc/1/fd", 1);
    collect_after(scene, second);
    set_client(files, 1, 3, amdgpu_client(6, 100 * gpu_ms));
    files.set_size("/proc/1/fd", 2);
    collect_after(scene, second);
    CHECK(scene.instances(engine_object).size() == 2);
    collect_after(scene, second);
    CHECK(scene.instances(engine_object).size() == 2);
}

TEST_CASE_FIXTURE(MachineScene, "what ends while it is looked at is left out") {
    set_gpu(files());
    set_client(files(), 77, 9, amdgpu_client(5, 100 * gpu_ms));
    set_client(files(), 77, 10, "drm-driver: amdgpu\n"); // of a kernel that tells no clients
    set_client(files(), 77, 11, amdgpu_client(6, 100 * gpu_ms), "renderD200");
    files().remove("/proc/77/fdinfo/9");
    add_process(files(), {.id = 78, .comm = "ended", .start_ticks = 6000});
    set_client(files(), 78, 9, amdgpu_client(8, 100 * gpu_ms));
    files().remove("/proc/78/stat");
    want_gpus(*this);
    collect();
    CHECK(instances(engine_object).size() == 1); // at the same address, whatever the device is called
    CHECK(cell(engine_object, drawing, running_time) == 100 * gpu_ms_100ns);
}

TEST_CASE("a machine without a GPU whose driver reports its clients lacks these objects") {
    Scene none;
    set_machine(none.files());
    CHECK_FALSE(lists_gpus(none));
    Scene silent;
    set_machine(silent.files());
    set_gpu(silent.files(), "vmwgfx");
    CHECK_FALSE(lists_gpus(silent));
    Scene present;
    set_machine(present.files());
    set_gpu(present.files());
    CHECK(lists_gpus(present));
}

TEST_CASE_FIXTURE(Scene, "programs of Windows have GPU objects without instances, also without a GPU") {
    options.always_gpus = true;
    set_machine(files());
    CHECK(lists_gpus(*this));
    want_gpus(*this);
    collect();
    CHECK(instances(engine_object).empty());
    CHECK(instances(adapter_object).empty());
    CHECK(instances(share_object).empty());
    CHECK(instances(local_object).empty());
    CHECK(instances(non_local_object).empty());
}

TEST_CASE("Windows' adapters are listed when there are GPUs, and again when these change") {
    int lists = 0;
    Scene scene;
    scene.options.windows_adapters = [&] {
        ++lists;
        return std::vector<pdh_shim::platform::WindowsAdapter>{{0x3F0, 0x1002, 0x744C}};
    };
    scene.options.always_gpus = true;
    set_machine(scene.files());
    want_gpus(scene);
    scene.collect();
    CHECK(lists == 0);
    set_gpu(scene.files());
    set_client(scene.files(), 77, 9, amdgpu_client(5, 30 * gpu_ms));
    collect_after(scene, 20 * second);
    CHECK(scene.instances(adapter_object) == GpuNames{"luid_0x00000000_0x000003F0_phys_0"});
    CHECK(scene.instances(engine_object) ==
          GpuNames{"pid_77_luid_0x00000000_0x000003F0_phys_0_eng_0_engtype_3D"});
    collect_after(scene, second);
    CHECK(lists == 1);
    set_drm_device(scene.files(), "renderD129", "xe", "PCI_ID=8086:56A0\nPCI_SLOT_NAME=0000:04:00.0\n");
    collect_after(scene, second);
    CHECK(lists == 2);
    CHECK(scene.instances(adapter_object) ==
          GpuNames{"luid_0x00000000_0x000003F0_phys_0", "luid_0x00000000_0x00000400_phys_0"});
}
