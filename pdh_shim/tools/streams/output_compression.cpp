// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/streams/output_compression.h"

#include "tools/terminal/program_end.h"

#ifdef PDH_SHIM_HAS_COMPRESSION
#include "compression/compressor.h"
#endif

#include <algorithm>
#include <array>
#include <utility>

namespace pdh_shim::tools::streams {

namespace {

constexpr std::array endings = {std::string_view(".gz"), std::string_view(".xz"), std::string_view(".zst")};

// Which of the endings a name has; endings.size() if none.
std::size_t ending_of(std::string_view name) {
    const auto has = [&](std::string_view ending) {
        return name.size() > ending.size() &&
               std::equal(ending.begin(), ending.end(),
                   name.end() - static_cast<std::ptrdiff_t>(ending.size()),
                   [](char wanted, char c) { return wanted == (c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
    };
    return static_cast<std::size_t>(std::find_if(endings.begin(), endings.end(), has) - endings.begin());
}

} // namespace

bool is_compressed_name(std::string_view name) {
    return ending_of(name) < endings.size();
}

#ifdef PDH_SHIM_HAS_COMPRESSION
namespace {

using compression::CompressionFormat;
using compression::Compressor;
using compression::StreamEnd;

constexpr std::array formats = {
    CompressionFormat::gzip, CompressionFormat::xz, CompressionFormat::zstd}; // of the endings

class LoadedCompression : public OutputCompression {
  public:
    LoadedCompression(std::string name, CompressionFormat format) : name_(std::move(name)), format_(format) {
        open();
    }

    std::string write(std::string_view bytes) override { return compressed(bytes, StreamEnd::none); }
    std::string flush() override { return compressor_ ? compressed({}, StreamEnd::flush) : std::string(); }
    std::string end() override {
        auto bytes = compressor_ ? compressed({}, StreamEnd::end) : std::string();
        compressor_.reset();
        return bytes;
    }

  private:
    void open() {
        auto opened = Compressor::open(format_);
        if (!opened) {
            fail(opened.error());
        }
        compressor_ = std::move(opened).value();
    }

    std::string compressed(std::string_view bytes, StreamEnd end) {
        if (!compressor_) {
            open();
        }
        std::string out;
        const auto done = compressor_->write(bytes, end, out);
        if (!done) {
            fail(done.error());
        }
        return out;
    }

    [[noreturn]] void fail(const Failure& failure) const {
        throw terminal::ProgramError(
            "The file \"" + name_ + "\" cannot be compressed: " + failure.message() + '.');
    }

    std::string name_;
    CompressionFormat format_;
    std::unique_ptr<Compressor> compressor_;
};

} // namespace

std::unique_ptr<OutputCompression> compression_of(const std::string& name) {
    const auto ending = ending_of(name);
    return ending < formats.size() ? std::make_unique<LoadedCompression>(name, formats[ending]) : nullptr;
}
#else
std::unique_ptr<OutputCompression> compression_of(const std::string& name) {
    if (is_compressed_name(name)) {
        throw terminal::ProgramError(
            "The file \"" + name + "\" cannot be compressed: this program was built without compression.");
    }
    return nullptr;
}
#endif

} // namespace pdh_shim::tools::streams
