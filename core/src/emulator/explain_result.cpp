// core/src/emulator/explain_result.cpp -- explains the value of an element of D in sentences.
// SPDX-License-Identifier: MIT
#include "emulation_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/layout/tile.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace tilescope {
namespace {

// ---- what a row of A or B was read from, where that is not what it should be ----

// The type that A or B was written with, and the type that the instruction reads.
struct WrittenAndRead {
    const ElementType *written = nullptr, *read = nullptr;

    bool differ() const { return written != nullptr && read != nullptr && written != read; }
    // Returns true if the widths differ. Then the address of element k of a row is not the address of a written
    // element.
    bool other_width() const {
        return differ() && (written->container_bits != read->container_bits || written->bits != read->bits);
    }
    friend bool operator==(const WrittenAndRead&, const WrittenAndRead&) = default;
};

WrittenAndRead types_of(const EmulatorJob& job, Operand o) {
    const auto shape = shape_of(job.steps.front());
    return {job.written_type[o], shape ? pick(o, shape->a, shape->b) : nullptr};
}

// The content of memory at the address where one element was read.
struct FoundThere {
    enum class What : std::uint8_t {
        right,      // the correct element
        over,       // the address is correct, but another element was written there later
        skipped,    // the writer of the operand left the element out
        element,    // another element
        factors,    // scale factors, stored for the copy to Tensor Memory
        below,      // the address is below the memory of the CTA, where 0 is read
        outside,    // the address is past the end
        unwritten,  // nothing was written there
    } what = What::right;
    Operand owner = Operand::a;  // element, over: the operand of that element
    Element element{0, 0};
    std::uint64_t byte = 0;
    bool same_value = false;  // over: the later element has the value of the first one
};

// Neighboring columns whose reads found neighboring elements, or the same kind of content.
struct ReadRun {
    int first, last;  // stored columns of K in the tile
    FoundThere found;
};

class RowReader {
public:
    RowReader(const EmulatorJob& job, const Emulation& e, Operand operand)
        : job_(job),
          e_(e),
          operand_(operand),
          bits_(types_of(job, operand).read->bits),
          zeros_below_(zeros_below(job.steps.front())) {}

    // Returns the runs of wrong reads of one row of A or B.
    std::vector<ReadRun> runs(int row) const {
        std::vector<ReadRun> out;
        for (std::size_t step = 0; step < e_.reads.size(); ++step) {
            const ReadOperand& read = pick(operand_, e_.reads[step].a, e_.reads[step].b);
            if (read.first_bit.empty() || job_.places[operand_].first_bit.empty()) continue;
            const int columns = static_cast<int>(read.columns);
            for (int c = 0; c < columns; ++c) {
                const int k = static_cast<int>(job_.first_step + step) * columns + c;
                add(out, k, found(read, row, c, k));
            }
        }
        // Elements that share their bytes on purpose, as in A x A^T, have the same values everywhere.
        std::erase_if(
            out, [](const ReadRun& run) { return run.found.what == FoundThere::What::over && run.found.same_value; });
        return out;
    }

private:
    FoundThere found(const ReadOperand& read, int row, int column, int k) const {
        const WrittenPlaces& places = job_.places[operand_];
        const std::size_t at = index_in(read.columns, {row, column});
        const std::uint64_t bit = read.first_bit[at];
        const int cta = row / places.rows;
        const Element reference{row % places.rows, k};
        const bool correct_place = k < places.columns && places.at(reference) == bit;
        const BitsRead there = e_.machine.smem[static_cast<std::size_t>(cta)].read(bit, bits_);
        const auto held = holder(bit);
        FoundThere out{.byte = bit / 8};
        if (!there.inside) {
            out.what = FoundThere::What::outside;
        } else if (out.byte < zeros_below_) {
            out.what = correct_place && reference_word(row, k) == 0 ? FoundThere::What::right : FoundThere::What::below;
        } else if (!held) {
            out.what = there.written                                               ? FoundThere::What::factors
                       : k < places.columns && places.at(reference) == kNotWritten ? FoundThere::What::skipped
                                                                                   : FoundThere::What::unwritten;
        } else if (correct_place && held->owner == operand_ && held->element == reference) {
            const bool kept = !job_.scales_by_copy || read.words[at] == reference_word(row, k);
            out.what = kept ? FoundThere::What::right : FoundThere::What::factors;
        } else {
            out.what = correct_place ? FoundThere::What::over : FoundThere::What::element;
            out.same_value = correct_place && read.words[at] == reference_word(row, k);
            out.owner = held->owner;
            out.element = {held->element.row + cta * job_.places[out.owner].rows, held->element.column};
        }
        return out;
    }

