// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/libpcp.h"

#include "base/input_limits.h"
#include "base/platform.h"
#include "base/shared_library.h"
#include "base/trace.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <iterator>

namespace pdh_shim::source::pcp {

Result<void, Failure> check_may_use_libpcp() {
    if (platform::is_privileged_start()) {
        return Failure(Status::access_denied, {},
            "a set-id program uses no Performance Co-Pilot: it obeys its user's variables");
    }
    return outcome::success();
}

Result<std::shared_ptr<const Libpcp>, Failure> Libpcp::load(const std::string& file) {
    PDH_SHIM_CHECK(check_may_use_libpcp());
    PDH_SHIM_TRY(const SharedLibrary library, SharedLibrary::load(file));
    auto loaded = std::make_shared<Libpcp>();
    PDH_SHIM_CHECK(library.find("pmNewContext", loaded->new_context));
    PDH_SHIM_CHECK(library.find("pmDestroyContext", loaded->destroy_context));
    PDH_SHIM_CHECK(library.find("pmUseContext", loaded->use_context));
    PDH_SHIM_CHECK(library.find("pmWhichContext", loaded->present_context));
    PDH_SHIM_CHECK(library.find("pmLookupName", loaded->lookup_name));
    PDH_SHIM_CHECK(library.find("pmLookupDescs", loaded->lookup_descs));
    PDH_SHIM_CHECK(library.find("pmTraversePMNS_r", loaded->traverse));
    PDH_SHIM_CHECK(library.find("pmGetInDom", loaded->get_indom));
    PDH_SHIM_CHECK(library.find("pmGetInDomArchive", loaded->get_indom_archive));
    PDH_SHIM_CHECK(library.find("pmFetch", loaded->fetch));
    PDH_SHIM_CHECK(library.find("pmFetchArchive", loaded->fetch_archive));
    PDH_SHIM_CHECK(library.find("pmGetArchiveLabel", loaded->archive_label));
    PDH_SHIM_CHECK(library.find("pmGetArchiveEnd", loaded->archive_end));
    PDH_SHIM_CHECK(library.find("pmSetMode", loaded->set_mode));
    PDH_SHIM_CHECK(library.find("pmFreeResult", loaded->free_result));
    PDH_SHIM_CHECK(library.find("pmErrStr_r", loaded->error_text));
    return loaded;
}

std::string Libpcp::text_of(int error) const {
    std::array<char, PM_MAXERRMSGLEN> text{};
    return error_text(error, text.data(), static_cast<int>(text.size()));
}

namespace {

// Errors of PCP itself are below this; the others are errno, negative: of the network or of files.
constexpr int first_pcp_error = -12345;

// Whether a request failed because the connection did, and not since there is nothing of that name.
bool is_lost(int error) noexcept {
    switch (error) {
    case PM_ERR_IPC:
    case PM_ERR_EOF:
    case PM_ERR_TIMEOUT:
    case PM_ERR_NOTCONN:
    case PM_ERR_NOCONTEXT:
    case PM_ERR_TLS:
        return true;
    default:
        return error < 0 && error > first_pcp_error;
    }
}

/// What libpcp lists. No exception may pass through it.
struct ListedMetrics {
    std::vector<std::string>& names;
    bool has_too_many = false;
    std::exception_ptr exception;
};

void add_metric(const char* name, void* list) noexcept {
    ListedMetrics& listed = *static_cast<ListedMetrics*>(list);
    listed.has_too_many = listed.names.size() >= most_listed_metrics();
    if (listed.has_too_many || listed.exception != nullptr) {
        return;
    }
    try {
        listed.names.emplace_back(name);
    } catch (...) {
        listed.exception = std::current_exception();
    }
}

} // namespace

std::size_t most_listed_metrics() noexcept {
    constexpr std::size_t memory_per_metric = 1024; // of all that is made of it
    return memory_limit() / memory_per_metric;
}

void LibpcpContext::close() noexcept {
    if (number_ >= 0) {
        static_cast<void>(library_->destroy_context(number_));
        number_ = -1;
    }
}

FetchedResult LibpcpContext::owned(pmResult* fetched) const {
    return {fetched, [library = library_](pmResult* done) { library->free_result(done); }};
}

std::optional<std::vector<pmDesc>> LibpcpContext::describe(std::span<const std::string> names) {
    std::vector<pmDesc> descriptions(
        names.size(), pmDesc{.pmid = PM_ID_NULL, .type = {}, .indom = {}, .sem = {}, .units = {}});
    if (names.empty()) {
        return descriptions;
    }
    std::vector<const char*> texts;
    std::ranges::transform(names, std::back_inserter(texts), &std::string::c_str);
    std::vector<pmID> numbers(names.size(), PM_ID_NULL);
    const int count = static_cast<int>(names.size());
    int result = library_->lookup_name(count, texts.data(), numbers.data());
    const bool has_any = std::ranges::any_of(numbers, [](pmID number) { return number != PM_ID_NULL; });
    if (!is_lost(result) && has_any) {
        result = library_->lookup_descs(count, numbers.data(), descriptions.data());
    }
    if (is_lost(result)) {
        fail(result);
        return std::nullopt;
    }
    return descriptions;
}

std::optional<std::vector<std::string>> LibpcpContext::list(const std::string& prefix) {
    std::vector<std::string> names;
    ListedMetrics listed{names, false, nullptr};
    const int result = library_->traverse(prefix.c_str(), add_metric, &listed);
    if (is_lost(result)) {
        fail(result);
        return std::nullopt;
    }
    if (listed.exception != nullptr) {
        std::rethrow_exception(listed.exception);
    }
    if (listed.has_too_many) {
        trace::write(trace::Level::warning, "there are more metrics than PDH_SHIM_MEMORY_LIMIT allows");
        return std::nullopt;
    }
    std::ranges::sort(names);
    return names;
}

std::optional<InstanceNames> LibpcpContext::instances(pmInDom domain) {
    return instances_by(library_->get_indom, domain);
}

std::optional<InstanceNames> LibpcpContext::all_instances(pmInDom domain) {
    return instances_by(library_->get_indom_archive, domain);
}

std::optional<InstanceNames> LibpcpContext::instances_by(GetInstances* get, pmInDom domain) {
    int* numbers = nullptr;
    char** texts = nullptr;
    const int count = get(domain, &numbers, &texts);
    if (is_lost(count)) {
        fail(count);
        return std::nullopt;
    }
    InstanceNames names;
    for (int i = 0; i < count; ++i) {
        names[numbers[i]] = texts[i];
    }
    if (count > 0) { // as documented, each is one block of malloc()
        std::free(numbers);
        std::free(static_cast<void*>(texts));
    }
    return names;
}

} // namespace pdh_shim::source::pcp
