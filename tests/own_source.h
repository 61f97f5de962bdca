// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <pdh_shim/source.h>

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::test {

/// A source of the program's own, as <pdh_shim/source.h> has it: its objects are found from add() to
/// remove(). The test decides on the values, and on what happens during a call.
class OwnSource : boost::noncopyable {
  public:
    /// Writes the instances of an object, which has been begun, and their values.
    /// @param time of the library's clock, in units of 100 ns; 0 where values do not matter
    using Write = std::function<void(pdh_shim_writer& writer, std::uint32_t object, std::int64_t time)>;

    /// @param objects what they point to outlives the source
    OwnSource(std::string name, std::vector<pdh_shim_object> objects, Write write)
        : name_(std::move(name)), objects_(std::move(objects)), write_(std::move(write)) {}
    /// By then the queries that have counters of it are closed.
    ~OwnSource() { static_cast<void>(remove()); }

    [[nodiscard]] pdh_shim_status add() {
        const pdh_shim_source source{
            sizeof source, PDH_SHIM_SOURCE_VERSION, name_.c_str(), this, describe, collect, enumerate, close};
        return pdh_shim_add_source(&source);
    }
    [[nodiscard]] pdh_shim_status remove() { return pdh_shim_remove_source(name_.c_str()); }

    /// How often the library has called close().
    [[nodiscard]] int times_closed() const noexcept { return times_closed_; }

  private:
    static std::int32_t PDH_SHIM_CALLBACK describe(void* context, pdh_shim_catalogue* catalogue) {
        const auto& self = *static_cast<OwnSource*>(context);
        catalogue->objects = self.objects_.data();
        catalogue->object_count = static_cast<std::uint32_t>(self.objects_.size());
        return 0;
    }

    static std::int32_t PDH_SHIM_CALLBACK collect(void* context, const pdh_shim_request* requests,
        std::uint32_t count, pdh_shim_times* times, pdh_shim_writer* writer) {
        for (std::uint32_t i = 0; i < count; ++i) {
            writer->begin(writer, i);
            static_cast<OwnSource*>(context)->write_(*writer, requests[i].object, times->time_100ns);
        }
        return 0;
    }

    static std::int32_t PDH_SHIM_CALLBACK enumerate(
        void* context, std::uint32_t object, pdh_shim_writer* writer) {
        static_cast<OwnSource*>(context)->write_(*writer, object, 0);
        return 0;
    }

    static void PDH_SHIM_CALLBACK close(void* context) { ++static_cast<OwnSource*>(context)->times_closed_; }

    const std::string name_;
    const std::vector<pdh_shim_object> objects_;
    const Write write_;
    int times_closed_ = 0;
};

} // namespace pdh_shim::test
