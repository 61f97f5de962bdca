// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::test {

/// Files in memory that a test writes as the kernel would. Folders are there when something lies in them.
class MemoryFiles : public FileSystem {
  public:
    /// The entry that holds the kernel's answer to RTM_GETQDISC.
    static constexpr std::string_view queues = "RTM_GETQDISC";

    /// Writes a file; who has it open reads the new text.
    void set(const std::string& path, std::string_view text) { entry(path).text = text; }
    /// Puts another object in the place of a file: what is open leads to nothing from now on.
    void replace(const std::string& path, std::string_view text) {
        remove(path);
        set(path, text);
    }
    void remove(const std::string& path) { entries_.erase(path); }
    /// Removes a folder with all that lies in it.
    void remove_folder(const std::string& path) {
        std::erase_if(entries_, [&](const auto& entry) { return entry.first.starts_with(path + "/"); });
        std::erase_if(folders_, [&](const std::string& folder) { return folder.starts_with(path + "/"); });
    }
    /// Takes a folder away, but not from those who have its files open.
    void hide_folder(const std::string& path) {
        for (auto& [name, entry] : entries_) {
            if (name.starts_with(path + "/")) {
                hidden_.push_back(entry);
            }
        }
        remove_folder(path);
    }
    void make_folder(const std::string& path) { folders_.insert(path); }
    void deny(const std::string& path) { entry(path).error = FileError::denied; }
    void set_error(const std::string& path, FileError error) { entry(path).error = error; }
    /// Lets info() of a path fail for once; empty = of none.
    void refuse_info(const std::string& path) { refused_info_ = path; }
    void set_size(const std::string& folder, std::uint64_t size) { sizes_[folder] = size; }
    void set_link(const std::string& path, std::string_view target) { links_[path] = target; }
    void set_space(const std::string& path, FileSpace space) { spaces_[path] = space; }
    /// Plays a fork: this process is a child, which has a number of its own.
    void set_process_id(long id) {
        process_id_ = id;
        ++epoch_;
    }
    void set_most_open_files(std::size_t most) { most_open_files_ = most; }

    /// How often a file was read, opened before or not, since forget().
    [[nodiscard]] int reads(const std::string& path) const { return count(reads_, path); }
    /// How often a file was opened, to be kept or to be read once.
    [[nodiscard]] int opens(const std::string& path) const { return count(opens_, path); }
    [[nodiscard]] int space_requests(const std::string& path) const { return count(space_requests_, path); }
    /// All files that were read since forget().
    [[nodiscard]] std::set<std::string> read_paths() const {
        std::set<std::string> paths;
        for (const auto& [path, times] : reads_) {
            paths.insert(path);
        }
        return paths;
    }
    /// All paths that were opened or asked for since forget(), whether something is there or not.
    [[nodiscard]] std::set<std::string> looked_at() const {
        std::set<std::string> paths = asked_;
        for (const auto& [path, times] : opens_) {
            paths.insert(path);
        }
        return paths;
    }
    void forget() {
        asked_.clear();
        reads_.clear();
        opens_.clear();
        space_requests_.clear();
    }
    /// Files that are kept open now.
    [[nodiscard]] std::size_t open_files() const noexcept { return open_files_; }

    FileResult<std::string_view> read(const std::string& path, FileBuffer& buffer) override {
        ++opens_[path];
        const auto found = entries_.find(path);
        if (found == entries_.end()) {
            return FileError::not_found;
        }
        return read_entry(path, *found->second, buffer);
    }

    FileResult<std::unique_ptr<OpenFile>> open(const std::string& path) override {
        if (open_files_ >= most_open_files_) {
            return FileError::too_many;
        }
        ++opens_[path];
        const auto found = entries_.find(path);
        if (found == entries_.end()) {
            return FileError::not_found;
        }
        if (found->second->error) {
            return *found->second->error;
        }
        return std::unique_ptr<OpenFile>(std::make_unique<File>(*this, path, found->second));
    }

