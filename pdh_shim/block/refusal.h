#pragma once

#include "base/status.h"
#include "block/block.h"

#include <cstddef>
#include <string>
#include <utility>

namespace pdh_shim::block {

/// Writes down why bytes are refused.
class Refusal {
  public:
    /// @param start where the offsets are counted from, in what was handed over
    Refusal(Fault& fault, std::size_t start) noexcept : fault_(fault), start_(start) {}

    /// Returns the status to pass on.
    [[nodiscard]] Status operator()(std::size_t offset, std::string reason) const {
        fault_.offset = start_ + offset;
        fault_.reason = std::move(reason);
        return Status::invalid_data;
    }

  private:
    Fault& fault_;
    std::size_t start_;
};

} // namespace pdh_shim::block
