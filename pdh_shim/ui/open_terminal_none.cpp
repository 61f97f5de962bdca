#include "ui/open_terminal.h"

namespace pdh_shim::ui {

std::unique_ptr<Terminal> open_terminal(std::string& reason) {
    reason = "this system has no terminal that the library knows";
    return nullptr;
}

} // namespace pdh_shim::ui
