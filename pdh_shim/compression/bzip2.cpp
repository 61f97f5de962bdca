// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/kept_library.h"
#include "compression/codec.h"

#include <algorithm>
#include <bzlib.h>
#include <limits>

namespace pdh_shim::compression {
namespace {

struct Libbz2 {
    decltype(&::BZ2_bzDecompressInit) begin = nullptr;
    decltype(&::BZ2_bzDecompress) step = nullptr;
    decltype(&::BZ2_bzDecompressEnd) end = nullptr;
};

Result<Libbz2, Failure> load_libbz2() {
    PDH_SHIM_TRY(const KeptLibrary library, KeptLibrary::load("libbz2.so.1.0"));
    Libbz2 loaded;
    PDH_SHIM_CHECK(library.find("BZ2_bzDecompressInit", loaded.begin));
    PDH_SHIM_CHECK(library.find("BZ2_bzDecompress", loaded.step));
    PDH_SHIM_CHECK(library.find("BZ2_bzDecompressEnd", loaded.end));
    return loaded;
}

unsigned at_most_bytes(std::size_t size) {
    return static_cast<unsigned>(std::min<std::size_t>(size, std::numeric_limits<unsigned>::max()));
}

class Bzip2 final : public Codec {
  public:
    explicit Bzip2(const Libbz2& library) : library_(library) {}
    ~Bzip2() override { end(); }

    Result<CodecStep, Failure> step(std::span<const std::byte> in, std::span<std::byte> out) override {
        // It only reads what it is given by a pointer to what can be written.
        stream_.next_in = const_cast<char*>(reinterpret_cast<const char*>(in.data()));
        stream_.avail_in = at_most_bytes(in.size());
        stream_.next_out = reinterpret_cast<char*>(out.data());
        stream_.avail_out = at_most_bytes(out.size());
        const int result = library_.step(&stream_);
        if (result == BZ_MEM_ERROR) {
            return needs_memory();
        }
        if (result != BZ_OK && result != BZ_STREAM_END) {
            return damaged();
        }
        return CodecStep{at_most_bytes(in.size()) - stream_.avail_in,
            at_most_bytes(out.size()) - stream_.avail_out, result == BZ_STREAM_END};
    }

    Result<void, Failure> restart() override {
        end();
        constexpr int silent = 0;
        constexpr int fast = 0;
        stream_ = {};
        has_begun_ = library_.begin(&stream_, silent, fast) == BZ_OK;
        if (!has_begun_) {
            return needs_memory();
        }
        return outcome::success();
    }

  private:
    void end() {
        if (has_begun_) {
            library_.end(&stream_);
            has_begun_ = false;
        }
    }

    const Libbz2 library_;
    bz_stream stream_{};
    bool has_begun_ = false;
};

} // namespace

// It takes 4 MB at most.
MadeCodec make_bzip2(std::uint64_t /*memory*/) {
    PDH_SHIM_TRY(const Libbz2 library, load_libbz2());
    auto codec = std::make_unique<Bzip2>(library);
    PDH_SHIM_CHECK(codec->restart());
    return std::unique_ptr<Codec>(std::move(codec));
}

} // namespace pdh_shim::compression
