// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "set_world.h"
#include "tools/command/rotating_log.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

using namespace pdh_shim::tools;
using namespace std::chrono_literals;

using command::WakeReason;
using Names = std::vector<std::string>;

namespace {

/// A set whose log is in a folder of its own, which can be moved away.
struct FolderWorld : SetWorld {
    FolderWorld() {
        std::filesystem::create_directory(logs_folder);
        set.output = logs_folder + "/web";
    }

    const std::string logs_folder = folder.path("logs");
    const std::string away = folder.path("away");
};

} // namespace

TEST_CASE("a set without limits has one log, with each record") {
    SetWorld world;
    world.most_waits = 5;
    CHECK(world.run() == terminal::ExitStatus::done);
    CHECK(world.logs() == Names{"web.csv"});
    CHECK(world.records_in("web.csv") == 5);
}

TEST_CASE("a new log begins after the time of a segment, and no record is lost between two") {
    SetWorld world;
    world.set.segment = 3s;
    world.most_waits = 9;
    CHECK(world.run() == terminal::ExitStatus::done);
    CHECK(world.logs() == Names{"web_000001.csv", "web_000002.csv", "web_000003.csv", "web_000004.csv"});
    CHECK(world.records_in("web_000001.csv") == 2);
    CHECK(world.records_in("web_000002.csv") == 3);
    CHECK(world.records_in("web_000003.csv") == 3);
    CHECK(world.records_in("web_000004.csv") == 1);
}

TEST_CASE("the first record of a log has rates, of the sample before it in the last log") {
    SetWorld world;
    world.set.counters = {R"(\System\Context Switches/sec)"};
    world.set.segment = 1s;
    world.most_waits = 3;
    CHECK(world.run() == terminal::ExitStatus::done);
    const auto text = world.folder.read("web_000003.csv");
    CHECK(text.find("\" \"") == std::string::npos);
    CHECK(world.records_in("web_000003.csv") == 1);
}

TEST_CASE("a new log begins at a size") {
    SetWorld world;
    world.set.counters = {R"(\Memory\*)"};
    world.set.megabytes = 1;
    world.most_waits = 8000;
    CHECK(world.run() == terminal::ExitStatus::done);
    const auto logs = world.logs();
    REQUIRE(logs.size() >= 2);
    std::size_t records = 0;
    for (const auto& name : logs) {
        records += world.records_in(name);
        CHECK(std::filesystem::file_size(world.folder.path(name)) < (std::size_t{1} << 20U) + 8192);
    }
    CHECK(records == 8000);
}

TEST_CASE("a set that ends with a full log says so; a daily one begins again the next day") {
    SetWorld world;
    world.set.counters = {R"(\Memory\*)"};
    world.set.megabytes = 1;
    world.set.ends_when_full = true;
    world.set.versioning = logman::Versioning::number;
    world.most_waits = SIZE_MAX;
    SUBCASE("once") {}
    SUBCASE("each day") {
        world.set.begin = SetWorld::start;
        world.set.run_time = std::chrono::hours(23);
        world.set.is_daily = true;
        world.on_wait = [&] {
            return world.platform.time > std::chrono::hours(24) + std::chrono::seconds(10)
                       ? SetWorld::WakeReason::stop_requested
                       : SetWorld::WakeReason::time_reached;
        };
    }
    CHECK(world.run() == terminal::ExitStatus::done);
    CHECK(world.logs().size() == (world.set.is_daily ? 2 : 1));
    const auto first = world.folder.path("web_000001.csv");
    CHECK(std::filesystem::file_size(first) >= std::size_t{1} << 20U);
    CHECK(std::filesystem::file_size(first) < (std::size_t{1} << 20U) + 8192);
    const auto reason = "The log \"" + first + "\" has the size of -max, 1 MB.";
    CHECK(world.platform.errors == "logman: " + reason + "\n");
    const auto state = world.store.state("web");
    CHECK(state.status == logman::RunStatus::stopped);
    CHECK(state.reason == (world.set.is_daily ? "" : reason));
}

