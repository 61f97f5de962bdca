#pragma once

namespace typeperf {

/// The text of -?.
extern const char* const help_text;

} // namespace typeperf
