// core/src/solver/solve_mask.cpp -- the zero-column mask for requested columns, or for a convolution.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/solver/solve_mask.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace tilescope {
namespace {

struct Run {
    unsigned first, length;  // in columns
    bool zeroed;
    unsigned submask;
    bool at_start, at_end;  // whether the run is at the start or at the end of its sub-mask

    // Whether the run has its full length.
    bool exact() const { return !at_start && !at_end; }
};

std::vector<Run> runs_of(const std::vector<bool>& zeroed, unsigned per_submask) {
    std::vector<Run> out;
    const auto n = static_cast<unsigned>(zeroed.size());
    for (unsigned j = 0; j < n; ++j) {
        const unsigned submask = j / per_submask;
        const bool fresh = j % per_submask == 0;
        if (fresh && !out.empty()) out.back().at_end = true;
        if (fresh || out.back().zeroed != zeroed[j]) out.push_back({j, 0, zeroed[j], submask, fresh, false});
        ++out.back().length;
    }
    if (!out.empty()) out.back().at_end = true;
    return out;
}

std::string in_words(const Run& run) {
    const char* kind = run.zeroed ? "zeroed" : "used";
    if (run.length == 1) return say("column ", run.first, " is a run of 1 ", kind, " column");
    return say("columns ", run.first, " to ", run.first + run.length - 1, " are a run of ", run.length, " ", kind,
               " columns");
}

// The possible lengths of the zeroed runs (or of the used runs), and a run that determines the length.
struct Length {
    RunRange range;
    const Run* witness = nullptr;  // a run with its full length

    // Adds a run. Returns an empty text, or the reason why no word has this run. `column` is then the first column that
    // the length does not allow.
    std::string add(const Run& run, unsigned& column) {
        const bool too_long = run.length > range.most, too_short = run.exact() && run.length < range.least;
        if (too_long || too_short) {
            column = run.first + (too_long ? range.most : run.length);
            return say(in_words(run), witness ? ", but " : "", witness ? in_words(*witness) : std::string(), "; all ",
                       run.zeroed ? "zeroed" : "used",
                       " runs must have the same length, except at the two ends of a sub-mask");
        }
        range.least = std::max(range.least, run.length);
        if (run.exact()) range.most = run.length, witness = &run;
        return {};
    }
};

// Adds the inner runs before the runs at the ends of sub-masks, because inner runs have their full length.
MaskAnswer add_all(const std::vector<Run>& runs, std::array<Length, 2>& lengths) {
    MaskAnswer out;
    for (const bool exact : {true, false})
        for (const Run& run : runs) {
            if (run.exact() != exact) continue;
            out.why = lengths[run.zeroed].add(run, out.column);
            if (!out.why.empty()) return out;
        }
    return out;
}

unsigned nearest(const RunRange& range, unsigned length) { return std::clamp(length, range.least, range.most); }

// ---- the nearest mask ----

// All pairs of run lengths are tried. A run that is longer than its sub-mask acts as one of the length of the sub-mask.
// For each pair, each sub-mask takes the start that fits it best. Prefix sums count the columns of a run at once.

// One sub-mask: how many of the columns before j are zeroed.
struct Counted {
    std::vector<unsigned> before;
    unsigned columns() const { return static_cast<unsigned>(before.size()) - 1; }
    unsigned zeroed(unsigned from, unsigned to) const { return before[to] - before[from]; }
};

struct Start {
    unsigned count = 0;
    bool zeroed = false;
    unsigned different = ~0u;
};

// Returns the number of columns that differ if the sub-mask begins `count` columns after the start of a run.
unsigned difference(const Counted& part, unsigned skip, unsigned use, unsigned count, bool zeroed, unsigned most) {
    unsigned out = 0;
    const unsigned n = part.columns();
    for (unsigned j = 0; j < n && out < most; zeroed = !zeroed, count = 0) {
        const unsigned end = std::min(n, j + (zeroed ? skip : use) - count), hits = part.zeroed(j, end);
        out += zeroed ? end - j - hits : hits;
        j = end;
    }
    return out;
}

Start best_start(const Counted& part, unsigned skip, unsigned use, unsigned most) {
    Start best{.different = most};
    for (const bool zeroed : {false, true})
        for (unsigned count = 0; count < (zeroed ? skip : use) && best.different != 0; ++count)
            if (const unsigned d = difference(part, skip, use, count, zeroed, best.different); d < best.different)
                best = {count, zeroed, d};
    return best;
}

unsigned distance(unsigned a, unsigned b) { return a > b ? a - b : b - a; }

}  // namespace

