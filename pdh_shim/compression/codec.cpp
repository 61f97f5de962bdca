// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "compression/codec.h"

#include "base/shared_library.h"

#include <algorithm>
#include <bzlib.h>
#include <limits>
#include <lzma.h>
#define ZLIB_CONST
#include <utility>
#include <zlib.h>

namespace pdh_shim::compression {
namespace {

constexpr int window_bits = 15;
constexpr int gzip_only = 16;

struct Zlib {
    using Stream = z_stream;
    static constexpr const char* file = "libz.so.1";
    static bool is_failure(int code) { return code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR; }
    static bool is_memory(int code) { return code == Z_MEM_ERROR; }
};

// It takes 43 KB, whatever the data is.
struct GzipDecoder : Zlib {
    decltype(&::inflateInit2_) init = nullptr;
    decltype(&::inflate) inflate = nullptr;
    decltype(&::inflateEnd) end = nullptr;

    Result<void, Failure> find(const SharedLibrary& library) {
        return library.find("inflateInit2_", init, "inflate", inflate, "inflateEnd", end);
    }
    bool begin(z_stream& stream) const {
        return init(&stream, window_bits + gzip_only, ZLIB_VERSION, int{sizeof(stream)}) == Z_OK;
    }
    int step(z_stream& stream, StreamEnd /*end*/) const { return inflate(&stream, Z_NO_FLUSH); }
    static bool is_done(const z_stream& /*stream*/, int code, StreamEnd /*end*/) {
        return code == Z_STREAM_END;
    }
};

struct GzipEncoder : Zlib {
    decltype(&::deflateInit2_) init = nullptr;
    decltype(&::deflate) deflate = nullptr;
    decltype(&::deflateEnd) end = nullptr;

    Result<void, Failure> find(const SharedLibrary& library) {
        return library.find("deflateInit2_", init, "deflate", deflate, "deflateEnd", end);
    }
    bool begin(z_stream& stream) const {
        constexpr int memory_level = 8; // zlib's own
        return init(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_bits + gzip_only, memory_level,
                   Z_DEFAULT_STRATEGY, ZLIB_VERSION, int{sizeof(stream)}) == Z_OK;
    }
    int step(z_stream& stream, StreamEnd end_of_input) const {
        return deflate(&stream, end_of_input == StreamEnd::none    ? Z_NO_FLUSH
                                : end_of_input == StreamEnd::flush ? Z_SYNC_FLUSH
                                                                   : Z_FINISH);
    }
    // A flush is done when it leaves room in the output.
    static bool is_done(const z_stream& stream, int code, StreamEnd end_of_input) {
        return end_of_input == StreamEnd::end ? code == Z_STREAM_END
                                              : end_of_input == StreamEnd::flush && stream.avail_out > 0;
    }
};

struct Liblzma {
    using Stream = lzma_stream;
    static constexpr const char* file = "liblzma.so.5";
    decltype(&::lzma_code) code = nullptr;
    decltype(&::lzma_end) end = nullptr;

    static bool is_failure(lzma_ret result) {
        return result != LZMA_OK && result != LZMA_STREAM_END && result != LZMA_BUF_ERROR;
    }
    static bool is_memory(lzma_ret result) {
        return result == LZMA_MEM_ERROR || result == LZMA_MEMLIMIT_ERROR;
    }
    static bool is_done(const lzma_stream& /*stream*/, lzma_ret result, StreamEnd /*end*/) {
        return result == LZMA_STREAM_END;
    }
};

struct XzDecoder : Liblzma {
    std::uint64_t memory = 0;
    decltype(&::lzma_stream_decoder) init = nullptr;

    Result<void, Failure> find(const SharedLibrary& library) {
        return library.find("lzma_stream_decoder", init, "lzma_code", code, "lzma_end", end);
    }
    bool begin(lzma_stream& stream) const { return init(&stream, memory, 0) == LZMA_OK; }
    lzma_ret step(lzma_stream& stream, StreamEnd /*end*/) const { return code(&stream, LZMA_RUN); }
};

struct XzEncoder : Liblzma {
    decltype(&::lzma_easy_encoder) init = nullptr;

    Result<void, Failure> find(const SharedLibrary& library) {
        return library.find("lzma_easy_encoder", init, "lzma_code", code, "lzma_end", end);
    }
    bool begin(lzma_stream& stream) const {
        return init(&stream, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64) == LZMA_OK;
    }
    lzma_ret step(lzma_stream& stream, StreamEnd end_of_input) const {
        return code(&stream, end_of_input == StreamEnd::none    ? LZMA_RUN
                             : end_of_input == StreamEnd::flush ? LZMA_SYNC_FLUSH
                                                                : LZMA_FINISH);
    }
};

// It takes 4 MB at most.
struct Bzip2Decoder {
    using Stream = bz_stream;
    static constexpr const char* file = "libbz2.so.1.0";
    decltype(&::BZ2_bzDecompressInit) init = nullptr;
    decltype(&::BZ2_bzDecompress) decompress = nullptr;
    decltype(&::BZ2_bzDecompressEnd) end = nullptr;

