// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "../machine.h"
#include "../memory_files.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace pdh_shim::test {

/// A DRM device as sysfs shows it.
inline void set_drm_device(
    MemoryFiles& files, const std::string& device, std::string_view driver, std::string_view rest) {
    files.set("/sys/class/drm/" + device + "/device/uevent",
        "DRIVER=" + std::string(driver) + "\n" + std::string(rest));
}

/// A GPU at an address on PCI, with the devices `card0` and `renderD128`.
inline void set_gpu(
    MemoryFiles& files, std::string_view driver = "amdgpu", std::string_view address = "0000:03:00.0") {
    const std::string rest = "PCI_ID=1002:744C\nPCI_SLOT_NAME=" + std::string(address) + "\n";
    files.set("/sys/class/drm/version", "drm 1.1.0 20060810\n");
    files.make_folder("/sys/class/drm/card0-DP-1");
    set_drm_device(files, "card0", driver, rest);
    set_drm_device(files, "renderD128", driver, rest);
}

/// A descriptor of a process that leads to a DRM device.
inline void set_client(MemoryFiles& files, int process, int descriptor, std::string_view text,
    const std::string& device = "renderD128") {
    const std::string folder = "/proc/" + std::to_string(process);
    const std::string number = std::to_string(descriptor);
    files.set(folder + "/fd/" + number, "");
    files.set_link(folder + "/fd/" + number, "/dev/dri/" + device);
    files.set(folder + "/fdinfo/" + number,
        "pos:\t0\nflags:\t02100002\nmnt_id:\t25\nino:\t591\n" + std::string(text));
}

/// What amdgpu writes of a client that used its engine to draw.
inline std::string amdgpu_client(int id, std::int64_t gfx_ns, int vram_kib = 2048, int gtt_kib = 512) {
    return "drm-driver:\tamdgpu\ndrm-client-id:\t" + std::to_string(id) +
           "\ndrm-pdev:\t0000:03:00.0\npasid:\t32770\ndrm-memory-vram:\t" + std::to_string(vram_kib) +
           " KiB\ndrm-memory-gtt: \t" + std::to_string(gtt_kib) +
           " KiB\ndrm-memory-cpu: \t64 KiB\ndrm-engine-gfx:\t" + std::to_string(gfx_ns) + " ns\n";
}

} // namespace pdh_shim::test
