// tests/support/matrix_cases.cpp -- random matrices of any form, with the words that most often reveal errors.
// SPDX-License-Identifier: MIT
#include "tests/support/matrix_cases.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::test {
namespace {

std::uint32_t below(Random& random, std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); }

// The range of the exponent fields of a word.
struct Fields {
    std::uint32_t least, most;
};
Fields fields_of(const FloatFormat& f, Flavour flavour) {
    const std::uint32_t end = (1u << f.exponent_bits) - 1, bias = static_cast<std::uint32_t>(f.bias);
    const std::uint32_t half = f.exponent_bits == 8 ? bias / 2 : 0;
    switch (flavour) {
    case Flavour::tiny: return {half, half + 3};
    case Flavour::great: return {end > 4 ? end - 4 : 0, end - (f.specials == Specials::ieee ? 1 : 0)};
    case Flavour::cancelling: return {bias, std::min(bias + 1, end)};
    case Flavour::full: return {half + (half == 0), half + (half == 0)};
    default: return {bias > 3 ? bias - 3 : 0, std::min(bias + 3, end)};
    }
}

std::uint32_t word_of(const FloatFormat& f, Fields fields, Random& random) {
    const std::uint32_t fraction = static_cast<std::uint32_t>(random()) & ((1u << f.fraction_bits) - 1);
    const std::uint32_t exponent = fields.least + below(random, fields.most - fields.least + 1);
    const std::uint32_t sign = f.is_signed ? below(random, 2) : 0;
    const std::uint32_t word = ((sign << f.exponent_bits | exponent) << f.fraction_bits | fraction) << f.ignored_low;
    return word | below(random, 1u << f.ignored_low);
}

std::uint32_t special_of(const FloatFormat& f, Random& random) {
    const std::uint32_t all = (1u << (f.exponent_bits + f.fraction_bits)) - 1;
    const std::uint32_t ends[] = {0, 0, 1, all, all - 1, all - ((1u << f.fraction_bits) - 1)};
    const std::uint32_t sign = f.is_signed ? below(random, 2) << (f.exponent_bits + f.fraction_bits) : 0;
    return (ends[below(random, 6)] | sign) << f.ignored_low;
}

// The words of A are far below 1, the words of B far above 1.
std::uint32_t lopsided_of(const FloatFormat& f, bool is_b, Random& random) {
    if (below(random, 4) == 0) return 0;
    if (f.exponent_bits < 8) return word_of(f, fields_of(f, Flavour::small), random);
    const std::uint32_t bias = static_cast<std::uint32_t>(f.bias);
    return is_b ? word_of(f, {bias + 60, bias + 98}, random) : word_of(f, {bias - 98, bias - 88}, random);
}

std::uint32_t element_of(const FloatFormat& f, Flavour flavour, Random& random) {
    const std::uint32_t zero = f.is_signed ? below(random, 2) << (f.bits - 1) : 0;
    if (flavour == Flavour::bits) return static_cast<std::uint32_t>(random());
    if (flavour == Flavour::zeros && below(random, 8) != 0) return zero;
    if (flavour == Flavour::special && below(random, 24) == 0) return special_of(f, random);
    if (flavour == Flavour::tiny && below(random, 3) == 0) return word_of(f, {0, 1}, random);
    if (flavour == Flavour::full) {
        const std::uint32_t full = ((1u << f.fraction_bits) - 1) << f.ignored_low;
        return (word_of(f, fields_of(f, flavour), random) | full) & ~(f.is_signed ? 1u << (f.bits - 1) : 0);
    }
    if (below(random, 16) == 0) return zero;
    return word_of(f, fields_of(f, flavour), random);
}

