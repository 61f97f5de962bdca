// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// pdh-pcp-host: asks the pmcds of hosts for the library, which starts it (helper/). libpcp waits for a host,
// so each has a thread.
//
// usage: pdh-pcp-host LIBPCP

#include "base/bytes.h"
#include "base/input_limits.h"
#include "base/locks.h"
#include "base/named_file.h"
#include "base/own_thread.h"
#include "helper/worker.h"
#include "source/pcp/protocol.h"
#include "source/pcp/worker/pmcd_connection.h"

#include <boost/noncopyable.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <sstream>
#include <string>
#include <sys/select.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace pdh_shim::source::pcp {
namespace {

// libpcp allocates as many bytes as a host announces, for all hosts, and has no setting against that. So
// malloc() of this process refuses large blocks; not where the C library is another one, or under a
// sanitizer.
#ifdef PDH_SHIM_BOUNDED_MALLOC
constexpr bool is_malloc_bounded = true;
#else
constexpr bool is_malloc_bounded = false;
#endif

std::atomic<pthread_t> refused; // the last thread that was refused a block

bool was_block_refused() noexcept {
    return refused == pthread_self();
}

using Answer = Result<std::vector<std::byte>, Failure>;

Failure no_answer(const std::string& reason) {
    return {Status::cstatus_no_machine, "", reason};
}

constexpr std::uint32_t most_memory = 1024; // MiB

// For what libpcp does not give back, as after answers that did not come to their end.
bool is_memory_used_up() {
    constexpr std::size_t longest = 100;
    const auto text = read_named_file("/proc/self/statm", longest);
    std::istringstream numbers(text ? std::string(as_text(text.value())) : std::string());
    std::uint64_t all = 0;
    std::uint64_t resident = 0;
    numbers >> all >> resident;
    return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) > most_memory * mebibyte;
}

/// A request; it refers to the bytes of its frame, which stay where they are when it moves.
struct Job {
    helper::Frame frame;
    PcpRequest request;
};

/// What all threads use.
struct Shared {
    std::shared_ptr<const Libpcp> library;
    helper::WorkerChannel channel{longest_message};
    std::atomic<std::int64_t> now{0}; // of the newest request
};

/// A host with its thread, which alone uses the connection to it, and lasts as long as the process.
class ServedHost : boost::noncopyable {
  public:
    ServedHost(Shared& shared, std::string address)
        : shared_(shared), connection_(shared.library, std::move(address)) {}

    /// Has a request answered by the thread. @retval false the time of the one that it works at is over
    [[nodiscard]] bool add(Job job);
    void run() noexcept;

  private:
    [[nodiscard]] Job next();
    [[nodiscard]] Answer answer_to(const Job& job);
    [[nodiscard]] std::optional<std::vector<std::byte>> perform(PcpCall call, const PcpRequest& request);

    Shared& shared_;
    PmcdConnection connection_; // only of the thread
    Mutex mutex_{Rank::leaf};   // guards what follows
    std::condition_variable changed_;
    std::deque<Job> jobs_;
    std::optional<std::int64_t> deadline_; // of the one that it works at
};

bool ServedHost::add(Job job) {
    {
        const std::scoped_lock lock(mutex_);
        if (deadline_ && *deadline_ <= job.request.head.now) {
            return false;
        }
        jobs_.push_back(std::move(job));
    }
    changed_.notify_one();
    return true;
}

Job ServedHost::next() {
    Mutex::Waiting waiting(mutex_);
    changed_.wait(waiting.lock(), [this] { return !jobs_.empty(); });
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    deadline_ = job.request.head.deadline;
    return job;
}

void ServedHost::run() noexcept {
    for (;;) {
        const Job job = next();
        Answer answer = Failure(Status::memory_allocation_failure);
        try {
            answer = answer_to(job);
        } catch (const std::exception&) { // no memory
        }
        {
            const std::scoped_lock lock(mutex_); // before the library can know it, and ask again
            deadline_.reset();
        }
        if (was_block_refused()) {
            shared_.channel.answer(job.frame.number, Failure(answer_refused));
        }
        if (was_block_refused() || (!answer && is_memory_used_up())) {
            _exit(1); // the next process is without it
        }
        const std::uint64_t generation = connection_.generation();
        if (answer) {
            shared_.channel.answer(
                job.frame.number, std::as_bytes(std::span(&generation, 1)), answer.value());
        } else {
            shared_.channel.answer(job.frame.number, answer.error());
        }
    }
}

