#include <cstdlib>

// What the runtime calls when an exception has nowhere to go. Its own prints, with a reader of mangled names
// that makes the DLL larger; a library of somebody else's program does not print.
namespace __gnu_cxx {
void __verbose_terminate_handler(); // NOLINT(readability-identifier-naming): the runtime's name for it
void __verbose_terminate_handler() {
    std::abort();
}
} // namespace __gnu_cxx
