// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/snapshot_reader.h"

#include "base/bytes.h"
#include "base/text.h"
#include "block/definition.h"
#include "block/instance_table.h"
#include "block/layout.h"
#include "block/value_plan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::block {
namespace {

// Counters may share their bytes, so an object can have more values than bytes; but not without limit.
constexpr std::size_t most_cell_bytes_per_byte = 32;
constexpr std::size_t free_cell_bytes = std::size_t{64} << 10U;

using Infos = InstanceTable::Infos;

// The state of one object.
class ObjectMemory {
  public:
    // Looks at the object's definition and instances, once a sample.
    [[nodiscard]] Result<void, Failure> refresh(
        const BlockObjects& sample, const ObjectBytes& object, const KnownObjects* known) {
        if (sample_ == sample.number()) {
            return outcome::success();
        }
        sample_ = 0;
        PDH_SHIM_CHECK(refresh_definition(sample, object, known));
        PDH_SHIM_CHECK(instances_.refresh(object, definition_));
        if (known != nullptr) {
            PDH_SHIM_CHECK(check_habits(sample, object, known->habits(object.title_index)));
        }
        sample_ = sample.number();
        return outcome::success();
    }

    [[nodiscard]] const Definition& definition() const noexcept { return definition_; }
    [[nodiscard]] const Infos& infos() const noexcept { return instances_.infos(); }

    // Title index of the object that the instances' parents belong to; 0 = they have none. All parents of an
    // object are of one object; the first instance with a parent says which.
    [[nodiscard]] std::uint32_t parent_object() const noexcept {
        const auto& infos = *instances_.infos();
        const auto found =
            std::ranges::find_if(infos, [](const InstanceInfo& info) { return info.parent_object != 0; });
        return found == infos.end() ? 0 : found->parent_object;
    }

    // Returns the one before if that is another one; 0 = none.
    std::uint32_t change_parent_object(std::uint32_t title_index) noexcept {
        const std::uint32_t other = title_index == 0 ? 0 : std::exchange(last_parent_object_, title_index);
        return other == title_index ? 0 : other;
    }

    // The instances as rows. `parents` are the instances of the parent object; null = it is not there.
    [[nodiscard]] const std::shared_ptr<const model::InstanceSet>& rows(const Infos& parents) {
        if (rows_ == nullptr || rows_infos_ != infos() || rows_parents_ != parents) {
            rows_ = make_rows(parents.get());
            rows_infos_ = infos();
            rows_parents_ = parents;
        }
        return rows_;
    }

    [[nodiscard]] const ValuePlan& plan(
        const std::shared_ptr<const model::Catalogue>& catalogue, const model::ObjectRequest& request) {
        if (catalogue_ != catalogue || object_ != request.object || wanted_ != request.columns) {
            catalogue_ = nullptr; // until the plan is made
            plan_ = ValuePlan(definition_, catalogue->objects[request.object], request.columns);
            wanted_ = request.columns;
            object_ = request.object;
            catalogue_ = catalogue;
        }
        return plan_;
    }
    [[nodiscard]] std::span<const std::size_t> blocks() const noexcept { return instances_.blocks(); }

  private:
    // What one record has alone is damage; what another one has too is a change.
    [[nodiscard]] Result<void, Failure> check_definition(const BlockObjects& sample,
        const ObjectBytes& object, const Definition& definition, const KnownObjects& known) {
        if (known.has(definition)) {
            return outcome::success();
        }
        const bool has_changed = changed_definition_ && in_changed_definition_ != sample.number() &&
                                 reads_alike(*changed_definition_, definition);
        if (!has_changed) {
            changed_definition_ = definition;
            in_changed_definition_ = sample.number();
            return malformed(object.offset, "it is defined as in no other record");
        }
        return outcome::success();
    }

    [[nodiscard]] Result<void, Failure> check_habits(
        const BlockObjects& sample, const ObjectBytes& object, InstanceHabits known) {
        const bool ends_early = known.fill_object && !instances_.habits().fill_object;
        const bool has_other_names = known.fill_names && !instances_.habits().fill_names;
        if (!ends_early && !has_other_names) {
            without_habits_ = 0;
        } else if (without_habits_ == 0 || without_habits_ == sample.number()) {
            without_habits_ = sample.number();
            return malformed(object.offset, ends_early ? "its instances end before it does"
                                                       : "the name of an instance does not have its length");
        }
        return outcome::success();
    }

    [[nodiscard]] Result<void, Failure> refresh_definition(
        const BlockObjects& sample, const ObjectBytes& object, const KnownObjects* known) {
        if (order_ == object.order && has_definition(object, definition_copy_)) {
            return outcome::success();
        }
        definition_copy_.clear();
        catalogue_ = nullptr;
        instances_.clear();
        PDH_SHIM_TRY(auto definition, read_definition(object));
        if (known != nullptr) {
            PDH_SHIM_CHECK(check_definition(sample, object, definition, *known));
        }
        definition_ = std::move(definition);
        order_ = object.order;
        definition_copy_ = definition_bytes(object);
        return outcome::success();
    }

    [[nodiscard]] std::shared_ptr<const model::InstanceSet> make_rows(
        const std::vector<InstanceInfo>* parents) const {
        std::vector<model::Instance> rows;
        rows.reserve(infos()->size());
        const std::uint32_t object = parent_object();
        for (const InstanceInfo& info : *infos()) {
            model::Instance& row = rows.emplace_back();
            row.name = info.name;
            row.unique_id = info.identity;
            if (info.parent_object != 0) {
                row.parent =
                    parent_name(info.parent_object == object ? parents : nullptr, info.parent_instance);
            }
        }
        return std::make_shared<const model::InstanceSet>(std::move(rows));
    }

