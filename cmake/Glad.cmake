# The OpenGL 3.3 core loader. It is generated while CMake configures, so that the repository does not contain 3,400
# generated lines, and so that a missing generator is reported before anything is compiled. The generator is glad 2
# (Debian: python3-glad); it reads its own copy of the registry of Khronos, so it needs no network.
# Without glad: pass -D GLAD_DIR=<folder that contains include/glad/gl.h>.

# tilescope_generate_glad(<folder> <done>): writes <folder>/include/glad/gl.h with the first generator that can. A
# program `glad` of another version, or a Python without the module, is passed over.
function(tilescope_generate_glad folder done)
    foreach(command glad /usr/bin/glad "/usr/bin/python3;-m;glad" "python3;-m;glad")
        file(REMOVE_RECURSE ${folder})
        execute_process(
            COMMAND ${command} --quiet --reproducible --api gl:core=3.3 --extensions= --out-path ${folder} c --header-only
            RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
        if(NOT failed AND EXISTS ${folder}/include/glad/gl.h)
            set(${done} ON PARENT_SCOPE)
            return()
        endif()
    endforeach()
    set(${done} OFF PARENT_SCOPE)
endfunction()

function(tilescope_need_glad)
    if(TARGET tilescope_dep_glad)
        return()
    endif()
    set(folder ${GLAD_DIR})
    if(NOT folder)
        set(folder ${CMAKE_BINARY_DIR}/glad/out)
        set(done ON)
        if(NOT EXISTS ${folder}/include/glad/gl.h)
            tilescope_generate_glad(${folder} done)
        endif()
        if(NOT done)
            tilescope_missing("glad 2, which writes the OpenGL loader," python3-glad
                "configure with -D GLAD_DIR=<folder that contains include/glad/gl.h>, or -D TILESCOPE_GUI=OFF")
        endif()
    elseif(NOT EXISTS ${folder}/include/glad/gl.h)
        message(FATAL_ERROR "GLAD_DIR has no file include/glad/gl.h: ${folder}")
    endif()
    add_library(tilescope_dep_glad INTERFACE)
    target_include_directories(tilescope_dep_glad SYSTEM INTERFACE ${folder}/include)
endfunction()
