// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/kept_library.h"
#include "compression/compressor.h"

#include <zstd.h>

namespace pdh_shim::compression {
namespace {

struct LibzstdEncoder {
    decltype(&::ZSTD_createCCtx) make = nullptr;
    decltype(&::ZSTD_freeCCtx) release = nullptr;
    decltype(&::ZSTD_CCtx_setParameter) set = nullptr;
    decltype(&::ZSTD_compressStream2) step = nullptr;
    decltype(&::ZSTD_isError) is_error = nullptr;
};

Result<LibzstdEncoder, Failure> load_libzstd_encoder() {
    PDH_SHIM_TRY(const KeptLibrary library, KeptLibrary::load("libzstd.so.1"));
    LibzstdEncoder loaded;
    PDH_SHIM_CHECK(library.find("ZSTD_createCCtx", loaded.make));
    PDH_SHIM_CHECK(library.find("ZSTD_freeCCtx", loaded.release));
    PDH_SHIM_CHECK(library.find("ZSTD_CCtx_setParameter", loaded.set));
    PDH_SHIM_CHECK(library.find("ZSTD_compressStream2", loaded.step));
    PDH_SHIM_CHECK(library.find("ZSTD_isError", loaded.is_error));
    return loaded;
}

ZSTD_EndDirective zstd_directive(StreamEnd end) {
    switch (end) {
    case StreamEnd::none:
        return ZSTD_e_continue;
    case StreamEnd::flush:
        return ZSTD_e_flush;
    case StreamEnd::end:
        break;
    }
    return ZSTD_e_end;
}

class ZstdCompressor final : public Compressor {
  public:
    explicit ZstdCompressor(const LibzstdEncoder& library) : library_(library), context_(library.make()) {}
    ~ZstdCompressor() override { library_.release(context_); }

    // With a checksum, as the program of this format writes.
    bool begin() {
        return context_ != nullptr && library_.is_error(library_.set(context_, ZSTD_c_checksumFlag, 1)) == 0;
    }

  protected:
    Result<Step, Failure> step(
        std::span<const std::byte> in, std::span<std::byte> out, StreamEnd end) override {
        ZSTD_inBuffer input{in.data(), in.size(), 0};
        ZSTD_outBuffer output{out.data(), out.size(), 0};
        const std::size_t left = library_.step(context_, &output, &input, zstd_directive(end));
        if (library_.is_error(left) != 0) {
            return cannot_compress();
        }
        return Step{input.pos, output.pos, left == 0};
    }

  private:
    const LibzstdEncoder library_;
    ZSTD_CCtx* const context_;
};

} // namespace

MadeCompressor make_zstd_compressor() {
    PDH_SHIM_TRY(const LibzstdEncoder library, load_libzstd_encoder());
    return begun_compressor<ZstdCompressor>(library);
}

} // namespace pdh_shim::compression
