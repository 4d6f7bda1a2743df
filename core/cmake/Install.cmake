# What cmake --install puts where: headers, the library, a CMake package and a pkg-config file. All of it is relocatable.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS tilescope_core EXPORT tilescope ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/include/tilescope DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/tilescope)
install(EXPORT tilescope NAMESPACE tilescope:: FILE tilescopeTargets.cmake DESTINATION ${package})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/tilescopeConfig.cmake.in
    ${CMAKE_CURRENT_BINARY_DIR}/tilescopeConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/tilescopeConfigVersion.cmake
    VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)  # before 1.0 each minor version may change the interface
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tilescopeConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/tilescopeConfigVersion.cmake
    DESTINATION ${package})

file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)  # pkg-config files may move with their prefix
configure_file(${CMAKE_CURRENT_LIST_DIR}/tilescope.pc.in ${CMAKE_CURRENT_BINARY_DIR}/tilescope.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tilescope.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
