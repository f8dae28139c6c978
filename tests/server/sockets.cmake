# Tests of the server at real sockets: programs in Python that need nothing but its standard library. Each runs several tests, in words that
# tools/count-tests counts. Included by ../CMakeLists.txt.
find_package(Python3 COMPONENTS Interpreter)
if(TARGET billions-online AND Python3_FOUND)
  foreach(name hostile operation kills proxy)
    add_test(NAME server_${name}
      COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/server/${name}.py $<TARGET_FILE:billions-online>)
  endforeach()
elseif(TARGET billions-online)
  message(STATUS "python3 is not installed: the tests of the server at real sockets are left out")
endif()
