// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The entry of programs that begin at wmain(). A separate member of the archive, so that it is linked only
// if the program has no main().
#include "text/text.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

extern "C" char pdh_compat_short_wchar __attribute__((weak)); // defined in programs with -fshort-wchar

// wmain() by the symbols that C and C++ give to the ways it is written.
extern "C" int c_wmain(int count, void* arguments, void* environment) __asm__("wmain") __attribute__((weak));
int cpp_wmain() __asm__("_Z5wmainv") __attribute__((weak));
int cpp_wmain_arguments(int count, void* arguments) __asm__("_Z5wmainiPPw") __attribute__((weak));
int cpp_wmain_const(int count, void* arguments) __asm__("_Z5wmainiPPKw") __attribute__((weak));
int cpp_wmain_environment(int count, void* arguments, void* environment) __asm__("_Z5wmainiPPwS0_")
    __attribute__((weak));

// main() that was renamed by -Dmain=wmain, so that C++ takes it with any type.
int cpp_renamed_main(int count, char** arguments) __asm__("_Z5wmainiPPc") __attribute__((weak));
int cpp_renamed_main_const(int count, char** arguments) __asm__("_Z5wmainiPPKc") __attribute__((weak));

extern "C" char** environ;

namespace {

/// A list of texts in the program's wide characters, ended by a null pointer.
template <class Unit>
class WideList {
  public:
    explicit WideList(char* const* texts) {
        for (; *texts != nullptr; ++texts) {
            texts_.push_back(pdh_shim::compat::to_wide<Unit>(*texts));
        }
        for (auto& text : texts_) {
            pointers_.push_back(text.data());
        }
        pointers_.push_back(nullptr);
    }

    void* get() { return pointers_.data(); }

  private:
    std::vector<std::basic_string<Unit>> texts_;
    std::vector<Unit*> pointers_;
};

int call_program(int count, void* arguments, void* environment) {
    if (c_wmain != nullptr) {
        return c_wmain(count, arguments, environment);
    }
    if (cpp_wmain_arguments != nullptr) {
        return cpp_wmain_arguments(count, arguments);
    }
    if (cpp_wmain_const != nullptr) {
        return cpp_wmain_const(count, arguments);
    }
    if (cpp_wmain_environment != nullptr) {
        return cpp_wmain_environment(count, arguments, environment);
    }
    if (cpp_wmain != nullptr) {
        return cpp_wmain();
    }
    // The linker looked for main() and took this one.
    static_cast<void>(std::fputs("This program has neither main() nor wmain().\n", stderr));
    return EXIT_FAILURE;
}

template <class Unit>
int run(int count, char** texts) {
    WideList<Unit> arguments(texts);
    WideList<Unit> environment(environ);
    return call_program(count, arguments.get(), environment.get());
}

} // namespace

int main(int argc, char** argv) {
    if (cpp_renamed_main != nullptr) {
        return cpp_renamed_main(argc, argv);
    }
    if (cpp_renamed_main_const != nullptr) {
        return cpp_renamed_main_const(argc, argv);
    }
    return &pdh_compat_short_wchar != nullptr ? run<char16_t>(argc, argv) : run<char32_t>(argc, argv);
}
