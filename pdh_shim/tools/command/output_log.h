// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/output_file.h"
#include "tools/command/sample.h"
#include "tools/streams/spool_file.h"

#include <pdh.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pdh_shim::tools::command {

/// Whether the library cannot write a log itself: it goes to standard output, to a pipe or a device, or is
/// compressed.
[[nodiscard]] bool is_streamed(const std::string& name, OutputFormat format);

/// The log that a program writes from its query: PdhOpenLog(), PdhUpdateLog() and PdhCloseLog().
class OutputLog : public RecordLog {
  public:
    /// Creates the log, or empties an existing one; a log in a database is added to.
    /// @param name   the file, or `SQL:dsn!set`, of OutputFormat::sql also `dsn!set`
    /// @param query  its counters are those that it has now; outlives this
    /// @param append appends to an existing log
    /// @param circular_bytes a binary log of this size overwrites its oldest records; 0 = it grows
    /// @throws terminal::ProgramError
    OutputLog(const std::string& name, OutputFormat format, PDH_HQUERY query, bool append = false,
        DWORD circular_bytes = 0);

    /// The same for is_streamed(): the library writes a temporary file. Text is copied to `stream` while it
    /// is written, a binary log at its end, because its beginning is written last.
    /// @param stream outlives this
    OutputLog(OutputFile& stream, OutputFormat format, PDH_HQUERY query);
    ~OutputLog() override;

    /// @throws terminal::ProgramError a stream has the records before this one then
    [[nodiscard]] bool update() override;

    /// Whether the log that the query reads has, up to its end, parts that could not be read.
    [[nodiscard]] bool has_loss() const { return has_loss_; }

    void reopen() override;
    void close() override;

  private:
    void open(DWORD creation);
    [[noreturn]] void fail(std::string_view what, DWORD status) const;
    [[nodiscard]] bool write_record();
    void copy_to_stream();
    void end_stream();

    std::string name_;
    OutputFormat format_;
    PDH_HQUERY query_;
    DWORD circular_bytes_ = 0;
    PDH_HLOG log_ = nullptr;
    bool has_loss_ = false;
    OutputFile* stream_ = nullptr;
    std::optional<streams::SpoolFile> spool_; // of a stream
    std::uint64_t copied_ = 0;                // of it to the stream
};

} // namespace pdh_shim::tools::command