    Result<void, Failure> find(const SharedLibrary& library) {
        return library.find(
            "BZ2_bzDecompressInit", init, "BZ2_bzDecompress", decompress, "BZ2_bzDecompressEnd", end);
    }
    bool begin(bz_stream& stream) const {
        constexpr int silent = 0;
        constexpr int fast = 0;
        return init(&stream, silent, fast) == BZ_OK;
    }
    int step(bz_stream& stream, StreamEnd /*end*/) const { return decompress(&stream); }
    static bool is_failure(int code) { return code != BZ_OK && code != BZ_STREAM_END; }
    static bool is_memory(int code) { return code == BZ_MEM_ERROR; }
    static bool is_done(const bz_stream& /*stream*/, int code, StreamEnd /*end*/) {
        return code == BZ_STREAM_END;
    }
};

/// The three libraries that take and give through the fields of a stream, as zlib began it.
template <class Library>
class StreamCodec final : public Codec {
  public:
    static MadeCodec make(Library library = {}) {
        PDH_SHIM_TRY(const SharedLibrary loaded, SharedLibrary::load(Library::file));
        PDH_SHIM_CHECK(library.find(loaded));
        auto codec = std::make_unique<StreamCodec>(std::move(library));
        PDH_SHIM_CHECK(codec->restart());
        return std::unique_ptr<Codec>(std::move(codec));
    }

    explicit StreamCodec(Library library) : library_(std::move(library)) {}
    ~StreamCodec() override { end(); }

    Result<CodecStep, Failure> step(
        std::span<const std::byte> in, std::span<std::byte> out, StreamEnd end) override {
        // bzip2 reads its input by a pointer to what can be written.
        stream_.next_in = reinterpret_cast<decltype(stream_.next_in)>(const_cast<std::byte*>(in.data()));
        stream_.avail_in = at_most(in.size());
        stream_.next_out = reinterpret_cast<decltype(stream_.next_out)>(out.data());
        stream_.avail_out = at_most(out.size());
        const Size given_in = stream_.avail_in;
        const Size room = stream_.avail_out;
        const StreamEnd reached = given_in == in.size() ? end : StreamEnd::none;
        const auto code = library_.step(stream_, reached);
        if (Library::is_failure(code)) {
            return Library::is_memory(code) ? needs_memory() : damaged();
        }
        return CodecStep{
            given_in - stream_.avail_in, room - stream_.avail_out, Library::is_done(stream_, code, reached)};
    }

    Result<void, Failure> restart() override {
        end();
        stream_ = {};
        has_begun_ = library_.begin(stream_);
        if (!has_begun_) {
            return needs_memory();
        }
        return outcome::success();
    }

  private:
    using Stream = typename Library::Stream;
    using Size = decltype(Stream::avail_in);

    static Size at_most(std::size_t size) {
        return static_cast<Size>(std::min<std::size_t>(size, std::numeric_limits<Size>::max()));
    }

    void end() {
        if (std::exchange(has_begun_, false)) {
            library_.end(&stream_);
        }
    }

    const Library library_;
    Stream stream_{};
    bool has_begun_ = false;
};

} // namespace

MadeCodec make_decoder(CompressionFormat format, std::uint64_t memory) {
    switch (format) {
    case CompressionFormat::gzip:
        return StreamCodec<GzipDecoder>::make();
    case CompressionFormat::xz: {
        XzDecoder decoder;
        decoder.memory = memory;
        return StreamCodec<XzDecoder>::make(decoder);
    }
    case CompressionFormat::zstd:
        return make_zstd_decoder(memory);
    case CompressionFormat::bzip2:
        break;
    }
    return StreamCodec<Bzip2Decoder>::make();
}

MadeCodec make_encoder(CompressionFormat format) {
    switch (format) {
    case CompressionFormat::gzip:
        return StreamCodec<GzipEncoder>::make();
    case CompressionFormat::xz:
        return StreamCodec<XzEncoder>::make();
    case CompressionFormat::zstd:
        return make_zstd_encoder();
    case CompressionFormat::bzip2:
        break;
    }
    return Failure(Status::log_file_create_error, {}, "bzip2 is only read");
}

} // namespace pdh_shim::compression
