// core/src/notation/find.cpp -- a value that was found in a text: its notes, and rows with the same value.
// SPDX-License-Identifier: MIT
#include "find.h"

#include <tilescope/base/hash.h>
#include <tilescope/base/say.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace tilescope::notation {

void add_note(std::string& note, std::string_view text) {
    if (!note.empty()) note += "; ";
    note += text;
}

std::string note_of_printed(const Field& field, std::uint64_t printed, std::uint64_t of_word) {
    return say("the printed ", field.id, " is ", meaning_of(field, printed), ", but the word has ",
               meaning_of(field, of_word));
}

void merge_into(Find& row, const Find& same) {
    constexpr std::size_t kMost = 7;
    ++row.merged;
    const bool known = same.name.empty() || same.name == row.name || row.name.empty() || row.equals.size() > kMost ||
                       std::ranges::find(row.equals, same.name) != row.equals.end();
    if (!known) row.equals.push_back(row.equals.size() < kMost ? same.name : std::string("..."));
}

void merge_equal(std::vector<Find>& finds) {
    std::unordered_map<std::uint64_t, std::size_t> first;
    first.reserve(finds.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < finds.size(); ++i) {
        const std::uint64_t key =
            fnv1a(finds[i].name, finds[i].bits.value * 0x9e3779b97f4a7c15ull ^ finds[i].bits.unknown);
        const auto [at, fresh] = first.try_emplace(key, kept);
        if (!fresh && finds[i].reader == ReadBy::log) {
            ++finds[at->second].merged;
            finds[at->second].again.push_back(finds[i].span);
            continue;
        }
        if (kept != i) finds[kept] = std::move(finds[i]);
        ++kept;
    }
    finds.resize(kept);
}

}  // namespace tilescope::notation
