# The programs and the license texts; core/cmake/Install.cmake installs the library.
include(GNUInstallDirs)
install(TARGETS tilescope RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET tilescope-gui)
    install(TARGETS tilescope-gui RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR})  # README.md links it
install(DIRECTORY ${PROJECT_SOURCE_DIR}/assets/licenses DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/assets/debugger/tilescope_gdb.py DESTINATION ${CMAKE_INSTALL_DATADIR}/tilescope)
