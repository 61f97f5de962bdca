// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "recorded/log_file.h"

#include "base/bytes.h"
#include "base/data_file.h"
#include "base/named_file.h"
#include "base/platform.h"
#include "base/saturating.h"
#include "base/text.h"
#include "log/blg/blg_reader.h"
#include "log/blg/blg_writer.h"
#include "log/text/header.h"
#include "log/text/meaning.h"
#include "log/text/text_reader.h"
#include "log/text/text_writer.h"
#include "path/counter_path.h"
#include "path/log_set_name.h"
#include "recorded/database_log.h"
#ifdef PDH_SHIM_HAS_PCP
#include "source/linux/linux_source.h"
#include "source/pcp/archive_files.h"
#endif

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <span>
#include <system_error>
#include <utility>

namespace pdh_shim::recorded {
namespace {

using OpenedReader = Result<std::unique_ptr<model::LogReader>, Failure>;
using OpenedWriter = Result<std::unique_ptr<model::LogWriter>, Failure>;

// The separator of a text log; none if it begins as no text log does.
Result<std::optional<char>, Failure> text_separator(DataFile& file) {
    std::array<std::byte, 64> start{};
    PDH_SHIM_TRY(const std::size_t size, file.read(0, start));
    return log::text::separator_of({reinterpret_cast<const char*>(start.data()), size});
}

template <class Opened>
OpenedReader as_reader(Opened&& opened) {
    PDH_SHIM_TRY(auto reader, std::forward<Opened>(opened));
    return std::unique_ptr<model::LogReader>(std::move(reader));
}

bool is_named_as_trace(std::string_view name) {
    const std::string_view end = name.substr(name.size() - std::min<std::size_t>(name.size(), 4));
    const auto is = [end](std::string_view suffix) {
        return std::ranges::equal(
            end, suffix, {}, [](char letter) { return static_cast<char>(letter | 0x20); });
    };
    return is(".blg") || is(".etl");
}

// What begins neither as text nor as a trace is one only by its name.
OpenedReader open_trace(std::unique_ptr<DataFile> file, std::string_view name) {
    std::array<std::byte, 8> start{};
    PDH_SHIM_TRY(const std::size_t size, file->read(0, start));
    if (as_text(std::span(start).first(size)).find("(PDH-") < 2) { // perhaps with a quotation mark
        return Failure(Status::unknown_log_format, {}, "is a log of a Windows before XP");
    }
    OpenedReader reader = as_reader(log::blg::BlgReader::open(std::move(file)));
    const bool is_no_trace = !reader && reader.error().status() == Status::unable_read_log_header;
    if (is_no_trace && !is_named_as_trace(name)) {
        return std::move(reader).error().as(Status::unknown_log_format);
    }
    return reader;
}

constexpr std::string_view archive_prefix = "pcp:";

#ifdef PDH_SHIM_HAS_PCP
Result<LogToRead, Failure> open_archive(std::string_view names) {
    PDH_SHIM_TRY(auto archives, source::pcp::find_archives(names, source::linux::described_objects()));
    ReaderFactory open = [archives = std::move(archives)]() -> OpenedReader {
        PDH_SHIM_TRY(auto readers, archives());
        return merge_logs(std::move(readers));
    };
    PDH_SHIM_TRY(auto reader, open());
    return LogToRead{LogType::binary, std::move(reader), std::move(open)};
}
#else
Result<LogToRead, Failure> open_archive(std::string_view /*names*/) {
    return Failure(Status::not_implemented, {}, "this library was built without Performance Co-Pilot");
}
#endif

Result<LogToRead, Failure> open_file(const std::string& name) {
    if (is_archive_name(name)) {
        return open_archive(std::string_view(name).substr(archive_prefix.size()));
    }
    PDH_SHIM_TRY(auto file, open_data_file(name));
    PDH_SHIM_TRY(const std::optional<char> separator, text_separator(*file));
    if (!separator) {
        PDH_SHIM_TRY(auto reader, open_trace(std::move(file), name));
        return LogToRead{LogType::binary, std::move(reader), {}};
    }
    PDH_SHIM_TRY(auto reader, log::text::TextReader::open(std::move(file), log::text::text_options()));
    const auto utf16 = reader->utf16();
    return LogToRead{*separator == ',' ? LogType::csv : LogType::tsv, std::move(reader), {}, utf16};
}

Result<LogToRead, Failure> open_log_set(const std::string& name) {
    PDH_SHIM_TRY(ReaderFactory open, read_database_log(name));
    PDH_SHIM_TRY(auto reader, open());
    return LogToRead{LogType::sql, std::move(reader), std::move(open)};
}

std::uint64_t mixed(std::uint64_t bits) noexcept { // splitmix64
    bits = (bits ^ bits >> 30U) * 0xBF58476D1CE4E5B9U;
    bits = (bits ^ bits >> 27U) * 0x94D049BB133111EBU;
    return bits ^ bits >> 31U;
}

// Another one for each log: logs need no more of it.
model::Guid make_guid(const Instant& now) {
    static std::atomic<std::uint64_t> made{0};
    const auto process = static_cast<std::uint64_t>(platform::process_id());
    model::Guid guid{};
    for (std::size_t half = 0; half < 2; ++half) {
        const std::uint64_t bits = mixed(mixed(static_cast<std::uint64_t>(now.system_time) + half) ^
                                         mixed(static_cast<std::uint64_t>(now.perf_time) + (process << 32U)) ^
                                         mixed(made.fetch_add(1)));
        for (std::size_t i = 0; i < 8; ++i) {
            guid[half * 8 + i] = static_cast<std::uint8_t>(bits >> i * 8);
        }
    }
    guid[7] = static_cast<std::uint8_t>((guid[7] & 0x0FU) | 0x40U); // version 4: random
    guid[8] = static_cast<std::uint8_t>((guid[8] & 0x3FU) | 0x80U);
    return guid;
}

log::blg::TraceIdentity identity_of(const NewLog& log, Clock& clock) {
    const Instant now = clock.now();
    log::blg::TraceIdentity identity;
    identity.guid = make_guid(now);
    append_utf8_lossy(identity.file_name, absolute_name(log.file));
    identity.start_time = now.system_time;
    identity.boot_time = now.time_100ns - now.perf_time;
    identity.perf_freq = ticks_per_second;
    identity.zone = log.zone.zone;
    identity.process = static_cast<std::uint32_t>(platform::process_id());
    if (log.max_bytes != 0) { // 0 buffers would be no limit
        identity.most_buffers = std::max<std::uint64_t>(log.max_bytes / log::blg::buffer_size_to_write, 1);
    }
    identity.is_circular = log.is_circular;
    return identity;
}

std::u16string path_of(const model::LogEntry& entry) {
    path::CounterPath parts{entry.machine, entry.object, {}, entry.counter};
    if (!entry.instance.empty()) {
        parts.instance = path::InstanceName{entry.parent, entry.instance, entry.duplicate};
    }
    return path::make_counter_path(parts);
}

// There may be 30,000 entries: each makes room for its path.
log::text::HeaderToWrite header_of(NewLog& log, bool has_comments) {
    log::text::HeaderToWrite header;
    header.separator = log.type == LogType::csv ? ',' : '\t';
    header.zone = zone_name_in_text(log.zone);
    header.bias = log.zone.bias;
    header.columns.reserve(log.entries.size() + 1);
    for (model::LogEntry& entry : log.entries) {
        header.columns.push_back(path_of(std::exchange(entry, {})));
    }
    std::vector<model::LogEntry>().swap(log.entries);
    if (has_comments) {
        // One that begins with a backslash would be read as a counter path, or refused as a broken one.
        const std::u16string space(log.caption.starts_with(u'\\') ? 1 : 0, u' ');
        header.columns.push_back(space + log::text::with_apostrophe(log.caption));
    }
    return header;
}

/// Where records are added to a log.
struct LogEnd {
    std::uint64_t bytes = 0;
    log::text::TextEnd text; ///< of a text log
    model::LogZone zone = {};
};

Result<LogEnd, Failure> end_of(model::LogReader& reader, LogType type) {
    if (type == LogType::binary) {
        PDH_SHIM_TRY(const std::uint64_t bytes, reader.whole_size());
        return LogEnd{bytes, {}, reader.zone()};
    }
    PDH_SHIM_TRY(const log::text::TextEnd end, static_cast<log::text::TextReader&>(reader).end());
    return LogEnd{end.bytes, end, reader.zone()};
}

/// The end of the log that records are added to; none if the file is new. It has to have the same counters.
/// The file is open to write: nobody else adds to it meanwhile.
Result<std::optional<LogEnd>, Failure> end_before(const NewLog& log, WritableFile& opened) {
    PDH_SHIM_TRY(const std::uint64_t size, opened.size());
    if (log.creation != LogCreation::append || size == 0) {
        return std::optional<LogEnd>();
    }
    PDH_SHIM_TRY(const LogToRead before, open_file(log.file));
    const auto same_path = [](const model::LogEntry& left, const model::LogEntry& right) {
        return left.kind == right.kind && equal_folded(path_of(left), path_of(right));
    };
    if (before.type != log.type || !std::ranges::equal(before.reader->entries(), log.entries, same_path)) {
        return Failure(Status::unmatched_append_counter, {}, "is a log of other counters");
    }
    PDH_SHIM_TRY(const LogEnd end, end_of(*before.reader, before.type));
    return std::optional(end);
}

/// Adds records to a log of another zone: their local times are converted to that zone.
class MovedRecords final : public model::LogWriter {
  public:
    /// @param zone the log's
    MovedRecords(std::unique_ptr<model::LogWriter> writer, model::LogZone zone)
        : writer_(std::move(writer)), zone_(zone) {}

