# The OpenGL 3.3 core loader. The build generates it, so that the repository does not contain 3,400 generated lines.
# The generator is the glad2 package from PyPI, in a separate virtual environment in the build tree.
# Without network: pass -D GLAD_DIR=<folder that contains include/glad/gl.h>.
set(TILESCOPE_GLAD_VERSION 2.0.6)   # a fixed version, so that the generated text is the same on every machine

function(tilescope_need_glad)
    if(TARGET tilescope_dep_glad)
        return()
    endif()
    add_library(tilescope_dep_glad INTERFACE)
    if(GLAD_DIR)
        target_include_directories(tilescope_dep_glad SYSTEM INTERFACE ${GLAD_DIR}/include)
        return()
    endif()
    find_package(Python3 3.8 REQUIRED COMPONENTS Interpreter)
    set(venv ${CMAKE_BINARY_DIR}/glad/venv)
    set(out  ${CMAKE_BINARY_DIR}/glad/out)
    add_custom_command(
        OUTPUT  ${out}/include/glad/gl.h
        COMMAND ${Python3_EXECUTABLE} -m venv ${venv}
        COMMAND ${venv}/bin/python -m pip install --quiet --disable-pip-version-check glad2==${TILESCOPE_GLAD_VERSION}
        COMMAND ${venv}/bin/python -m glad --quiet --reproducible --api gl:core=3.3 --extensions=
                --out-path ${out} c --header-only
        COMMENT "Generating the OpenGL 3.3 loader with glad2 ${TILESCOPE_GLAD_VERSION}"
        VERBATIM)
    add_custom_target(tilescope_glad_files DEPENDS ${out}/include/glad/gl.h)
    add_dependencies(tilescope_dep_glad tilescope_glad_files)
    target_include_directories(tilescope_dep_glad SYSTEM INTERFACE ${out}/include)
endfunction()
