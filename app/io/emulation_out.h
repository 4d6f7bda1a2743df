// app/io/emulation_out.h -- an emulation as a table and as one JSON document.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/report.h"

#include <tilescope/emulator/emulation.h>

#include <optional>
#include <string>

namespace tilescope::io {

// A row of D and a column.
struct ElementPlace {
    unsigned row = 0, column = 0;
};

// Words of D as they are printed: "0x3f800000", of f16 "0x3c00".
std::string d_word(const Emulation& emulation, std::uint32_t word);

// A row an element: what it is, what was meant, how far apart. Only the chosen one, where one is.
Report emulation_rows(const Emulation& emulation, std::optional<ElementPlace> only = {});

// Everything but the machine's memory: counts, doubts, causes, notes, bad reads, D row by row. `explained` adds why an
// element is what it is.
std::string emulation_json(const EmulatorJob& job, const Emulation& emulation,
                           std::optional<ElementPlace> explained = {});

}  // namespace tilescope::io
