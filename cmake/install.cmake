# What belongs to an installation beside the programs and the shared library, which CMakeLists.txt installs where it makes them. Must never
# build anything.

# For who builds with the library.
if(TARGET billions_archive)
  install(TARGETS billions_archive COMPONENT headers)
  install(DIRECTORY include/billions TYPE INCLUDE COMPONENT headers FILES_MATCHING PATTERN "*.h")
  # Relative to the file itself, so that what was installed may be moved.
  file(RELATIVE_PATH include_from_pkgconfig /${CMAKE_INSTALL_LIBDIR}/pkgconfig /${CMAKE_INSTALL_INCLUDEDIR})
  configure_file(cmake/billions.pc.in ${CMAKE_BINARY_DIR}/billions.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/billions.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT headers)
  include(CMakePackageConfigHelpers)
  configure_package_config_file(cmake/billions-config.cmake.in ${CMAKE_BINARY_DIR}/billions-config.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/billions PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
  write_basic_package_version_file(${CMAKE_BINARY_DIR}/billions-config-version.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${CMAKE_BINARY_DIR}/billions-config.cmake ${CMAKE_BINARY_DIR}/billions-config-version.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/billions COMPONENT headers)
endif()

# Editions to try, the page where it was built (tools/build-web), the service, examples for those who
# run one, and what a desktop shows.
install(DIRECTORY editions/ DESTINATION ${CMAKE_INSTALL_DATADIR}/billions/editions COMPONENT programs FILES_MATCHING PATTERN "*.json")
install(DIRECTORY puzzles/ DESTINATION ${CMAKE_INSTALL_DATADIR}/billions/puzzles COMPONENT programs FILES_MATCHING PATTERN "*.jsonl")
install(DIRECTORY build/web/ DESTINATION ${CMAKE_INSTALL_DATADIR}/billions/web COMPONENT server OPTIONAL)
install(FILES docs/operating/billions.service DESTINATION lib/systemd/system COMPONENT server)
install(FILES docs/operating/nginx.conf docs/operating/haproxy.cfg docs/operating/grafana.json docs/operating/alerts.yml
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/billions-server/examples COMPONENT server)
install(FILES examples/play.c DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libbillions-dev/examples COMPONENT headers)
install(FILES examples/play.py examples/learn.py DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/python3-billions/examples COMPONENT python)
install(DIRECTORY python/billions DESTINATION lib/python3/dist-packages COMPONENT python FILES_MATCHING PATTERN "*.py" PATTERN py.typed)
install(FILES packaging/billions.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT programs)
install(FILES packaging/billions.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT programs)
install(FILES packaging/completions/billions.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME billions
  COMPONENT programs)
install(FILES packaging/completions/_billions DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT programs)
install(FILES packaging/completions/billions.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT programs)
install(FILES web/public/icon.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps RENAME billions.svg
  COMPONENT programs)

# What help() and the headers name, for each kind of person.
foreach(row
    "programs;billions;playing;records;positions;editions;puzzles;bots;bot-protocol;lab"
    "server;billions-server;operating;operating-public;operating-several;protocol;page"
    "headers;libbillions-dev;library;observations;positions"
    "python;python3-billions;python;learning;observations;positions")
  list(POP_FRONT row component package)
  list(TRANSFORM row PREPEND docs/)
  list(TRANSFORM row APPEND .md)
  install(FILES ${row} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
endforeach()

# Texts that every package carries are compressed without a date, so that the same tree gives the same bytes.
set(notes ${CMAKE_BINARY_DIR}/notes)
file(MAKE_DIRECTORY ${notes})
function(compressed from to)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${from})
  execute_process(COMMAND gzip -9nc ${from} OUTPUT_FILE ${to} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
foreach(pair billions=programs billions-online=server)
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 name)
  list(GET pair 1 component)
  compressed(${CMAKE_SOURCE_DIR}/docs/man/${name}.6 ${notes}/${name}.6.gz)
  install(FILES ${notes}/${name}.6.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man6 COMPONENT ${component})
endforeach()
