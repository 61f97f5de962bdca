// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"
#include "base/rollback.h"
#include "model/kernel_instance.h"
#include "source/linux/parts.h"
#include "source/linux/sampled.h"
#include "source/linux/subject.h"
#include "source/linux/text/network_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::source::linux {
namespace {

constexpr std::string_view net_dev_file = "/proc/net/dev";
constexpr Needs link_speed = needs::own(0);
constexpr Needs packets_without_handler = needs::own(1);

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
        count
    };
};
using NetworkValues = std::array<std::int64_t, NetworkField::count>;

constexpr auto network_rows = std::to_array<CounterRow>({
    {u"Bytes Total/sec", 388, CounterType::perf_counter_bulk_count, model::Detail::advanced, {},
        NetworkField::bytes, u"Bytes received and sent on the interface in a second, framing included."},
    {u"Packets/sec", 400, CounterType::perf_counter_bulk_count, model::Detail::advanced, {},
        NetworkField::packets, u"Packets received and sent on the interface in a second."},
    {u"Packets Received/sec", 266, CounterType::perf_counter_bulk_count, model::Detail::advanced, {},
        NetworkField::packets_received, u"Packets received on the interface in a second."},
    {u"Packets Sent/sec", 452, CounterType::perf_counter_bulk_count, model::Detail::advanced, {},
        NetworkField::packets_sent, u"Packets sent on the interface in a second."},
    {u"Current Bandwidth", 520, CounterType::perf_counter_large_rawcount, model::Detail::advanced, link_speed,
        NetworkField::bandwidth, u"Speed of the interface's link in bits per second, 0 if it is not known."},
    {u"Bytes Received/sec", 264, CounterType::perf_counter_bulk_count, model::Detail::advanced, {},
        NetworkField::bytes_received, u"Bytes received on the interface in a second, framing included."},
    {u"Packets Received Unicast/sec", 524, CounterType::perf_counter_bulk_count, model::Detail::expert, {},
        NetworkField::received_unicast, u"Packets received in a second that were not sent to many."},
    {u"Packets Received Non-Unicast/sec", 526, CounterType::perf_counter_bulk_count, model::Detail::expert,
        {}, NetworkField::received_multicast, u"Packets received in a second that were sent to many."},
    {u"Packets Received Discarded", 528, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        {}, NetworkField::received_discarded,
        u"Packets received and thrown away although nothing was wrong with them."},
    {u"Packets Received Errors", 530, CounterType::perf_counter_large_rawcount, model::Detail::advanced, {},
        NetworkField::received_errors, u"Packets received with errors."},
    {u"Packets Received Unknown", 532, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        packets_without_handler, NetworkField::received_unknown,
        u"Packets received and thrown away because nothing on the interface takes any."},
    {u"Bytes Sent/sec", 506, CounterType::perf_counter_bulk_count, model::Detail::advanced, {},
        NetworkField::bytes_sent, u"Bytes sent on the interface in a second, framing included."},
    {u"Packets Outbound Discarded", 540, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        {}, NetworkField::sent_discarded,
        u"Packets to be sent that were thrown away although nothing was wrong with them."},
    {u"Packets Outbound Errors", 542, CounterType::perf_counter_large_rawcount, model::Detail::advanced, {},
        NetworkField::sent_errors, u"Packets that could not be sent because of errors."},
});

constexpr std::int64_t range = std::int64_t{1} << 32U; // of the counts of some drivers

/// The count that continues while this one wraps: of the same direction, packets for bytes and bytes for
/// packets.
constexpr std::size_t companion(std::size_t count) {
    const bool received = count < NetworkCount::bytes_sent;
    const std::size_t bytes = received ? NetworkCount::bytes_received : NetworkCount::bytes_sent;
    const std::size_t packets = received ? NetworkCount::packets_received : NetworkCount::packets_sent;
    return count == packets ? bytes : packets;
}

