// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Stands in for pdh-windows-hosts: the same requests and the same pool of hosts, but each host is a folder
// below the one that STAND_IN_HOSTS names. It has files by the names of values, such as `Counter 009`;
// `objects`, a PERF_DATA_BLOCK, of which a query gets the objects that it asks for; `costly`, the indexes of
// those that are not in `Global`; and `trouble`: why it cannot be asked (a number of Trouble), or `hang`. A
// host without a folder is off. `asked` gets a line for each value that is asked for.

#include "base/bytes.h"
#include "base/clock.h"
#include "base/text.h"
#include "block/block.h"
#include "block/layout.h"
#include "helper/worker.h"
#include "source/winhost/protocol.h"
#include "source/winhost/worker/host_pool.h"
#include "worker/answers.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <poll.h>
#include <set>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace pdh_shim::source::winhost {
namespace {

namespace fs = std::filesystem;

// A call returns before its callback is called.
std::deque<std::function<void()>> later;

std::vector<std::byte> bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

std::set<std::uint32_t> numbers_in(std::string_view text) {
    std::set<std::uint32_t> numbers;
    while (!text.empty()) {
        const std::string_view number = text.substr(0, text.find_first_of(" \n"));
        text.remove_prefix(std::min(number.size() + 1, text.size()));
        if (!number.empty()) {
            numbers.insert(static_cast<std::uint32_t>(std::stoul(std::string(number))));
        }
    }
    return numbers;
}

/// A file that is read again when it has changed.
class CachedFile {
  public:
    const std::vector<std::byte>& read(const fs::path& path) {
        std::error_code error;
        const auto time = fs::last_write_time(path, error);
        if (error) {
            bytes_.clear();
        } else if (time != time_ || bytes_.empty()) {
            bytes_ = bytes_of(path);
        }
        time_ = time;
        return bytes_;
    }

  private:
    std::vector<std::byte> bytes_;
    fs::file_time_type time_;
};

std::vector<std::byte> part_of_block(
    std::span<const std::byte> whole, const std::function<bool(std::uint32_t index)>& is_wanted) {
    block::BlockObjects objects;
    if (!objects.add_block(whole)) {
        return {whole.begin(), whole.end()}; // as it is, to be refused
    }
    ByteReader reader(whole);
    const auto header = whole.first(reader.u32(block::layout::block::header_length));
    std::vector<std::byte> bytes(header.begin(), header.end());
    std::uint32_t count = 0;
    for (const block::ObjectBytes& object : objects.objects()) {
        if (is_wanted(object.title_index)) {
            bytes.insert(bytes.end(), object.bytes.begin(), object.bytes.end());
            ++count;
        }
    }
    ByteWriter writer(bytes);
    writer.set_u32(block::layout::block::total_length, static_cast<std::uint32_t>(bytes.size()));
    writer.set_u32(block::layout::block::object_count, count);
    return bytes;
}

class FolderConnection final : public Connection {
  public:
    explicit FolderConnection(fs::path folder) : folder_(std::move(folder)) {}
    ~FolderConnection() override { *is_there_ = false; }

    void begin(const Transport::Connected& connected) {
        const std::string trouble(as_text(bytes_of(folder_ / "trouble")));
        if (!fs::exists(folder_)) {
            do_later([connected] {
                const TransportFailure failure{.trouble = Trouble::no_connection};
                connected(&failure);
            });
        } else if (trouble.empty()) {
            do_later([connected] { connected(nullptr); });
        } else if (trouble != "hang") {
            do_later([connected, number = std::stoi(trouble)] {
                const TransportFailure failure{.trouble = static_cast<Trouble>(number)};
                connected(&failure);
            });
        }
    }

    void call(RegistryCall number, std::span<const std::byte> request, std::size_t /*room*/,
        Answered answered) override {
        if (number == RegistryCall::open_performance_data) {
            do_later([answered] { answered(nullptr, open_answer(0)); });
            return;
        }
        if (!fs::exists(folder_)) {
            do_later([answered] {
                const TransportFailure failure{.trouble = Trouble::connection_lost};
                answered(&failure, {});
            });
            return;
        }
        if (fs::exists(folder_ / "trouble")) {
            return; // and so no answer
        }
        ByteReader reader(request);
        std::string value;
        for (std::uint32_t i = 0; i + 1 < reader.u32(28); ++i) {
            value += static_cast<char>(reader.u16(40 + 2 * i));
        }
        std::ofstream(folder_ / "asked", std::ios::app) << value << '\n';
        do_later([answered, bytes = value_of(value)] { answered(nullptr, bytes); });
    }

  private:
    void do_later(std::function<void()> what) {
        later.push_back([is_there = is_there_, what = std::move(what)] {
            if (*is_there) {
                what();
            }
        });
    }

    std::vector<std::byte> value_of(const std::string& value) {
        if (value.find_first_not_of("0123456789 ") == std::string::npos) {
            const auto wanted = numbers_in(value);
            return query_answer(0, part_of_block(objects_.read(folder_ / "objects"),
                                       [&](std::uint32_t index) { return wanted.contains(index); }));
        }
        if (value == "Global") {
            const auto costly = numbers_in(as_text(bytes_of(folder_ / "costly")));
            return query_answer(0, part_of_block(objects_.read(folder_ / "objects"),
                                       [&](std::uint32_t index) { return !costly.contains(index); }));
        }
        const auto bytes = bytes_of(folder_ / value);
        return bytes.empty() ? query_answer(2, {}) : query_answer(0, bytes);
    }

    const fs::path folder_;
    CachedFile objects_;
    const std::shared_ptr<bool> is_there_ = std::make_shared<bool>(true);
};

class FolderTransport final : public Transport {
  public:
    std::unique_ptr<Connection> connect(const HostSettings& settings, Connected connected) override {
        const char* const hosts = std::getenv("STAND_IN_HOSTS");
        auto connection =
            std::make_unique<FolderConnection>(fs::path(hosts == nullptr ? "" : hosts) / settings.name);
        connection->begin(connected);
        return connection;
    }
};

void take_requests(helper::WorkerChannel& channel, HostPool& hosts) {
    while (const auto frame = channel.next_arrived()) {
        const auto request = read_request(frame->body);
        if (!request) {
            channel.answer(frame->number, Failure(value_refused, "", "no such request"));
            continue;
        }
        hosts.ask(static_cast<HostCall>(frame->what), *request, system_clock().now().perf_time,
            [&channel, number = frame->number](
                Result<std::span<const std::byte>, Failure> answer, std::uint32_t connection) {
                if (answer) {
                    channel.answer(number, std::as_bytes(std::span(&connection, 1)), answer.value());
                } else {
                    channel.answer(number, answer.error());
                }
            });
    }
}

int serve() {
    FolderTransport transport;
    HostPool hosts(transport);
    helper::WorkerChannel channel(longest_request);
    while (!channel.is_at_end()) {
        while (!later.empty()) {
            const auto next = std::move(later.front());
            later.pop_front();
            next();
        }
        const std::int64_t now = system_clock().now().perf_time;
        hosts.advance(now);
        const std::int64_t pause = std::clamp<std::int64_t>((hosts.next_time() - now) / 10'000, 1, 1'000);
        pollfd source{.fd = helper::worker_socket, .events = POLLIN, .revents = 0};
        if (poll(&source, 1, later.empty() ? static_cast<int>(pause) : 0) > 0) {
            take_requests(channel, hosts);
        }
    }
    return 0;
}

} // namespace
} // namespace pdh_shim::source::winhost

int main() {
    return pdh_shim::helper::run_helper(pdh_shim::source::winhost::serve);
}
