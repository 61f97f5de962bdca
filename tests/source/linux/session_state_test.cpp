// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine.h"
#include "scene.h"
#include "source/linux/session_state.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

using namespace pdh_shim::source::linux;
using namespace pdh_shim::test;

namespace {

/// One session over files in memory, without the objects that show it.
class StateScene {
  public:
    explicit StateScene(bool cgroup = false)
        : files(std::make_shared<MemoryFiles>()), clock_({5 * second, start_time, start_time + 7}) {
        set_machine(*files);
        LinuxOptions options;
        options.cgroup = cgroup;
        options.units = {100, 4096};
        options.probes.run_aside = [](const std::function<void()>& job) { job(); };
        source_ = std::make_unique<SourceState>(files, clock_, options);
        source_->files.add(uptime_file);
        session = std::make_unique<SessionState>(*source_);
        texts_.emplace(source_->files);
    }

    [[nodiscard]] Inputs bit(std::string_view file) const {
        const std::size_t number = source_->files.number_of(file);
        REQUIRE(number < inputs::most_files);
        return file_input(number);
    }
    [[nodiscard]] Inputs prepare(Inputs needed) { return session->prepare(clock_.now(), needed); }
    void sample(Inputs needed) {
        const Inputs all = needed | prepare(needed);
        texts_->read(all);
        session->sample({clock_.now(), all, *texts_});
    }
    [[nodiscard]] Shown shown() const { return session->shown(*texts_); }

    std::shared_ptr<MemoryFiles> files;
    std::unique_ptr<SessionState> session;

  private:
    pdh_shim::ManualClock clock_;
    std::unique_ptr<SourceState> source_;
    std::optional<CollectedTexts> texts_;
};

} // namespace

TEST_CASE("a session that may show a control group reads how many processors are online") {
    CHECK(StateScene().prepare(inputs::process_list) == 0);
    StateScene grouped(true);
    CHECK(grouped.prepare(inputs::process_list) == grouped.bit(stat_file));
}

TEST_CASE("the processes count threads only in a PID namespace, and only if needed") {
    constexpr Inputs of_processes = inputs::process_list | inputs::process_stat | inputs::process_details;
    StateScene scene;
    CHECK(scene.prepare(scene.bit(loadavg_file)) == 0);
    StateScene contained;
    contained.files->set_link("/proc/self/ns/pid", "pid:[4026532177]");
    CHECK(contained.prepare(contained.bit(stat_file)) == 0);
    CHECK(contained.prepare(contained.bit(loadavg_file)) == of_processes);
    contained.sample(contained.bit(loadavg_file));
    CHECK(contained.shown().tasks.threads == 2); // init and worker
    scene.sample(scene.bit(loadavg_file));
    CHECK(scene.shown().tasks.threads == 91);
}

TEST_CASE("a member takes a sample only if something needs it") {
    StateScene scene;
    scene.files->forget();
    scene.sample(scene.bit(stat_file));
    CHECK(scene.shown().stat.context_switches == 7000);
    CHECK(scene.shown().cpus.online() == 2);
    CHECK(scene.shown().tasks.threads == unread);
    CHECK(scene.files->reads("/proc/diskstats") == 0);
    CHECK(scene.files->reads("/proc/net/dev") == 0);
    CHECK(scene.files->reads("/proc/1/stat") == 0);
    scene.sample(scene.bit(stat_file) | inputs::process_list | inputs::process_stat);
    CHECK(scene.shown().tasks.processes == 2);
    CHECK(scene.files->reads("/proc/1/stat") == 1);
}

TEST_CASE("a text that was not read in this sample does not last from the one before") {
    StateScene scene;
    scene.sample(scene.bit(stat_file));
    CHECK(scene.shown().stat.interrupts == 5000);
    scene.sample(0);
    CHECK(scene.shown().stat.interrupts == unread);
    CHECK(scene.shown().stat.cpus.empty());
}

TEST_CASE("a session closes the files of all its members, and opens them again for a sample") {
    StateScene scene;
    const Inputs needed = scene.bit(net_dev_file) | inputs::link_speed;
    scene.sample(needed);
    const auto open = scene.files->open_files();
    scene.session->close_files();
    CHECK(scene.files->open_files() == open - 2); // of eth0: its index and its speed
    scene.sample(needed);
    CHECK(scene.files->open_files() == open);
}