/// Whether a count fell because its 32 bits wrapped. If the driver restarted, all counts fall.
bool has_wrapped(const NetworkCounts& before, const NetworkCounts& now, std::size_t count) {
    const std::size_t other = companion(count);
    return before[count] < range && before[count] - now[count] > range / 2 && now[other] >= before[other];
}

bool has_fallen(const NetworkCounts& before, const NetworkCounts& now) {
    return !std::ranges::equal(now, before, std::ranges::greater_equal());
}

/// The network interfaces as one session sees them.
class NetworkInterfaces final : public Sampler {
  public:
    explicit NetworkInterfaces(Parts& parts) : files_(parts.files()) {}

    void sample(const Collect& collect, Needs needed) override;
    void write(RowWriter& rows) const override;
    void close_files() override;

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
    void take(Interface& interface, const NetworkLine& line, Needs needed);
    [[nodiscard]] bool may_be_renamed() const;
    [[nodiscard]] bool is_same(Interface& interface);
    [[nodiscard]] std::int64_t read_number(KeptFile& file, const std::string& path);
    [[nodiscard]] std::int64_t bandwidth(Interface& interface);

    KernelFiles& files_;
    FileBuffer buffer_;
    std::vector<NetworkLine> lines_;
    std::vector<std::unique_ptr<Interface>> interfaces_; // those of the last sample that could be taken
    std::vector<Interface*> order_;                      // by line
    std::vector<Interface*> earlier_;                    // of the last sample, to be compared with only
    std::uint32_t generations_ = 0;                      // that were given out
    bool readable_ = false;
};

void NetworkInterfaces::close_files() {
    for (const auto& interface : interfaces_) {
        interface->release();
    }
}

void NetworkInterfaces::sample(const Collect& collect, Needs needed) {
    const auto net_dev = collect.text(net_dev_file);
    readable_ = net_dev.has_value();
    if (!readable_) {
        return;
    }
    earlier_.swap(order_);
    order_.clear();
    Rollback unfinished([this] {
        for (const auto& interface : interfaces_) {
            interface->undo();
        }
    });
    for (const auto& interface : interfaces_) {
        interface->keep();
        interface->was_present = std::exchange(interface->present, false);
    }
    parse_net_dev(*net_dev, lines_);
    std::erase_if(lines_, [](const NetworkLine& line) { return line.name == "lo"; });
    for (const NetworkLine& line : lines_) {
        order_.push_back(&find(line.name, order_.size()));
    }
    if (may_be_renamed()) {
        close_files();
    }
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        take(*order_[i], lines_[i], needed);
    }
    unfinished.dismiss();
    std::erase_if(interfaces_, [](const auto& interface) { return !interface->present; });
}

/// `likely` is its position if the interfaces are those of the last sample.
NetworkInterfaces::Interface& NetworkInterfaces::find(std::string_view name, std::size_t likely) {
    if (likely < interfaces_.size() && interfaces_[likely]->name == name) {
        return *interfaces_[likely];
    }
    const auto known =
        std::ranges::find_if(interfaces_, [&](const auto& interface) { return interface->name == name; });
    if (known != interfaces_.end()) {
        return **known;
    }
    auto interface = std::make_unique<Interface>();
    interface->name = name;
    const std::string folder = "/sys/class/net/" + interface->name;
    interface->index_path = folder + "/ifindex";
    interface->speed_path = folder + "/speed";
    interface->no_handler_path = folder + "/statistics/rx_nohandler";
    interface->name16 = model::kernel_instance(model::interface_instance(name));
    interfaces_.push_back(std::move(interface));
    return *interfaces_.back();
}

