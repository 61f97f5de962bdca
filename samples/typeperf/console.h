#pragma once

#include "platform.h"

#include <string>
#include <string_view>

namespace typeperf {

/// The console as this program writes to it.
class Console {
  public:
    explicit Console(Platform& platform) : platform_(platform) {}

    /// @throws OutputClosed
    void write(std::string_view text);

    /// Asks whether an existing file may be overwritten.
    [[nodiscard]] bool may_overwrite(const std::string& name);

  private:
    Platform& platform_;
};

} // namespace typeperf
