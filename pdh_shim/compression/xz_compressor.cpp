// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/kept_library.h"
#include "compression/compressor.h"

#include <lzma.h>

namespace pdh_shim::compression {
namespace {

struct LiblzmaEncoder {
    decltype(&::lzma_easy_encoder) begin = nullptr;
    decltype(&::lzma_code) step = nullptr;
    decltype(&::lzma_end) end = nullptr;
};

Result<LiblzmaEncoder, Failure> load_liblzma_encoder() {
    PDH_SHIM_TRY(const KeptLibrary library, KeptLibrary::load("liblzma.so.5"));
    LiblzmaEncoder loaded;
    PDH_SHIM_CHECK(library.find("lzma_easy_encoder", loaded.begin));
    PDH_SHIM_CHECK(library.find("lzma_code", loaded.step));
    PDH_SHIM_CHECK(library.find("lzma_end", loaded.end));
    return loaded;
}

lzma_action xz_action(StreamEnd end) {
    switch (end) {
    case StreamEnd::none:
        return LZMA_RUN;
    case StreamEnd::flush:
        return LZMA_SYNC_FLUSH;
    case StreamEnd::end:
        break;
    }
    return LZMA_FINISH;
}

class XzCompressor final : public Compressor {
  public:
    explicit XzCompressor(const LiblzmaEncoder& library) : library_(library) {}
    ~XzCompressor() override { library_.end(&stream_); }

    bool begin() { return library_.begin(&stream_, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64) == LZMA_OK; }

  protected:
    Result<Step, Failure> step(
        std::span<const std::byte> in, std::span<std::byte> out, StreamEnd end) override {
        stream_.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
        stream_.avail_in = in.size();
        stream_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
        stream_.avail_out = out.size();
        const lzma_ret result = library_.step(&stream_, xz_action(end));
        if (result != LZMA_OK && result != LZMA_STREAM_END && result != LZMA_BUF_ERROR) {
            return cannot_compress();
        }
        return Step{in.size() - stream_.avail_in, out.size() - stream_.avail_out, result == LZMA_STREAM_END};
    }

  private:
    const LiblzmaEncoder library_;
    lzma_stream stream_ = LZMA_STREAM_INIT;
};

} // namespace

MadeCompressor make_xz_compressor() {
    PDH_SHIM_TRY(const LiblzmaEncoder library, load_liblzma_encoder());
    return begun_compressor<XzCompressor>(library);
}

} // namespace pdh_shim::compression
