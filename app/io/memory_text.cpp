// app/io/memory_text.cpp -- how the memory of an operand is filled before the instruction, in words.
// SPDX-License-Identifier: MIT
#include "app/io/memory_text.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/session/describe.h>

#include <cstdint>

namespace tilescope::io {

std::string written_as(const OperandImage& image) {
    if (image.writer != ImageWriter::tile)
        return say("writer ", name_in(kImageWriterNames, static_cast<std::uint64_t>(image.writer)));
    return say(name_in(kMajorNames, static_cast<std::uint64_t>(image.major)), "-major, mode ",
               name_in(kSwizzleModeIds, static_cast<std::uint64_t>(image.mode)), ", from byte ", hex(image.start));
}

std::string values_of(const Recipe& recipe) {
    const std::string_view kind = name_in(kRecipeNames, static_cast<std::uint64_t>(recipe.kind));
    if (recipe.kind == RecipeKind::file) return say(kind, " '", printable(recipe.file), "'");
    return say(kind, ", seed ", recipe.seed);
}

}  // namespace tilescope::io
