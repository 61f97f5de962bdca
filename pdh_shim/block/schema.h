// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "block/block.h"
#include "model/catalogue.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace pdh_shim::block {

struct Definition;

/// Finds the texts of title indexes. Either function may be empty.
struct Titles {
    using Lookup = std::function<std::optional<std::u16string>(std::uint32_t index)>;

    Lookup name; ///< by the index of a name; one that is not known appears as `#index`
    Lookup help; ///< by the index of a help text; one that is not known is empty
};

/// What an origin can fill the memory with: it refuses what is new beyond that.
struct SchemaLimits {
    std::size_t objects = SIZE_MAX;
    std::size_t columns = SIZE_MAX; ///< of all objects
};

/// Builds a catalogue of the object and counter definitions in the blocks of one origin. Objects and columns
/// keep their positions: new definitions are appended, and those that no longer exist stay. A counter that
/// comes again with another type is another column, and the older one can no longer be found by its name. One
/// thread at a time; the catalogues it publishes are anybody's.
class Schema {
  public:
    explicit Schema(Titles titles, SchemaLimits limits = {});

    /// Reads the definitions of all objects of a sample. Costs next to nothing while they stay the same.
    /// @retval invalid_data an object is malformed; the objects before it count
    [[nodiscard]] Result<void, Failure> learn(const BlockObjects& sample);
    /// The same of one object: the first one of its title index in a sample.
    [[nodiscard]] Result<void, Failure> learn(const ObjectBytes& bytes);
    /// Whether learn() would find the definition that it learnt last, and so looks up no title.
    [[nodiscard]] bool knows(const ObjectBytes& bytes) const;

    /// Ticks per second of PerfTime; that of this machine unless set.
    void set_perf_freq(std::int64_t perf_freq);

    /// Another pointer only if learn() or set_perf_freq() have changed anything.
    [[nodiscard]] std::shared_ptr<const model::Catalogue> catalogue();

  private:
    struct LearntObject {
        std::uint32_t object = 0; // position in the catalogue
        bool has_clock = false;   // of its own
        std::endian order = std::endian::little;
        std::vector<std::byte> definition; // that was learnt last
    };

    [[nodiscard]] model::ObjectDef new_object(const Definition& definition) const;
    void put(model::ObjectDef&& object, LearntObject&& known);

    Titles titles_;
    const SchemaLimits limits_;
    std::size_t columns_ = 0; // of all objects
    model::Catalogue draft_;
    std::map<std::uint32_t, LearntObject> known_;       // by title index
    std::shared_ptr<const model::Catalogue> published_; // null when the draft has changed
};

} // namespace pdh_shim::block
