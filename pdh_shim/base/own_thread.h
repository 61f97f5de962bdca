#pragma once

#include <functional>
#include <thread>

namespace pdh_shim {

/// Starts a thread of the library's. No signal of the program's is handled in it, but those that the thread
/// itself causes (SIGSEGV...). A shortage of the system is given some milliseconds to pass.
/// Throws std::system_error if the system gives no thread.
[[nodiscard]] std::thread start_thread(const std::function<void()>& run);

/// Starts a thread that nobody waits for. The library stays loaded for as long as the thread runs. Throws as
/// start_thread() does.
void start_lasting_thread(const std::function<void()>& run);

} // namespace pdh_shim
