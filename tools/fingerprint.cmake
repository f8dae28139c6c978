# cmake -D ROOT=... -D VERSION=... -D OUT=... -P tools/fingerprint.cmake: writes a C file with the version of this program and a hash over the
# sources of rules, bots and laboratory and over the nets, which decide how games go (src/lab/jobs/job.c). CMake runs it when one of them changes.
file(GLOB sources RELATIVE ${ROOT} ${ROOT}/include/billions/*.h ${ROOT}/src/core/*.[ch] ${ROOT}/src/core/*/*.[ch] ${ROOT}/src/kit/*.[ch] ${ROOT}/src/games/*.[ch]
  ${ROOT}/src/games/*/*.[ch] ${ROOT}/src/games/*/*/*.[ch] ${ROOT}/src/bots/*.[ch] ${ROOT}/src/bots/*/*.[ch] ${ROOT}/src/table/*.[ch] ${ROOT}/src/table/*/*.[ch] ${ROOT}/src/lab/*/*.[ch] ${ROOT}/nets/*.net)
list(SORT sources)
foreach(source ${sources})
  file(SHA256 ${ROOT}/${source} hash)
  string(APPEND all "${source} ${hash}\n")
endforeach()
string(SHA256 hash "${all}")
string(SUBSTRING ${hash} 0 16 hash)
file(WRITE ${OUT} "/* Written by tools/fingerprint.cmake. */
#include \"lab/jobs/job.h\"

const char bil_program_sources[] = \"${VERSION} ${hash}\";
")
