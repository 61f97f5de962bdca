// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "compression/compressor.h"

#include <array>
#include <string_view>
#include <utility>

namespace pdh_shim::compression {
namespace {

MadeCompressor make_compressor(CompressionFormat format) {
    switch (format) {
    case CompressionFormat::gzip:
        return make_gzip_compressor();
    case CompressionFormat::xz:
        return make_xz_compressor();
    case CompressionFormat::zstd:
        return make_zstd_compressor();
    case CompressionFormat::bzip2:
        break;
    }
    return Failure(Status::log_file_create_error, {}, "bzip2 is only read");
}

} // namespace

Result<std::unique_ptr<Compressor>, Failure> Compressor::open(CompressionFormat format) {
    auto compressor = make_compressor(format);
    if (!compressor) {
        return std::move(compressor).error().as(Status::log_file_create_error);
    }
    return std::move(compressor).value();
}

Result<void, Failure> Compressor::write(std::string_view bytes, StreamEnd end, std::string& out) {
    std::array<std::byte, std::size_t{32} << 10U> buffer{};
    auto rest = std::as_bytes(std::span(bytes));
    for (bool goes_on = !rest.empty() || end != StreamEnd::none; goes_on;) {
        PDH_SHIM_TRY(const Step done, step(rest, buffer, end));
        rest = rest.subspan(done.taken);
        out.append(reinterpret_cast<const char*>(buffer.data()), done.given);
        goes_on = end == StreamEnd::none ? !rest.empty() || done.given == buffer.size() : !done.is_done;
    }
    return outcome::success();
}

} // namespace pdh_shim::compression
