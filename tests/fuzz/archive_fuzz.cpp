// tests/fuzz/archive_fuzz.cpp -- zip archives and gzip texts: sizes, and the sentences of refusals.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include "app/io/packing.h"

#include <tilescope/base/say.h>

namespace tilescope::fuzz {
namespace {

constexpr std::size_t kMost = 1u << 16, kMostFiles = 64;

std::string wrong_text(const Answer<std::string>& text) {
    if (!text) return wrong_sentence(text.why);
    return text->size() <= kMost ? "" : say("a text has ", text->size(), " bytes; the limit was ", kMost);
}

}  // namespace

std::string check_archive(std::string_view bytes) {
    std::string out = wrong_text(io::gunzipped(bytes, kMost));
    const auto names = io::zip_names(bytes);
    if (!names) return first_of(out, wrong_sentence(names.why));
    for (std::size_t i = 0; i < names->size() && i < kMostFiles; ++i)
        out = first_of(out, wrong_text(io::zip_file(bytes, (*names)[i], kMost)));
    return first_of(out, wrong_text(io::zip_file(bytes, "no such file", kMost)));
}

}  // namespace tilescope::fuzz
