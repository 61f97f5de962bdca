// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "system/message.h"

#include "process/module.h"

#include <pdh.h>
#include <pdh_shim/control.h>

#include <cctype>
#include <iterator>
#include <vector>

namespace pdh_shim::compat {
namespace {

struct SystemMessage {
    DWORD code;
    const char* text;
};

constexpr SystemMessage system_messages[] = {
    {ERROR_SUCCESS, "The operation succeeded."},
    {ERROR_INVALID_FUNCTION, "The function is not valid."},
    {ERROR_FILE_NOT_FOUND, "The file was not found."},
    {ERROR_PATH_NOT_FOUND, "The path was not found."},
    {ERROR_TOO_MANY_OPEN_FILES, "Too many files are open."},
    {ERROR_ACCESS_DENIED, "Access is denied."},
    {ERROR_INVALID_HANDLE, "The handle is not valid."},
    {ERROR_NOT_ENOUGH_MEMORY, "There is not enough memory for this command."},
    {ERROR_BAD_FORMAT, "The format of the program is not right."},
    {ERROR_INVALID_DATA, "The data is not valid."},
    {ERROR_OUTOFMEMORY, "There is not enough memory for this operation."},
    {ERROR_NOT_SAME_DEVICE, "The file cannot be moved to another disk."},
    {ERROR_NO_MORE_FILES, "There are no more files."},
    {ERROR_WRITE_PROTECT, "The disk is write-protected."},
    {ERROR_NOT_READY, "The device is not ready."},
    {ERROR_BAD_COMMAND, "The device does not know the command."},
    {ERROR_BAD_LENGTH, "The length is not right."},
    {ERROR_WRITE_FAULT, "The device could not be written to."},
    {ERROR_READ_FAULT, "The device could not be read."},
    {ERROR_GEN_FAILURE, "The device does not work."},
    {ERROR_SHARING_VIOLATION, "The file is in use by another process."},
    {ERROR_LOCK_VIOLATION, "A part of the file is locked by another process."},
    {ERROR_HANDLE_EOF, "The end of the file has been reached."},
    {ERROR_NOT_SUPPORTED, "The request is not supported."},
    {ERROR_BAD_NETPATH, "The network path was not found."},
    {ERROR_NETNAME_DELETED, "The network name is gone."},
    {ERROR_FILE_EXISTS, "The file exists."},
    {ERROR_INVALID_PARAMETER, "A parameter is not right."},
    {ERROR_BROKEN_PIPE, "The pipe has ended."},
    {ERROR_OPEN_FAILED, "The file could not be opened."},
    {ERROR_BUFFER_OVERFLOW, "The name is too long."},
    {ERROR_DISK_FULL, "The disk is full."},
    {ERROR_CALL_NOT_IMPLEMENTED, "This function is not implemented."},
    {ERROR_SEM_TIMEOUT, "The time for the semaphore has run out."},
    {ERROR_INSUFFICIENT_BUFFER, "The data area given to the call is too small."},
    {ERROR_INVALID_NAME, "The name is not written correctly."},
    {ERROR_INVALID_LEVEL, "The level is not right."},
    {ERROR_MOD_NOT_FOUND, "The module was not found."},
    {ERROR_PROC_NOT_FOUND, "The procedure was not found."},
    {ERROR_NEGATIVE_SEEK, "The position would be before the start of the file."},
    {ERROR_SEEK_ON_DEVICE, "The device or pipe has no positions."},
    {ERROR_DIR_NOT_EMPTY, "The folder is not empty."},
    {ERROR_BAD_ARGUMENTS, "One or more arguments are not correct."},
    {ERROR_BAD_PATHNAME, "The path is not valid."},
    {ERROR_BUSY, "The resource is in use."},
    {ERROR_ALREADY_EXISTS, "The file exists already."},
    {ERROR_BAD_EXE_FORMAT, "%1 is not a valid program."},
    {ERROR_ENVVAR_NOT_FOUND, "The environment variable was not found."},
    {ERROR_FILENAME_EXCED_RANGE, "The file name or its extension is too long."},
    {ERROR_MORE_DATA, "There is more data."},
    {WAIT_TIMEOUT, "The time of the wait has run out."},
    {ERROR_NO_MORE_ITEMS, "There are no more items."},
    {ERROR_DIRECTORY, "The folder name is not valid."},
    {ERROR_NOT_OWNER, "The mutex belongs to another thread."},
    {ERROR_TOO_MANY_POSTS, "The semaphore would exceed its maximum."},
    {ERROR_PARTIAL_COPY, "Only a part of the request was done."},
    {ERROR_MR_MID_NOT_FOUND, "There is no text for message number 0x%1 in the message file for %2."},
    {ERROR_INVALID_ADDRESS, "The address is not valid."},
    {ERROR_ARITHMETIC_OVERFLOW, "The result does not fit in 32 bits."},
    {ERROR_OPERATION_ABORTED, "The operation was ended by its thread or by the program."},
    {ERROR_IO_INCOMPLETE, "The operation has not ended yet."},
    {ERROR_IO_PENDING, "The operation is under way."},
    {ERROR_NOACCESS, "The memory cannot be accessed."},
    {ERROR_INVALID_FLAGS, "The flags are not valid."},
    {ERROR_BADDB, "The registry is damaged."},
    {ERROR_BADKEY, "The registry key is not valid."},
    {ERROR_KEY_DELETED, "The registry key is marked for deletion."},
    {ERROR_SERVICE_REQUEST_TIMEOUT, "The service did not answer in time."},
    {ERROR_SERVICE_ALREADY_RUNNING, "The service is running already."},
    {ERROR_SERVICE_DISABLED, "The service is disabled."},
    {ERROR_SERVICE_DOES_NOT_EXIST, "The service is not installed."},
    {ERROR_SERVICE_NOT_ACTIVE, "The service has not been started."},
    {ERROR_NO_UNICODE_TRANSLATION, "A character has no counterpart in the other code page."},
    {ERROR_DLL_INIT_FAILED, "The library could not be initialized."},
    {ERROR_NOT_FOUND, "The element was not found."},
    {ERROR_CANCELLED, "The operation was cancelled by the user."},
    {ERROR_CONNECTION_REFUSED, "The other computer refused the connection."},
    {ERROR_NETWORK_UNREACHABLE, "The network cannot be reached."},
    {ERROR_PRIVILEGE_NOT_HELD, "The client does not have a privilege that is needed."},
    {ERROR_LOGON_FAILURE, "The user name or the password is not right."},
    {ERROR_INTERNAL_ERROR, "An internal error occurred."},
    {ERROR_NO_SYSTEM_RESOURCES, "The system has not enough resources for this."},
    {ERROR_COMMITMENT_LIMIT, "The paging file is too small for this."},
    {ERROR_TIMEOUT, "The time for the operation has run out."},
    {RPC_S_SERVER_UNAVAILABLE, "The RPC server cannot be reached."},
    {RPC_S_CALL_FAILED, "The remote procedure call failed."},
    {ERROR_RESOURCE_DATA_NOT_FOUND, "The file has no resource section."},
    {ERROR_RESOURCE_TYPE_NOT_FOUND, "The file has no resource of this type."},
    {ERROR_RESOURCE_NAME_NOT_FOUND, "The file has no resource of this name."},
    {ERROR_RESOURCE_LANG_NOT_FOUND, "The file has no resource of this language."},
};

/// The inserts of a message, by their positions.
class Inserts {
  public:
    Inserts(va_list* arguments, bool array) : arguments_(arguments), array_(array) {}

