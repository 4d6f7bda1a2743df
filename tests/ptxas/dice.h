// tests/ptxas/dice.h -- random valid and invalid parts of instructions.
// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/ptx_text.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace tilescope::test {

using Words = std::vector<std::string>;

// clang-format off
inline const Words kNumbers = {"0", "1", "2", "3", "15", "16", "-1", "0x3", "017", "0xF", "3U", "(1+2)", "4*4", "!1", "!0", "~0", "4294967296",
                        "4294967297", "18446744073709551615", "1.0", "0f3F800000", "-5", "99", "1<<4", "7-8"};
inline const Words kForeign = {"aligned", "sync", "f32", "f16", "b1", "warpx4", "128x256b", "b8x16", "satfinite", "and", "popc", "kind::f4",
                        "scale_vec::3X", "block64", "collector::b4::fill", "collector::a", "cta_group::3", "m64n8k16", "ws", "foo",
                        "multicast::cluster", "relu", "row", "col", "pred", "v4", "v2", "b8x16", "b4x16_p64"};
// clang-format on

class Dice {
public:
    explicit Dice(std::uint32_t seed) : random_(seed) {}

    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_()) % n; }
    bool maybe(unsigned percent) { return below(100) < percent; }
    const std::string& one_of(const Words& words) { return words[below(words.size())]; }

    std::string word(const std::string& name) { return maybe(85) ? name : one_of(kNumbers); }
    std::string predicate() {
        return maybe(90) ? one_of({"%pd", "%pd", "%pd", "!%pd", "! %pd", "1", "0"}) : one_of(kNumbers);
    }
    std::string address(const std::string& n) {
        if (maybe(50)) return "[" + n + "]";
        if (maybe(94)) return "[" + n + one_of({"+4", "+-4", " + 0x10", " ", "+(1+2)", "+4+4"}) + "]";
        return one_of({"[4]", "[0]", "[" + n + "-4]", "[" + n + "+" + n + "]", "[!" + n + "]", n, "[]"});
    }
    std::string list(const std::string& name, unsigned count) {
        Words items;
        for (unsigned i = 0; i < count; ++i) items.push_back(name + std::to_string(i));
        if (maybe(10)) items[below(count)] = one_of({"3", "-3", name + "0", "0x7", "(1+1)", "!" + name + "0", "_"});
        if (maybe(2)) items.assign(count, "1");
        return "{" + joined(items, maybe(50) ? ", " : ",") + "}";
    }

    // Sometimes removes, adds or swaps operands.
    void spoil(Words& operands) {
        if (maybe(12)) operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(below(operands.size())));
        if (maybe(8))
            operands.insert(operands.begin() + static_cast<std::ptrdiff_t>(below(operands.size() + 1)),
                            one_of({"5", "[%mt]", "!%pd", registers("%m", 4), registers("%m", 8), "!1"}));
        if (maybe(4) && operands.size() > 1)
            std::swap(operands[below(operands.size())], operands[below(operands.size())]);
    }

    // Returns the qualifiers in random order. Sometimes removes, repeats or adds a qualifier.
    std::string qualifiers(Words q, const Words& related) {
        if (maybe(50)) std::shuffle(q.begin(), q.end(), random_);
        const auto place = [&] { return q.begin() + static_cast<std::ptrdiff_t>(below(q.size() + 1)); };
        if (maybe(8)) q.erase(q.begin() + static_cast<std::ptrdiff_t>(below(q.size())));
        if (maybe(6) && !q.empty()) q.insert(place(), std::string(one_of(q)));
        if (maybe(6)) q.insert(place(), one_of(related));
        if (maybe(4)) q.insert(place(), one_of(kForeign));
        if (maybe(5) && !q.empty()) return " ." + joined(q, " .");
        return q.empty() ? "" : "." + joined(q, ".");
    }

private:
    std::mt19937 random_;
};

}  // namespace tilescope::test
