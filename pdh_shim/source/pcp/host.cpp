// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/host.h"

#include "base/saturating.h"
#include "base/text.h"
#include "source/pcp/libpcp.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace pdh_shim::source::pcp {
namespace {

// The reason of a failure: of the host, or behind its name of pdh-pcp-host.
std::string reason_of(const Failure& failure) {
    constexpr std::size_t longest = 1000;
    const std::string text = escaped(failure.message().substr(0, longest));
    const bool is_of_host =
        failure.status() == Status::cstatus_no_machine || failure.status() == Status::async_query_timeout;
    return is_of_host ? text : "pdh-pcp-host: " + text;
}

} // namespace

HostConnection::HostConnection(std::shared_ptr<Host> host)
    : host_(std::move(host)), deadline_(saturated_add(host_->clock_.now().perf_time, host_->timeout_)) {
    set_generation(host_->generation_);
}

HostConnection::Question HostConnection::begin(
    PcpCall call, std::span<const std::byte> subject, std::uint64_t generation) {
    const std::int64_t now = host_->clock_.now().perf_time;
    if (now < host_->refused_until_) {
        return nullptr;
    }
    const auto request = encode_request(
        {.now = now, .deadline = deadline_, .generation = generation}, host_->address_, subject);
    return host_->helper_->begin(static_cast<std::uint32_t>(call), request, deadline_ - now);
}

Result<std::vector<std::byte>, Failure> HostConnection::finish(const Question& question) {
    if (question == nullptr) {
        return failure("it announced an answer of more than 64 MiB, and is not asked for ten minutes");
    }
    auto answer = host_->helper_->finish(question);
    if (!answer && answer.error().status() == answer_refused) {
        // Each time costs the other hosts the process.
        host_->refused_until_ = saturated_add(host_->clock_.now().perf_time, 600 * ticks_per_second);
        return finish(nullptr);
    }
    if (!answer) {
        return failure(reason_of(answer.error()));
    }
    std::uint64_t generation = 0;
    if (answer.value().size() < answer_at) {
        return failure("its answer is malformed");
    }
    std::memcpy(&generation, answer.value().data(), answer_at);
    set_generation(generation);
    host_->generation_ = generation;
    host_->failures_.is_well(0);
    return answer;
}

// The log has it too.
Failure HostConnection::failure(std::string reason) {
    Failure failure(Status::cstatus_no_machine, "host " + host_->address_, std::move(reason));
    host_->failures_.report(0, failure);
    return failure;
}

Result<void, Failure> HostConnection::connect() {
    PDH_SHIM_CHECK(finish(begin(PcpCall::connect, {})));
    return outcome::success();
}

// Without the generation. None if the host does not answer.
std::optional<std::vector<std::byte>> HostConnection::ask(PcpCall call, std::span<const std::byte> subject) {
    auto answer = finish(begin(call, subject));
    if (!answer) {
        return std::nullopt;
    }
    answer.value().erase(answer.value().begin(), answer.value().begin() + answer_at);
    return std::move(answer).value();
}

std::optional<std::vector<pmDesc>> HostConnection::describe(std::span<const std::string> names) {
    const auto answer = ask(PcpCall::describe, encode_texts(names));
    if (!answer) {
        return std::nullopt;
    }
    auto descriptions = read_array<pmDesc>(*answer);
    descriptions.resize(
        names.size(), pmDesc{.pmid = PM_ID_NULL, .type = {}, .indom = {}, .sem = {}, .units = {}});
    return descriptions;
}

std::optional<std::vector<std::string>> HostConnection::list(const std::string& prefix) {
    const auto answer = ask(PcpCall::list, std::as_bytes(std::span(prefix)));
    if (!answer) {
        return std::nullopt;
    }
    auto names = read_texts(*answer);
    if (names.size() > most_listed_metrics()) {
        static_cast<void>(failure("it has more metrics than PDH_SHIM_MEMORY_LIMIT allows"));
        return std::nullopt;
    }
    return names;
}

std::optional<InstanceNames> HostConnection::instances(pmInDom domain) {
    has_asked_for_names_ = true;
    const auto answer = ask(PcpCall::instances, std::as_bytes(std::span(&domain, 1)));
    return answer ? std::optional(read_instances(*answer)) : std::nullopt;
}

HostConnection::Question HostConnection::begin_fetch(
    std::uint64_t generation, std::span<const pmID> metrics) {
    return begin(PcpCall::fetch, std::as_bytes(metrics), generation);
}

std::optional<FetchedValues> HostConnection::finish_fetch(const Question& question, std::size_t metrics) {
    auto answer = finish(question);
    if (!answer || answer.value().size() == answer_at) { // of another generation
        return std::nullopt;
    }
    auto values = FetchedValues::read(std::move(answer).value(), answer_at, metrics);
    if (!values) {
        static_cast<void>(failure("its answer is malformed"));
    }
    return values;
}

} // namespace pdh_shim::source::pcp
