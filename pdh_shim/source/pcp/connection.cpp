#include "source/pcp/connection.h"

#include "base/trace.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace pdh_shim::source::pcp {
namespace {

// Errors of PCP itself are below this; the others are errno, negative: of the network.
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

} // namespace

bool Connection::open() {
    if (context_ >= 0) {
        static_cast<void>(library_->use_context(context_));
        return true;
    }
    if (clock_.now().perf_time < next_try_) {
        return false;
    }
    const int made = library_->new_context(PM_CONTEXT_HOST, address_.c_str());
    if (made < 0) {
        wait_longer();
        return fail(made);
    }
    context_ = made;
    ++generation_;
    wait_ = 0;
    return true;
}

void Connection::wait_longer() {
    wait_ = std::clamp(2 * wait_, shortest_wait, longest_wait);
    next_try_ = clock_.now().perf_time + wait_;
}

void Connection::close() noexcept {
    if (context_ >= 0) {
        static_cast<void>(library_->destroy_context(context_));
        context_ = -1;
    }
}

bool Connection::fail(int error) {
    trace::write(trace::Level::warning, "host " + address_ + ": " + library_->text_of(error));
    close();
    return false;
}

bool Connection::describe(std::span<const std::string> names, std::vector<pmDesc>& descriptions) {
    descriptions.assign(
        names.size(), pmDesc{.pmid = PM_ID_NULL, .type = {}, .indom = {}, .sem = {}, .units = {}});
    if (names.empty()) {
        return true;
    }
    std::vector<const char*> texts;
    std::ranges::transform(names, std::back_inserter(texts), &std::string::c_str);
    std::vector<pmID> numbers(names.size(), PM_ID_NULL);
    const int count = static_cast<int>(names.size());
    int result = library_->lookup_name(count, texts.data(), numbers.data());
    if (is_lost(result)) {
        return fail(result);
    }
    if (std::ranges::all_of(numbers, [](pmID number) { return number == PM_ID_NULL; })) {
        return true;
    }
    result = library_->lookup_descs(count, numbers.data(), descriptions.data());
    return is_lost(result) ? fail(result) : true;
}

bool Connection::list(const std::string& prefix, std::vector<std::string>& names) {
    names.clear();
    const auto add = [](const char* name, void* list) {
        static_cast<std::vector<std::string>*>(list)->emplace_back(name);
    };
    const int result = library_->traverse(prefix.c_str(), add, &names);
    if (is_lost(result)) {
        return fail(result);
    }
    std::ranges::sort(names);
    return true;
}

FetchedResult Connection::fetch(std::vector<pmID>& metrics) {
    pmResult* fetched = nullptr;
    const int result = library_->fetch(static_cast<int>(metrics.size()), metrics.data(), &fetched);
    if (result < 0) {
        fail(result);
        return nullptr;
    }
    if (result > 0) { // a set of PMCD_*_AGENT: agents came, went or were restarted
        ++generation_;
    }
    return {fetched, [library = library_](pmResult* done) { library->free_result(done); }};
}

bool Connection::instances(pmInDom domain, std::map<int, std::string>& names) {
    int* numbers = nullptr;
    char** texts = nullptr;
    const int count = library_->get_indom(domain, &numbers, &texts);
    if (is_lost(count)) {
        return fail(count);
    }
    for (int i = 0; i < count; ++i) {
        names[numbers[i]] = texts[i];
    }
    if (count > 0) { // as documented, each is one block of malloc()
        std::free(numbers);
        std::free(static_cast<void*>(texts));
    }
    return true;
}

} // namespace pdh_shim::source::pcp
