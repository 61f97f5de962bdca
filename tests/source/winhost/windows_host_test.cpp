// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Many hosts, threads and faults at once, for the thread sanitizer. The stand-in serves the hosts.
#include "../../block/blocks.h"
#include "patience.h"
#include "require_value.h"
#include "source/winhost/windows_host.h"
#include "source/winhost/winhost_machines.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::source::winhost;

namespace fs = std::filesystem;

namespace {

constexpr int host_count = 1000;
constexpr int thread_count = 8;

std::string name_of(int host) {
    return "host" + std::to_string(host);
}

/// Folders of hosts that have a gadget each.
class Folders {
  public:
    Folders() {
        setenv("STAND_IN_HOSTS", folder_.path().c_str(), 1);
        const auto bytes = block::block_of({block::gadget(7)});
        const std::u16string titles = std::u16string(u"5100\0Gadget\0005102\0Parts\0\0", 25);
        for (int host = 0; host < host_count; ++host) {
            fs::create_directory(path(host));
            write(host, "objects", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
            write(host, "Counter 009", {reinterpret_cast<const char*>(titles.data()), titles.size() * 2});
        }
    }

    void turn_off(int host) const { fs::rename(path(host), path(host).string() + ".off"); }
    void turn_on(int host) const { fs::rename(path(host).string() + ".off", path(host)); }

  private:
    [[nodiscard]] fs::path path(int host) const { return fs::path(folder_.path()) / name_of(host); }

    void write(int host, const char* name, const std::string& text) const {
        std::ofstream(path(host) / name, std::ios::binary) << text;
    }

    test::TemporaryFolder folder_;
};

std::shared_ptr<model::RemoteMachines> make_machines() {
    std::string sections;
    for (int host = 0; host < host_count; ++host) {
        sections += "[" + name_of(host) + "]\n";
    }
    return test::require_value(
        make_winhost_machines({}, test::require_value(read_hosts(sections)), system_clock()));
}

/// A session of a host's gadget; null while the host does not answer.
std::unique_ptr<model::Session> open(model::RemoteMachines& machines, int host) {
    const std::string name = name_of(host);
    const auto source = machines.find(std::u16string(name.begin(), name.end()));
    return source->catalogue_for(u"Gadget", u"Parts")->objects.empty() ? nullptr : source->open_session();
}

const model::ObjectRequest request{.object = 0, .columns = {true}};

/// The value, or the status that says why there is none.
std::pair<Status, std::int64_t> collect(model::Session& session) {
    model::Snapshot snapshot;
    snapshot.objects.resize(1);
    static_cast<void>(session.collect({&request, 1}, snapshot));
    model::ObjectSnapshot& object = snapshot.objects[0];
    object.publish(nullptr);
    return {object.status(), object.rows() == 1 ? object.cell(0, 0) : 0};
}

void in_threads(const std::function<void(int first)>& work) {
    std::vector<std::thread> threads;
    for (int first = 0; first < thread_count; ++first) {
        threads.emplace_back(work, first);
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

} // namespace

TEST_CASE("a thousand hosts are asked by several threads while some go and come back") {
    const Folders folders;
    const auto machines = make_machines();
    std::vector<std::unique_ptr<model::Session>> sessions(host_count);
    std::atomic<int> wrong{0};
    in_threads([&](int first) {
        for (int host = first; host < host_count; host += thread_count) {
            sessions[static_cast<std::size_t>(host)] = open(*machines, host);
        }
    });
    REQUIRE(std::ranges::none_of(sessions, [](const auto& session) { return session == nullptr; }));
    std::thread faults([&] {
        for (int host = 0; host < host_count; host += 10) {
            folders.turn_off(host);
            folders.turn_on(host);
        }
    });
    in_threads([&](int first) {
        for (int round = 0; round < 3; ++round) {
            for (int host = first; host < host_count; host += thread_count) {
                sessions[static_cast<std::size_t>(host)]->start({&request, 1});
            }
            for (int host = first; host < host_count; host += thread_count) {
                const auto [status, value] = collect(*sessions[static_cast<std::size_t>(host)]);
                const bool may_fail = host % 10 == 0;
                wrong += (status == Status::success ? value != 7 : !may_fail) ? 1 : 0;
            }
        }
    });
    faults.join();
    CHECK(wrong == 0);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(test::patience);
    for (const auto& session : sessions) {
        while (collect(*session).second != 7 && std::chrono::steady_clock::now() < deadline) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20)); // until it is tried again
        }
        CHECK(collect(*session).second == 7);
    }
}

TEST_CASE("threads that ask one host at once share what is known of it") {
    const Folders folders;
    const auto machines = make_machines();
    std::atomic<int> wrong{0};
    in_threads([&](int /*first*/) {
        for (int round = 0; round < 20; ++round) {
            const auto session = open(*machines, 0);
            wrong += session == nullptr || collect(*session).second != 7 ? 1 : 0;
        }
    });
    CHECK(wrong == 0);
}
