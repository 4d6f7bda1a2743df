# tests/next/overlay.cmake -- copies of sources with text added. Each function reads the copy that is there already, else
# the original, and stops the configuration where the place that it looks for is gone.

set(next_overlay ${CMAKE_CURRENT_BINARY_DIR}/overlay)
file(REMOVE_RECURSE ${next_overlay})
set(next_files "")

function(next_read path out)
    if(NOT EXISTS ${next_overlay}/${path})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${path})
        configure_file(${PROJECT_SOURCE_DIR}/${path} ${next_overlay}/${path} COPYONLY)
    endif()
    file(READ ${next_overlay}/${path} text)
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

# The position of `what` behind the first `anchor`.
function(next_find text path anchor what out)
    string(FIND "${text}" "${anchor}" from)
    if(from EQUAL -1)
        message(FATAL_ERROR "${path} has no '${anchor}' any more: tests/next/rows.cmake")
    endif()
    string(SUBSTRING "${text}" ${from} -1 rest)
    string(FIND "${rest}" "${what}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "${path} has no '${what}' behind '${anchor}': tests/next/rows.cmake")
    endif()
    math(EXPR at "${from} + ${at}")
    set(${out} ${at} PARENT_SCOPE)
endfunction()

function(next_insert path text at added)
    string(SUBSTRING "${text}" 0 ${at} head)
    string(SUBSTRING "${text}" ${at} -1 tail)
    file(WRITE ${next_overlay}/${path} "${head}${added}${tail}")
endfunction()

# A row at the end of a table.
function(next_row path table row)
    next_read(${path} text)
    next_find("${text}" ${path} "${table}" "\n}" at)
    next_insert(${path} "${text}" ${at} "\n${row}")
endfunction()

# A name at the end of a list in one line, which ends in `end`.
function(next_name path list name end)
    next_read(${path} text)
    next_find("${text}" ${path} "${list}" "${end}" at)
    next_insert(${path} "${text}" ${at} ", ${name}")
endfunction()

# Text before a line.
function(next_text path line added)
    next_read(${path} text)
    next_find("${text}" ${path} "${line}" "${line}" at)
    next_insert(${path} "${text}" ${at} "${added}\n")
endfunction()
