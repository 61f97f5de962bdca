// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/protocol.h"

#include "base/bytes.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

namespace pdh_shim::source::pcp {
namespace {

// Each set of values, and each value that is not in its set, begins at a multiple of this.
constexpr std::size_t alignment = 8;
static_assert(alignof(pmValueSet) <= alignment && alignof(pmValueBlock) <= alignment);

constexpr std::size_t values_at = offsetof(pmValueSet, vlist);

std::size_t aligned(std::size_t place) noexcept {
    return (place + alignment - 1) / alignment * alignment;
}

template <class T>
bool read_at(std::span<const std::byte> bytes, std::size_t place, T& object) noexcept {
    if (place > bytes.size() || sizeof(T) > bytes.size() - place) {
        return false;
    }
    std::memcpy(&object, bytes.data() + place, sizeof(T));
    return true;
}

// libpcp gives what a host sent.
std::size_t size_of(const pmValueBlock& block) noexcept {
    return std::max<std::size_t>(block.vlen, PM_VAL_HDR_SIZE);
}

std::size_t count_of(const pmValueSet& set) noexcept {
    return static_cast<std::size_t>(std::max(set.numval, 0)); // a negative number is an error
}

void append_set(const pmValueSet& set, ByteWriter& writer) {
    writer.align(alignment);
    const std::size_t count = count_of(set);
    writer.bytes({reinterpret_cast<const std::byte*>(&set), values_at + count * sizeof(pmValue)});
    for (std::size_t i = 0; set.valfmt != PM_VAL_INSITU && i < count; ++i) {
        const pmValueBlock* const block = set.vlist[i].value.pval;
        writer.align(alignment);
        writer.bytes({reinterpret_cast<const std::byte*>(block), size_of(*block)});
    }
}

} // namespace

std::vector<std::byte> encode_request(
    RequestHead head, std::string_view host, std::span<const std::byte> subject) {
    head.host_bytes = host.size();
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    writer.bytes(std::as_bytes(std::span(&head, 1)));
    writer.bytes(std::as_bytes(std::span(host)));
    writer.bytes(subject);
    return bytes;
}

std::optional<PcpRequest> read_request(std::span<const std::byte> bytes) {
    PcpRequest request;
    if (!read_at(bytes, 0, request.head) || request.head.host_bytes > bytes.size() - sizeof(RequestHead)) {
        return std::nullopt;
    }
    const auto rest = bytes.subspan(sizeof(RequestHead));
    const auto host_bytes = static_cast<std::size_t>(request.head.host_bytes);
    request.host = as_text(rest.first(host_bytes));
    request.subject = rest.subspan(host_bytes);
    return request;
}

std::vector<std::byte> encode_texts(std::span<const std::string> texts) {
    std::vector<std::byte> bytes;
    for (const std::string& text : texts) {
        ByteWriter(bytes).bytes(std::as_bytes(std::span(text.c_str(), text.size() + 1)));
    }
    return bytes;
}

std::vector<std::string> read_texts(std::span<const std::byte> bytes) {
    std::vector<std::string> texts;
    std::string_view rest = as_text(bytes);
    for (std::size_t end = rest.find('\0'); end != std::string_view::npos; end = rest.find('\0')) {
        texts.emplace_back(rest.substr(0, end));
        rest.remove_prefix(end + 1);
    }
    return texts;
}

std::vector<std::byte> encode_instances(const InstanceNames& instances) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    for (const auto& [number, name] : instances) {
        writer.bytes(std::as_bytes(std::span(&number, 1)));
        writer.bytes(std::as_bytes(std::span(name.c_str(), name.size() + 1)));
    }
    return bytes;
}

InstanceNames read_instances(std::span<const std::byte> bytes) {
    InstanceNames instances;
    for (int number = 0; read_at(bytes, 0, number);) {
        const std::string_view rest = as_text(bytes.subspan(sizeof(number)));
        const std::string_view name = rest.substr(0, rest.find('\0'));
        if (name.size() == rest.size()) {
            break;
        }
        instances.insert_or_assign(number, std::string(name));
        bytes = bytes.subspan(sizeof(number) + name.size() + 1);
    }
    return instances;
}

std::vector<std::byte> encode_values(const pmResult& fetched) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    writer.bytes(std::as_bytes(std::span(&fetched.timestamp, 1)));
    for (int i = 0; i < fetched.numpmid; ++i) {
        append_set(*fetched.vset[i], writer);
    }
    return bytes;
}

// The parts follow each other: none lies where pointers have been put.
bool FetchedValues::read_set(std::size_t& place) {
    place = aligned(place);
    pmValueSet head{};
    std::span<std::byte> bytes(bytes_);
    if (place > bytes.size() || values_at > bytes.size() - place) {
        return false;
    }
    bytes = bytes.subspan(place);
    std::memcpy(&head, bytes.data(), values_at);
    if (count_of(head) > (bytes.size() - values_at) / sizeof(pmValue)) {
        return false;
    }
    auto* const set = reinterpret_cast<pmValueSet*>(bytes.data());
    place += values_at + count_of(head) * sizeof(pmValue);
    for (pmValue& value : std::span(set->vlist, head.valfmt == PM_VAL_INSITU ? 0 : count_of(head))) {
        place = aligned(place);
        if (place > bytes_.size() || PM_VAL_HDR_SIZE > bytes_.size() - place) {
            return false;
        }
        auto* const block = reinterpret_cast<pmValueBlock*>(bytes_.data() + place);
        if (size_of(*block) > bytes_.size() - place) {
            return false;
        }
        value.value.pval = block;
        place += size_of(*block);
    }
    sets_.push_back(set);
    return true;
}

std::optional<FetchedValues> FetchedValues::read(
    std::vector<std::byte> answer, std::size_t place, std::size_t metrics) {
    FetchedValues values(std::move(answer));
    if (!read_at(values.bytes_, place, values.timestamp_)) {
        return std::nullopt;
    }
    place += sizeof(timeval);
    while (values.sets_.size() < metrics) {
        if (!values.read_set(place)) {
            return std::nullopt;
        }
    }
    return values;
}

} // namespace pdh_shim::source::pcp
