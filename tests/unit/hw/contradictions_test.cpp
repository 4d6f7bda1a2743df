// tests/unit/hw/contradictions_test.cpp -- the code follows the readings that the table of contradictions states.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/contradictions.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/scale_layout.h>
#include <tilescope/layout/tmem_access.h>
#include <tilescope/layout/tmem_layout.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/rules/mma_check.h>
#include <tilescope/rules/rule.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace tilescope {
namespace {

const Format& table(std::string_view id, std::string_view kind = {}, Edition edition = Edition::v9_1) {
    return **find_format(id, kind, edition);
}

// Returns a blank word (constants and zeros) with one field set.
std::uint64_t word_with(const Format& format, std::string_view id, std::uint64_t raw) {
    return set_field(field_in(format, id), blank_word(format), raw);
}

// Returns the severity of the first problem on a field, or -1 if there is no problem.
int severity_at(const Format& format, std::uint64_t word, std::string_view id, const WordContext& context = {}) {
    for (const Problem& p : check_word(decode(format, word), context))
        if (p.field == id) return static_cast<int>(p.severity);
    return -1;
}
constexpr int kError = static_cast<int>(Severity::error), kWarn = static_cast<int>(Severity::warn), kSilent = -1;

constexpr ZeroMask kMask{.fs = {true}, .nonzero = true, .skip = 3, .use = 4};

ChosenReading a_if(bool a, bool b) { return a == b ? ChosenReading::none : a ? ChosenReading::a : ChosenReading::b; }

bool contains(const auto& list, unsigned value) { return std::ranges::find(list, value) != list.end(); }

ChosenReading kind_f16_mix() {
    const Format& f = table("idesc", "f16");
    std::uint64_t word = set_field(field_in(f, "b_type"), word_with(f, "d_type", 1), 1);
    word = set_field(field_in(f, "m"), set_field(field_in(f, "n"), word, 8), 8);
    const int severity = severity_at(f, word, "b_type");
    return a_if(severity == kWarn, severity == kError);
}

// M = 32 with a shift of 16: reading A is legal with a warning, reading B is an error.
ChosenReading shift_with_m32() {
    const Format& f = table("idesc", "f16");
    const std::uint64_t word = set_field(field_in(f, "m"), word_with(f, "max_shift", 2), 2);
    const bool mask_legal = severity_at(table("zcm"), word_with(table("zcm"), "column_shift", 16), "column_shift",
                                        {.mask_m = 32}) != kError;
    const int severity = severity_at(f, word, "max_shift");
    return a_if(severity == kWarn && mask_legal, severity == kError);
}

ChosenReading k_major_atoms_of_32_bytes() {
    const WordContext context{.major = Major::k, .type = find_type("tf32")};
    const int severity = severity_at(table("smem"), word_with(table("smem"), "swizzle", 1), "swizzle", context);
    return a_if(severity == kSilent, severity == kError);
}

ChosenReading base_offset_moves() {
    const auto first_of = [](std::uint64_t raw) {
        const Format& f = table("smem");
        const std::uint64_t word = set_field(field_in(f, "swizzle"), word_with(f, "base_offset", raw), 2);
        return place_in_memory(*layout_of(f, word, Major::k, *find_type("f16"), 8, 64), {1, 0}).byte;
    };
    return a_if(first_of(1) != first_of(0), first_of(1) == first_of(0));
}

ChosenReading mn_major_walks_lbo() {
    const SmemLayout wide{.mode = SwizzleMode::b128, .major = Major::mn, .lbo = 8192, .rows = 128, .columns = 16};
    const bool walked = use_of_lbo(wide).use == StrideUse::walked;
    return a_if(!walked, walked);
}

ChosenReading filler_of_an_ignored_lbo() {
    const WordContext context{.major = Major::k};
    const Format& f = table("smem");
    const auto quiet = [&](std::uint64_t raw) {
        const std::uint64_t word =
            set_field(field_in(f, "sbo"), set_field(field_in(f, "swizzle"), word_with(f, "lbo", raw), 2), 64);
        return severity_at(f, word, "lbo", context) == kSilent;
    };
    return quiet(0) && quiet(1) ? ChosenReading::both : a_if(quiet(1), quiet(0));
}

ChosenReading wide_operand_goes_on_at_lbo() {
    const Format& f = table("smem");
    const auto second_atom = [&](std::uint64_t lbo) {
        const std::uint64_t word =
            set_field(field_in(f, "sbo"), set_field(field_in(f, "swizzle"), word_with(f, "lbo", lbo), 6), 16);
        return place_in_memory(*layout_of(f, word, Major::k, *find_type("f16"), 16, 32, 32), {0, 16}).byte;
    };
    return a_if(second_atom(64) == 1024 && second_atom(128) == 2048, second_atom(64) == second_atom(128));
}

ChosenReading width_of_start() {
    const unsigned now = arch_named("sm_100a")->address_bits, later = arch_named("sm_107a")->address_bits;
    return now == 18 && later == 19 ? ChosenReading::both : a_if(now == 19, later == 18);
}

bool assembles(std::string_view text, std::string_view arch) {
    const auto line = parse_mma_line(text);
    EXPECT_TRUE(line) << text << ": " << line.why;
    return line && accept(*line, arch).accepted;
}

ChosenReading targets_of_scale_vec() {
    constexpr std::string_view kLine =
        "tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X [%r1], %rd1, "
        "%rd2, %r2, [%r3], [%r4], %p1;";
    const bool others = assembles(kLine, "sm_103a") && assembles(kLine, "sm_110a");
    return a_if(!others && assembles(kLine, "sm_100a"), others);
}

// The assembler accepts the line. So this test looks at the rules instead.
ChosenReading number_behind_i8() {
    const auto line = parse_mma_line("tcgen05.mma.cta_group::1.kind::i8 [%r1], %rd1, %rd2, %r2, %p1, 3;");
    if (!line || !accept(*line, "sm_100a").accepted) return ChosenReading::none;
    const MmaReport report = check_mma(*line, {}, "sm_100a", Edition::v9_1);
    const bool refused = std::ranges::any_of(report.problems, [](const MmaProblem& p) {
        return p.problem.rule == "L67" && p.problem.severity == Severity::error;
    });
    return a_if(!refused, refused);
}

struct Pin {
    std::string_view id;
    ChosenReading (*observed)();
};

// For each contradiction: the reading that the code follows, as observed from outside. A contradiction whose reading
// this test cannot observe has no row.
// clang-format off
constexpr Pin kPins[] = {
    {"X1", [] { const unsigned zeroed = expand_mask(kMask, 128, 7).zeroed; return a_if(zeroed == 4, zeroed == 3); }},
    {"X2", [] { const auto zeroed = [](std::uint64_t raw) { return expand_mask(mask_of(table("zcm"), set_field(field_in(table("zcm"), "fs0"), word_with(table("zcm"), "nonzero", raw), 1)), 128, 8).zeroed != 0; }; return a_if(zeroed(0), zeroed(1)); }},
    {"X3", [] { ZeroMask m = kMask; m.sc[0] = 4; const bool first = expand_mask(m, 128, 7).columns[0].zeroed; return a_if(first, !first); }},
    {"X4", [] { const auto name = name_in(field_in(table("idesc", "f8f6f4"), "d_type").names, 0); return a_if(name.empty(), name == "f16"); }},
    {"X5", [] { const auto name = name_in(field_in(table("idesc-mxf4", "mxf4nvf4"), "scale_type").names, 1); return a_if(name.empty(), name == "ue8m0"); }},
    {"X6", [] { const bool odd = contains((*scale_vector_of("2X", true, "mxf4"))->ids, 1), two = contains((*scale_vector_of("4X", false))->ids, 2); return a_if(!odd && two, odd && !two); }},
    {"X7", [] { const auto want = field_in(table("smem"), "fixed").want; return a_if(want == 0xB0, want == 0); }},
    {"X8", [] { const unsigned chunks = row_of(SwizzleMode::b32).width_bytes / 16; return a_if(chunks == 4, chunks == 2); }},
    {"X9", [] { const unsigned banks = kDataPaths[4].banks; return a_if(banks == 3, banks == 2 && kDataPaths[4].organisation == "2x2"); }},
    {"X10", k_major_atoms_of_32_bytes},
    {"X11", [] { const bool steps_of_8 = takes_n({.kind = "f16", .m = 128}, 24).why.empty(), steps_of_16 = takes_n({.kind = "f16", .cta_group = 2, .m = 256}, 48).why.empty(); return a_if(steps_of_8 && steps_of_16, !steps_of_8); }},
    {"X12", width_of_start},
    {"X14", base_offset_moves},
    {"X15", mn_major_walks_lbo},
    {"X16", filler_of_an_ignored_lbo},
    {"X17", [] { const bool one = !legal_m({.kind = "mxf4", .cta_group = 1, .k96 = true}).empty(); return a_if(!one, one); }},
    {"X18", targets_of_scale_vec},
    {"X19", [] { const bool any = field_in(table("idesc", "f8f6f4"), "sparsity_selector").encoding != Encoding::fixed; return a_if(any, !any); }},
    {"X20", shift_with_m32},
    {"X21", [] { const bool legal = severity_at(table("smem"), set_field(field_in(table("smem"), "lbo"), word_with(table("smem"), "sbo", 8), 64), "swizzle") != kError; return a_if(!legal, legal); }},
    {"X22", [] { const Role role = field_in(table("idesc-mxf8f6f4", "mxf8f6f4"), "negate_a").role; return a_if(role == Role::sign, role == Role::scale); }},
    {"X23", [] { const bool small = contains(legal_m({.kind = "mxf8f6f4", .cta_group = 2}), 128); return a_if(small, !small); }},
    {"X24", [] { const bool fixed = field_in(table("idesc-mxf4", "mxf4"), "rsvd0").encoding == Encoding::fixed; return a_if(fixed, !fixed); }},
    {"X25", kind_f16_mix},
    {"X26", [] { const std::uint64_t sum = advanced(0x40004040'ffffffff, 1) >> 32; return a_if(sum == 0x40004040, sum == 0x40004041); }},
    {"X27", [] { const Swizzle s = row_of(SwizzleMode::b32).swizzle; return a_if(s(32) != 32, s(32) == 32 && s(128) != 128); }},
    {"X28", [] { const bool most = contains(legal_n({.kind = "i8", .family = family_of(kHopper)}), 256); return a_if(!most, most); }},
    {"X29", number_behind_i8},
    {"X30", [] { const auto want = field_in(table("smem"), "version").want; return a_if(want == 1, want == 0); }},
    {"X31", [] { return copy_shape_named("4x256b")->certainty == Certainty::unknown ? ChosenReading::none : ChosenReading::a; }},
    {"X32", [] { const bool there = std::ranges::any_of(kArchs, [](const ArchRow& a) { return a.id.starts_with("sm_12") && a.has(Feature::tcgen05); }); return a_if(there, !there); }},
    {"X33", [] { const unsigned bits = arch_named("sm_103a")->address_bits; return a_if(bits == 18, bits == 19); }},
    {"X34", wide_operand_goes_on_at_lbo},
};
// clang-format on

TEST(Contradictions, TheCodeFollowsTheReadingThatEachRowStates) {
    for (const Pin& pin : kPins) {
        const Contradiction* row = find_contradiction(pin.id);
        ASSERT_NE(row, nullptr) << pin.id;
        EXPECT_EQ(name_of(pin.observed()), name_of(row->takes)) << pin.id << ": " << row->subject;
    }
    EXPECT_GE(std::size(kPins), 31u);
}

TEST(Contradictions, TheOtherReadingIsAvailableWhereTheProgramDrawsIt) {
    EXPECT_EQ(expand_mask(kMask, 128, 7, MaskReading::text).zeroed, 4u) << "X1, reading A";
    EXPECT_EQ(advanced(0x40004040'ffffffff, 1, true), 0x40004041'00000000u) << "X26, reading B";
    const CopyShapeRow& copy = *copy_shape_named("4x256b");
    EXPECT_EQ(lanes_of(copy, 1, CopyReading::spaced), std::vector<unsigned>{32}) << "X31, reading B";
    EXPECT_NE(lanes_of(copy, 1, CopyReading::refresh), lanes_of(copy, 1, CopyReading::spaced)) << "X31, reading A";
    const Format& later = table("smem", {}, Edition::v9_4);
    EXPECT_EQ(value_of(field_in(later, "start"), 0x4000), 0x40000u) << "X12, reading A";
}

// Finds "(contradiction X7)", "question X3" and "(X14)" in the sources and messages.
TEST(Contradictions, EveryIdInATextHasARow) {
    static const std::regex named(R"((?:ontradiction|question) \(?X(\d+)|\(X(\d+)\))");
    int found = 0;
    for (const char* folder : {"core", "app"})
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(std::string(TILESCOPE_SOURCE_DIR "/") + folder)) {
            if (!entry.is_regular_file()) continue;
            std::ifstream in(entry.path());
            std::stringstream text;
            text << in.rdbuf();
            const std::string all = text.str();
            for (std::sregex_iterator it(all.begin(), all.end(), named), end; it != end; ++it, ++found) {
                const std::string number = (*it)[1].matched ? (*it)[1].str() : (*it)[2].str();
                EXPECT_NE(find_contradiction(say("X", number)), nullptr) << entry.path() << ": " << it->str();
            }
        }
    EXPECT_GT(found, 30);
}

TEST(Contradictions, EveryTextIsASentenceAndNoSourceSupportsBothReadings) {
    for (const Contradiction& c : kContradictions) {
        for (const std::string_view text : {c.reading_a, c.reading_b, c.why, c.decides})
            EXPECT_TRUE(text.ends_with('.')) << c.id << ": " << text;
        EXPECT_NE(c.source_a, c.source_b) << c.id;
        EXPECT_NE(c.reading_a, c.reading_b) << c.id;
        const bool settled = c.decides.starts_with("Settled");
        EXPECT_TRUE(!settled || c.certainty <= Certainty::confirmed)
            << c.id << " is settled, but its certainty is not confirmed";
        EXPECT_TRUE(c.gpu_answer.empty() || c.gpu_answer.ends_with('.')) << c.id;
        EXPECT_TRUE(!c.certainty.measurement() || c.asked.measurement()) << c.id << " is measured, so a GPU answered";
    }
}

constexpr Contradiction row_numbered(std::string_view id) {
    Contradiction c = kContradictions[0];
    c.id = id;
    return c;
}

TEST(Contradictions, RefusesATableWithAGap) {
    static constexpr Contradiction gap[] = {row_numbered("X1"), row_numbered("X3")};
    try {
        checked(gap);
        FAIL() << "X2 is missing, but checked() accepts the table";
    } catch (const char* why) {
        EXPECT_STREQ(why, "ids of contradictions count from X1 without gaps");
    }
}

}  // namespace
}  // namespace tilescope
