// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

/* How a test sets the hosts of the fake libpcp. A host has any name; it answers, unless the test says
 * otherwise. Its clock is a second later at each fetch, and its counters have grown as the names of the
 * metrics say. */

/* NOLINTBEGIN(modernize-use-using,modernize-redundant-void-arg,readability-identifier-naming): it is C too */

enum fake_state {
    fake_up,
    fake_down,  /* refuses connections, and has lost those that there were */
    fake_hangs, /* does not answer a fetch until it has another state */
    fake_other, /* as a pmcd that was started again with other metrics */
    fake_many   /* lists each metric a hundred times */
};

typedef void fake_set_state(const char* host, enum fake_state state);
/* How often connections to a host were tried. */
typedef int fake_get_tries(const char* host);

/* Adds a record to an archive of the host `logged`: the value of a metric is its step times the seconds,
 * which are counted from the start of 1970 plus 1,600,000,000. NULL is a <mark>. */
typedef void fake_log_value(const char* archive, int milliseconds, const char* metric);
/* Lets an archive end with a record that cannot be read. */
typedef void fake_break_archive(const char* archive);
/* How many contexts were made in this process. */
typedef int fake_get_contexts(void);

/* NOLINTEND(modernize-use-using,modernize-redundant-void-arg,readability-identifier-naming) */
