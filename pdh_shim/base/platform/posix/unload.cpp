#include "base/unload.h"

namespace pdh_shim {

// A static of the library would be told of the program's end just as of dlclose().
void at_unload(void (* /*destroy*/)(void* object), void* /*object*/) {}

} // namespace pdh_shim
