// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The kernel's files about processors' frequencies and about batteries. Properties: as many processors as
// are in use, each with a number that Linux can have; where there is no battery there is no charge; only a
// battery that discharges has an end.
//
// The input is text. A line `@PATH` begins a file, which ends before the next line that begins with `@`:
// `@cpuinfo` is /proc/cpuinfo, `@cpu/...` is below /sys/devices/system/cpu, `@power/...` below
// /sys/class/power_supply.
#include "require.h"
#include "system/power.h"

#include <boost/noncopyable.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace compat = pdh_shim::compat;
namespace fs = std::filesystem;

namespace {

constexpr int most_files = 16;

// An empty folder for each input.
class Machine : boost::noncopyable {
  public:
    Machine() : path_((fs::temp_directory_path() / "pdh-shim-XXXXXX").string()) {
        require(mkdtemp(path_.data()) != nullptr);
        fs::create_directories(power());
        fs::create_directories(cpu());
    }
    ~Machine() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }

    [[nodiscard]] std::string cpu() const { return path_ + "/cpu"; }
    [[nodiscard]] std::string power() const { return path_ + "/power"; }

    // Names that no folder can have, or that leave the machine, are passed over.
    void write(const std::string& name, std::string_view text) const {
        if (name.find("..") != std::string::npos || name.find('\0') != std::string::npos) {
            return;
        }
        const fs::path file = path_ + "/" + name;
        std::error_code ignored;
        fs::create_directories(file.parent_path(), ignored);
        std::ofstream(file, std::ios::binary) << text;
    }

  private:
    std::string path_;
};

// The text up to the next line that begins with `@`, and past it.
std::string_view take_part(std::string_view& text) {
    const std::size_t end = text.find("\n@");
    const std::string_view part = text.substr(0, end == std::string_view::npos ? end : end + 1);
    text.remove_prefix(part.size());
    return part;
}

void check_processors(const Machine& machine, const std::string& cpuinfo) {
    const auto processors = compat::processor_power(machine.cpu(), cpuinfo);
    require(!processors || (!processors->empty() && processors->size() <= 65536));
    require(!processors ||
            std::ranges::all_of(*processors, [](const auto& each) { return each.number <= 65536; }));
}

void check_batteries(const Machine& machine) {
    const auto state = compat::battery_state(machine.power());
    require(state.has_value());
    require(state->BatteryPresent || (state->MaxCapacity == 0 && state->RemainingCapacity == 0));
    require(state->Discharging || state->EstimatedTime == static_cast<DWORD>(-1));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string input(data, data + size);
    const Machine machine;
    std::string cpuinfo;
    std::string_view text(input);
    for (int files = 0; files < most_files && !text.empty(); ++files) {
        const std::string_view part = take_part(text);
        const std::size_t end = std::min(part.find('\n'), part.size());
        const std::string name(
            part.substr(std::min<std::size_t>(1, end), end - std::min<std::size_t>(1, end)));
        const std::string_view content = part.substr(std::min(end + 1, part.size()));
        if (name == "cpuinfo") {
            cpuinfo = content;
        } else {
            machine.write(name, content);
        }
    }
    check_processors(machine, cpuinfo);
    check_batteries(machine);
    return 0;
}
