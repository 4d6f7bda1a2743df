// tests/unit/table/batch_groups_test.cpp -- stages, K steps and operands of a log, compared with each other.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/smem.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/table/batch_table.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace tilescope {
namespace {

// One MMA of a kernel: its place and its words.
struct Step {
    unsigned tile = 0, stage = 0, k = 0;
    std::uint64_t a = 0, b = 0;
    std::uint32_t idesc = 0x08200490;  // 128 x 128
};
using Steps = std::vector<Step>;

std::uint64_t with_sbo(std::uint64_t word, unsigned bytes) {
    return set_field(field(kSmem91, "sbo"), word, bytes / 16);
}

// A has 16 KiB and B has 4 KiB for each stage; a K step has 32 bytes.
Steps steps_of(unsigned tiles, unsigned stages, unsigned k_steps = 4) {
    Steps out;
    for (unsigned tile = 0; tile < tiles; ++tile)
        for (unsigned stage = 0; stage < stages; ++stage)
            for (unsigned k = 0; k < k_steps; ++k) {
                const std::uint64_t at = stage * 0x500 + k * 2;
                out.push_back({tile, stage, k, 0x4000404000010040 + at, 0x4000404000010440 + at});
            }
    return out;
}

Steps changed(Steps steps, const std::function<void(Step&)>& change) {
    for (Step& step : steps) change(step);
    return steps;
}
// The B of a stage has sbo 2048.
Steps with_wrong_stage(Steps steps, unsigned stage) {
    return changed(std::move(steps), [&](Step& s) {
        if (s.stage == stage) s.b = with_sbo(s.b, 2048);
    });
}

using Writer = std::function<std::string(const Step&)>;
std::string text_of(const Steps& steps, const Writer& line) {
    std::string out;
    for (const Step& step : steps) out += line(step) + '\n';
    return out;
}
std::string words(const Step& s) { return say("a_desc=", hex(s.a, 16), " b_desc=", hex(s.b, 16)); }
std::string line_of(const Step& s) {
    return say("[tile ", s.tile, "] stage ", s.stage, " k ", s.k, ": ", words(s), " idesc=", hex(s.idesc, 8));
}

struct Found {
    std::string sentences;  // each with its sign
    std::string marked;     // lines
};
Found found_in(const std::string& text) {
    const BatchTable table = batch_table(paste(text), text, "sm_100a");
    Found out;
    for (const BatchSheet& sheet : table.sheets)
        for (const BatchGroup& group : sheet.groups)
            out.sentences += say(group.odd ? "> " : "", text_of(sheet, group), "\n");
    for (const BatchPlace& place : marked_rows(table))
        out.marked += say(out.marked.empty() ? "" : " ", table.sheets[place.sheet].rows[place.row].line);
    return out;
}
std::string groups_in(const std::string& text) { return found_in(text).sentences; }

constexpr const char* kStage2 = "> stage 2: sbo 2048 in 4 of 12 words named b_desc, 1024 in the others\n";

TEST(BatchGroups, OneWrongStageAmongThreeIsNamedAndMarked) {
    const Found found = found_in(text_of(with_wrong_stage(steps_of(1, 3), 2), line_of));
    EXPECT_EQ(found.sentences, kStage2);
    EXPECT_EQ(found.marked, "9 10 11 12");
    for (const unsigned wrong : {0u, 1u})
        EXPECT_EQ(groups_in(text_of(with_wrong_stage(steps_of(1, 3), wrong), line_of)),
                  say("> stage ", wrong, ": sbo 2048 in 4 of 12 words named b_desc, 1024 in the others\n"));
}

TEST(BatchGroups, ARightLogHasNone) {
    for (const Steps& steps : {steps_of(1, 2), steps_of(1, 3), steps_of(4, 3), steps_of(3, 1), steps_of(1, 1)})
        EXPECT_EQ(found_in(text_of(steps, line_of)).sentences, "");
}

TEST(BatchGroups, EveryWayToWriteTheStageIsRead) {
    const Steps steps = with_wrong_stage(steps_of(1, 3), 2);
    const std::vector<Writer> ways = {
        [](const Step& s) { return say("stage=", s.stage, " k=", s.k, " ", words(s)); },
        [](const Step& s) { return say("Stage: ", s.stage, ", K: ", s.k, ", ", words(s)); },
        [](const Step& s) { return say("[stage ", s.stage, "][k ", s.k, "] ", words(s)); },
        [](const Step& s) { return say("stage[", s.stage, "] k", s.k, " ", words(s)); },
        [](const Step& s) {
            return say("[DEBUG] Block 0: stage ", s.stage, " tcgen05.mma params: tmem_base=0, ", words(s));
        },
        [](const Step& s) { return say("stage ", s.stage, " smem_base=", 66560 + s.stage * 16384, " ", words(s)); },
        [](const Step& s) { return say("iter=", s.stage, " stage=", s.stage % 3, " ", words(s)); },
        [](const Step& s) { return say(s.k == 0 ? say("stage ", s.stage, ":\n") : "", "  ", words(s)); },
        [](const Step& s) {
            return say("stage ", s.stage, " a_desc=", hex(s.a, 16), "\n        b_desc=", hex(s.b, 16));
        },
    };
    for (const Writer& way : ways) EXPECT_EQ(groups_in(text_of(steps, way)), kStage2) << text_of(steps, way);
}

TEST(BatchGroups, TheStageCanBeAColumnOrAPartOfTheName) {
    const Steps steps = with_wrong_stage(steps_of(1, 3), 2);
    const auto row = [](std::string_view between) {
        return [=](const Step& s) { return say(s.stage, between, s.k, between, hex(s.a, 16), between, hex(s.b, 16)); };
    };
    EXPECT_EQ(groups_in("stage,k,a_desc,b_desc\n" + text_of(steps, row(","))), kStage2);
    EXPECT_EQ(groups_in("stage  k  a_desc  b_desc\n" + text_of(steps, row("  "))), kStage2);
    const auto named = [](const Step& s) { return say("b_desc_stage", s.stage, " = ", hex(s.b, 16)); };
    EXPECT_EQ(groups_in(text_of(steps, named)), kStage2);
    const auto both = [](const Step& s) { return say("b_desc_s", s.stage, "_k", s.k, " = ", hex(s.b, 16)); };
    EXPECT_EQ(groups_in(text_of(steps, both)), "> s 2: sbo 2048 in 4 of 12 words named b_desc, 1024 in the others\n");
}

TEST(BatchGroups, AnIndexIsNamedAndNotTakenForAStage) {
    const Steps steps = with_wrong_stage(steps_of(1, 3), 1);
    const auto indexed = [](const Step& s) { return say("b_desc[", s.stage, "][", s.k, "] = ", hex(s.b, 16)); };
    EXPECT_EQ(groups_in(text_of(steps, indexed)),
              "index 1: sbo 2048 in 4 of 12 words named b_desc, 1024 in the others\n");
}

TEST(BatchGroups, OfTwoStagesNobodyKnowsWhichIsWrong) {
    const Found found = found_in(text_of(with_wrong_stage(steps_of(1, 2), 1), line_of));
    EXPECT_EQ(found.sentences, "sbo differs in words named b_desc: 1024 in 4 (stage 0), 2048 in 4 (stage 1)\n");
    EXPECT_EQ(found.marked, "");
    const Steps four = changed(steps_of(2, 4), [](Step& s) {
        if (s.stage > 1) s.b = with_sbo(s.b, 2048);
    });
    EXPECT_EQ(groups_in(text_of(four, line_of)),
              "sbo differs in words named b_desc: 1024 in 16 (stages 0 and 1), 2048 in 16 (stages 2 and 3)\n");
    // The right stage is printed more often than the other one. That says nothing about either.
    Steps often = with_wrong_stage(steps_of(1, 2), 1);
    for (int i = 0; i < 5; ++i) often.push_back({0, 0, 0, often[0].a, often[0].b});
    EXPECT_EQ(found_in(text_of(often, line_of)).marked, "");
    EXPECT_EQ(groups_in(text_of(often, line_of)),
              "stage 1: sbo 2048 in 4 of 13 words named b_desc, 1024 in the others\n");
}

TEST(BatchGroups, AWrongKStepIsNamed) {
    const auto wrong = [](unsigned k) {
        return changed(steps_of(1, 3), [=](Step& s) {
            if (s.k == k) s.a = with_sbo(s.a, 512);
        });
    };
    EXPECT_EQ(groups_in(text_of(wrong(1), line_of)),
              "> k 1: sbo 512 in 3 of 12 words named a_desc, 1024 in the others\n");
    // The last step can be the tail of K.
    EXPECT_EQ(groups_in(text_of(wrong(3), line_of)),
              "k 3: sbo 512 in 3 of 12 words named a_desc, 1024 in the others\n");
}

TEST(BatchGroups, OneStepOfOneStageIsNamedByBoth) {
    const Steps steps = changed(steps_of(1, 2), [](Step& s) {
        if (s.stage == 1 && s.k == 2) s.b = with_sbo(s.b, 512);
    });
    EXPECT_EQ(groups_in(text_of(steps, line_of)),
              "> stage 1, k 2: sbo 512 in 1 of 8 words named b_desc, 1024 in the others\n");
    const Steps tile = changed(steps_of(2, 3), [](Step& s) {
        if (s.stage == 1 && s.tile == 1) s.b = with_sbo(s.b, 512);
    });
    EXPECT_EQ(groups_in(text_of(tile, line_of)),
              "> stage 1, tile 1: sbo 512 in 4 of 24 words named b_desc, 1024 in the others\n");
}

TEST(BatchGroups, EachOperandHasItsOwnSentence) {
    const Steps steps = changed(steps_of(1, 3), [](Step& s) {
        s.b = with_sbo(s.b, 512);  // B has another layout
        if (s.stage == 2) s.a = with_sbo(s.a, 2048), s.b = with_sbo(s.b, 256);
    });
    EXPECT_EQ(groups_in(text_of(steps, line_of)),
              "> stage 2: sbo 2048 in 4 of 12 words named a_desc, 1024 in the others\n"
              "> stage 2: sbo 256 in 4 of 12 words named b_desc, 512 in the others\n");
}

TEST(BatchGroups, AAndBCanHaveOtherLayouts) {
    const Steps steps = changed(steps_of(2, 3), [](Step& s) { s.b = with_sbo(s.b, 512); });
    EXPECT_EQ(found_in(text_of(steps, line_of)).sentences, "");
    const auto one_name = [](const Step& s) {
        return say("stage ", s.stage, " k ", s.k, " operand=A desc=", hex(s.a, 16), "\nstage ", s.stage, " k ", s.k,
                   " operand=B desc=", hex(s.b, 16));
    };
    EXPECT_EQ(found_in(text_of(steps, one_name)).marked, "");
    const auto no_name = [](const Step& s) {
        return say("stage ", s.stage, " k ", s.k, " descriptors: ", hex(s.a, 16), " ", hex(s.b, 16));
    };
    EXPECT_EQ(found_in(text_of(steps, no_name)).sentences, "") << "the place in the line tells them apart";
}

TEST(BatchGroups, OrderThreadsAndTilesChangeNothing) {
    Steps steps = with_wrong_stage(steps_of(3, 3), 2);
    std::mt19937 random(3);
    const std::string expected = "> stage 2: sbo 2048 in 12 of 36 words named b_desc, 1024 in the others\n";
    for (int i = 0; i < 5; ++i) {
        std::ranges::shuffle(steps, random);
        EXPECT_EQ(groups_in(text_of(steps, line_of)), expected);
    }
    const auto threads = [](const Step& s) {
        std::string out;
        for (const int thread : {0, 32, 64})
            out +=
                say("block (", s.tile, ",0,0) thread ", thread, " stage ", s.stage, " k ", s.k, ": ", words(s), "\n");
        return out;
    };
    EXPECT_EQ(groups_in(text_of(steps, threads)),
              "> stage 2: sbo 2048 in 36 of 108 words named b_desc, 1024 in the others\n");
}

TEST(BatchGroups, AnIterationThatUsesTheStagesInTurnHidesNothing) {
    Steps steps;
    for (unsigned i = 0; i < 30; ++i)
        steps.push_back({i, i % 3, 0, 0x4000404000010040ull + i % 3 * 0x400ull, 0x4000404000011040});
    steps = changed(steps, [](Step& s) {
        if (s.stage == 1) s.a = with_sbo(s.a, 2048);
    });
    const auto line = [](const Step& s) {
        return say("iter=", s.tile, " stage=", s.stage, " t=", s.tile * 977, " ", words(s));
    };
    EXPECT_EQ(groups_in(text_of(steps, line)),
              "> stage 1: sbo 2048 in 10 of 30 words named a_desc, 1024 in the others\n");
}

// The last tile has N = 64: B has another layout there, and nothing is wrong.
TEST(BatchGroups, ATailWithAnotherShapeIsNoFault) {
    const auto tail = [](Steps steps, auto&& is_tail) {
        return changed(std::move(steps), [&](Step& s) {
            if (is_tail(s)) s.idesc = 0x08100490, s.b = with_sbo(s.b, 512);
        });
    };
    const std::string by_tile = text_of(tail(steps_of(4, 3), [](const Step& s) { return s.tile == 3; }), line_of);
    EXPECT_EQ(found_in(by_tile).marked, "");
    EXPECT_EQ(found_in(by_tile).sentences.find('>'), std::string::npos) << found_in(by_tile).sentences;
    // A tile has one stage here, so that the stage tells the tail from the others, too.
    const std::string by_stage =
        text_of(tail(steps_of(1, 3), [](const Step& s) { return s.stage == 2; }),
                [](const Step& s) { return say("stage ", s.stage, " ", words(s), " idesc=", hex(s.idesc, 8)); });
    EXPECT_EQ(found_in(by_stage).marked, "");
    // Tiles without a number, and no shape in the text.
    Steps steps = steps_of(3, 3);
    const Steps last = changed(steps_of(1, 3), [](Step& s) { s.b = with_sbo(s.b, 512); });
    steps.insert(steps.end(), last.begin(), last.end());
    const auto line = [](const Step& s) { return say("stage ", s.stage, " k ", s.k, " ", words(s)); };
    EXPECT_EQ(found_in(text_of(steps, line)).marked, "");
}

TEST(BatchGroups, KernelsAndProblemSizesCanHaveTheirOwnLayouts) {
    const auto kernels = [](const Step& s) {
        return say("kernel=gemm_", s.tile == 0 ? "a" : "b", " stage=", s.stage, " k=", s.k, " ", words(s));
    };
    const Steps steps = changed(steps_of(3, 3), [](Step& s) {
        if (s.tile == 0) s.b = with_sbo(s.b, 512);
    });
    EXPECT_EQ(found_in(text_of(steps, kernels)).marked, "");
    const Steps configurations = changed(steps_of(6, 1, 2), [](Step& s) {
        if (s.tile == 1) s.b = with_sbo(s.b, 512);
    });
    const auto turns = [](const Step& s) { return say("i=", s.tile, " k=", s.k, " ", words(s)); };
    EXPECT_EQ(groups_in(text_of(configurations, turns)),
              "i 1: sbo 512 in 2 of 12 words named b_desc, 1024 in the others\n");
    const auto sizes = [](const Step& s) { return say("gemm m=128 n=128 k=", s.tile == 0 ? 32 : 64, " ", words(s)); };
    EXPECT_EQ(found_in(text_of(steps, sizes)).marked, "");
}

// Six stages. B of the stages for which `is_other` says so has sbo 512, and nothing is wrong.
Steps with_other_b(const std::function<bool(const Step&)>& is_other) {
    return changed(steps_of(1, 6), [&](Step& s) {
        if (is_other(s)) s.b = with_sbo(s.b, 512);
    });
}
void expect_no_mark(const Steps& steps, const Writer& line) {
    const Found found = found_in(text_of(steps, line));
    EXPECT_EQ(found.marked, "") << text_of(steps, line);
    EXPECT_EQ(found.sentences.find('>'), std::string::npos) << found.sentences;
    EXPECT_NE(found.sentences, "") << "the values differ: " << text_of(steps, line);
}

// The kernel computes S = Q K and O = P V. V has another layout than K.
TEST(BatchGroups, TwoProductsOfAKernelCanHaveTheirOwnLayouts) {
    const auto is_v = [](const Step& s) { return s.stage > 3; };
    const Steps steps = with_other_b(is_v);
    const auto which = [&](const Step& s) { return is_v(s) ? "pv" : "qk"; };
    const std::vector<Writer> ways = {
        [&](const Step& s) { return say("[", which(s), "] stage ", s.stage, " k ", s.k, ": ", words(s)); },
        [&](const Step& s) { return say(which(s), ": stage=", s.stage, " k=", s.k, " ", words(s)); },
        [&](const Step& s) { return say("stage ", s.stage, " ", words(s), " (", which(s), ")"); },
        [&](const Step& s) { return say("stage ", s.stage, " buf=", which(s), " ", words(s)); },
        [&](const Step& s) { return say("stage ", s.stage, " slot ", which(s), " ", words(s)); },
        [&](const Step& s) { return say("stage ", s.stage, " s = ", which(s), " ", words(s)); },
        [&](const Step& s) {
            return say(s.k == 0 ? say("== ", which(s), " ==\n") : "", "stage ", s.stage, " ", words(s));
        },
        [&](const Step& s) {
            return say("mma\nop: ", which(s), "\nkernel: fmha\nstage: ", s.stage, "\na_desc: ", hex(s.a, 16),
                       "\nb_desc: ", hex(s.b, 16));
        },
        [&](const Step& s) {
            return say(s.k == 0 && s.stage % 4 == 0 ? say("== ", which(s), " ==\n") : "", "waits\nstage ", s.stage, " ",
                       words(s));
        },
        [&](const Step& s) { return say("stage ", s.stage, " d_tmem=", is_v(s) ? 256 : 0, " ", words(s)); },
        [&](const Step& s) {  // B is transposed
            return say("stage ", s.stage, " ", words(s), " idesc=", hex(is_v(s) ? 0x08210490 : 0x08200490, 8));
        },
    };
    for (const Writer& way : ways) expect_no_mark(steps, way);
}

TEST(BatchGroups, ATagThatEachStageHasHidesNothing) {
    const Steps steps = with_wrong_stage(steps_of(1, 3), 2);
    const auto both = [](const Step& s) {
        return say("[qk] stage ", s.stage, " ", words(s), "\n[pv] stage ", s.stage, " ", words(s));
    };
    EXPECT_EQ(groups_in(text_of(steps, both)),
              "> stage 2: sbo 2048 in 8 of 24 words named b_desc, 1024 in the others\n");
    const auto first = [](const Step& s) {
        return say("[INFO] stage ", s.stage, s.k == 0 ? " first" : "", " accumulate=", s.k == 0 ? "no" : "yes", " ",
                   words(s));
    };
    EXPECT_EQ(groups_in(text_of(steps, first)), kStage2);
}

TEST(BatchGroups, ProseIsNoStage) {
    const Steps steps = with_other_b([](const Step& s) { return s.stage > 3; });
    const auto heading = [&](auto&& text) {
        return [=](const Step& s) { return say(s.k == 0 ? text(s) + '\n' : "", words(s)); };
    };
    const std::vector<Writer> ways = {
        heading([](const Step& s) { return say("Stage ", s.stage, ": test of ", s.stage > 3 ? "V" : "K"); }),
        heading([](const Step& s) { return say("Stage ", s.stage, ": test"); }),
        heading([](const Step& s) { return say("=== Stage ", s.stage, "/5 ==="); }),
        heading([](const Step& s) { return say("=== Stage ", s.stage, " of 5 ==="); }),
        heading([](const Step& s) { return say("waited 0.5 s ", s.stage, " times"); }),
        [](const Step& s) { return say("[Stage ", s.stage, "/5] ", words(s)); },
        [](const Step& s) { return say("after 0.5 s ", s.stage, " ", words(s)); },
        [](const Step& s) { return say("num_stage=", s.stage, " ", words(s)); },
    };
    for (const Writer& way : ways) expect_no_mark(steps, way);
    // Words that nobody takes for titles.
    const auto row = [](const Step& s) { return say(s.stage, " ", hex(s.a, 16), " ", hex(s.b, 16)); };
    const std::string titled = "stage words follow\n" + text_of(steps, row);
    EXPECT_EQ(found_in(titled).marked, "") << found_in(titled).sentences;
    const auto alone = [](const Step& s) {
        return say(s.k == 0 ? say("--- stage ", s.stage, " ---\n") : "", words(s));
    };
    EXPECT_EQ(groups_in(text_of(with_wrong_stage(steps_of(1, 3), 2), alone)), kStage2);
}

TEST(BatchGroups, TilesOfSeveralSizesCanBeTheReason) {
    constexpr unsigned kSizes[] = {128, 128, 128, 128, 96, 64};  // of each stage
    const auto is_small = [&](const Step& s) { return kSizes[s.stage] < 128; };
    const Steps steps = with_other_b(is_small);
    const std::vector<Writer> ways = {
        [&](const Step& s) { return say("tile_n=", kSizes[s.stage], " stage=", s.stage, " k=", s.k, " ", words(s)); },
        [&](const Step& s) { return say("tile 128x", kSizes[s.stage], " stage ", s.stage, " ", words(s)); },
        [&](const Step& s) { return say("tile (128, ", kSizes[s.stage], ") stage ", s.stage, " ", words(s)); },
        [&](const Step& s) { return say("m64n", kSizes[s.stage], "k16 stage ", s.stage, " ", words(s)); },
        [&](const Step& s) { return say("n=", kSizes[s.stage] * 32, " stage ", s.stage, " ", words(s)); },
        [&](const Step& s) { return say("stage ", s.stage, " gemm k=", kSizes[s.stage], " ", words(s)); },
        [&](const Step& s) {
            return say(s.k == 0 ? say("Running tile ", kSizes[s.stage], "\n") : "", "stage ", s.stage, " ", words(s));
        },
    };
    for (const Writer& way : ways) expect_no_mark(steps, way);
    // Only both together are the reason: the tile of the operand.
    const auto operand = [](const Step& s) {
        return say("operand=", s.stage % 2 == 1 ? "B" : "A", " tile=", s.stage > 2 ? 96 : 128, " stage=", s.stage,
                   " desc=", hex(s.b, 16));
    };
    expect_no_mark(with_other_b([](const Step& s) { return s.stage == 3 || s.stage == 5; }), operand);
    // A line for each size.
    Steps sizes;
    for (unsigned i = 0; i < 6; ++i) sizes.push_back({i, i, 0, 0x4000404000010040, 0x4000404000011040});
    for (const unsigned i : {1u, 2u}) sizes[i].b = with_sbo(sizes[i].b, 512);
    expect_no_mark(sizes, [](const Step& s) { return say("n=", 32 + s.tile * 16, " stage=", s.stage, " ", words(s)); });
}

TEST(BatchGroups, TheLastKStepOfAStageCanBeATail) {
    const Steps steps = changed(steps_of(1, 2), [](Step& s) {
        if (s.stage == 1 && s.k == 3) s.b = with_sbo(s.b, 512);
    });
    expect_no_mark(steps, line_of);
}

TEST(BatchGroups, TheOddGroupIsFirstAmongMany) {
    const auto named = [](const std::string& name, const Steps& steps) {
        return text_of(steps, [&](const Step& s) { return say("stage ", s.stage, " ", name, "=", hex(s.b, 16)); });
    };
    std::string text;
    for (char a = 'a'; a < 'h'; ++a)
        for (char b = 'a'; b < 'i'; ++b)
            text += named(std::string{a, b} + "_desc", with_wrong_stage(steps_of(1, 2), 1));
    text += named("z_desc", with_wrong_stage(steps_of(1, 3), 2));
    const BatchTable table = batch_table(paste(text), text, "sm_100a");
    const BatchSheet& sheet = table.sheets.at(0);
    ASSERT_EQ(sheet.groups.size(), 50u);
    EXPECT_EQ(sheet.more_groups, 7u) << "56 names with two stages, and one with three";
    EXPECT_EQ(text_of(sheet, sheet.groups[0]), "stage 2: sbo 2048 in 4 of 12 words named z_desc, 1024 in the others");
    EXPECT_EQ(marked_rows(table).size(), 4u);
}

TEST(BatchGroups, WhatGoesOnWithTheKStepsIsNoGroup) {
    const auto scaled = [](const Step& s) {  // the scale-factor ids count the K steps
        return say("stage ", s.stage, " k ", s.k, " idesc=", hex(0x08a01400 | s.k << 4 | s.k << 29, 8),
                   " kind::mxf8f6f4");
    };
    EXPECT_EQ(groups_in(text_of(steps_of(1, 3), scaled)), "");
    const auto absolute = [](const Step& s) {  // lbo is an address
        const std::uint64_t word = set_field(field(kSmem91, "lbo_mode"), s.a, 1);
        return say("stage ", s.stage, " k ", s.k,
                   " a_desc=", hex(set_field(field(kSmem91, "lbo"), word, 64 + s.stage * 8), 16));
    };
    EXPECT_EQ(groups_in(text_of(steps_of(1, 3), absolute)), "");
}

TEST(BatchGroups, WithoutLabelsTheLinesAreNamedAndNothingIsMarked) {
    const Found found = found_in(text_of(with_wrong_stage(steps_of(1, 3), 2), words));
    EXPECT_EQ(found.sentences, "lines 9 to 12: sbo 2048 in 4 of 12 words named b_desc, 1024 in the others\n");
    EXPECT_EQ(found.marked, "");
    EXPECT_EQ(groups_in("a_desc = 0x4000404000010040\na_desc = 0x4000402000010040\n"), "") << "two words of anything";
}

TEST(BatchGroups, ARowOfAnOddGroupSaysWhy) {
    const std::string text = text_of(with_wrong_stage(steps_of(1, 3), 2), line_of);
    const BatchTable table = batch_table(paste(text), text, "sm_100a");
    const BatchSheet& sheet = table.sheets.at(0);
    const BatchRow& row = sheet.rows.at(17);
    EXPECT_EQ(mark_in_brief(sheet, row), "sbo 2048 instead of 1024");
    ASSERT_EQ(marks_of(table, sheet, row).size(), 1u);
    EXPECT_EQ(marks_of(table, sheet, row)[0], "stage 2: sbo 2048 in 4 of 12 words named b_desc, 1024 in the others.");
    EXPECT_TRUE(marks_of(table, sheet, sheet.rows.at(16)).empty()) << "A is right";
}

TEST(BatchGroups, ALongLogNamesItsStageToo) {
    const Found found = found_in(text_of(with_wrong_stage(steps_of(60, 10), 7), line_of));
    EXPECT_EQ(found.sentences, "> stage 7: sbo 2048 in 240 of 2400 words named b_desc, 1024 in the others\n");
}

}  // namespace
}  // namespace tilescope
