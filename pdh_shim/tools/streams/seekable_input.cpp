// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/streams/seekable_input.h"

#include "tools/terminal/program_end.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#ifdef PDH_SHIM_HAS_COMPRESSION
#include "compression/decompressor.h"
#endif
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

namespace pdh_shim::tools::streams {

namespace {

#ifdef _WIN32
constexpr const char* reading = "rb";
#else
constexpr const char* reading = "re"; // closed by exec
#endif

[[noreturn]] void fail_input(const std::string& name) {
    throw terminal::ProgramError(
        shown_input(name) + " cannot be read: " + std::generic_category().message(errno) + '.');
}

} // namespace

InputBytes::InputBytes(const std::string& name)
    : name_(name), file_(name == "-" ? stdin : std::fopen(name.c_str(), reading)) {
    if (file_ == nullptr) {
        fail_input(name);
    }
#ifdef _WIN32
    _setmode(_fileno(file_), _O_BINARY);
#endif
}

InputBytes::~InputBytes() {
    if (name_ != "-") {
        (void)std::fclose(file_);
    }
}

std::size_t InputBytes::read(std::span<char> bytes) {
    const auto count = std::fread(bytes.data(), 1, bytes.size(), file_);
    if (count < bytes.size() && std::ferror(file_) != 0) {
        errno == EINTR ? end_stopped_input() : fail_input(name_); // Ctrl+C
    }
    return count;
}

bool is_pipe(const std::string& name) {
    std::error_code unknown;
    return std::filesystem::is_fifo(name, unknown);
}

namespace {

// Bytes from the begin of an input, of which the first are looked at before they are read.
class PeekedInput {
  public:
    explicit PeekedInput(const std::string& name) : input_(name) { first_.resize(input_.read(first_)); }

    [[nodiscard]] std::span<const char> first() const { return first_; }

    std::size_t read(std::span<char> bytes) {
        const auto count = std::min(bytes.size(), first_.size() - taken_);
        std::copy_n(first_.begin() + static_cast<std::ptrdiff_t>(taken_), count, bytes.begin());
        taken_ += count;
        return count + input_.read(bytes.subspan(count));
    }

  private:
    InputBytes input_;
    std::vector<char> first_ = std::vector<char>(8);
    std::size_t taken_ = 0;
};

using ReadBytes = std::function<std::size_t(std::span<char> bytes)>;
using IsStopped = std::function<bool()>;

void copy_to_spool(SpoolFile& spool, const IsStopped& is_stopped, const ReadBytes& read) {
    std::vector<char> buffer(std::size_t{256} << 10U);
    for (std::size_t count = buffer.size(); count == buffer.size();) {
        if (is_stopped()) { // a signal rarely comes while a read waits
            end_stopped_input();
        }
        count = read(buffer);
        spool.append(std::string_view(buffer.data(), count));
    }
}

#ifdef PDH_SHIM_HAS_COMPRESSION
using compression::CompressionFormat;

std::optional<CompressionFormat> compression_of(const PeekedInput& input) {
    return compression::format_of(std::as_bytes(input.first()));
}

[[noreturn]] void fail_to_decompress(const std::string& name, const Failure& failure) {
    throw terminal::ProgramError(shown_input(name) + " cannot be decompressed: " + failure.message() + '.');
}

// @return whether the compressed data ends too early
bool decompress_to_spool(SpoolFile& spool, const std::string& name, CompressionFormat format,
    PeekedInput& input, const IsStopped& is_stopped) {
    auto opened = compression::Decompressor::open(
        format,
        [&](std::span<std::byte> bytes) -> Result<std::size_t, Failure> {
            return input.read({reinterpret_cast<char*>(bytes.data()), bytes.size()});
        },
        {.bytes = spool_limit(), .memory = decoder_limit()}, compression::CutData::kept);
    if (!opened) {
        fail_to_decompress(name, opened.error());
    }
    copy_to_spool(spool, is_stopped, [&](std::span<char> bytes) {
        const auto count = opened.value()->read(std::as_writable_bytes(bytes));
        if (!count) {
            fail_to_decompress(name, count.error());
        }
        return count.value();
    });
    if (opened.value()->is_cut() && spool.size() == 0) {
        throw terminal::ProgramError(
            shown_input(name) + " cannot be decompressed: the compressed data ends too early.");
    }
    return opened.value()->is_cut();
}
#else
// Without decompression, what is compressed is an unknown log to the library.
std::optional<int> compression_of(const PeekedInput& /*input*/) {
    return std::nullopt;
}

bool decompress_to_spool(SpoolFile& /*spool*/, const std::string& /*name*/, int /*format*/,
    PeekedInput& /*input*/, const IsStopped& /*is_stopped*/) {
    return false;
}
#endif

SeekableInput copy_of(const std::string& name, PeekedInput& input, const IsStopped& is_stopped) {
    SeekableInput copy{name, {}, std::make_unique<SpoolFile>()};
    copy.path = copy.spool->path();
    if (const auto format = compression_of(input)) {
        copy.is_cut = decompress_to_spool(*copy.spool, name, *format, input, is_stopped);
    } else {
        copy_to_spool(*copy.spool, is_stopped, [&](std::span<char> bytes) { return input.read(bytes); });
    }
    return copy;
}

bool is_readable_file(const std::string& name) {
    std::error_code unknown;
    return std::filesystem::is_regular_file(name, unknown) && std::ifstream(name, std::ios::binary).is_open();
}

} // namespace

SeekableInput seekable_input(const std::string& name, const IsStopped& is_stopped) {
    const bool must_be_copied = name == "-" || is_pipe(name);
    if (!must_be_copied && !is_readable_file(name)) {
        return {name, name}; // a database, archives, or what the library says cannot be read
    }
    PeekedInput input(name);
    if (!must_be_copied && !compression_of(input)) {
        return {name, name};
    }
    if (input.first().empty()) {
        throw terminal::ProgramError(shown_input(name) + " has no bytes.");
    }
    return copy_of(name, input, is_stopped);
}

} // namespace pdh_shim::tools::streams
