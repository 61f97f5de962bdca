// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Performance DLLs as sources. The sample of samples/performance_dll, and one that misbehaves as its INI file
// says.
#include "patience.h"
#include "support.h"
#include "temporary_folder.h"

#include <pdh_shim/control.h>

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace conformance;

namespace {

/// A folder with an INI file of the DLL that misbehaves.
class OddProvider {
  public:
    explicit OddProvider(const std::string& behaviour, const std::string& more = {},
        const std::string& library = ODD_PROVIDER) {
        std::filesystem::create_directories(folder_.path("pdh-shim/providers"));
        std::ofstream(file()) << "[info]\ndrivername=Odd\nsymbolfile=" ODD_SYMBOLS "\n"
                                 "[text]\nODD_009_NAME=Odd\nODD_LEVEL_009_NAME=Level\n"
                                 "ODD_HITS_009_NAME=% Hits\nODD_LOOKUPS_009_NAME=% Hits Base\n"
                                 "LONE_009_NAME=Lone\nLONE_DEPTH_009_NAME=Depth\n"
                                 "[performance]\nLibrary="
                              << library
                              << "\nOpen=OddOpen\nCollect=OddCollect\nClose=OddClose\n"
                                 "Set Indexes=OddIndexes\nFirst Counter=7000\nExport="
                              << behaviour << "\n"
                              << more;
    }
    OddProvider(const OddProvider&) = delete;
    OddProvider& operator=(const OddProvider&) = delete;
    OddProvider(OddProvider&&) = delete;
    OddProvider& operator=(OddProvider&&) = delete;
    ~OddProvider() { use_script("widgets.json"); }

    [[nodiscard]] std::string folder() const { return folder_.path(); }
    [[nodiscard]] std::string file() const { return folder_.path("pdh-shim/providers/odd.ini"); }
    [[nodiscard]] std::string source() const { return "provider:" + file(); }
    /// Before a script, so that it is asked first.
    [[nodiscard]] std::string with_script() const {
        return source() + ",script:" + utf8(script_path("widgets.json"));
    }

  private:
    pdh_shim::test::TemporaryFolder folder_;
};

/// Moves the stopped clock on and on while it lives.
class FlyingTime {
  public:
    FlyingTime() = default;
    FlyingTime(const FlyingTime&) = delete;
    FlyingTime& operator=(const FlyingTime&) = delete;
    FlyingTime(FlyingTime&&) = delete;
    FlyingTime& operator=(FlyingTime&&) = delete;
    ~FlyingTime() {
        landed_ = true;
        thread_.join();
    }

  private:
    void fly() const {
        while (!landed_) {
            FrozenClock::advance(1);
            std::this_thread::yield();
        }
    }

    std::atomic<bool> landed_{false};
    std::thread thread_{[this] { fly(); }};
};

/// Has registrations looked for in a folder while it lives.
class DataHome {
  public:
    explicit DataHome(const std::string& folder) { setenv("XDG_DATA_HOME", folder.c_str(), 1); }
    DataHome(const DataHome&) = delete;
    DataHome& operator=(const DataHome&) = delete;
    DataHome(DataHome&&) = delete;
    DataHome& operator=(DataHome&&) = delete;
    ~DataHome() { setenv("XDG_DATA_HOME", before_.c_str(), 1); }

  private:
    static std::string get() {
        const char* const value = getenv("XDG_DATA_HOME");
        return value == nullptr ? "" : value;
    }
    const std::string before_ = get();
};

// The DLL's counter has no data, and the script's has.
void check_only_script_has_data() {
    const Query query;
    PDH_HCOUNTER const level = query.add(TEXT("\\Odd(a)\\Level"));
    PDH_HCOUNTER const depth = query.add(TEXT("\\Gadget\\Depth"));
    query.collect(2);
    CHECK(failure(level) == failure_of(PDH_INVALID_DATA, PDH_CSTATUS_INVALID_DATA));
    CHECK(double_value(depth) == 8);
    CHECK_SUCCESS(PdhValidatePath(TEXT("\\Lone\\Depth")));
}

} // namespace

TEST_SUITE_BEGIN("provider");

TEST_CASE("a performance DLL: counters have the names of its INI file, and are calculated") {
    const FrozenClock clock;
    REQUIRE_SUCCESS(choose_sources("provider:" WIDGET_PERF));
    const Query query;
    PDH_HCOUNTER const items = query.add(TEXT("\\Widget(lathe)\\Items/sec"));
    PDH_HCOUNTER const hits = query.add(TEXT("\\widget(press)\\% hits"));
    PDH_HCOUNTER const queue = query.add(TEXT("\\Widget(*)\\Queue Length"));
    PDH_HCOUNTER const orders = query.add(TEXT("\\Widget Factory\\Orders/sec"));
    PDH_HCOUNTER const stock = query.add(TEXT("\\Widget Factory\\Stock"));
    query.collect();
    FrozenClock::advance(2);
    query.collect();
    CHECK(double_value(items) == 10);
    CHECK(double_value(hits) == 75);
    CHECK(item_texts(queue) == "drill=0 lathe=1 press=2");
    CHECK(double_value(orders) == 50);
    CHECK(double_value(stock) == 42);
    use_script("widgets.json");
}

