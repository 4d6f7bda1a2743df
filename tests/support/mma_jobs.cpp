// tests/support/mma_jobs.cpp -- emulator jobs whose words match the memory.
// SPDX-License-Identifier: MIT
#include "mma_jobs.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/tile.h>
#include <tilescope/word/codec.h>

#include <random>

namespace tilescope::test {
namespace {

constexpr std::uint32_t kStart[2] = {0x400, 0x1c400};

// Returns a small integer that the type can hold, so that all sums are exact.
double small_value(std::mt19937& random, const std::string& type) {
    static constexpr int kSigned[] = {-3, -2, -1, 0, 1, 2, 3};
    if (type == "b1") return static_cast<double>(random() % 2);
    const int v = kSigned[random() % 7];
    return type == "u8" ? v + 3 : v;
}

std::uint32_t word_of(const std::string& type, double value) {
    if (type == "u8" || type == "s8" || type == "b1") return static_cast<std::uint32_t>(static_cast<int>(value)) & 0xff;
    if (type == "s32") return static_cast<std::uint32_t>(static_cast<int>(value));
    return word_nearest(*find_float(type), value);
}

struct Operand {
    OperandTile tile;
    std::vector<TileSlice> slices;
};

struct Maker {
    const MmaSpec& spec;
    MadeJob made = {};
    const Format* idesc_format = nullptr;
    std::uint64_t idesc = 0;
    unsigned k = 0;
    std::mt19937 random{spec.seed};

    bool hopper() const { return spec.arch == kHopper; }
    bool refuse(std::string why) {
        made.why = std::move(why);
        return false;
    }

    bool set(std::string_view id, std::string_view text) {
        if (find_field(*idesc_format, id) == nullptr) return true;
        const auto word = with_field(*idesc_format, idesc, id, text);
        if (word) idesc = *word;
        return word ? true : refuse(word.why);
    }

    bool make_idesc() {
        idesc_format = ::tilescope::idesc_format(spec.kind, Edition::v9_1);
        idesc = blank_word(*idesc_format);
        const auto flag = [](bool on) { return on ? "1" : "0"; };
        const bool bits = spec.variant.b1;  // no field contains the type
        const bool ok = (bits || (set("a_type", spec.a_type) && set("b_type", spec.b_type))) &&
                        set("d_type", spec.d_type) && set("m", say(spec.m)) && set("n", say(spec.n)) &&
                        set("sparse", flag(spec.variant.sparse)) &&
                        set("transpose_a", flag(spec.a_major == Major::mn)) &&
                        set("transpose_b", flag(spec.b_major == Major::mn)) && set("scale_type", spec.scale_type) &&
                        set("sfa_id", say("raw:", spec.sfa_id)) && set("sfb_id", say("raw:", spec.sfb_id)) &&
                        set("k_size", say("raw:", spec.k96 ? 1 : 0));
        k = bits ? kBitsK : mma_k(*idesc_format, idesc);
        return ok;
    }

    // Makes a tile of whole atoms, and the descriptor of each K step.
    bool make_tile(bool is_a, std::vector<std::uint64_t>& words) {
        const ElementType* type = smem_type_of(is_a ? spec.a_type : spec.b_type, spec.kind);
        const unsigned rows = (is_a ? spec.m : spec.n) / spec.variant.cta_group;
        const unsigned columns = stored_k(k, is_a, spec.variant.sparse);
        TileSpec tile{.mode = is_a ? spec.a_mode : spec.b_mode, .major = is_a ? spec.a_major : spec.b_major};
        tile.type = type;
        const AtomSize atom = atom_of(tile.mode, tile.major, *type);
        const auto whole = [](int size, int part) { return (size + part - 1) / part * part; };
        tile.rows = whole(static_cast<int>(rows), atom.rows);
        tile.columns = whole(static_cast<int>(columns * spec.steps), atom.columns);
        tile.start = kStart[!is_a];
        tile.mma_columns = static_cast<int>(columns);
        const auto built = build_tile(tile);
        if (!built) return refuse(built.why);
        WrittenPlaces& places = is_a ? made.job.places.a : made.job.places.b;
        places = {static_cast<int>(rows), static_cast<int>(columns * spec.steps), type->bits, {}};
        for (int r = 0; r < places.rows; ++r)
            for (int c = 0; c < places.columns; ++c) {
                const BitPlace p = place_in_memory(built->layout, {r, c});
                places.first_bit.push_back(std::uint64_t{p.byte} * 8 + p.bit);
            }
        const Format& format = **find_format(hopper() ? "wgmma" : "smem", {}, Edition::v9_1);
        for (unsigned s = 0; s < spec.steps; ++s) {
            const auto word = descriptor_of(format, k_step_slice(built->layout, s, columns));
            if (!word) return refuse(word.why);
            words.push_back(*word);
        }
        return true;
    }

