// core/src/study/dump.cpp -- compares a D that a kernel left with the model, and finds what explains it.
// SPDX-License-Identifier: MIT
#include "dump_edits.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/element_terms.h>
#include <tilescope/emulator/floats.h>
#include <tilescope/emulator/matrix_product.h>
#include <tilescope/emulator/mma.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/study/dump.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <span>
#include <tuple>

namespace tilescope {
namespace {

// ---- whether two words can be the same sum, rounded in two ways ----

// A tensor core truncates each addition, another program rounds it, and both may add in another order.
constexpr double kSpare = 4;

// The weight of the last bit of 1.0 in a type.
double last_bit(const FloatFormat& format) { return std::ldexp(1.0, -static_cast<int>(format.fraction_bits)); }

// NaN is one value: kernels and converters choose its bits. `format` is null for integers.
bool same_word(std::uint32_t a, std::uint32_t b, const FloatFormat* format) {
    if (a == b || format == nullptr) return a == b;
    return std::isnan(value_of_word(*format, a)) && std::isnan(value_of_word(*format, b));
}

// A word of D as a kernel stores it in another type.
std::uint32_t converted(std::uint32_t word, const FloatFormat* from, const FloatFormat* to) {
    if (from == to || from == nullptr || to == nullptr) return word;
    return word_nearest(*to, value_of_word(*from, word));
}

// How far two words of a dump may be apart so that only the order and the precision of their sums differ. No element
// has a bound of its own: the largest sum of D decides, so that a wrong read can hide only if it hardly changes D.
class SumRounding {
public:
    // `model` and the expected words of `e` are compared; `type` is that of the dump.
    SumRounding(const Emulation& e, std::string_view type);

