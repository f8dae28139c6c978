/* Which library this is. */
#ifndef BILLIONS_VERSION_H
#define BILLIONS_VERSION_H

#include "billions/api.h"

BIL_API_BEGIN

/* Of the library that a program runs with: "0.1.0". While the first number is 0, the second one changes where something that was
 * there before no longer works as it did. */
const char *bil_version(void);

BIL_API_END

#endif