void NetworkInterfaces::take(Interface& interface, const NetworkLine& line, Needs needed) {
    interface.present = true;
    const NetworkCounts& before = interface.shown;
    const bool fell = has_fallen(before, line.counts);
    if (!is_same(interface) || !interface.was_present) {
        interface.generation = ++generations_;
        interface.carried.fill(0);
    } else if (fell) {
        for (std::size_t i = 0; i < before.size(); ++i) {
            const bool wrapped = has_wrapped(before, line.counts, i);
            interface.carried[i] = std::min(interface.carried[i] + (wrapped ? range : 0), number_max);
        }
    }
    interface.shown = line.counts;
    NetworkCounts counts{};
    std::ranges::transform(
        line.counts, interface.carried, counts.begin(), [](std::int64_t shown, std::int64_t carried) {
            return sum_of({shown, carried});
        });
    NetworkValues& now = interface.now;
    now[NetworkField::bytes_received] = counts[NetworkCount::bytes_received];
    now[NetworkField::bytes_sent] = counts[NetworkCount::bytes_sent];
    now[NetworkField::bytes] =
        sum_of({counts[NetworkCount::bytes_received], counts[NetworkCount::bytes_sent]});
    now[NetworkField::packets_received] = counts[NetworkCount::packets_received];
    now[NetworkField::packets_sent] = counts[NetworkCount::packets_sent];
    now[NetworkField::packets] =
        sum_of({counts[NetworkCount::packets_received], counts[NetworkCount::packets_sent]});
    now[NetworkField::received_unicast] =
        difference(counts[NetworkCount::packets_received], counts[NetworkCount::multicast]);
    now[NetworkField::received_multicast] = counts[NetworkCount::multicast];
    now[NetworkField::received_discarded] = counts[NetworkCount::receive_drops];
    now[NetworkField::received_errors] = counts[NetworkCount::receive_errors];
    now[NetworkField::sent_discarded] = counts[NetworkCount::send_drops];
    now[NetworkField::sent_errors] = counts[NetworkCount::send_errors];
    now[NetworkField::bandwidth] = (needed & link_speed) != 0 ? bandwidth(interface) : unread;
    now[NetworkField::received_unknown] =
        (needed & packets_without_handler) != 0
            ? read_number(interface.no_handler_file, interface.no_handler_path)
            : unread;
}

/// A descriptor stays with its interface when interfaces exchange their names. New kernels list interfaces
/// by number, so that their order changes; and where names decide on it, the counts of one fall.
bool NetworkInterfaces::may_be_renamed() const {
    const auto fell = [](const Interface* interface, const NetworkLine& line) {
        return has_fallen(interface->shown, line.counts);
    };
    return order_ != earlier_ || !std::ranges::equal(order_, lines_, std::not_fn(fell));
}

/// Whether it is the interface that was last seen under its name.
bool NetworkInterfaces::is_same(Interface& interface) {
    const std::int64_t index = read_number(interface.index_file, interface.index_path);
    return std::exchange(interface.index, index) == index;
}

/// The number in a file that each sample reads, or `unread`.
std::int64_t NetworkInterfaces::read_number(KeptFile& file, const std::string& path) {
    const auto text = file.read(files_.system(), path, buffer_);
    return text ? whole_number(text.value()).value_or(unread) : unread;
}

std::int64_t NetworkInterfaces::bandwidth(Interface& interface) {
    constexpr std::int64_t megabit = 1'000'000;
    const std::int64_t speed = read_number(interface.speed_file, interface.speed_path);
    return scaled(std::max<std::int64_t>(0, speed), megabit);
}

void NetworkInterfaces::write(RowWriter& rows) const {
    if (!readable_) {
        rows.fail();
        return;
    }
    for (const Interface* interface : order_) {
        const std::int64_t without_index = static_cast<std::int64_t>(interface->generation) << 32U;
        rows.add(
            interface->name16, interface->index == unread ? without_index : interface->index, interface->now);
    }
}

} // namespace

constexpr Subject objects::network_interface{
    .object{u"Network Interface", 510, model::Instances::multi, {net_dev_file}, {}, u"Bytes Total/sec",
        u"What goes over the network interfaces, except the loopback one.", network_rows},
    .open = open<NetworkInterfaces>};

} // namespace pdh_shim::source::linux
