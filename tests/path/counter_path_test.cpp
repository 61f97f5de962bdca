// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "path/counter_path.h"
#include "path/log_set_name.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::path;

namespace {

CounterPath make(std::u16string machine, std::u16string object, std::optional<InstanceName> instance,
    std::u16string counter) {
    CounterPath path;
    path.machine = std::move(machine);
    path.object = std::move(object);
    path.instance = std::move(instance);
    path.counter = std::move(counter);
    return path;
}

InstanceName instance(std::u16string parent, std::u16string name, std::uint32_t index = 0) {
    InstanceName result;
    result.parent = std::move(parent);
    result.name = std::move(name);
    result.index = index;
    return result;
}

struct Case {
    std::u16string_view text;
    CounterPath path;
};

const std::vector<Case> shapes{
    {u"\\System\\Threads", make(u"", u"System", std::nullopt, u"Threads")},
    {u"\\Process(java)\\ID Process", make(u"", u"Process", instance(u"", u"java"), u"ID Process")},
    {u"\\Process(java#2)\\ID Process", make(u"", u"Process", instance(u"", u"java", 2), u"ID Process")},
    {u"\\Thread(java/0)\\ID Thread", make(u"", u"Thread", instance(u"java", u"0"), u"ID Thread")},
    {u"\\Thread(java/0#3)\\ID Thread", make(u"", u"Thread", instance(u"java", u"0", 3), u"ID Thread")},
    {u"\\\\box\\System\\Threads", make(u"box", u"System", std::nullopt, u"Threads")},
    {u"\\\\box\\Process(java)\\ID Process", make(u"box", u"Process", instance(u"", u"java"), u"ID Process")},
    {u"\\\\box\\Process(java#2)\\ID Process",
        make(u"box", u"Process", instance(u"", u"java", 2), u"ID Process")},
    {u"\\\\box\\Thread(java/0)\\ID Thread", make(u"box", u"Thread", instance(u"java", u"0"), u"ID Thread")},
    {u"\\\\box\\Thread(java/0#3)\\ID Thread",
        make(u"box", u"Thread", instance(u"java", u"0", 3), u"ID Thread")},
};

// Names that hold what the grammar uses.
const std::vector<Case> awkward{
    {u"\\Network Interface(Intel(R) Ethernet (2))\\Bytes Sent/sec",
        make(u"", u"Network Interface", instance(u"", u"Intel(R) Ethernet (2)"), u"Bytes Sent/sec")},
    {u"\\LogicalDisk(/home)\\% Free Space",
        make(u"", u"LogicalDisk", instance(u"", u"/home"), u"% Free Space")},
    {u"\\LogicalDisk(/var/lib)\\% Free Space",
        make(u"", u"LogicalDisk", instance(u"", u"/var/lib"), u"% Free Space")},
    {u"\\LogicalDisk(/)\\% Free Space", make(u"", u"LogicalDisk", instance(u"", u"/"), u"% Free Space")},
    {u"\\Process(kworker/0:1-events)\\Threads",
        make(u"", u"Process", instance(u"kworker", u"0:1-events"), u"Threads")},
    {u"\\Process(a/b/c)\\Threads", make(u"", u"Process", instance(u"a", u"b/c"), u"Threads")},
    {u"\\Process(a/)\\Threads", make(u"", u"Process", instance(u"", u"a/"), u"Threads")},
    {u"\\Process(#1)\\Threads", make(u"", u"Process", instance(u"", u"#1"), u"Threads")},
    {u"\\Process(c#)\\Threads", make(u"", u"Process", instance(u"", u"c#"), u"Threads")},
    {u"\\Process(c# build)\\Threads", make(u"", u"Process", instance(u"", u"c# build"), u"Threads")},
    {u"\\Process(c#1x)\\Threads", make(u"", u"Process", instance(u"", u"c#1x"), u"Threads")},
    {u"\\Process(c#1#2)\\Threads", make(u"", u"Process", instance(u"", u"c#1", 2), u"Threads")},
    {u"\\Process(DOM\\user)\\Threads", make(u"", u"Process", instance(u"", u"DOM\\user"), u"Threads")},
    {u"\\Process(a)\\b)\\Threads", make(u"", u"Process", instance(u"", u"a)\\b"), u"Threads")},
    {u"\\Process(()\\Threads", make(u"", u"Process", instance(u"", u"("), u"Threads")},
    {u"\\Process())\\Threads", make(u"", u"Process", instance(u"", u")"), u"Threads")},
    {u"\\Database(lsass)\\Reads (Attached)/sec",
        make(u"", u"Database", instance(u"", u"lsass"), u"Reads (Attached)/sec")},
    {u"\\System\\Reads (Attached)/sec", make(u"", u"System", std::nullopt, u"Reads (Attached)/sec")},
    {u"\\\\host.example.org\\System\\Threads",
        make(u"host.example.org", u"System", std::nullopt, u"Threads")},
    // Get-Counter -ComputerName of Windows PowerShell writes two backslashes there.
    {u"\\\\box\\\\System\\Threads", make(u"box\\", u"System", std::nullopt, u"Threads")},
    {u"\\\\box\\\\Process(a)\\\\Threads", make(u"box\\", u"Process", instance(u"", u"a"), u"\\Threads")},
    {u"\\\\fe80::1(x)\\System\\Threads", make(u"fe80::1(x)", u"System", std::nullopt, u"Threads")},
    {u"\\Process(svc#4294967294)\\Threads",
        make(u"", u"Process", instance(u"", u"svc", 4294967294U), u"Threads")},
    {u"\\Process(svc#4294967295)\\Threads",
        make(u"", u"Process", instance(u"", u"svc#4294967295"), u"Threads")},
    {u"\\Process(svc#4294967296)\\Threads",
        make(u"", u"Process", instance(u"", u"svc#4294967296"), u"Threads")},
    {u"\\Process(svc#18446744073709551617)\\Threads",
        make(u"", u"Process", instance(u"", u"svc#18446744073709551617"), u"Threads")},
    {u"\\Process(*)\\*", make(u"", u"Process", instance(u"", u"*"), u"*")},
    {u"\\Thread(*/*#*)\\*", make(u"", u"Thread", instance(u"*", u"*", any_index), u"*")},
    {u"\\Process(java#*)\\*", make(u"", u"Process", instance(u"", u"java", any_index), u"*")},
    {u"\\*(*)\\*", make(u"", u"*", instance(u"", u"*"), u"*")},
    {u"\\Ger\u00E4t(\U0001F600)\\Z\u00E4hler",
        make(u"", u"Ger\u00E4t", instance(u"", u"\U0001F600"), u"Z\u00E4hler")},
};

/// Random texts made of what the grammar uses and a few letters.
class Generator {
  public:
    std::u16string text(std::size_t longest, std::u16string_view without) {
        constexpr std::u16string_view alphabet = u"()\\/#*017ab.\u00E9";
        std::u16string out;
        for (std::size_t length = pick(longest) + 1; length != 0; --length) {
            const char16_t unit = alphabet[pick(alphabet.size())];
            if (without.find(unit) == std::u16string_view::npos) {
                out += unit;
            }
        }
        return out.empty() ? u"x" : out;
    }
    std::size_t pick(std::size_t count) { return random_() % count; }