MaskAnswer solve_mask(const std::vector<bool>& zeroed, unsigned m, const ZeroMask& near) {
    const unsigned parts = submasks_of(m);
    const auto n = static_cast<unsigned>(zeroed.size());
    if (n == 0 || n > kMostMaskColumns || n % parts != 0)
        return {{},
                0,
                say("the mask has ", n, " columns; for M = ", m, " use 1 to 256 columns, and a multiple of ", parts)};
    MaskSolution s;
    s.mask.column_shift = near.column_shift;
    s.mask.skip = std::clamp(near.skip, 1u, kMostMaskColumns);
    s.mask.use = std::clamp(near.use, 1u, kMostMaskColumns);
    if (std::ranges::find(zeroed, true) == zeroed.end()) return {s, 0, {}};
    const std::vector<Run> runs = runs_of(zeroed, n / parts);
    std::array<Length, 2> lengths;  // used, zeroed
    if (MaskAnswer no = add_all(runs, lengths); !no.why.empty()) return no;
    s.use = lengths[0].range;
    s.skip = lengths[1].range;
    s.mask.nonzero = true;
    s.mask.skip = nearest(s.skip, near.skip);
    s.mask.use = nearest(s.use, near.use);
    for (const Run& run : runs) {
        if (!run.at_start) continue;
        s.mask.fs[run.submask] = run.zeroed;
        // A run that fills its sub-mask can be any part of a longer run. Use the first part.
        s.mask.sc[run.submask] = run.at_end ? 0 : (run.zeroed ? s.mask.skip : s.mask.use) - run.length;
    }
    return {s, 0, {}};
}

std::optional<NearestMask> nearest_mask(const std::vector<bool>& zeroed, unsigned m, const ZeroMask& near) {
    const unsigned parts = submasks_of(m);
    const auto n = static_cast<unsigned>(zeroed.size());
    if (n == 0 || n > kMostMaskColumns || n % parts != 0) return {};
    std::vector<Counted> counted(parts);
    for (unsigned j = 0; j < n; ++j) {
        std::vector<unsigned>& before = counted[j / (n / parts)].before;
        if (before.empty()) before.push_back(0);
        before.push_back(before.back() + (zeroed[j] ? 1 : 0));
    }
    NearestMask out{.mask = {.column_shift = near.column_shift}, .different = 0};
    out.different = static_cast<unsigned>(std::ranges::count(zeroed, true));  // of a mask that zeroes nothing
    unsigned far = ~0u;
    const unsigned longest = n / parts;
    for (unsigned skip = 1; skip <= longest; ++skip)
        for (unsigned use = 1; use <= longest; ++use) {
            const unsigned from_near = distance(skip, near.skip) + distance(use, near.use);
            const unsigned allowed = out.different + (out.mask.nonzero && from_near < far ? 1 : 0);
            ZeroMask mask{.nonzero = true, .skip = skip, .use = use, .column_shift = near.column_shift};
            unsigned different = 0;
            for (unsigned p = 0; p < parts && different < allowed; ++p) {
                const Start start = best_start(counted[p], skip, use, allowed - different);
                different += start.different;
                mask.sc[p] = start.count, mask.fs[p] = start.zeroed;
            }
            if (different >= allowed) continue;
            out = {mask, different};
            far = from_near;
        }
    return out;
}

Answer<std::vector<bool>> mask_from_text(std::string_view text, unsigned n) {
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    const bool binary = text.starts_with("0b") || text.starts_with("0B");
    std::vector<bool> bits;  // highest column first
    for (std::size_t i = hexadecimal || binary ? 2 : 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '_' || c == '\'' || c == ' ') continue;
        const std::string_view digits = hexadecimal ? "0123456789abcdef" : "01";
        const std::size_t value = digits.find(c >= 'A' && c <= 'F' ? static_cast<char>(c + 32) : c);
        if (value == digits.npos)
            return Refusal("character ", i + 1, " of the mask: use ",
                           hexadecimal ? "hexadecimal digits" : "only 0 and 1, with the highest column on the left");
        for (unsigned bit = hexadecimal ? 4 : 1; bit-- > 0;) bits.push_back((value >> bit & 1) != 0);
    }
    if (bits.empty()) return Refusal("the mask has no digits; it must have ", n, ", one for each column");
    if (!hexadecimal && !binary && bits.size() != n)
        return Refusal("the mask has ", bits.size(), " digits; it must have ", n, ", one for each column");
    std::reverse(bits.begin(), bits.end());
    for (std::size_t j = n; j < bits.size(); ++j)
        if (bits[j]) return Refusal("the mask has a bit for column ", j, "; the highest column is ", n - 1);
    bits.resize(n);
    return bits;
}

// ---- the mask that a convolution needs ----

