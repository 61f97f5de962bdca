#include "source/linux/network.h"

#include "base/rollback.h"
#include "source/linux/kernel_instance.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

using calc::CounterType;

constexpr auto network_rows = std::to_array<CounterRow>({
    {u"Bytes Total/sec", 388, CounterType::perf_counter_bulk_count, model::Detail::advanced, 0,
        NetworkField::bytes, u"Bytes received and sent on the interface in a second, framing included."},
    {u"Packets/sec", 400, CounterType::perf_counter_bulk_count, model::Detail::advanced, 0,
        NetworkField::packets, u"Packets received and sent on the interface in a second."},
    {u"Packets Received/sec", 266, CounterType::perf_counter_bulk_count, model::Detail::advanced, 0,
        NetworkField::packets_received, u"Packets received on the interface in a second."},
    {u"Packets Sent/sec", 452, CounterType::perf_counter_bulk_count, model::Detail::advanced, 0,
        NetworkField::packets_sent, u"Packets sent on the interface in a second."},
    {u"Current Bandwidth", 520, CounterType::perf_counter_large_rawcount, model::Detail::advanced,
        needs::link_speed, NetworkField::bandwidth,
        u"Speed of the interface's link in bits per second, 0 if it is not known."},
    {u"Bytes Received/sec", 264, CounterType::perf_counter_bulk_count, model::Detail::advanced, 0,
        NetworkField::bytes_received, u"Bytes received on the interface in a second, framing included."},
    {u"Packets Received Unicast/sec", 524, CounterType::perf_counter_bulk_count, model::Detail::expert, 0,
        NetworkField::received_unicast, u"Packets received in a second that were not sent to many."},
    {u"Packets Received Non-Unicast/sec", 526, CounterType::perf_counter_bulk_count, model::Detail::expert, 0,
        NetworkField::received_multicast, u"Packets received in a second that were sent to many."},
    {u"Packets Received Discarded", 528, CounterType::perf_counter_large_rawcount, model::Detail::advanced, 0,
        NetworkField::received_discarded,
        u"Packets received and thrown away although nothing was wrong with them."},
    {u"Packets Received Errors", 530, CounterType::perf_counter_large_rawcount, model::Detail::advanced, 0,
        NetworkField::received_errors, u"Packets received with errors."},
    {u"Bytes Sent/sec", 506, CounterType::perf_counter_bulk_count, model::Detail::advanced, 0,
        NetworkField::bytes_sent, u"Bytes sent on the interface in a second, framing included."},
    {u"Packets Outbound Discarded", 540, CounterType::perf_counter_large_rawcount, model::Detail::advanced, 0,
        NetworkField::sent_discarded,
        u"Packets to be sent that were thrown away although nothing was wrong with them."},
    {u"Packets Outbound Errors", 542, CounterType::perf_counter_large_rawcount, model::Detail::advanced, 0,
        NetworkField::sent_errors, u"Packets that could not be sent because of errors."},
});

constexpr std::int64_t range = std::int64_t{1} << 32U; // of the counts of some drivers

/// The count that goes on while this one wraps: of the same direction, packets to bytes and bytes to packets.
constexpr std::size_t companion(std::size_t count) {
    const bool received = count < NetworkCount::bytes_sent;
    const std::size_t bytes = received ? NetworkCount::bytes_received : NetworkCount::bytes_sent;
    const std::size_t packets = received ? NetworkCount::packets_received : NetworkCount::packets_sent;
    return count == packets ? bytes : packets;
}

/// Whether a count fell because it has 32 bits, and not because the driver began anew: then they all fall.
bool has_wrapped(const NetworkCounts& before, const NetworkCounts& now, std::size_t count) {
    const std::size_t other = companion(count);
    return before[count] < range && before[count] - now[count] > range / 2 && now[other] >= before[other];
}

} // namespace

constexpr ObjectTable network_interface_table{ObjectId::network_interface, u"Network Interface", 510,
    model::Instances::multi, needs::net_dev, 0, u"Bytes Total/sec",
    u"What goes over the network interfaces, except the loopback one.", network_rows};

void NetworkState::after_fork() {
    for (const auto& interface : interfaces_) {
        interface->index_file.release();
    }
}

void NetworkState::update(std::optional<std::string_view> net_dev, Needs needed) {
    readable_ = net_dev.has_value();
    if (!readable_) {
        return;
    }
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
    for (const NetworkLine& line : lines_) {
        if (line.name == "lo") {
            continue;
        }
        Interface& interface = find(line.name, order_.size());
        take(interface, line, needed);
        order_.push_back(&interface);
    }
    unfinished.dismiss();
    std::erase_if(interfaces_, [](const auto& interface) { return !interface->present; });
}

/// `likely` is where it stands if the interfaces are those of the last sample.
NetworkState::Interface& NetworkState::find(std::string_view name, std::size_t likely) {
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
    interface->folder = "/sys/class/net/" + interface->name;
    interface->index_path = interface->folder + "/ifindex";
    interface->name16 = kernel_instance(interface_instance(name));
    interfaces_.push_back(std::move(interface));
    return *interfaces_.back();
}

void NetworkState::take(Interface& interface, const NetworkLine& line, Needs needed) {
    interface.present = true;
    const NetworkCounts& before = interface.shown;
    const bool fell = !std::equal(line.counts.begin(), line.counts.end(), before.begin(),
        [](std::int64_t now, std::int64_t last) { return now >= last; });
    if (!is_same(interface, fell) || !interface.was_present) {
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
    now[NetworkField::bandwidth] = (needed & needs::link_speed) != 0 ? bandwidth(interface) : unread;
}

/// Whether it is the interface that was last seen under its name. A descriptor stays with its interface when
/// names are exchanged, so that a fall of a count is a reason to look the name up again.
bool NetworkState::is_same(Interface& interface, bool fell) {
    if (fell) {
        interface.index_file.release();
    }
    const auto text = interface.index_file.read(files_.system(), interface.index_path, buffer_);
    const std::int64_t index = text ? whole_number(text.value()).value_or(unread) : unread;
    return std::exchange(interface.index, index) == index;
}

std::int64_t NetworkState::bandwidth(const Interface& interface) {
    constexpr std::int64_t megabit = 1'000'000;
    const auto text = files_.system().read(interface.folder + "/speed", buffer_);
    const std::int64_t speed = text ? whole_number(text.value()).value_or(0) : 0;
    return scaled(std::max<std::int64_t>(0, speed), megabit);
}

void NetworkState::write(RowWriter& rows) const {
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

} // namespace pdh_shim::source::linux
