# The sources of a folder are compiled in groups, not one by one: headers are parsed and inline functions are compiled once
# for each group. Most of the time of a build goes into headers.
#
# Names in unnamed namespaces must therefore be unique within a folder. The small folders of a target share groups, so names
# must be unique in all of these. TILESCOPE_GROUPED=OFF compiles each file alone. That finds missing includes; the preset
# clang sets it.

# tilescope_group_sources(<directory>): groups the sources of every target of this directory and of those below it. A group
# has at most TILESCOPE_GROUP_SIZE files. Call it after all targets exist.
function(tilescope_group_sources directory)
    get_directory_property(targets DIRECTORY ${directory} BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
        get_target_property(type ${target} TYPE)
        if(type MATCHES "^(STATIC_LIBRARY|EXECUTABLE)$")
            tilescope_group_target(${target})
        endif()
    endforeach()
    get_directory_property(subdirectories DIRECTORY ${directory} SUBDIRECTORIES)
    foreach(subdirectory IN LISTS subdirectories)
        tilescope_group_sources(${subdirectory})
    endforeach()
endfunction()

# tilescope_group_target(<target>): the same for one target. Does nothing if TILESCOPE_GROUPED is OFF.
function(tilescope_group_target target)
    if(NOT TILESCOPE_GROUPED)
        return()
    endif()
    set(most_files_of_a_small_folder 4)
    get_target_property(sources ${target} SOURCES)
    get_target_property(folder ${target} SOURCE_DIR)
    list(FILTER sources INCLUDE REGEX "[.]cpp$")
    foreach(source IN LISTS sources)
        get_filename_component(path ${source} ABSOLUTE BASE_DIR ${folder})
        get_filename_component(name ${path} DIRECTORY)
        get_filename_component(name ${name} NAME)
        list(APPEND paths ${path})
        list(APPEND names ${name})
        math(EXPR files_of_${name} "0${files_of_${name}} + 1")
    endforeach()
    foreach(path name IN ZIP_LISTS paths names)
        if(files_of_${name} LESS_EQUAL most_files_of_a_small_folder)
            set(name small)
        endif()
        math(EXPR part "0${grouped_${name}} / ${TILESCOPE_GROUP_SIZE}")
        math(EXPR grouped_${name} "0${grouped_${name}} + 1")
        set_property(SOURCE ${path} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${name}_${part})
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    tilescope_parse_once(${target})
endfunction()

# Headers of the standard library that most groups include: parsed once by core, and once by the first target with -O1 in
# Release, because the options must be the same. A target with other options does not have them.
function(tilescope_parse_once target)
    get_target_property(options ${target} COMPILE_OPTIONS)
    set(first tilescope_core)
    if(options MATCHES "Release>:-O1")
        set(first tilescope_io)
    elseif(options MATCHES "-O")
        return()
    endif()
    if(NOT target STREQUAL first)
        target_precompile_headers(${target} REUSE_FROM ${first})
        return()
    endif()
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <bit> <charconv> <cstdint> <functional> <map>
        <memory> <optional> <set> <span> <stop_token> <string> <string_view> <utility> <variant> <vector>)
endfunction()
