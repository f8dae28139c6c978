/* One Billion Users: saying what is wrong with a document that was read, an edition or a position, and where. */
#ifndef ONE_BILLION_USERS_DOCUMENT_H
#define ONE_BILLION_USERS_DOCUMENT_H

#include "games/one_billion_users/state.h"

/* Writes the sentence with the place of `value` before it ("platforms[2].hand[0]: ..."); returns false. */
__attribute__((format(printf, 3, 4))) bool obu_wrong(const struct bil_value *value, struct bil_error *error, const char *format,
                                                     ...);

#endif
