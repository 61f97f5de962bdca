// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "answers.h"
#include "base/bytes.h"
#include "source/winhost/worker/host_pool.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::source::winhost;

namespace {

constexpr std::int64_t second = 10'000'000;

struct Line; // a connection, as the host sees it

/// A network whose hosts do what the test says.
class Network final : public Transport {
  public:
    std::unique_ptr<Connection> connect(const HostSettings& settings, Connected connected) override;

    /// The newest connection.
    [[nodiscard]] Line& line() { return *lines.back(); }

    std::vector<Line*> lines; ///< null: closed
};

struct Line final : Connection {
    Line(Network& network, HostSettings settings, Transport::Connected connected)
        : network(network), number(network.lines.size()), settings(std::move(settings)),
          connected(std::move(connected)) {
        network.lines.push_back(this);
    }
    ~Line() override { network.lines[number] = nullptr; }

    void call(RegistryCall call_number, std::span<const std::byte> bytes, std::size_t /*room*/,
        Answered when_answered) override {
        last_call = call_number;
        last_request.assign(bytes.begin(), bytes.end());
        answered = std::move(when_answered);
        ++calls;
    }

    /// The value that is asked for, and the room for it.
    [[nodiscard]] std::u16string value() const {
        ByteReader reader(last_request);
        std::u16string text(reader.u32(28) - 1, u'\0');
        for (std::size_t i = 0; i < text.size(); ++i) {
            text[i] = reader.u16(40 + 2 * i);
        }
        return text;
    }
    [[nodiscard]] std::uint32_t room() const {
        ByteReader reader(last_request);
        return reader.u32(60 + (value().size() - 3 + 1) / 2 * 4);
    }

    void connect(const TransportFailure* failure = nullptr) {
        const auto callback = std::move(connected);
        callback(failure);
    }
    void answer(const std::vector<std::byte>& bytes) {
        const auto callback = std::move(answered);
        callback(nullptr, bytes);
    }
    void lose(Trouble trouble = Trouble::connection_lost) {
        const TransportFailure failure{.trouble = trouble};
        const auto callback = std::move(answered);
        callback(&failure, {});
    }
    /// Connects, and opens the key.
    void open() {
        connect();
        answer(open_answer(0));
    }

    Network& network;
    const std::size_t number;
    const HostSettings settings;
    Transport::Connected connected;
    Answered answered;
    std::optional<RegistryCall> last_call;
    std::vector<std::byte> last_request;
    int calls = 0;
};

std::unique_ptr<Connection> Network::connect(const HostSettings& settings, Connected connected) {
    return std::make_unique<Line>(*this, settings, std::move(connected));
}

/// What came of a request.
struct Outcome {
    int answers = 0;
    std::string text; ///< bytes, or the reason
    Status status = Status::success;
    std::uint32_t connection = 0;
};

struct Scene {
    Network network;
    HostPool pool{network};
    std::int64_t now = 0;
    std::deque<Outcome> outcomes;
    HostSettings settings; ///< of all hosts

    /// Asks a host; the time-out is two seconds.
    Outcome& ask(
        std::u16string value = u"238", const std::string& name = "web1", HostCall call = HostCall::query) {
        HostRequest request;
        request.host = name;
        request.settings = settings;
        request.settings.name = name;
        request.time_out = 2000;
        request.value = std::move(value);
        Outcome& outcome = outcomes.emplace_back();
        pool.ask(call, request, now,
            [&outcome](Result<std::span<const std::byte>, Failure> answer, std::uint32_t connection) {
                ++outcome.answers;
                outcome.connection = connection;
                outcome.text = answer ? std::string(as_text(answer.value())) : answer.error().message();
                outcome.status = answer ? Status::success : answer.error().status();
            });
        return outcome;
    }

    void advance(std::int64_t ticks) {
        now += ticks;
        pool.advance(now);
    }

    [[nodiscard]] bool is_connected() const { return network.lines.back() != nullptr; }
};

std::vector<std::byte> data(const std::string& text) {
    return query_answer(0, std::as_bytes(std::span(text)));
}

bool says(const Outcome& outcome, std::string_view text) {
    return outcome.answers == 1 && outcome.text.find(text) != std::string::npos;
}

} // namespace

