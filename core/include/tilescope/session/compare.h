// core/include/tilescope/session/compare.h -- what differs between two sessions, each difference with the way back.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/edit.h>

#include <string>
#include <vector>

namespace tilescope {

struct SessionChange {
    std::string what;              // "A desc sbo: 1024 bytes -> 512 bytes"
    Edit restore;                  // makes `to` what `from` is in this place
    const Field* field = nullptr;  // of `word`; null: no field of a word (kind, arch, tile K, ...)
    WordId word = WordId::a_desc;
};

// Words are compared with the tables of `to`: where edition or kind differ too, a change says how those tables read the
// old bits. Postcondition: applying every `restore` to `to` gives `from`; no change exactly if they are equal.
std::vector<SessionChange> changes_between(const Session& from, const Session& to);

}  // namespace tilescope
