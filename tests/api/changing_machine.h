// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>

namespace pdh_shim::test {

/// Something that comes, counts at a speed of its own, and goes. The next one in its place counts from 0.
struct Thing {
    int life = 0; // 0 = there is none
    int speed = 0;
    std::int64_t count = 0;
    bool lasting = false; // it was there at the last collect

    [[nodiscard]] bool is_there() const { return life != 0; }
};

/// A machine whose processes, interfaces (veth0...) and disks (sda...) come and go.
class ChangingMachine : boost::noncopyable {
  public:
    using Processes = std::array<Thing, 40>;
    using Interfaces = std::array<Thing, 6>;
    using Disks = std::array<Thing, 4>;

    virtual ~ChangingMachine() = default;

    /// A second passes.
    void step() {
        change_all(processes_, Kind::process);
        change_all(interfaces_, Kind::interface);
        change_all(disks_, Kind::disk);
        apply();
    }

    /// Null for those that never change.
    [[nodiscard]] const Thing* process(std::int64_t id) const {
        const auto index = index_of(id);
        return index ? &processes_.at(*index) : nullptr;
    }
    /// By the name of an interface or a disk; as process().
    [[nodiscard]] const Thing* find(const std::string& name) const {
        if (name.starts_with("veth")) {
            return &interfaces_.at(static_cast<std::size_t>(name.back() - '0'));
        }
        const bool is_disk = name.find(" sd") != std::string::npos;
        return is_disk ? &disks_.at(static_cast<std::size_t>(name.back() - 'a')) : nullptr;
    }
    [[nodiscard]] std::size_t lasting_processes() const { return count_lasting(processes_); }
    [[nodiscard]] std::size_t lasting_interfaces() const { return count_lasting(interfaces_); }
    [[nodiscard]] std::size_t lasting_disks() const { return count_lasting(disks_); }

  protected:
    enum class Kind : std::uint8_t { process, interface, disk };

    [[nodiscard]] const Processes& processes() const { return processes_; }
    [[nodiscard]] const Interfaces& interfaces() const { return interfaces_; }
    [[nodiscard]] const Disks& disks() const { return disks_; }

  private:
    /// Which process has this id, of those that come and go.
    [[nodiscard]] virtual std::optional<std::size_t> index_of(std::int64_t id) const = 0;
    /// Makes the machine what the things are now, and lets each that lasts count.
    virtual void apply() = 0;
    [[nodiscard]] virtual bool may_change(Kind /*kind*/, std::size_t /*index*/) const { return true; }

    static std::size_t count_lasting(const auto& things) {
        return static_cast<std::size_t>(std::ranges::count_if(
            things, [](const Thing& thing) { return thing.is_there() && thing.lasting; }));
    }

    void change_all(auto& things, Kind kind) {
        for (std::size_t i = 0; i < things.size(); ++i) {
            change(things.at(i), may_change(kind, i));
        }
    }

    void change(Thing& thing, bool may_change) {
        constexpr unsigned one_in = 12;
        thing.lasting = thing.is_there();
        thing.count += thing.speed;
        if (random_() % one_in != 0 || !may_change) {
            return;
        }
        // Half of them are replaced at once, so that one sample shows the old one and the next the new one.
        const bool comes = !thing.is_there() || random_() % 2 == 0;
        const int life = comes ? ++lives_ : 0;
        constexpr int speeds = 89;
        thing = Thing{life, comes ? 1 + life % speeds : 0, 0, false};
    }

    std::mt19937 random_{18}; // NOLINT(cert-msc32-c,cert-msc51-cpp): the same changes each time
    int lives_ = 0;
    Processes processes_;
    Interfaces interfaces_;
    Disks disks_;
};

} // namespace pdh_shim::test
