#pragma once

#include "own_source.h"

#include <pdh.h>

#include <memory>
#include <string>
#include <vector>

namespace pdh_shim::torture {

/// Counters of one source, and how they are asked for.
struct Scene {
    std::string name;               ///< of the kind of source
    std::string sources;            ///< as for pdh_shim_set_sources()
    std::vector<std::string> paths; ///< of counters; the second has a wildcard
    std::size_t few;                ///< the first of them, which will do where all would take too long
    std::string object;             ///< with instances
    std::string counter;            ///< of that object
    std::u16string wide_object;     ///< the same in UTF-16
    std::u16string wide_counter;
    /// Seconds that the source leaves somebody alone for whom it ran out of something.
    int pause = 0;
    /// Of the allocations of a life, each of so many is made to fail: a life may take long. A nightly run has
    /// the time for all.
    long life_step = 1;
    /// The source, where it is one of the program's own.
    std::shared_ptr<test::OwnSource> own_source = nullptr;
};

/// Chooses the sources of a scene. @return the status of the call that failed
[[nodiscard]] PDH_STATUS choose_source(const Scene& scene);
/// The program's own source ends with it. @return the status of the call
[[nodiscard]] PDH_STATUS leave_source(const Scene& scene);

/// Everything that can be known of the counters of a query: paths, raw and formatted values, arrays,
/// statistics.
class Counters {
  public:
    explicit Counters(PDH_HQUERY query) : query_(query) {}

    /// Adds one. @return the status of PdhAddCounter
    PDH_STATUS add(const std::string& path);
    [[nodiscard]] PDH_HQUERY query() const noexcept { return query_; }
    /// The counter of Scene::paths with this position.
    [[nodiscard]] PDH_HCOUNTER at(std::size_t position) const { return counters_.at(position); }
    /// All of it as text, or the name of the first call that failed for want of something.
    [[nodiscard]] std::string describe() const;

  private:
    PDH_HQUERY query_;
    std::vector<PDH_HCOUNTER> counters_;
};

/// Time stands still while it lives, but for what is made to pass.
class FrozenClock {
  public:
    FrozenClock();
    FrozenClock(const FrozenClock&) = delete;
    FrozenClock& operator=(const FrozenClock&) = delete;
    FrozenClock(FrozenClock&&) = delete;
    FrozenClock& operator=(FrozenClock&&) = delete;
    ~FrozenClock();
};

/// Two queries for the counters of a scene: what is made to fail is done with the first; the second tells
/// what is right.
class Bed {
  public:
    /// Wants the first counters of the scene.
    Bed(const Scene& scene, std::size_t counters);
    Bed(const Bed&) = delete;
    Bed& operator=(const Bed&) = delete;
    Bed(Bed&&) = delete;
    Bed& operator=(Bed&&) = delete;
    ~Bed();

    [[nodiscard]] const Scene& scene() const noexcept { return scene_; }
    [[nodiscard]] Counters& subject() noexcept { return subject_; }
    /// One of the program's own that is not added.
    [[nodiscard]] test::OwnSource& another_source() noexcept { return another_source_; }

    /// The subject's first counter, and its first with a wildcard.
    [[nodiscard]] PDH_HCOUNTER single() const { return subject_.at(0); }
    [[nodiscard]] PDH_HCOUNTER many() const { return subject_.at(1); }

    /// Collects the witness, since the subject has been.
    void follow();
    /// Nothing, or how the subject tells of other values than the witness.
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
