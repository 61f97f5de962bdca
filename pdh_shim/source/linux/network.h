#pragma once

#include "base/file.h"
#include "source/linux/kernel_files.h"
#include "source/linux/network_text.h"
#include "source/linux/object_table.h"
#include "source/linux/row_writer.h"
#include "source/linux/sampled.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::source::linux {

extern const ObjectTable network_interface_table;

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
        bytes_sent,
        sent_discarded,
        sent_errors,
        count
    };
};
using NetworkValues = std::array<std::int64_t, NetworkField::count>;

/// The network interfaces as one session sees them.
class NetworkState {
  public:
    explicit NetworkState(KernelFiles& files) : files_(files) {}

    /// Takes a sample.
    void update(std::optional<std::string_view> net_dev, Needs needed);
    /// Closes what is open, because it is a parent's.
    void after_fork();

    void write(RowWriter& rows) const;

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
    struct Interface : Sampled<InterfaceSample> {
        std::string name;
        std::u16string name16;
        std::string folder; // in sysfs
        std::string index_path;
        KeptFile index_file;
    };

    [[nodiscard]] Interface& find(std::string_view name, std::size_t likely);
    void take(Interface& interface, const NetworkLine& line, Needs needed);
    [[nodiscard]] bool is_same(Interface& interface, bool fell);
    [[nodiscard]] std::int64_t bandwidth(const Interface& interface);

    KernelFiles& files_;
    FileBuffer buffer_;
    std::vector<NetworkLine> lines_;
    std::vector<std::unique_ptr<Interface>> interfaces_; // those of the last sample that could be taken
    std::vector<const Interface*> order_;                // by line
    std::uint32_t generations_ = 0;                      // that were given out
    bool readable_ = false;
};

} // namespace pdh_shim::source::linux
