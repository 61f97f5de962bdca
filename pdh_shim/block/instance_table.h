// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "block/block.h"
#include "block/definition.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::block {

/// The number of instances in an object's header, which may be wrong; 0 if it never has any.
[[nodiscard]] std::uint32_t instance_count(const ObjectBytes& object) noexcept;

/// The content of a PERF_INSTANCE_DEFINITION.
struct InstanceInfo {
    std::u16string name;
    std::uint32_t parent_object = 0;   ///< title index; 0 = no parent
    std::uint32_t parent_instance = 0; ///< position among the parent object's instances
    std::int64_t identity = -1;        ///< -1 = none beyond its name
};

/// What the instances of an object keep to, though they need not.
struct InstanceHabits {
    bool fill_object = false; ///< nothing follows the last one
    bool fill_names = false;  ///< each name has a place of its own, which it fills with its NUL
};

/// The instances of one object in the newest sample that it was shown.
class InstanceTable {
  public:
    using Infos = std::shared_ptr<const std::vector<InstanceInfo>>;

    /// Looks at the object's instances, whose definition this is.
    /// @retval invalid_data malformed; the table is empty
    [[nodiscard]] Result<void, Failure> refresh(const ObjectBytes& object, const Definition& definition);

    /// Another pointer only if anything has changed; never null after refresh(). An object without instances
    /// has one without a name; where there are only definitions there are none.
    [[nodiscard]] const Infos& infos() const noexcept { return infos_; }
    /// Where the counter block of each instance begins in the object. All are long enough for its values.
    [[nodiscard]] std::span<const std::size_t> blocks() const noexcept { return blocks_; }

    /// Those of the newest sample.
    [[nodiscard]] const InstanceHabits& habits() const noexcept { return habits_; }

    void clear() noexcept;

  private:
    [[nodiscard]] bool has_same(const ObjectBytes& object, const Definition& definition) noexcept;
    [[nodiscard]] Result<void, Failure> walk(const ObjectBytes& object, const Definition& definition);
    [[nodiscard]] Result<void, Failure> read_infos(const ObjectBytes& object, const Definition& definition);

    std::vector<std::byte> heads_;     // the instance definitions, one after the other
    std::vector<std::size_t> lengths_; // of each
    std::vector<std::size_t> blocks_;
    Infos infos_;
    InstanceHabits habits_;
};

} // namespace pdh_shim::block
