# Debian's packages, made by `cpack -G DEB` in a build that is to be installed at /usr (the preset "package", tools/ship/package). Each is a
# component of the installation: what goes where stands beside the targets. Must never decide anything about a program.

# Who is responsible, as control files and changelogs name them. Whoever publishes packages puts an address here that is read.
set(CPACK_PACKAGE_CONTACT "Billions contributors <billions@billions.invalid>")
set(CPACK_PACKAGE_NAME billions)
set(CPACK_PACKAGE_VENDOR Billions)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL programs server library headers python)
# Beside the plain build, those for levels of processors: each installs what the loader picks, into the same packages.
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};billions;ALL;/")
foreach(build ${BILLIONS_LEVEL_BUILDS})
  if(EXISTS ${build}/cmake_install.cmake) # tools/ship/package makes it, on machines that have such levels
    list(APPEND CPACK_INSTALL_CMAKE_PROJECTS "${build};billions;ALL;/")
  endif()
endforeach()

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION misc) # "games" is for what lies in /usr/games, and this is called by scripts and units, too
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(version "${PROJECT_VERSION}-1")

set(games "two tabletop games with several seats, hidden
cards and interrupts: One Billion Users, a card game of rival social
networks, and 6 Billion, a board and card game of settling the Solar System.
Numbers that the rulebooks do not publish are reconstructed, and it says so
where it shows them.")

set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME billions)
set(CPACK_COMPONENT_PROGRAMS_DESCRIPTION "card and board games for several seats, against bots or persons
Plays ${games}
.
In the terminal: against bots, with others at one keyboard, from scripts;
records, replays and checks games, simulates and compares bots.")
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_RECOMMENDS "billions-server (= ${version})")

set(CPACK_DEBIAN_SERVER_PACKAGE_NAME billions-server)
set(CPACK_DEBIAN_SERVER_PACKAGE_DEPENDS "billions (= ${version})")
set(CPACK_DEBIAN_SERVER_PACKAGE_SECTION net)
set(CPACK_COMPONENT_SERVER_DESCRIPTION "tables of Billions over a network, and its page
Serves ${games}
.
Tables that people join in a browser or a terminal, with the page that a
browser loads and a unit for systemd, which is not enabled.")
set(CPACK_DEBIAN_SERVER_PACKAGE_CONTROL_EXTRA
  "${CMAKE_SOURCE_DIR}/packaging/debian/server/postinst;${CMAKE_SOURCE_DIR}/packaging/debian/server/prerm;${CMAKE_SOURCE_DIR}/packaging/debian/server/postrm")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libbillions0)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${CMAKE_SOURCE_DIR}/packaging/debian/triggers;${CMAKE_BINARY_DIR}/shlibs")
# CPack would name the library once for each level.
file(WRITE ${CMAKE_BINARY_DIR}/shlibs "libbillions 0 libbillions0 (>= ${PROJECT_VERSION})\n")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "engine of Billions: rules, bots, environments for learning
The rules of ${games}
.
A library with all that other programs need to play them: records, positions,
bots, and batches of games for who lets a program learn them.")

set(CPACK_DEBIAN_HEADERS_PACKAGE_NAME libbillions-dev)
set(CPACK_DEBIAN_HEADERS_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_HEADERS_PACKAGE_DEPENDS "libbillions0 (= ${version}), libsodium-dev")
set(CPACK_COMPONENT_HEADERS_DESCRIPTION "engine of Billions, for who builds with it
Headers, the static library, and what pkg-config and CMake look for.
.
For programs that play ${games}")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-billions)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, python3-numpy, libbillions0 (>= ${version})")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "engine of Billions, for Python
Environments, states and rules of ${games}
.
Batches of games in arrays of numpy, and adapters for PettingZoo, Gymnasium,
PufferLib and OpenSpiel where these are installed.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
  "${CMAKE_SOURCE_DIR}/packaging/debian/python/postinst;${CMAKE_SOURCE_DIR}/packaging/debian/python/prerm")

# What every package carries beside its files: whose it is, and what has changed.
configure_file(packaging/debian/changelog.in ${notes}/changelog.Debian @ONLY)
compressed(${notes}/changelog.Debian ${notes}/changelog.Debian.gz)
compressed(${CMAKE_SOURCE_DIR}/CHANGELOG.md ${notes}/changelog.gz)
foreach(pair programs=billions server=billions-server library=libbillions0 headers=libbillions-dev python=python3-billions)
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 component)
  list(GET pair 1 package)
  install(FILES packaging/debian/copyright ${notes}/changelog.Debian.gz ${notes}/changelog.gz
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
  # What lintian would say and is meant: these were never uploaded to Debian, so there is no wish there that they fulfil.
  file(WRITE ${notes}/${package} "# Not from Debian's archive: there is no bug of it that asked for this.\n${package}: initial-upload-closes-no-bugs *\n")
  if(component STREQUAL library)
    file(APPEND ${notes}/${package} "# CPack adds them by itself. The trigger is there, and does it.\n${package}: maintscript-calls-ldconfig *\n")
  endif()
  install(FILES ${notes}/${package} DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides COMPONENT ${component})
endforeach()
include(CPack)