    // Requires: both are words of the type of the dump.
    bool is_near(std::uint32_t a, std::uint32_t b) const {
        if (format_ == nullptr || same_word(a, b, format_)) return same_word(a, b, format_);
        const double x = value(a), y = value(b);
        if (!std::isfinite(x) || !std::isfinite(y)) return false;
        return std::abs(x - y) <= of_sums_ + of_word_ * std::max(std::abs(x), std::abs(y));
    }
    // The value of a word of the dump. NaN for a NaN.
    double value(std::uint32_t word) const {
        return format_ != nullptr ? value_of_word(*format_, word)
                                  : static_cast<double>(static_cast<std::int32_t>(word));
    }
    const FloatFormat* format() const { return format_; }
    // The same bound for words that are this much larger.
    SumRounding scaled(double factor) const {
        SumRounding out = *this;
        out.of_sums_ *= std::abs(factor);
        return out;
    }

private:
    const FloatFormat* format_;  // null: integers, which have no rounding
    double of_sums_ = 0, of_word_ = 0;
};

SumRounding::SumRounding(const Emulation& e, std::string_view type) : format_(find_float(type)) {
    const FloatFormat* const own = find_float(e.d_type);
    if (format_ == nullptr || own == nullptr) return;
    const SumRange range = range_of_sums(e);
    double most = std::max(std::abs(range.least), std::abs(range.most)), model = 0;
    for (std::size_t at = 0; at < e.d.size(); ++at) {
        const double exact = value_of_word(*own, e.expected[at].word), word = value_of_word(*own, e.d[at]);
        if (!std::isfinite(exact)) continue;
        most = std::max(most, std::abs(exact));
        // What the model itself loses: on Hopper, sums of fp8 have only 13 bits.
        if (e.verdicts[at] <= Verdict::rounding && std::isfinite(word)) model = std::max(model, std::abs(word - exact));
    }
    of_sums_ = kSpare * std::max(model, most * last_bit(*own) * static_cast<double>(e.reads.size() + 1));
    of_word_ = last_bit(*format_);
}

// ---- the comparison ----

std::vector<std::uint32_t> all_converted(const std::vector<std::uint32_t>& words, std::string_view from,
                                         std::string_view to) {
    const FloatFormat *source = find_float(from), *target = find_float(to);
    std::vector<std::uint32_t> out = words;
    if (source != target)
        for (std::uint32_t& word : out) word = converted(word, source, target);
    return out;
}

std::size_t count_different(const std::vector<std::uint32_t>& model, const Dump& dump) {
    const FloatFormat* format = find_float(dump.type);
    std::size_t out = 0;
    for (std::size_t i = 0; i < model.size(); ++i) out += !same_word(model[i], dump.words[i], format);
    return out;
}

bool all_equal(const std::vector<std::uint32_t>& words, const FloatFormat* format) {
    return std::ranges::all_of(words, [&](std::uint32_t word) { return same_word(word, words.front(), format); });
}

bool is_zero_or_nan(std::uint32_t word, const FloatFormat* format) {
    return word == 0 || (format != nullptr && std::isnan(value_of_word(*format, word)));
}

void note_pattern(const Emulation& e, DumpComparison& out) {
    std::vector<bool> columns(e.n);
    const std::vector<std::uint8_t>& marked = out.beyond != 0 ? out.is_beyond : out.differs;
    for (std::size_t at = 0; at < marked.size(); ++at)
        if (marked[at] != 0) columns[at % e.n] = true;
    out.pattern = pattern_of(columns, "column");
}

void note_words(const Emulation& e, const Dump& dump, const SumRounding& rounding, DumpComparison& out) {
    const FloatFormat *const format = rounding.format(), *const own = find_float(e.d_type);
    std::optional<std::size_t> differs, beyond;
    for (std::size_t at = 0; at < e.d.size(); ++at) {
        if (same_word(out.model[at], dump.words[at], format)) continue;
        out.differs[at] = 1;
        ++out.different;
        if (!differs) differs = at;
        const std::int64_t far = ulp_distance(format, dump.words[at], out.model[at]);
        if (far != kFar) out.most_ulps = std::max(out.most_ulps, far < 0 ? -far : far);
        if (rounding.is_near(out.model[at], dump.words[at])) continue;
        out.is_beyond[at] = 1;
        ++out.beyond;
        if (!beyond) beyond = at;
        out.right += rounding.is_near(converted(e.expected[at].word, own, format), dump.words[at]);
    }
    if (const auto first = beyond ? beyond : differs)
        out.first = Element{static_cast<int>(*first / e.n), static_cast<int>(*first % e.n)};
}

// ---- what it shows as a whole ----

constexpr unsigned kMostNamed = 3;  // lines that a sentence names
constexpr double kNice = 1e-5;      // a factor so near to one with few bits is that one

// What a D that differs from the model shows as a whole: it is a multiple of the model, its rows or columns are those
// of the model in another order, or the elements that differ were not stored.
class Notes {
public:
    Notes(const Emulation& e, const Dump& dump, const SumRounding& rounding, const DumpComparison& c)
        : e_(e), dump_(dump), rounding_(rounding), c_(c) {}

    std::vector<std::string> all() const {
        std::vector<std::string> out;
        for (const std::string& note : {not_stored(), factor(), moved(true), moved(false)})
            if (!note.empty()) out.push_back(note);
        return out;
    }

private:
    const Emulation& e_;
    const Dump& dump_;
    const SumRounding& rounding_;
    const DumpComparison& c_;

    std::string not_stored() const {
        const FloatFormat* const format = rounding_.format();
        std::optional<std::uint32_t> word;
        for (std::size_t at = 0; at < dump_.words.size(); ++at) {
            if (c_.is_beyond[at] == 0) continue;
            if (word && !same_word(*word, dump_.words[at], format)) return {};
            word = dump_.words[at];
        }
        const bool nothing = word && (*word == 0 || std::isnan(rounding_.value(*word)));
        if (!nothing) return {};
        if (*word == 0 && is_activation())
            return say(dump_.subject(),
                       " has 0 where the model is negative, and only there: the kernel may apply max(D, 0).");
        return say(dump_.subject(), " has ", text_of_word(dump_.type, *word),
                   " there: the kernel may not have stored these ", dump_.item(), "s, or its M or N is smaller.");
    }

