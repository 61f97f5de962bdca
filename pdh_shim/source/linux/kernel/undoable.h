// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

namespace pdh_shim::source::linux {

/// The values that samples change of something watched, such as a disk, with a copy from before the sample. A
/// sample that cannot be finished, because memory runs out, is undone: else the growth until then would be
/// missing in totals, and instances would seem to have been away.
template <class Values>
class Undoable : public Values {
    static_assert(std::is_trivially_copyable_v<Values>);

  public:
    /// Keeps the values: called before a sample, and for new things in it.
    void keep() noexcept { kept_ = static_cast<const Values&>(*this); }
    void undo() noexcept { static_cast<Values&>(*this) = kept_; }

  private:
    Values kept_{};
};

} // namespace pdh_shim::source::linux
