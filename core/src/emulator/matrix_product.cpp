// core/src/emulator/matrix_product.cpp -- whole matrices: fast kernels for most words, dot() for special cases.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/emulator/matrix_product.h>

#include "matrix_lanes.h"
#include "matrix_rows.h"

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

bool has_avx2() {
#if TILESCOPE_HAS_AVX2
    return __builtin_cpu_supports("avx2") != 0;
#else
    return false;
#endif
}

Answer<void> sizes_fit(const DotRule& rule, const MatrixInput& in) {
    struct Part {
        std::string_view name;
        std::size_t have, lanes, each;
    };
    const std::size_t blocks = blocks_of(rule, in), groups = rule.grain != nullptr ? in.k / rule.grain->group : 0;
    const Part parts[] = {
        {"a", in.a.size(), in.m, entries_of_a(rule, in)},  {"b", in.b.size(), in.n, entries_of_b(rule, in)},
        {"c", in.c.size(), in.c.empty() ? 0 : in.m, in.n}, {"scale_a", in.scale_a.size(), in.m, blocks},
        {"scale_b", in.scale_b.size(), in.n, blocks},      {"codes", in.codes.size(), in.m, groups}};
    for (const auto& [name, have, lanes, each] : parts)
        if (have != lanes * each)
            return Refusal("the list ", name, " has ", have, " entries; expected ", lanes * each, " (", lanes,
                           " rows of ", each, ")");
    return {};
}

Answer<void> codes_fit(const DotRule& rule, const MatrixInput& in) {
    if (rule.grain == nullptr) return {};
    const std::size_t groups = in.k / rule.grain->group;
    std::array<std::string, 16> why;
    for (unsigned code = 0; code < why.size(); ++code) why[code] = kept_by(*rule.grain, code).why;
    for (std::size_t at = 0; at < in.codes.size(); ++at) {
        const unsigned code = in.codes[at];
        const std::string sentence = has_effect(rule, code) ? std::string()
                                     : code < why.size()    ? why[code]
                                                            : say("a code has 4 bits; this code is ", code);
        if (!sentence.empty()) return Refusal("row ", at / groups, ", sparse group ", at % groups, ": ", sentence);
    }
    return {};
}

std::uint32_t nan_word(const DotRule& rule) { return rule.d != nullptr && rule.d->bits == 16 ? kF16Nan : kF32Nan; }

std::unique_ptr<const MatrixRows> rows_for(const MatrixJob& job) {
    const SumRule sum = job.rule.profile->adds.rule;
    if (sum == SumRule::integer || sum == SumRule::popcount) return integer_rows(job);
    if (job.meetings.kept > kMostKept) return nullptr;
    return sum == SumRule::groups ? group_rows(job) : window_rows(job);
}

}  // namespace

Answer<void> can_multiply(const DotRule& rule, const MatrixInput& in) {
    if (in.m == 0 || in.n == 0) return Refusal("m is ", in.m, " and n is ", in.n, "; both must be at least 1");
    if (rule.bits && in.k % 32 != 0) return Refusal("k is ", in.k, " bits; it must be a multiple of 32 bits");
    if (const auto fit = sizes_fit(rule, in); !fit) return fit;
    if (const auto fit = codes_fit(rule, in); !fit) return fit;
    MatrixInput without_c = in;
    without_c.c = {};
    const OwnedInput input(rule, without_c);
    if (rule.grain != nullptr && !input.has_legal_codes(0))
        return can_multiply(dense(rule), input.stored_element({input.words_met(0, 0), 0, 0}));
    return can_multiply(rule, input.element({input.row_of_a(0), 0, 0}));
}

struct MatrixProduct::Prepared {
    Prepared(const DotRule& r, const MatrixInput& in, Vectors vectors)
        : input(r, in), meetings(meetings_of(r, in)), rows(rows_for({input.rule, in, meetings, use_avx2(vectors)})) {}

    static bool use_avx2(Vectors vectors) { return vectors == Vectors::best && has_avx2(); }

    OwnedInput input;
    Meetings meetings;
    std::unique_ptr<const MatrixRows> rows;  // null: dot() for every word
};

