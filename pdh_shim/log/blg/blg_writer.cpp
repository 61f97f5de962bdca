// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/blg/blg_writer.h"

#include "log/blg/catalogue.h"

#include <string>
#include <utility>

namespace pdh_shim::log::blg {

namespace {

// A file has its header, then the catalogue and records; in a circular one the records have buffers of their
// own.
constexpr std::uint64_t fewest_buffers = 2;
constexpr std::uint64_t fewest_buffers_of_circular = 3;

} // namespace

Result<void, Failure> BlgWriter::check_size(const TraceIdentity& identity) {
    const std::uint64_t fewest = identity.is_circular ? fewest_buffers_of_circular : fewest_buffers;
    if (identity.most_buffers != 0 && identity.most_buffers < fewest) {
        return Failure(Status::log_file_too_small, {},
            "needs at least " + std::to_string(fewest * buffer_size_to_write) + " bytes");
    }
    return outcome::success();
}

Result<std::unique_ptr<BlgWriter>, Failure> BlgWriter::begin(std::unique_ptr<WritableFile> file,
    const TraceIdentity& identity, const std::vector<model::LogEntry>& entries, Clock& clock) {
    PDH_SHIM_CHECK(check_size(identity));
    PDH_SHIM_TRY(TraceWriter trace, TraceWriter::begin(std::move(file), identity));
    std::unique_ptr<BlgWriter> writer(new BlgWriter(std::move(trace), kinds_of(entries), clock));
    const std::int64_t utc = clock.now().system_time;
    const std::int64_t local = model::to_local(utc, identity.zone.bias_at_utc(utc).value_or(0));
    append_catalogue(entries, writer->payload_);
    PDH_SHIM_CHECK(writer->trace_.append(EventKind::catalogue, local, utc, writer->payload_));
    PDH_SHIM_CHECK(identity.is_circular ? writer->trace_.keep_start(utc) : writer->trace_.flush(utc));
    return writer;
}

Result<std::unique_ptr<BlgWriter>, Failure> BlgWriter::resume(std::unique_ptr<WritableFile> file,
    std::uint64_t bytes, const TraceIdentity& identity, const std::vector<model::LogEntry>& entries,
    Clock& clock) {
    PDH_SHIM_TRY(
        TraceWriter trace, TraceWriter::resume(std::move(file), identity, bytes / buffer_size_to_write));
    return std::unique_ptr<BlgWriter>(new BlgWriter(std::move(trace), kinds_of(entries), clock));
}

Result<void, Failure> BlgWriter::write(const model::LogRecord& record) {
    payload_.clear();
    append_record(kinds_, record.cells, payload_);
    return trace_.append(EventKind::record, record.time_stamp, clock_.now().system_time, payload_);
}

Result<void, Failure> BlgWriter::flush() {
    return trace_.flush(clock_.now().system_time);
}

Result<void, Failure> BlgWriter::close() {
    return trace_.close(clock_.now().system_time);
}

} // namespace pdh_shim::log::blg
