// What a child of fork() may do while other threads of its parent were in the middle of anything: use queries
// of its own.
#include <pdh.h>
#include <pdh_shim/source.h>

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <functional>
#include <future>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

constexpr const char* depth = "\\Plugged\\Depth";

// Opens a query of its own, reads a value, and looks up names; true when all went well.
bool use_the_library() {
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    PDH_FMT_COUNTERVALUE value{};
    DWORD index = 0;
    std::array<char, 500> list{};
    auto size = static_cast<DWORD>(list.size());
    const std::array statuses{
        PdhOpenQueryA(nullptr, 0, &query),
        PdhAddCounterA(query, depth, 0, &counter),
        PdhCollectQueryData(query),
        PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, nullptr, &value),
        PdhLookupPerfIndexByNameA(nullptr, "Processor", &index),
        PdhExpandWildCardPathA(nullptr, depth, list.data(), &size, 0),
        PdhCloseQuery(query),
    };
    for (const PDH_STATUS status : statuses) {
        if (status != ERROR_SUCCESS) {
            return false;
        }
    }
    return value.longValue == 7 && index == 238;
}

// True when a child of fork() can use the library. The alarm ends one that hangs.
bool child_can_use_the_library() {
    const pid_t child = fork();
    if (child == 0) {
        alarm(30);
        _exit(use_the_library() ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status == 0;
}

// A source of one counter. What happens while it is collected is up to the test.
class Plugin {
  public:
    Plugin() {
        counter_.name = "Depth";
        counter_.type = PERF_COUNTER_RAWCOUNT;
        object_.name = "Plugged";
        object_.counter_count = 1;
        object_.counters = &counter_;
        pdh_shim_source source{};
        source.size = sizeof source;
        source.version = PDH_SHIM_SOURCE_VERSION;
        source.name = "fork test";
        source.context = this;
        source.describe = [](void* context, pdh_shim_catalogue* catalogue) {
            catalogue->objects = &static_cast<Plugin*>(context)->object_;
            catalogue->object_count = 1;
            return 0;
        };
        source.collect = [](void* context, const pdh_shim_request*, std::uint32_t, pdh_shim_times*,
                             pdh_shim_writer* writer) {
            // In a child there is nobody to wait for.
            const auto& self = *static_cast<const Plugin*>(context);
            if (self.process_ == getpid() && self.during_collect) {
                self.during_collect();
            }
            writer->begin(writer, 0);
            writer->set(writer, 0, 0, 7);
            return 0;
        };
        REQUIRE(pdh_shim_add_source(&source) == ERROR_SUCCESS);
    }
    Plugin(const Plugin&) = delete;
    Plugin& operator=(const Plugin&) = delete;
    Plugin(Plugin&&) = delete;
    Plugin& operator=(Plugin&&) = delete;
    ~Plugin() { pdh_shim_remove_source("fork test"); }

    std::function<void()> during_collect;

  private:
    const pid_t process_ = getpid();
    pdh_shim_counter counter_{};
    pdh_shim_object object_{};
};

} // namespace

TEST_CASE("a child of fork() can use the library whatever other threads were doing") {
    const Plugin plugin;
    std::atomic<bool> ended{false};
    std::atomic<int> failures{0};
    std::vector<std::thread> busy;
    busy.reserve(3);
    for (int i = 0; i < 3; ++i) {
        busy.emplace_back([&] {
            while (!ended.load()) {
                failures += use_the_library() ? 0 : 1;
            }
        });
    }
    for (int i = 0; i < 50; ++i) {
        CHECK(child_can_use_the_library());
    }
    ended.store(true);
    for (std::thread& thread : busy) {
        thread.join();
    }
    CHECK(failures == 0);
}

TEST_CASE("fork() does not wait for a plug-in, and its child can use it") {
    Plugin plugin;
    std::promise<void> begun;
    std::promise<void> forked;
    plugin.during_collect = [&] {
        begun.set_value();
        forked.get_future().wait();
    };
    std::thread collecting([] { CHECK(use_the_library()); });
    begun.get_future().wait();
    CHECK(child_can_use_the_library());
    forked.set_value();
    collecting.join();
    plugin.during_collect = nullptr;
    CHECK(use_the_library());
}

TEST_CASE("a plug-in may fork while it is collected") {
    Plugin plugin;
    bool good = false;
    plugin.during_collect = [&good] { good = child_can_use_the_library(); };
    CHECK(use_the_library());
    CHECK(good);
}
