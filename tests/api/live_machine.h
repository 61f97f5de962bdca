// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "changing_machine.h"
#include "patience.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <net/if.h>
#include <netinet/in.h>
#include <new>
#include <optional>
#include <semaphore.h>
#include <string>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace pdh_shim::test {

/// Children of this process, which write, and interfaces of the kernel, which send. A process that replaces
/// another one gets its id where the namespace allows to choose it.
class LiveMachine final : public ChangingMachine {
  public:
    LiveMachine() {
        void* const shared =
            mmap(nullptr, sizeof(Workers), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        REQUIRE(shared != MAP_FAILED);
        workers_ = new (shared) Workers;
        for (Worker& worker : *workers_) {
            sem_init(&worker.go, 1, 0);
            sem_init(&worker.done, 1, 0);
        }
    }
    ~LiveMachine() override {
        for (Worker& worker : *workers_) {
            end(worker);
        }
        munmap(workers_, sizeof(Workers));
    }

    [[nodiscard]] int reused_ids() const { return reused_ids_; }

  private:
    /// What parent and child know of a process.
    struct Worker {
        sem_t go;
        sem_t done;
        pid_t id = 0; // the last one
        bool runs = false;
        int life = 0;
        std::int64_t born = 0; // in the ticks that its start time has
    };
    using Workers = std::array<Worker, std::tuple_size_v<Processes>>;

    static std::int64_t ticks() {
        constexpr std::int64_t nanoseconds = 1'000'000'000;
        timespec now{};
        clock_gettime(CLOCK_BOOTTIME, &now);
        return (now.tv_sec * nanoseconds + now.tv_nsec) / (nanoseconds / sysconf(_SC_CLK_TCK));
    }

    [[noreturn]] static void work(Worker& worker, const Thing& thing) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        // Some have names of their own, and others share one.
        prctl(PR_SET_NAME, thing.life % 3 == 0 ? ("job" + std::to_string(thing.life % 7)).c_str() : "job");
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        for (;;) {
            if (sem_wait(&worker.go) != 0) {
                continue; // a signal
            }
            for (int i = 0; i < thing.speed; ++i) {
                if (write(nowhere, "", 1) != 1) {
                    _exit(1);
                }
            }
            sem_post(&worker.done);
        }
    }

    static void end(Worker& worker) {
        if (worker.runs) {
            kill(worker.id, SIGKILL);
            waitpid(worker.id, nullptr, 0);
            worker.runs = false;
        }
    }

    void begin(Worker& worker, const Thing& thing) {
        if (worker.id != 0) {
            std::ofstream("/proc/sys/kernel/ns_last_pid") << worker.id - 1;
        }
        const pid_t id = fork();
        REQUIRE(id >= 0);
        if (id == 0) {
            work(worker, thing);
        }
        reused_ids_ += id == worker.id ? 1 : 0;
        worker.id = id;
        worker.runs = true;
        worker.born = ticks();
    }

    static void run(const std::string& command) {
        const pid_t id = fork();
        if (id == 0) {
            execlp("sh", "sh", "-ec", command.c_str(), nullptr);
            _exit(1);
        }
        int status = 0;
        REQUIRE(waitpid(id, &status, 0) == id);
        CAPTURE(command);
        REQUIRE(status == 0);
    }

    static void replace_interface(std::size_t number, bool was_there, bool is_there) {
        const std::string index = std::to_string(number);
        if (was_there) {
            run("ip link delete veth" + index);
        }
        if (is_there) {
            run("ip link add veth" + index + " type veth peer name peer" + index +
                "; ip address add 192.0.2." + index + "/32 dev veth" + index + "; ip link set veth" + index +
                " up; ip link set peer" + index + " up");
            wait_until_it_sends("veth" + index);
        }
    }

    // The kernel drops packets until it has noticed that the peer is up, which it does aside.
    static void wait_until_it_sends(const std::string& interface) {
        const auto latest = std::chrono::steady_clock::now() + std::chrono::seconds(pdh_shim::test::patience);
        const auto sent = [&] {
            int packets = 0;
            std::ifstream("/sys/class/net/" + interface + "/statistics/tx_packets") >> packets;
            return packets;
        };
        while (sent() == 0) {
            REQUIRE(std::chrono::steady_clock::now() < latest);
            send(interface, 1);
            std::this_thread::yield();
        }
    }

    static void send(const std::string& interface, int packets) {
        const int out = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        const int yes = 1;
        CHECK(setsockopt(out, SOL_SOCKET, SO_BROADCAST, &yes, sizeof yes) == 0);
        CHECK(setsockopt(out, SOL_SOCKET, SO_BINDTODEVICE, interface.c_str(),
                  static_cast<socklen_t>(interface.size())) == 0);
        sockaddr_in everybody{};
        everybody.sin_family = AF_INET;
        everybody.sin_port = htons(9);
        everybody.sin_addr.s_addr = INADDR_BROADCAST;
        for (int i = 0; i < packets; ++i) {
            CHECK(
                sendto(out, "", 1, 0, reinterpret_cast<const sockaddr*>(&everybody), sizeof everybody) == 1);
        }
        close(out);
    }

    [[nodiscard]] std::optional<std::size_t> index_of(std::int64_t id) const override {
        const auto* const found = std::ranges::find_if(
            *workers_, [id](const Worker& worker) { return worker.runs && worker.id == id; });
        return found == workers_->end() ? std::nullopt
                                        : std::optional(static_cast<std::size_t>(found - workers_->begin()));
    }

    // Interfaces take the kernel some time. Two processes with one id have never the same start time: that
    // would take them less than a tick.
    [[nodiscard]] bool may_change(Kind kind, std::size_t index) const override {
        constexpr int seldom = 10;
        return kind == Kind::process ? workers_->at(index).born < ticks() : steps_ % seldom == 0;
    }

    void apply() override {
        ++steps_;
        for (std::size_t i = 0; i < workers_->size(); ++i) {
            Worker& worker = workers_->at(i);
            const Thing& thing = processes().at(i);
            if (thing.life != worker.life) {
                end(worker);
                worker.life = thing.life;
                if (thing.is_there()) {
                    begin(worker, thing);
                }
            }
        }
        for (std::size_t i = 0; i < interfaces().size(); ++i) {
            const int life = interfaces().at(i).life;
            if (life != interface_lives_.at(i)) {
                replace_interface(i, interface_lives_.at(i) != 0, life != 0);
                interface_lives_.at(i) = life;
            }
        }
        count();
    }

    /// Lets each that lasts count.
    void count() {
        for (std::size_t i = 0; i < workers_->size(); ++i) {
            if (processes().at(i).lasting) {
                sem_post(&workers_->at(i).go);
            }
        }
        for (std::size_t i = 0; i < interfaces().size(); ++i) {
            if (const Thing& interface = interfaces().at(i); interface.lasting) {
                send("veth" + std::to_string(i), interface.speed);
            }
        }
        timespec latest{};
        clock_gettime(CLOCK_REALTIME, &latest);
        latest.tv_sec += 10;
        for (std::size_t i = 0; i < workers_->size(); ++i) {
            if (processes().at(i).lasting) {
                REQUIRE(sem_timedwait(&workers_->at(i).done, &latest) == 0);
            }
        }
    }

    Workers* workers_;
    std::array<int, std::tuple_size_v<Interfaces>> interface_lives_{};
    int steps_ = 0;
    int reused_ids_ = 0;
};

} // namespace pdh_shim::test