TEST_CASE("a host is connected when it is first asked, and answers in order") {
    Scene scene;
    const Outcome& first = scene.ask(u"2");
    const Outcome& second_one = scene.ask(u"238 6");
    REQUIRE(scene.network.lines.size() == 1);
    CHECK(first.answers == 0);
    scene.network.line().connect();
    CHECK(scene.network.line().last_call == RegistryCall::open_performance_data);
    scene.network.line().answer(open_answer(0));
    CHECK(scene.network.line().value() == u"2");
    CHECK(scene.network.line().room() == 65536);
    scene.network.line().answer(data("one"));
    CHECK(first.text == "one");
    CHECK(scene.network.line().value() == u"238 6");
    scene.network.line().answer(data("two"));
    CHECK(second_one.text == "two");
    const Outcome& third = scene.ask();
    scene.network.line().answer(data("three"));
    CHECK(third.text == "three");
    CHECK(scene.network.lines.size() == 1);
}

TEST_CASE("a request to connect is answered by the connection") {
    Scene scene;
    const Outcome& outcome = scene.ask(u"", "web1", HostCall::connect);
    scene.network.line().open();
    CHECK(outcome.answers == 1);
    CHECK(outcome.status == Status::success);
    CHECK(scene.network.line().calls == 1);
}

TEST_CASE("hosts do not wait for each other") {
    Scene scene;
    const Outcome& hanging = scene.ask(u"2", "web1");
    const Outcome& well = scene.ask(u"2", "web2");
    scene.network.line().open();
    scene.network.line().answer(data("two"));
    CHECK(well.text == "two");
    CHECK(hanging.answers == 0);
}

TEST_CASE("a larger answer gets more room, twice as much or what the host says") {
    Scene scene;
    const Outcome& outcome = scene.ask();
    scene.network.line().open();
    scene.network.line().answer(query_answer(error_more_data, {}));
    CHECK(scene.network.line().room() == 131072);
    scene.network.line().answer(query_answer(error_more_data, {}, 1'000'000));
    CHECK(scene.network.line().room() == 1'000'000);
    scene.network.line().answer(data("large"));
    CHECK(outcome.text == "large");
}

