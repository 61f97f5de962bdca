// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "base/locks.h"
#include "helper/helper.h"
#include "model/source.h"
#include "names/title_list.h"
#include "source/winhost/hosts_file.h"

#include <boost/noncopyable.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::winhost {

/// Who keeps titles of a host that may be long unused.
class TitleKeeper : boost::noncopyable {
  public:
    virtual ~TitleKeeper() = default;

    virtual void drop_titles() = 0;
};

/// The process that asks the hosts, which all of them share, and the titles that several have. Any thread may
/// use it.
class HostClient : boost::noncopyable {
  public:
    using Request = std::shared_ptr<helper::Helper::Request>;

    /// How long titles are kept after they were used: they take more memory than the rest of a host.
    static constexpr std::int64_t titles_last = 30 * ticks_per_second;

    /// @param time_out ticks that a host has for an answer
    /// @param clock    of time-outs: must advance by itself
    HostClient(helper::HelperProgram program, std::int64_t time_out, Clock& clock);

    /// Begins to ask. @param host see encode_host() @param value empty = only to connect
    [[nodiscard]] Request begin(std::span<const std::byte> host, std::u16string_view value);
    /// @retval cstatus_no_machine it does not answer; the reason says what to do
    /// @retval invalid_data it refuses this value
    [[nodiscard]] Result<std::vector<std::byte>, Failure> finish(const Request& request);

    /// Has titles dropped that are unused for long, whichever host is asked.
    void add(std::weak_ptr<TitleKeeper> keeper);

    [[nodiscard]] std::int64_t now() { return clock_.now().perf_time; }

    /// The titles in a value such as `Counter 009`. Equal ones of several hosts are one list.
    [[nodiscard]] std::shared_ptr<const names::TitleList> titles_in(std::span<const std::byte> value);

  private:
    const std::int64_t time_out_;
    Clock& clock_;
    helper::Helper helper_;
    Locked<std::vector<std::weak_ptr<const names::TitleList>>> titles_;
    std::atomic<std::int64_t> dropped_ = 0; // when titles were last
    Locked<std::vector<std::weak_ptr<TitleKeeper>>> keepers_;

    void drop_titles();
};

/// A Windows host: a source whose samples have the times of its own clock. Any thread may call anything.
class WindowsHost : public model::Source {
  public:
    /// Connects to it, if it is not connected. @retval cstatus_no_machine it does not answer
    [[nodiscard]] virtual Result<void, Failure> connect() = 0;
};

/// @param settings of the host, or of all whose name has its ending
/// @param clock    of collects that it does not answer
[[nodiscard]] std::shared_ptr<WindowsHost> make_windows_host(const std::shared_ptr<HostClient>& client,
    const HostSettings& settings, const std::string& name, Clock& clock);

} // namespace pdh_shim::source::winhost
