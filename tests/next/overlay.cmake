# tests/next/overlay.cmake -- adds text to copies of sources. Each function changes the existing copy, or else a new
# copy of the original. It stops the configuration if it cannot find the place for the text.

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

# Returns the position of the first `what` after the first `anchor`.
function(next_find text path anchor what out)
    string(FIND "${text}" "${anchor}" from)
    if(from EQUAL -1)
        message(FATAL_ERROR "${path} does not contain '${anchor}'. Adapt tests/next/rows.cmake.")
    endif()
    string(SUBSTRING "${text}" ${from} -1 rest)
    string(FIND "${rest}" "${what}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "${path} does not contain '${what}' after '${anchor}'. Adapt tests/next/rows.cmake.")
    endif()
    math(EXPR at "${from} + ${at}")
    set(${out} ${at} PARENT_SCOPE)
endfunction()

function(next_insert path text at added)
    string(SUBSTRING "${text}" 0 ${at} head)
    string(SUBSTRING "${text}" ${at} -1 tail)
    file(WRITE ${next_overlay}/${path} "${head}${added}${tail}")
endfunction()

# Adds a row at the end of a table.
function(next_row path table row)
    next_read(${path} text)
    next_find("${text}" ${path} "${table}" "\n}" at)
    next_insert(${path} "${text}" ${at} "\n${row}")
endfunction()

# Adds a name at the end of a list that is in one line and ends with `end`.
function(next_name path list name end)
    next_read(${path} text)
    next_find("${text}" ${path} "${list}" "${end}" at)
    next_insert(${path} "${text}" ${at} ", ${name}")
endfunction()

# Adds text before a line.
function(next_text path line added)
    next_read(${path} text)
    next_find("${text}" ${path} "${line}" "${line}" at)
    next_insert(${path} "${text}" ${at} "${added}\n")
endfunction()

# Removes a row of an .inc file, from the line that begins with `row` to the next line that ends with a bracket, and the
# sources below `folder` (or the one source) from all twins.
set(next_removed "")
function(next_remove path row folder)
    if(NOT EXISTS ${PROJECT_SOURCE_DIR}/${folder})
        message(FATAL_ERROR "tests/next removes ${folder}, which does not exist")
    endif()
    next_read(${path} text)
    next_find("${text}" ${path} "\n${row}" "\n${row}" from)
    next_find("${text}" ${path} "\n${row}" ")\n" to)
    math(EXPR to "${to} + 1")
    string(SUBSTRING "${text}" 0 ${from} head)
    string(SUBSTRING "${text}" ${to} -1 tail)
    file(WRITE ${next_overlay}/${path} "${head}${tail}")
    set(next_removed ${next_removed} ${folder} PARENT_SCOPE)
endfunction()
