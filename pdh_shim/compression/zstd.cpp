// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/shared_library.h"
#include "compression/codec.h"

#include <bit>
#include <zstd.h>
#include <zstd_errors.h>

namespace pdh_shim::compression {
namespace {

struct Decoder {
    decltype(&::ZSTD_createDCtx) make = nullptr;
    decltype(&::ZSTD_freeDCtx) release = nullptr;
    decltype(&::ZSTD_DCtx_setParameter) set = nullptr;
    decltype(&::ZSTD_DCtx_reset) reset = nullptr;
    decltype(&::ZSTD_decompressStream) step = nullptr;
    decltype(&::ZSTD_getFrameContentSize) frame_size = nullptr;
    decltype(&::ZSTD_isError) is_error = nullptr;
    decltype(&::ZSTD_getErrorCode) error_code = nullptr;

    Result<void, Failure> find(const SharedLibrary& library) {
        return library.find("ZSTD_createDCtx", make, "ZSTD_freeDCtx", release, "ZSTD_DCtx_setParameter", set,
            "ZSTD_DCtx_reset", reset, "ZSTD_decompressStream", step, "ZSTD_getFrameContentSize", frame_size,
            "ZSTD_isError", is_error, "ZSTD_getErrorCode", error_code);
    }
};

struct Encoder {
    decltype(&::ZSTD_createCCtx) make = nullptr;
    decltype(&::ZSTD_freeCCtx) release = nullptr;
    decltype(&::ZSTD_CCtx_setParameter) set = nullptr;
    decltype(&::ZSTD_CCtx_reset) reset = nullptr;
    decltype(&::ZSTD_compressStream2) step = nullptr;
    decltype(&::ZSTD_isError) is_error = nullptr;

    Result<void, Failure> find(const SharedLibrary& library) {
        return library.find("ZSTD_createCCtx", make, "ZSTD_freeCCtx", release, "ZSTD_CCtx_setParameter", set,
            "ZSTD_CCtx_reset", reset, "ZSTD_compressStream2", step, "ZSTD_isError", is_error);
    }
};

// A window as large as the limit, or half of it, leaves no memory for the rest.
int window_log_of(std::uint64_t memory) {
    constexpr int least = 10; // as libzstd has them
    constexpr int most = sizeof(void*) == 4 ? 30 : 31;
    const int log = static_cast<int>(std::bit_width(memory)) - 2;
    return log < least ? least : (log > most ? most : log);
}

class ZstdDecoder final : public Codec {
  public:
    explicit ZstdDecoder(const Decoder& library) : library_(library), context_(library.make()) {}
    ~ZstdDecoder() override { library_.release(context_); }

    bool begin(std::uint64_t memory) {
        return context_ != nullptr &&
               library_.is_error(library_.set(context_, ZSTD_d_windowLogMax, window_log_of(memory))) == 0;
    }

    Result<CodecStep, Failure> step(
        std::span<const std::byte> in, std::span<std::byte> out, StreamEnd /*end*/) override {
        if (is_at_start_ && !in.empty()) {
            is_at_start_ = false;
            announced_ = library_.frame_size(in.data(), in.size());
            made_ = 0;
        }
        ZSTD_inBuffer input{in.data(), in.size(), 0};
        ZSTD_outBuffer output{out.data(), out.size(), 0};
        const std::size_t result = library_.step(context_, &output, &input);
        if (library_.is_error(result) != 0) {
            const ZSTD_ErrorCode code = library_.error_code(result);
            const bool is_memory =
                code == ZSTD_error_memory_allocation || code == ZSTD_error_frameParameter_windowTooLarge;
            return is_memory ? needs_memory() : damaged();
        }
        made_ += output.pos;
        if (result == 0 && is_announced() && made_ != announced_) {
            return damaged(); // which libzstd itself sees only if there was room for all of it at once
        }
        return CodecStep{input.pos, output.pos, result == 0};
    }

    Result<void, Failure> restart() override {
        library_.reset(context_, ZSTD_reset_session_only);
        is_at_start_ = true;
        return outcome::success();
    }

  private:
    [[nodiscard]] bool is_announced() const noexcept {
        return announced_ != ZSTD_CONTENTSIZE_UNKNOWN && announced_ != ZSTD_CONTENTSIZE_ERROR;
    }

    const Decoder library_;
    ZSTD_DCtx* const context_;
    bool is_at_start_ = true;     // of a frame
    std::uint64_t announced_ = 0; // size of the frame when it is decompressed
    std::uint64_t made_ = 0;      // of it
};

class ZstdEncoder final : public Codec {
  public:
    explicit ZstdEncoder(const Encoder& library) : library_(library), context_(library.make()) {}
    ~ZstdEncoder() override { library_.release(context_); }

    // With a checksum, as the program of this format writes.
    bool begin() {
        return context_ != nullptr && library_.is_error(library_.set(context_, ZSTD_c_checksumFlag, 1)) == 0;
    }

    Result<CodecStep, Failure> step(
        std::span<const std::byte> in, std::span<std::byte> out, StreamEnd end) override {
        const ZSTD_EndDirective directive = end == StreamEnd::none    ? ZSTD_e_continue
                                            : end == StreamEnd::flush ? ZSTD_e_flush
                                                                      : ZSTD_e_end;
        ZSTD_inBuffer input{in.data(), in.size(), 0};
        ZSTD_outBuffer output{out.data(), out.size(), 0};
        const std::size_t left = library_.step(context_, &output, &input, directive);
        if (library_.is_error(left) != 0) {
            return needs_memory();
        }
        return CodecStep{input.pos, output.pos, left == 0};
    }

    Result<void, Failure> restart() override {
        library_.reset(context_, ZSTD_reset_session_only);
        return outcome::success();
    }

  private:
    const Encoder library_;
    ZSTD_CCtx* const context_;
};

template <class Made, class Library>
MadeCodec make(auto... begin) {
    Library library;
    PDH_SHIM_TRY(const SharedLibrary loaded, SharedLibrary::load("libzstd.so.1"));
    PDH_SHIM_CHECK(library.find(loaded));
    auto codec = std::make_unique<Made>(library);
    if (!codec->begin(begin...)) {
        return needs_memory();
    }
    return std::unique_ptr<Codec>(std::move(codec));
}

} // namespace

MadeCodec make_zstd_decoder(std::uint64_t memory) {
    return make<ZstdDecoder, Decoder>(memory);
}

MadeCodec make_zstd_encoder() {
    return make<ZstdEncoder, Encoder>();
}

} // namespace pdh_shim::compression
