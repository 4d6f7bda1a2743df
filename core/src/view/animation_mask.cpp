// core/src/view/animation_mask.cpp -- the zero-column mask advances over the columns of D, run by run.
// SPDX-License-Identifier: MIT

#include "animation_parts.h"

#include <algorithm>

namespace tilescope::animated {
namespace {

constexpr unsigned kBand = 32;  // columns of one row of the picture

// The picture has a row of columns of B, below it the same columns of D, then the next columns. A sub-mask starts in a
// new pair of rows. Rows of B alone follow for columns that only the column shift reaches.
struct Bands {
    unsigned n, submask, all;  // columns: of D, of one sub-mask, of B with the column shift
    unsigned rows_of_submask() const { return (submask + kBand - 1) / kBand; }
    unsigned rows_of_d() const { return (n + submask - 1) / submask * rows_of_submask(); }
    unsigned rows_of_rest() const { return (all - n + kBand - 1) / kBand; }
    CellSpot spot(unsigned column, unsigned below) const {
        if (column >= n)
            return {0, static_cast<int>(2 * rows_of_d() + (column - n) / kBand),
                    static_cast<int>((column - n) % kBand)};
        const unsigned inside = column % submask, band = column / submask * rows_of_submask() + inside / kBand;
        return {0, static_cast<int>(2 * band + below), static_cast<int>(inside % kBand)};
    }
    CellSpot of_b(unsigned column) const { return spot(column, 0); }
    CellSpot of_d(unsigned column) const { return spot(column, 1); }
};

struct MaskPlay {
    const ZeroMask& mask;
    const MaskPicture& picture;
    Bands bands;
    Animation out;
};

void prepare_grid(MaskPlay& p) {
    const Bands& bands = p.bands;
    Cells out = empty_grid("mask_columns",
                           say("COLUMNS OF B AND D  ", counted(p.picture.submasks, "sub-mask"),
                               "  number in D = column of B that is read"),
                           {{}, "column"},
                           {static_cast<int>(2 * bands.rows_of_d() + bands.rows_of_rest()),
                            static_cast<int>(std::min(std::max(bands.submask, bands.all - bands.n), kBand))},
                           CellKind::mask_column);
    out.row_labels.resize(static_cast<std::size_t>(out.rows));
    for (int c = 0; c < out.columns; ++c) out.column_labels.push_back(say("+", c));
    const auto label_row = [&](const CellSpot& at, std::string_view name, unsigned column) {
        if (at.column == 0) out.row_labels[static_cast<std::size_t>(at.row)] = say(name, " ", column);
    };
    for (unsigned column = 0; column < bands.all; ++column) {
        const CellSpot b = bands.of_b(column);
        const std::size_t i = out.at(b.row, b.column);
        out.tone[i] = static_cast<Tone>(column % 8);
        out.label[i] = static_cast<std::int32_t>(column);
        label_row(b, "B", column);
        if (column >= bands.n) continue;
        const CellSpot d = bands.of_d(column);
        out.key[out.at(d.row, d.column)] = column;
        label_row(d, "D", column);
    }
    p.out.start.grids = {std::move(out)};
    p.out.start.legend = {{Tone::zeroed, Mark::hatched, "zeroed: the MMA takes 0 for the column of B"},
                          {Tone::empty, Mark::none, "colour: column of B mod 8"}};
}

void add_submask(MaskPlay& p, unsigned submask, unsigned first, unsigned end) {
    AnimationStep step;
    for (unsigned column = first; column < end; ++column) step.lit.push_back(p.bands.of_d(column));
    const ZeroMask& m = p.mask;
    step.sentence =
        say("Sub-mask ", submask, " of ", p.picture.submasks, " has columns ", range_text(first, end - 1), " of D. ");
    if (!m.nonzero)
        step.sentence += "The field nonzero is 0, so no column is zeroed.";
    else
        step.sentence += say("Runs of ", m.skip, " zeroed columns (skip_span) and of ", m.use,
                             " used columns (use_span) take turns. fs", submask, " is ", m.fs[submask] ? 1 : 0,
                             ": the first run is ", m.fs[submask] ? "zeroed" : "used", ". sc", submask, " is ",
                             m.sc[submask], ": so many of its columns come before the sub-mask.");
    p.out.steps.push_back(std::move(step));
}

void add_run(MaskPlay& p, unsigned first, unsigned end) {
    AnimationStep step;
    const MaskColumn& head = p.picture.columns[first];
    const Cells& cells = p.out.start.grids.front();
    for (unsigned column = first; column < end; ++column) {
        const CellSpot to = p.bands.of_d(column);
        step.lit.push_back(to);
        if (head.zeroed) {
            step.changes.push_back({.at = to, .tone = Tone::zeroed, .mark = Mark::hatched});
            continue;
        }
        const CellSpot from = p.bands.of_b(p.picture.columns[column].source);
        step.lit.push_back(from);
        step.movements.push_back(movement_of(cells, cells.at(from.row, from.column), from, to));
    }
    const unsigned columns = end - first;
    const std::string run =
        say("run ", head.run, " of sub-mask ", head.submask, ", ",
            columns == head.length ? say("all ", columns) : say(columns, " of ", head.length), " columns");
    const char* what = columns == 1 ? "Column " : "Columns ";
    if (head.zeroed)
        step.sentence = say(what, range_text(first, end - 1), " of D (", run, "): zeroed. The MMA takes 0 for ",
                            columns == 1 ? "this column" : "these columns", " of B.");
    else
        step.sentence =
            say(what, range_text(first, end - 1), " of D (", run, "): used. The MMA reads ",
                columns == 1 ? "column " : "columns ", range_text(head.source, head.source + columns - 1), " of B",
                p.mask.column_shift == 0 ? std::string() : say(": column shift ", p.mask.column_shift), ".");
    p.out.steps.push_back(std::move(step));
}

}  // namespace

Animation mask_animation(const Derived& derived, const ViewState&) {
    const MaskPicture& picture = derived.mask.examples;
    const unsigned most = std::ranges::max(picture.columns, {}, &MaskColumn::source).source + 1;
    MaskPlay p{
        derived.mask.word, picture, {picture.n, std::max(picture.submask_columns, 1u), std::max(most, picture.n)}, {}};
    prepare_grid(p);
    for (unsigned first = 0; first < picture.n;) {
        const MaskColumn& head = picture.columns[first];
        if (first % p.bands.submask == 0)
            add_submask(p, head.submask, first, std::min(first + p.bands.submask, picture.n));
        unsigned end = first + 1;
        while (end < picture.n && picture.columns[end].submask == head.submask && picture.columns[end].run == head.run)
            ++end;
        add_run(p, first, end);
        first = end;
    }
    p.out.steps.push_back({.sentence = say("The mask zeroes ", picture.zeroed, " of ", picture.n, " columns of D.")});
    return p.out;
}

}  // namespace tilescope::animated
