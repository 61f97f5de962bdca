// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::model {

/// The parts of a log that a reader skipped because it could not read them: damaged bytes of a binary log, or
/// rows of a text log. A place is one such row, or one stretch of such bytes.
struct LogLoss {
    std::uint64_t places = 0;
    std::uint64_t bytes = 0; ///< of all places together
    /// Of the first place: what a program gets that reads as far as the end.
    Status status = Status::success;
    std::string where; ///< of the first place: `byte 65536`, `line 7`
    std::string what;  ///< why it could not be read
    /// Of each column of a text log that has cells without a number: the first one, and how many there are.
    /// Their rows are among the places.
    struct LostCells {
        std::string where;
        std::string what;
    };
    std::vector<LostCells> columns = {};

    /// Counts another place. @param why its status, place and reason
    void add(const Failure& why, std::uint64_t size) {
        if (places == 0) {
            status = why.status();
            where = why.where();
            what = why.what();
        }
        ++places;
        bytes += size;
    }

    /// Counts what another log lost, whose name is put before its place.
    void add(const LogLoss& other, const std::string& log) {
        if (other.places == 0) {
            return;
        }
        if (places == 0) {
            status = other.status;
            where = log + ": " + other.where;
            what = other.what;
        }
        places += other.places;
        bytes += other.bytes;
    }

    /// The loss as a failure: the first place and reason, and the total.
    [[nodiscard]] Failure failure() const {
        const std::string all = places == 1 ? std::to_string(bytes) + " bytes were passed over"
                                            : std::to_string(places) + " such places, " +
                                                  std::to_string(bytes) + " bytes, were passed over";
        return {status, where, what + " (" + all + ")"};
    }
};

} // namespace pdh_shim::model
