// tests/unit/code/code_test.cpp -- each text of each preset, pasted back, gives the words of the preset.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/code/code.h>
#include <tilescope/document/presets.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope {
namespace {

struct Expected {
    const WordView* view;
    std::uint64_t known;  // the bits that the text must give back
};

std::vector<Expected> expected_words(const Derived& d, CodeReturns returns) {
    std::vector<Expected> out;
    if (returns == CodeReturns::copies || returns == CodeReturns::session) return out;
    for (const WordView& view : d.words) {
        const bool is_idesc = view.id == WordId::idesc, is_mask = view.id == WordId::zcm;
        if (!view.used || (is_idesc && !family_of(d.session).idesc) || (is_mask && view.decoded.word == 0)) continue;
        std::uint64_t known = bit_mask(view.format->bits) & ~view.unknown;
        const Field* start = find_field(*view.format, "start");
        if (returns == CodeReturns::no_start && start != nullptr) known &= ~(bit_mask(start->width) << start->lsb);
        if (returns == CodeReturns::high_half) known &= ~std::uint64_t{0xffffffff};
        if (known != 0) out.push_back({&view, known});
    }
    return out;
}

bool gives(const FoundWord& found, const Expected& e) {
    return std::ranges::any_of(found.readings, [&](const PasteReading& r) {
        return r.format->id == e.view->format->id && r.format->kind == e.view->format->kind &&
               (r.unknown & e.known) == 0 && ((r.word ^ e.view->decoded.word) & e.known) == 0;
    });
}

// Whether the known bits of a found word are those of a word of the session.
bool fits(const FoundWord& found, const Derived& d) {
    const PasteReading& best = found.readings.front();
    return std::ranges::any_of(d.words, [&](const WordView& view) {
        return best.format->id == view.format->id && ((best.word ^ view.decoded.word) & ~best.unknown) == 0;
    });
}

// What a target cannot express of a preset. All other words of all presets are in all texts.
struct Missing {
    std::string_view target, preset;
    WordId word;
};
constexpr Missing kMissing[] = {
    {"triton", "zero_mask_ws", WordId::zcm},
    {"tilelang", "zero_mask_ws", WordId::zcm},
    {"deepgemm", "zero_mask_ws", WordId::zcm},
    {"thunderkittens", "zero_mask_ws", WordId::zcm},
    {"thunderkittens", "k_major_32b_tf32", WordId::idesc},
    {"thunderkittens", "mn_major_128b_32b_tf32", WordId::a_desc},
    {"thunderkittens", "mn_major_128b_32b_tf32", WordId::b_desc},
    {"thunderkittens", "mn_major_128b_32b_tf32", WordId::idesc},
    {"thunderkittens", "sparse_f16", WordId::idesc},
};
bool is_missing(const CodeTarget& target, const Preset& preset, WordId word) {
    return std::ranges::any_of(
        kMissing, [&](const Missing& m) { return m.target == target.id && m.preset == preset.id && m.word == word; });
}

// The targets that have no text for a preset.
constexpr std::string_view kRefused[][2] = {
    {"triton", "mn_major_128b_32b_tf32"},
    {"triton", "wgmma_128b_b1"},
    {"tensor-map", "wgmma_128b_b1"},
};
bool is_refused(const CodeTarget& target, const Preset& preset) {
    return std::ranges::any_of(kRefused,
                               [&](const auto& pair) { return pair[0] == target.id && pair[1] == preset.id; });
}

// The reader leaves these fields open if a library made the descriptor: kernels write them later.
constexpr std::string_view kWrittenLater[] = {"sfa_id", "sfb_id", "sparsity_selector"};
std::uint64_t written_later(const CodeTarget& target, const WordView& view) {
    std::uint64_t out = 0;
    for (const Field& f : view.format->fields)
        if (target.returns == CodeReturns::no_start &&
            std::ranges::find(kWrittenLater, f.id) != std::end(kWrittenLater))
            out |= bit_mask(f.width) << f.lsb;
    return out;
}

TEST(Code, EachTextOfEachPresetGivesItsWordsBack) {
    std::size_t texts = 0, words = 0;
    for (const CodeTarget& target : code_targets())
        for (const Preset& preset : presets()) {
            const Derived d = derive(preset.session());
            const Answer<CodeText> code = target.text({.derived = d});
            EXPECT_EQ(!code, is_refused(target, preset)) << target.id << " of " << preset.id << ": " << code.why;
            if (!code) continue;
            ++texts;
            const PasteResult read = paste(code->text);
            for (Expected e : expected_words(d, target.returns)) {
                e.known &= ~written_later(target, *e.view);
                const bool found = std::ranges::any_of(read.words, [&](const FoundWord& w) { return gives(w, e); });
                EXPECT_EQ(found, !is_missing(target, preset, e.view->id))
                    << target.id << " of " << preset.id << ": " << row_of(e.view->id).id << "\n"
                    << read.sentence;
                words += found ? 1 : 0;
            }
            for (const FoundWord& w : read.words)
                EXPECT_TRUE(fits(w, d)) << target.id << " of " << preset.id << ": " << w.readings.front().format->id
                                        << ' ' << hex(w.readings.front().word) << " unknown "
                                        << hex(w.readings.front().unknown) << " from " << w.source;
        }
    std::printf("%zu texts, %zu words\n", texts, words);
}

}  // namespace
}  // namespace tilescope
