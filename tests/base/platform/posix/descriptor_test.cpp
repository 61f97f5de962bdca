// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/data_file.h"
#include "base/platform/posix/descriptor.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <pthread.h>
#include <string>
#include <unistd.h>
#include <utility>

using namespace pdh_shim::platform;

namespace {

int open_null() {
    const int number = open("/dev/null", read_flags);
    REQUIRE(number >= 0);
    return number;
}

bool is_open(int number) {
    return fcntl(number, F_GETFD) >= 0;
}

} // namespace

TEST_CASE("a descriptor is closed with its owner, and only once when it was moved") {
    int number = -1;
    {
        KeptDescriptor first(open_null());
        number = first.number();
        CHECK(first.is_ours());
        KeptDescriptor second(std::move(first));
        CHECK(first.number() == -1);
        CHECK_FALSE(first.is_ours());
        KeptDescriptor third;
        third = std::move(second);
        CHECK(third.number() == number);
        CHECK(is_open(number));
    }
    CHECK_FALSE(is_open(number));
}

TEST_CASE("a number that the program has closed and used again is left alone") {
    for (const bool is_marked : {false, true}) {
        KeptDescriptor kept(open_null());
        if (is_marked) {
            kept.mark();
        }
        const int number = kept.number();
        close(number);
        CHECK_FALSE(kept.is_ours());
        const int other = open("/", O_RDONLY | O_CLOEXEC | O_DIRECTORY);
        REQUIRE(other == number);
        CHECK_FALSE(kept.is_ours());
        kept.close();
        CHECK(kept.number() == -1);
        CHECK(is_open(other));
        close(other);
    }
}

#ifdef F_SETSIG
TEST_CASE("a mark distinguishes a program's own opening of the same file") {
    KeptDescriptor kept(open_null());
    kept.mark();
    const int number = kept.number();
    close(number);
    const int other = open_null();
    REQUIRE(other == number);
    CHECK_FALSE(kept.is_ours());
    kept.close();
    CHECK(is_open(other));
    close(other);
}
#endif

TEST_CASE("a descriptor that is forgotten stays open") {
    KeptDescriptor kept(open_null());
    const int number = kept.number();
    kept.forget();
    kept.close();
    CHECK(is_open(number));
    close(number);
}

TEST_CASE("a descriptor is moved above a number, and closed by exec") {
    const int moved = not_below(200, open_null());
    CHECK(moved >= 200);
    CHECK((fcntl(moved, F_GETFD) & FD_CLOEXEC) != 0);
    CHECK(not_below(200, moved) == moved);
    CHECK(above_standard_streams(moved) == moved);
    close(moved);
    errno = EMFILE;
    CHECK(not_below(200, -1) == -1);
    CHECK(errno == EMFILE);
}

using namespace pdh_shim;
using platform::open_failure;

TEST_CASE("an error of open() has the failure of its kind") {
    CHECK(open_failure(ENOENT).what() == file_failure::not_found().what());
    CHECK(open_failure(ENOTDIR).status() == file_failure::not_found().status());
    CHECK(open_failure(EACCES).what() == file_failure::denied().what());
    CHECK(open_failure(EPERM).status() == file_failure::denied().status());
    CHECK(open_failure(EISDIR).what() == file_failure::not_regular().what());
    CHECK(open_failure(ENXIO).what() == file_failure::not_regular().what());
    CHECK(open_failure(EIO).what() == file_failure::unreadable(EIO).what());
    CHECK(open_failure(EIO).what() != open_failure(EMFILE).what());
}

using pdh_shim::test::TemporaryFolder;

TEST_CASE("a file that is opened to write is not passed on, and is made as open() makes it") {
    const TemporaryFolder folder;
    const int file = platform::open_to_write(folder.path("file"), O_WRONLY | O_CREAT, 0600);
    REQUIRE(file >= 0);
    CHECK((::fcntl(file, F_GETFD) & FD_CLOEXEC) != 0);
    ::close(file);
    CHECK(platform::open_to_write(folder.path("file"), O_WRONLY | O_CREAT | O_EXCL, 0600) < 0);
    CHECK(errno == EEXIST);
    std::filesystem::create_symlink(folder.path("new"), folder.path("own"));
    CHECK(platform::open_to_write(folder.path("own"), O_WRONLY | O_CREAT | O_NOFOLLOW, 0600) < 0);
    CHECK(errno == ELOOP);
}

