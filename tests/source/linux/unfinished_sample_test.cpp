// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A collect that runs out of memory is as if it had not been made, wherever it does: what grew until then is
// told with the next one, in totals too.
#include "../../torture/failure.h"
#include "scene.h"

#include <doctest/doctest.h>

#include <new>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::test;
using pdh_shim::torture::Extent;
using pdh_shim::torture::Resource;

namespace {

void write_process(MemoryFiles& files, int id, const std::string& name, int ticks, int started) {
    const std::string folder = "/proc/" + std::to_string(id);
    files.set(folder + "/stat",
        std::to_string(id) + " (" + name + ") S 1 1 1 0 -1 0 " + std::to_string(ticks) + " 0 0 0 " +
            std::to_string(ticks) + " 0 0 0 20 0 1 0 " + std::to_string(started) +
            " 1000000 100 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0\n");
    files.set(folder + "/status", "Name:\t" + name + "\nVmRSS:\t400 kB\nRssAnon:\t100 kB\n");
    files.set(folder + "/cmdline", "/usr/bin/" + name + std::string("\0", 1));
}

// A machine at one of several times: everything grows, and things come and go.
void write_machine(MemoryFiles& files, int time) {
    const auto grown = [time](int each) { return std::to_string(1000 + time * each); };
    std::string stat = "cpu  " + grown(20) + " 0 " + grown(10) + " " + grown(170) + " 0 0 0 0 0 0\n";
    for (int cpu = 0; cpu < 2; ++cpu) {
        stat += "cpu" + std::to_string(cpu) + " " + grown(10) + " 0 " + grown(5) + " " + grown(85) +
                " 0 0 0 0 0 0\n";
    }
    files.set("/proc/stat",
        stat + "intr " + grown(100) + "\nctxt " + grown(1000) + "\nsoftirq " + grown(10) + "\n");
    files.set("/proc/uptime", grown(1) + ".00 1.00\n");
    files.set("/proc/interrupts", "      CPU0 CPU1\n 1: " + grown(50) + " " + grown(60) + " a\n");
    files.set("/proc/softirqs", "      CPU0 CPU1\n HI: " + grown(5) + " " + grown(6) + "\n");
    files.set("/proc/diskstats",
        "8 0 a-disk-with-a-name-of-some-length " + grown(10) + " 0 " + grown(100) + " " + grown(3) + " " +
            grown(7) + " 0 " + grown(50) + " " + grown(2) + " 0 " + grown(9) + " " + grown(11) + "\n" +
            (time >= 2 ? "8 16 another-disk-that-comes-later 5 0 5 5 5 0 5 5 0 5 5\n" : ""));
    files.set("/sys/block/a-disk-with-a-name-of-some-length/diskseq", "3\n");
    files.set("/sys/block/another-disk-that-comes-later/diskseq", "4\n");
    files.set(
        "/proc/self/mountinfo", "20 1 8:0 / / rw - ext4 /dev/a rw\n21 1 8:16 / /a/place/of/some/length" +
                                    std::to_string(time / 2) + " rw - ext4 /dev/b rw\n");
    files.set("/proc/1/mountinfo", "");
    files.set("/proc/net/dev",
        "Inter-|\n face |bytes\n an-interface-with-a-long-name: " + grown(1000) + " " + grown(10) +
            " 0 0 0 0 0 0 " + grown(500) + " " + grown(5) + " 0 0 0 0 0 0\n" +
            (time >= 2 ? " another-interface-that-comes-late: 7 7 0 0 0 0 0 0 7 7 0 0 0 0 0 0\n" : ""));
    files.set("/sys/class/net/an-interface-with-a-long-name/ifindex", "2\n");
    files.set("/sys/class/net/another-interface-that-comes-late/ifindex", "3\n");
    write_process(files, 10, "a-lasting-name", 100 + 3 * time, 50);
    if (time < 2) {
        write_process(files, 20, "a-leaving-name", 100 + 7 * time, 60);
    } else {
        files.remove_folder("/proc/20");
        write_process(files, 30, "a-coming-name-that-is-cut", 5 * time, 1000 * 100);
    }
}

using Objects = std::vector<std::string>;

// Each object of a sample as text.
Objects objects_of(const Scene& scene, const model::Catalogue& catalogue) {
    Objects objects;
    for (std::size_t i = 0; i < catalogue.objects.size(); ++i) {
        const model::ObjectSnapshot& object = scene.snapshot.objects[i];
        std::string& text = objects.emplace_back(to_utf8(catalogue.objects[i].name).value());
        for (std::size_t row = 0; row < object.rows(); ++row) {
            const model::Instance& instance = object.instances()->instances()[row];
            text += "\n  " + to_utf8(instance.name).value() + " " + std::to_string(instance.unique_id);
            for (std::uint32_t column = 0; column < catalogue.objects[i].columns; ++column) {
                text += object.is_valid(row, column) ? " " + std::to_string(object.cell(row, column)) : " -";
            }
        }
    }
    return objects;
}

// Takes samples at the times 0 to 3, that at one of them by `collect`. Returns what is told at last.
template <class Collect>
Objects take_samples(int time_of_interest, const Collect& collect) {
    Scene scene;
    for (int time = 0; time <= 3; ++time) {
        write_machine(scene.files(), time);
        if (time == time_of_interest) {
            collect(scene);
        } else {
            scene.collect();
        }
        scene.pass(second);
    }
    return objects_of(scene, *scene.source().catalogue());
}

} // namespace

TEST_CASE("a collect after one that ran out of memory, at any point, has all values") {
    for (const int time : {1, 2}) {
        CAPTURE(time);
        const Objects with = take_samples(time, [](Scene& scene) { scene.collect(); });
        const Objects without = take_samples(time, [](Scene&) {});
        bool failed = true;
        for (long nth = 0; failed; ++nth) {
            CAPTURE(nth);
            const Objects told = take_samples(time, [&](Scene& scene) {
                const torture::Failure failure(Resource::memory, nth, Extent::one);
                try {
                    scene.collect();
                } catch (const std::bad_alloc&) {
                    CHECK(failure.happened());
                }
                failed = failure.happened();
            });
            // What was whole before the memory ran out counts.
            for (std::size_t i = 0; i < told.size(); ++i) {
                const bool is_right = told[i] == with[i] || told[i] == without[i];
                INFO(told[i], "\nand not\n", with[i], "\nnor\n", without[i]);
                CHECK(is_right);
            }
            if (!failed) {
                CHECK(nth > 50);
            }
        }
    }
}
