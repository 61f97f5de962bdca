// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "recorded/database_log.h"

#include "base/text.h"
#include "path/log_set_name.h"

#include <functional>
#include <utility>

#ifdef PDH_SHIM_HAS_SQL
#include "log/sql/database.h"
#include "log/sql/sql_reader.h"
#include "log/sql/sql_writer.h"
#include "log/sql/tables.h"
#endif

namespace pdh_shim::recorded {

#ifdef PDH_SHIM_HAS_SQL

namespace {

namespace sql = log::sql;

struct DatabaseLogName {
    std::u16string data_source;
    std::u16string log_set;
};

Result<DatabaseLogName, Failure> name_of_log_set(const std::string& name) {
    PDH_SHIM_TRY(const std::u16string text, from_utf8(name));
    const auto parts = path::parse_log_set_name(text);
    if (!parts) {
        return Failure(Status::invalid_sql_log_format, {}, "a log in a database is named SQL:dsn!set");
    }
    return DatabaseLogName{std::u16string(parts->data_source), std::u16string(parts->log_set)};
}

/// Asks a database that has the tables.
template <class T>
Result<T, Failure> run(
    std::u16string_view data_source, std::function<Result<T, Failure>(sql::OdbcConnection&)> work) {
    return sql::Database(data_source)
        .run<T>([work = std::move(work)](sql::OdbcConnection& connection) -> Result<T, Failure> {
            PDH_SHIM_CHECK(sql::read_schema(connection));
            return work(connection);
        });
}

Result<sql::LogSetRun, Failure> newest_run_of(
    sql::OdbcConnection& connection, const std::u16string& log_set) {
    PDH_SHIM_TRY(const std::vector<sql::LogSetRun> runs, sql::read_runs(connection, log_set));
    if (runs.empty()) {
        return Failure(Status::file_not_found, {}, "the database has no log set of that name");
    }
    return runs.back();
}

} // namespace

Result<ReaderFactory, Failure> read_database_log(const std::string& name) {
    PDH_SHIM_TRY(const DatabaseLogName parts, name_of_log_set(name));
    PDH_SHIM_TRY(const auto log_set, sql::read_log_set(parts.data_source, parts.log_set));
    return ReaderFactory([log_set]() -> Result<std::unique_ptr<model::LogReader>, Failure> {
        std::vector<std::unique_ptr<model::LogReader>> readers;
        for (std::vector<std::size_t>& runs : sql::consecutive_runs(log_set->runs)) {
            readers.push_back(std::make_unique<sql::SqlReader>(log_set, std::move(runs)));
        }
        return merge_logs(std::move(readers));
    });
}

Result<std::unique_ptr<model::LogWriter>, Failure> create_database_log(
    NewLog log, const model::Guid& guid, Clock& clock, model::LogZone& zone_of_run) {
    PDH_SHIM_TRY(DatabaseLogName parts, name_of_log_set(log.file));
    sql::NewRun run{std::move(parts.data_source), std::move(parts.log_set),
        log.creation == LogCreation::create_new, guid, log.zone.zone, log.zone.bias};
    PDH_SHIM_TRY(auto writer, sql::SqlWriter::begin(std::move(run), std::move(log.entries), clock));
    zone_of_run = writer->zone_of_run();
    return std::unique_ptr<model::LogWriter>(std::move(writer));
}

Result<model::LogRun, Failure> newest_run(const std::string& name) {
    PDH_SHIM_TRY(const DatabaseLogName parts, name_of_log_set(name));
    PDH_SHIM_TRY(const sql::LogSetRun run,
        run<sql::LogSetRun>(parts.data_source, [log_set = parts.log_set](sql::OdbcConnection& connection) {
            return newest_run_of(connection, log_set);
        }));
    const auto guid = model::parse_guid_text(run.guid);
    if (!guid) {
        return Failure(Status::invalid_sqldb, {}, "the log set has no GUID");
    }
    return model::LogRun{*guid, run.number};
}

Result<void, Failure> set_newest_run_number(const std::string& name, std::int32_t number) {
    PDH_SHIM_TRY(const DatabaseLogName parts, name_of_log_set(name));
    return run<void>(parts.data_source,
        [log_set = parts.log_set, number](sql::OdbcConnection& connection) -> Result<void, Failure> {
            PDH_SHIM_TRY(const sql::LogSetRun run, newest_run_of(connection, log_set));
            return sql::set_run_number(connection, run.guid, number);
        });
}

Result<std::vector<std::u16string>, Failure> log_set_names(std::u16string_view data_source) {
    return run<std::vector<std::u16string>>(data_source, sql::read_log_sets);
}

Result<void, Failure> verify_database(std::u16string_view data_source) {
    return run<void>(data_source,
        [](sql::OdbcConnection& /*connection*/) { return Result<void, Failure>(outcome::success()); });
}

Result<void, Failure> create_database_tables(std::u16string_view data_source) {
    return sql::Database(data_source).run<void>(sql::create_tables);
}

void set_database_time_limit(std::int64_t ticks) {
    sql::set_call_time_limit(ticks);
}

#else

namespace {

Failure no_database() {
    return {Status::invalid_datasource, {}, "this build of the library has no ODBC"};
}

} // namespace

Result<ReaderFactory, Failure> read_database_log(const std::string& /*name*/) {
    return no_database();
}

Result<std::unique_ptr<model::LogWriter>, Failure> create_database_log(
    NewLog /*log*/, const model::Guid& /*guid*/, Clock& /*clock*/, model::LogZone& /*zone_of_run*/) {
    return no_database();
}

Result<model::LogRun, Failure> newest_run(const std::string& /*name*/) {
    return no_database();
}

Result<void, Failure> set_newest_run_number(const std::string& /*name*/, std::int32_t /*number*/) {
    return no_database();
}

Result<std::vector<std::u16string>, Failure> log_set_names(std::u16string_view /*data_source*/) {
    return no_database();
}

Result<void, Failure> verify_database(std::u16string_view /*data_source*/) {
    return no_database();
}

Result<void, Failure> create_database_tables(std::u16string_view /*data_source*/) {
    return no_database();
}

void set_database_time_limit(std::int64_t /*ticks*/) {}

#endif

} // namespace pdh_shim::recorded
