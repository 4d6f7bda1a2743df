// app/publish/licenses.cpp -- the works of others that the programs contain, and the texts of their licenses.
// SPDX-License-Identifier: MIT
#include "app/publish/licenses.h"

#include "app/io/packing.h"
#include "tilescope_license_data_embedded.h"

#include <tilescope/base/say.h>

namespace tilescope::io {
namespace {

using In = LicensedWork::In;

// A test compares the rows with what is linked and included (tests/docs/licenses_test.cpp). ./test --update docs writes
// the table in assets/licenses/README.md.
// clang-format off
constexpr LicensedWork kLicensedWorks[] = {
    {.name = "Inter Regular", .by = "The Inter Project Authors (https://github.com/rsms/inter)",
     .license = "SIL Open Font License 1.1", .texts = "OFL-1.1.txt", .in = In::both, .found = "Inter-Regular.otf"},
    {.name = "JetBrains Mono Regular", .by = "The JetBrains Mono Project Authors (https://github.com/JetBrains/JetBrainsMono)",
     .license = "SIL Open Font License 1.1", .texts = "OFL-1.1.txt", .in = In::both, .found = "JetBrainsMono-Regular.ttf"},
    {.name = "Fork Awesome 1.2 (icons)", .by = "Dave Gandy, the Fork Awesome project (https://forkaweso.me)",
     .license = "SIL Open Font License 1.1", .texts = "OFL-1.1.txt", .in = In::both, .found = "forkawesome-webfont.ttf"},
    {.name = "FreeType", .by = "David Turner, Robert Wilhelm, Werner Lemberg and others (https://freetype.org)",
     .license = "FreeType License; parts: MIT, zlib, The Open Group", .texts = "FTL.txt MIT.txt Zlib.txt OpenGroup.txt",
     .in = In::both, .found = "libfreetype.a freetype2/"},
    {.name = "zlib", .by = "Jean-loup Gailly, Mark Adler (https://zlib.net)",
     .license = "zlib license", .texts = "Zlib.txt", .in = In::both, .found = "libz.a"},
    {.name = "libpng", .by = "The PNG Reference Library Authors (http://www.libpng.org)",
     .license = "PNG Reference Library License 2", .texts = "libpng.txt", .in = In::both, .found = "libpng16.a"},
    {.name = "brotli", .by = "The Brotli Authors (https://github.com/google/brotli)",
     .license = "MIT", .texts = "MIT.txt", .in = In::both, .found = "libbrotlidec.a libbrotlicommon.a"},
    {.name = "giflib", .by = "Gershon Elber, Eric S. Raymond (https://giflib.sourceforge.net)",
     .license = "MIT; one file: ISC", .texts = "MIT.txt ISC.txt", .in = In::both, .found = "libgif.a"},
    {.name = "JSON for Modern C++", .by = "Niels Lohmann (https://github.com/nlohmann/json)",
     .license = "MIT", .texts = "MIT.txt", .in = In::both, .found = "nlohmann/"},
    {.name = "CLI11", .by = "Henry Schreiner (https://github.com/CLIUtils/CLI11)",
     .license = "BSD-3-Clause", .texts = "BSD-3-Clause.txt", .in = In::both, .found = "CLI/"},
    {.name = "{fmt}", .by = "Victor Zverovich (https://github.com/fmtlib/fmt)",
     .license = "MIT", .texts = "MIT.txt", .in = In::command_line, .found = "fmt/"},
    {.name = "GNU C++ library", .by = "Free Software Foundation (https://gcc.gnu.org)",
     .license = "GPL-3.0-or-later with the GCC Runtime Library Exception 3.1; parts: Hewlett-Packard, Silicon Graphics",
     .texts = "GPL-3.txt GCC-exception-3.1.txt STL.txt", .in = In::both, .found = "libstdc++.a c++/"},
    {.name = "Start files and helpers of GCC", .by = "Free Software Foundation (https://gcc.gnu.org)",
     .license = "GPL-3.0-or-later with the GCC Runtime Library Exception 3.1", .texts = "GPL-3.txt GCC-exception-3.1.txt",
     .in = In::both, .found = "libgcc.a libgcc_eh.a crtbeginS.o crtendS.o"},
    {.name = "Start files of the GNU C library", .by = "Free Software Foundation (https://www.gnu.org/software/libc)",
     .license = "LGPL-2.1-or-later, with the permission to link them into any program", .texts = "LGPL-2.1.txt",
     .in = In::both, .found = "libc_nonshared.a Scrt1.o crti.o crtn.o"},
    {.name = "Dear ImGui", .by = "Omar Cornut (https://github.com/ocornut/imgui)",
     .license = "MIT", .texts = "MIT.txt", .in = In::window, .found = "libimgui.a imgui/"},
    {.name = "stb, in Dear ImGui", .by = "Sean Barrett (https://github.com/nothings/stb)",
     .license = "MIT", .texts = "MIT.txt", .in = In::window, .found = ""},
    {.name = "ProggyClean, a font in Dear ImGui", .by = "Tristan Grimmer (https://www.proggyfonts.net)",
     .license = "MIT", .texts = "MIT.txt", .in = In::window, .found = ""},
    {.name = "OpenGL loader", .by = "written by glad 2, David Herberth (https://github.com/Dav1dde/glad), from the registry of Khronos",
     .license = "CC0 or WTFPL; the parts of Khronos: Apache-2.0, MIT", .texts = "Apache-2.0.txt MIT.txt",
     .in = In::window, .found = "glad/"},
};
// clang-format on

constexpr std::string_view kOurs = "LICENSE";  // the other texts are those of the works

}  // namespace

std::span<const LicensedWork> licensed_works() { return kLicensedWorks; }

std::string_view name_of(LicensedWork::In in) {
    switch (in) {
    case In::both: return "both programs";
    case In::command_line: return "tilescope";
    case In::window: return "tilescope-gui";
    }
    return {};
}

std::string licenses_text() {
    std::string works, texts, ours;
    for (const LicensedWork& work : licensed_works())
        works += say(work.name, "\n    by:      ", work.by, "\n    license: ", work.license,
                     "\n    texts:   ", work.texts, "\n    in:      ", name_of(work.in), "\n");
    for (const embedded_licenses::File& file : embedded_licenses::all_files()) {
        if (file.name == kOurs)
            ours = as_text(file.bytes());
        else
            texts += say("\n", std::string(20, '='), " ", file.name, "\n\n", as_text(file.bytes()));
    }
    return say(
        ours,
        "\nThe programs contain works of others, which keep their licenses. A program that was built with\n"
        "TILESCOPE_PORTABLE=OFF links FreeType, zlib, libpng, brotli, giflib and the C++ library when it starts\n"
        "and does not contain them.\n\n",
        works, texts);
}

}  // namespace tilescope::io