    std::uintptr_t at(std::size_t position) {
        if (arguments_ == nullptr) {
            return 0;
        }
        if (array_) {
            return reinterpret_cast<const std::uintptr_t*>(arguments_)[position];
        }
        while (values_.size() <= position) {
            // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): a list of the caller's is taken for none
            values_.push_back(va_arg(*arguments_, std::uintptr_t));
        }
        return values_[position];
    }

    [[nodiscard]] bool are_there() const { return arguments_ != nullptr; }

  private:
    va_list* arguments_;
    bool array_;
    std::vector<std::uintptr_t> values_;
};

/// The inserts from a position on, as arguments of one directive.
class InsertArguments final : public FormatArguments {
  public:
    InsertArguments(Inserts& inserts, std::size_t position) : inserts_(inserts), position_(position) {}

    std::uint32_t integer32() override { return static_cast<std::uint32_t>(next()); }
    std::uint64_t integer64() override { return next(); }
    const void* pointer() override { return reinterpret_cast<const void*>(next()); }
    double floating() override { return 0; } // FormatMessage has no floating point
    long double long_floating() override { return 0; }

  private:
    std::uintptr_t next() { return inserts_.at(position_++); }

    Inserts& inserts_;
    std::size_t position_;
};

bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Replaces the escapes of a message text.
class MessageWriter {
  public:
    MessageWriter(const MessageRequest& request)
        : request_(request),
          inserts_(request.arguments, (request.flags & FORMAT_MESSAGE_ARGUMENT_ARRAY) != 0) {}

