/* Which library this is. */
#include "billions/version.h"

const char *bil_version(void)
{
    return BILLIONS_VERSION;
}
