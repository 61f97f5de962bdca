// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Compiled with PDH_SHIM_UTF16.
#include "registry/perf_block.h"

#include "text/text.h"

#include <winperf.h>

#include <cstddef>
#include <cstring>
#include <string>

namespace pdh_shim::compat {
namespace {

constexpr std::size_t alignment = 8;

/// Reads one block and writes the other.
class Widener {
  public:
    explicit Widener(const std::vector<BYTE>& block) : from_(block) {}

    std::vector<BYTE> widen() {
        auto head = read<PERF_DATA_BLOCK>();
        const std::size_t end = head.HeaderLength;
        head.SystemNameLength = append_named(sizeof head, head.SystemNameOffset, head.SystemNameLength);
        head.SystemNameOffset = sizeof head;
        head.HeaderLength = static_cast<DWORD>(to_.size());
        next_ = end;
        for (DWORD i = 0; i < head.NumObjectTypes; ++i) {
            widen_object();
        }
        head.TotalByteLength = static_cast<DWORD>(to_.size());
        write(0, head);
        return std::move(to_);
    }

  private:
    template <class Structure>
    [[nodiscard]] Structure read() const {
        Structure structure;
        std::memcpy(&structure, from_.data() + next_, sizeof structure);
        return structure;
    }

    template <class Structure>
    void write(std::size_t position, const Structure& structure) {
        std::memcpy(to_.data() + position, &structure, sizeof structure);
    }

    void copy(std::size_t size) {
        const auto start = from_.begin() + static_cast<std::ptrdiff_t>(next_);
        to_.insert(to_.end(), start, start + static_cast<std::ptrdiff_t>(size));
        next_ += size;
    }

    /// Makes room for a structure, and appends its name and what fills up to the alignment.
    /// @return bytes of the name
    DWORD append_named(std::size_t structure_size, std::size_t name_offset, std::size_t name_length) {
        std::u16string narrow(name_length / sizeof(char16_t), u'\0');
        std::memcpy(narrow.data(), from_.data() + next_ + name_offset, narrow.size() * sizeof(char16_t));
        const auto wide = to_wide<char32_t>(to_utf8(narrow));
        const std::size_t length = wide.size() * sizeof(char32_t);
        const std::size_t start = to_.size() + structure_size;
        to_.resize((start + length + alignment - 1) / alignment * alignment);
        std::memcpy(to_.data() + start, wide.data(), length);
        return static_cast<DWORD>(length);
    }

    void widen_object() {
        auto object = read<PERF_OBJECT_TYPE>();
        const std::size_t start = to_.size();
        const std::size_t end = next_ + object.TotalByteLength;
        copy(object.DefinitionLength);
        for (LONG i = 0; i < object.NumInstances; ++i) {
            object.CodePage == 0 ? widen_instance() : copy(read<PERF_INSTANCE_DEFINITION>().ByteLength);
            copy(read<PERF_COUNTER_BLOCK>().ByteLength);
        }
        copy(end - next_); // the counter block of an object without instances
        object.TotalByteLength = static_cast<DWORD>(to_.size() - start);
        write(start, object);
    }

    void widen_instance() {
        auto instance = read<PERF_INSTANCE_DEFINITION>();
        const std::size_t start = to_.size();
        const std::size_t end = next_ + instance.ByteLength;
        instance.NameLength = append_named(sizeof instance, instance.NameOffset, instance.NameLength);
        instance.NameOffset = sizeof instance;
        instance.ByteLength = static_cast<DWORD>(to_.size() - start);
        write(start, instance);
        next_ = end;
    }

    const std::vector<BYTE>& from_;
    std::size_t next_ = 0; // in from_
    std::vector<BYTE> to_;
};

} // namespace

std::vector<BYTE> widen_names(const std::vector<BYTE>& block) {
    return Widener(block).widen();
}

} // namespace pdh_shim::compat
