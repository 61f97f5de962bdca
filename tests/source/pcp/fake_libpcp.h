#pragma once

/* How a test sets the hosts of the fake libpcp. A host has any name; it answers, unless the test says
 * otherwise. Its clock is a second later at each fetch, and its counters have grown as the names of the
 * metrics say. */

enum fake_state {
    fake_up,
    fake_down,  /* refuses connections, and has lost those that there were */
    fake_hangs, /* does not answer a fetch until it has another state */
    fake_other  /* as a pmcd that was started again with other metrics */
};

typedef void fake_set_state(const char* host, enum fake_state state);
/* How often connections to a host were tried. */
typedef int fake_get_tries(const char* host);