TEST_CASE("a performance DLL: default scales are reported, and applied only by choice") {
    const OddProvider provider("");
    REQUIRE_SUCCESS(choose_sources(provider.source()));
    const Query query;
    PDH_HCOUNTER const level = query.add(TEXT("\\Odd(b)\\Level")); // 2
    query.collect();
    PDH_COUNTER_INFO info{};
    DWORD size = sizeof info;
    REQUIRE_SUCCESS(PdhGetCounterInfo(level, FALSE, &size, &info));
    CHECK(info.lDefaultScale == 3);
    CHECK(info.lScale == 0);
    CHECK(double_value(level) == 2);
    CHECK(double_value(level, PDH_FMT_NOCAP100) == 2);
    CHECK(long_value(level) == 2);
    apply_default_scale(true);
    CHECK(double_value(level) == 2000);
    reset_default_scale();
    CHECK(double_value(level) == 2);
    REQUIRE_SUCCESS(PdhSetCounterScaleFactor(level, 1));
    CHECK(double_value(level) == 20);
}

TEST_CASE("a performance DLL: its objects, counters, instances and indexes are listed") {
    REQUIRE_SUCCESS(choose_sources("provider:" WIDGET_PERF));
    CHECK(expand(TEXT("\\Widget(*)\\Items/sec")) == std::vector<std::string>{"\\Widget(drill)\\Items/sec",
                                                        "\\Widget(lathe)\\Items/sec",
                                                        "\\Widget(press)\\Items/sec"});
    CHECK(expand(TEXT("\\Widget Factory\\*")) ==
          std::vector<std::string>{"\\Widget Factory\\Orders/sec", "\\Widget Factory\\Stock"});
    DWORD index = 0;
    CHECK_SUCCESS(PdhLookupPerfIndexByName(nullptr, TEXT("Orders/sec"), &index));
    CHECK(index == 6012);
    const auto name = [](TCHAR* buffer, DWORD* size) {
        return PdhLookupPerfNameByIndex(nullptr, 6010, buffer, size);
    };
    CHECK(single_text(name) == "Widget Factory");
    use_script("widgets.json");
}

TEST_CASE("a performance DLL that breaks a rule is disabled; the other sources continue") {
    for (const char* const behaviour :
        {"overrun", "wrong_byte_count", "negative_instances", "collect_fails"}) {
        CAPTURE(behaviour);
        const OddProvider provider(behaviour);
        REQUIRE_SUCCESS(choose_sources(provider.with_script()));
        check_only_script_has_data();
    }
}

TEST_CASE("a performance DLL that crashes in its own process loses only its own counters") {
    const OddProvider provider("crashes", "Isolation=process\n");
    REQUIRE_SUCCESS(choose_sources(provider.with_script()));
    check_only_script_has_data();
}

TEST_CASE("a performance DLL that hangs hits its time-out; the other sources continue") {
    const OddProvider provider("hangs", "Isolation=process\n");
    const FrozenClock clock;
    REQUIRE_SUCCESS(choose_sources(provider.with_script()));
    const FlyingTime time; // from here on nothing is waited for but the call that hangs
    check_only_script_has_data();
}

TEST_CASE("a performance DLL that cannot be loaded is PDH_INVALID_DATASOURCE") {
    for (const char* const isolation : {"Isolation=none\n", "Isolation=process\n"}) {
        CAPTURE(isolation);
        const OddProvider provider("", isolation, "/no/such/library.so");
        CHECK_STATUS(choose_sources(provider.with_script()), PDH_INVALID_DATASOURCE);
    }
    CHECK_STATUS(choose_sources("provider:no such file.ini"), PDH_INVALID_DATASOURCE);
    CHECK_STATUS(choose_sources("provider:" ODD_SYMBOLS), PDH_INVALID_DATASOURCE);
}

TEST_CASE("a performance DLL whose Open fails has no objects") {
    const OddProvider provider("open_fails");
    REQUIRE_SUCCESS(choose_sources(provider.with_script()));
    CHECK_STATUS(PdhValidatePath(TEXT("\\Odd(a)\\Level")), PDH_CSTATUS_NO_OBJECT);
    CHECK_SUCCESS(PdhValidatePath(TEXT("\\Gadget\\Depth")));
}