    bool is_activation() const {
        for (std::size_t at = 0; at < c_.model.size(); ++at) {
            const double value = rounding_.value(c_.model[at]);
            if (c_.is_beyond[at] != 0 ? !(value < 0) : rounding_.value(dump_.words[at]) < 0) return false;
        }
        return true;
    }

    // The factor that fits best: the least squares.
    double best_factor() const {
        double products = 0, squares = 0;
        for (std::size_t at = 0; at < c_.model.size(); ++at) {
            const double model = rounding_.value(c_.model[at]);
            products += model * rounding_.value(dump_.words[at]), squares += model * model;
        }
        const double factor = products / squares;
        const FloatFormat& few_bits = *find_float("bf16");
        const double nice = value_of_word(few_bits, word_nearest(few_bits, factor));
        return std::abs(nice - factor) < kNice * std::abs(factor) ? nice : factor;
    }
    std::string factor() const {
        const double factor = best_factor();
        if (!std::isfinite(factor) || factor == 0) return {};
        const SumRounding scaled = rounding_.scaled(std::max(1.0, std::abs(factor)));
        const FloatFormat* const format = rounding_.format();
        for (std::size_t at = 0; at < c_.model.size(); ++at) {
            const double value = rounding_.value(c_.model[at]) * factor;
            const bool near = format != nullptr ? scaled.is_near(word_nearest(*format, value), dump_.words[at])
                                                : value == rounding_.value(dump_.words[at]);
            if (!near) return {};
        }
        const auto word = std::bit_cast<std::uint32_t>(static_cast<float>(factor));
        return say("Each ", dump_.item(), " of ", dump_.noun(), " is ", text_of_word("f32", word),
                   " times that of the model: look for a factor (alpha, a scale), not for a wrong place.");
    }

    std::size_t at(bool rows, unsigned line, unsigned i) const {
        return rows ? std::size_t{line} * e_.n + i : std::size_t{i} * e_.n + line;
    }
    bool is_line(bool rows, unsigned of_dump, unsigned of_model) const {
        for (unsigned i = 0; i < (rows ? e_.n : e_.m); ++i)
            if (!rounding_.is_near(c_.model[at(rows, of_model, i)], dump_.words[at(rows, of_dump, i)])) return false;
        return true;
    }
    // Whether the dump has the rows (or columns) of the model at other places.
    std::string moved(bool rows) const {
        const unsigned count = rows ? e_.m : e_.n;
        const std::string_view what = rows ? "row" : "column";
        std::vector<std::string> moves;
        for (unsigned line = 0; line < count; ++line) {
            if (is_line(rows, line, line)) continue;
            unsigned from = 0;
            while (from < count && !is_line(rows, line, from)) ++from;
            if (from == count) return {};
            moves.push_back(say(what, ' ', line, " of ", dump_.noun(), " is ", what, ' ', from, " of the model"));
        }
        if (moves.empty()) return {};
        const std::size_t count_moved = moves.size();
        if (count_moved > kMostNamed) moves.resize(kMostNamed), moves.push_back("...");
        return say("Each ", what, " of ", dump_.noun(), " is a ", what, " of the model, but ", count_moved,
                   count_moved == 1 ? " is" : " are", " at another place: ", list_of(moves),
                   ". Look at the part of the kernel that stores D.");
    }
};

// ---- the edits that explain it ----

// The rows that are computed for a first look at an edit: the first, the middle and the last one with a difference
// beyond rounding.
std::vector<unsigned> rows_to_probe(const DumpComparison& now, unsigned m, unsigned n) {
    std::vector<unsigned> rows;
    for (unsigned row = 0; row < m; ++row) {
        const auto begin = now.is_beyond.begin() + static_cast<std::ptrdiff_t>(std::size_t{row} * n);
        if (std::find(begin, begin + n, 1) != begin + n) rows.push_back(row);
    }
    return {rows.front(), rows[rows.size() / 2], rows.back()};
}

// Only D, and only these rows of it; the others are 0. Nothing if the job cannot be run, or D has another size.
using Words = std::vector<std::uint32_t>;
std::optional<Words> d_of(const EmulatorJob& job, const Emulation& before, const std::vector<unsigned>& rows) {
    auto machine = filled(job);
    if (!machine) return std::nullopt;
    Words d;
    for (unsigned s = 0; s < job.steps.size(); ++s) {
        load_registers(*machine, job, s);
        const auto g = gather_mma(*machine, job.steps[s]);
        if (!g || g->shape.m != before.m || g->shape.n != before.n || g->shape.d_type != before.d_type)
            return std::nullopt;
        const std::size_t n = g->shape.n;
        d.assign(g->shape.m * n, 0);
        const MatrixProduct product(g->shape.rule, g->input(job.steps[s]));
        for (const unsigned row : rows) product.rows(row, row + 1, std::span(d).subspan(row * n, n));
        finish_mma(*machine, job.steps[s], *g, d);
    }
    return d;
}

// What a D has in common with the dump, in some rows.
struct Match {
    std::size_t different = 0, beyond = 0, undefined = 0;
    std::size_t explained = 0;  // beyond rounding before, and not now
};

// The comparison of a dump, and the edits that are tried.
class Search {
public:
    Search(const Emulation& before, const Dump& dump, const DumpComparison& now, const RepairTools& tools)
        : before_(before),
          dump_(dump),
          now_(now),
          tools_(tools),
          rounding_(before, dump.type),
          probe_(rows_to_probe(now, before.m, before.n)) {
        for (unsigned row = 0; row < before.m; ++row) all_.push_back(row);
    }

