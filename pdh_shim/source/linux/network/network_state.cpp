// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/network/network_state.h"

#include "base/scope_guard.h"
#include "model/instance_writer.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

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

/// @retval not_found the kernel does not report them
FileResult<void> list_output_queues(
    FileSystem& files, FileBuffer& messages, std::vector<OutputQueue>& queues) {
    PDH_SHIM_TRY(const auto answer, files.output_queues(messages));
    if (!parse_output_queues(std::as_bytes(std::span(answer)), queues)) {
        return FileError::not_found;
    }
    return outcome::success();
}

} // namespace

Inputs find_output_queues(FileSystem& files, Inputs wanted) {
    if ((wanted & inputs::output_queues) == 0) {
        return wanted;
    }
    FileBuffer messages;
    std::vector<OutputQueue> queues;
    const auto listed = list_output_queues(files, messages, queues);
    const bool is_missing = !listed && listed.error() == FileError::not_found; // else it may come
    return wanted & ~(is_missing ? inputs::output_queues : 0);
}

void NetworkState::close_files() {
    for (const auto& interface : interfaces_) {
        interface->release();
    }
}

void NetworkState::update(std::optional<std::string_view> net_dev, Inputs needed) {
    readable_ = net_dev.has_value();
    if (!readable_) {
        return;
    }
    earlier_.swap(order_);
    order_.clear();
    ScopeGuard unfinished([this] {
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
    if ((needed & inputs::output_queues) == 0 || !list_output_queues(files_, queue_messages_, queues_)) {
        queues_.clear();
    }
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        take(*order_[i], lines_[i], needed);
    }
    unfinished.dismiss();
    std::erase_if(interfaces_, [](const auto& interface) { return !interface->present; });
}

/// `likely` is its position if the interfaces are those of the last sample.
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
    const std::string folder = "/sys/class/net/" + interface->name;
    interface->index_path = folder + "/ifindex";
    interface->speed_path = folder + "/speed";
    interface->no_handler_path = folder + "/statistics/rx_nohandler";
    interface->name16 = model::kernel_instance(model::interface_instance(name));
    interfaces_.push_back(std::move(interface));
    return *interfaces_.back();
}

void NetworkState::take(Interface& interface, const NetworkLine& line, Inputs needed) {
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
    now[NetworkField::bandwidth] = (needed & inputs::link_speed) != 0 ? bandwidth(interface) : unread;
    now[NetworkField::received_unknown] =
        (needed & inputs::packets_without_handler) != 0
            ? read_number(interface.no_handler_file, interface.no_handler_path)
            : unread;
    now[NetworkField::output_queue] = queued(interface);
}

/// The packets that wait on an interface to be sent, or `unread`. The kernel answers for the network
/// namespace of this thread, where another interface may have the name.
std::int64_t NetworkState::queued(const Interface& interface) const {
    const std::string_view name = interface.name;
    const auto found = std::ranges::lower_bound(queues_, name, {}, &OutputQueue::interface);
    const bool is_found = found != queues_.end() && found->interface == name &&
                          (interface.index == unread || interface.index == found->index);
    return is_found ? found->packets : unread;
}

/// A descriptor stays with its interface when interfaces exchange their names. New kernels list interfaces
/// by number, so that their order changes; and where names decide on it, the counts of one fall.
bool NetworkState::may_be_renamed() const {
    const auto fell = [](const Interface* interface, const NetworkLine& line) {
        return has_fallen(interface->shown, line.counts);
    };
    return order_ != earlier_ || !std::ranges::equal(order_, lines_, std::not_fn(fell));
}

/// Whether it is the interface that was last seen under its name.
bool NetworkState::is_same(Interface& interface) {
    const std::int64_t index = read_number(interface.index_file, interface.index_path);
    return std::exchange(interface.index, index) == index;
}

/// The number in a file that each sample reads, or `unread`.
std::int64_t NetworkState::read_number(KeptFile& file, const std::string& path) {
    const auto text = file.read(files_, path, buffer_);
    return text ? whole_number(text.value()).value_or(unread) : unread;
}

std::int64_t NetworkState::bandwidth(Interface& interface) {
    constexpr std::int64_t megabit = 1'000'000;
    const std::int64_t speed = read_number(interface.speed_file, interface.speed_path);
    return scaled(std::max<std::int64_t>(0, speed), megabit);
}

void NetworkState::write(model::InstanceWriter& instances) const {
    if (!readable_) {
        instances.fail();
        return;
    }
    for (const Interface* interface : order_) {
        const std::int64_t without_index = static_cast<std::int64_t>(interface->generation) << 32U;
        instances.add(
            interface->name16, interface->index == unread ? without_index : interface->index, interface->now);
    }
}

} // namespace pdh_shim::source::linux
