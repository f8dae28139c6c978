/* Questions of both games, each at a moment with a choice, for fuzz targets that answer them. Made once, the same in every run. */
#ifndef FUZZ_PLACES_H
#define FUZZ_PLACES_H

#include "table/external_bot_protocol.h"

/* Question number `number`; any number will do. */
const struct bil_ask *places_ask(uint8_t number);

#endif
