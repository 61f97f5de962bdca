// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/kept_library.h"
#include "compression/compressor.h"

#include <algorithm>
#include <limits>
#define ZLIB_CONST
#include <zlib.h>

namespace pdh_shim::compression {
namespace {

struct ZlibDeflate {
    decltype(&::deflateInit2_) begin = nullptr;
    decltype(&::deflate) step = nullptr;
    decltype(&::deflateEnd) end = nullptr;
};

Result<ZlibDeflate, Failure> load_zlib_deflate() {
    PDH_SHIM_TRY(const KeptLibrary library, KeptLibrary::load("libz.so.1"));
    ZlibDeflate loaded;
    PDH_SHIM_CHECK(library.find("deflateInit2_", loaded.begin));
    PDH_SHIM_CHECK(library.find("deflate", loaded.step));
    PDH_SHIM_CHECK(library.find("deflateEnd", loaded.end));
    return loaded;
}

uInt portion(std::size_t size) {
    return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
}

int zlib_flush(StreamEnd end) {
    switch (end) {
    case StreamEnd::none:
        return Z_NO_FLUSH;
    case StreamEnd::flush:
        return Z_SYNC_FLUSH;
    case StreamEnd::end:
        break;
    }
    return Z_FINISH;
}

class GzipCompressor final : public Compressor {
  public:
    explicit GzipCompressor(const ZlibDeflate& library) : library_(library) {}
    ~GzipCompressor() override {
        if (has_begun_) {
            library_.end(&stream_);
        }
    }

    bool begin() {
        constexpr int window_bits = 15;
        constexpr int gzip_only = 16;
        constexpr int memory_level = 8; // zlib's own
        has_begun_ =
            library_.begin(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_bits + gzip_only, memory_level,
                Z_DEFAULT_STRATEGY, ZLIB_VERSION, static_cast<int>(sizeof(stream_))) == Z_OK;
        return has_begun_;
    }

  protected:
    Result<Step, Failure> step(
        std::span<const std::byte> in, std::span<std::byte> out, StreamEnd end) override {
        stream_.next_in = reinterpret_cast<const Bytef*>(in.data());
        stream_.avail_in = portion(in.size());
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = portion(out.size());
        const bool has_all = stream_.avail_in == in.size();
        const int result = library_.step(&stream_, has_all ? zlib_flush(end) : Z_NO_FLUSH);
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
            return cannot_compress();
        }
        // A flush is done when it leaves room in the output.
        const bool is_done =
            end == StreamEnd::end ? result == Z_STREAM_END : has_all && stream_.avail_out > 0;
        return Step{portion(in.size()) - stream_.avail_in, out.size() - stream_.avail_out, is_done};
    }

  private:
    const ZlibDeflate library_;
    z_stream stream_{};
    bool has_begun_ = false;
};

} // namespace

MadeCompressor make_gzip_compressor() {
    PDH_SHIM_TRY(const ZlibDeflate library, load_zlib_deflate());
    return begun_compressor<GzipCompressor>(library);
}

} // namespace pdh_shim::compression
