#include "api/functions.h"
#include "api/size_answers.h"
#include "base/descriptor_share.h"
#include "base/file.h"
#include "base/fork_mutex.h"
#include "base/trace.h"
#include "base/unload.h"
#include "core/runtime.h"

#include <pdh_shim/control.h>

#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace pdh_shim::api {
namespace {

struct FrozenClock {
    ForkMutex mutex{ForkMutex::Order::outer};
    std::shared_ptr<ManualClock> clock;
};

FrozenClock& frozen_clock() {
    static constinit Lasting<FrozenClock> frozen;
    return frozen.get();
}

} // namespace

Result<void> set_sources(LPCSTR list) {
    if (list == nullptr) {
        return Status::invalid_argument;
    }
    size_answers::forget();
    return core::Runtime::instance().choose_sources(list);
}

Result<void> set_default_scale(DWORD policy) {
    if (policy > PDH_SHIM_SCALE_IGNORE) {
        return Status::invalid_argument;
    }
    size_answers::forget();
    core::Runtime::instance().set_scale_policy(static_cast<core::ScalePolicy>(policy));
    return outcome::success();
}

Result<void> load_titles(LPCSTR ini_file) {
    if (ini_file == nullptr || *ini_file == '\0') {
        return Status::invalid_argument;
    }
    size_answers::forget();
    return core::Runtime::instance().load_titles(ini_file);
}

Result<void> set_language(DWORD language) {
    if (language == 0 || language > core::largest_language) {
        return Status::invalid_argument;
    }
    size_answers::forget();
    core::Runtime::instance().set_language(language);
    return outcome::success();
}

Result<void> set_log(LPCSTR level, LPCSTR file) {
    trace::Level parsed = trace::Level::off;
    if (level == nullptr || !trace::parse_level(level, parsed)) {
        return Status::invalid_argument;
    }
    if (!trace::configure(parsed, file == nullptr ? "" : file)) {
        return Status::log_file_open_error;
    }
    return outcome::success();
}

Result<void> set_descriptors(DWORD most) {
    if (most > most_descriptors) {
        return Status::invalid_argument;
    }
    static_cast<void>(core::Runtime::instance()); // or its environment would override it later
    set_descriptor_budget(most);
    return outcome::success();
}

Result<void> freeze_clock(LONGLONG system_time) {
    if (system_time < 0) {
        return Status::invalid_argument;
    }
    Instant start = core::Runtime::instance().clock().now();
    if (system_time != 0) {
        start.system_time = system_time;
        start.time_100ns = system_time;
    }
    const std::scoped_lock lock(frozen_clock().mutex);
    frozen_clock().clock = std::make_shared<ManualClock>(start);
    core::Runtime::instance().clock().use(frozen_clock().clock);
    return outcome::success();
}

Result<void> advance_clock(LONGLONG ticks) {
    std::shared_ptr<ManualClock> clock;
    {
        const std::scoped_lock lock(frozen_clock().mutex);
        clock = frozen_clock().clock;
    }
    if (ticks < 0 || clock == nullptr) {
        return Status::invalid_argument;
    }
    clock->advance(ticks);
    return outcome::success();
}

Result<void> release_clock() {
    const std::scoped_lock lock(frozen_clock().mutex);
    frozen_clock().clock = nullptr;
    core::Runtime::instance().clock().use(nullptr);
    return outcome::success();
}

Result<void> add_source(const struct pdh_shim_source* source) {
    if (source == nullptr) {
        return Status::invalid_argument;
    }
    size_answers::forget();
    return core::Runtime::instance().add_program_source(*source);
}

Result<void> remove_source(LPCSTR name) {
    if (name == nullptr) {
        return Status::invalid_argument;
    }
    size_answers::forget();
    return core::Runtime::instance().remove_source(name);
}

// The tables hold literals, so their texts end with a NUL.
LPCSTR status_name(LONG status) {
    return pdh_shim::status_name(static_cast<Status>(status)).data();
}

LPCSTR status_text(LONG status) {
    return pdh_shim::status_text(static_cast<Status>(status)).data();
}

} // namespace pdh_shim::api