// Chooses scale factors that keep the products of tiny elements tiny, and of great elements great.
std::uint8_t scale_of(const FloatFormat& f, Flavour flavour, Random& random) {
    if (flavour == Flavour::bits || (flavour == Flavour::special && below(random, 16) == 0))
        return static_cast<std::uint8_t>(random());
    if (flavour == Flavour::zeros && below(random, 4) == 0) return 0;
    const Fields fields = fields_of(f, flavour);
    const std::uint32_t most = std::min(fields.most, (1u << f.exponent_bits) - 2);
    return static_cast<std::uint8_t>(word_of(f, {std::min(fields.least, most), most}, random));
}

std::uint32_t c_of(const DotRule& rule, Flavour flavour, Random& random) {
    if (rule.d == nullptr)
        return flavour == Flavour::great ? 0x7fffff00u + below(random, 512) : static_cast<std::uint32_t>(random());
    if (flavour == Flavour::near_c && rule.d->bits == 32) return word_of(*rule.d, {127 - 45, 127 + 45}, random);
    if (flavour == Flavour::near_c) return word_of(*rule.d, {0, 30}, random);
    if (flavour == Flavour::tiny && below(random, 2) == 0) return word_of(*rule.d, {0, 2}, random);
    if (flavour == Flavour::small && below(random, 8) == 0) return 0;
    if (flavour == Flavour::full && rule.d->bits == 16) return below(random, 0x400);
    const std::uint32_t most = (1u << rule.d->exponent_bits) - 2;
    if ((flavour == Flavour::zeros || flavour == Flavour::lopsided) && below(random, 2) == 0)
        return word_of(*rule.d, {0, most}, random);
    return element_of(*rule.d, flavour, random);
}

std::uint32_t operand_of(const FloatFormat* f, bool is_b, Flavour flavour, Random& random) {
    if (f != nullptr && flavour == Flavour::lopsided) return lopsided_of(*f, is_b, random);
    if (f != nullptr) return element_of(*f, flavour, random);
    if (flavour == Flavour::great) return static_cast<std::uint32_t>(random() % 3 == 0 ? 0x80u : 0xffu);
    return static_cast<std::uint32_t>(random());
}

unsigned k_of(const DotForm& form, Random& random) {
    const unsigned bits = form.a_type == "b1" ? 0 : find_float(form.a_type) ? find_float(form.a_type)->bits : 8;
    if (bits == 0) return 256;
    const bool fp4 = form.kind == "mxf4" || form.kind == "mxf4nvf4";
    const unsigned usual = fp4 ? 64 : bits == 32 ? 8 : bits == 16 ? 16 : 32;
    const unsigned k = below(random, 3) != 0 ? usual : below(random, 2) != 0 ? 96 : 8 * (1 + below(random, 12));
    return form.sparse ? 2 * k : k;
}

// wgmma takes any code: every second row has some that are not legal.
void add_codes(MatrixCase& out, Random& random) {
    const std::span<const SparseCode> codes = out.rule.grain->codes;
    const unsigned groups = out.k / out.rule.grain->group;
    for (unsigned g = 0; g < out.m * groups; ++g) {
        const bool any = out.rule.profile->unit == Unit::wgmma && g / groups % 2 != 0 && below(random, 4) == 0;
        const unsigned code = any ? below(random, 16) : codes[below(random, static_cast<unsigned>(codes.size()))].code;
        out.codes.push_back(static_cast<std::uint8_t>(code));
    }
}

// The words of B that the stored elements of a row meet: what was measured for any code (kAnyCode).
std::vector<std::uint32_t> met_by(const SparseGrain& grain, std::span<const std::uint8_t> codes,
                                  std::span<const std::uint32_t> b) {
    std::vector<std::uint32_t> out;
    for (std::size_t g = 0; g < codes.size(); ++g) {
        const unsigned first = codes[g] & 3u, second = codes[g] >> 2;
        const std::span group = b.subspan(g * grain.group, grain.group);
        if (grain.group == 4) {
            out.push_back(group[first]);
            out.push_back(group[second]);
        } else {
            const std::uint32_t halves[] = {group[0] & 0xffff, group[0] >> 16, group[1] & 0xffff, group[1] >> 16};
            out.push_back(halves[first] | halves[second] << 16);
        }
    }
    return out;
}

