// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "../memory_files.h"
#include "base/manual_clock.h"
#include "source/linux/volume/space_probes.h"

#include <doctest/doctest.h>

#include <csignal>
#include <functional>
#include <future>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

using namespace pdh_shim;
using pdh_shim::source::linux::ProbeOptions;
using pdh_shim::source::linux::SpaceProbes;
using pdh_shim::test::MemoryFiles;

namespace {

/// File systems whose questions are answered when the test says so. The clock stands still, and a collect has
/// no patience: nothing waits.
class Bed {
  public:
    Bed() {
        files->set_space("/net", {100, 25});
        options.run_aside = [this](const std::function<void()>& job) { jobs.push_back(job); };
        options.clock = &clock;
        options.patience = 0;
    }

    void answer_all() {
        for (const auto& job : std::exchange(jobs, {})) {
            job();
        }
    }

    ManualClock clock{{5, 5, 5}};
    std::shared_ptr<MemoryFiles> files = std::make_shared<MemoryFiles>();
    std::vector<std::function<void()>> jobs; // that are under way
    ProbeOptions options;
};

} // namespace

TEST_CASE("an answer that arrives in time is used at once, and the question is asked again next time") {
    Bed bed;
    bed.options.run_aside = [](const std::function<void()>& job) { job(); };
    SpaceProbes probes(bed.files, bed.options);
    for (int i = 1; i <= 3; ++i) {
        const auto space = probes.space("/net");
        REQUIRE(space);
        CHECK(space.value().total == 100);
        CHECK(space.value().available == 25);
        CHECK(bed.files->space_requests("/net") == i);
    }
    CHECK(probes.space("/gone").error() == FileError::not_found);
}

TEST_CASE("a file system that does not answer is asked once, until it does") {
    Bed bed;
    SpaceProbes probes(bed.files, bed.options);
    for (int i = 0; i < 5; ++i) {
        CHECK(probes.space("/net").error() == FileError::failed);
        CHECK(bed.jobs.size() == 1);
    }
    bed.answer_all();
    REQUIRE(probes.space("/net"));                            // the answer that came late
    CHECK(probes.space("/net").error() == FileError::failed); // and the next question
    CHECK(bed.jobs.size() == 1);
}

TEST_CASE("the number of unanswered questions is limited") {
    Bed bed;
    SpaceProbes probes(bed.files, bed.options);
    for (std::size_t i = 0; i < SpaceProbes::most + 3; ++i) {
        CHECK_FALSE(probes.space("/" + std::to_string(i)));
    }
    CHECK(bed.jobs.size() == SpaceProbes::most);
    bed.answer_all();
    CHECK(probes.space("/0").error() == FileError::not_found);
    CHECK_FALSE(probes.space("/net"));
    CHECK(bed.jobs.size() == 1);
}

TEST_CASE("a question whose thread cannot be started is not pending") {
    Bed bed;
    int refused = 0;
    bed.options.run_aside = [&](const std::function<void()>&) {
        ++refused;
        throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    };
    SpaceProbes probes(bed.files, bed.options);
    CHECK(probes.space("/net").error() == FileError::failed);
    CHECK(probes.space("/net").error() == FileError::failed);
    CHECK(refused == 2);
}

TEST_CASE("a question that failed for lack of memory is asked again") {
    Bed bed;
    bool has_memory = false;
    bed.options.run_aside = [&](const std::function<void()>& job) {
        if (!has_memory) {
            throw std::bad_alloc();
        }
        job();
    };
    SpaceProbes probes(bed.files, bed.options);
    CHECK_THROWS_AS(static_cast<void>(probes.space("/net")), std::bad_alloc);
    has_memory = true;
    CHECK(probes.space("/net"));
}

TEST_CASE("a thread that has no memory for the question answers that it failed") {
    struct NoMemory : MemoryFiles {
        FileResult<FileSpace> space(const std::string& /*path*/) override { throw std::bad_alloc(); }
    };
    Bed bed;
    SpaceProbes probes(std::make_shared<NoMemory>(), bed.options);
    CHECK(probes.space("/net").error() == FileError::failed);
    CHECK_NOTHROW(bed.answer_all());
    CHECK(probes.space("/net").error() == FileError::failed); // its answer
    CHECK(probes.space("/net").error() == FileError::failed); // of the next question
    CHECK(bed.jobs.size() == 1);
}

TEST_CASE("a forked child asks for itself") {
    Bed bed;
    SpaceProbes probes(bed.files, bed.options);
    CHECK_FALSE(probes.space("/net"));
    bed.files->set_process_id(2000);
    CHECK_FALSE(probes.space("/net"));
    CHECK(bed.jobs.size() == 2);
}

TEST_CASE("a question outlives the source that asked it") {
    Bed bed;
    {
        SpaceProbes probes(bed.files, bed.options);
        CHECK_FALSE(probes.space("/net"));
    }
    bed.answer_all();
    CHECK(bed.files->space_requests("/net") == 1);
}

TEST_CASE("questions are asked in threads of their own that handle no signal of the program's") {
    Bed bed;
    std::promise<bool> is_blocked;
    ProbeOptions standard;
    standard.run_aside([&] {
        sigset_t blocked{};
        pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
        is_blocked.set_value(sigismember(&blocked, SIGALRM) == 1 && sigismember(&blocked, SIGCHLD) == 1);
    });
    CHECK(is_blocked.get_future().get());
}
