// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"
#include "model/instance_writer.h"
#include "source/linux/kernel/kernel_files.h"
#include "source/linux/kernel/undoable.h"
#include "source/linux/network/network_text.h"
#include "source/linux/network/queue_list.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

struct NetworkField {
    enum Index : std::uint8_t {
        bytes,
        packets,
        packets_received,
        packets_sent,
        bandwidth, // bits a second
        bytes_received,
        received_unicast,
        received_multicast,
        received_discarded,
        received_errors,
        received_unknown,
        bytes_sent,
        sent_discarded,
        sent_errors,
        output_queue, // packets
        count
    };
};
using NetworkValues = std::array<std::int64_t, NetworkField::count>;

/// These inputs, without the lengths of queues if the kernel does not report them.
[[nodiscard]] Inputs find_output_queues(FileSystem& files, Inputs wanted);

/// The network interfaces as Network Interface and Network Adapter show them, for one session.
class NetworkState {
  public:
    explicit NetworkState(FileSystem& files) : files_(files) {}

    /// Takes a sample, given the text of /proc/net/dev.
    void update(std::optional<std::string_view> net_dev, Inputs needed);
    /// Closes the open files. The next sample opens them again.
    void close_files();

    /// The instances of Network Interface.
    void write(model::InstanceWriter& instances) const;

  private:
    struct InterfaceSample {
        bool present = false;
        bool was_present = false;
        std::uint32_t generation = 0;
        std::int64_t index = unread;
        NetworkCounts shown{};   // by the kernel, at the last sample
        NetworkCounts carried{}; // what 32-bit counts have lost by wrapping
        NetworkValues now{};
    };
    struct Interface : Undoable<InterfaceSample> {
        std::string name;
        std::u16string name16;
        std::string index_path; // in sysfs
        KeptFile index_file;
        std::string speed_path;
        KeptFile speed_file;
        std::string no_handler_path;
        KeptFile no_handler_file;

        /// Closes its files.
        void release() noexcept {
            index_file.release();
            speed_file.release();
            no_handler_file.release();
        }
    };

    [[nodiscard]] Interface& find(std::string_view name, std::size_t likely);
    void take(Interface& interface, const NetworkLine& line, Inputs needed);
    [[nodiscard]] std::int64_t queued(const Interface& interface) const;
    [[nodiscard]] bool may_be_renamed() const;
    [[nodiscard]] bool is_same(Interface& interface);
    [[nodiscard]] std::int64_t read_number(KeptFile& file, const std::string& path);
    [[nodiscard]] std::int64_t bandwidth(Interface& interface);

    FileSystem& files_;
    FileBuffer buffer_;
    std::vector<NetworkLine> lines_;
    FileBuffer queue_messages_;
    std::vector<OutputQueue> queues_;                    // in this sample, by name
    std::vector<std::unique_ptr<Interface>> interfaces_; // those of the last sample that could be taken
    std::vector<Interface*> order_;                      // by line
    std::vector<Interface*> earlier_;                    // of the last sample, to be compared with only
    std::uint32_t generations_ = 0;                      // that were given out
    bool readable_ = false;
};

} // namespace pdh_shim::source::linux
