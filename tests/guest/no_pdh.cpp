#include "use_pdh.h"

void use_pdh() {}
