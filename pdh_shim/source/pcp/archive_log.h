// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "model/catalogue.h"
#include "model/log.h"
#include "model/snapshot.h"
#include "source/pcp/archive.h"
#include "source/pcp/object_plan.h"
#include "source/pcp/object_sampler.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace pdh_shim::source::pcp {

/// The archives of one host, as a log: a record has what was logged at one moment, and nothing that was not
/// logged then, but for metrics that keep their value until they are logged again (PM_SEM_DISCRETE). Records
/// without a value of a chosen entry are left out. A gap is a record whose entries all are invalid, so that
/// no rate is calculated across it.
class ArchiveLog final : public model::LogReader {
  public:
    /// @param described the objects of the Linux catalogue
    /// @retval see Archive::open()
    [[nodiscard]] static Result<std::unique_ptr<ArchiveLog>, Failure> open(
        std::shared_ptr<const Libpcp> library, ArchiveFiles files, const model::Catalogue& described);

    [[nodiscard]] const std::vector<model::LogEntry>& entries() const override { return entries_; }
    /// Each record has a bias of its own.
    [[nodiscard]] model::LogZone zone() const override { return {}; }
    [[nodiscard]] const model::LogTitles* titles(std::u16string_view /*machine*/) const override {
        return nullptr;
    }
    void choose(const std::vector<std::size_t>& entries) override;
    [[nodiscard]] bool leaves_out_records() const noexcept override { return true; }
    [[nodiscard]] Result<bool, Failure> all_instances(
        std::size_t entry, std::vector<std::u16string>& names) override;
    [[nodiscard]] Result<bool, Failure> next(model::LogRecord& record) override;
    [[nodiscard]] std::span<const std::byte> bytes() const override { return {}; }
    [[nodiscard]] Result<void, Failure> seek(std::int64_t local_time) override;
    [[nodiscard]] Result<model::LogRange, Failure> range() override;
    [[nodiscard]] Result<std::uint64_t, Failure> size() override;
    [[nodiscard]] Result<std::uint64_t, Failure> whole_size() override;

  private:
    struct LoggedObject {
        explicit LoggedObject(ObjectPlan object);

        std::shared_ptr<const ObjectPlan> plan;
        std::unique_ptr<ObjectSampler> sampler;
        std::vector<std::optional<std::size_t>> entries; // of its columns; a base has none
        std::vector<bool> columns;                       // that are chosen, with their bases
        std::size_t first_metric = 0;                    // of those in metrics_
        std::size_t metric_count = 0;
        model::ObjectSnapshot snapshot;
    };

    explicit ArchiveLog(std::unique_ptr<Archive> archive) : archive_(std::move(archive)) {}

    [[nodiscard]] Result<void, Failure> find_objects(const model::Catalogue& described);
    void add_entries(LoggedObject& object);
    [[nodiscard]] Result<void, Failure> make_ready();
    [[nodiscard]] Result<void, Failure> load_lasting(std::int64_t time);
    [[nodiscard]] Result<bool, Failure> read_moment();
    void restart();
    [[nodiscard]] Result<void, Failure> go_to(std::int64_t time);
    [[nodiscard]] bool take_values();
    [[nodiscard]] Result<bool, Failure> fill(model::LogRecord& record);
    [[nodiscard]] Result<bool, Failure> fill_object(LoggedObject& object, model::LogRecord& record);
    [[nodiscard]] bool fill_entry(const LoggedObject& object, std::uint32_t column,
        const MetricValues& answer, model::LogCell& cell) const;
    [[nodiscard]] model::LogValue value_of(
        const LoggedObject& object, std::size_t row, std::uint32_t column, std::int64_t time) const;

    const std::unique_ptr<Archive> archive_;
    std::vector<LoggedObject> objects_;
    std::vector<model::LogEntry> entries_;
    std::unordered_set<pmID> lasting_; // metrics whose values hold until the next
    bool is_ready_ = false;            // what follows is of the chosen entries
    std::vector<pmID> metrics_;
    std::vector<pmValueSet*> values_;            // of metrics_, in the moment
    std::vector<std::int64_t> times_;            // of the values
    std::unordered_map<pmID, LoggedValue> held_; // the newest values of lasting metrics
    Moment moment_;
    bool has_moment_ = false;         // which no record has shown yet
    bool has_begun_ = false;          // a moment was read since reading began
    std::optional<std::int64_t> gap_; // before the moment
    std::int64_t to_local_ = 0;       // from UTC, at the moment
};

} // namespace pdh_shim::source::pcp