namespace {

constexpr unsigned kLongestSpan = 256;  // columns

std::string refusal_of(const ConvolutionTile& t) {
    if (t.m != 32 && t.m != 64 && t.m != 128) return say("M must be 32, 64 or 128, not ", t.m);
    if (t.n < 1 || t.n > kLongestSpan) return say("N must be 1 to ", kLongestSpan, ", not ", t.n);
    if (const unsigned parts = submasks_of(t.m); t.n % parts != 0)
        return say("N must be a multiple of ", parts, ", not ", t.n, ", because the mask for M = ", t.m, " has ", parts,
                   " sub-masks of equal length");
    if (t.conv_q == 0) return "conv_q must be 1 or more: it is the number of pixels in a row of the image";
    struct Argument {
        std::string_view name;
        unsigned value;
    };
    for (const Argument& a : {Argument{"conv_q", t.conv_q}, Argument{"cta_coord_q", t.cta_coord_q},
                              Argument{"num_pixels_skip_left", t.num_pixels_skip_left}, Argument{"the tap", t.tap}})
        if (a.value > kMostConvolution) return say(a.name, " must be 0 to ", kMostConvolution, ", not ", a.value);
    return {};
}

// Where the padding is, counted from the first pixel of a tile.
struct Padding {
    std::uint64_t row, wide;  // pixels of a row; of them, pixels that read padding
    std::uint64_t next;       // the pixel, modulo the row, at which a run of padding begins
    bool any;                 // whether the tap reads another pixel than its own
};

Padding padding_of(const ConvolutionTile& t) {
    const bool left = t.num_pixels_skip_left > t.tap;
    const std::uint64_t wide = left ? t.num_pixels_skip_left - t.tap : t.tap - t.num_pixels_skip_left;
    // To the left, the first pixels of a row read padding; to the right, the last ones.
    return {t.conv_q, wide, left || wide >= t.conv_q ? 0 : t.conv_q - wide, wide != 0};
}

std::vector<bool> needed_columns(const ConvolutionTile& t) {
    std::vector<bool> out(t.n);
    for (std::int64_t j = 0; j < t.n; ++j) {
        const std::int64_t at = (std::int64_t{t.cta_coord_q} * t.n + j) % t.conv_q;
        const std::int64_t reads = at + t.tap - t.num_pixels_skip_left;
        out[static_cast<std::size_t>(j)] = reads < 0 || reads >= t.conv_q;
    }
    return out;
}

// Sets the starts of all sub-masks. A word without effect (nonzero 0) has the same starts as CUTLASS's.
void add_starts(ConvolutionMask& out, const ConvolutionTile& t, const Padding& p) {
    const unsigned parts = submasks_of(t.m), columns = t.n / parts;
    const std::uint64_t skip = out.mask.skip, use = out.mask.use;
    bool cutlass_masks = false;
    for (unsigned part = 0; part < parts; ++part) {
        const std::uint64_t at = std::uint64_t{t.cta_coord_q} * t.n + std::uint64_t{part} * columns;
        const std::uint64_t index = p.any ? (at + p.row - p.next) % p.row : 0;  // pixels since the padding began
        const std::uint64_t left = p.row - index;                               // pixels until it begins again
        const bool inside = index < skip, known = inside || left + skip <= t.n;
        const bool reached = known || left < columns;
        out.mask.fs[part] = inside;
        out.mask.sc[part] = static_cast<unsigned>(inside ? index : reached ? use - left : 0);
        out.mask.nonzero = out.mask.nonzero || (reached && p.any);
        cutlass_masks = cutlass_masks || (known && p.any);
    }
    out.cutlass_differs = out.mask.nonzero && !cutlass_masks;
}

}  // namespace

Answer<ConvolutionMask> convolution_mask(const ConvolutionTile& t) {
    if (const std::string why = refusal_of(t); !why.empty()) return Refusal(why);
    const Padding p = padding_of(t);
    ConvolutionMask out{.mask = {.column_shift = t.tap}, .needed = needed_columns(t)};
    const std::uint64_t skip = std::max<std::uint64_t>(p.wide, 1);
    if (skip >= p.row) {  // every pixel reads padding
        out.mask.skip = kLongestSpan;
        out.mask.nonzero = p.any;
        std::fill_n(out.mask.fs.begin(), submasks_of(t.m), true);
        return out;
    }
    if (skip > kLongestSpan)
        return Refusal("tap ", t.tap, " reads padding in ", skip, " columns of a row; a word has runs of at most ",
                       kLongestSpan, " columns");
    out.mask.skip = static_cast<unsigned>(skip);
    out.mask.use = static_cast<unsigned>(std::min<std::uint64_t>(p.row - skip, kLongestSpan));
    add_starts(out, t, p);
    return out;
}

std::vector<unsigned> different_columns(const std::vector<bool>& a, const std::vector<bool>& b) {
    std::vector<unsigned> out;
    for (std::size_t j = 0; j < std::max(a.size(), b.size()); ++j)
        if ((j < a.size() && a[j]) != (j < b.size() && b[j])) out.push_back(static_cast<unsigned>(j));
    return out;
}

std::string list_columns(std::span<const unsigned> columns, std::size_t most) {
    std::string out;
    std::size_t listed = 0;
    for (std::size_t i = 0, end = 0; i < columns.size(); i = end, ++listed) {
        if (listed == most) return say(out, " and ", columns.size() - i, " more");
        for (end = i + 1; end < columns.size() && columns[end] == columns[end - 1] + 1;) ++end;
        if (end - i == 2) end = i + 1;  // "4, 5" reads better than "4 to 5"
        out += say(out.empty() ? "" : ", ", columns[i], end - i > 1 ? say(" to ", columns[end - 1]) : std::string());
    }
    return out;
}

std::vector<bool> zeroed_columns(const MaskPicture& picture) {
    std::vector<bool> out;
    for (const MaskColumn& c : picture.columns) out.push_back(c.zeroed);
    return out;
}

}  // namespace tilescope
