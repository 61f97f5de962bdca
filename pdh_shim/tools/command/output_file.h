// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/console.h"
#include "tools/streams/output_compression.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace pdh_shim::tools::command {

/// The format of the output, which -f chooses.
enum class OutputFormat { csv, tsv, bin, sql, html, json, long_table, influx, openmetrics };

/// Whether a format has a line for each value, with the parts of its path, and not a column for each counter:
/// tools/formats writes it.
[[nodiscard]] constexpr bool has_line_for_each_value(OutputFormat format) {
    return format >= OutputFormat::json;
}

/// Checks that a format has what -raw, -epoch and -spreadsheet ask for.
/// @throws terminal::UsageError
void check_format_options(OutputFormat format, bool with_raw, bool epoch, bool for_spreadsheets);

/// None if the format does not exist.
[[nodiscard]] std::optional<OutputFormat> find_output_format(const std::string& name);

/// As it is found, in lower case.
[[nodiscard]] std::string name_of_format(OutputFormat format);

/// The extension of a file's name, with its dot; empty for databases.
[[nodiscard]] std::string extension_of(OutputFormat format);

/// @throws terminal::ProgramError the format does not exist
[[nodiscard]] OutputFormat parse_output_format(const std::string& name);

/// Whether a name is that of a log in a database: it begins with `SQL:`.
[[nodiscard]] bool is_database_log(const std::string& name);

/// The name of a log in a database, with `SQL:`: Windows' pages write it as `dsn!set` too.
[[nodiscard]] std::string database_log_name(const std::string& name);

/// What becomes of a file that exists.
enum class ExistingFile { emptied, kept };

/// A file that is created, emptied or kept, and written at its end. While a regular file is open here, or in
/// the library as a log, nobody else can open it to write.
class FileToWrite : boost::noncopyable {
  public:
    /// Whether it may be a pipe or a device.
    enum class Streams { refused, taken };

    /// @throws terminal::ProgramError it cannot be created, or somebody else is writing it
    FileToWrite(const std::string& name, ExistingFile existing, Streams streams);
    ~FileToWrite();

    /// Whether it is a regular file without contents: others may have emptied it.
    [[nodiscard]] bool is_empty() const;

    /// The bytes at a place of a file that was kept: fewer than asked for at its end, none where it cannot be
    /// read.
    [[nodiscard]] std::string read(std::uint64_t place, std::size_t count) const;
    [[nodiscard]] std::uint64_t size() const;
    /// @return why it was not cut after so many bytes
    [[nodiscard]] std::error_code cut(std::uint64_t size) const;

    /// Whether the file of this name is another one, or does not exist any more.
    [[nodiscard]] bool is_moved_from(const std::string& name) const;

    /// Writes all of the bytes at once, or, to a regular file, none of them. @return why it did not
    [[nodiscard]] std::error_code write(std::string_view bytes) const;

    /// Has the system store what was written, if it can: then a power failure does not take it.
    void store() const;

  private:
    std::intptr_t file_; // a descriptor, or Windows' handle
};

/// Differs between the file of this name and others that had the name; empty if there is none, or the system
/// does not let an open file lose its name.
[[nodiscard]] std::string identity_of_file(const std::string& name);

/// Asks the user whether an existing file may be overwritten, unless -y answers all questions with yes.
/// @throws terminal::ProgramError it may not
void confirm_overwrite(const std::string& name, bool yes_to_all, Console& console);

/// Whether a name stands for standard output.
[[nodiscard]] inline bool is_standard_output(std::string_view name) {
    return name == "-" || name == "/dev/stdout";
}

/// The name with the extension of the format. It stays as it is if its last part has a dot, if there is a
/// file, device or pipe of this name, and for standard output and logs in databases.
[[nodiscard]] std::string with_extension(const std::string& name, OutputFormat format);

/// Warns, on standard error, of an extension that belongs to another format. It says nothing to programs for
/// Windows: the programs of Windows write such files without a word.
void warn_of_extension(const std::string& name, OutputFormat format, Console& console);

/// Warns of a path of Windows, which on other systems is the name of one file.
void warn_of_backslash(const std::string& name, Console& console);

/// The file that -o names, or standard output, or a log. A name that ends in `.gz`, `.xz` or `.zst` is
/// compressed, but not that of a log.
class OutputFile {
  public:
    /// Creates the file, or empties an existing one after confirm_overwrite().
    /// @param name    `-` is standard output, which has the same bytes as a file; empty is the console, which
    ///                gets the lines that are written
    /// @param console outlives this
    /// @throws terminal::ProgramError also when somebody else is writing the file
    OutputFile(const std::string& name, bool yes_to_all, Console& console);

    /// The same, but a name has no meaning: the library reads such a file as it is.
    enum class PlainFile { yes };
    OutputFile(const std::string& name, bool yes_to_all, Console& console, PlainFile plain);

    /// A log, which is a regular file. What cannot be written of it is a terminal::ProgramError.
    /// @throws terminal::ProgramError
    OutputFile(const std::string& name, ExistingFile existing);

    [[nodiscard]] bool is_log() const { return console_ == nullptr; }
    [[nodiscard]] const std::string& name() const { return name_; }

    /// Appends bytes at once, if they are not compressed. If somebody empties the file, compressed data
    /// begins anew.
    /// @throws terminal::OutputError
    /// @throws terminal::OutputClosed it is a pipe, and its reader is gone
    void write(std::string_view bytes);

    /// Writes what compression has held back: all bytes up to now can be read.
    /// @throws terminal::OutputError
    void flush();

    /// Has the system store a file, if it can: then a power failure does not take it.
    void store() const;

    /// Ends the compressed data, and has the system store a log. Call it last.
    /// @throws terminal::OutputError
    void close();

    /// Appends a line, or several, that end with CR and LF: programs on Windows read these files too.
    /// @throws terminal::OutputError
    void write_line(std::string line);
    void write_lines(const std::vector<std::string>& lines);

    /// Writes what the file begins with, unless it is a log that has contents.
    /// @param again if somebody empties the file, as logrotate does with `copytruncate`, it is written again
    ///              before what comes next
    /// @throws terminal::OutputError
    void begin_with(std::string text, bool again = true);

    /// Of a log that has contents: cuts off a line without an end, which a writer that was killed may have
    /// left, and what the format ends with.
    /// @param begin what all files of the format begin with
    /// @throws terminal::ProgramError the log is in another format
    void keep_lines(std::string_view begin, std::string_view tail);

    /// Whether the file has been moved away since it was opened. Standard output never is.
    [[nodiscard]] bool is_moved() const;

    /// Opens the file of this name again, which may be another one by now, as after logrotate: a new or empty
    /// one begins with the text of begin_with().
    /// @throws terminal::ProgramError
    /// @throws terminal::OutputError
    void reopen();

  private:
    void begin_again_if_emptied();
    void put(std::string_view bytes);
    void put_in_file(std::string_view bytes);

    std::string name_;
    Console* console_;                                        // null = it is a log
    std::optional<FileToWrite> file_;                         // none = standard output
    std::unique_ptr<streams::OutputCompression> compression_; // null = none
    std::string head_;
    bool has_bytes_ = false; // has written some to the file
};

} // namespace pdh_shim::tools::command
