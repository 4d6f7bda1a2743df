// core/include/tilescope/study/compare.h -- the differences between two sessions, each with the edit that undoes it.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/edit.h>

#include <string>
#include <vector>

namespace tilescope {

struct SessionChange {
    std::string what;              // "A desc sbo: 1024 bytes -> 512 bytes"
    Edit restore;                  // undoes the difference: gives `to` the value that `from` has
    const Field* field = nullptr;  // a field of `word`; null: the difference is in no word (kind, arch, tile K, ...)
    WordId word = WordId::a_desc;
};

// Lists the differences between `from` and `to`:
//
//     for (const SessionChange& change : changes_between(from, to)) to = apply_edit(to, change.restore);  // to == from
//
// The words are compared with the field tables of `to`. If the edition or the kind differs too, a change shows how the
// tables of `to` read the old bits.
// Returns: an empty list exactly if the sessions are equal. Applying every `restore` to `to` gives `from`.
std::vector<SessionChange> changes_between(const Session& from, const Session& to);

}  // namespace tilescope
