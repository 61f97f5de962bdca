#pragma once

#include "base/clock.h"
#include "base/file.h"
#include "base/fork_mutex.h"
#include "base/own_thread.h"
#include "base/waker.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace pdh_shim::source::linux {

/// How questions that may get no answer are asked.
struct ProbeOptions {
    /// Runs a job that nobody waits for. Throws std::system_error if it cannot.
    std::function<void(const std::function<void()>& job)> run_aside = start_lasting_thread;
    /// What `patience` is measured by. It has to go on by itself.
    Clock* clock = &system_clock();
    std::int64_t patience = ticks_per_second / 20; ///< that a collect has with each of them
};

/// Asks for the space of file systems that belong to a server or to another program, and may never answer:
/// each in a thread of its own. Shared by all sessions of a source.
class SpaceProbes {
  public:
    /// How many may be without an answer at a time.
    static constexpr std::size_t most = 8;

    SpaceProbes(std::shared_ptr<FileSystem> files, ProbeOptions options);

    /// Waits for the answer as long as the options say. While a question is overdue, it is neither waited for
    /// nor asked again; an answer that came late is told at the next call.
    /// @retval failed there is no answer yet, or too many others are overdue
    [[nodiscard]] FileResult<FileSpace> space(const std::string& path);

  private:
    struct Probe {
        std::shared_ptr<Waker> answered = std::make_shared<Waker>();
        std::int64_t deadline = 0;
        FileResult<FileSpace> answer = FileError::failed; // to be read when it has been answered
    };

    [[nodiscard]] std::shared_ptr<Probe> find_or_ask(const std::string& path);
    static void answer(FileSystem& files, const std::string& path, Probe& probe) noexcept;
    void leave_parents_probes();
    void forget(const std::string& path, const std::shared_ptr<Probe>& probe);

    const std::shared_ptr<FileSystem> files_;
    const ProbeOptions options_;
    ForkMutex mutex_;
    std::map<std::string, std::shared_ptr<Probe>> probes_; // guarded by mutex_
    long process_id_;                                      // that asked them
};

} // namespace pdh_shim::source::linux