    struct Holder {
        Operand owner;
        Element element;
    };
    // Returns the element that begins at the address. If there is none, returns an element that shares a bit with the
    // read. The operand that was written last comes first.
    std::optional<Holder> holder(std::uint64_t bit) const {
        const Operand last = job_.a_is_last ? Operand::a : Operand::b;
        for (const Operand owner : {last, other_operand(last)}) {
            const PlaceIndex& index = e_.index[owner];
            auto at = index.element_at(bit);
            for (std::uint64_t b = bit; !at && b < bit + bits_; ++b) at = index.element_around(b);
            if (at) return Holder{owner, *at};
        }
        return {};
    }
    std::uint32_t reference_word(int row, int k) const {
        const std::vector<std::uint32_t>& words = pick(operand_, job_.expected.a, job_.expected.b);
        return words[index_in(job_.places[operand_].columns, {row, k})];
    }

    static bool continues(const ReadRun& run, int k, const FoundThere& f) {
        if (run.last + 1 != k || run.found.what != f.what || run.found.owner != f.owner) return false;
        if (f.what != FoundThere::What::element && f.what != FoundThere::What::over) return true;
        return f.element.row == run.found.element.row && f.element.column - run.found.element.column == k - run.first;
    }
    static void add(std::vector<ReadRun>& out, int k, const FoundThere& f) {
        if (f.what == FoundThere::What::right) return;
        if (!out.empty() && continues(out.back(), k, f))
            out.back().last = k, out.back().found.same_value &= f.same_value;
        else
            out.push_back({k, k, f});
    }

