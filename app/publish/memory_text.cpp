// app/publish/memory_text.cpp -- how the memory of an operand is filled before the instruction, in words.
// SPDX-License-Identifier: MIT
#include "app/publish/memory_text.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/session/describe.h>
#include <tilescope/session/edit.h>

#include <cstdint>

namespace tilescope::io {

std::string written_as(const OperandImage& image) {
    if (image.writer != ImageWriter::tile)
        return say("writer ", name_in(kImageWriterNames, static_cast<std::uint64_t>(image.writer)));
    return say(name_in(kMajorNames, static_cast<std::uint64_t>(image.major)), "-major, mode ",
               name_in(kSwizzleModeIds, static_cast<std::uint64_t>(image.mode)), ", from byte ", hex(image.start));
}

std::string values_of(const Recipe& recipe) {
    if (recipe.kind == RecipeKind::file) return say("file '", printable(recipe.file), "'");
    return text_of(recipe);
}

}  // namespace tilescope::io