TEST_CASE("a binary log passes its size by one buffer at most, with records of any size") {
    SetWorld world;
    world.set.format = command::OutputFormat::bin;
    world.set.counters = {R"(\Process(*)\*)"};
    world.set.megabytes = 1;
    world.most_waits = 150;
    CHECK(world.run() == terminal::ExitStatus::done);
    const auto logs = world.logs();
    REQUIRE(logs.size() >= 2);
    for (const auto& name : logs) {
        CHECK(std::filesystem::file_size(world.folder.path(name)) <= (std::size_t{1} << 20U) + 65536);
    }
}

TEST_CASE("a log that exists is refused, appended to with -a, replaced with -ow") {
    SetWorld world;
    world.most_waits = 2;
    CHECK(world.run() == terminal::ExitStatus::done);
    world.waits = 0;
    CHECK_THROWS_WITH_AS(static_cast<void>(world.run()),
        ("The file \"" + world.folder.path("web.csv") +
            "\" exists: -a appends to it, -ow replaces it, -v numbers the files.")
            .c_str(),
        terminal::ProgramError);
    CHECK(world.records_in("web.csv") == 2);
    world.set.is_appended = true;
    CHECK(world.run() == terminal::ExitStatus::done);
    CHECK(world.records_in("web.csv") == 4);
    world.waits = 0;
    world.set.is_appended = false;
    world.set.is_overwritten = true;
    CHECK(world.run() == terminal::ExitStatus::done);
    CHECK(world.records_in("web.csv") == 2);
}

TEST_CASE("a circular log stays in its size") {
    SetWorld world;
    world.set.format = command::OutputFormat::bin;
    world.set.counters = {R"(\Memory\*)"};
    world.set.is_circular = true;
    world.set.megabytes = 1;
    world.most_waits = 3000;
    CHECK(world.run() == terminal::ExitStatus::done);
    CHECK(world.logs() == Names{"web.blg"});
    CHECK(std::filesystem::file_size(world.folder.path("web.blg")) <= std::size_t{1} << 20U);
}

TEST_CASE("a log that was moved away begins anew") {
    SetWorld world;
    world.most_waits = 4;
    world.on_wait = [&] {
        if (world.waits == 3) {
            std::filesystem::rename(world.folder.path("web.csv"), world.folder.path("web.old"));
        }
        return WakeReason::time_reached;
    };
    CHECK(world.run() == terminal::ExitStatus::done);
    CHECK(world.records_in("web.old") == 2);
    CHECK(world.records_in("web.csv") == 2);
}

TEST_CASE("while the folder is missing, the last log takes the records") {
    FolderWorld world;
    world.set.segment = 2s;
    std::string reason;
    world.most_waits = 8;
    world.on_wait = [&] {
        if (world.waits == 2) {
            std::filesystem::rename(world.logs_folder, world.away);
        } else if (world.waits == 5) {
            reason = world.store.state("web").reason;
            CHECK(world.store.state("web").failing_since == SetWorld::start + 20'000'000);
            std::filesystem::rename(world.away, world.logs_folder);
        }
        return WakeReason::time_reached;
    };
    CHECK(world.run() == terminal::ExitStatus::done);
    CHECK(reason.find("its folder does not exist") != std::string::npos);
    CHECK_FALSE(world.store.state("web").failing_since.has_value());
    CHECK(world.store.state("web").reason.empty());
    const auto past = world.store.state("web").past_failure;
    REQUIRE(past);
    CHECK(past->since == SetWorld::start + 20'000'000);
    CHECK(past->until == SetWorld::start + 50'000'000);
    CHECK(past->records == 3);
    CHECK(past->reason == reason);
    CHECK(world.records_in("logs/web_000001.csv") == 4);
    CHECK(world.records_in("logs/web_000002.csv") == 1);
    CHECK(world.records_in("logs/web_000003.csv") == 2);
    CHECK(world.records_in("logs/web_000004.csv") == 1);
}

TEST_CASE("a folder that is away for some records, and back with its log, costs nothing") {
    FolderWorld world;
    world.set.counters = {R"(\System\Context Switches/sec)"};
    std::string reason;
    world.most_waits = 8;
    world.on_wait = [&] {
        if (world.waits == 4) {
            std::filesystem::rename(world.logs_folder, world.away);
        } else if (world.waits == 6) {
            reason = world.store.state("web").reason;
            std::filesystem::rename(world.away, world.logs_folder);
        }
        return WakeReason::time_reached;
    };
    CHECK(world.run() == terminal::ExitStatus::done);
    CHECK(
        reason == "The log \"" + world.logs_folder + "/web.csv\" was moved away: its folder does not exist.");
    CHECK(world.records_in("logs/web.csv") == 8);
    CHECK_FALSE(world.store.state("web").failing_since.has_value());
}

