/* What the library shows to others: everything between these two lines, and nothing else of it. */
#ifndef BILLIONS_API_H
#define BILLIONS_API_H

#ifdef __cplusplus
#define BIL_API_BEGIN_C extern "C" {
#define BIL_API_END_C   }
#else
#define BIL_API_BEGIN_C
#define BIL_API_END_C
#endif

#define BIL_API_BEGIN _Pragma("GCC visibility push(default)") BIL_API_BEGIN_C
#define BIL_API_END   BIL_API_END_C _Pragma("GCC visibility pop")

#endif
