// app/publish/page_picture.h -- a picture as a part of a page: the SVG of core, with large grids in few bytes.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/export/sheet.h>

#include <string>
#include <string_view>

namespace tilescope::io {

// Returns an <svg> element. A picture with many cells would have megabytes: its cells of one colour that lie side by
// side are one rectangle, and have no numbers. Cells that are lit, and the legend, stay as they are. All ids of the
// element begin with `ids`, so that they are unique on the page.
std::string page_picture(const Sheet& sheet, std::string_view ids);

// Whether the picture has so many cells. Then the page says where all of them are.
bool is_simplified(const Sheet& sheet);

}  // namespace tilescope::io
