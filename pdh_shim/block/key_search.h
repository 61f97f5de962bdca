// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "model/catalogue.h"

#include <boost/noncopyable.hpp>

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

namespace pdh_shim::block {

/// Finds the objects of a performance key at the least cost: one object by its number, which the titles say;
/// `Global` is asked for only to find all. `Costly` is never asked for, since its objects are found by name.
/// Any thread may call anything.
class KeySearch : boost::noncopyable {
  public:
    /// How long the list of all objects is not asked for again, nor titles for a name that they lack.
    static constexpr std::int64_t discovery_interval = 10 * ticks_per_second;

    virtual ~KeySearch() = default;

    /// All objects. A list that could not be had is not asked for again at once.
    [[nodiscard]] std::shared_ptr<const model::Catalogue> find_all();

    /// The objects that are known, with those of this name if there are any.
    /// @param object  English, or a title index: `238` or `#238`; empty = only those that are known
    /// @param counter an object without this counter is asked for anew; empty = any
    [[nodiscard]] std::shared_ptr<const model::Catalogue> find(
        std::u16string_view object, std::u16string_view counter);

    /// The objects that are known.
    [[nodiscard]] virtual std::shared_ptr<const model::Catalogue> known() = 0;

  protected:
    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::min();

    /// Whether a time is less than discovery_interval ago. A program may set its clock back.
    [[nodiscard]] static bool is_recent(std::int64_t time, std::int64_t now) noexcept {
        return time != never && time <= now && now - time < discovery_interval;
    }

  private:
    [[nodiscard]] virtual std::int64_t now() = 0;
    /// The numbers of a name in the English titles, which are asked for if they are not there.
    [[nodiscard]] virtual std::vector<std::uint32_t> indexes_of(std::u16string_view name) = 0;
    /// Has the titles asked for again. False if they are recent.
    [[nodiscard]] virtual bool expire_titles() = 0;
    /// Asks for a value, and learns what its answer has. Logs a failure.
    /// @param indexes of the objects that are learnt; empty = all
    virtual void ask_and_learn(std::u16string_view value, std::vector<std::uint32_t> indexes) = 0;

    [[nodiscard]] std::vector<std::uint32_t> numbers_of(std::u16string_view object);

    std::atomic<std::int64_t> listed_ = never; // when all were asked for
};

} // namespace pdh_shim::block
