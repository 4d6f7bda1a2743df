// app/publish/licenses.cpp -- the works of others that the programs contain, and the texts of their licenses.
// SPDX-License-Identifier: MIT
#include "app/publish/licenses.h"

#include "app/io/packing.h"
#include "tilescope_license_data_embedded.h"

#include <tilescope/base/say.h>

namespace tilescope::io {
namespace {

using In = LicensedWork::In;

constexpr LicensedWork kLicensedWorks[] = {
#define TILESCOPE_WORK(...) {__VA_ARGS__},
#include "app/publish/licenses.inc"
#undef TILESCOPE_WORK
};

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
