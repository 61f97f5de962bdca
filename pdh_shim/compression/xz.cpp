// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/kept_library.h"
#include "compression/codec.h"

#include <lzma.h>

namespace pdh_shim::compression {
namespace {

struct Liblzma {
    decltype(&::lzma_stream_decoder) begin = nullptr;
    decltype(&::lzma_code) step = nullptr;
    decltype(&::lzma_end) end = nullptr;
};

Result<Liblzma, Failure> load_liblzma() {
    PDH_SHIM_TRY(const KeptLibrary library, KeptLibrary::load("liblzma.so.5"));
    Liblzma loaded;
    PDH_SHIM_CHECK(library.find("lzma_stream_decoder", loaded.begin));
    PDH_SHIM_CHECK(library.find("lzma_code", loaded.step));
    PDH_SHIM_CHECK(library.find("lzma_end", loaded.end));
    return loaded;
}

class Xz final : public Codec {
  public:
    Xz(const Liblzma& library, std::uint64_t memory) : library_(library), memory_(memory) {}
    ~Xz() override { library_.end(&stream_); }

    Result<CodecStep, Failure> step(std::span<const std::byte> in, std::span<std::byte> out) override {
        stream_.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
        stream_.avail_in = in.size();
        stream_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
        stream_.avail_out = out.size();
        const lzma_ret result = library_.step(&stream_, LZMA_RUN);
        if (result == LZMA_MEMLIMIT_ERROR || result == LZMA_MEM_ERROR) {
            return needs_memory();
        }
        if (result != LZMA_OK && result != LZMA_STREAM_END && result != LZMA_BUF_ERROR) {
            return damaged();
        }
        return CodecStep{
            in.size() - stream_.avail_in, out.size() - stream_.avail_out, result == LZMA_STREAM_END};
    }

    Result<void, Failure> restart() override {
        if (library_.begin(&stream_, memory_, 0) != LZMA_OK) {
            return needs_memory();
        }
        return outcome::success();
    }

  private:
    const Liblzma library_;
    const std::uint64_t memory_;
    lzma_stream stream_ = LZMA_STREAM_INIT;
};

} // namespace

MadeCodec make_xz(std::uint64_t memory) {
    PDH_SHIM_TRY(const Liblzma library, load_liblzma());
    auto codec = std::make_unique<Xz>(library, memory);
    PDH_SHIM_CHECK(codec->restart());
    return std::unique_ptr<Codec>(std::move(codec));
}

} // namespace pdh_shim::compression
