#include "api/data_source.h"
#include "api/functions.h"
#include "api/output.h"
#include "base/fork_mutex.h"
#include "base/unload.h"

#include <mutex>
#include <set>
#include <string>
#include <utility>

namespace pdh_shim::api {
namespace {

Result<std::u16string> find_help(const TextIn& machine, const TextIn& object, const TextIn& counter) {
    PDH_SHIM_TRY(const auto found, find_machine(H_REALTIME_DATASOURCE, machine));
    PDH_SHIM_TRY(const std::u16string object_name, object.read());
    const auto reference = found->find_object(object_name);
    if (!reference) {
        return Status::cstatus_no_object;
    }
    if (counter.is_null()) {
        return found->object_help(*reference);
    }
    PDH_SHIM_TRY(const std::u16string counter_name, counter.read());
    const auto column = found->find_counter(*reference, counter_name);
    if (!column) {
        return Status::cstatus_no_counter;
    }
    return found->counter_help(*reference, *column);
}

// Text that the caller keeps for as long as he likes: each one once, for as long as the process lives. There
// are no more of them than the sources have explanations, in the languages that were in force.
Result<const void*> intern(Encoding encoding, std::u16string_view text) {
    struct Texts {
        ForkMutex mutex;
        std::set<std::string> texts;
    };
    static constinit Lasting<Texts> kept;
    PDH_SHIM_TRY(std::string bytes, encode(encoding, text));
    bytes.append(unit_size(encoding), '\0');
    const std::scoped_lock lock(kept.get().mutex);
    return kept.get().texts.insert(std::move(bytes)).first->data();
}

} // namespace

Result<void> lookup_name_by_index(const TextIn& machine, DWORD index, const TextOut& name, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(name.data(), size));
    PDH_SHIM_TRY(const auto found, find_machine(H_REALTIME_DATASOURCE, machine));
    const auto title = found->title(index);
    if (!title) {
        return Status::invalid_argument;
    }
    return write_text(name, size, *title);
}

Result<void> lookup_index_by_name(const TextIn& machine, const TextIn& name, LPDWORD index) {
    if (name.is_null() || index == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const auto found, find_machine(H_REALTIME_DATASOURCE, machine));
    PDH_SHIM_TRY(const std::u16string text, name.read());
    const auto title_index = found->title_index(text);
    if (!title_index) {
        return Status::string_not_found;
    }
    *index = *title_index;
    return outcome::success();
}

Result<void> list_titles(DWORD language, BOOL help, const TextOut& titles, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(titles.data(), size));
    PDH_SHIM_TRY(const auto machine, find_data_source(H_REALTIME_DATASOURCE));
    PDH_SHIM_TRY(const auto list, machine->titles(language, help != FALSE));
    return write_list(titles, size, list);
}

const void* get_explain_text(const TextIn& machine, const TextIn& object, const TextIn& counter) {
    const Result<std::u16string> help = find_help(machine, object, counter);
    if (!help || help.value().empty()) {
        return nullptr;
    }
    const Result<const void*> text = intern(object.encoding(), help.value());
    return text ? text.value() : nullptr;
}

} // namespace pdh_shim::api