    // A parent that the sample does not have is known by its position.
    [[nodiscard]] static std::u16string parent_name(
        const std::vector<InstanceInfo>* parents, std::uint32_t position) {
        if (parents != nullptr && position < parents->size()) {
            return (*parents)[position].name;
        }
        std::u16string name = u"#";
        append_decimal(name, position);
        return name;
    }

    std::uint64_t sample_ = 0; // number of the sample that all of it is about; 0 = of none
    std::optional<Definition> changed_definition_; // that no other sample was known to have
    std::uint64_t in_changed_definition_ = 0;      // number of the first sample that had it
    std::uint64_t without_habits_ = 0;             // number of the sample since which it has no habits
    std::endian order_ = std::endian::little;
    std::vector<std::byte> definition_copy_;
    Definition definition_;
    InstanceTable instances_;

    std::shared_ptr<const model::InstanceSet> rows_;
    Infos rows_infos_; // what the rows were made of
    Infos rows_parents_;
    std::uint32_t last_parent_object_ = 0;

    ValuePlan plan_;
    std::shared_ptr<const model::Catalogue> catalogue_; // for which the plan was made; null = there is none
    std::uint32_t object_ = model::no_column;
    std::vector<bool> wanted_;
};

void begin_missing(const model::ObjectDef& definition, model::ObjectSnapshot& snapshot) {
    snapshot.begin(definition.columns);
    if (definition.instances == model::Instances::none) {
        snapshot.add_instance({});
        snapshot.set_status(Status::cstatus_invalid_data);
        for (std::uint32_t column = 0; column < definition.columns; ++column) {
            snapshot.set_invalid(0, column);
        }
    }
}

std::int64_t object_time(const ObjectBytes& object, const Definition& definition, std::int64_t perf_time) {
    ByteReader reader(object.bytes, object.order);
    return definition.perf_freq > 0 ? reader.i64(layout::object::perf_time) : perf_time;
}

} // namespace

struct SnapshotReader::State {
    std::shared_ptr<const KnownObjects> known;      // null = anything may change from sample to sample
    std::map<std::uint32_t, ObjectMemory> memories; // by title index

    // The instances of the object that this one's parents belong to, or null.
    Infos parents_of(ObjectMemory& memory, const ObjectBytes& of, const BlockObjects& sample) {
        const std::uint32_t title_index = memory.parent_object();
        const auto other = memory.change_parent_object(title_index);
        if (other != 0 && other != of.title_index) {
            memories.erase(other); // else each sample could add one
        }
        const ObjectBytes* const object = title_index == 0 ? nullptr : sample.find(title_index);
        if (object == nullptr) {
            return nullptr;
        }
        ObjectMemory& parent = memories[title_index];
        return parent.refresh(sample, *object, known.get()) ? parent.infos() : nullptr;
    }

    // False if the object has only definitions there.
    Result<bool, Failure> read(const BlockObjects& sample, const ObjectBytes& object,
        const std::shared_ptr<const model::Catalogue>& catalogue, const model::ObjectRequest& request,
        std::int64_t perf_time, model::ObjectSnapshot& snapshot) {
        const model::ObjectDef& definition = catalogue->objects[request.object];
        ObjectMemory& memory = memories[object.title_index];
        PDH_SHIM_CHECK(memory.refresh(sample, object, known.get()));
        const std::size_t rows = memory.infos()->size();
        if (memory.definition().instances != definition.instances) {
            return malformed(object.offset + layout::object::instance_count,
                "the object has instances at one time and none at another");
        }
        const std::size_t most_cells =
            (object.bytes.size() * most_cell_bytes_per_byte + free_cell_bytes) / sizeof(std::int64_t);
        if (rows != 0 && definition.columns > most_cells / rows) {
            return malformed(object.offset + layout::object::counter_count, "far more values than bytes");
        }
        if (rows == 0 && definition.instances == model::Instances::none) {
            return false;
        }
        const ValuePlan& plan = memory.plan(catalogue, request);
        if (plan.sets_all()) {
            snapshot.begin_to_set_all(definition.columns, memory.rows(parents_of(memory, object, sample)));
        } else {
            snapshot.begin(definition.columns, memory.rows(parents_of(memory, object, sample)));
        }
        plan.fill(object, memory.blocks(), snapshot);
        snapshot.set_object_time(object_time(object, memory.definition(), perf_time));
        if (!memory.definition().has_data) {
            snapshot.set_status(Status::cstatus_invalid_data);
        }
        return true;
    }
};

SnapshotReader::SnapshotReader(std::shared_ptr<const KnownObjects> known)
    : state_(std::make_unique<State>()) {
    state_->known = std::move(known);
}
SnapshotReader::SnapshotReader(SnapshotReader&&) noexcept = default;
SnapshotReader& SnapshotReader::operator=(SnapshotReader&&) noexcept = default;
SnapshotReader::~SnapshotReader() = default;

Result<void, Failure> SnapshotReader::read(const BlockObjects& sample,
    const std::shared_ptr<const model::Catalogue>& catalogue, const model::ObjectRequest& request,
    std::int64_t perf_time, model::ObjectSnapshot& snapshot) {
    const model::ObjectDef& definition = catalogue->objects[request.object];
    const ObjectBytes* const object = sample.find(definition.title_index);
    Result<bool, Failure> has_data = false;
    if (object != nullptr) {
        has_data = state_->read(sample, *object, catalogue, request, perf_time, snapshot);
    }
    if (!has_data || !has_data.value()) {
        begin_missing(definition, snapshot);
        snapshot.set_object_time(perf_time);
    }
    PDH_SHIM_CHECK(std::move(has_data));
    return outcome::success();
}

} // namespace pdh_shim::block
