// core/src/document/derive_problems.cpp -- all problems of a session: the instruction, its words, their locations.
// SPDX-License-Identifier: MIT
#include "derive_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/ptx/mma_text.h>
#include <tilescope/rules/mma_check.h>
#include <tilescope/rules/place_rules.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope {
namespace {

// What the check of an instruction calls a word of a session: both have the words in one order.
static_assert(std::size(kMmaWords) == kWordCount &&
              kMmaWords[static_cast<std::size_t>(WordId::idesc)].part == MmaPart::idesc);
const MmaWordMember& checked_as(WordId id) { return kMmaWords[static_cast<std::size_t>(id)]; }

// ---- places in shared memory ----

// A start of 0 is a descriptor whose address is added later. Equal words are a matrix that is multiplied with itself.
// If the text and idesc disagree about sparsity, or nobody gave what the places depend on, the size of A is not known.
bool have_addresses(const Derived& d) {
    const Field* sparse = find_field(*d.of(WordId::idesc).format, "sparse");
    if (sparse != nullptr && family_of(d.session).idesc &&
        (get_field(*sparse, d.session.word(WordId::idesc)) != 0) != d.session.variant.sparse)
        return false;
    for (const Operand o : kBothOperands) {
        const OperandView& v = d.of(o);
        if (!v.placed() || basis_of_places(d, o) != Basis::given || v.overlaps || v.layout.start == 0 || v.mma_k == 0)
            return false;
    }
    return d.session.word(WordId::a_desc) != d.session.word(WordId::b_desc);
}

unsigned chunk_in_row(const SmemLayout& l) { return l.start % row_of(l.mode).width_bytes / kChunkBytes; }

// The K steps that lie in the lines in which the tile begins. Their places follow from the word alone. Only a K-major
// swizzled tile has more than one: in other layouts, another K step lies in other lines.
unsigned steps_in_lines(const OperandView& o) {
    if (o.layout.major != Major::k || o.layout.mode == SwizzleMode::none) return 1;
    const unsigned chunks = row_of(o.layout.mode).width_bytes / kChunkBytes - chunk_in_row(o.layout);
    return std::max(chunks * elements_per_chunk(*o.layout.type) / o.mma_k, 1u);
}

enum class Reach : bool { first_lines, whole_tile };

SharedBytes shared_by(const Derived& d, unsigned steps, Reach reach) {
    const auto narrowed = [&](const OperandView& o) {
        const unsigned limited = reach == Reach::first_lines ? std::min(steps, steps_in_lines(o)) : steps;
        SmemLayout out = o.layout;
        if (const unsigned m = family_of(d.session).m; &o == &d.a && m != 0)
            out.rows = std::min(out.rows, static_cast<int>(m * d.session.pieces.count.a));
        out.columns = std::min(out.columns, static_cast<int>(limited * o.mma_k));
        return out;
    };
    return shared_bytes(narrowed(d.a), narrowed(d.b));
}

bool is_assumed(const OperandView& o) { return !assumption_of(o.layout).empty(); }

// The largest number of K steps with which the tiles share nothing. Requires: with `steps` they share bytes. More steps
// never share fewer bytes.
unsigned steps_apart(const Derived& d, unsigned steps, Reach reach) {
    unsigned apart = 0;
    while (steps - apart > 1) {
        const unsigned middle = apart + (steps - apart) / 2;
        (shared_by(d, middle, reach).count == 0 ? apart : steps) = middle;
    }
    return apart;
}

// Finds out whether the tiles of A and B share bytes, although one instruction reads different ones.
std::optional<Problem> shared_tile_problem(const Derived& d) {
    if (!have_addresses(d)) return {};
    const unsigned k = d.b.mma_k, all = std::max(d.session.tile_k / k, 1u),
                   in_lines = std::min(all, std::max(steps_in_lines(d.a), steps_in_lines(d.b)));
    const auto problem = [&](const RuleInfo& rule, unsigned steps, Reach reach,
                             std::string_view middle) -> std::optional<Problem> {
        const SharedBytes shared = shared_by(d, steps, reach);
        if (shared.count == 0) return {};
        const unsigned apart = steps_apart(d, steps, reach);
        if (apart == 0) return {};
        return problem_of(rule, say("With K = ", steps * k, ", the tiles of A and B share ", shared.count,
                                    " bytes, the first one at ", hex(shared.first), ". ", middle,
                                    " With K = ", apart * k, " they share none."));
    };
    const bool is_k_given = !d.session.assumed.tile_k;
    if (is_k_given)
        if (auto sure = problem(kSharedLines, in_lines, Reach::first_lines,
                                "Both operands cannot have their own values there."))
            return sure;
    // A word of a later K step does not say where its tile begins.
    for (const Operand o : kBothOperands)
        if (d.of(o).layout.mode != SwizzleMode::none && chunk_in_row(d.of(o).layout) != 0) return {};
    const std::string middle =
        say("The words do not contain the K of the tiles",
            is_assumed(d.a) || is_assumed(d.b) ? ", nor the place of a second atom along K" : "",
            is_k_given ? ": this K is that of the session." : ", and nobody gave it: this K is that of the example.");
    return problem(kSharedTiles, all, Reach::whole_tile, middle);
}

// The fields that make the word of an operand read other bytes than those that were written for it.
std::vector<FieldChange> misread_fields(const Derived& d, Operand o) {
    const auto shape = shape_of(instruction_of(d.session));
    const OperandView& v = d.of(o);
    const WordView& w = d.of(word_of(o));
    if (!shape || !v.placed()) return {};
    const auto written = layout_that_reads(d.session.image_of(o), image_size(d.session, *shape, o));
    if (!written || written->major != v.layout.major) return {};
    const auto right = descriptor_of(*w.format, *written);
    if (!right) return {};
    std::vector<FieldChange> out = differences(*w.format, w.decoded.word, *right);
    std::erase_if(out, [&](const FieldChange& c) {
        const auto other = with_word(v.layout, *w.format, set_field(*c.field, w.decoded.word, c.to));
        return other && tile_map(*other) == v.bytes;
    });
    return out;
}

// Gives the problem that A and B share bytes to the operand at fault: the only one whose word does not read what was
// written. If both words are right or both are wrong, the rule has said where to look.
void blame_misread(const Derived& d, MmaProblem& placed) {
    const std::vector<FieldChange> of_a = misread_fields(d, Operand::a), of_b = misread_fields(d, Operand::b);
    if (of_a.empty() == of_b.empty()) return;
    const Operand o = of_a.empty() ? Operand::b : Operand::a;
    const std::vector<FieldChange>& wrong = of_a.empty() ? of_b : of_a;
    Problem& p = placed.problem;
    const auto text = [&](const FieldChange& c) {
        return say("'", c.field->id, "' is ", shown_meaning_of(*c.field, c.from), ", but ", name_of(o), " was written ",
                   is_byte_address(*c.field) ? "at " : "with ", shown_meaning_of(*c.field, c.to));
    };
    // The step between many groups of rows carries an operand further than anything else.
    const auto worst = std::ranges::max_element(wrong, {}, [](const FieldChange& c) {
        return value_of(*c.field, c.from) - std::min(value_of(*c.field, c.from), value_of(*c.field, c.to));
    });
    const MmaPart part = checked_as(word_of(o)).part;
    if (part == placed.part && worst->field->id == p.field) return;
    placed.part = part;
    p.field = worst->field->id;
    p.text = say(p.text.substr(0, p.text.find(". ")), ". ", list_of(wrong, text, "; "), '.');
    p.fix = say("Repair the word of ", name_of(o), ", or write ", name_of(o), " where its word reads it.");
}

// Finds the problems that need the location of every element: overlaps that no rule of the word has reported, and
// elements past the end of shared memory.
std::vector<Problem> place_problems(const OperandView& o, std::string_view arch, std::span<const Problem> of_the_word) {
    std::vector<Problem> out;
    if (!o.placed() || !o.assumes.empty()) return out;
    // Some rules of the word already report overlapping row groups. Do not report them twice.
    const bool reported = std::ranges::find(of_the_word, Effect::rows_overlap, &Problem::effect) != of_the_word.end();
    if (o.overlaps && !reported)
        out.push_back(problem_of(kSharedBytes, say("Elements overlap: ", o.overlap_note, ".")));
    // The rules already report an instruction that reads past the end of shared memory.
    const bool past = std::ranges::find(of_the_word, Effect::past_the_end, &Problem::effect) != of_the_word.end();
    const ArchRow* target = arch_named(arch);
    if (target && o.last_byte >= smem_end(*target) && !past)
        out.push_back(problem_of(past_the_end_rule(*target),
                                 say("The last byte of the tile is at ", hex(o.last_byte), "; ", smem_end_text(*target),
                                     ". There, ", family_of(*target).outside->past, '.')));
    return out;
}

// ---- places in Tensor Memory ----

// These operands must begin at the same lane as D.
bool follows_d(TmemPlace place) { return place == TmemPlace::a || place == TmemPlace::meta; }

unsigned lane_of(const Derived& d, TmemPlace place) { return tmem_lane(d.session.address(place)); }

void check_lanes(const Derived& d, const TmemRegion& r, std::vector<Problem>& out) {
    const DataPathRow& path = *d.tmem.path;
    const unsigned lane = lane_of(d, r.place), of_d = lane_of(d, TmemPlace::d);
    if (r.place != TmemPlace::d && !follows_d(r.place)) return;
    if (lane != 0 && !(path.half && lane == kHalfLanes)) {
        out.push_back(
            problem_of(kIllegalLane, say(row_of(r.place).title, " begins at lane ", lane, ", but layout ", path.name,
                                         path.half ? " must begin at lane 0 or 16." : " must begin at lane 0.")));
    } else if (follows_d(r.place) && lane != of_d) {
        Problem p =
            problem_of(kDifferentLane, say(row_of(r.place).title, " begins at lane ", lane, " and D at lane ", of_d,
                                           ", but layout ", path.name, " requires the same lane for both."));
        p.fix = say("Set the lane to ", of_d, ".");
        out.push_back(std::move(p));
    }
}

void check_columns(const TmemRegion& r, unsigned available, std::vector<Problem>& out) {
    const auto fit = columns_fit(r.columns, r.first, available);
    if (fit) return;
    Problem p = problem_of(kPastTheColumns, say(row_of(r.place).title, ": ", fit.why, "."));
    p.fix = r.columns <= available ? say("Start the operand at column ", available - r.columns, " or lower.")
                                   : std::string("Make the operand smaller.");
    out.push_back(std::move(p));
}

bool share(const TmemView& view, const TmemRegion& a, const TmemRegion& b, const TmemCell& cell) {
    return lies_in(view, a.place, cell) && lies_in(view, b.place, cell) && has_conflict(view, cell);
}

// Returns the first cell that two operands share, in column order. Checks CTA 0 only: both CTAs have the same layout.
std::optional<TmemCell> shared_cell(const TmemView& view, const TmemRegion& a, const TmemRegion& b) {
    const unsigned end = std::min({a.end(), b.end(), view.columns});
    for (unsigned column = std::max(a.first, b.first); column < end; ++column)
        for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
            if (const TmemCell cell{.lane = lane, .column = column}; share(view, a, b, cell)) return cell;
    return {};
}

void check_overlap(const TmemView& view, const TmemRegion& a, const TmemRegion& b, std::vector<Problem>& out) {
    const std::optional<TmemCell> cell = shared_cell(view, a, b);
    if (!cell) return;
    out.push_back(problem_of(kSharedCells, say(row_of(a.place).title, " (columns ", a.first, " to ", a.end() - 1,
                                               ") and ", row_of(b.place).title, " (columns ", b.first, " to ",
                                               b.end() - 1, ") share cells. The first shared cell is lane ", cell->lane,
                                               ", column ", cell->column, ".")));
}

// Finds invalid lanes, columns past the end, and operands that share cells.
std::vector<Problem> tmem_problems(const Derived& d) {
    std::vector<Problem> out;
    const TmemView& view = d.tmem;
    for (const TmemRegion& r : view.regions) {
        check_lanes(d, r, out);
        check_columns(r, view.columns, out);
    }
    for (std::size_t i = 0; i < view.regions.size(); ++i)
        for (std::size_t j = i + 1; j < view.regions.size(); ++j)
            check_overlap(view, view.regions[i], view.regions[j], out);
    return out;
}

// ---- words ----

// Returns the words that the instruction reads. Omits a mask that is drawn for a custom M, because it does not belong
// to the M of the instruction.
MmaWords words_of(const Derived& d) {
    const bool any_mask = (d.session.word(WordId::zcm) | d.session.unknown_bits(WordId::zcm)) != 0;
    MmaWords words;
    for (const WordView& w : d.words) {
        const bool is_read = w.id == WordId::zcm     ? d.session.mask.follow && any_mask
                             : w.id == WordId::idesc ? family_of(d.session).idesc
                                                     : true;
        if (w.used && is_read) words.*checked_as(w.id).member = w.decoded.word;
    }
    return words;
}

// The bits that prove nothing: unknown ones, and those of which the session only assumes a value.
std::uint64_t open_bits(const WordView& w) { return w.unknown | w.assumed; }

MmaWords open_bits_of(const Derived& d) {
    MmaWords out;
    for (const WordView& w : d.words) out.*checked_as(w.id).member = open_bits(w);
    return out;
}

// The forms that the session could have too, if its form is only assumed.
std::vector<Variant> other_forms(const Session& s) {
    if (!s.assumed.form || !family_of(s).idesc) return {};
    std::vector<Variant> out(15, s.variant);
    for (unsigned flips = 1; Variant & v : out) {
        if ((flips & 1) != 0) v.cta_group = v.cta_group == 2 ? 1 : 2;
        if ((flips & 2) != 0) v.ws = !v.ws;
        if ((flips & 4) != 0) v.sparse = !v.sparse;
        if ((flips & 8) != 0) v.a_in_tmem = !v.a_in_tmem;
        ++flips;
    }
    return out;
}

// Checks the instruction with the words that it reads. Returns the problems that the given bits and the given form
// prove.
MmaReport proven_report(const Derived& d, const MmaLine& line, const MmaWords& words) {
    const PartlyKnownWords partly{words, open_bits_of(d)};
    const Session& s = d.session;
    MmaReport out = check_mma_for_sure(line, partly, s.arch, s.edition);
    const bool assumed_line = s.assumed.form || (!family_of(s).idesc && d.of(WordId::idesc).assumed != 0);
    std::erase_if(out.problems, [&](const MmaProblem& p) { return assumed_line && p.part == MmaPart::line; });
    for (const Variant& form : other_forms(s)) {
        if (out.problems.empty()) break;
        const Answer<MmaLine> other = parse_mma_line(mma_text(form, false));
        if (!other) continue;
        const MmaReport report = check_mma_for_sure(*other, partly, s.arch, s.edition);
        std::erase_if(out.problems, [&](const MmaProblem& p) {
            return std::ranges::none_of(report.problems, [&](const MmaProblem& o) {
                return o.part == p.part && o.problem.rule == p.problem.rule && o.problem.field == p.problem.field;
            });
        });
    }
    return out;
}

// Returns the context for the check of a word that the instruction does not read.
WordContext context_of(const Derived& d, WordId id) {
    const Variant& v = d.session.variant;
    if (d.session.assumed.form) return {.arch = d.session.arch};
    WordContext c{
        .arch = d.session.arch, .cta_group = v.cta_group, .ws = v.ws, .sparse = v.sparse, .a_in_tmem = v.a_in_tmem};
    // Without an instruction descriptor, the session keeps the shape and types as one, and .sp in the form.
    if (!family_of(d.session).idesc) c.sparse.reset();
    if (id == WordId::a_desc || id == WordId::b_desc) {
        const OperandView& o = id == WordId::a_desc ? d.a : d.b;
        if (!o.in_smem || !o.assumes.empty()) return c;
        c.major = o.layout.major;
        c.type = o.layout.type;
        c.rows = o.layout.rows;
        c.columns = static_cast<int>(o.mma_k);
    }
    if (id == WordId::zcm) {
        if (d.of(WordId::idesc).assumed != 0) return c;
        c.mask_m = d.mask.m;
        c.idesc = d.session.word(WordId::idesc);
    }
    return c;
}

// Drops the problems of the type fields for b1: no field encodes b1, so any value of these fields is valid.
void forget_types(const Derived& d, WordView& w) {
    if (w.id != WordId::idesc || !multiplies_bits(d.session.variant, d.session.arch)) return;
    std::erase_if(w.problems, [](const Problem& p) { return p.field == "a_type" || p.field == "b_type"; });
}

void add_places(const Derived& d, WordView& w) {
    if (w.id != WordId::a_desc && w.id != WordId::b_desc) return;
    const Operand operand = w.id == WordId::a_desc ? Operand::a : Operand::b;
    for (Problem& p : place_problems(d.of(operand), d.session.arch, w.problems)) w.problems.push_back(std::move(p));
    for (Problem& p : tma_problems(d, operand)) w.problems.push_back(std::move(p));
}

// The rules report one instruction that reads the same bytes as A and as B; if they do not, later K steps can.
void add_shared(const Derived& d, std::vector<MmaProblem>& problems) {
    const auto shares = [](const MmaProblem& p) { return p.problem.effect == Effect::shared_bytes; };
    if (std::ranges::none_of(problems, shares))
        if (std::optional<Problem> p = shared_tile_problem(d))
            problems.push_back(
                {d.a.layout.start <= d.b.layout.start ? MmaPart::b_desc : MmaPart::a_desc, std::move(*p)});
    for (MmaProblem& p : problems)
        if (shares(p)) blame_misread(d, p);
}

}  // namespace