    // How D fits after the edit. Nothing if that explains less than half of what the edit has a say about.
    std::optional<Match> fit_after(const DumpEdit& edit) const {
        const JobAnswer job = job_of(edit);
        if (!job) return std::nullopt;
        const auto some = d_of(*job, before_, probe_);
        if (!some || !explains_enough(fit(*some, probe_), probe_)) return std::nullopt;
        const Match whole = fit(*d_of(*job, before_, all_), all_);
        return explains_enough(whole, all_) ? std::optional(whole) : std::nullopt;
    }

    std::vector<std::string> explanation_after(const DumpEdit& edit) const {
        const JobAnswer job = job_of(edit);
        if (!job) return {};
        const auto then = emulate(*job, {.loop = tools_.loop, .doubts = false, .stop = tools_.stop});
        if (!then) return {};
        return explanation_of(*job, *then, static_cast<unsigned>(now_.first->row),
                              static_cast<unsigned>(now_.first->column));
    }

private:
    const Emulation& before_;
    const Dump& dump_;
    const DumpComparison& now_;
    const RepairTools& tools_;
    SumRounding rounding_;
    std::vector<unsigned> probe_, all_;

    JobAnswer job_of(const DumpEdit& edit) const {
        const Derived then = derive(edit.session);
        JobAnswer job = tools_.job ? tools_.job(then) : emulator_job(then);
        if (job && edit.of_kernel) edit.of_kernel(*job);
        return job;
    }
    // Bytes that nothing has written are NaN in the model. A GPU has other numbers there, so that they prove nothing.
    Match fit(const Words& d, const std::vector<unsigned>& rows) const {
        const FloatFormat *from = find_float(before_.d_type), *to = rounding_.format();
        Match out;
        for (const unsigned row : rows)
            for (std::size_t at = std::size_t{row} * before_.n; at < std::size_t{row + 1} * before_.n; ++at) {
                const std::uint32_t word = converted(d[at], from, to);
                const bool same = same_word(word, dump_.words[at], to), nan = std::isnan(rounding_.value(word));
                if (same) {
                    out.explained += !nan && now_.is_beyond[at] != 0;
                    continue;
                }
                ++out.different;
                if (nan)
                    ++out.undefined;
                else if (!rounding_.is_near(word, dump_.words[at]))
                    ++out.beyond;
                else
                    out.explained += now_.is_beyond[at];
            }
        return out;
    }
    bool explains_enough(const Match& fit, const std::vector<unsigned>& rows) const {
        std::size_t beyond = 0;
        for (const unsigned row : rows)
            for (std::size_t at = std::size_t{row} * before_.n; at < std::size_t{row + 1} * before_.n; ++at)
                beyond += now_.is_beyond[at];
        const std::size_t known = beyond - std::min(beyond, fit.undefined);
        return fit.explained != 0 && fit.beyond * 2 <= known && fit.explained * 4 >= beyond;
    }
};

}  // namespace

DumpComparison compare_dump(const Emulation& e, const Dump& dump) {
    assert(dump.words.size() == e.d.size());
    const SumRounding rounding(e, dump.type);
    const FloatFormat* const format = rounding.format();
    DumpComparison out{.model = all_converted(e.d, e.d_type, dump.type)};
    out.differs.assign(e.d.size(), 0);
    out.is_beyond = out.differs;
    note_words(e, dump, rounding, out);
    out.blank =
        all_equal(dump.words, format) && (is_zero_or_nan(dump.words.front(), format) || !all_equal(out.model, format));
    if (out.different == 0) return out;
    note_pattern(e, out);
    if (!out.blank && out.beyond != 0) out.notes = Notes(e, dump, rounding, out).all();
    for (const OtherD& other : e.others)
        if (count_different(all_converted(other.d, e.d_type, dump.type), dump) == 0)
            for (const DoubtRow* row : rows_of(set_of(other.doubt))) out.explains.push_back(row);
    return out;
}

bool tries_only_memory(const Derived& d, const EmulatorJob& job) {
    return std::ranges::any_of(job.causes, &Cause::of_memory) &&
           std::ranges::all_of(dump_edits(d, job), [](const DumpEdit& edit) { return edit.what == "memory"; });
}

std::vector<DumpReason> reasons_for(const Derived& d, const EmulatorJob& job, const Emulation& e, const Dump& dump,
                                    const RepairTools& tools) {
    std::vector<DumpReason> out;
    const DumpComparison now = compare_dump(e, dump);
    // NaN everywhere is also what the model has if it reads bytes that nothing has written.
    const bool all_nan =
        now.blank && dump.words.front() != 0 && is_zero_or_nan(dump.words.front(), find_float(dump.type));
    if (now.beyond == 0 || all_nan) return out;
    const Search search(e, dump, now, tools);
    std::vector<DumpEdit> edits = dump_edits(d, job);
    for (std::size_t i = 0; i < edits.size(); ++i) {
        if (tools.stop.stop_requested()) return {};
        const DumpEdit& edit = edits[i];
        const auto fit = search.fit_after(edit);
        if (!fit) continue;
        out.push_back({edit.session,
                       !edit.of_kernel,
                       edit.label,
                       std::string(edit.what),
                       fit->different,
                       fit->beyond,
                       fit->undefined,
                       edit.bits,
                       {},
                       i});
    }
    constexpr std::string_view kOrder = "owrm";  // overlap, word, run, memory
    std::ranges::stable_sort(out, {}, [&](const DumpReason& r) {
        return std::tuple(r.beyond, r.undefined, r.different, kOrder.find(r.what.front()), r.bits);
    });
    if (!out.empty() && out.front().beyond == 0) {
        const bool exact = out.front().different == 0;
        std::erase_if(out, [&](const DumpReason& r) { return r.beyond != 0 || (exact && r.different != 0); });
    }
    if (out.size() > kMostReasons) out.resize(kMostReasons);
    if (!out.empty()) out.front().explanation = search.explanation_after(edits[out.front().edit]);
    return out;
}

}  // namespace tilescope
