// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/kept_library.h"
#include "compression/codec.h"

#include <bit>
#include <zstd.h>
#include <zstd_errors.h>

namespace pdh_shim::compression {
namespace {

struct Libzstd {
    decltype(&::ZSTD_createDCtx) make = nullptr;
    decltype(&::ZSTD_freeDCtx) release = nullptr;
    decltype(&::ZSTD_DCtx_setParameter) set = nullptr;
    decltype(&::ZSTD_DCtx_reset) reset = nullptr;
    decltype(&::ZSTD_decompressStream) step = nullptr;
    decltype(&::ZSTD_getFrameContentSize) frame_size = nullptr;
    decltype(&::ZSTD_isError) is_error = nullptr;
    decltype(&::ZSTD_getErrorCode) error_code = nullptr;
};

Result<Libzstd, Failure> load_libzstd() {
    PDH_SHIM_TRY(const KeptLibrary library, KeptLibrary::load("libzstd.so.1"));
    Libzstd loaded;
    PDH_SHIM_CHECK(library.find("ZSTD_createDCtx", loaded.make));
    PDH_SHIM_CHECK(library.find("ZSTD_freeDCtx", loaded.release));
    PDH_SHIM_CHECK(library.find("ZSTD_DCtx_setParameter", loaded.set));
    PDH_SHIM_CHECK(library.find("ZSTD_DCtx_reset", loaded.reset));
    PDH_SHIM_CHECK(library.find("ZSTD_decompressStream", loaded.step));
    PDH_SHIM_CHECK(library.find("ZSTD_getFrameContentSize", loaded.frame_size));
    PDH_SHIM_CHECK(library.find("ZSTD_isError", loaded.is_error));
    PDH_SHIM_CHECK(library.find("ZSTD_getErrorCode", loaded.error_code));
    return loaded;
}

// A window as large as the limit, or half of it, leaves no memory for the rest.
int window_log_of(std::uint64_t memory) {
    constexpr int least = 10; // as libzstd has them
    constexpr int most = sizeof(void*) == 4 ? 30 : 31;
    const int log = static_cast<int>(std::bit_width(memory)) - 2;
    return log < least ? least : (log > most ? most : log);
}

class Zstd final : public Codec {
  public:
    explicit Zstd(const Libzstd& library) : library_(library), context_(library.make()) {}
    ~Zstd() override { library_.release(context_); }

    bool begin(std::uint64_t memory) {
        return context_ != nullptr &&
               library_.is_error(library_.set(context_, ZSTD_d_windowLogMax, window_log_of(memory))) == 0;
    }

    Result<CodecStep, Failure> step(std::span<const std::byte> in, std::span<std::byte> out) override {
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

    const Libzstd library_;
    ZSTD_DCtx* const context_;
    bool is_at_start_ = true;     // of a frame
    std::uint64_t announced_ = 0; // size of the frame when it is decompressed
    std::uint64_t made_ = 0;      // of it
};

} // namespace

MadeCodec make_zstd(std::uint64_t memory) {
    PDH_SHIM_TRY(const Libzstd library, load_libzstd());
    auto codec = std::make_unique<Zstd>(library);
    if (!codec->begin(memory)) {
        return needs_memory();
    }
    return std::unique_ptr<Codec>(std::move(codec));
}

} // namespace pdh_shim::compression
