// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/browse.h"
#include "base/text.h"

#include <doctest/doctest.h>

#include <functional>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::api;

namespace {

using Paths = std::vector<std::u16string>;

const Paths two{u"\\a\\b", u"\\c\\d"}; // 11 characters as a list
const Paths one{u"\\a\\b"};            // 6 as a list, 5 as a text

// A program with a buffer and a callback.
struct Program {
    explicit Program(std::size_t size) : buffer(size) { use_buffer(); }

    void use_buffer() {
        config.szReturnPathBuffer = buffer.data();
        config.cchReturnPathLength = static_cast<DWORD>(buffer.size());
    }
    void answer_with(std::function<Status(Program&)> function) {
        callback = std::move(function);
        config.pCallBack = called;
        config.dwCallBackArg = reinterpret_cast<DWORD_PTR>(this);
    }
    static PDH_STATUS CALLBACK called(DWORD_PTR argument) {
        auto& program = *reinterpret_cast<Program*>(argument);
        program.told.push_back(static_cast<Status>(program.config.CallBackStatus));
        return to_code(program.callback(program));
    }
    // "fits", "no room", or the status.
    std::string deliver(const Paths& paths) {
        const auto result = deliver_paths(config, Encoding::utf16, paths);
        return result ? (result.value() ? "fits" : "no room") : std::string(status_name(result.error()));
    }
    [[nodiscard]] std::u16string content() const { return {buffer.begin(), buffer.end()}; }

    std::vector<WCHAR> buffer;
    PDH_BROWSE_DLG_CONFIG_HW config{};
    std::function<Status(Program&)> callback;
    std::vector<Status> told; // CallBackStatus at each call
};

using Told = std::vector<Status>;

} // namespace

TEST_CASE("the paths of a dialog are a list in the program's buffer") {
    Program program(12);
    CHECK(program.deliver(two) == "fits");
    CHECK(program.content() == std::u16string(u"\\a\\b\0\\c\\d\0\0\0", 12));
    CHECK(program.config.CallBackStatus == ERROR_SUCCESS);
    CHECK(program.config.cchReturnPathLength == 12);
}

TEST_CASE("one path is a list too, unless there is just room for its text") {
    Program list(6);
    CHECK(list.deliver(one) == "fits");
    CHECK(list.content() == std::u16string(u"\\a\\b\0\0", 6));
    Program text(5);
    CHECK(text.deliver(one) == "fits");
    CHECK(text.content() == std::u16string(u"\\a\\b\0", 5));
    Program nothing(4);
    CHECK(nothing.deliver(one) == "no room");
    CHECK(nothing.content() == std::u16string(4, u'\0'));
    CHECK(static_cast<Status>(nothing.config.CallBackStatus) == Status::more_data);
}

TEST_CASE("the callback gets the status of the paths") {
    Program program(11);
    program.answer_with([](Program&) { return Status::success; });
    CHECK(program.deliver(two) == "fits");
    Program too_small(10);
    too_small.answer_with([](Program&) { return Status::success; });
    CHECK(too_small.deliver(two) == "no room");
    CHECK(program.told == Told{Status::success});
    CHECK(too_small.told == Told{Status::more_data});
}

TEST_CASE("a callback that makes room and asks for another try gets one") {
    Program program(0);
    program.config.szReturnPathBuffer = nullptr;
    program.answer_with([](Program& self) {
        if (static_cast<Status>(self.config.CallBackStatus) == Status::success) {
            return Status::success;
        }
        self.buffer.resize(self.buffer.size() + 5);
        self.use_buffer();
        return Status::retry;
    });
    CHECK(program.deliver(two) == "fits");
    CHECK(program.told == Told{Status::more_data, Status::more_data, Status::more_data, Status::success});
}

TEST_CASE("a callback that asks again without more room ends the dialog with its PDH_RETRY") {
    for (const std::size_t size : {std::size_t{10}, std::size_t{11}}) {
        Program program(size);
        program.answer_with([](Program&) { return Status::retry; });
        CHECK(program.deliver(two) == "PDH_RETRY");
        CHECK(program.told.size() == 1);
    }
    Program shrinking(8);
    shrinking.answer_with([](Program& self) {
        --self.config.cchReturnPathLength;
        return Status::retry;
    });
    CHECK(shrinking.deliver(two) == "PDH_RETRY");
    CHECK(shrinking.told.size() == 1);
}

TEST_CASE("any other status of the callback ends the dialog") {
    Program program(11);
    program.answer_with([](Program&) { return Status::access_denied; });
    CHECK(program.deliver(two) == "PDH_ACCESS_DENIED");
    CHECK(program.told == Told{Status::success});
}

TEST_CASE("paths are written in the program's text") {
    const Paths paths{u"\\\u00fc\\b"};
    std::vector<char> bytes(7);
    CHECK(fill_paths(bytes.data(), 7, paths).has_value());
    CHECK(std::string(bytes.data()) == "\\\xc3\xbc\\b");
    CHECK(fill_paths(bytes.data(), 5, paths).error() == Status::more_data);
    const Paths lone{std::u16string(1, char16_t{0xD800})};
    CHECK(fill_paths(bytes.data(), 7, lone).has_value());
    CHECK(std::string(bytes.data()) == "\xEF\xBF\xBD");
}