void find_problems(Derived& d) {
    // wgmma with undefined types has no valid PTX line. The words are checked anyway.
    const Answer<MmaLine> line = parse_mma_line(instruction_text(d, true));
    const MmaWords words = line ? words_of(d) : MmaWords{};
    MmaReport report;
    if (line) report = proven_report(d, *line, words);
    d.rules_checked = report.rules;
    add_shared(d, report.problems);
    for (WordView& w : d.words) {
        const MmaWordMember& as = checked_as(w.id);
        if (!(words.*as.member)) {
            w.problems = problems_for_sure(w.decoded, context_of(d, w.id), open_bits(w));
            d.rules_checked += rules_for(*w.format);
        }
        for (const MmaProblem& p : report.problems)
            if (p.part == as.part) w.problems.push_back(p.problem);
        forget_types(d, w);
        add_places(d, w);
        std::ranges::stable_sort(w.problems, {}, &Problem::severity);
        if (!w.used) continue;
        for (const Problem& p : w.problems) d.problems.push_back({w.id, p});
    }
    for (MmaProblem& p : report.problems)
        if (p.part == MmaPart::line) d.problems.push_back({WordId::idesc, std::move(p.problem), true});
    const bool assumed_mask = d.session.assumed.form || d.of(WordId::zcm).assumed != 0;
    if (d.session.word(WordId::zcm) != 0 && !d.session.variant.ws && !assumed_mask)
        d.problems.push_back(
            {WordId::zcm,
             problem_of(kMaskWithoutWs,
                        "The zero-column mask exists for .ws and .ws.sp only, but this instruction has no .ws.")});
    if (!d.tmem.assumed)
        for (Problem& p : tmem_problems(d)) d.problems.push_back({WordId::idesc, std::move(p)});
    std::ranges::stable_sort(d.problems, {}, [](const PlacedProblem& p) { return p.problem.severity; });
}

}  // namespace tilescope
