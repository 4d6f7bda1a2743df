// core/src/document/word_in_words.cpp -- what a word is and says, as one sentence for people who see only a number.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/word/codec.h>

namespace tilescope {
namespace {

std::string bytes_of(const WordView& w, std::string_view field) {
    return w.knows(field) ? say(value_of(*find_field(*w.format, field), w.raw(field))) : "?";
}

// What the fields of a shared-memory descriptor say to the operand that they place.
std::string places_in_words(const WordView& w, const OperandView& operand) {
    const Field& swizzle = *find_field(*w.format, "swizzle");
    const std::string mode = text_of(swizzle, w.raw("swizzle"), w.unknown_in(swizzle));
    const std::string begins =
        say("starts at byte ", bytes_of(w, "start"), ", ", mode == "none" ? "no swizzle" : say(mode, " swizzle"), ", ");
    const std::string sbo = bytes_of(w, "sbo"), lbo = bytes_of(w, "lbo");
    if (operand.layout.major != Major::k) return say(begins, "MN-major with sbo ", sbo, " and lbo ", lbo, " bytes");
    return say(begins, "groups of 8 rows ", sbo, " bytes apart",
               mode == "none" ? say(", columns of core matrices ", lbo, " bytes apart") : "");
}

}  // namespace

std::string word_in_words(const Derived& derived, WordId id) {
    const WordView& w = derived.of(id);
    const std::string_view title = w.format->title;
    const bool vowel = title.find_first_of("aeiou") == 0;
    std::string says = w.summary;
    if (id == WordId::a_desc || id == WordId::b_desc)
        says = places_in_words(w, derived.of(id == WordId::a_desc ? Operand::a : Operand::b));
    return say(vowel ? "An " : "A ", title, ": ", says, ".");
}

}  // namespace tilescope