TEST_CASE("root makes no log through a link that another user can change") {
    if (::geteuid() != 0) {
        MESSAGE("skipped: only root has another user's folder");
        return;
    }
    constexpr uid_t nobody = 65534;
    const TemporaryFolder folder;
    const auto link = folder.path("nobody/link");
    std::filesystem::create_directory(folder.path("nobody"));
    std::filesystem::create_symlink(folder.path("target"), link);
    std::filesystem::create_symlink(folder.path("target"), folder.path("own"));
    REQUIRE(::chown(folder.path("nobody").c_str(), nobody, nobody) == 0);
    const auto check_refused = [&link] {
        for (const auto creation : {Creation::create_always, Creation::open_always}) {
            const auto file = open_writable_file(link, creation);
            REQUIRE_FALSE(file.has_value());
            CHECK(file.error().message() == "others can change this link, or what it leads to");
        }
    };
    check_refused();
    CHECK_FALSE(std::filesystem::exists(folder.path("target")));
    CHECK(open_writable_file(folder.path("own"), Creation::create_always).has_value());
    CHECK(std::filesystem::exists(folder.path("target")));
    check_refused();
}

TEST_CASE("root follows one link to a file that does not exist, and no second one") {
    if (::geteuid() != 0) {
        MESSAGE("skipped: only root does not follow each link");
        return;
    }
    const TemporaryFolder folder;
    std::filesystem::create_symlink("second", folder.path("first")); // relative to its folder
    CHECK(platform::open_to_write(folder.path("first"), O_WRONLY | O_CREAT, 0600) >= 0);
    CHECK(std::filesystem::is_regular_file(folder.path("second")));

    // As if another user had made the second link after the first was found trusted.
    std::filesystem::remove(folder.path("second"));
    std::filesystem::create_symlink(folder.path("third"), folder.path("second"));
    CHECK(platform::open_to_write(folder.path("first"), O_WRONLY | O_CREAT, 0600) < 0);
    CHECK(errno == ELOOP);
    CHECK_FALSE(std::filesystem::exists(folder.path("third")));

    std::filesystem::remove(folder.path("second"));
    const int file = ::open(folder.path("third").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    ::close(file);
    std::filesystem::create_symlink(folder.path("third"), folder.path("second"));
    CHECK(platform::open_to_write(folder.path("first"), O_WRONLY, 0600) >= 0);
}

using pdh_shim::platform::WithheldSignal;

namespace {

bool is_pending(int number) {
    sigset_t pending{};
    sigpending(&pending);
    return sigismember(&pending, number) == 1;
}

bool is_blocked(int number) {
    sigset_t blocked{};
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    return sigismember(&blocked, number) == 1;
}

} // namespace

TEST_CASE("a signal of this thread does not reach the program, and errno is kept") {
    REQUIRE_FALSE(is_blocked(SIGPIPE));
    {
        const WithheldSignal withheld(SIGPIPE);
        CHECK(is_blocked(SIGPIPE));
        pthread_kill(pthread_self(), SIGPIPE);
        CHECK(is_pending(SIGPIPE));
        errno = EPIPE;
    }
    CHECK(errno == EPIPE);
    CHECK_FALSE(is_pending(SIGPIPE));
    CHECK_FALSE(is_blocked(SIGPIPE));
}

TEST_CASE("a signal that was pending before stays pending") {
    sigset_t pipe_signal{};
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, nullptr);
    pthread_kill(pthread_self(), SIGPIPE);
    {
        const WithheldSignal withheld(SIGPIPE);
        pthread_kill(pthread_self(), SIGPIPE);
    }
    CHECK(is_pending(SIGPIPE));
    CHECK(is_blocked(SIGPIPE));
    pdh_shim::platform::take_signal(pipe_signal);
    pthread_sigmask(SIG_UNBLOCK, &pipe_signal, nullptr);
}
