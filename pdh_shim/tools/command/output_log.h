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

/// The log that the library writes of a query: PdhOpenLog(), PdhUpdateLog() and PdhCloseLog().
class OutputLog : public Output {
  public:
    /// Creates the log, or empties an existing one; a log in a database is added to.
    /// @param name   the file, or `SQL:dsn!set`, of OutputFormat::sql also `dsn!set`
    /// @param query  its counters are those that it has now; outlives this
    /// @param append appends to an existing log
    /// @param circular_bytes a binary log of this size overwrites its oldest records; 0 = it grows
    /// @throws terminal::ProgramError
    OutputLog(const std::string& name, OutputFormat format, PDH_HQUERY query, bool append = false,
        DWORD circular_bytes = 0);

    /// The same for what -o names; an existing file is emptied after confirm_overwrite(). If is_streamed(),
    /// the library writes a temporary file: text is copied from there while it is written, a binary log at
    /// its end, because its beginning is written last.
    /// @param console outlives this
    OutputLog(const std::string& name, OutputFormat format, PDH_HQUERY query, bool append, bool yes_to_all,
        Console& console);
    ~OutputLog() override;

    /// @throws terminal::ProgramError a stream has the records before this one then
    [[nodiscard]] bool update() override;

    [[nodiscard]] bool has_loss() const override { return has_loss_; }
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
    std::optional<OutputFile> stream_;
    std::optional<streams::SpoolFile> spool_; // of a stream
    std::uint64_t copied_ = 0;                // of it to the stream
};

} // namespace pdh_shim::tools::command
