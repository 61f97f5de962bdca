// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "source/pcp/context.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <pcp/pmapi.h>
#include <span>
#include <string>
#include <string_view>
#include <sys/time.h>
#include <type_traits>
#include <vector>

// What the library asks pdh-pcp-host (helper/frames.h has the frames). A request names its host, so that the
// process may be another one each time; it keeps a connection for each host. An answer begins with the
// generation of the connection (Context::generation(); no two processes have the same). Both ends are of the
// same build and on the same computer, so numbers and structures of libpcp are sent as they are. Only the
// library reads what may be malformed: libpcp, which has read what a host sent, is not trusted.

namespace pdh_shim::source::pcp {

/// What a frame asks for.
enum class PcpCall : std::uint32_t {
    load = 1,  ///< of no host: whether libpcp could be loaded
    connect,   ///< only a connection
    describe,  ///< texts, the names of metrics; the answer is a pmDesc of each
    list,      ///< the prefix; the answer is texts
    instances, ///< a pmInDom; the answer has their numbers and names
    fetch      ///< pmIDs; the answer is their values, or nothing if the numbers are of another generation
};

/// The status where a host announced a longer answer than is read. The process ends then.
inline constexpr Status answer_refused = Status::cstatus_invalid_data;

/// Bytes of a request, of an answer, and of what a host announces.
inline constexpr std::uint64_t longest_message = std::uint64_t{64} << 20U;

/// In front of the name of the host, behind which is what the call is about. Times are of the program's
/// performance clock.
struct RequestHead {
    std::int64_t now = 0;
    std::int64_t deadline = 0;    ///< the library waits so long
    std::uint64_t generation = 0; ///< that the numbers of a fetch are of
    std::uint64_t host_bytes = 0;
};
static_assert(std::has_unique_object_representations_v<RequestHead>);

struct PcpRequest {
    RequestHead head;
    std::string_view host;
    std::span<const std::byte> subject;
};

[[nodiscard]] std::vector<std::byte> encode_request(
    RequestHead head, std::string_view host, std::span<const std::byte> subject);
/// None if it is malformed. The result refers to the bytes.
[[nodiscard]] std::optional<PcpRequest> read_request(std::span<const std::byte> bytes);

/// Texts, each of which ends with a zero.
[[nodiscard]] std::vector<std::byte> encode_texts(std::span<const std::string> texts);
/// What is behind the last zero is left out.
[[nodiscard]] std::vector<std::string> read_texts(std::span<const std::byte> bytes);

[[nodiscard]] std::vector<std::byte> encode_instances(const InstanceNames& instances);
[[nodiscard]] InstanceNames read_instances(std::span<const std::byte> bytes);

/// Objects without pointers, one after the other.
template <class T>
[[nodiscard]] std::vector<T> read_array(std::span<const std::byte> bytes) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> objects(bytes.size() / sizeof(T));
    std::ranges::copy(
        bytes.first(objects.size() * sizeof(T)), std::as_writable_bytes(std::span(objects)).begin());
    return objects;
}

[[nodiscard]] std::vector<std::byte> encode_values(const pmResult& fetched);

/// The values of metrics, as libpcp has them; they are in the bytes of an answer.
class FetchedValues {
  public:
    /// None if the bytes from a place on (a multiple of 8) are malformed, or not of so many metrics.
    [[nodiscard]] static std::optional<FetchedValues> read(
        std::vector<std::byte> answer, std::size_t place, std::size_t metrics);

    [[nodiscard]] std::span<pmValueSet* const> sets() const noexcept { return sets_; }
    [[nodiscard]] const timeval& timestamp() const noexcept { return timestamp_; }

  private:
    explicit FetchedValues(std::vector<std::byte> answer) : bytes_(std::move(answer)) {}

    [[nodiscard]] bool read_set(std::size_t& place);

    std::vector<std::byte> bytes_;
    std::vector<pmValueSet*> sets_; // in the bytes
    timeval timestamp_{};
};

} // namespace pdh_shim::source::pcp
