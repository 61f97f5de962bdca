#include "output_file.h"

#include "failure.h"

#include <filesystem>

namespace typeperf {

OutputFile::OutputFile(const std::string& name, bool yes_to_all, Console& console) : name_(name) {
    std::error_code unknown;
    // Devices and pipes exist too, but lose nothing.
    if (std::filesystem::is_regular_file(name, unknown) && !yes_to_all && !console.may_overwrite(name)) {
        throw Failure("The file \"" + name + "\" exists and was left as it is.");
    }
    stream_.open(name, std::ios::binary | std::ios::trunc);
    if (!stream_) {
        throw Failure("The file \"" + name + "\" cannot be created.");
    }
}

void OutputFile::write(std::string_view text) {
    if (!stream_.write(text.data(), static_cast<std::streamsize>(text.size())).flush()) {
        throw Failure("The file \"" + name_ + "\" cannot be written.");
    }
}

} // namespace typeperf