  private:
    std::mt19937 random_{1}; // NOLINT(cert-msc32-c,cert-msc51-cpp): the same paths in every run
};

/// An instance that the grammar can tell: no further slash could be its parent's, no tail its index.
InstanceName tellable_instance(Generator& generate) {
    InstanceName result;
    if (generate.pick(2) == 0) {
        result.parent = generate.text(6, u"/");
        result.name = generate.text(8, u"#");
    } else {
        result.name = generate.text(8, u"/#");
    }
    const std::uint32_t indexes[]{0, 0, 1, 77, any_index - 1, any_index};
    result.index = indexes[generate.pick(6)];
    return result;
}

CounterPath tellable_path(Generator& generate) {
    CounterPath path;
    if (generate.pick(2) == 0) {
        path.machine = generate.text(6, u"\\");
    }
    path.object = generate.text(6, u"(\\");
    if (generate.pick(3) != 0) {
        path.instance = tellable_instance(generate);
    }
    path.counter = generate.text(8, u"\\");
    return path;
}

Status status_of(std::u16string_view text) {
    const auto result = parse_counter_path(text);
    return result.has_value() ? Status::success : result.error();
}

} // namespace

TEST_CASE("all ten shapes of a path are taken apart and put together") {
    for (const Case& row : shapes) {
        CHECK(parse_counter_path(row.text).value() == row.path);
        CHECK(make_counter_path(row.path) == row.text);
    }
}

TEST_CASE("names with characters of the grammar survive") {
    for (const Case& row : awkward) {
        const auto path = parse_counter_path(row.text);
        REQUIRE(path.has_value());
        CHECK(path.value() == row.path);
        CHECK(make_counter_path(row.path) == row.text);
    }
}

