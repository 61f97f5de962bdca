// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/source.h"

#include <boost/noncopyable.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::model {

/// Other computers, each a source of its own. Any thread may call anything.
class RemoteMachines : boost::noncopyable {
  public:
    virtual ~RemoteMachines() = default;

    /// The names of those that were chosen, or that have been connected to, without backslashes.
    [[nodiscard]] virtual std::vector<std::u16string> names() = 0;

    /// Whether somebody chose a computer by this name, without backslashes: it is then another one, even if
    /// it has the name of this one.
    [[nodiscard]] virtual bool is_chosen(std::u16string_view name) = 0;

    /// A computer, whether it answers or not; null if it may not be asked. One that does not answer has the
    /// objects that are known without it, and their counters have values as soon as it answers.
    [[nodiscard]] virtual std::shared_ptr<Source> find(std::u16string_view name) = 0;

    /// Connects to a computer, if it is not connected. Names that differ only in case mean the same source.
    /// @param name  without backslashes
    /// @retval cstatus_no_machine it may not be asked, or does not answer
    [[nodiscard]] virtual Result<std::shared_ptr<Source>, Failure> connect(std::u16string_view name) = 0;
};

} // namespace pdh_shim::model
