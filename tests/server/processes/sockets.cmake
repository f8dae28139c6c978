# Tests of the server at real sockets: programs in Python that need nothing but its standard library. Each runs several tests, in words that
# tools/check/count-tests counts. Included by ../../CMakeLists.txt.
find_package(Python3 COMPONENTS Interpreter)
if(TARGET billions-online AND Python3_FOUND)
  foreach(name hostile operation parts proxy foreign damage sizes waiting push watching)
    add_test(NAME server_${name}
      COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/${name}.py $<TARGET_FILE:billions-online>)
  endforeach()
  # Clients at a line in trouble. How quick the machine is means nothing here: only what is lost, doubled, or never comes back.
  add_test(NAME server_line COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/line.py $<TARGET_FILE:billions-online>
    --slack 60)
  if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU") # every row of those that are no page
    add_test(NAME server_line_all COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/line.py $<TARGET_FILE:billions-online>
      --all --clients join,join\ --bot,bots/reference --slack 60)
    set_tests_properties(server_line_all PROPERTIES LABELS long TIMEOUT 3600 COST 400)
  endif()
  # The fuzzer of the sockets itself, at a server with faults on purpose. It is slow by waiting, and how the program was built means nothing
  # to it: ./test --all runs it.
  if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    add_test(NAME server_fuzzer COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/fuzzer.py $<TARGET_FILE:billions-online>)
    set_tests_properties(server_fuzzer PROPERTIES LABELS long)
  endif()
  # A short storm; tools/storm is the long one. How quick the machine is means nothing here: only what hangs, is lost or does not come back.
  add_test(NAME server_storm
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/storm/run.py --program $<TARGET_FILE:billions-online>
      --seconds 20 --kills 16 --health 30 --factor 0)
  # A minute of faults for several servers on one database, behind a proxy.
  if(LIBPQ_FOUND AND CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    add_test(NAME server_cluster_storm
      COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/cluster/trial.py --program $<TARGET_FILE:billions-online>
        --minutes 1 --tables 20 --within 0 --within-database 0)
    set_tests_properties(server_cluster_storm PROPERTIES SKIP_RETURN_CODE 77)
  endif()
  foreach(way "" tls nginx)
    set(name server_conformance)
    set(flag)
    if(way)
      set(name server_conformance_${way})
      set(flag --${way})
    endif()
    add_test(NAME ${name}
      COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/conformance.py $<TARGET_FILE:billions-online> ${flag})
  endforeach()
elseif(TARGET billions-online)
  message(STATUS "python3 is not installed: the tests of the server at real sockets are left out")
endif()
