#include "memory_files.h"
#include "source/linux/kernel_files.h"

#include <doctest/doctest.h>

using namespace pdh_shim::source::linux;
using pdh_shim::FileBuffer;
using pdh_shim::FileError;
using pdh_shim::test::MemoryFiles;

TEST_CASE("a system-wide file is opened once and read through the descriptor that is kept") {
    MemoryFiles memory;
    memory.set("/proc/stat", "one");
    KernelFiles files(memory, false);
    FileBuffer buffer;
    CHECK(files.read(KernelFile::stat, buffer).value() == "one");
    memory.set("/proc/stat", "two");
    CHECK(files.read(KernelFile::stat, buffer).value() == "two");
    CHECK(memory.opens("/proc/stat") == 1);
    CHECK(memory.reads("/proc/stat") == 2);
}

TEST_CASE("a system-wide file that fails is opened again the next time") {
    MemoryFiles memory;
    memory.set("/proc/stat", "one");
    KernelFiles files(memory, false);
    FileBuffer buffer;
    REQUIRE(files.read(KernelFile::stat, buffer));
    memory.replace("/proc/stat", "two");
    CHECK_FALSE(files.read(KernelFile::stat, buffer));
    CHECK(files.read(KernelFile::stat, buffer).value() == "two");
}

TEST_CASE("a forked child opens its own descriptors") {
    MemoryFiles memory;
    memory.set("/proc/stat", "one");
    KernelFiles files(memory, false);
    FileBuffer buffer;
    REQUIRE(files.read(KernelFile::stat, buffer));
    memory.set_process_id(2000);
    REQUIRE(files.read(KernelFile::stat, buffer));
    REQUIRE(files.read(KernelFile::stat, buffer));
    CHECK(memory.opens("/proc/stat") == 2);
    CHECK(memory.open_files() == 1);
}

namespace {

/// Files whose reading of `path` reads it once more, as a second thread would meanwhile.
class Interrupted final : public pdh_shim::OpenFile {
  public:
    Interrupted(KernelFiles*& files, std::string& second) : files_(files), second_(second) {}

    pdh_shim::FileResult<std::string_view> read(FileBuffer& buffer) override {
        if (second_.empty()) {
            second_ = "begun";
            FileBuffer own;
            second_ = std::string(files_->read(KernelFile::stat, own).value());
        }
        buffer.assign({'t', 'e', 'x', 't'});
        return std::string_view(buffer.data(), buffer.size());
    }

  private:
    KernelFiles*& files_;
    std::string& second_;
};

class InterruptedFiles final : public pdh_shim::FileSystem {
  public:
    pdh_shim::FileResult<std::string_view> read(const std::string&, FileBuffer&) override {
        return FileError::not_found;
    }
    pdh_shim::FileResult<std::unique_ptr<pdh_shim::OpenFile>> open(const std::string&) override {
        ++opened;
        return std::unique_ptr<pdh_shim::OpenFile>(std::make_unique<Interrupted>(files, second));
    }
    pdh_shim::FileResult<std::unique_ptr<pdh_shim::OpenDirectory>> open_directory(
        const std::string&) override {
        return FileError::not_found;
    }
    pdh_shim::FileResult<std::string> read_link(const std::string&) override { return FileError::not_found; }
    pdh_shim::FileResult<pdh_shim::FileInfo> info(const std::string&) override {
        return FileError::not_found;
    }
    pdh_shim::FileResult<pdh_shim::FileSpace> space(const std::string&) override {
        return FileError::not_found;
    }
    [[nodiscard]] long process_id() const override { return 1; }
    [[nodiscard]] std::size_t descriptor_limit() const override { return 100; }

    KernelFiles* files = nullptr;
    std::string second;
    int opened = 0;
};

} // namespace

TEST_CASE("who finds a descriptor in use reads through one of his own") {
    InterruptedFiles system;
    KernelFiles files(system, false);
    system.files = &files;
    FileBuffer buffer;
    CHECK(files.read(KernelFile::stat, buffer).value() == "text");
    CHECK(system.second == "text");
    CHECK(system.opened == 2);
}

TEST_CASE("a foreign root shows the mounts and interfaces of its first process, or its own") {
    MemoryFiles memory;
    memory.set("/proc/1/mountinfo", "first mounts");
    memory.set("/proc/self/mountinfo", "own mounts");
    memory.set("/proc/net/dev", "own interfaces");
    FileBuffer buffer;
    KernelFiles foreign(memory, true);
    CHECK(foreign.read(KernelFile::mounts, buffer).value() == "first mounts");
    CHECK(foreign.read(KernelFile::net_dev, buffer).value() == "own interfaces");
    KernelFiles own(memory, false);
    CHECK(own.read(KernelFile::mounts, buffer).value() == "own mounts");
    memory.deny("/proc/1/mountinfo");
    KernelFiles denied(memory, true);
    CHECK(denied.read(KernelFile::mounts, buffer).value() == "own mounts");
}

TEST_CASE("texts of files that were not needed or cannot be read are not there") {
    MemoryFiles memory;
    memory.set("/proc/stat", "stat");
    memory.set("/proc/uptime", "uptime");
    KernelFiles files(memory, false);
    KernelTexts texts;
    texts.read(files, needs::stat | needs::uptime | needs::vmstat);
    CHECK(texts.get(KernelFile::stat) == "stat");
    CHECK(texts.get(KernelFile::uptime) == "uptime");
    CHECK_FALSE(texts.get(KernelFile::vmstat));
    texts.read(files, needs::stat);
    CHECK_FALSE(texts.get(KernelFile::uptime));
    CHECK(memory.reads("/proc/uptime") == 1);
}

TEST_CASE("a budget gives no more descriptors than a quarter of the limit, and takes them back") {
    DescriptorBudget budget(9);
    CHECK(budget.take());
    CHECK(budget.take());
    CHECK_FALSE(budget.take());
    CHECK_FALSE(budget.take());
    budget.give_back();
    CHECK(budget.take());
}

TEST_CASE("a kept file follows its path when what was opened is gone") {
    MemoryFiles memory;
    memory.set("/f", "one");
    KernelFiles files(memory, false);
    FileBuffer buffer;
    KeptFile kept;
    CHECK(kept.read(files, "/f", buffer).value() == "one");
    CHECK(kept.read(files, "/f", buffer).value() == "one");
    CHECK(memory.opens("/f") == 1);
    memory.replace("/f", "two");
    CHECK(kept.read(files, "/f", buffer).value() == "two");
    memory.remove("/f");
    CHECK(kept.read(files, "/f", buffer).error() == FileError::not_found);
    CHECK(memory.open_files() == 0);
}

TEST_CASE("a file is read without being kept when no descriptor is left") {
    MemoryFiles memory;
    memory.set_descriptor_limit(4);
    memory.set("/f", "one");
    memory.set("/g", "two");
    KernelFiles files(memory, false);
    FileBuffer buffer;
    KeptFile first;
    CHECK(first.read(files, "/f", buffer).value() == "one");
    KeptFile second;
    CHECK(second.read(files, "/g", buffer).value() == "two");
    CHECK(memory.open_files() == 1);
    first.release();
    CHECK(second.read(files, "/g", buffer).value() == "two");
    CHECK(memory.open_files() == 1);
}