TEST_CASE("a log that was moved away and comes back in time has all records") {
    FolderWorld world;
    const auto log = world.folder.path("logs/web.csv");
    const auto other = world.folder.path("other.csv");
    world.most_waits = 8;
    world.on_wait = [&] {
        if (world.waits == 4) { // through a link into a folder that is missing nothing can be made
            std::filesystem::rename(log, other);
            std::filesystem::create_symlink(world.folder.path("none/x"), log);
        } else if (world.waits == 6) {
            std::filesystem::remove(log);
            std::filesystem::rename(other, log);
        }
        return WakeReason::time_reached;
    };
    CHECK(world.run() == terminal::ExitStatus::done);
    CHECK(world.records_in("logs/web.csv") == 8);
}

TEST_CASE("a log replaced by another one continues in that, if it has its counters") {
    SetWorld world;
    world.most_waits = 8;
    world.on_wait = [&] {
        if (world.waits == 3) {
            std::filesystem::rename(world.folder.path("web.csv"), world.folder.path("web.old"));
            static_cast<void>(world.folder.write("web.csv", ""));
        } else if (world.waits == 5) {
            std::filesystem::remove(world.folder.path("web.csv"));
            static_cast<void>(world.folder.write("web.csv", "another log\n"));
        } else if (world.waits == 7) {
            CHECK(world.store.state("web").failing_since);
            std::filesystem::rename(world.folder.path("web.old"), world.folder.path("web.csv"));
        }
        return WakeReason::time_reached;
    };
    CHECK(world.run() == terminal::ExitStatus::done);
    CHECK(world.records_in("web.csv") == 4); // of the others, two went with the log that was removed
}

TEST_CASE("a log that appears under the name of the next one is not replaced") {
    FolderWorld world;
    world.set.segment = 2s;
    world.most_waits = 8;
    world.on_wait = [&] {
        if (world.waits == 2) {
            std::filesystem::rename(world.logs_folder, world.away);
        } else if (world.waits == 5) {
            static_cast<void>(world.folder.write("away/web_000002.csv", "precious\n"));
            std::filesystem::rename(world.away, world.logs_folder);
        }
        return WakeReason::time_reached;
    };
    CHECK(world.run() == terminal::ExitStatus::done);
    CHECK(world.folder.read("logs/web_000002.csv") == "precious\n");
    CHECK(world.records_in("logs/web_000003.csv") == 1);
}

TEST_CASE("a log that cannot be reopened at a hangup is tried again, and keeps its records") {
    FolderWorld world;
    world.most_waits = 8;
    world.on_wait = [&] {
        if (world.waits == 4) {
            std::filesystem::rename(world.logs_folder, world.away);
            return WakeReason::reopen_requested;
        }
        if (world.waits == 6) {
            std::filesystem::rename(world.away, world.logs_folder);
        }
        return WakeReason::time_reached;
    };
    CHECK(world.run() == terminal::ExitStatus::done);
    CHECK(world.records_in("logs/web.csv") == 6);
    CHECK_FALSE(world.store.state("web").failing_since.has_value());
}

TEST_CASE("the reason why it fails is the newest one") {
    FolderWorld world;
    std::vector<std::string> reasons;
    world.most_waits = 8;
    world.on_wait = [&] {
        if (world.waits == 2) {
            std::filesystem::rename(world.logs_folder, world.away);
        } else if (world.waits == 5) {
            reasons.push_back(world.store.state("web").reason);
            std::filesystem::create_directory(world.logs_folder);
            std::filesystem::create_symlink(world.folder.path("none/x"), world.logs_folder + "/web.csv");
        } else if (world.waits == 7) {
            reasons.push_back(world.store.state("web").reason);
            CHECK(world.store.state("web").failing_since == SetWorld::start + 20'000'000);
        }
        return WakeReason::time_reached;
    };
    CHECK(world.run() == terminal::ExitStatus::done);
    REQUIRE(reasons.size() == 2);
    CHECK(reasons[0] != reasons[1]);
}
