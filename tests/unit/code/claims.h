// tests/unit/code/claims.h -- a fixture that writes a session for a target and looks into the text and its limits.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/code/code.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

inline Session preset_of(std::string_view id) { return find_preset(id)->session(); }

// A session with this kind and instruction descriptor, whose operands are K-major tiles of 128B.
inline Session session_of(std::string kind, std::uint64_t idesc, unsigned columns) {
    Session s;
    s.variant.kind = std::move(kind);
    s.words[static_cast<std::size_t>(WordId::idesc)] = idesc;
    s.tile_k = columns;
    return s;
}

class Claims : public testing::Test {
protected:
    void write(std::string_view target, const Session& session) {
        const auto code = find_code_target(target)->text({.derived = derive(session)});
        text = code ? code->text : code.why;
        limits = code ? code->limits : std::vector<std::string>();
    }
    bool has(std::string_view part) const { return text.find(part) != text.npos; }
    bool says(std::string_view part) const {
        return std::ranges::any_of(limits, [&](const std::string& l) { return l.find(part) != l.npos; });
    }
    std::string all_limits() const {
        std::string out;
        for (const std::string& limit : limits) out += limit + '\n';
        return out;
    }
    std::string text;
    std::vector<std::string> limits;
};

}  // namespace tilescope
