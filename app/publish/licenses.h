// app/publish/licenses.h -- the works of others that the programs contain, and the texts of their licenses.
// SPDX-License-Identifier: MIT
//
// The rows are in licenses.cpp, the texts in assets/licenses.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::io {

struct LicensedWork {
    enum class In : std::uint8_t { both, command_line, window };

    std::string_view name, by;
    std::string_view license;  // its name, or the names of those of its parts
    std::string_view texts;    // files of assets/licenses, with a space between them
    In in = In::both;
    // What shows that a program contains it: names of archives, of start files, of embedded files, and folders of
    // headers ("fmt/"), with a space between them. Empty: it is inside another work.
    std::string_view found;
};

std::span<const LicensedWork> licensed_works();
std::string_view name_of(LicensedWork::In in);  // "both programs"

// The text of `--licenses`: our license, the list of works, and the texts of their licenses.
std::string licenses_text();

}  // namespace tilescope::io
