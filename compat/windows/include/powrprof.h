#pragma once

#include <powerbase.h>
