#include "log/blg/blg_writer.h"

#include "log/blg/catalogue.h"
#include "log/blg/record.h"

#include <utility>

namespace pdh_shim::log::blg {

Result<std::unique_ptr<BlgWriter>, Failure> BlgWriter::begin(std::unique_ptr<WritableFile> file,
    const TraceIdentity& identity, std::vector<model::LogEntry> entries, Clock& clock) {
    PDH_SHIM_TRY(TraceWriter trace, TraceWriter::begin(std::move(file), identity));
    std::unique_ptr<BlgWriter> writer(new BlgWriter(std::move(trace), std::move(entries), clock));
    const std::int64_t utc = clock.now().system_time;
    append_catalogue(writer->entries_, writer->payload_);
    PDH_SHIM_CHECK(
        writer->trace_.append(EventKind::catalogue, to_local_file_time(utc), utc, writer->payload_));
    PDH_SHIM_CHECK(identity.is_circular ? writer->trace_.keep_start(utc) : writer->trace_.flush(utc));
    return writer;
}

Result<void, Failure> BlgWriter::write(const model::LogRecord& record) {
    payload_.clear();
    append_record(entries_, record.cells, payload_);
    return trace_.append(EventKind::record, record.time_stamp, clock_.now().system_time, payload_);
}

Result<void, Failure> BlgWriter::flush() {
    return trace_.flush(clock_.now().system_time);
}

Result<void, Failure> BlgWriter::close() {
    return trace_.close(clock_.now().system_time);
}

} // namespace pdh_shim::log::blg
