// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/failure_log.h"
#include "model/source.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

using namespace pdh_shim;

namespace {

// Twelve objects, which cannot be read.
class Unreadable final : public model::Source {
  public:
    explicit Unreadable(bool is_recorded) : is_recorded_(is_recorded) {
        for (char16_t letter = u'A'; letter <= u'L'; ++letter) {
            catalogue_->objects.emplace_back().name = std::u16string(1, letter);
        }
    }

    std::string name() const override { return "unreadable"; }
    bool is_playback() const noexcept override { return is_recorded_; }
    std::shared_ptr<const model::Catalogue> catalogue() override { return catalogue_; }
    std::unique_ptr<model::Session> open_session() override { return nullptr; }
    Result<void, Failure> enumerate(std::uint32_t /*object*/, model::ObjectSnapshot& /*instances*/) override {
        return Status::cstatus_invalid_data;
    }

  private:
    bool is_recorded_;
    std::shared_ptr<model::Catalogue> catalogue_ = std::make_shared<model::Catalogue>();
};

std::string reported(std::size_t objects, Failure failure) {
    Unreadable source(false);
    FailureLog failures;
    std::vector<model::ObjectRequest> requests(objects);
    for (std::uint32_t i = 0; i < objects; ++i) {
        requests[i].object = i;
    }
    model::report_unread(failures, 0, source, requests, std::move(failure));
    return last_failure().value_or(LastFailure{}).message;
}

} // namespace

TEST_CASE(
    "a failure ends the collect of a source that was recorded, or that is at its end or without memory") {
    const Unreadable live(false);
    const Unreadable recorded(true);
    CHECK(model::ends_collect(recorded, Status::cstatus_invalid_data));
    CHECK_FALSE(model::ends_collect(live, Status::cstatus_invalid_data));
    CHECK(model::ends_collect(live, Status::no_more_data));
    CHECK(model::ends_collect(live, Status::memory_allocation_failure));
}

TEST_CASE("a failure without a reason names the objects, ten at most") {
    CHECK(reported(1, Status::cstatus_invalid_data).find("object A could not be read") != std::string::npos);
    CHECK(reported(2, Status::cstatus_invalid_data).find("objects A, B could not be read") !=
          std::string::npos);
    CHECK(
        reported(12, Status::cstatus_invalid_data).find("I, J and 2 others could not") != std::string::npos);
}

TEST_CASE("a failure with a reason keeps it, and names the source") {
    const std::string message = reported(1, {Status::cstatus_invalid_data, {}, "the disk is gone"});
    CHECK(message.find("the disk is gone") != std::string::npos);
    CHECK(message.find("unreadable") != std::string::npos);
}

TEST_CASE("an object that could not be read has a status and no rows") {
    model::ObjectSnapshot snapshot;
    model::mark_unread({.object = 0, .columns = {true, false}}, snapshot);
    CHECK(snapshot.status() == Status::cstatus_invalid_data);
    CHECK(snapshot.rows() == 0);
}