namespace {

// Writes one row of D at a time. Uses separate buffers if the rows of C and D are not padded.
class RowWriter {
public:
    RowWriter(const OwnedInput& input, const MatrixRows* rows)
        : input_(input), rows_(rows), whole_(padded(input.n) == input.n), nan_(nan_word(input.rule)) {
        redo_.resize(padded(input.n));
        if (!whole_) c_.resize(padded(input.n)), d_.resize(padded(input.n));
        if (rows == nullptr) return;
        for (unsigned j = 0; j < input.n; ++j)
            if (rows->b_marks[j] != 0) marked_.push_back(j);
    }

    void write(unsigned i, std::span<std::uint32_t> d) {
        if (input_.rule.grain != nullptr && !input_.has_legal_codes(i)) return write_stored(i, d);
        if (rows_ == nullptr) return redo_all(i, d);
        const std::uint8_t marks = rows_->a_marks[i];
        if ((marks & (kHasNan | kIsNan)) != 0) return fill(d);
        if ((marks & kHasInfinity) != 0) return redo_all(i, d);
        const std::uint32_t* c = input_.c.empty() ? nullptr : &input_.c[std::size_t{i} * input_.n];
        if (c != nullptr && !whole_) c = std::copy_n(c, input_.n, c_.data()) - input_.n;
        const bool some = rows_->row(i, {c, whole_ ? d.data() : d_.data(), redo_.data()});
        if (!whole_) std::copy_n(d_.data(), input_.n, d.data());
        if (!some && marked_.empty()) return;
        const std::vector<std::uint32_t> a = input_.row_of_a(i);
        for (unsigned j = 0; some && j < input_.n; ++j)
            if (redo_[j] != 0) d[j] = redone(a, i, j);
        for (const unsigned j : marked_) d[j] = marked_word(a, i, j);
    }

private:
    // In a dense product, a NaN in a column of B makes the result NaN. A sparse A can skip the NaN.
    std::uint32_t marked_word(std::span<const std::uint32_t> a, unsigned i, unsigned j) const {
        const std::uint8_t nan = input_.rule.grain == nullptr ? kHasNan | kIsNan : kIsNan;
        return (rows_->b_marks[j] & nan) != 0 ? nan_ : dot(input_.rule, input_.element({a, i, j}));
    }
    // If A and B have no infinity and no NaN, an infinite C is the result, and a NaN C gives NaN.
    std::uint32_t redone(std::span<const std::uint32_t> a, unsigned i, unsigned j) const {
        const DotInput element = input_.element({a, i, j});
        const NumberClass c = class_of_number(*input_.rule.d, element.c);
        if (!element.has_c || c == NumberClass::finite || rows_->b_marks[j] != 0) return dot(input_.rule, element);
        return c == NumberClass::nan ? nan_ : element.c & static_cast<std::uint32_t>(bit_mask(input_.rule.d->bits));
    }
    void write_stored(unsigned i, std::span<std::uint32_t> d) const {
        const DotRule rule = dense(input_.rule);
        for (unsigned j = 0; j < input_.n; ++j) d[j] = dot(rule, input_.stored_element({input_.words_met(i, j), i, j}));
    }
    void fill(std::span<std::uint32_t> d) const { std::ranges::fill(d, nan_); }
    void redo_all(unsigned i, std::span<std::uint32_t> d) const {
        const std::vector<std::uint32_t> a = input_.row_of_a(i);
        for (unsigned j = 0; j < input_.n; ++j) d[j] = dot(input_.rule, input_.element({a, i, j}));
    }

    const OwnedInput& input_;
    const MatrixRows* rows_;
    bool whole_;
    std::uint32_t nan_;
    std::vector<std::uint32_t> c_, d_;
    std::vector<std::int32_t> redo_;
    std::vector<unsigned> marked_;
};

}  // namespace

MatrixProduct::MatrixProduct(const DotRule& rule, const MatrixInput& input, Vectors vectors)
    : prepared_(std::make_unique<const Prepared>(rule, input, vectors)) {}
MatrixProduct::~MatrixProduct() = default;
MatrixProduct::MatrixProduct(MatrixProduct&&) noexcept = default;
MatrixProduct& MatrixProduct::operator=(MatrixProduct&&) noexcept = default;

void MatrixProduct::rows(unsigned first, unsigned last, std::span<std::uint32_t> d) const {
    const std::size_t n = prepared_->input.n;
    RowWriter writer(prepared_->input, prepared_->rows.get());
    for (unsigned i = first; i < last; ++i) writer.write(i, d.subspan((i - first) * n, n));
}

}  // namespace tilescope