Answer ServedHost::answer_to(const Job& job) {
    if (job.request.head.deadline <= shared_.now) {
        return no_answer({}); // nobody waits for it any more
    }
    if (!connection_.open(job.request.head.now)) {
        return no_answer(connection_.reason());
    }
    const auto call = static_cast<PcpCall>(job.frame.what);
    if (call == PcpCall::fetch && job.request.head.generation != connection_.generation()) {
        return std::vector<std::byte>();
    }
    auto answer = perform(call, job.request);
    if (!answer) {
        return no_answer(connection_.reason());
    }
    if (answer->size() > longest_message - sizeof(std::uint64_t)) {
        return no_answer("its answer is too long");
    }
    return std::move(*answer);
}

// None if the host does not answer.
std::optional<std::vector<std::byte>> ServedHost::perform(PcpCall call, const PcpRequest& request) {
    const auto encoded = [](const auto& found, const auto& encode) {
        return found ? std::optional(encode(*found)) : std::nullopt;
    };
    switch (call) {
    case PcpCall::describe:
        return encoded(connection_.describe(read_texts(request.subject)), [](const auto& found) {
            const auto bytes = std::as_bytes(std::span(found));
            return std::vector(bytes.begin(), bytes.end());
        });
    case PcpCall::list:
        return encoded(connection_.list(std::string(as_text(request.subject))), encode_texts);
    case PcpCall::instances: {
        const auto domain = read_array<pmInDom>(request.subject);
        return encoded(
            connection_.instances(domain.empty() ? PM_INDOM_NULL : domain.front()), encode_instances);
    }
    case PcpCall::fetch: {
        auto metrics = read_array<pmID>(request.subject);
        return encoded(connection_.fetch(metrics), encode_values);
    }
    default:
        return std::vector<std::byte>();
    }
}

/// Takes the requests.
class Server {
  public:
    explicit Server(const std::string& library) {
        auto loaded = Libpcp::load(library);
        if (loaded) {
            shared_.library = std::move(loaded).value();
        } else {
            refusal_ = std::move(loaded).error();
        }
    }

    /// Returns when the program wants no more.
    void run() {
        while (auto frame = shared_.channel.next()) {
            const std::uint32_t number = frame->number;
            const auto taken = take(std::move(*frame));
            if (!taken) {
                shared_.channel.answer(number, taken.error());
            }
        }
    }

  private:
    Result<void, Failure> take(helper::Frame frame) {
        if (shared_.library == nullptr) {
            return Failure(refusal_.status(), "", refusal_.message());
        }
        if (frame.what == static_cast<std::uint32_t>(PcpCall::load)) {
            shared_.channel.answer(frame.number, std::span<const std::byte>());
            return outcome::success();
        }
        const auto request = read_request(frame.body);
        if (!request) {
            return Failure(Status::invalid_data, "", "no such request");
        }
        shared_.now = std::max(shared_.now.load(), request->head.now);
        PDH_SHIM_TRY(ServedHost * host, host_of(std::string(request->host)));
        if (!host->add({.frame = std::move(frame), .request = *request})) {
            return no_answer("it still owes an answer to an earlier request");
        }
        return outcome::success();
    }

    Result<ServedHost*, Failure> host_of(const std::string& address) {
        const auto known = hosts_.find(address);
        if (known != hosts_.end()) {
            return known->second.get();
        }
        auto made = std::make_unique<ServedHost>(shared_, address);
        ServedHost* const host = made.get();
        try {
            start_detached_thread([host] { host->run(); });
        } catch (const std::system_error&) {
            return no_answer("the system gives no thread");
        }
        hosts_.emplace(address, std::move(made));
        return host;
    }

    Shared shared_;
    Failure refusal_; // why libpcp could not be loaded
    std::map<std::string, std::unique_ptr<ServedHost>> hosts_;
};

int serve(const char* library) {
    // libpcp waits with select(), which has no numbers beyond its set.
    helper::set_limits(
        {.memory = is_malloc_bounded ? 0 : most_memory, .descriptors = FD_SETSIZE, .keeps_secrets = true});
    helper::silence_standard_error();         // libpcp writes what it pleases there
    auto* const server = new Server(library); // its threads use it until the process ends
    server->run();
    _exit(0); // without destructors, while they run
}

} // namespace
} // namespace pdh_shim::source::pcp

#ifdef PDH_SHIM_BOUNDED_MALLOC
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): its name there
extern "C" void* __libc_malloc(std::size_t size);

// libpcp, which is loaded later, finds it in the place of the C library's.
extern "C" [[gnu::visibility("default")]] void* malloc(std::size_t size) noexcept {
    if (size > pdh_shim::source::pcp::longest_message) {
        pdh_shim::source::pcp::refused = pthread_self();
        errno = ENOMEM;
        return nullptr;
    }
    return __libc_malloc(size);
}
#endif

int main(int count, char** arguments) {
    if (count != 2) {
        return 2;
    }
    return pdh_shim::helper::run_helper(
        [library = arguments[1]] { return pdh_shim::source::pcp::serve(library); });
}
