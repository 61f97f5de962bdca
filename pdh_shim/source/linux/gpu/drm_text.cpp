// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/gpu/drm_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>

namespace pdh_shim::source::linux {
namespace {

/// Passes over a prefix and returns the rest; none if the text begins otherwise.
std::optional<std::string_view> behind(std::string_view text, std::string_view prefix) noexcept {
    return text.starts_with(prefix) ? std::optional(text.substr(prefix.size())) : std::nullopt;
}

/// Takes the digits up to `end`, all of them hexadecimal, from the text.
std::optional<std::int64_t> take_hexadecimal(std::string_view& text, std::size_t end, std::int64_t most) {
    std::int64_t value = 0;
    end = std::min(end, text.size());
    const auto [stop, error] = std::from_chars(text.data(), text.data() + end, value, 16);
    const bool is_number = error == std::errc() && stop == text.data() + end && text.front() != '-';
    text.remove_prefix(std::min(end + 1, text.size()));
    return is_number && value <= most ? std::optional(value) : std::nullopt;
}

constexpr bool is_engine_letter(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

bool is_engine_name(std::string_view name) noexcept {
    return !name.empty() && std::ranges::all_of(name, is_engine_letter);
}

/// A count of the line; `unread` if the line has no number.
std::int64_t take_count(Scanner& line) noexcept {
    const auto number = line.number();
    return number && *number >= 0 ? *number : unread;
}

/// A count with its unit in bytes.
std::int64_t take_bytes(Scanner& line) noexcept {
    const std::int64_t number = take_count(line);
    const std::string_view unit = line.word();
    if (unit == "KiB") {
        return scaled(number, 1024);
    }
    return unit == "MiB" ? scaled(scaled(number, 1024), 1024) : number;
}

enum class MemoryKind : std::uint8_t { dedicated, shared, other };

/// Which memory a region is. What a device without memory of its own reserves of the machine's (`stolen`) is
/// dedicated to it on Windows, too.
MemoryKind memory_of(std::string_view region) noexcept {
    const auto is_one_of = [region](std::initializer_list<std::string_view> prefixes) {
        return std::ranges::any_of(
            prefixes, [region](std::string_view prefix) { return region.starts_with(prefix); });
    };
    if (is_one_of({"vram", "local", "stolen"})) {
        return MemoryKind::dedicated;
    }
    return is_one_of({"gtt", "system", "memory"}) ? MemoryKind::shared : MemoryKind::other;
}

/// Bytes of the regions under one kind of key.
struct Regions {
    std::int64_t dedicated = 0;
    std::int64_t shared = 0;
    bool any = false;

    void add(std::string_view region, std::int64_t bytes) noexcept {
        const MemoryKind memory = memory_of(region);
        if (memory == MemoryKind::other) {
            return;
        }
        std::int64_t& sum = memory == MemoryKind::dedicated ? dedicated : shared;
        sum = sum_of({sum, bytes});
        any = true;
    }
};

/// Reads one file, line by line.
class ClientReader {
  public:
    explicit ClientReader(DrmClient& client) noexcept : client_(client) {}

    void read(std::string_view key, Scanner& line);
    void finish() noexcept;

  private:
    [[nodiscard]] bool read_engine(std::string_view key, Scanner& line);
    [[nodiscard]] bool read_region(std::string_view key, Scanner& line);
    void add(std::string_view name, std::int64_t EngineUsage::*field, std::int64_t count);

    DrmClient& client_;
    Regions resident_;
    Regions older_; // the same under the key of older kernels, which newer ones write, too
};

void ClientReader::read(std::string_view key, Scanner& line) {
    if (key == "client-id") {
        client_.id = take_count(line);
    } else if (key == "pdev") {
        client_.device = line.word();
    } else if (!read_engine(key, line)) {
        static_cast<void>(read_region(key, line));
    }
}

bool ClientReader::read_engine(std::string_view key, Scanner& line) {
    if (const auto name = behind(key, "engine-capacity-")) {
        add(*name, &EngineUsage::capacity, std::max<std::int64_t>(1, take_count(line)));
    } else if (const auto timed = behind(key, "engine-")) {
        add(*timed, &EngineUsage::nanoseconds, take_count(line));
    } else if (const auto total = behind(key, "total-cycles-")) {
        add(*total, &EngineUsage::total_cycles, take_count(line));
    } else if (const auto used = behind(key, "cycles-")) {
        add(*used, &EngineUsage::cycles, take_count(line));
    } else {
        return false;
    }
    return true;
}

bool ClientReader::read_region(std::string_view key, Scanner& line) {
    if (const auto region = behind(key, "resident-")) {
        resident_.add(*region, take_bytes(line));
    } else if (const auto older = behind(key, "memory-")) {
        older_.add(*older, take_bytes(line));
    } else {
        return false;
    }
    return true;
}

/// A class that the file names twice, as two decoders of one device, is one class.
void ClientReader::add(std::string_view name, std::int64_t EngineUsage::*field, std::int64_t count) {
    if (!is_engine_name(name)) {
        return;
    }
    auto& engines = client_.engines;
    auto engine = std::ranges::find(engines, name, &DrmEngine::name);
    if (engine == engines.end()) {
        if (engines.size() == most_drm_engines) {
            return;
        }
        engine = engines.insert(engines.end(), DrmEngine{});
        engine->name = name;
    }
    std::int64_t& value = engine->used.*field;
    const bool adds = field != &EngineUsage::capacity && value != unread;
    value = adds ? sum_of({value, count}) : count;
}

void ClientReader::finish() noexcept {
    const Regions& regions = resident_.any ? resident_ : older_;
    if (regions.any) {
        client_.dedicated = regions.dedicated;
        client_.shared = regions.shared;
    }
}

struct EngineClass {
    std::string_view name;
    EngineKind kind;
};

constexpr std::int64_t unknown_engine = 9;

/// The classes of drivers by what they do. No device has two of one number.
constexpr auto engine_classes = std::to_array<EngineClass>({
    {"render", {0, "3D"}},                           // i915
    {"gfx", {0, "3D"}},                              // amdgpu
    {"rcs", {0, "3D"}},                              // xe
    {"3D", {0, "3D"}},                               // etnaviv
    {"gpu", {0, "3D"}},                              // msm
    {"panthor", {0, "3D"}}, {"fragment", {0, "3D"}}, // panfrost
    {"pp", {0, "3D"}},                               // lima
    {"sm", {0, "3D"}},                               // nvidia
    {"copy", {1, "Copy"}}, {"dma", {1, "Copy"}}, {"bcs", {1, "Copy"}},
    {"video", {2, "VideoDecode"}}, // encodes, too
    {"dec", {2, "VideoDecode"}}, {"vcs", {2, "VideoDecode"}}, {"enc", {3, "VideoEncode"}},
    {"video-enhance", {4, "VideoProcessing"}}, {"vecs", {4, "VideoProcessing"}},
    {"vpe", {4, "VideoProcessing"}}, {"compute", {5, "Compute_0"}}, {"ccs", {5, "Compute_0"}},
    {"csd", {5, "Compute_0"}}, // v3d
    {"enc_1", {6, "VideoEncode"}}, {"jpeg", {7, "VideoDecode"}},
    {"vertex-tiler", {8, "3D"}}, // panfrost, beside fragment
    {"bin", {8, "3D"}},          // v3d, beside render
    {"gp", {8, "3D"}},           // lima, beside pp
});

} // namespace

std::string_view drm_device(std::string_view link) noexcept {
    constexpr std::string_view folder = "/dri/";
    const std::size_t found = link.rfind(folder);
    const std::string_view device = found == std::string_view::npos ? "" : link.substr(found + folder.size());
    const auto card = behind(device, "card");
    return render_number(device) || (card && whole_number(*card)) ? device : std::string_view{};
}

std::optional<std::int64_t> render_number(std::string_view device) noexcept {
    const auto digits = behind(device, "renderD");
    return digits ? whole_number(*digits) : std::nullopt;
}

std::optional<std::int64_t> parse_pci_address(std::string_view text) noexcept {
    const auto domain = take_hexadecimal(text, text.find(':'), 0x7FFF'FFFF);
    const auto bus = take_hexadecimal(text, text.find(':'), 0xFF);
    const auto device = take_hexadecimal(text, text.find('.'), 0x1F);
    const auto function = take_hexadecimal(text, text.size(), 0x7);
    if (!domain || !bus || !device || !function) {
        return std::nullopt;
    }
    return (*domain << 16) | (*bus << 8) | (*device << 3) | *function;
}

PciIds parse_pci_ids(std::string_view text) noexcept {
    const auto vendor = take_hexadecimal(text, text.find(':'), 0xFFFF);
    const auto device = take_hexadecimal(text, text.size(), 0xFFFF);
    return vendor && device ? PciIds{static_cast<std::uint32_t>(*vendor), static_cast<std::uint32_t>(*device)}
                            : PciIds{};
}

GpuDevice parse_gpu_device(std::string_view text) noexcept {
    GpuDevice device;
    Scanner lines(text);
    while (!lines.at_end()) {
        Scanner line(lines.line());
        if (line.skip("DRIVER=")) {
            device.driver = line.rest();
        } else if (line.skip("PCI_SLOT_NAME=")) {
            device.pci_address = line.rest();
        } else if (line.skip("PCI_ID=")) {
            device.ids = parse_pci_ids(line.rest());
        } else if (line.skip("OF_FULLNAME=")) {
            device.tree_node = line.rest();
        }
    }
    return device;
}

bool parse_drm_client(std::string_view text, DrmClient& client) {
    client.id = unread;
    client.device = {};
    client.dedicated = unread;
    client.shared = unread;
    client.engines.clear();
    ClientReader reader(client);
    Scanner lines(text);
    while (!lines.at_end()) {
        Scanner line(lines.line());
        std::string_view key = line.word();
        if (const auto name = behind(key, "drm-"); name && key.ends_with(':')) {
            key = name->substr(0, name->size() - 1);
            reader.read(key, line);
        }
    }
    reader.finish();
    return client.id != unread;
}

EngineKind engine_kind(std::string_view name) noexcept {
    const auto* const known = std::ranges::find(engine_classes, name, &EngineClass::name);
    return known == engine_classes.end() ? EngineKind{unknown_engine, name} : known->kind;
}

} // namespace pdh_shim::source::linux
