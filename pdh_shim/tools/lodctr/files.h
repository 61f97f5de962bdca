#pragma once

#include <string>

namespace lodctr {

/// A folder that one program at a time works on, for as long as this lives. It is made if need be. It and its
/// files are this user's alone, and none of them is a symbolic link.
class LockedFolder {
  public:
    /// Waits until others are done. Throws Failure.
    explicit LockedFolder(std::string path);
    LockedFolder(const LockedFolder&) = delete;
    LockedFolder& operator=(const LockedFolder&) = delete;
    LockedFolder(LockedFolder&&) = delete;
    LockedFolder& operator=(LockedFolder&&) = delete;
    ~LockedFolder();

    [[nodiscard]] const std::string& path() const noexcept { return path_; }

    /// Puts a file in the place of the one that is there, if any: at once, and for good.
    void write(const std::string& name, const std::string& text) const;
    /// Removes a file; none of that name is no failure.
    void remove(const std::string& name) const;

  private:
    std::string path_;
    int lock_ = -1;
};

/// Writes a file wherever it is wanted. Throws Failure.
void write_file(const std::string& path, const std::string& text);

} // namespace lodctr