    Result<void, Failure> write(const model::LogRecord& record) override {
        if (!record.bias) {
            return writer_->write(record);
        }
        const std::int64_t utc = model::to_utc(record.time_stamp, *record.bias);
        const std::int32_t bias = zone_.bias_at_utc(utc).value_or(*record.bias);
        record_ = record;
        record_.bias = bias;
        record_.time_stamp = model::to_local(utc, bias);
        const std::int64_t distance = saturated_subtract(record_.time_stamp, record.time_stamp);
        const auto move = [distance](model::LogValue& value) {
            value.time_stamp = value.time_stamp == 0 ? 0 : saturated_add(value.time_stamp, distance);
        };
        for (model::LogCell& cell : record_.cells) {
            move(cell.value);
            for (model::LogInstance& instance : cell.instances) {
                move(instance.value);
            }
        }
        return writer_->write(record_);
    }
    Result<void, Failure> flush() override { return writer_->flush(); }
    [[nodiscard]] std::uint64_t size() const override { return writer_->size(); }
    Result<void, Failure> sync() override { return writer_->sync(); }
    [[nodiscard]] std::optional<model::LogRun> run() const override { return writer_->run(); }
    Result<void, Failure> set_run_number(std::int32_t number) override {
        return writer_->set_run_number(number);
    }
    Result<void, Failure> close() override { return writer_->close(); }

