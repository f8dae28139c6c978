# The tool chain of the page's engine (preset wasm): WebAssembly, with Debian's clang 19, lld 19, wasi-libc and binaryen
# (tools/packages.txt, [web]). What is built with it stands in cmake/page.cmake.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
foreach(tool clang-19 wasm-ld-19 wasm-opt)
  find_program(BILLIONS_${tool} ${tool})
  if(NOT BILLIONS_${tool})
    message(FATAL_ERROR "${tool} is missing; tools/install-packages web installs it")
  endif()
endforeach()
set(CMAKE_C_COMPILER ${BILLIONS_clang-19})
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_ASM_COMPILER ${BILLIONS_clang-19})
set(CMAKE_ASM_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # a whole program would want an entry