    /// False: the message needs an insert and there are none.
    bool write(std::string_view text) {
        for (std::size_t i = 0; i < text.size() && !ended_;) {
            if (text[i] != '%' || i + 1 == text.size()) {
                put(text[i++]);
            } else if (!escape(text, ++i)) {
                return false;
            }
        }
        return true;
    }

    std::string output;

  private:
    static constexpr DWORD one_line = FORMAT_MESSAGE_MAX_WIDTH_MASK;

    void put(char c) {
        const bool joined = (request_.flags & one_line) == one_line;
        if (joined && (c == '\r' || c == '\n')) {
            if (c == '\n') {
                output += ' ';
            }
            return;
        }
        output += c;
    }

    /// `i` is after the percent sign.
    bool escape(std::string_view text, std::size_t& i) {
        const char c = text[i];
        if (c >= '1' && c <= '9') {
            return insert(text, i);
        }
        if (c != '0' && (request_.flags & FORMAT_MESSAGE_IGNORE_INSERTS) != 0 && c != 'n' && c != 'r' &&
            c != 't') {
            output += '%';
            return true; // unchanged
        }
        ++i;
        switch (c) {
        case '0':
            ended_ = true;
            break;
        case 'n':
            output += "\r\n";
            break;
        case 'r':
            output += '\r';
            break;
        case 't':
            output += '\t';
            break;
        case 'b':
            output += ' ';
            break;
        default:
            output += c;
        }
        return true;
    }

    bool insert(std::string_view text, std::size_t& i) {
        const std::size_t start = i;
        std::size_t number = 0;
        for (; i < text.size() && i < start + 2 && is_digit(text[i]); ++i) {
            number = number * 10 + static_cast<std::size_t>(text[i] - '0');
        }
        std::string format = "%s";
        if (i < text.size() && text[i] == '!') {
            const std::size_t end = text.find('!', i + 1);
            if (end != std::string_view::npos) {
                format = "%" + std::string(text.substr(i + 1, end - i - 1));
                i = end + 1;
            }
        }
        if ((request_.flags & FORMAT_MESSAGE_IGNORE_INSERTS) != 0) {
            output += '%';
            output += text.substr(start, i - start);
            return true;
        }
        if (!inserts_.are_there()) {
            return false;
        }
        InsertArguments arguments(inserts_, number - 1);
        output += format_text(request_.style, format, arguments);
        return true;
    }

    const MessageRequest& request_;
    Inserts inserts_;
    bool ended_ = false;
};

/// The requested text of the message table, with its line end.
std::optional<std::string> find_text(const MessageRequest& request) {
    if ((request.flags & FORMAT_MESSAGE_FROM_STRING) != 0) {
        return request.text;
    }
    const char* text = nullptr;
    if ((request.flags & FORMAT_MESSAGE_FROM_HMODULE) != 0) {
        const auto* const module = static_cast<const SystemModule*>(request.source);
        if (module == &pdh_module) {
            text = pdh_shim_status_text(static_cast<LONG>(request.id));
        } else if (module == &kernel_module) {
            text = system_message(request.id);
        }
    }
    if (text == nullptr && (request.flags & FORMAT_MESSAGE_FROM_SYSTEM) != 0) {
        // Results of components carry system codes.
        const bool wrapped = (request.id & 0xFFFF0000) == 0x80070000;
        text = system_message(wrapped ? request.id & 0xFFFF : request.id);
    }
    if (text == nullptr) {
        SetLastError(ERROR_MR_MID_NOT_FOUND);
        return std::nullopt;
    }
    return std::string(text) + "\r\n";
}

} // namespace

const char* system_message(DWORD code) {
    for (const SystemMessage& message : system_messages) {
        if (message.code == code) {
            return message.text;
        }
    }
    return nullptr;
}

std::optional<std::string> format_message(const MessageRequest& request) {
    constexpr DWORD sources =
        FORMAT_MESSAGE_FROM_STRING | FORMAT_MESSAGE_FROM_HMODULE | FORMAT_MESSAGE_FROM_SYSTEM;
    if ((request.flags & sources) == 0) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return std::nullopt;
    }
    const std::optional<std::string> text = find_text(request);
    if (!text) {
        return std::nullopt;
    }
    MessageWriter writer(request);
    if (!writer.write(*text)) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return std::nullopt;
    }
    return std::move(writer.output);
}

} // namespace pdh_shim::compat