    FileResult<void> list(
        const std::string& path, const std::function<void(std::string_view)>& visit) override {
        if (const auto found = entries_.find(path); found != entries_.end() && found->second->error) {
            return *found->second->error;
        }
        if (!is_folder(path)) {
            return FileError::not_found;
        }
        std::set<std::string> names;
        const std::string prefix = path + "/";
        const auto add = [&](const std::string& inside) {
            if (inside.starts_with(prefix)) {
                names.insert(inside.substr(prefix.size(), inside.find('/', prefix.size()) - prefix.size()));
            }
        };
        for (const auto& [name, entry] : entries_) {
            add(name);
        }
        for (const std::string& folder : folders_) {
            add(folder);
        }
        for (const std::string& name : names) {
            visit(name);
        }
        return outcome::success();
    }

    FileResult<std::string> read_link(const std::string& path) override {
        const auto found = links_.find(path);
        if (found == links_.end()) {
            return FileError::not_found;
        }
        return found->second;
    }

    FileResult<FileInfo> info(const std::string& path) override {
        asked_.insert(path);
        if (path == refused_info_) {
            return FileError::failed;
        }
        const bool folder = is_folder(path);
        if (!folder && !entries_.contains(path)) {
            return FileError::not_found;
        }
        const auto size = sizes_.find(path);
        return FileInfo{size == sizes_.end() ? 0 : size->second, folder};
    }

    FileResult<FileSpace> space(const std::string& path) override {
        ++space_requests_[path];
        const auto found = spaces_.find(path);
        if (found == spaces_.end()) {
            return FileError::not_found;
        }
        return found->second;
    }

    FileResult<std::string_view> output_queues(FileBuffer& buffer) override {
        return read(std::string(queues), buffer);
    }

    [[nodiscard]] long process_id() const override { return process_id_; }
    [[nodiscard]] std::uint32_t fork_epoch() const override { return epoch_; }

  private:
    struct Entry {
        std::string text;
        std::optional<FileError> error;
    };

    class File final : public OpenFile {
      public:
        File(MemoryFiles& files, std::string path, const std::shared_ptr<Entry>& entry)
            : files_(files), path_(std::move(path)), entry_(entry) {
            ++files_.open_files_;
        }
        ~File() override { --files_.open_files_; }

        FileResult<std::string_view> read(FileBuffer& buffer) override {
            const auto entry = entry_.lock();
            if (!entry) {
                return FileError::not_found;
            }
            return files_.read_entry(path_, *entry, buffer);
        }

      private:
        MemoryFiles& files_;
        std::string path_;
        std::weak_ptr<Entry> entry_;
    };

    static int count(const std::map<std::string, int>& counts, const std::string& path) {
        const auto found = counts.find(path);
        return found == counts.end() ? 0 : found->second;
    }

    Entry& entry(const std::string& path) {
        auto& entry = entries_[path];
        if (!entry) {
            entry = std::make_shared<Entry>();
        }
        return *entry;
    }

    [[nodiscard]] bool is_folder(const std::string& path) const {
        const auto inside = entries_.upper_bound(path + "/");
        return folders_.contains(path) || (inside != entries_.end() && inside->first.starts_with(path + "/"));
    }

    FileResult<std::string_view> read_entry(const std::string& path, const Entry& entry, FileBuffer& buffer) {
        ++reads_[path];
        if (entry.error) {
            return *entry.error;
        }
        buffer.resize(std::max(buffer.size(), entry.text.size()));
        std::ranges::copy(entry.text, buffer.begin());
        return std::string_view(buffer.data(), entry.text.size());
    }

    std::map<std::string, std::shared_ptr<Entry>> entries_;
    std::vector<std::shared_ptr<Entry>> hidden_;
    std::set<std::string> folders_;
    std::map<std::string, std::uint64_t> sizes_;
    std::map<std::string, std::string> links_;
    std::map<std::string, FileSpace> spaces_;
    std::set<std::string> asked_; // by info()
    std::string refused_info_;
    std::map<std::string, int> reads_;
    std::map<std::string, int> opens_;
    std::map<std::string, int> space_requests_;
    std::size_t open_files_ = 0;
    long process_id_ = 1000;
    std::uint32_t epoch_ = 1;
    std::size_t most_open_files_ = 64;
};

} // namespace pdh_shim::test
