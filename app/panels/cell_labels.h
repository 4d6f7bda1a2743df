// app/panels/cell_labels.h -- what the labels of all pictures share: the list of them, and the texts of values.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <tilescope/layout/tmem_view.h>

namespace tilescope::ui {

// Draws the list of labels of a picture, "label byte". Marks: `id`, and with the name of each label:
// "mma.labels.value".
void choose_label(const View& view, LabelPicture picture, Requests& requests, std::string_view id);

std::string coordinate_text(int row, int column);  // "3,24"
inline std::string coordinate_text(const Element& e) { return coordinate_text(e.row, e.column); }
std::string lane_text(std::uint32_t lane, std::uint32_t column);        // "9,152"
std::string pair_text(const std::string& from, const std::string& to);  // "3,24 -> 0x580"; empty if one is empty

// Fills `kept` with the values of the operand as the recipe makes them, unless it has them. There are none if they come
// from a file, or if memory was not written as the words describe: then a byte holds something else.
void keep_values(const View& view, Operand operand, KeptValues& kept);

// The values of an emulation of these words. Empty: there is none, or it has no such element.
//
// Of D: after the K step if the MMA picture shows sums. Of A and B: as they were read; the row counts through all CTAs.
std::string value_of_d(const View& view, int row, int column);
std::string value_read(const View& view, Operand operand, int row, int column);
// "equal", "wrong": see kVerdictNames.
std::string_view verdict_of_d(const View& view, int row, int column);

// The label of a cell of Tensor Memory; its `bit` does not count. A cell of several elements shows its first one.
std::string tmem_label(const View& view, CellLabel what, const TmemCell& cell);

}  // namespace tilescope::ui
