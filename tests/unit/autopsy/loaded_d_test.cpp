// tests/unit/autopsy/loaded_d_test.cpp -- D of tcgen05.mma, from the registers of tcgen05.ld.
// SPDX-License-Identifier: MIT
#include "made_kernel.h"

#include <tilescope/autopsy/chain_session.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/layout/tmem_access.h>
#include <tilescope/layout/tmem_layout.h>

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace tilescope::autopsy::test {
namespace {

constexpr unsigned kColumn = 0x20;  // of D

// An instruction of each of the four warps.
struct Ld {
    std::string form;  // "16dp256bit.x4"; empty: 32x32b.x1
    LoadFragment fragment;
    unsigned column = kColumn, lane = 0;  // the lane counts from the first one of the warp
    bool packed = false;
    unsigned first_thread = 0, last_thread = 31;  // of 16x32bx2, an instruction has one half
};

// Tensor Memory with a D, and other bits where there is none.
class Tmem {
public:
    Tmem(const std::vector<std::uint32_t>& d, unsigned m, unsigned n, unsigned bits) {
        const auto path = data_path_of({.m = m, .cta_group = 1});
        const TmemLayout layout{.path = *path, .columns = n, .bits = bits, .base_column = kColumn};
        for (unsigned row = 0; row < m; ++row)
            for (unsigned column = 0; column < n; ++column) {
                const TmemCell at = places(layout, {static_cast<int>(row), static_cast<int>(column)})[0];
                const std::uint32_t mask = bits == 32 ? ~0u : 0xffff;
                std::uint32_t& cell = cells_.try_emplace({at.lane, at.column}, noise(at.lane, at.column)).first->second;
                cell = (cell & ~mask) | d[row * n + column];
            }
    }
    std::uint32_t at(unsigned lane, unsigned column) const {
        const auto found = cells_.find({lane, column});
        return found == cells_.end() ? noise(lane, column) : found->second;
    }

    // Each warp executes it. Which register has a cell is asked the other way round as the reader asks.
    void load(const Ld& ld, Recording& recording, unsigned first_warp = 0) const {
        std::size_t mmas = 0;
        for (const Event& event : recording.events) mmas += std::holds_alternative<SeenMma>(event) ? 1 : 0;
        const unsigned count = registers_of(ld.fragment);
        for (unsigned warp = first_warp; warp < first_warp + 4; ++warp) {
            const unsigned first_lane = warp % 4 * 32 + ld.lane;
            SeenLoad seen{.at = {0x2000, say("LDTM", ld.form.empty() ? "" : ".", ld.form, " R4, tmem[UR4]"), {}, {}},
                          .warpgroup = warp / 4,
                          .warp = warp,
                          .address = tmem_address(first_lane, ld.column),
                          .d_first = 4,
                          .d_count = count,
                          .d = std::vector<std::uint32_t>(32 * count, 0x12345678),
                          .lost = {},
                          .mmas = mmas};
            for (unsigned lane = 0; lane < 32; ++lane)
                for (unsigned column = 0; column < columns_of(ld.fragment); ++column)
                    for (const ThreadRegister& r : readers_of(ld.fragment, {lane, column})) {
                        if (r.thread < ld.first_thread || r.thread > ld.last_thread) continue;
                        const unsigned l = first_lane + lane, c = ld.column + column * (ld.packed ? 2 : 1);
                        seen.d[r.thread * count + r.reg] =
                            ld.packed ? (at(l, c) & 0xffff) | at(l, c + 1) << 16 : at(l, c);
                    }
            recording.events.emplace_back(std::move(seen));
        }
    }

private:
    static std::uint32_t noise(unsigned lane, unsigned column) { return 0x9e3779b9u * (lane * 512 + column + 1); }
    std::map<std::pair<unsigned, unsigned>, std::uint32_t> cells_;
};

LoadFragment fragment(LoadShape shape, unsigned num) { return {.shape = shape, .num = num}; }

// The recording of a kernel whose D is what its words give.
struct Loaded {
    explicit Loaded(const MadeKernel& kernel, unsigned bits = 32) : recording(kernel.recording()) {
        const Chain chain = chains_of(recording).at(0);
        EXPECT_EQ(chain.why, "");
        model = chain.model;
        tmem.emplace(model, chain.m, chain.n, bits);
    }
    Chain chain() const { return chains_of(recording).at(0); }
    Diagnosis diagnosed(const Expected& expected = {}) const {
        return diagnose(recording, chains_of(recording), expected).at(0);
    }
    void load(const Ld& ld, unsigned first_warp = 0) { tmem->load(ld, recording, first_warp); }

    Recording recording;
    std::vector<std::uint32_t> model;
    std::optional<Tmem> tmem;
};

const Plan kPlan{.type = "f16", .n = 64, .kind = "f16", .m = 128};
const Ld kWhole{"x64", fragment(LoadShape::b32, 64)};

// The loads that read 64 columns of all lanes, in each shape; as the assembler writes them for sm_100a.
std::vector<std::vector<Ld>> whole_loads() {
    std::vector<std::vector<Ld>> out{
        {kWhole}, {{"x32", fragment(LoadShape::b32, 32)}, {"x32", fragment(LoadShape::b32, 32), kColumn + 32}}};
    const struct {
        const char* form;
        LoadShape shape;
        unsigned num;
    } rows[] = {{"16dp64bit.x32", LoadShape::b64, 32},
                {"16dp128bit.x16", LoadShape::b128, 16},
                {"16dp256bit.x8", LoadShape::b256, 8}};
    for (const auto& row : rows) {
        out.emplace_back();
        for (const unsigned lane : {0u, 16u})
            out.back().push_back({row.form, fragment(row.shape, row.num), kColumn, lane});
    }
    // 16x32bx2: two instructions, one for each half of a warp.
    out.emplace_back();
    for (const unsigned lane : {0u, 16u}) {
        const LoadFragment low{.shape = LoadShape::b32x2, .num = 32, .split = 0};
        out.back().push_back({"16dp32bit_t0_t15.x32", low, kColumn, lane, false, 0, 15});
        out.back().push_back({"16dp32bit_t16_t31.x32", low, kColumn + 32, lane, false, 16, 31});
    }
    return out;
}

TEST(LoadedD, IsReadInEachShape) {
    for (const unsigned m : {64u, 128u}) {
        Plan plan = kPlan;
        plan.m = m;
        const MadeKernel kernel(plan);
        for (const auto& loads : whole_loads()) {
            Loaded loaded(kernel);
            for (const Ld& ld : loads) loaded.load(ld);
            const Chain chain = loaded.chain();
            EXPECT_EQ(chain.unread, "") << loads[0].form;
            EXPECT_TRUE(chain.known.empty()) << loads[0].form << ' ' << numbers_read(chain);
            EXPECT_TRUE(chain.seen == loaded.model) << loads[0].form;
            EXPECT_EQ(chain.different, 0u);
            const Diagnosis found = loaded.diagnosed(kernel.expected);
            EXPECT_EQ(found.verdict, Verdict::right);
            EXPECT_NE(found.line.find("and D is what they give."), std::string::npos) << found.line;
        }
    }
}

TEST(LoadedD, HasTheTypeOfTheInstructionDescriptor) {
    MadeKernel integers({.type = "s8", .n = 64, .numbers = Numbers::any_bits, .kind = "i8", .m = 128});
    Loaded of_integers(integers);
    of_integers.load(kWhole);
    EXPECT_TRUE(of_integers.chain().seen == of_integers.model);
    MadeKernel halves(kPlan);
    halves.set_in_idesc("d_type", "f16");
    const Ld packed{"x32.PACK16BIT", fragment(LoadShape::b32, 32), kColumn, 0, true};
    const Ld rows{"16dp256bit.x4.PACK16BIT", fragment(LoadShape::b256, 4), kColumn, 0, true};
    Ld later = rows;
    later.lane = 16;
    for (const std::vector<Ld>& loads : {std::vector<Ld>{kWhole}, {packed}, {rows, later}}) {
        Loaded loaded(halves, 16);
        for (const Ld& ld : loads) loaded.load(ld);
        EXPECT_TRUE(loaded.chain().seen == loaded.model) << loads[0].form;
        EXPECT_TRUE(loaded.chain().known.empty()) << loads[0].form;
    }
    // Half of an f32 is no number.
    const MadeKernel kernel(kPlan);
    Loaded half(kernel);
    half.load(packed);
    EXPECT_EQ(half.chain().unread, "no tcgen05.ld that is understood was seen to read it after the last of these MMAs");
}

// Lanes and columns in numbers, not by the table that the reader asks. A register of pack::16b has two columns.
TEST(LoadedD, HasThePackedCellsWhereTheyAre) {
    MadeKernel kernel(kPlan);
    kernel.set_in_idesc("d_type", "f16");
    const struct {
        Ld ld;
        unsigned thread, reg, lane, column;
    } rows[] = {{{"16dp256bit.x4.PACK16BIT", fragment(LoadShape::b256, 4), kColumn, 0, true}, 6, 7, 9, 26},
                {{"16dp64bit.x16.PACK16BIT", fragment(LoadShape::b64, 16), kColumn, 0, true}, 7, 1, 9, 6}};
    for (const auto& row : rows) {
        Loaded loaded(kernel, 16);
        loaded.load(row.ld);
        const unsigned count = registers_of(row.ld.fragment);
        auto& load = std::get<SeenLoad>(loaded.recording.events.at(4));  // of warp 0
        for (unsigned i = 0; i < load.d.size(); ++i) load.d[i] = i == row.thread * count + row.reg ? 0x22221111 : 0;
        const Chain chain = loaded.chain();
        ASSERT_EQ(chain.seen.size(), std::size_t{128} * 64) << row.ld.form;
        for (unsigned m = 0; m < 32; ++m)
            for (unsigned n = 0; n < 64; ++n)
                EXPECT_EQ(chain.seen[m * 64 + n], m != row.lane         ? 0u
                                                  : n == row.column     ? 0x1111u
                                                  : n == row.column + 1 ? 0x2222u
                                                                        : 0u)
                    << row.ld.form << ' ' << m << ' ' << n;
    }
}

TEST(LoadedD, IsComparedAsFarAsItWasRead) {
    const MadeKernel kernel(kPlan);
    Loaded loaded(kernel);
    loaded.load({"x32", fragment(LoadShape::b32, 32)});
    for (Event& event : loaded.recording.events)
        if (auto* load = std::get_if<SeenLoad>(&event)) load->lost = {4};
    const Chain chain = loaded.chain();
    EXPECT_EQ(numbers_read(chain), 128u * 31);
    EXPECT_EQ(chain.known[0], 0) << "the register of column 0 was overwritten";
    EXPECT_EQ(chain.known[1], 1);
    EXPECT_EQ(chain.known[32], 0);
    const Diagnosis found = loaded.diagnosed(kernel.expected);
    EXPECT_NE(found.line.find("and what was read of D is what they give."), std::string::npos) << found.line;
    EXPECT_NE(list_of(found.sentences, std::identity(), " ").find("(3968 of 8192 numbers were read)"),
              std::string::npos);
    const auto sessions = sessions_of(loaded.recording, chain, "chain0");
    ASSERT_TRUE(sessions);
    EXPECT_FALSE(sessions->back().measured);
    EXPECT_TRUE(sessions->back().d.words == loaded.model);
    loaded.load(kWhole, 4);  // of another warpgroup, with the same lanes
    EXPECT_TRUE(is_whole(loaded.chain()));
    EXPECT_TRUE(sessions_of(loaded.recording, loaded.chain(), "chain0")->back().measured);
}

// The first load counts: the program may write something else there.
TEST(LoadedD, IsNotWhatTheProgramWroteLater) {
    const MadeKernel kernel(kPlan);
    Loaded loaded(kernel);
    loaded.load(kWhole);
    loaded.tmem.emplace(std::vector<std::uint32_t>(loaded.model.size(), 7), 128, 64, 32);
    loaded.load(kWhole);
    EXPECT_TRUE(loaded.chain().seen == loaded.model);
}

TEST(LoadedD, AccusesNobodyIfItIsAnotherOne) {
    const MadeKernel kernel(kPlan);
    for (const bool with_store : {false, true}) {
        Loaded loaded(kernel);
        loaded.tmem.emplace(std::vector<std::uint32_t>(loaded.model.size(), 0x3f800000), 128, 64, 32);
        loaded.load(kWhole);
        if (with_store) loaded.recording.machine_code = "   0x3000 <+64>:\tSTTM.x32 tmem[UR4], R4\n";
        const Diagnosis found = loaded.diagnosed(kernel.expected);
        EXPECT_EQ(found.verdict, Verdict::unknown) << found.line;
        EXPECT_TRUE(found.faults.empty());
        EXPECT_NE(
            found.line.find(with_store ? "not known, because what was read is not what the words and the bytes give, "
                                         "and an instruction STTM of the kernel may have changed it."
                                       : "numbers of D are not what these words and these bytes give"),
            std::string::npos)
            << found.line;
    }
}

// A copy was late at the stop, and complete when the MMA ran.
TEST(LoadedD, ShowsThatTheBytesCameLater) {
    const MadeKernel right(kPlan);
    MadeKernel late(kPlan);
    std::fill_n(late.memory.begin() + late.begin.b, 4096, std::uint8_t{0});
    Loaded loaded(late);
    loaded.tmem.emplace(Loaded(right).model, 128, 64, 32);
    loaded.load({"x32", fragment(LoadShape::b32, 32)});
    const Diagnosis found = loaded.diagnosed(right.expected);
    EXPECT_EQ(found.verdict, Verdict::right) << found.line;
    EXPECT_NE(found.line.find("although the bytes at the stop were others"), std::string::npos) << found.line;
    std::get<SeenLoad>(loaded.recording.events.back()).d[0] ^= 1;
    EXPECT_EQ(loaded.diagnosed(right.expected).verdict, Verdict::wrong) << "B was not written";
}

// Of a D of which only a part was read, the rest does not prove that the bytes came later.
TEST(LoadedD, ProvesNothingOfWhatWasNotRead) {
    constexpr std::uint32_t kRowBytes = 128;
    const MadeKernel right(kPlan);
    MadeKernel no_b(kPlan), no_a(kPlan), late(kPlan);
    std::fill_n(no_b.memory.begin() + no_b.begin.b + 32 * kRowBytes, 32 * kRowBytes, std::uint8_t{0});
    std::fill_n(no_a.memory.begin() + no_a.begin.a + 96 * kRowBytes, 32 * kRowBytes, std::uint8_t{0});
    std::fill_n(late.memory.begin() + late.begin.b, 64 * kRowBytes, std::uint8_t{0});
    const Ld half{"x32", fragment(LoadShape::b32, 32)};
    Loaded columns(no_b), rows(no_a), later(late);
    columns.load(half);
    rows.load(kWhole);
    rows.recording.events.pop_back();  // of the warp with the lanes from 96 on
    for (const auto& [loaded, name] : {std::pair(&columns, "B"), std::pair(&rows, "A")}) {
        EXPECT_EQ(loaded->chain().different, 0u);
        const Diagnosis found = loaded->diagnosed(right.expected);
        EXPECT_EQ(found.verdict, Verdict::wrong) << found.line;
        EXPECT_NE(found.line.find(say("The word of ", name, " reads where ", name, " was written")), std::string::npos)
            << found.line;
    }
    later.tmem.emplace(Loaded(right).model, 128, 64, 32);
    later.load(half);
    const Diagnosis found = later.diagnosed(right.expected);
    EXPECT_EQ(found.verdict, Verdict::unknown) << found.line;
    EXPECT_NE(found.line.find("the rest of D was not read"), std::string::npos) << found.line;
    later.load(kWhole);
    EXPECT_EQ(later.diagnosed(right.expected).verdict, Verdict::right);
}

// What was loaded before the last MMA, or while another MMA wrote there, is not the D of the chain.
TEST(LoadedD, IsThatOfTheLastMma) {
    const MadeKernel kernel(kPlan);
    Loaded early(kernel);
    const Event last = early.recording.events.back();
    early.load(kWhole);
    for (Event& event : early.recording.events)
        if (auto* load = std::get_if<SeenLoad>(&event)) load->mmas = 3;
    EXPECT_NE(early.chain().unread, "") << "the warps stood there before the last MMA was seen";
    Loaded between(kernel);
    between.recording.events.pop_back();
    between.load(kWhole);
    between.recording.events.push_back(last);
    EXPECT_EQ(between.chain().unread,
              "no tcgen05.ld that is understood was seen to read it after the last of these MMAs");
    // The next tile begins in the same columns, or beside them.
    for (const unsigned column : {kColumn, kColumn + 32, kColumn + 64}) {
        Loaded next(kernel);
        SeenMma begins = std::get<SeenMma>(last);
        begins.predicates.clear();
        for (Register& r : begins.uniform)
            if (r.name == "UR8") r.value = column;
        next.recording.events.emplace_back(begins);
        next.load(kWhole);
        EXPECT_EQ(next.chain().unread.empty(), column == kColumn + 64) << column;
    }
    Loaded gap(kernel);
    std::get<SeenMma>(gap.recording.events[2]).skipped = 4;
    gap.load(kWhole);
    EXPECT_EQ(gap.chain().unread, "");
    EXPECT_EQ(gap.chain().why, "4 MMAs of the chain were not recorded.");
    EXPECT_TRUE(is_whole(gap.chain())) << "it can be compared with the expected D";
    Expected expected;
    expected.d.row_bytes = std::size_t{64} * 4;
    for (const std::uint32_t word : gap.model)
        for (unsigned i = 0; i < 4; ++i) expected.d.bytes.push_back(static_cast<std::uint8_t>(word >> 8 * i));
    EXPECT_EQ(gap.diagnosed(expected).verdict, Verdict::right);
    EXPECT_NE(gap.diagnosed(expected).line.find("right. D is the expected one."), std::string::npos);
    EXPECT_NE(gap.diagnosed(kernel.expected).line.find("D was not compared."), std::string::npos);
}

// The first four masks of lanes: UR12 has lanes 0 to 31, which no MMA writes.
TEST(LoadedD, IsNotKnownWhereTheLaneMaskKeepsIt) {
    MadeKernel kernel(kPlan);
    kernel.text.insert(kernel.text.find("UP0"), "UR12,");
    Loaded loaded(kernel);
    for (Event& event : loaded.recording.events) std::get<SeenMma>(event).uniform.push_back({"UR12", ~0u});
    loaded.load(kWhole);
    EXPECT_EQ(loaded.chain().different, 0u);
    EXPECT_EQ(numbers_read(loaded.chain()), std::size_t{96} * 64);
    const Diagnosis found = loaded.diagnosed(kernel.expected);
    EXPECT_EQ(found.verdict, Verdict::right) << found.line;
    EXPECT_NE(list_of(found.sentences, std::identity(), " ").find("The lane mask keeps 2048 numbers of D as they were"),
              std::string::npos);
}

// The expected D of a masked lane is what was there before, which the model does not have.
TEST(LoadedD, IsNotExpectedWhereTheLaneMaskKeepsIt) {
    for (const unsigned registers : {1u, 4u}) {
        MadeKernel kernel(kPlan);
        kernel.text.insert(kernel.text.find("UP0"), "UR12,");
        Loaded loaded(kernel);
        for (Event& event : loaded.recording.events)
            for (unsigned i = 0; i < registers; ++i)
                std::get<SeenMma>(event).uniform.push_back({say("UR", 12 + i), ~0u});
        loaded.load(kWhole);
        Expected expected;
        expected.d.row_bytes = std::size_t{64} * 4;
        for (std::size_t i = 0; i < loaded.model.size(); ++i)
            for (unsigned byte = 0; byte < 4; ++byte)
                expected.d.bytes.push_back(
                    static_cast<std::uint8_t>((i < std::size_t{32} * 64 ? 0x42480000 : loaded.model[i]) >> 8 * byte));
        const Diagnosis found = loaded.diagnosed(expected);
        if (registers == 4) {
            EXPECT_EQ(found.verdict, Verdict::unknown) << found.line;
            EXPECT_NE(found.line.find("The lane mask disables all of D"), std::string::npos) << found.line;
            continue;
        }
        EXPECT_EQ(found.verdict, Verdict::right) << found.line;
        EXPECT_NE(found.line.find("The 2048 numbers in lanes that the lane mask disables were not compared."),
                  std::string::npos)
            << found.line;
        expected.d.bytes.at(std::size_t{40} * 64 * 4 + 3) = 0x47;
        EXPECT_NE(loaded.diagnosed(expected).line.find("1 of 6144 numbers of D of the model are not near"),
                  std::string::npos);
    }
}

TEST(LoadedD, HasOneShapeAndType) {
    MadeKernel kernel(kPlan), lower(kPlan), halves(kPlan);
    lower.set_in_idesc("m", "64");
    halves.set_in_idesc("d_type", "f16");
    for (const MadeKernel* other : {&kernel, &lower, &halves})
        for (const std::size_t step : {1u, 3u}) {
            Loaded loaded(kernel);
            for (Register& r : std::get<SeenMma>(loaded.recording.events[step]).uniform)
                if (r.name == "UR11") r.value = other->idesc;
            loaded.load(kWhole);
            EXPECT_EQ(loaded.chain().unread, other == &kernel ? "" : "its MMAs have a D of different shapes or types");
            EXPECT_EQ(loaded.chain().seen.empty(), other != &kernel);
            EXPECT_EQ(loaded.diagnosed(kernel.expected).verdict, other == &kernel ? Verdict::right : Verdict::unknown);
        }
}

TEST(LoadedD, IsNotGuessedFromOtherForms) {
    const MadeKernel kernel(kPlan);
    const auto unread = [&](const std::function<void(SeenLoad&)>& change) {
        Loaded loaded(kernel);
        loaded.load(kWhole);
        for (Event& event : loaded.recording.events)
            if (auto* load = std::get_if<SeenLoad>(&event)) change(*load);
        return !loaded.chain().unread.empty();
    };
    EXPECT_FALSE(unread([](SeenLoad&) {}));
    for (const char* text : {"LDTM.x64.STAT R4, tmem[UR4]", "LDTM.16dp512bit.x64 R4, tmem[UR4]",
                             "LDTM.x63 R4, tmem[UR4]", "LDTM.x32 R4, tmem[UR4]", "LDG.E.64 R4, [R2]", ""})
        EXPECT_TRUE(unread([&](SeenLoad& load) { load.at.text = text; })) << text;
    EXPECT_TRUE(unread([](SeenLoad& load) { load.warp = (load.warp + 1) % 4; })) << "lanes of another warp";
}

// tcgen05.st made D zero, and all MMAs add to it.
TEST(LoadedD, ProvesThatItBeganWithZeros) {
    const MadeKernel kernel(kPlan);
    Loaded loaded(kernel);
    std::get<SeenMma>(loaded.recording.events.front()).predicates.push_back({"UP0", 1});
    EXPECT_EQ(loaded.chain().why, "What D was before the first MMA that was seen was not read.");
    EXPECT_TRUE(loaded.chain().model.empty());
    loaded.load(kWhole);
    EXPECT_EQ(loaded.chain().why, "");
    EXPECT_TRUE(loaded.chain().seen == loaded.model);
    std::get<SeenLoad>(loaded.recording.events.back()).d[0] ^= 1;
    EXPECT_EQ(loaded.chain().why, "What D was before the first MMA that was seen was not read.");
    EXPECT_TRUE(loaded.chain().model.empty());
    EXPECT_EQ(loaded.chain().different, 0u);
}

// The words are wrong, and the hardware did as they say.
TEST(LoadedD, StandsBesideANamedFault) {
    const auto expect_fault = [](const MadeKernel& kernel, std::string_view says) {
        Loaded loaded(kernel);
        loaded.load({say("x", kernel.plan.n), fragment(LoadShape::b32, kernel.plan.n)});
        const Diagnosis found = loaded.diagnosed(kernel.expected);
        EXPECT_EQ(found.verdict, Verdict::wrong) << found.line;
        EXPECT_NE(found.line.find(says), std::string::npos) << found.line;
        EXPECT_NE(list_of(found.sentences, std::identity(), " ").find("D is what these words and these bytes give"),
                  std::string::npos);
        if (found.faults.at(0).field != FaultField::type) {  // numbers can show their type
            EXPECT_NE(loaded.diagnosed().verdict, Verdict::wrong);
        }
    };
    MadeKernel stride(kPlan);
    stride.change(Operand::b, [](SmemLayout& l) { l.sbo /= 2; });
    expect_fault(stride, "Set sbo to 1024.");
    MadeKernel mode(kPlan);
    mode.change(Operand::b, [](SmemLayout& l) { l.mode = SwizzleMode::b64; });
    expect_fault(mode, "swizzle of B is 64B; the bytes are written with 128B.");
    MadeKernel turned({.type = "f16",
                       .n = 128,
                       .steps = 2,
                       .major = {Major::k, Major::mn},
                       .numbers = Numbers::octaves,
                       .kind = "f16",
                       .m = 128});
    turned.memory.resize(1u << 16, 0xcc);  // else it reads outside, and D is not known
    turned.set_in_idesc("transpose_b", "no");
    expect_fault(turned, "Set transpose_b of the instruction descriptor to 1.");
    MadeKernel type(kPlan);
    type.set_in_idesc("a_type", "bf16");
    type.set_in_idesc("b_type", "bf16");
    expect_fault(type, "Set a_type and b_type of the instruction descriptor to f16.");
    MadeKernel stale({.type = "f16", .n = 64, .steps = 2, .stages = 2, .kind = "f16", .m = 128});
    stale.a[0][2] = stale.a[0][0], stale.a[0][3] = stale.a[0][1];
    expect_fault(stale, "start of A is ");
}

}  // namespace
}  // namespace tilescope::autopsy::test