    const EmulatorJob& job_;
    const Emulation& e_;
    Operand operand_;
    unsigned bits_;  // bits of one element as the instruction reads it
    std::uint64_t zeros_below_;
};

// ---- the sentences ----

constexpr std::size_t kMostRuns = 4;  // runs listed for each operand; the others are only counted
constexpr std::string_view kWrongElements = "the wrong elements were read";

// A row of A or of B.
struct RowOf {
    Operand operand;
    unsigned row;
};

std::string element_text(std::string_view name, int row, int first, int last) {
    if (first == last) return say(name, "[", row, "][", first, "]");
    return say(name, "[", row, "][", first, "..", last, "]");
}

// "K step 3 reads", "K steps 0 to 3 read": the steps in which these columns are read.
std::string steps_of(const ReadRun& run, unsigned columns) {
    const unsigned first = static_cast<unsigned>(run.first) / columns, last = static_cast<unsigned>(run.last) / columns;
    return first == last ? say("K step ", first, " reads") : say("K steps ", first, " to ", last, " read");
}

bool is_unwritten(const FoundThere& f) {
    return f.what == FoundThere::What::skipped || f.what == FoundThere::What::unwritten;
}

// Neighbouring elements need not be in neighbouring bytes, so only the byte of the first one is named.
std::string text_of(const ReadRun& run, std::string_view name, int row, unsigned columns) {
    const FoundThere& f = run.found;
    if (is_unwritten(f))
        return say(steps_of(run, columns), " ", element_text(name, row, run.first, run.last), " at ",
                   run.first == run.last ? "a byte that nobody wrote: " : "bytes that nobody wrote, the first at ",
                   hex(f.byte), ".");
    const bool one = run.first == run.last;
    const std::string what = say(element_text(name, row, run.first, run.last), one ? " was" : " were", " read");
    const std::string at = say(one ? " at byte " : ", the first at byte ", hex(f.byte));
    const auto where = [&](std::string_view place) {
        return one ? say(what, at, ", ", place, '.') : say(what, ' ', place, at, '.');
    };
    switch (f.what) {
    case FoundThere::What::outside: return where("past the end of shared memory");
    case FoundThere::What::below: return where("below the memory of the CTA, which gives 0");
    case FoundThere::What::factors: return where("where scale factors were written");
    default: break;
    }
    const int to = f.element.column + run.last - run.first;
    const std::string found = element_text(name_of(f.owner), f.element.row, f.element.column, to);
    if (f.what == FoundThere::What::over)
        return one ? say(what, at, ", but ", found, " overwrote it.")
                   : say(what, " where they were written, but ", found, " overwrote them", at, '.');
    return one ? say(what, at, ", which holds ", found, '.') : say(what, " where ", found, " are", at, '.');
}

// The wrong reads of one row in a few words. Empty: no wrong read.
struct RunsInShort {
    std::string text;
    bool of_memory = false;  // the words read the right places, but other data is there, or none
};

RunsInShort runs_in_short(const std::vector<ReadRun>& runs, Operand operand, unsigned columns) {
    const auto worst = std::min_element(runs.begin(), runs.end(),
                                        [](const ReadRun& x, const ReadRun& y) { return x.found.what < y.found.what; });
    if (worst == runs.end()) return {};
    const std::string_view name = name_of(operand);
    switch (worst->found.what) {
    case FoundThere::What::right:
    case FoundThere::What::element: break;
    case FoundThere::What::over:
        if (worst->found.owner == operand) return {say("elements of ", name, " overlap in memory"), true};
        return {say("A and B overlap in memory, and ", name_of(worst->found.owner), " overwrote ", name), true};
    case FoundThere::What::below:
        return {say(name, " was read below the first byte of the CTA's memory, where the GPU reads 0"), true};
    case FoundThere::What::factors: return {say("scale factors were read as ", name)};
    case FoundThere::What::outside: return {say(name, " was read past the end of shared memory")};
    case FoundThere::What::skipped:
    case FoundThere::What::unwritten:
        return {say(steps_of(*worst, columns), " bytes of ", name, " that nobody wrote"),
                worst->found.what == FoundThere::What::skipped};
    }
    return {std::string(kWrongElements)};
}

// Adds one line for each run of wrong reads. If the widths differ, all elements are read at other addresses. One line
// about the types explains that, so only the reads that found no element get a line. Returns runs_in_short().
RunsInShort say_reads(std::vector<std::string>& out, const EmulatorJob& job, const Emulation& e, const RowOf& of) {
    std::vector<ReadRun> runs = RowReader(job, e, of.operand).runs(static_cast<int>(of.row));
    const unsigned columns = e.reads.empty() ? 1 : pick(of.operand, e.reads[0].a, e.reads[0].b).columns;
    if (types_of(job, of.operand).other_width())
        std::erase_if(runs, [](const ReadRun& run) { return run.found.what < FoundThere::What::factors; });
    for (std::size_t r = 0; r < std::min(runs.size(), kMostRuns); ++r)
        out.push_back(text_of(runs[r], name_of(of.operand), static_cast<int>(of.row), columns));
    if (runs.size() > kMostRuns)
        out.push_back(
            say("... and ", runs.size() - kMostRuns, " more ranges of ", name_of(of.operand), " row ", of.row, "."));
    return runs_in_short(runs, of.operand, columns);
}

// Returns the row in Tensor Memory that the instruction uses for a row of A.
unsigned source_row(const EmulatorJob& job, unsigned row) {
    const MmaInstruction& i = job.steps.front();
    const auto shape = shape_of(i);
    if (!i.variant.ashift || !i.variant.a_in_tmem || !shape || shape->path == nullptr) return row;
    return shifted_row({.operand = TmemOperand::a, .path = shape->path, .columns = shape->k}, row);
}

// Compares the words of A in registers or Tensor Memory. Their addresses are not recorded. Reports the first
// difference.
void say_words(std::vector<std::string>& out, const EmulatorJob& job, const Emulation& e, unsigned row) {
    for (std::size_t step = 0; step < e.reads.size(); ++step) {
        const ReadOperand& read = e.reads[step].a;
        if (!read.first_bit.empty() || read.words.empty()) continue;
        const std::size_t all = job.expected.a.size() / job.expected.m, from = source_row(job, row);
        for (unsigned c = 0; c < read.columns; ++c) {
            const std::size_t k = (job.first_step + step) * read.columns + c;
            const std::uint32_t have = read.words[row * read.columns + c], want = job.expected.a[from * all + k];
            if (have == want) continue;
            out.push_back(say("A[", row, "][", k, "] was ", hex(have), ", not ", hex(want), "."));
            return;
        }
    }
}

// One small operand: scale factors or sparse codes.
struct Small {
    std::string_view name;
    const std::vector<std::uint8_t> GatheredMma::*read;
    std::size_t rows;
};

// Reports the first factor or code of the row that differs from the reference.
template <class T>
void say_small(std::vector<std::string>& out, const EmulatorJob& job, const Emulation& e, const Small& what,
               const std::vector<T>& reference, unsigned row) {
    const std::size_t all = reference.size() / std::max<std::size_t>(what.rows, 1);
    for (std::size_t step = 0; step < e.reads.size(); ++step) {
        const std::vector<std::uint8_t>& read = e.reads[step].*what.read;
        const std::size_t in_one = read.size() / what.rows;
        for (std::size_t f = 0; f < in_one; ++f) {
            const std::size_t at = (job.first_step + step) * in_one + f;
            if (at >= all || read[row * in_one + f] == reference[row * all + at]) continue;
            out.push_back(say(what.name, "[", row, "][", at, "] was ", hex(read[row * in_one + f], 2), ", not ",
                              hex(reference[row * all + at], 2), "."));
            return;
        }
    }
}

// Reports what the words of the instruction request: negation, scaling, shifts, the mask and disabled lanes.
void say_requested(std::vector<std::string>& out, const EmulatorJob& job, const Emulation& e, const Element& d) {
    const MmaInstruction& i = job.steps.front();
    const auto shape = shape_of(i);
    if (shape && shape->negate_a) out.push_back("The field 'negate_a' of idesc is set: A is negated.");
    if (shape && shape->negate_b) out.push_back("The field 'negate_b' of idesc is set: B is negated.");
    const bool adds = std::any_of(job.steps.begin(), job.steps.end(), [](const auto& s) { return s.enable_d; });
    if (i.variant.scale_d.value_or(0) != 0 && adds)
        out.push_back(say("scale-input-d: before an instruction adds to D, it multiplies D by 2 to the power of -",
                          *i.variant.scale_d, "."));
    if (e.column_shift != 0)
        out.push_back(say("zcm column_shift: column ", d.column, " of D uses column ",
                          d.column + static_cast<int>(e.column_shift), " of B."));
    const auto row = static_cast<unsigned>(d.row);
    if (source_row(job, row) != row)
        out.push_back(say(".ashift: row ", row, " of D uses row ", source_row(job, row), " of A in Tensor Memory."));
    const std::size_t at = std::size_t{row} * e.n + static_cast<std::size_t>(d.column);
    if (at < e.zeroed.size() && e.zeroed[at])
        out.push_back(say("The zero-column mask treats column ", d.column, " of B as zero."));
    if (at < e.kept.size() && e.kept[at]) out.push_back("The lane of this element is disabled: D keeps its old value.");
}

// Reports operands whose written type is not the type that the instruction reads.
void say_types(std::vector<std::string>& out, const EmulatorJob& job) {
    for (const Operand o : kBothOperands) {
        const WrittenAndRead types = types_of(job, o);
        if (!types.differ()) continue;
        const auto named = [&](const ElementType& t) {
            const std::string padded =
                t.bits == t.container_bits ? "" : say(" in ", t.container_bits, "-bit containers");
            return types.other_width() ? say(t.id, " of ", t.bits, t.bits == 1 ? " bit" : " bits", padded)
                                       : std::string(t.id);
        };
        out.push_back(
            say(name_of(o), " was written as ", named(*types.written), " and is read as ", named(*types.read), "."));
    }
}

// "A was written as bf16, read as f16".
std::string types_in_short(const EmulatorJob& job) {
    const WrittenAndRead a = types_of(job, Operand::a), b = types_of(job, Operand::b);
    const bool both = a == b && a.differ();
    const WrittenAndRead& first = a.differ() ? a : b;
    if (!first.differ()) return {};
    return say(both         ? "A and B were"
               : a.differ() ? "A was"
                            : "B was",
               " written as ", first.written->id, ", read as ", first.read->id);
}

void say_accumulator(std::vector<std::string>& out, const EmulatorJob& job, const Emulation& e, std::size_t at) {
    if (e.reads.empty() || at >= e.reads[0].c.words.size() || at >= job.expected.c.size()) return;
    const std::uint32_t have = e.reads[0].c.words[at], want = job.expected.c[at];
    if (have != want)
        out.push_back(say("D held ", text_of_word(e.d_type, have), " before the first instruction, not ",
                          text_of_word(e.d_type, want), ". Other data was written to the location of D."));
}

// The reasons why an element differs from the expected value, and a short form for the first line.
struct Reasons {
    std::vector<std::string> lines;
    std::string short_form;
};

Reasons reasons_of(const EmulatorJob& job, const Emulation& e, unsigned row, unsigned column) {
    Reasons out;
    auto closes = [&, before = std::size_t{0}](std::string_view text) mutable {
        if (out.lines.size() > before && out.short_form.empty()) out.short_form = text;
        before = out.lines.size();
    };
    const RowOf rows[] = {{Operand::a, row}, {Operand::b, column}};
    bool of_memory = false;
    const auto say_places = [&](bool other_width) {
        for (const RowOf& of : rows)
            if (types_of(job, of.operand).other_width() == other_width) {
                const RunsInShort found = say_reads(out.lines, job, e, of);
                if (found.of_memory && !of_memory) out.short_form.clear();  // right words would not help
                of_memory = of_memory || found.of_memory;
                closes(found.text);
            }
    };
    say_places(false);
    if (!types_of(job, Operand::a).other_width()) say_words(out.lines, job, e, row);
    closes(kWrongElements);
    say_types(out.lines, job);
    closes(types_in_short(job));
    say_places(true);
    say_small(out.lines, job, e, {"SFA", &GatheredMma::scale_a, e.m}, job.expected.sfa, row);
    say_small(out.lines, job, e, {"SFB", &GatheredMma::scale_b, e.n}, job.expected.sfb, column);
    closes("the wrong scale factors were read");
    say_small(out.lines, job, e, {"Metadata", &GatheredMma::codes, e.m}, job.expected.codes, row);
    closes("the wrong metadata was read");
    say_accumulator(out.lines, job, e, std::size_t{row} * e.n + column);
    closes("D did not hold the expected C");
    return out;
}

std::string headline(const Emulation& e, std::size_t at, std::string_view reason) {
    const std::string name = say("D[", at / e.n, "][", at % e.n, "] = ", text_of_word(e.d_type, e.d[at]));
    const std::string want = text_of_word(e.d_type, e.expected[at].word);
    const std::int64_t places = e.places[at] < 0 ? -e.places[at] : e.places[at];
    switch (e.verdicts[at]) {
    case Verdict::equal:
        return say(name, e.expected[at].exact ? ", the exact product." : ", the exact product, rounded once.");
    case Verdict::rounding:
        if (places >= kFar)
            return say(name, "; the exact product rounds to ", want,
                       ". The correct elements were read, but an intermediate sum overflowed in the hardware.");
        return say(name, "; the exact product rounds to ", want,
                   ". The correct elements were read. The rounding of the hardware causes a difference of ", places,
                   " ULP.");
    case Verdict::requested:
        return say(name, ", not ", want, ", because the instruction and its descriptors request this result.");
    case Verdict::wrong: break;
    }
    return say(name, ", not ", want, ": ", reason.empty() ? kWrongElements : reason, ".");
}

}  // namespace

std::vector<std::string> explanation_of(const EmulatorJob& job, const Emulation& e, unsigned row, unsigned column) {
    if (row >= e.m || column >= e.n)
        return {say("D has ", e.m, " rows and ", e.n, " columns; there is no D[", row, "][", column, "].")};
    const std::size_t at = std::size_t{row} * e.n + column;
    const Reasons reasons = reasons_of(job, e, row, column);
    std::vector<std::string> out{headline(e, at, reasons.short_form)};
    out.insert(out.end(), reasons.lines.begin(), reasons.lines.end());
    say_requested(out, job, e, {static_cast<int>(row), static_cast<int>(column)});
    if (e.verdicts[at] == Verdict::wrong)
        for (const Cause& cause : job.causes) out.push_back(cause.sentence);
    if (at < e.doubt.size() && e.doubt[at])
        out.push_back(
            "Another published rule of addition gives different bits for this element. See the open questions about "
            "the hardware.");
    return out;
}

}  // namespace tilescope
