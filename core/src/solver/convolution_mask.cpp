// core/src/solver/convolution_mask.cpp -- the zero-column mask that a convolution needs.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/solver/convolution_mask.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace tilescope {
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
    using Mask = Answer<ConvolutionMask>;
    if (const std::string why = refusal_of(t); !why.empty()) return Mask::refuse(why);
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
        return Mask::refuse(say("tap ", t.tap, " reads padding in ", skip,
                                " columns of a row; a word has runs of at most ", kLongestSpan, " columns"));
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