TEST_CASE("any path of the grammar survives being printed and parsed") {
    Generator generate;
    for (int i = 0; i < 20'000; ++i) {
        const CounterPath path = tellable_path(generate);
        const auto parsed = parse_counter_path(make_counter_path(path));
        REQUIRE(parsed.has_value());
        REQUIRE(parsed.value() == path);
    }
}

TEST_CASE("a parsed path is printed as a path with the same meaning") {
    Generator generate;
    for (int i = 0; i < 50'000; ++i) {
        const auto path = parse_counter_path(u"\\" + generate.text(16, u""));
        if (path.has_value()) {
            REQUIRE(parse_counter_path(make_counter_path(path.value())).value() == path.value());
        }
    }
}

TEST_CASE("index 0 is read but never printed") {
    CHECK(parse_instance_name(u"java#0").value() == instance(u"", u"java"));
    CHECK(parse_instance_name(u"java#00").value() == instance(u"", u"java"));
    CHECK(parse_instance_name(u"java#007").value() == instance(u"", u"java", 7));
    CHECK(parse_instance_name(u"java#1#0").value() == instance(u"", u"java", 1));
    CHECK(make_instance_name(instance(u"", u"java")) == u"java");
    CHECK(make_instance_name(instance(u"p", u"java#1")) == u"p/java#1");
}

TEST_CASE("an empty instance name is invalid") {
    CHECK(parse_instance_name(u"").error() == Status::invalid_instance);
}

TEST_CASE("a machine is printed with two backslashes however it is given") {
    for (const char16_t* const machine : {u"box", u"\\box", u"\\\\box"}) {
        CHECK(make_counter_path(make(machine, u"System", std::nullopt, u"Threads")) ==
              u"\\\\box\\System\\Threads");
    }
    CHECK(make_counter_path(make(u"\\\\", u"System", std::nullopt, u"Threads")) == u"\\System\\Threads");
}

TEST_CASE("an empty path or counter is a missing counter name") {
    for (const char16_t* const text :
        {u"", u"\\System\\", u"\\\\box\\System\\", u"\\Process(java)\\", u"\\\\box\\Process(java)\\"}) {
        CHECK(status_of(text) == Status::cstatus_no_countername);
    }
}

TEST_CASE("an invalid path is a bad counter name") {
    for (const char16_t* const text : {
             u"System Up Time",
             u"System\\System Up Time",
             u" \\System\\Threads", // no backslash in front
             u"\\",
             u"\\System",
             u"\\Process(java)", // one component
             u"\\\\",
             u"\\\\box",
             u"\\\\box\\",
             u"\\\\box\\System", // no object or counter
             u"\\\\\\System\\Threads",
             u"\\\\box\\\\Threads", // empty machine, empty object
             u"\\(java)\\Threads",
             u"\\Process()\\Threads", // empty object, empty instance
             u"\\Process(java\\Threads",
             u"\\Process(java)Threads", // brackets
             u"\\Process(",
             u"\\Process(\\",
             u"\\Process(java) \\Threads",
         }) {
        CHECK(status_of(text) == Status::cstatus_bad_countername);
    }
}

TEST_CASE("a path is at most as long as PDH's buffers are") {
    const std::u16string start = u"\\System\\";
    std::u16string longest = start + std::u16string(max_counter_path - 1 - start.size(), u'x');
    CHECK(status_of(longest) == Status::success);
    longest += u'x';
    CHECK(status_of(longest) == Status::cstatus_bad_countername);
}

TEST_CASE("a log set has its data source before the first exclamation mark, then its name") {
    CHECK(parse_log_set_name(u"SQL:dsn!set") == LogSetName{u"dsn", u"set"});
    CHECK(parse_log_set_name(u"sql:my dsn!a!b ") == LogSetName{u"my dsn", u"a!b "});
    CHECK(parse_log_set_name(u"Sql:SQL:!:") == LogSetName{u"SQL:", u":"});
}

TEST_CASE("the name of a log set needs both parts; SQL: alone shows that one was meant") {
    for (const std::u16string_view name : {u"SQL:", u"SQL:dsn", u"SQL:dsn!", u"SQL:!set", u"SQL:!"}) {
        CHECK(is_log_set_name(name));
        CHECK_FALSE(parse_log_set_name(name).has_value());
    }
    for (const std::u16string_view name : {u"", u"SQL", u"dsn!set", u" SQL:dsn!set", u"/SQL:dsn!set"}) {
        CHECK_FALSE(is_log_set_name(name));
        CHECK_FALSE(parse_log_set_name(name).has_value());
    }
}
