# The OpenGL 3.3 core loader, generated while building: nobody commits 3,400 lines that a machine wrote.
# The generator is the glad2 package from PyPI, in a virtual environment of its own inside the build tree.
# Without network: pass -D GLAD_DIR=<folder that holds include/glad/gl.h>.
set(TILESCOPE_GLAD_VERSION 2.0.6)   # pinned: the generated text is then the same everywhere

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
