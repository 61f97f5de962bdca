#pragma once

#include "base/clock.h"
#include "base/status.h"
#include "source/pcp/libpcp.h"
#include "source/pcp/metric.h"

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::source::pcp {

/// One answer of a host.
using FetchedResult = std::unique_ptr<pmResult, std::function<void(pmResult*)>>;

/// The connection to the pmcd of one host. All of it belongs to one thread. When it is lost, the next use
/// connects again; after a host that did not answer, not before a while has passed, which doubles each time.
class Connection : boost::noncopyable {
  public:
    static constexpr std::int64_t shortest_wait = ticks_per_second / 2;
    static constexpr std::int64_t longest_wait = 30 * ticks_per_second;

    Connection(std::shared_ptr<const Libpcp> library, std::string address, Clock& clock)
        : library_(std::move(library)), address_(std::move(address)), clock_(clock) {}
    ~Connection() { close(); }

    /// @retval false the host does not answer
    [[nodiscard]] bool open();

    /// Another one after each reconnect, and when the host's agents have changed: numbers of metrics are then
    /// to be looked up again.
    [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }

    // All that follow: of an open connection, which a failure closes.

    /// The descriptions of metrics; PM_ID_NULL is the number of one that the host does not have.
    [[nodiscard]] bool describe(std::span<const std::string> names, std::vector<pmDesc>& descriptions);
    /// The names of all metrics below a prefix, sorted. @param prefix empty = all
    [[nodiscard]] bool list(const std::string& prefix, std::vector<std::string>& names);
    /// Null if it fails.
    [[nodiscard]] FetchedResult fetch(std::vector<pmID>& metrics);
    /// The names of the instances of a domain, by their numbers.
    [[nodiscard]] bool instances(pmInDom domain, std::map<int, std::string>& names);

  private:
    void close() noexcept;
    void wait_longer();
    bool fail(int error);

    const std::shared_ptr<const Libpcp> library_;
    const std::string address_;
    Clock& clock_;
    int context_ = -1;
    std::uint64_t generation_ = 0;
    std::int64_t wait_ = 0;     // after the next failure to connect
    std::int64_t next_try_ = 0; // of the performance clock
};

} // namespace pdh_shim::source::pcp
