// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "own_source.h"

#include <pdh.h>

#include <boost/noncopyable.hpp>

#include <memory>
#include <string>
#include <vector>

namespace pdh_shim::torture {

/// Counters of one source, and their names.
struct Scene {
    std::string name;               ///< of the kind of source
    std::string sources;            ///< as for pdh_shim_set_sources()
    std::vector<std::string> paths; ///< of counters; the second has a wildcard
    std::size_t few;                ///< the first of them, which will do where all would take too long
    std::string object;             ///< with instances
    std::string counter;            ///< of that object
    std::u16string wide_object;     ///< the same in UTF-16
    std::u16string wide_counter;
    /// Seconds after which the source tries again when it lacked a resource.
    int pause = 0;
    /// Of the allocations of a life, each of so many is made to fail: a life may take long. A nightly run has
    /// the time for all.
    long life_step = 1;
    /// The source, if the program implements it.
    std::shared_ptr<test::OwnSource> own_source = nullptr;
};

/// Chooses the sources of a scene. @return the status of the last call
[[nodiscard]] PDH_STATUS choose_source(const Scene& scene);
/// Removes the program's own source. @return the status of the call
[[nodiscard]] PDH_STATUS leave_source(const Scene& scene);

/// All data of the counters of a query: paths, raw and formatted values, arrays,
/// statistics.
class Counters {
  public:
    explicit Counters(PDH_HQUERY query) : query_(query) {}

    /// Adds one. @return the status of PdhAddCounter
    PDH_STATUS add(const std::string& path);
    [[nodiscard]] PDH_HQUERY query() const noexcept { return query_; }
    /// The counter of Scene::paths with this position.
    [[nodiscard]] PDH_HCOUNTER at(std::size_t position) const { return counters_.at(position); }
    /// All of it as text, with the statuses of calls that fail.
    [[nodiscard]] std::string describe() const;

  private:
    PDH_HQUERY query_;
    std::vector<PDH_HCOUNTER> counters_;
};

/// Stops the clock while it exists, except for pass() and pass_a_moment().
class FrozenClock : boost::noncopyable {
  public:
    FrozenClock();
    ~FrozenClock();
};

/// Two queries for the counters of a scene: calls are made to fail with the first; the second has
/// the right values.
class Fixture : boost::noncopyable {
  public:
    /// Adds the first counters of the scene.
    Fixture(const Scene& scene, std::size_t counters);
    ~Fixture();

    [[nodiscard]] const Scene& scene() const noexcept { return scene_; }
    [[nodiscard]] Counters& subject() noexcept { return subject_; }
    /// One of the program's own that is not added.
    [[nodiscard]] test::OwnSource& another_source() noexcept { return another_source_; }

    /// The subject's first counter, and its first with a wildcard.
    [[nodiscard]] PDH_HCOUNTER single() const { return subject_.at(0); }
    [[nodiscard]] PDH_HCOUNTER many() const { return subject_.at(1); }

    /// Collects the witness after the subject.
    void follow();
    /// Empty, or how the values of subject and witness differ.
    [[nodiscard]] std::string difference() const;
    /// The same after both have been collected, once or more often.
    [[nodiscard]] std::string difference_after(int collects);

  private:
    const Scene scene_;
    const FrozenClock clock_;
    Counters subject_;
    Counters witness_;
    test::OwnSource another_source_;
};

/// Moves the stopped clock on.
void pass(int seconds);
/// The same by what lies between two collects: too little for the kernel's standing clocks to look suspended.
void pass_a_moment();

} // namespace pdh_shim::torture