    void fill_values() {
        MmaValues& v = made.values;
        v = {spec.m, spec.n, k * spec.steps, {}, {}, {}, {}, {}};
        for (std::size_t i = 0; i < std::size_t{v.m} * v.k; ++i) v.a.push_back(small_value(random, spec.a_type));
        for (std::size_t i = 0; i < std::size_t{v.n} * v.k; ++i) v.b.push_back(small_value(random, spec.b_type));
        for (std::size_t i = 0; i < std::size_t{v.m} * v.n; ++i)
            v.c.push_back(spec.enable_d ? small_value(random, spec.d_type) : 0);
    }

    // Keeps half of A, with random legal codes. Appends the kept elements to `stored` in their order in memory.
    void make_sparse(std::vector<std::uint32_t>& stored) {
        const SparseGrain& grain = *meta_of_kind(spec.kind)->grain;
        MmaValues& v = made.values;
        for (unsigned row = 0; row < v.m; ++row)
            for (unsigned group = 0; group < v.k / grain.group; ++group) {
                const SparseCode& code = grain.codes[random() % grain.codes.size()];
                made.job.expected.codes.push_back(static_cast<std::uint8_t>(code.code));
                std::vector<double> kept(grain.group, 0);
                double* at = &v.a[std::size_t{row} * v.k + group * grain.group];
                for (unsigned u = 0; u < grain.kept_units; ++u)
                    for (unsigned e = 0; e < grain.unit; ++e) {
                        const unsigned position = code.kept[u] * grain.unit + e;
                        kept[position] = at[position];
                        stored.push_back(word_of(spec.a_type, at[position]));
                    }
                for (unsigned e = 0; e < grain.group; ++e) at[e] = kept[e];
            }
    }

    void make_words() {
        ReferenceOperands& expected = made.job.expected;
        const MmaValues& v = made.values;
        expected.m = v.m;
        expected.n = v.n;
        expected.k = v.k;
        if (spec.variant.sparse)
            make_sparse(expected.a);
        else
            for (const double x : v.a) expected.a.push_back(word_of(spec.a_type, x));
        for (const double x : v.b) expected.b.push_back(word_of(spec.b_type, x));
        for (const double x : v.c) expected.c.push_back(word_of(spec.d_type, x));
    }

    // Makes a scale factor for each block of K, and stores its value for each element of the block.
    void make_factors(const ScaleVectorRow& vector) {
        static constexpr double kScales[] = {0.5, 1, 2, 4};
        MmaValues& v = made.values;
        const unsigned factors = vector.factors * spec.steps, block = v.k / factors;
        for (const bool is_a : {true, false}) {
            std::vector<std::uint32_t>& words = is_a ? made.job.expected.sfa : made.job.expected.sfb;
            std::vector<double>& values = is_a ? v.sfa : v.sfb;
            for (unsigned row = 0; row < (is_a ? v.m : v.n); ++row)
                for (unsigned f = 0; f < factors; ++f) {
                    const double scale = kScales[random() % 4];
                    words.push_back(word_nearest(*find_float(spec.scale_type), scale));
                    values.insert(values.end(), block, scale);
                }
        }
    }

    void make_steps(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
        const MetaRow* meta = meta_of_kind(spec.kind);
        for (unsigned s = 0; s < spec.steps; ++s) {
            MmaInstruction i{.arch = spec.arch, .variant = spec.variant};
            i.variant.kind = spec.kind;
            i.idesc = static_cast<std::uint32_t>(idesc);
            i.a_desc = a.empty() ? 0 : a[s];
            i.b_desc = b[s];
            i.tmem = {0, 0x100 + s * 8, 0x180, 0x190, 0x1a0 + s * (meta != nullptr ? meta->columns * 2 : 0)};
            i.enable_d = s != 0 || spec.enable_d;
            made.job.steps.push_back(i);
        }
    }
};

}  // namespace

double MmaValues::product(unsigned row, unsigned column) const {
    double sum = c[std::size_t{row} * n + column];
    for (unsigned e = 0; e < k; ++e) {
        const std::size_t in_a = std::size_t{row} * k + e, in_b = std::size_t{column} * k + e;
        sum += a[in_a] * b[in_b] * (sfa.empty() ? 1 : sfa[in_a] * sfb[in_b]);
    }
    return sum;
}

MadeJob make_job(const MmaSpec& spec) {
    Maker maker{.spec = spec};
    if (!maker.make_idesc()) return std::move(maker.made);
    std::vector<std::uint64_t> a, b;
    const bool registers = spec.variant.a_in_tmem;
    if (!registers && !maker.make_tile(true, a)) return std::move(maker.made);
    if (!maker.make_tile(false, b)) return std::move(maker.made);
    maker.fill_values();
    maker.make_words();
    maker.make_steps(a, b);
    MadeJob& made = maker.made;
    made.job.written_type = {smem_type_of(spec.a_type, spec.kind), smem_type_of(spec.b_type, spec.kind)};
    made.job.written_tmem = made.job.steps.front().tmem;
    made.job.written_id = {spec.sfa_id, spec.sfb_id};
    const auto shape = shape_of(made.job.steps.front());
    if (!shape) made.why = shape.why;
    if (shape && shape->scales) maker.make_factors(*shape->scales);
    return std::move(made);
}

}  // namespace tilescope::test
