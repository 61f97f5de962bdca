// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* Symbols of the sample's objects and counters, for lodctr: the number of each is where its title index
 * stands behind First Counter. Its help text has the next number. */

#define WIDGETS 0
#define WIDGET_ITEMS 2
#define WIDGET_HITS 4
#define WIDGET_LOOKUPS 6
#define WIDGET_QUEUE 8

#define WIDGET_FACTORY 10
#define FACTORY_ORDERS 12
#define FACTORY_STOCK 14
