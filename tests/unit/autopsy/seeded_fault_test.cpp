// tests/unit/autopsy/seeded_fault_test.cpp -- property: random kernels with one or two seeded faults, and right ones.
// SPDX-License-Identifier: MIT
//
// No kernel here has a name, an address or a size that the diagnosis could know. A right kernel is never accused, and
// a fault is named or not known; how often it is named was measured, and must not become less.
#include "made_kernel.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/smem.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/tensor_map.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace tilescope::autopsy::test {
namespace {

class Random {
public:
    explicit Random(unsigned seed) : engine_(seed) {}
    unsigned operator()() { return static_cast<unsigned>(engine_()); }

private:
    std::mt19937 engine_;
};

template <class T>
T one_of(Random& random, const std::vector<T>& all) {
    return all[random() % all.size()];
}

struct SeededKernel {
    MadeKernel kernel;
    std::vector<std::string> expected;  // each fault that may be named
    std::vector<std::pair<std::size_t, TensorMap>> maps;
    bool at_exception = false;

    void expect(Operand o, std::string_view field) { expected.push_back(say(name_of(part_of(o)), ".", field)); }
    static Part part_of(Operand o) { return pick(o, Part::a, Part::b); }
};
using SeedFault = std::function<bool(SeededKernel&, Random&)>;

Plan random_plan(Random& random) {
    Plan out{.type = one_of<std::string>(random, {"f16", "f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8"})};
    out.warpgroups = 1 + random() % 2;
    out.n = one_of<unsigned>(random, {16, 32, 48, 64, 96});
    out.steps = 2 + random() % 3;
    out.stages = 1 + random() % 2;
    const bool is_16 = out.type == "f16" || out.type == "bf16";
    for (const Operand o : kBothOperands) {
        out.mode[o] = one_of<SwizzleMode>(
            random, {SwizzleMode::b128, SwizzleMode::b128, SwizzleMode::b64, SwizzleMode::b32, SwizzleMode::none});
        if (is_16 && random() % 3 == 0) out.major[o] = Major::mn;
    }
    out.numbers = one_of<Numbers>(random, {Numbers::normal, Numbers::uniform, Numbers::octaves, Numbers::any_bits});
    out.seed = random();
    if (random() % 4 == 0) out.row_a = 64, out.row_b = out.n, out.column = 128, out.more = 32;
    out.b_is_k_by_n = random() % 6 == 0;
    return out;
}

// A plan of which there are tiles.
SeededKernel random_kernel(Random& random) {
    while (true) {
        SeededKernel out{MadeKernel(random_plan(random)), {}, {}};
        if (!out.kernel.memory.empty()) return out;
    }
}

Operand random_operand(Random& random) { return random() % 2 != 0 ? Operand::a : Operand::b; }

SmemLayout first_layout(const SeededKernel& s, Operand o) { return s.kernel.layout(o, 0, 0); }

// ---- the faults

bool seed_stride(SeededKernel& s, Random& random, std::uint32_t SmemLayout::*stride, std::string_view field) {
    const Operand o = random_operand(random);
    const std::uint32_t is = first_layout(s, o).*stride;
    const std::uint32_t to = one_of<std::uint32_t>(random, {is / 2, is * 2, is + 128, 256, 512, 1024});
    if (to % 16 != 0 || to == is) return false;
    s.kernel.change(o, [&](SmemLayout& l) { l.*stride = to; });
    s.expect(o, field);
    return true;
}

bool seed_mode(SeededKernel& s, Random& random) {
    const Operand o = random_operand(random);
    const auto to =
        one_of<SwizzleMode>(random, {SwizzleMode::b128, SwizzleMode::b64, SwizzleMode::b32, SwizzleMode::none});
    s.kernel.change(o, [&](SmemLayout& l) { l.mode = to; });
    s.expect(o, "swizzle");
    return true;
}

bool seed_start(SeededKernel& s, Random& random) {
    const Operand o = random_operand(random);
    const SmemLayout l = first_layout(s, o);
    const std::uint32_t row = l.mode == SwizzleMode::none ? 16 : row_of(l.mode).width_bytes;
    const std::uint32_t by = one_of<std::uint32_t>(random, {row, 2 * row, 16});
    s.kernel.change(o, [&](SmemLayout& c) { c.start += by; });
    s.expect(o, "start");
    return true;
}

bool seed_k_step(SeededKernel& s, Random& random) {
    const Operand o = random_operand(random);
    if (s.kernel.plan.steps < 2) return false;
    const std::uint32_t by = one_of<std::uint32_t>(random, {16, 64, 128, 512});
    for (unsigned w = 0; w < s.kernel.plan.warpgroups; ++w)
        for (unsigned step = 0; step < s.kernel.all_steps(); ++step) {
            const unsigned in_stage = step % s.kernel.plan.steps;
            SmemLayout l = s.kernel.layout(o, w, step);
            l.start = s.kernel.layout(o, w, step - in_stage).start + in_stage * by;
            if (const auto word = descriptor_of(kWgmma91, l)) pick(o, s.kernel.a, s.kernel.b)[w][step] = *word;
        }
    s.expect(o, "start");
    return true;
}

bool seed_stale_stage(SeededKernel& s, Random& random) {
    const unsigned steps = s.kernel.plan.steps;
    if (s.kernel.plan.stages < 2) return false;
    const Operand o = random_operand(random);
    for (auto& words : pick(o, s.kernel.a, s.kernel.b))
        for (unsigned step = steps; step < 2 * steps; ++step) words[step] = words[step - steps];
    s.expect(o, "start");
    return true;
}

// Of a tile that does not begin at a multiple of its pattern.
bool seed_base_offset(SeededKernel& s, Random& random) {
    const Operand o = random_operand(random);
    const SwizzleMode mode = s.kernel.plan.mode[o];
    if (mode != SwizzleMode::b128 && mode != SwizzleMode::b64) return false;
    Plan plan = s.kernel.plan;
    plan.lines[o] = 1 + random() % (mode == SwizzleMode::b128 ? 7 : 3);
    s.kernel = MadeKernel(plan);
    s.kernel.change(o, [&](SmemLayout& l) { l.base_offset = 0; });
    s.expect(o, "base_offset");
    return true;
}

bool seed_transpose(SeededKernel& s, Random& random) {
    if (s.kernel.plan.type != "f16" && s.kernel.plan.type != "bf16") return false;
    const Operand o = random_operand(random);
    Plan other = s.kernel.plan;
    other.major[o] = other.major[o] == Major::k ? Major::mn : Major::k;
    s.kernel.text = MadeKernel(other).text;
    s.expect(o, "transpose");
    return true;
}

bool seed_type(SeededKernel& s, Random&) {
    Plan& plan = s.kernel.plan;
    if ((plan.type != "f16" && plan.type != "bf16") || plan.numbers == Numbers::any_bits) return false;
    Plan other = plan;
    other.type = plan.type == "f16" ? "bf16" : "f16";
    s.kernel.text = MadeKernel(other).text;
    s.expected.emplace_back("instruction.type");
    return true;
}

bool seed_unwritten(SeededKernel& s, Random& random) {
    const Operand o = random_operand(random);
    auto& memory = s.kernel.memory;
    const std::uint32_t begin = s.kernel.begin[o], size = s.kernel.end[o] - begin, part = size / (1 + random() % 4);
    const std::uint32_t from = begin + static_cast<std::uint32_t>(random() % (size - part + 1)) / 16 * 16;
    std::fill_n(memory.begin() + from, part / 16 * 16, static_cast<std::uint8_t>(random() % 2 != 0 ? 0xcc : 0));
    s.expect(o, "memory");
    return true;
}

// B is written where A ends.
bool seed_overlap(SeededKernel& s, Random& random) {
    if (s.kernel.plan.stages != 1 || s.kernel.end.a - s.kernel.begin.a <= 1024) return false;
    const std::uint32_t by = (s.kernel.begin.b - s.kernel.end.a + 1024 * (1 + random() % 2)) / 1024 * 1024;
    if (s.kernel.begin.b - by <= s.kernel.begin.a) return false;
    for (SmemLayout& layout : s.kernel.right.b) layout.start -= by;
    s.kernel.change(Operand::b, [](SmemLayout&) {});
    for (unsigned step = 0; step < s.kernel.all_steps(); ++step)
        s.kernel.write(Operand::b, 0, step, s.kernel.layout(Operand::b, 0, step));
    s.expect(Operand::a, "overlap");
    return true;
}

TensorMap map_of(const SeededKernel& s, Operand o, SwizzleMode mode, std::uint32_t box_bytes) {
    const MadeKernel& k = s.kernel;
    const ElementType& type = *find_type(k.plan.type);
    const ExpectedArray& array = pick(o, k.expected.a, k.expected.b);
    const std::uint32_t width = type.bits / 8;
    TensorMap out{.type = find_tma_type(type.bits == 16   ? "FLOAT16"
                                        : type.bits == 32 ? "FLOAT32"
                                                          : "UINT8"),
                  .swizzle = &tma_swizzle_of(mode),
                  .address = 0x7f0000000000};
    out.dims = {array.row_bytes / width, array.bytes.size() / array.row_bytes};
    out.strides = {array.row_bytes};
    out.box = {box_bytes / width, static_cast<std::uint32_t>(pick(o, 64 * k.plan.warpgroups, unsigned{k.plan.n}))};
    return out;
}

// The copy of one operand has no swizzle; both words have 128B.
bool seed_map(SeededKernel& s, Random& random) {
    Plan plan = s.kernel.plan;
    plan.mode = {SwizzleMode::b128, SwizzleMode::b128}, plan.major = {Major::k, Major::k}, plan.b_is_k_by_n = false;
    s.kernel = MadeKernel(plan);
    const Operand o = random_operand(random), other = other_operand(o);
    for (unsigned w = 0; w < pick(o, unsigned{plan.warpgroups}, 1u); ++w)
        for (unsigned step = 0; step < s.kernel.all_steps(); ++step)
            s.kernel.write(o, w, step, s.kernel.layout(o, w, step), false);
    s.maps = {{0x240, map_of(s, other, SwizzleMode::b128, 128)}, {0x2c0, map_of(s, o, SwizzleMode::none, 128)}};
    s.expect(o, "tensor_map");
    return true;
}

bool seed_outside(SeededKernel& s, Random& random) {
    const Operand o = random_operand(random);
    const std::uint32_t is = first_layout(s, o).sbo;
    s.kernel.change(o, [&](SmemLayout& l) { l.sbo = is * 16; });
    s.expect(o, "sbo");
    s.at_exception = true;
    return is != 0;
}

bool seed_two(SeededKernel& s, Random& random) {
    for (const Operand o : kBothOperands) {
        const std::uint32_t by = row_of(first_layout(s, o).mode).width_bytes;
        if (random() % 2 != 0) {
            s.kernel.change(o, [&](SmemLayout& l) { l.start += std::max(by, 16u); });
            s.expect(o, "start");
        } else {
            s.kernel.change(o, [&](SmemLayout& l) { l.sbo /= 2; });
            s.expect(o, "sbo");
        }
    }
    return true;
}

// ---- how often each one is named

struct Kind {
    std::string_view name;
    SeedFault seed;
    unsigned least;  // of 100 that are named; of 100 kernels each, all were, and 97 of "bytes not yet written"
};
std::vector<Kind> kinds() {
    const auto stride = [](std::uint32_t SmemLayout::*member, std::string_view field) {
        return [=](SeededKernel& s, Random& random) { return seed_stride(s, random, member, field); };
    };
    return {{"sbo", stride(&SmemLayout::sbo, "sbo"), 95},
            {"lbo", stride(&SmemLayout::lbo, "lbo"), 95},
            {"swizzle mode", seed_mode, 95},
            {"start", seed_start, 95},
            {"base_offset", seed_base_offset, 95},
            {"transposed operand", seed_transpose, 95},
            {"type in the text", seed_type, 95},
            {"K step", seed_k_step, 95},
            {"stale stage", seed_stale_stage, 95},
            {"bytes not yet written", seed_unwritten, 80},
            {"overlapping buffers", seed_overlap, 95},
            {"wrong tensor map", seed_map, 95},
            {"outside of shared memory", seed_outside, 95},
            {"two faults", seed_two, 95}};
}

void add_maps(Recording& recording, const SeededKernel& s) {
    if (!s.maps.empty()) recording.constants.resize(1024);
    for (const auto& [offset, map] : s.maps) {
        const TensorMapWords words = words_of(map);
        for (std::size_t i = 0; i < kTensorMapBytes; ++i)
            recording.constants[offset + i] = static_cast<std::uint8_t>(words[i / 8] >> 8 * (i % 8));
    }
}

bool has_no_effect(const MadeKernel& kernel, const std::vector<Chain>& chains) {
    const MadeKernel right(kernel.plan);
    const std::vector<Chain> others = right.chains(right.recording());
    for (std::size_t c = 0; c < chains.size(); ++c)
        for (std::size_t s = 0; s < chains[c].steps.size(); ++s)
            if (chains[c].steps[s].read.a.words != others[c].steps[s].read.a.words ||
                chains[c].steps[s].read.b.words != others[c].steps[s].read.b.words)
                return false;
    return kernel.text == right.text;
}

enum class Said : std::uint8_t { named, unknown, right, other };

Said said_of(const std::vector<Diagnosis>& all, const std::vector<std::string>& expected) {
    bool any = false, unknown = false;
    for (const Diagnosis& d : all) {
        unknown |= d.verdict == Verdict::unknown || (d.verdict == Verdict::fault && d.faults.empty());
        for (const Fault& f : d.faults) {
            any = true;
            if (std::ranges::find(expected, say(name_of(f.part), ".", name_of(f.field))) == expected.end())
                return Said::other;
        }
    }
    return any ? Said::named : unknown ? Said::unknown : Said::right;
}

std::string text_of(const SeededKernel& s, const std::vector<Diagnosis>& all) {
    const Plan& p = s.kernel.plan;
    return say(p.type, " n ", p.n, " warpgroups ", p.warpgroups, " steps ", p.steps, " x ", p.stages, " modes ",
               row_of(p.mode.a).name, " ", row_of(p.mode.b).name, " majors ", name_of(p.major.a), " ",
               name_of(p.major.b), " rows ", p.row_a, " ", p.row_b, " more ", p.more, " k_by_n ", p.b_is_k_by_n,
               " numbers ", static_cast<int>(p.numbers), "\nexpected ", list_of(s.expected, std::identity(), " "), "\n",
               list_of(all, &Diagnosis::line, "\n"));
}

// More if TILESCOPE_EXHAUSTIVE is set.
unsigned kernels_of_a_kind() { return std::getenv("TILESCOPE_EXHAUSTIVE") ? 100 : 5; }

TEST(SeededFault, RightKernelsAreNeverAccused) {
    Random random(20);
    const unsigned count = 6 * kernels_of_a_kind();
    unsigned right = 0;
    for (unsigned i = 0; i < count; ++i) {
        const SeededKernel made = random_kernel(random);
        const auto found = made.kernel.diagnosed();
        const Said said = said_of(found, {});
        EXPECT_NE(said, Said::other) << text_of(made, found);
        right += said == Said::right;
    }
    EXPECT_EQ(right, count);
}

TEST(SeededFault, EachFaultIsNamedOrNotKnown) {
    for (const Kind& kind : kinds()) {
        Random random(7);
        unsigned made = 0, named = 0;
        for (unsigned tries = 0; made < kernels_of_a_kind() && tries < 100 * kernels_of_a_kind(); ++tries) {
            SeededKernel s = random_kernel(random);
            if (!kind.seed(s, random) || s.kernel.memory.empty()) continue;
            Recording recording = s.kernel.recording();
            add_maps(recording, s);
            std::vector<Chain> chains = s.kernel.chains(recording);
            const bool leaves = std::ranges::any_of(chains, [](const Chain& c) { return !c.why.empty(); });
            if (leaves != s.at_exception) continue;
            for (Chain& chain : chains) chain.at_exception = s.at_exception;
            const auto found = diagnose(recording, chains, s.kernel.expected);
            const Said said = said_of(found, s.expected);
            if (said == Said::right && has_no_effect(s.kernel, chains)) continue;
            ++made;
            EXPECT_NE(said, Said::other) << kind.name << ": " << text_of(s, found);
            EXPECT_NE(said, Said::right) << kind.name << ": " << text_of(s, found);
            named += said == Said::named;
            const auto without = diagnose(recording, chains);
            EXPECT_NE(said_of(without, s.expected), Said::other) << kind.name << ": " << text_of(s, without);
        }
        EXPECT_GE(made, kernels_of_a_kind()) << kind.name;
        EXPECT_GE(named * 100, made * kind.least) << kind.name << ": " << named << " of " << made;
        if (std::getenv("TILESCOPE_EXHAUSTIVE")) std::printf("%s: %u of %u\n", kind.name.data(), named, made);
    }
}

}  // namespace
}  // namespace tilescope::autopsy::test
