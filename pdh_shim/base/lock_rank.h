// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <cstdint>

namespace pdh_shim {

/// The order in which a thread takes locks, the highest rank first: it takes none of the same or a higher
/// rank than one that it holds, so two of one rank never nest. THREADS.md lists all locks.
enum class Rank : std::uint8_t {
    last,    ///< nothing is taken under it
    leaf,    ///< of a few variables: under it, at most something is logged
    state,   ///< of something larger, whose parts have locks of their own
    foreign, ///< held while code of others runs, or while a log is read
    start,   ///< held while sources start
    collect, ///< held during a collect
    log      ///< held while a record is written, for which a query may be collected
};

/// Whether locks are taken in the order of their ranks. Only with the build option lock_ranks, which the
/// tests set: a violation ends the program.
namespace ranks {

#ifdef PDH_SHIM_LOCK_RANKS
/// To be called before a lock is taken. Ends the program if this thread holds one of this or a lower rank.
void take(Rank rank) noexcept;
void leave(Rank rank) noexcept;
/// The ranks that this thread holds, which it forgets. A bit for each.
[[nodiscard]] unsigned forget() noexcept;
void restore(unsigned ranks) noexcept;
#else
inline void take(Rank /*rank*/) noexcept {}
inline void leave(Rank /*rank*/) noexcept {}
[[nodiscard]] inline unsigned forget() noexcept {
    return 0;
}
inline void restore(unsigned /*ranks*/) noexcept {}
#endif

/// Surrounds a call of code of others. The order begins anew there: a plug-in that breaks the rule of
/// source.h, and calls functions of PDH, is not a fault of the library.
class Anew : boost::noncopyable {
  public:
    Anew() noexcept : held_(forget()) {}
    ~Anew() { restore(held_); }

  private:
    const unsigned held_;
};

} // namespace ranks
} // namespace pdh_shim
