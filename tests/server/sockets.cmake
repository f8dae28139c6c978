# Tests of the server at real sockets: programs in Python that need nothing but its standard library. Each runs several tests, in words that
# tools/count-tests counts. Included by ../CMakeLists.txt.
find_package(Python3 COMPONENTS Interpreter)
if(TARGET billions-online AND Python3_FOUND)
  foreach(name hostile operation kills parts proxy foreign damage sizes waiting push watching)
    add_test(NAME server_${name}
      COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/server/${name}.py $<TARGET_FILE:billions-online>)
  endforeach()
  # Clients at a line in trouble. How quick the machine is means nothing here: only what is lost, doubled, or never comes back.
  add_test(NAME server_line COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/server/line.py $<TARGET_FILE:billions-online>
    --slack 60)
  # The fuzzer of the sockets itself, at a server with faults on purpose. It is slow by waiting, and how the program was built means nothing
  # to it: ./test --all runs it.
  if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    add_test(NAME server_fuzzer COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/server/fuzzer.py $<TARGET_FILE:billions-online>)
    set_tests_properties(server_fuzzer PROPERTIES LABELS long)
  endif()
  # A short storm; tools/storm is the long one. How quick the machine is means nothing here: only what hangs, is lost or does not come back.
  add_test(NAME server_storm
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/server/storm/run.py --program $<TARGET_FILE:billions-online>
      --seconds 20 --kills 8 --health 30 --factor 0)
  # Whole games in parts, with secret moves, windows and orders, at a server that has to pass all of it on to the one that keeps the tables.
  if(LIBPQ_FOUND)
    add_test(NAME server_parts_passed COMMAND ${CMAKE_SOURCE_DIR}/tools/postgres run ${CMAKE_COMMAND} -E env BILLIONS_BESIDE=keeper
      ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/server/parts.py $<TARGET_FILE:billions-online>)
    set_tests_properties(server_parts_passed PROPERTIES SKIP_RETURN_CODE 77)
  endif()
  # What strangers try, where it has to be passed on or refused before that. Left out: what counts at one server alone.
  if(LIBPQ_FOUND)
    add_test(NAME server_hostile_passed COMMAND ${CMAKE_SOURCE_DIR}/tools/postgres run ${CMAKE_COMMAND} -E env BILLIONS_BESIDE=keeper
      ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/server/hostile.py $<TARGET_FILE:billions-online> malformed_messages random_bytes too_big
      binary_and_broken_frames flood origins hosts other_peoples_seats paths headers pipelined)
    set_tests_properties(server_hostile_passed PROPERTIES SKIP_RETURN_CODE 77)
  endif()
  # Push messages of tables that another process keeps.
  if(LIBPQ_FOUND)
    add_test(NAME server_push_passed COMMAND ${CMAKE_SOURCE_DIR}/tools/postgres run ${CMAKE_COMMAND} -E env BILLIONS_BESIDE=keeper
      ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/server/push.py $<TARGET_FILE:billions-online> it_is_your_turn lost_and_busy)
    set_tests_properties(server_push_passed PROPERTIES SKIP_RETURN_CODE 77)
  endif()
  # A minute of faults for several servers on one database, behind a proxy.
  if(LIBPQ_FOUND AND CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    add_test(NAME server_cluster_storm
      COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/server/cluster/trial.py --program $<TARGET_FILE:billions-online>
        --minutes 1 --tables 20 --within 0 --within-database 0)
    set_tests_properties(server_cluster_storm PROPERTIES SKIP_RETURN_CODE 77)
  endif()
  foreach(way "" tls nginx passed)
    set(name server_conformance)
    set(flag)
    set(within)
    if(way)
      set(name server_conformance_${way})
      set(flag --${way})
    endif()
    if(way STREQUAL "passed")
      set(within ${CMAKE_SOURCE_DIR}/tools/postgres run)
    endif()
    if(NOT within OR LIBPQ_FOUND)
      add_test(NAME ${name}
        COMMAND ${within} ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/server/conformance.py $<TARGET_FILE:billions-online> ${flag})
    endif()
    if(within AND LIBPQ_FOUND)
      set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
    endif()
  endforeach()
elseif(TARGET billions-online)
  message(STATUS "python3 is not installed: the tests of the server at real sockets are left out")
endif()
