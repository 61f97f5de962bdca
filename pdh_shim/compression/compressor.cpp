// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "compression/compressor.h"

#include <array>
#include <string_view>
#include <utility>

namespace pdh_shim::compression {
namespace {

// The words of a decoder are no help.
Failure as_of_encoder(Failure why) {
    if (why.status() == Status::log_file_open_error || why.status() == Status::unable_read_log_header) {
        return {Status::log_file_create_error, {}, "there is not enough memory to compress it"};
    }
    return std::move(why).as(Status::log_file_create_error);
}

} // namespace

Result<std::unique_ptr<Compressor>, Failure> Compressor::open(CompressionFormat format) {
    auto encoder = make_encoder(format);
    if (!encoder) {
        return as_of_encoder(std::move(encoder).error());
    }
    return std::unique_ptr<Compressor>(new Compressor(std::move(encoder).value()));
}

Result<void, Failure> Compressor::write(std::string_view bytes, StreamEnd end, std::string& out) {
    std::array<std::byte, std::size_t{32} << 10U> buffer{};
    auto rest = std::as_bytes(std::span(bytes));
    for (bool goes_on = !rest.empty() || end != StreamEnd::none; goes_on;) {
        auto step = encoder_->step(rest, buffer, end);
        if (!step) {
            return as_of_encoder(std::move(step).error());
        }
        const CodecStep& done = step.value();
        rest = rest.subspan(done.taken);
        out.append(reinterpret_cast<const char*>(buffer.data()), done.given);
        goes_on = end == StreamEnd::none ? !rest.empty() || done.given == buffer.size() : !done.is_done;
    }
    return outcome::success();
}

} // namespace pdh_shim::compression
