// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "source/pcp/libpcp.h"
#include "source/pcp/plain_archive.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace pdh_shim::source::pcp {

/// The archives of one host, one after the other in time.
struct ArchiveFiles {
    std::string host; ///< as its pmlogger calls it
    std::vector<PlainArchive> archives;
    std::vector<std::int64_t> starts; ///< of each of them: a FILETIME; rising
};

/// The label of an archive.
struct ArchiveLabel {
    std::string host;
    std::int64_t start = 0; ///< a FILETIME
    std::int64_t end = 0;   ///< of its last record, if that can be found; else the start
};
/// @param plain_name of the archive, for libpcp @retval see Archive::open()
[[nodiscard]] Result<ArchiveLabel, Failure> read_label(
    const Libpcp& library, const std::string& name, const std::string& plain_name);

/// A value that was logged, and when.
struct LoggedValue {
    std::shared_ptr<const pmResult> result; ///< owns the values
    const pmValueSet* values = nullptr;
    std::int64_t time = 0; ///< a FILETIME of the host's clock
};

/// The values that were logged at one moment. pmlogger writes a record for each of its groups of metrics,
/// shortly one after the other: records within a second belong to one moment until a metric occurs again.
struct Moment {
    static constexpr std::int64_t longest = ticks_per_second;

    std::int64_t time = 0; ///< of its first record
    bool is_gap = false;   ///< from here to the next moment nobody logged (a <mark> record)
    std::unordered_map<pmID, LoggedValue> values;
};

/// Reads the archives of one host as one. One thread at a time.
class Archive final : public LibpcpContext {
  public:
    /// While it lives, the archive is the present context of its thread. A program may use libpcp itself, so
    /// the one before is put back.
    class PresentContext : boost::noncopyable {
      public:
        explicit PresentContext(const Libpcp& library)
            : library_(library), before_(library.present_context()) {}
        ~PresentContext();

      private:
        const Libpcp& library_;
        const int before_;
    };

    /// @retval file_not_found, unable_read_log_header, log_file_open_error libpcp refuses it
    [[nodiscard]] static Result<std::unique_ptr<Archive>, Failure> open(
        std::shared_ptr<const Libpcp> library, ArchiveFiles files);
    ~Archive();

    [[nodiscard]] const ArchiveFiles& files() const noexcept { return files_; }

    /// Call this first, and keep the result, around the functions below and those of Context.
    [[nodiscard]] Result<std::unique_ptr<PresentContext>, Failure> make_present();

    /// Reads the next moment. What cannot be read ends its archive; the next one follows after a gap.
    /// @return false at the end
    [[nodiscard]] Result<bool, Failure> next(Moment& moment);
    /// Goes to the first record that is not before this time.
    [[nodiscard]] Result<void, Failure> go_to(std::int64_t time);
    /// The values that metrics have at a time, as libpcp finds them: what was logged before may still hold.
    [[nodiscard]] Result<void, Failure> values_at(
        std::int64_t time, std::vector<pmID> metrics, Moment& moment);

  private:
    using Record = std::shared_ptr<const pmResult>;

    Archive(std::shared_ptr<const Libpcp> library, ArchiveFiles files);

    [[nodiscard]] Result<void, Failure> open_from(std::size_t first);
    [[nodiscard]] Result<void, Failure> set_mode(int mode, std::int64_t time);
    [[nodiscard]] Result<Record, Failure> next_record();
    [[nodiscard]] Result<Record, Failure> read();
    [[nodiscard]] Result<Record, Failure> leave_archive();
    void fail(int error) override;

    ArchiveFiles files_;
    std::size_t first_ = 0; // of the archives of the context; those before it are read as far as they can be
    // Of the process that has opened it: a child of fork() would move the files of its parent.
    std::uint32_t epoch_ = 0;
    std::int64_t position_ = 0; // of the newest record that was read, or where reading begins
    bool is_read_ = false;      // the record at the position
    bool is_set_back_ = false;  // libpcp reads the records at the position again
    Record ahead_;              // the first record of the next moment
};

} // namespace pdh_shim::source::pcp
