#pragma once

#include "path/counter_path.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim::core {

/// The instance of a path, or none, in half the memory.
class PackedInstance {
  public:
    explicit PackedInstance(const std::optional<path::InstanceName>& instance) {
        if (instance) {
            text_.reserve(instance->parent.size() + instance->name.size());
            text_.append(instance->parent).append(instance->name);
            parent_size_ = static_cast<std::uint32_t>(instance->parent.size());
            index_ = instance->index;
        }
    }

    [[nodiscard]] bool has_value() const noexcept { return parent_size_ != none; }
    // What follows is of an instance that there is.
    [[nodiscard]] std::u16string_view parent() const noexcept {
        return std::u16string_view(text_).substr(0, parent_size_);
    }
    [[nodiscard]] std::u16string_view name() const noexcept {
        return std::u16string_view(text_).substr(parent_size_);
    }
    [[nodiscard]] std::uint32_t index() const noexcept { return index_; }

    [[nodiscard]] std::optional<path::InstanceName> unpacked() const {
        return has_value() ? std::optional(
                                 path::InstanceName{std::u16string(parent()), std::u16string(name()), index_})
                           : std::nullopt;
    }

  private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    std::u16string text_; // the parent, then the name
    std::uint32_t parent_size_ = none;
    std::uint32_t index_ = 0;
};

} // namespace pdh_shim::core
