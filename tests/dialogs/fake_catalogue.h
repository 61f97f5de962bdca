// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "dialogs/picker.h"

#include <string>
#include <vector>

namespace pdh_shim::dialogs {

/// The counters of two made-up computers.
class FakeCatalogue : public CounterCatalogue {
  public:
    FakeCatalogue() { make_objects(); }

    [[nodiscard]] std::u16string computer() const override { return computer_; }

    [[nodiscard]] Result<void> connect(std::u16string_view computer) override {
        if (computer != u"here" && computer != u"there") {
            return Status::cstatus_no_machine;
        }
        computer_ = computer;
        make_objects();
        return outcome::success();
    }

    [[nodiscard]] const std::vector<ObjectEntry>& objects() const override { return objects_; }

    [[nodiscard]] std::u16string default_object() const override { return u"Disk"; }

    [[nodiscard]] Result<std::vector<path::InstanceName>> instances(std::size_t object) override {
        ++looks;
        if (objects_[object].name == u"Broken") {
            return Status::cstatus_invalid_data;
        }
        return objects_[object].name == u"Disk" ? disks : processes;
    }

    std::vector<path::InstanceName> disks{{{}, u"C:", 0}, {{}, u"D:", 0}, {{}, u"_Total", 0}};
    std::vector<path::InstanceName> processes{
        {{}, u"sh", 0}, {{}, u"nginx", 0}, {{}, u"sh", 1}, {u"nginx", u"worker", 0}};
    int looks = 0; ///< how often instances were asked for

  private:
    void make_objects() {
        objects_.clear();
        objects_.push_back({u"Memory", u"What memory does.", 100, false, 1,
            {{u"Free", u"Bytes that are free.", 100}, {u"Pages/sec", u"Pages read and written.", 100},
                {u"Page Faults", {}, 400}}});
        objects_.push_back({u"Disk", u"What disks do.", 100, true, 0,
            {{u"Reads/sec", u"Reads in a second.", 100}, {u"Writes/sec", u"Writes in a second.", 100},
                {u"Idle Time", {}, 200}}});
        objects_.push_back(
            {u"Process", {}, 100, true, 0, {{u"Thread Count", {}, 100}, {u"ID Process", {}, 100}}});
        objects_.push_back({u"Broken", {}, 400, true, 0, {{u"Something", {}, 100}}});
        if (computer_ == u"there") {
            objects_.erase(objects_.begin()); // it has no Memory
        }
    }

    std::u16string computer_ = u"here";
    std::vector<ObjectEntry> objects_;
};

} // namespace pdh_shim::dialogs
