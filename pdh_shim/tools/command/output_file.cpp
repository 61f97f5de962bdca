#include "output_file.h"

#include "failure.h"

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace command {

namespace {

constexpr std::string_view line_end = "\r\n";

} // namespace

void confirm_overwrite(const std::string& name, bool yes_to_all, Console& console) {
    std::error_code unknown;
    // Devices and pipes have no contents to lose.
    if (std::filesystem::is_regular_file(name, unknown) && !yes_to_all && !console.may_overwrite(name)) {
        throw Failure("The file \"" + name + "\" exists and was left as it is.");
    }
}

OutputFile::OutputFile(const std::string& name, bool yes_to_all, Console& console) : name_(name) {
    confirm_overwrite(name, yes_to_all, console);
    stream_.open(name, std::ios::binary | std::ios::trunc);
    if (!stream_) {
        throw Failure("The file \"" + name + "\" cannot be created.");
    }
}

void OutputFile::write(std::string_view bytes) {
    write_parts({bytes});
}

// Not joined: a line of 100,000 columns has megabytes.
void OutputFile::write_parts(std::initializer_list<std::string_view> parts) {
    errno = 0;
    for (const auto part : parts) {
        stream_.write(part.data(), static_cast<std::streamsize>(part.size()));
    }
    if (!stream_.flush()) {
        const std::string reason = errno != 0 ? ": " + std::generic_category().message(errno) : "";
        throw WriteFailure("The file \"" + name_ + "\" cannot be written" + reason + ".");
    }
}

void OutputFile::write_line(std::string_view line) {
    write_parts({line, line_end});
}

void OutputFile::write_lines(const std::vector<std::string>& lines) {
    std::string text;
    for (const auto& line : lines) {
        text.append(line).append(line_end);
    }
    write(text);
}

} // namespace command
