// core/src/study/dump.cpp -- compares a D that a kernel left with the model, and finds what explains it.
// SPDX-License-Identifier: MIT
#include "dump_edits.h"
#include "dump_match.h"
#include "dump_notes.h"

#include <tilescope/emulator/floats.h>
#include <tilescope/emulator/matrix_product.h>
#include <tilescope/emulator/mma.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/study/dump.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <span>
#include <tuple>

namespace tilescope {
namespace {

std::vector<std::uint32_t> all_converted(const std::vector<std::uint32_t>& words, std::string_view from,
                                         std::string_view to) {
    const FloatFormat *source = find_float(from), *target = find_float(to);
    std::vector<std::uint32_t> out = words;
    if (source != target)
        for (std::uint32_t& word : out) word = converted(word, source, target);
    return out;
}

// The distance of two numbers, counted in numbers of the type.
std::int64_t distance(std::uint32_t a, std::uint32_t b, const FloatFormat* format) {
    if (format == nullptr) return std::int64_t{static_cast<std::int32_t>(a)} - static_cast<std::int32_t>(b);
    if (!std::isfinite(value_of_word(*format, a)) || !std::isfinite(value_of_word(*format, b))) return kFar;
    const auto place = [&](std::uint32_t word) {
        const std::uint32_t sign = 1u << (format->bits - 1);
        const std::int64_t magnitude = word & (sign - 1);
        return (word & sign) != 0 ? -magnitude : magnitude;
    };
    return place(a) - place(b);
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
    std::vector<bool> rows(e.m), columns(e.n);
    const std::vector<std::uint8_t>& marked = out.beyond != 0 ? out.is_beyond : out.differs;
    for (std::size_t at = 0; at < marked.size(); ++at)
        if (marked[at] != 0) rows[at / e.n] = columns[at % e.n] = true;
    out.pattern = pattern_of(columns, "column");
    if (out.pattern.empty()) out.pattern = pattern_of(rows, "row");
}

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
struct Fit {
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
    std::optional<Fit> fit_after(const DumpEdit& edit) const {
        const JobAnswer job = job_of(edit);
        if (!job) return std::nullopt;
        const auto some = d_of(*job, before_, probe_);
        if (!some || !explains_enough(fit(*some, probe_), probe_)) return std::nullopt;
        const Fit whole = fit(*d_of(*job, before_, all_), all_);
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
    Fit fit(const Words& d, const std::vector<unsigned>& rows) const {
        const FloatFormat *from = find_float(before_.d_type), *to = rounding_.format();
        Fit out;
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
    bool explains_enough(const Fit& fit, const std::vector<unsigned>& rows) const {
        std::size_t beyond = 0;
        for (const unsigned row : rows)
            for (std::size_t at = std::size_t{row} * before_.n; at < std::size_t{row + 1} * before_.n; ++at)
                beyond += now_.is_beyond[at];
        const std::size_t known = beyond - std::min(beyond, fit.undefined);
        return fit.explained != 0 && fit.beyond * 2 <= known && fit.explained * 4 >= beyond;
    }
};

void note_words(const Emulation& e, const Dump& dump, const SumRounding& rounding, DumpComparison& out) {
    const FloatFormat *const format = rounding.format(), *const own = find_float(e.d_type);
    std::optional<std::size_t> differs, beyond;
    for (std::size_t at = 0; at < e.d.size(); ++at) {
        if (same_word(out.model[at], dump.words[at], format)) continue;
        out.differs[at] = 1;
        ++out.different;
        if (!differs) differs = at;
        const std::int64_t far = distance(dump.words[at], out.model[at], format);
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

}  // namespace

std::vector<std::string_view> dump_types(std::string_view d_type) {
    if (d_type == "f32") return {"f32", "f16", "bf16"};
    if (d_type == "f16") return {"f16", "f32"};
    return {"s32"};
}

DumpComparison compare_dump(const Emulation& e, const Dump& dump) {
    assert(dump.words.size() == e.d.size());
    const SumRounding rounding(e, dump.type);
    const FloatFormat* const format = rounding.format();
    DumpComparison out{.model = all_converted(e.d, e.d_type, dump.type), .differs = {}, .is_beyond = {}};
    out.differs.assign(e.d.size(), 0);
    out.is_beyond = out.differs;
    note_words(e, dump, rounding, out);
    out.blank =
        all_equal(dump.words, format) && (is_zero_or_nan(dump.words.front(), format) || !all_equal(out.model, format));
    if (out.different == 0) return out;
    note_pattern(e, out);
    if (!out.blank) out.notes = notes_of_dump(e, dump, rounding, out);
    for (const OtherD& other : e.others)
        if (count_different(all_converted(other.d, e.d_type, dump.type), dump) == 0)
            for (const DoubtRow* row : rows_of(set_of(other.doubt))) out.explains.push_back(row);
    return out;
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