void add_pairs(std::vector<DotForm>& out, DotForm form, std::vector<std::string> types) {
    for (const std::string& a : types)
        for (const std::string& b : types)
            for (const char* d : {"f32", "f16"}) {
                form.a_type = a, form.b_type = b, form.d_type = d;
                out.push_back(form);
            }
}

}  // namespace

std::string_view name_of(Flavour flavour) {
    constexpr std::string_view names[] = {"bits",  "small",  "special", "tiny", "cancelling",
                                          "great", "near_c", "zeros",   "full", "lopsided"};
    return names[static_cast<unsigned>(flavour)];
}

MatrixInput MatrixCase::input() const {
    return {.m = m,
            .n = n,
            .k = k,
            .a = a,
            .b = b,
            .c = c,
            .scale_a = scale_a,
            .scale_b = scale_b,
            .codes = codes,
            .negate_a = negate_a,
            .negate_b = negate_b,
            .c_shift = c_shift};
}

MatrixCase random_case(const DotForm& form, Flavour flavour, Random& random) {
    const unsigned m = 3 + below(random, 4), n = 1 + below(random, 40);
    return random_case({form, m, n, k_of(form, random)}, flavour, random);
}

MatrixCase random_case(const CaseSize& size, Flavour flavour, Random& random) {
    const DotForm& form = size.form;
    MatrixCase out{.rule = *rule_of(form), .m = size.m, .n = size.n, .k = size.k};
    const unsigned entries = out.rule.bits ? out.k / 32 : out.k, stored = form.sparse ? out.k / 2 : entries;
    for (unsigned i = 0; i < out.m * stored; ++i) out.a.push_back(operand_of(out.rule.a, false, flavour, random));
    for (unsigned i = 0; i < out.n * entries; ++i) out.b.push_back(operand_of(out.rule.b, true, flavour, random));
    if (below(random, 5) != 0)
        for (unsigned i = 0; i < out.m * out.n; ++i) out.c.push_back(c_of(out.rule, flavour, random));
    if (form.sparse) add_codes(out, random);
    if (out.rule.scale != nullptr) {
        const unsigned blocks = (stored + form.scale_block - 1) / form.scale_block;
        for (unsigned i = 0; i < out.m * blocks; ++i) out.scale_a.push_back(scale_of(*out.rule.scale, flavour, random));
        for (unsigned i = 0; i < out.n * blocks; ++i) out.scale_b.push_back(scale_of(*out.rule.scale, flavour, random));
    }
    if (out.rule.a != nullptr) out.negate_a = below(random, 4) == 0, out.negate_b = below(random, 4) == 0;
    const bool shifts = form.unit == Unit::tcgen05 && (form.kind == "f16" || form.kind == "tf32");
    if (shifts && below(random, 2) == 0) out.c_shift = below(random, 16);
    return out;
}

