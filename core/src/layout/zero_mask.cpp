// core/src/layout/zero_mask.cpp -- zero-column masks: zeroed columns of B, and column shift.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/zero_mask.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr unsigned kMostColumns = 256;

// Returns the columns [first, last) as a hexadecimal number. Bit 0 is the first column.
std::string hex_of(const MaskPicture& picture, unsigned first, unsigned last) {
    std::string digits;
    for (unsigned column = first; column < last; column += 4) {
        unsigned nibble = 0;
        for (unsigned bit = 0; bit < 4 && column + bit < last; ++bit)
            nibble |= static_cast<unsigned>(picture.columns[column + bit].zeroed) << bit;
        digits += "0123456789abcdef"[nibble];
    }
    std::ranges::reverse(digits);
    return say("0x", digits.empty() ? "0" : digits.c_str());
}

// The lengths of the two alternating runs, in one reading.
struct Runs {
    unsigned zeroed, used;
};

MaskColumn column_at(const ZeroMask& mask, Runs runs, unsigned submask, unsigned index) {
    const bool starts_zeroed = mask.fs[submask];
    const unsigned first = starts_zeroed ? runs.zeroed : runs.used, second = starts_zeroed ? runs.used : runs.zeroed;
    const unsigned passed = std::min(mask.sc[submask], first - 1);
    const unsigned period = first + second, at = (index + passed) % period, turn = (index + passed) / period;
    const bool in_first = at < first;
    return {.zeroed = mask.nonzero && in_first == starts_zeroed,
            .submask = submask,
            .place = in_first ? at : at - first,
            .length = in_first ? first : second,
            .run = 2 * turn + !in_first,
            .source = 0};
}

MaskPicture empty_picture(unsigned m, unsigned n) {
    MaskPicture out;
    out.m = m;
    out.n = std::min(n, kMostColumns);
    out.submasks = submasks_of(m);
    out.submask_columns = (out.n + out.submasks - 1) / out.submasks;
    return out;
}

void write_hex(MaskPicture& out) {
    for (unsigned b = 0; b < out.submasks; ++b) {
        const unsigned first = std::min(b * out.submask_columns, out.n);
        out.submask_hex.push_back(hex_of(out, first, std::min(first + out.submask_columns, out.n)));
    }
    out.hex = hex_of(out, 0, out.n);
}

}  // namespace

MaskPicture picture_of(const std::vector<bool>& zeroed, unsigned m) {
    MaskPicture out = empty_picture(m, static_cast<unsigned>(zeroed.size()));
    for (unsigned j = 0; j < out.n; ++j) {
        out.columns.push_back({.zeroed = zeroed[j], .submask = j / out.submask_columns, .source = j});
        out.zeroed += zeroed[j];
    }
    write_hex(out);
    return out;
}

MaskPicture expand_mask(const ZeroMask& mask, unsigned m, unsigned n, MaskReading reading) {
    MaskPicture out = empty_picture(m, n);
    const unsigned skip = std::max(mask.skip, 1u), use = std::max(mask.use, 1u);
    const Runs runs = reading == MaskReading::examples ? Runs{skip, use} : Runs{use, skip};
    for (unsigned j = 0; j < out.n; ++j) {
        MaskColumn c = column_at(mask, runs, j / out.submask_columns, j % out.submask_columns);
        c.source = j + mask.column_shift;
        out.zeroed += c.zeroed;
        out.columns.push_back(c);
    }
    for (unsigned b = 0; b < out.submasks; ++b)
        out.saturated |= mask.nonzero && mask.sc[b] >= (mask.fs[b] ? runs.zeroed : runs.used);
    write_hex(out);
    return out;
}

std::string explain_column(const MaskPicture& picture, unsigned column) {
    if (column >= picture.columns.size())
        return say("column ", column, " is outside the mask of ", picture.n, " columns");
    const MaskColumn& c = picture.columns[column];
    const unsigned inside = picture.submask_columns ? column % picture.submask_columns : column;
    std::string out = say("column ", inside, " of sub-mask ", c.submask, " is ", c.zeroed ? "zeroed" : "used",
                          ": position ", c.place, " in a run of length ", c.length);
    if (picture.zeroed == 0 && !c.zeroed) out = say("column ", inside, " of sub-mask ", c.submask, " is used");
    return c.source == column ? out : say(out, "; it reads column ", c.source, " of B");
}

}  // namespace tilescope
