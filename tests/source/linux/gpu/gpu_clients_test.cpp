// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "gpu_scene.h"
#include "source/linux/gpu/gpu_clients.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

using namespace pdh_shim::source::linux;
using namespace pdh_shim::test;

namespace {

constexpr std::int64_t gpu_second = 10'000'000;

/// A machine with a GPU of the luid 0x300 and the processes 1 and 77.
struct ClientScene {
    ClientScene() {
        set_machine(files);
        set_gpu(files);
        adapters = list_gpu_adapters(files);
    }
    GpuClients read(const GpuClients& before = {}, std::int64_t time = 0) {
        auto clients = read_gpu_clients(files, adapters, before, time);
        REQUIRE(clients.has_value());
        return *clients;
    }

    MemoryFiles files;
    std::vector<GpuAdapter> adapters;
};

GpuClient client_of(std::int64_t luid, std::int64_t id, std::int64_t process) {
    GpuClient client;
    client.luid = luid;
    client.id = id;
    client.process = process;
    return client;
}

} // namespace

TEST_CASE("clients are sorted by GPU and number, each once, with its first process") {
    GpuClients clients;
    clients.list = {client_of(2, 1, 10), client_of(1, 9, 11), client_of(2, 1, 12), client_of(1, 3, 13)};
    keep_each_once(clients);
    REQUIRE(clients.list.size() == 3);
    CHECK(clients.list[0].process == 13);
    CHECK(clients.list[1].process == 11);
    CHECK(clients.list[2].process == 10);
    REQUIRE(find_client(clients, 1, 9) != nullptr);
    CHECK(find_client(clients, 1, 9)->process == 11);
    CHECK(find_client(clients, 1, 4) == nullptr);
    CHECK(find_client(clients, 2, 2) == nullptr);
    CHECK(find_client({}, 1, 9) == nullptr);
}

TEST_CASE("the start of a process is that of its line, if it has one") {
    ClientScene scene;
    pdh_shim::FileBuffer buffer;
    CHECK(read_start_ticks(scene.files, 77, buffer) == 5000);
    CHECK_FALSE(read_start_ticks(scene.files, 78, buffer).has_value());
    scene.files.set("/proc/78/stat", "78 (cut");
    CHECK_FALSE(read_start_ticks(scene.files, 78, buffer).has_value());
}

TEST_CASE("a client has its process, its memory and what it used of each engine") {
    ClientScene scene;
    set_client(scene.files, 77, 3, amdgpu_client(5, 1234));
    const GpuClients clients = scene.read();
    REQUIRE(clients.list.size() == 1);
    const GpuClient& client = clients.list[0];
    CHECK(client.luid == 0x300);
    CHECK(client.id == 5);
    CHECK(client.process == 77);
    CHECK(client.start_ticks == 5000);
    CHECK(client.memory.dedicated == 2048 * kb);
    REQUIRE(client.engines.size() == 1);
    CHECK(client.engines[0].name == "gfx");
    CHECK(client.engines[0].used.nanoseconds == 1234);
    CHECK(clients.starts.at(77) == 5000);
    CHECK(clients.whole);
}

TEST_CASE("a descriptor without number, known GPU or living process is not a client") {
    ClientScene scene;
    set_client(scene.files, 77, 3, "drm-driver:\tamdgpu\n");
    set_client(scene.files, 77, 4, "drm-client-id:\t7\ndrm-pdev:\t0000:99:00.0\n", "renderD200");
    CHECK(scene.read().list.empty());
    set_client(scene.files, 77, 5, amdgpu_client(5, 1));
    CHECK(scene.read().list.size() == 1);
    scene.files.remove("/proc/77/stat");
    CHECK(scene.read().list.empty());
}

TEST_CASE("processes that are hidden make the clients incomplete") {
    ClientScene scene;
    CHECK(scene.read().whole);
    scene.files.deny("/proc/77/fd");
    CHECK_FALSE(scene.read().whole);
    ClientScene hiding;
    hiding.files.remove_folder("/proc/1");
    CHECK_FALSE(hiding.read().whole);
    hiding.files.deny("/proc");
    CHECK_FALSE(read_gpu_clients(hiding.files, hiding.adapters, {}, 0).has_value());
}

TEST_CASE("a quiet process is looked at again when its descriptors change, or after a time") {
    ClientScene scene;
    scene.files.set_size("/proc/77/fd", 4);
    const GpuClients first = scene.read();
    REQUIRE(first.quiet.size() == 1);
    CHECK(first.quiet[0].process == 77);
    CHECK(first.quiet[0].until == (5 + 77 % 10) * gpu_second);
    set_client(scene.files, 77, 3, amdgpu_client(5, 1)); // in place of another descriptor
    CHECK(scene.read(first, first.quiet[0].until - 1).list.empty());
    CHECK(scene.read(first, first.quiet[0].until).list.size() == 1);
    scene.files.set_size("/proc/77/fd", 5);
    CHECK(scene.read(first, 1).list.size() == 1);
}
