// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/linux/kernel/performance_object.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pdh_shim::source::linux {

/// An instance of an object whose instances are the folders of sysfs at each sample.
template <std::size_t Fields>
struct ListedInstance {
    std::u16string name;
    std::int64_t id = model::no_unique_id;
    std::array<std::int64_t, Fields> values{};
};
/// The last one may be total_name. None if the folders cannot be read.
template <std::size_t Fields>
using ListedInstances = std::optional<std::vector<ListedInstance<Fields>>>;

/// The sampler of such an object, given the function that reads the instances.
template <std::size_t Fields, ListedInstances<Fields> (*Read)(FileSystem& files, FileBuffer& buffer,
                                  const ListedInstances<Fields>& before)>
class ListedObject final : public Sampler {
  public:
    explicit ListedObject(const Shown& shown) : files_(shown.files) {}

    void sample(const Collect& /*collect*/, Inputs /*needed*/) override {
        instances_ = Read(files_, buffer_, instances_);
    }

    void write(InstanceWriter& instances) const override {
        if (!instances_) {
            instances.fail();
            return;
        }
        for (const auto& instance : *instances_) {
            if (!instances.only_total() || instance.name == total_name) {
                instances.add(instance.name, instance.id, instance.values);
            }
        }
    }

  private:
    FileSystem& files_;
    FileBuffer buffer_;
    ListedInstances<Fields> instances_;
};

/// ObjectTable::find of such an object: whether `List` finds anything on the machine.
template <auto List>
Inputs find_listed(FileSystem& files, Inputs wanted) {
    const auto listed = List(files);
    return listed && !listed.value().empty() ? wanted : 0;
}

} // namespace pdh_shim::source::linux
