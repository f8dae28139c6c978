/* 6 Billion: the nouns of its notation that others read by too. */
#ifndef SIX_BILLION_NOTATION_H
#define SIX_BILLION_NOTATION_H

#include "kit/notation.h"

extern const struct bil_nouns six_faction_nouns; /* colours, and "neutral" where one is meant */

#endif