  private:
    const std::unique_ptr<model::LogWriter> writer_;
    const model::LogZone zone_;
    model::LogRecord record_; // keeps its memory
};

/// Whether local times of a zone may stand in a log as they are. A text log has one bias for all seasons: it
/// stands for each season of its place.
bool is_same_place(const model::LogZone& zone, const model::LogZone& of_log) {
    if (!zone.is_known() || !of_log.is_known() || zone.rules() == of_log.rules()) {
        return true;
    }
    const model::ZoneRules& rules = *zone.rules();
    const model::ZoneRules& own = *of_log.rules();
    const auto bias = own.bias + own.standard_bias;
    const bool is_fixed = own.standard_date[1] == 0;
    const bool has_seasons = rules.standard_date[1] != 0;
    return is_fixed && (bias == rules.bias + rules.standard_bias ||
                           (has_seasons && bias == rules.bias + rules.daylight_bias));
}

/// @param of_log the zone of the log that the records are added to
OpenedWriter in_zone_of(
    const model::LogZone& of_log, const model::LogZone& zone, std::unique_ptr<model::LogWriter> writer) {
    if (is_same_place(zone, of_log)) {
        return writer;
    }
    return std::unique_ptr<model::LogWriter>(std::make_unique<MovedRecords>(std::move(writer), of_log));
}

Creation creation_of(LogCreation creation) noexcept {
    switch (creation) {
    case LogCreation::create_new:
        return Creation::create_new;
    case LogCreation::create_always:
        return Creation::create_always;
    case LogCreation::append:
        break;
    }
    return Creation::open_always;
}

Result<std::unique_ptr<WritableFile>, Failure> open_to_write(const NewLog& log) {
    const Writing writing = log.type == LogType::binary ? Writing::anywhere : Writing::at_end;
    return open_writable_file(log.file, creation_of(log.creation), writing);
}

OpenedWriter create_text(NewLog&& log) {
    using log::text::TextWriter;
    PDH_SHIM_TRY(auto file, open_to_write(log));
    PDH_SHIM_TRY(const auto before, end_before(log, *file));
    const bool has_comments = before ? before->text.has_comments : log.has_comments;
    PDH_SHIM_TRY(auto writer,
        before ? TextWriter::resume(std::move(file), before->text, header_of(log, has_comments))
               : TextWriter::begin(std::move(file), header_of(log, has_comments), has_comments, log.utf16));
    return in_zone_of(before ? before->zone : model::LogZone(), log.zone.zone, std::move(writer));
}

// The size is checked before a log that is there loses its content.
OpenedWriter create_trace(NewLog&& log, Clock& clock) {
    using log::blg::BlgWriter;
    const log::blg::TraceIdentity identity = identity_of(log, clock);
    if (log.creation != LogCreation::append || file_kind(log.file) != FileKind::file) {
        PDH_SHIM_CHECK(BlgWriter::check_size(identity));
    }
    PDH_SHIM_TRY(auto file, open_to_write(log));
    PDH_SHIM_TRY(const auto before, end_before(log, *file));
    PDH_SHIM_TRY(
        auto writer, before ? BlgWriter::resume(std::move(file), before->bytes, identity, log.entries, clock)
                            : BlgWriter::begin(std::move(file), identity, log.entries, clock));
    return in_zone_of(before ? before->zone : model::LogZone(), log.zone.zone, std::move(writer));
}

OpenedWriter create_file(NewLog&& log, Clock& clock) {
    switch (log.type) {
    case LogType::sql: {
        const model::LogZone zone = log.zone.zone;
        model::LogZone zone_of_run;
        PDH_SHIM_TRY(
            auto writer, create_database_log(std::move(log), make_guid(clock.now()), clock, zone_of_run));
        return in_zone_of(zone_of_run, zone, std::move(writer));
    }
    case LogType::binary:
        return create_trace(std::move(log), clock);
    case LogType::csv:
    case LogType::tsv:
        break;
    }
    return create_text(std::move(log));
}

} // namespace

// The name of a binary log's zone may be the place of a text in Windows: `@tzres.dll,-212`.
std::string zone_name_in_text(const model::ZoneAt& zone) {
    if (!zone.bias) {
        return {};
    }
    std::string name = zone.zone.name_of(*zone.bias);
    const bool is_place = name.starts_with('@');
    std::erase_if(name, [](char letter) { return letter < ' ' || letter > '~' || letter == '"'; });
    if (!is_place && name.find_first_not_of(' ') != std::string::npos) {
        return name;
    }
    const std::int32_t minutes = std::abs(*zone.bias);
    const auto two_digits = [](std::int32_t number) {
        return (number < 10 ? "0" : "") + std::to_string(number);
    };
    return (*zone.bias > 0 ? "UTC-" : "UTC+") + two_digits(minutes / 60) + ':' + two_digits(minutes % 60);
}

bool is_archive_name(std::string_view name) noexcept {
    return name.starts_with(archive_prefix);
}

Result<LogToRead, Failure> open_log_file(const std::string& name) {
    const auto text = from_utf8(name);
    if (text && path::is_log_set_name(text.value())) {
        return within(name, open_log_set(name));
    }
    PDH_SHIM_TRY(LogToRead file, within(name, open_file(name)));
    if (file.open_again == nullptr) {
        file.open_again = [name]() -> OpenedReader {
            PDH_SHIM_TRY(LogToRead again, open_log_file(name));
            return std::move(again.reader);
        };
    }
    return file;
}

Result<std::unique_ptr<model::LogWriter>, Failure> create_log_file(NewLog log, Clock& clock) {
    const std::string name = log.file;
    return within(name, create_file(std::move(log), clock));
}

namespace {

constexpr std::int32_t no_zone = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t zone_of_process = std::numeric_limits<std::int32_t>::max();

std::atomic<std::int32_t> assumed{no_zone}; // minutes, or one of these

std::optional<std::int32_t> parse_zone(std::string_view setting) {
    constexpr std::int32_t most = 24 * 60;
    if (setting.empty()) {
        return no_zone;
    }
    if (setting == "local") {
        return zone_of_process;
    }
    if (setting == "UTC") {
        return 0;
    }
    std::int32_t minutes = 0;
    const char* const end = setting.data() + setting.size();
    const auto [stop, error] = std::from_chars(setting.data(), end, minutes);
    const bool is_number = error == std::errc() && stop == end && minutes >= -most && minutes <= most;
    return is_number ? std::optional(minutes) : std::nullopt;
}

} // namespace

bool set_assumed_zone(std::string_view setting) {
    const auto zone = parse_zone(setting);
    assumed = zone.value_or(assumed);
    return zone.has_value();
}

model::LogZone zone_of(const model::LogReader& reader, std::int64_t local_time) {
    model::LogZone zone = reader.zone();
    const std::int32_t minutes = assumed;
    if (zone.is_known() || minutes == no_zone) {
        return zone;
    }
    return minutes == zone_of_process ? model::process_zone(local_time) : model::LogZone::fixed(minutes);
}

} // namespace pdh_shim::recorded