TEST_CASE("registered performance DLLs are loaded, but for those that cannot be") {
    const OddProvider provider("");
    std::ofstream(provider.folder() + "/pdh-shim/providers/broken.ini")
        << "[performance]\nLibrary=missing.so\n";
    const DataHome home(provider.folder());
    CHECK_SUCCESS(choose_sources("script:" + utf8(script_path("widgets.json")) + ",registered"));
    CHECK_SUCCESS(PdhValidatePath(TEXT("\\Odd(a)\\Level")));
    CHECK_SUCCESS(PdhValidatePath(TEXT("\\Gadget\\Depth")));
}

TEST_CASE("registered performance DLLs of a home that is another user's are not loaded" *
          doctest::skip(geteuid() != 0)) {
    const OddProvider provider("");
    const std::string store = provider.folder() + "/pdh-shim/providers";
    const DataHome home(provider.folder());
    const std::string sources = "script:" + utf8(script_path("widgets.json")) + ",registered";
    REQUIRE_SUCCESS(choose_sources(sources));
    CHECK_SUCCESS(PdhValidatePath(TEXT("\\Odd(a)\\Level")));
    REQUIRE(chown(store.c_str(), 1000, 1000) == 0);
    REQUIRE_SUCCESS(pdh_shim_set_log("warning", (provider.folder() + "/log").c_str()));
    REQUIRE_SUCCESS(choose_sources(sources));
    CHECK_SUCCESS(pdh_shim_set_log("off", nullptr));
    CHECK_STATUS(PdhValidatePath(TEXT("\\Odd(a)\\Level")), PDH_CSTATUS_NO_OBJECT);
    std::ifstream log(provider.folder() + "/log");
    const std::string told(std::istreambuf_iterator<char>(log), {});
    CHECK(told.find(store + ": its performance DLLs are not loaded: " + store + " belongs to user 1000") !=
          std::string::npos);
}

TEST_CASE("as root, a performance DLL that others can change is PDH_INVALID_DATASOURCE" *
          doctest::skip(geteuid() != 0)) {
    const OddProvider provider("");
    REQUIRE_SUCCESS(choose_sources(provider.source()));
    REQUIRE(chmod(provider.file().c_str(), 0666) == 0);
    CHECK_STATUS(choose_sources(provider.source()), PDH_INVALID_DATASOURCE);
    REQUIRE(chmod(provider.file().c_str(), 0644) == 0);
    REQUIRE(chmod(provider.folder().c_str(), 0777) == 0);
    CHECK_STATUS(choose_sources(provider.source()), PDH_INVALID_DATASOURCE);
    REQUIRE(chmod(provider.folder().c_str(), 0755) == 0);
    CHECK_SUCCESS(choose_sources(provider.source()));
}

TEST_CASE("a performance DLL finds its own indexes in the registry, and no other's") {
    const OddProvider registered(""); // as service Odd too, by the indexes that lodctr gave
    std::filesystem::remove(registered.file());
    std::ofstream(registered.file()) << "[info]\ndrivername=Odd\n[performance]\nFirst Counter=100000\n"
                                        "First Help=100001\n";
    const DataHome home(registered.folder());
    for (const char* const isolation : {"Isolation=none\n", "Isolation=process\n"}) {
        CAPTURE(isolation);
        const OddProvider provider("good", isolation, REGISTRY_PROVIDER);
        std::string ini;
        std::getline(std::ifstream(provider.file()), ini, '\0');
        ini.replace(ini.find("Set Indexes=OddIndexes\n"), 23, "");
        std::ofstream(provider.file()) << ini;
        REQUIRE_SUCCESS(choose_sources(provider.source()));
        CHECK_SUCCESS(PdhValidatePath(TEXT("\\Odd(a)\\Level")));
        const Query query;
        PDH_HCOUNTER const level = query.add(TEXT("\\Odd(b)\\Level"));
        query.collect();
        CHECK(double_value(level) == 2);
    }
}

TEST_CASE("a program may fork while a performance DLL starts: nothing of it is waited for") {
    void* const library = dlopen(ODD_PROVIDER, RTLD_NOW);
    REQUIRE(library != nullptr);
    auto* const is_hanging = reinterpret_cast<bool (*)()>(dlsym(library, "odd_provider_is_hanging"));
    auto* const release = reinterpret_cast<void (*)()>(dlsym(library, "odd_provider_release"));
    const OddProvider provider("open_hangs");
    const FrozenClock clock; // its time-out never comes
    std::thread starter([&] { CHECK_SUCCESS(choose_sources(provider.source())); });
    while (!is_hanging()) {
        std::this_thread::yield();
    }
    const std::string script = "script:" + utf8(script_path("widgets.json"));
    const pid_t child = fork();
    if (child == 0) {
        alarm(pdh_shim::test::patience);
        _exit(choose_sources(script) == ERROR_SUCCESS ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
    release();
    starter.join();
    dlclose(library);
}

TEST_SUITE_END();
