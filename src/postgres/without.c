/* Stands in for a connection where the program was built without libpq: whoever names such a database gets a sentence. Must never
 * pretend that there is one. */
#include "postgres/connection.h"

void bil_pg_show_address(const char *address, struct bil_text *out)
{
    bil_text_add(out, bil_pg_is_address(address) ? "postgresql://..." : "(an address that cannot be read)");
}

struct bil_pg *bil_pg_open(const char *address, const struct bil_pg_settings *settings, struct bil_error *error)
{
    (void)address;
    (void)settings;
    bil_fail(error, "This program was built without PostgreSQL's library; install libpq-dev and build it again.");
    return NULL;
}
