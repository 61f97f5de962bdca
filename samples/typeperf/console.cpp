#include "console.h"

#include "failure.h"
#include "text.h"

namespace typeperf {

void Console::write(std::string_view text) {
    if (!platform_.write_console(text)) {
        throw OutputClosed();
    }
}

bool Console::may_overwrite(const std::string& name) {
    write("The file \"" + name + "\" exists. Overwrite it? [y/n] ");
    const auto answer = lower_case(platform_.read_console_line().value_or(""));
    return answer == "y" || answer == "yes";
}

} // namespace typeperf
