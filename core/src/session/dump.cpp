// core/src/session/dump.cpp -- compares a D that a kernel left with the model, and finds what explains it.
// SPDX-License-Identifier: MIT
#include "dump_edits.h"

#include <tilescope/emulator/floats.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/session/dump.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <tuple>

namespace tilescope {
namespace {

// A word of D as a kernel stores it in another type.
std::uint32_t converted(std::uint32_t word, const FloatFormat* from, const FloatFormat* to) {
    if (from == to || from == nullptr || to == nullptr) return word;
    return word_nearest(*to, value_of_word(*from, word));
}

std::vector<std::uint32_t> all_converted(const std::vector<std::uint32_t>& words, std::string_view from,
                                         std::string_view to) {
    const FloatFormat *source = find_float(from), *target = find_float(to);
    std::vector<std::uint32_t> out = words;
    if (source != target)
        for (std::uint32_t& word : out) word = converted(word, source, target);
    return out;
}

// NaN is one value: kernels and converters choose its bits.
bool is_equal(std::uint32_t a, std::uint32_t b, const FloatFormat* format) {
    if (a == b || format == nullptr) return a == b;
    return std::isnan(value_of_word(*format, a)) && std::isnan(value_of_word(*format, b));
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
    for (std::size_t i = 0; i < model.size(); ++i) out += !is_equal(model[i], dump.words[i], format);
    return out;
}

void note_pattern(const Emulation& e, DumpComparison& out) {
    std::vector<bool> rows(e.m), columns(e.n);
    for (std::size_t at = 0; at < out.differs.size(); ++at)
        if (out.differs[at] != 0) rows[at / e.n] = columns[at % e.n] = true;
    out.pattern = pattern_of(columns, "column");
    if (out.pattern.empty()) out.pattern = pattern_of(rows, "row");
}

// Emulates the session after an edit. Nothing if it cannot be emulated, or its D has another size.
struct Tried {
    EmulatorJob job;
    Emulation emulation;
    std::size_t different = 0;
};
std::optional<Tried> tried(const Session& session, const Emulation& before, const Dump& dump,
                           const RepairTools& tools) {
    const Derived then = derive(session);
    JobAnswer job = tools.job ? tools.job(then) : emulator_job(then);
    if (!job) return std::nullopt;
    auto after = emulate(*job, {.loop = tools.loop, .doubts = false, .stop = tools.stop});
    if (!after || after->m != before.m || after->n != before.n || after->d_type != before.d_type) return std::nullopt;
    const std::size_t different = count_different(all_converted(after->d, after->d_type, dump.type), dump);
    return Tried{std::move(*job), std::move(*after), different};
}

}  // namespace

std::vector<std::string_view> dump_types(std::string_view d_type) {
    if (d_type == "f32") return {"f32", "f16", "bf16"};
    if (d_type == "f16") return {"f16", "f32"};
    return {"s32"};
}

DumpComparison compare_dump(const Emulation& e, const Dump& dump) {
    assert(dump.words.size() == e.d.size());
    const FloatFormat *format = find_float(dump.type), *own = find_float(e.d_type);
    DumpComparison out{.model = all_converted(e.d, e.d_type, dump.type), .differs = {}, .first = {}, .pattern = {}};
    out.differs.assign(e.d.size(), 0);
    for (std::size_t at = 0; at < e.d.size(); ++at) {
        if (is_equal(out.model[at], dump.words[at], format)) continue;
        out.differs[at] = 1;
        ++out.different;
        if (!out.first) out.first = Element{static_cast<int>(at / e.n), static_cast<int>(at % e.n)};
        const std::int64_t far = distance(dump.words[at], out.model[at], format);
        if (far != kFar) out.most_ulps = std::max(out.most_ulps, far < 0 ? -far : far);
        out.right += is_equal(converted(e.expected[at].word, own, format), dump.words[at], format);
    }
    if (out.different == 0) return out;
    note_pattern(e, out);
    for (const OtherD& other : e.others)
        if (count_different(all_converted(other.d, e.d_type, dump.type), dump) == 0)
            for (const DoubtRow* row : rows_of(set_of(other.doubt))) out.explains.push_back(row);
    return out;
}

std::vector<DumpReason> reasons_for(const Derived& d, const EmulatorJob& job, const Emulation& e, const Dump& dump,
                                    const RepairTools& tools) {
    std::vector<DumpReason> out;
    const DumpComparison now = compare_dump(e, dump);
    if (now.different == 0) return out;
    for (DumpEdit& edit : dump_edits(d, job)) {
        if (tools.stop.stop_requested()) return {};
        const auto then = tried(edit.session, e, dump, tools);
        if (!then || then->different * 2 > now.different) continue;
        DumpReason reason{
            std::move(edit.session), std::move(edit.label), std::string(edit.what), then->different, edit.bits, {}};
        reason.explanation = explanation_of(then->job, then->emulation, static_cast<unsigned>(now.first->row),
                                            static_cast<unsigned>(now.first->column));
        out.push_back(std::move(reason));
    }
    constexpr std::string_view kOrder = "wrm";  // word, run, memory
    std::ranges::stable_sort(
        out, {}, [&](const DumpReason& r) { return std::tuple(r.different, kOrder.find(r.what.front()), r.bits); });
    if (!out.empty() && out.front().different == 0)
        std::erase_if(out, [](const DumpReason& r) { return r.different != 0; });
    if (out.size() > kMostReasons) out.resize(kMostReasons);
    return out;
}

}  // namespace tilescope
