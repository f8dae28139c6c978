/* Options that were set, kept in one block of memory. */
#ifndef BILLIONS_TABLE_SETTINGS_H
#define BILLIONS_TABLE_SETTINGS_H

#include "billions/game.h"

enum { BIL_SETTINGS_MAX = 64 };

/* A copy of settings with all their texts, in one block: free it with free(). */
struct bil_setting *bil_settings_copy(const struct bil_setting *settings, int count);

#endif
