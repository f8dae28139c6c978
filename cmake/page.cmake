# The page's engine (docs/page.md): what plays, speaks and keeps a match, as one WebAssembly module without a library. Taken instead of all
# else that is made here where the tool chain is cmake/wasm.cmake.

# A page has no files and no programs to start: web/engine/ has what stands in for these. What nobody calls the linker leaves out.
file(GLOB page_sources CONFIGURE_DEPENDS src/core/*.c src/core/*/*.c src/kit/*.c src/games/*/*.c src/games/*/*/*.c src/bots/*.c
  src/bots/*/*.c src/table/*.c src/table/*/*.c web/engine/*.c)
list(FILTER page_sources EXCLUDE REGEX "/table/(bots/)?(file|output|external_bot[a-z_]*)\\.c$")
foreach(name simulation/sim simulation/bot_game simulation/members simulation/thread_pool simulation/oracle simulation/interval
    analysis/analyse) # what analyses need
  list(APPEND page_sources ${CMAKE_SOURCE_DIR}/src/lab/${name}.c)
endforeach()

# By the folder (CMakeLists.txt says what is in each): what plays is made fast, and -O3 would be larger and no faster; what a search asks
# once a playout, or less often, is made smaller; all else is made small: it is most of the code, and none of the time.
set_source_files_properties(${page_sources} PROPERTIES COMPILE_OPTIONS -Oz)
set(play_sources ${page_sources})
list(FILTER play_sources INCLUDE REGEX "${play_folders}")
set_source_files_properties(${play_sources} PROPERTIES COMPILE_OPTIONS -O2)
set(seldom_sources ${page_sources})
list(FILTER seldom_sources INCLUDE REGEX "${advice_folders}|/secrets/[^/]+$|/src/core/[^/]+$")
set_source_files_properties(${seldom_sources} PROPERTIES COMPILE_OPTIONS -Os)

# Two modules of the same objects: what a page fetches, and beside it what plays thousands of games in one call, for tests
# (tools/check/compare-wasm). That one is made where it is asked for: `tools/build wasm batch`.
set(dispatch ${CMAKE_SOURCE_DIR}/web/engine/dispatch.c)
set(batch ${CMAKE_SOURCE_DIR}/web/engine/batch.c)
list(REMOVE_ITEM page_sources ${dispatch} ${batch})
add_library(page-objects OBJECT ${page_sources})
add_executable(page-linked ${dispatch} $<TARGET_OBJECTS:page-objects>)
add_executable(page-batch EXCLUDE_FROM_ALL ${dispatch} ${batch} $<TARGET_OBJECTS:page-objects>)
target_compile_definitions(page-batch PRIVATE WEB_BATCH)
foreach(target page-objects page-linked page-batch)
  target_include_directories(${target} PRIVATE web/engine/shims include src web/engine)
  target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L _XOPEN_SOURCE=700 BILLIONS_VERSION="${PROJECT_VERSION}"
    BIL_WITHOUT_TOPIC_TEXTS BIL_WITHOUT_SETTING_TEXTS BIL_WITHOUT_SOLVING)
  target_compile_options(${target} PRIVATE -flto -msimd128 -mbulk-memory -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
endforeach()

# wasm-opt makes a module 2 % smaller and up to 10 % faster. Only what every browser of the last years has is allowed. No -O for the
# linking: the compiler would call wasm-opt by itself, with options of its own.
function(page_module linked module)
  target_link_options(${linked} PRIVATE -mexec-model=reactor -flto -Wl,-O3 -Wl,--lto-O2 -Wl,--strip-all -Wl,--stack-first
    -Wl,-z,stack-size=1048576 -Wl,--max-memory=1073741824)
  add_custom_command(OUTPUT ${module}
    COMMAND ${BILLIONS_wasm-opt} --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals
      --enable-nontrapping-float-to-int -O3 --converge $<TARGET_FILE:${linked}> -o ${module}.new
    COMMAND ${CMAKE_COMMAND} -E rename ${module}.new ${module}
    DEPENDS ${linked} VERBATIM)
endfunction()
page_module(page-linked ${CMAKE_BINARY_DIR}/billions.wasm)
page_module(page-batch ${CMAKE_BINARY_DIR}/billions-batch.wasm)
add_custom_target(page ALL DEPENDS ${CMAKE_BINARY_DIR}/billions.wasm)
add_custom_target(batch DEPENDS ${CMAKE_BINARY_DIR}/billions-batch.wasm)
