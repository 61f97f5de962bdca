// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/encoding.h"
#include "api/handles.h"
#include "api/output.h"
#include "base/locks.h"
#include "base/manual_clock.h"
#include "core/runtime.h"

#include <boost/noncopyable.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::api {

/// The clock that pdh_shim_freeze_clock() puts in the place of the system's. Any thread may call anything.
class FrozenClock {
  public:
    /// @param system_time to start at, or 0 for the clock's time now
    void freeze(SwitchableClock& clock, std::int64_t system_time);
    /// @return whether it is frozen
    [[nodiscard]] bool advance(std::int64_t ticks);
    void release(SwitchableClock& clock);

  private:
    ForkMutex mutex_{Rank::state}; // guards what follows
    std::shared_ptr<ManualClock> frozen_;
};

/// Texts that programs may use for ever: each is stored once and never freed.
class LastingTexts {
  public:
    /// The text in the encoding, with its terminator.
    [[nodiscard]] const void* keep(Encoding encoding, std::u16string_view text);

  private:
    ForkMutex mutex_; // guards what follows
    std::set<std::string> texts_;
};

/// The paths that PdhVbCreateCounterPathList keeps.
class PathList {
  public:
    void replace(std::vector<std::u16string> paths);
    /// @param index counts from 1
    [[nodiscard]] std::optional<std::u16string> at(std::int64_t index);

  private:
    ForkMutex mutex_; // guards what follows
    std::vector<std::u16string> paths_;
};

/// Counts the open queries. Programs that never close theirs are the most frequent leak, so the log says it
/// once.
class OpenQueries {
  public:
    void opened() noexcept;
    void closed() noexcept { --count_; }

  private:
    std::atomic<unsigned> count_{0};
    std::atomic_flag warned_ = ATOMIC_FLAG_INIT;
};

/// All state of the library in this process, but for the log, the clocks and the files of base. The first
/// function that needs it makes it; the rooms below the door are handed what they need of it.
struct LibraryState {
    core::Runtime runtime;
    FrozenClock frozen_clock;
    SizeQueryCache size_query_cache{runtime.clock()};
    LastingTexts explain_texts; ///< of PdhGetExplainText
    PathList vb_paths;
    std::atomic<bool> real_time_query_opened{false};
    OpenQueries open_queries;
    std::atomic_flag terminal_taken = ATOMIC_FLAG_INIT; ///< see dialogs::show_dialog()
    HandleTable handles;                                ///< last: they are closed before what they use
};

[[nodiscard]] LibraryState& library();

/// Reads the environment, if nothing has done so yet: for what is logged, and the time limit of databases.
inline void read_settings() {
    static_cast<void>(library());
}

} // namespace pdh_shim::api