TEST_CASE("a value that needed room is asked for with it the next time, and others are not") {
    Scene scene;
    scene.ask(u"238");
    scene.network.line().open();
    scene.network.line().answer(query_answer(error_more_data, {}));
    scene.network.line().answer(data(std::string(100'000, 'x')));
    scene.ask(u"500");
    CHECK(scene.network.line().room() == 65536);
    scene.network.line().answer(data("small"));
    scene.ask(u"238");
    CHECK(scene.network.line().room() == 131072);
}

TEST_CASE("endless requests for more room end") {
    Scene scene;
    const Outcome& outcome = scene.ask();
    scene.network.line().open();
    int asked = 0;
    while (outcome.answers == 0 && asked < 100) {
        ++asked;
        scene.network.line().answer(query_answer(error_more_data, {}, 0xFFFFFFFF));
    }
    CHECK(asked < 20);
    CHECK(says(outcome, "16 MiB"));
    CHECK(outcome.status == value_refused);
    CHECK(scene.is_connected());
}

TEST_CASE("a value that a host refuses is an error, and the connection stays") {
    Scene scene;
    const Outcome& outcome = scene.ask();
    scene.network.line().open();
    scene.network.line().answer(query_answer(2, {}));
    CHECK(says(outcome, "error 2"));
    CHECK(outcome.status == value_refused);
    CHECK(scene.is_connected());
}

TEST_CASE("a malformed answer ends the connection") {
    Scene scene;
    const Outcome& outcome = scene.ask();
    scene.network.line().open();
    scene.network.line().answer({});
    CHECK(says(outcome, "no answer"));
    CHECK_FALSE(scene.is_connected());
}

TEST_CASE("a key that cannot be opened is a reason") {
    struct Case {
        std::vector<std::byte> answer;
        const char* reason;
    };
    const Case cases[] = {
        {open_answer(5), "Performance Monitor Users"}, {open_answer(1450), "error 1450"}, {{}, "no answer"}};
    for (const Case& item : cases) {
        Scene scene;
        const Outcome& outcome = scene.ask();
        scene.network.line().connect();
        scene.network.line().answer(item.answer);
        CHECK(says(outcome, item.reason));
        CHECK(outcome.status == Status::cstatus_no_machine);
        CHECK_FALSE(scene.is_connected());
    }
}

TEST_CASE("a host that failed is left alone for a while, longer each time") {
    Scene scene;
    const TransportFailure refused{.trouble = Trouble::no_connection};
    scene.ask();
    scene.network.line().connect(&refused);
    CHECK(says(scene.outcomes.back(), "port 445"));
    scene.advance(second - 1);
    CHECK(says(scene.ask(), "port 445"));
    CHECK(scene.network.lines.size() == 1);
    scene.advance(1);
    CHECK(scene.ask().answers == 0);
    REQUIRE(scene.network.lines.size() == 2);
    scene.network.line().connect(&refused);
    scene.advance(2 * second - 1);
    CHECK(says(scene.ask(), "port 445"));
    scene.advance(1);
    const Outcome& outcome = scene.ask();
    REQUIRE(scene.network.lines.size() == 3);
    scene.network.line().open();
    scene.network.line().answer(data("back"));
    CHECK(outcome.text == "back");
}

TEST_CASE("nobody waits a second time for a host that hangs, until it is connected") {
    Scene scene;
    const Outcome& first = scene.ask();
    CHECK(scene.pool.next_time() == 2 * second);
    scene.advance(2 * second);
    CHECK(says(first, "in time"));
    CHECK(scene.is_connected()); // it still tries
    CHECK(says(scene.ask(), "in time"));
    scene.network.line().open();
    const Outcome& outcome = scene.ask();
    scene.network.line().answer(data("back"));
    CHECK(outcome.text == "back");
}

TEST_CASE("connecting has an end, and the next try is not waited for") {
    Scene scene;
    scene.ask();
    scene.advance(2 * second);
    scene.advance(HostPool::longest_connecting - 2 * second);
    CHECK_FALSE(scene.is_connected());
    CHECK(says(scene.ask(), "in time"));
    CHECK(scene.network.lines.size() == 1);
    scene.advance(second);
    CHECK(says(scene.ask(), "in time"));
    CHECK(scene.network.lines.size() == 2);
}

TEST_CASE("a request that is overdue ends the connection, and all that wait for it") {
    Scene scene;
    const Outcome& first = scene.ask();
    scene.network.line().open();
    scene.advance(second);
    const Outcome& later = scene.ask();
    scene.advance(second);
    CHECK(says(first, "in time"));
    CHECK(says(later, "in time"));
    CHECK_FALSE(scene.is_connected());
}

TEST_CASE("a connection that was lost is made again at once, and the request repeated") {
    Scene scene;
    scene.ask();
    scene.network.line().open();
    scene.network.line().answer(data("one"));
    const Outcome& outcome = scene.ask();
    scene.network.line().lose();
    REQUIRE(scene.network.lines.size() == 2);
    CHECK(outcome.answers == 0);
    scene.network.line().open();
    scene.network.line().answer(data("two"));
    CHECK(outcome.text == "two");
    CHECK(outcome.connection != scene.outcomes.front().connection);
}

TEST_CASE("a host that loses each connection is left alone") {
    Scene scene;
    const Outcome& outcome = scene.ask();
    scene.network.line().open();
    scene.network.line().lose();
    scene.network.line().open();
    scene.network.line().lose();
    CHECK(says(outcome, "lost"));
    CHECK(says(scene.ask(), "lost"));
    CHECK(scene.network.lines.size() == 2);
}

TEST_CASE("all objects have a connection of their own, more room, and no say about others") {
    Scene scene;
    const Outcome& all = scene.ask(u"Global");
    scene.network.line().open();
    CHECK(scene.network.line().room() == 0x400000);
    const Outcome& one = scene.ask(u"238");
    REQUIRE(scene.network.lines.size() == 2);
    scene.network.line().open();
    scene.network.line().answer(data("one"));
    CHECK(one.text == "one");
    scene.advance(2 * second);
    CHECK(says(all, "in time"));
    CHECK(scene.network.lines[0] == nullptr);
    CHECK(scene.is_connected());
}

TEST_CASE("long answers wait for each other when all hosts together have many") {
    Scene scene;
    std::vector<Line*> lines;
    for (int i = 0; i < 5; ++i) {
        scene.ask(u"Counter 009", "host" + std::to_string(i));
        lines.push_back(&scene.network.line());
        lines.back()->open();
        lines.back()->answer(query_answer(error_more_data, {}, 63U << 20U));
    }
    CHECK(lines[3]->calls == 3);
    CHECK(lines[4]->calls == 2);
    const Outcome& small = scene.ask(u"2", "small");
    scene.network.line().open();
    scene.network.line().answer(data("small"));
    CHECK(small.text == "small");
    lines[0]->answer(data("long"));
    CHECK(lines[4]->calls == 3);
    scene.advance(2 * second); // all are late, which gives their room back
    CHECK(scene.ask(u"Counter 009", "another").answers == 0);
    scene.network.line().open();
    scene.network.line().answer(query_answer(error_more_data, {}, 63U << 20U));
    CHECK(scene.network.line().calls == 3);
}

TEST_CASE("a connection that was lost keeps the room that a value needs") {
    Scene scene;
    scene.ask();
    scene.network.line().open();
    scene.network.line().answer(query_answer(error_more_data, {}));
    scene.network.line().answer(data("large"));
    scene.ask();
    scene.network.line().lose();
    scene.network.line().open();
    CHECK(scene.network.line().room() == 131072);
}

TEST_CASE("some hosts are connected at once, and the others when these are") {
    Scene scene;
    for (std::size_t i = 0; i < LogIns::most_at_once + 2; ++i) {
        scene.ask(u"2", "host" + std::to_string(i));
    }
    REQUIRE(scene.network.lines.size() == LogIns::most_at_once);
    scene.network.lines[3]->open();
    REQUIRE(scene.network.lines.size() == LogIns::most_at_once + 1);
    const TransportFailure refused{.trouble = Trouble::no_connection};
    scene.network.lines[4]->connect(&refused);
    CHECK(scene.network.lines.size() == LogIns::most_at_once + 2);
}

TEST_CASE("a host that waits for its turn says so, and has it nevertheless") {
    Scene scene;
    for (std::size_t i = 0; i < LogIns::most_at_once; ++i) {
        scene.ask(u"2", "host" + std::to_string(i));
    }
    const Outcome& late = scene.ask(u"2", "late");
    scene.advance(2 * second);
    CHECK(says(late, "other hosts are connected first"));
    scene.network.lines[0]->open();
    REQUIRE(scene.network.lines.size() == LogIns::most_at_once + 1);
    CHECK(scene.network.line().settings.name == "late");
}

namespace {

/// Hosts with one account.
struct AccountScene : Scene {
    AccountScene() {
        settings.authentication = Authentication::ntlm;
        settings.user = "monitor";
        settings.password_file = folder.write("password", "wrong");
        for (int i = 0; i < 20; ++i) {
            ask(u"2", "host" + std::to_string(i));
        }
    }

    void refuse() { network.line().connect(&refusal); }

    test::TemporaryFolder folder;
    const TransportFailure refusal{.trouble = Trouble::log_in_failed};
};

} // namespace

TEST_CASE("a wrong password is tried twice, until its file changes") {
    AccountScene scene;
    CHECK(scene.network.lines.size() == 1);
    scene.refuse();
    CHECK(scene.network.lines.size() == 2);
    scene.refuse();
    CHECK(scene.network.lines.size() == 2);
    for (const Outcome& outcome : scene.outcomes) {
        CHECK(says(outcome, "log-in failed"));
    }
    CHECK(says(scene.outcomes.back(), "lock the account"));
    scene.advance(60 * second);
    CHECK(says(scene.ask(u"2", "host7"), "lock the account"));
    CHECK(scene.network.lines.size() == 2);
    scene.folder.write("password", "another one");
    scene.ask(u"2", "host7");
    CHECK(scene.network.lines.size() == 3);
}

TEST_CASE("a wrong password is tried again after a while") {
    AccountScene scene;
    scene.refuse();
    scene.refuse();
    scene.advance(LogIns::held_back - 1);
    scene.ask();
    CHECK(scene.network.lines.size() == 2);
    scene.advance(1);
    scene.ask();
    CHECK(scene.network.lines.size() == 3);
}

TEST_CASE("a password that was right is used for all hosts at once, though one refuses it") {
    AccountScene scene;
    scene.refuse();
    scene.network.line().open();
    CHECK(scene.network.lines.size() == 20);
    scene.advance(60 * second);
    CHECK(says(scene.ask(u"2", "host0"), "lock the account"));
    CHECK(scene.network.lines.size() == 20);
}

TEST_CASE("a host that takes long keeps no other from trying the password") {
    AccountScene scene;
    CHECK(scene.pool.next_time() <= 2 * second);
    scene.advance(2 * second);
    CHECK(scene.network.lines.size() == 2);
}

TEST_CASE("a connection that nobody uses is closed, and its host forgotten") {
    Scene scene;
    scene.ask();
    scene.network.line().open();
    scene.network.line().answer(data("one"));
    CHECK(scene.pool.next_time() == HostPool::longest_idle);
    scene.advance(HostPool::longest_idle - 1);
    CHECK(scene.is_connected());
    scene.advance(1);
    CHECK_FALSE(scene.is_connected());
    CHECK(scene.pool.next_time() == INT64_MAX);
}

TEST_CASE("a name that a call cannot have is refused") {
    Scene scene;
    CHECK(says(scene.ask(std::u16string(0x7FFF, u'1')), "too much"));
}

TEST_CASE("reasons say what to do, and have no password") {
    const HostSettings ntlm{.name = "web1",
        .authentication = Authentication::ntlm,
        .user = "monitor",
        .password_file = "/etc/password"};
    for (int trouble = 0; trouble <= static_cast<int>(Trouble::other); ++trouble) {
        const std::string text = advice({.trouble = static_cast<Trouble>(trouble), .code = 0xC0000001}, ntlm);
        CHECK(text.size() > 20);
        CHECK(text.find("0xC0000001") != std::string::npos);
    }
    CHECK(advice(failure_of_status(0xC0000418, false, Authentication::ntlm), ntlm)
              .find("use auth = kerberos") != std::string::npos);
}

TEST_CASE("a pipe that is missing has the status of a name that is") {
    const TransportFailure failure = failure_of_status(0xC0000034, false, Authentication::kerberos);
    CHECK(advice(failure, {.name = "web1"}).find("the name web1 is unknown here") == 0);
    CHECK(advice(failure, {.name = "web1", .address = "10.0.0.5"}).find("the service Remote Registry") == 0);
}

TEST_CASE("statuses of Windows are troubles") {
    const auto trouble = [](std::uint32_t status, bool was_connected = false,
                             Authentication authentication = Authentication::kerberos) {
        return failure_of_status(status, was_connected, authentication).trouble;
    };
    CHECK(trouble(0xC0000236) == Trouble::no_connection);
    CHECK(trouble(0xC000006D) == Trouble::log_in_failed);
    CHECK(trouble(0xC0000234) == Trouble::account);
    CHECK(trouble(0xC0000133) == Trouble::clock_skew);
    CHECK(trouble(0xC000005E) == Trouble::no_kdc);
    CHECK(trouble(0xC000005E, true) == Trouble::connection_lost);
    CHECK(trouble(0xC0000022) == Trouble::not_permitted);
    CHECK(trouble(0xC000000D) == Trouble::no_service_name);
    CHECK(trouble(0xC000000D, false, Authentication::ntlm) == Trouble::other);
    CHECK(trouble(0xC000020C) == Trouble::unsigned_server);
    CHECK(trouble(0xC0000001) == Trouble::other);
    CHECK(trouble(0xC000020C, true) == Trouble::connection_lost);
    CHECK(trouble(0xC0000236, true) == Trouble::connection_lost);
}
