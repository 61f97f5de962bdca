// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/kept_library.h"
#include "compression/codec.h"

#include <algorithm>
#include <limits>
#define ZLIB_CONST
#include <zlib.h>

namespace pdh_shim::compression {
namespace {

struct Zlib {
    decltype(&::inflateInit2_) begin = nullptr;
    decltype(&::inflate) step = nullptr;
    decltype(&::inflateReset) restart = nullptr;
    decltype(&::inflateEnd) end = nullptr;
};

Result<Zlib, Failure> load_zlib() {
    PDH_SHIM_TRY(const KeptLibrary library, KeptLibrary::load("libz.so.1"));
    Zlib loaded;
    PDH_SHIM_CHECK(library.find("inflateInit2_", loaded.begin));
    PDH_SHIM_CHECK(library.find("inflate", loaded.step));
    PDH_SHIM_CHECK(library.find("inflateReset", loaded.restart));
    PDH_SHIM_CHECK(library.find("inflateEnd", loaded.end));
    return loaded;
}

uInt at_most(std::size_t size) {
    return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
}

class Gzip final : public Codec {
  public:
    explicit Gzip(const Zlib& library) : library_(library) {}
    ~Gzip() override {
        if (has_begun_) {
            library_.end(&stream_);
        }
    }

    bool begin() {
        constexpr int window_bits = 15;
        constexpr int gzip_only = 16;
        has_begun_ = library_.begin(&stream_, window_bits + gzip_only, ZLIB_VERSION,
                         static_cast<int>(sizeof(stream_))) == Z_OK;
        return has_begun_;
    }

    Result<CodecStep, Failure> step(std::span<const std::byte> in, std::span<std::byte> out) override {
        stream_.next_in = reinterpret_cast<const Bytef*>(in.data());
        stream_.avail_in = at_most(in.size());
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = at_most(out.size());
        const int result = library_.step(&stream_, Z_NO_FLUSH);
        if (result == Z_MEM_ERROR) {
            return needs_memory();
        }
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
            return damaged();
        }
        return CodecStep{at_most(in.size()) - stream_.avail_in, at_most(out.size()) - stream_.avail_out,
            result == Z_STREAM_END};
    }

    Result<void, Failure> restart() override {
        library_.restart(&stream_);
        return outcome::success();
    }

  private:
    const Zlib library_;
    z_stream stream_{};
    bool has_begun_ = false;
};

} // namespace

// It takes 43 KB, whatever the data is.
MadeCodec make_gzip(std::uint64_t /*memory*/) {
    PDH_SHIM_TRY(const Zlib library, load_zlib());
    auto codec = std::make_unique<Gzip>(library);
    if (!codec->begin()) {
        return needs_memory();
    }
    return std::unique_ptr<Codec>(std::move(codec));
}

} // namespace pdh_shim::compression
