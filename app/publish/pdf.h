// app/publish/pdf.h -- a sheet as a PDF file of one page.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/export/sheet.h>

#include <string>

namespace tilescope::io {

// Returns the file. The page has the size of the sheet; 96 logical pixels are an inch. All text is in JetBrains Mono,
// of which the file has the letters that it uses, and can be selected and searched.
std::string to_pdf(const Sheet& sheet);

}  // namespace tilescope::io