std::vector<DotForm> all_forms() {
    std::vector<DotForm> dense;
    add_pairs(dense, {}, {"f16", "bf16"});
    add_pairs(dense, {.kind = "tf32"}, {"tf32"});
    add_pairs(dense, {.kind = "f8f6f4"}, {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"});
    add_pairs(dense, {.kind = "mxf8f6f4", .scale_type = "ue8m0", .scale_block = 32},
              {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"});
    for (const unsigned block : {16u, 32u})
        for (const char* scale : {"ue8m0", "ue4m3"})
            for (const char* kind : {"mxf4", "mxf4nvf4"})
                add_pairs(dense, {.kind = kind, .scale_type = scale, .scale_block = block}, {"e2m1"});
    add_pairs(dense, {.unit = Unit::wgmma, .kind = ""}, {"f16", "bf16", "tf32", "e4m3", "e5m2"});
    for (const Unit unit : {Unit::tcgen05, Unit::wgmma})
        for (const bool saturate : {false, true})
            for (const char* a : {"u8", "s8"})
                for (const char* b : {"u8", "s8"}) {
                    DotForm form{.unit = unit, .kind = unit == Unit::tcgen05 ? "i8" : "", .a_type = a, .b_type = b};
                    form.d_type = "s32", form.saturate = saturate;
                    dense.push_back(form);
                }
    dense.push_back({.unit = Unit::wgmma, .kind = "", .a_type = "b1", .b_type = "b1", .d_type = "s32"});
    std::vector<DotForm> out;
    for (DotForm form : dense)
        for (const bool sparse : {false, true}) {
            form.sparse = sparse;
            if (rule_of(form)) out.push_back(form);
        }
    return out;
}

std::string text_of(const DotForm& form) {
    return say(form.unit == Unit::wgmma ? "wgmma " : "tcgen05 ", form.kind, " ", form.a_type, " x ", form.b_type,
               " -> ", form.d_type, form.scale_type.empty() ? "" : " ", form.scale_type, form.scale_block ? " " : "",
               form.scale_block ? say(form.scale_block) : "", form.saturate ? " saturate" : "",
               form.sparse ? " sparse" : "");
}

Element::Element(const MatrixCase& given, unsigned i, unsigned j) : rule_(given.rule) {
    const DotRule& rule = given.rule;
    const std::size_t entries = rule.bits ? given.k / 32 : given.k, stored = rule.grain ? given.k / 2 : entries;
    const std::size_t groups = rule.grain ? given.k / rule.grain->group : 0;
    const std::size_t blocks = given.scale_a.size() / given.m;
    const std::span row = std::span(given.a).subspan(i * stored, stored);
    a_.assign(row.begin(), row.end());
    input_.codes = std::span(given.codes).subspan(i * groups, groups);
    input_.b = std::span(given.b).subspan(j * entries, entries);
    const auto legal = [&](unsigned code) { return static_cast<bool>(kept_by(*rule.grain, code)); };
    if (rule.grain != nullptr && !std::ranges::all_of(input_.codes, legal)) {
        b_ = met_by(*rule.grain, input_.codes, input_.b);
        input_.b = b_;
        input_.codes = {};
        rule_.grain = nullptr;
    } else if (rule.grain != nullptr) {
        // The elements that are not selected are NaN. So code that reads one of them gives a wrong result.
        a_.assign(entries, 0xffffffff);
        std::size_t next = 0;
        for (std::size_t g = 0; g < groups; ++g) {
            const KeptPositions kept = *kept_by(*rule.grain, input_.codes[g]);
            for (const unsigned at : kept) a_[g * rule.grain->group + at] = row[next++];
        }
    }
    input_.a = a_;
    input_.has_c = !given.c.empty();
    if (input_.has_c) input_.c = given.c[std::size_t{i} * given.n + j];
    input_.scale_a = std::span(given.scale_a).subspan(i * blocks, blocks);
    input_.scale_b = std::span(given.scale_b).subspan(j * blocks, blocks);
    input_.negate_a = given.negate_a, input_.negate_b = given.negate_b;
    input_.c_shift = given.c_shift;
}

std::string difference_to_dot(const MatrixCase& given) {
    const MatrixInput in = given.input();
    if (const auto can = can_multiply(given.rule, in); !can) return can.why;
    std::vector<std::uint32_t> best(std::size_t{in.m} * in.n, 0xdeadbeef), portable = best;
    MatrixProduct(given.rule, in).rows(0, in.m, best);
    MatrixProduct(given.rule, in, Vectors::portable).rows(0, in.m, portable);
    for (unsigned at = 0; at < best.size(); ++at) {
        const Element element(given, at / in.n, at % in.n);
        const std::uint32_t expected = dot(element.rule(), element.input());
        if (best[at] == expected && portable[at] == expected) continue;
        return say("row ", at / in.n, ", column ", at % in.n, ": ", hex(best[at], 8), ", without AVX2 ",
                   hex(portable[at], 8), "; expected ", hex(expected, 8));
    }
    return {};
}

}  // namespace tilescope::test
