// app/io/recipe_files.h -- the files that recipes of a session name.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/emulate.h>

#include <string>

namespace tilescope::io {

// Every .npy that a recipe of an operand of the form names, read as words of that operand; relative names begin at
// `folder`. Refused with the operand and what is wrong with its file.
Answer<RecipeFiles> read_recipe_files(const Derived& derived, const std::string& folder);

}  // namespace tilescope::io
