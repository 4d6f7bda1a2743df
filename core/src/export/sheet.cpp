// core/src/export/sheet.cpp -- lays out a scene on a sheet.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

constexpr double kCellHeight = 20, kLetter = 7.4, kLeastCell = 22, kGap = 32, kMargin = 16, kLine = 18;
constexpr double kLeastWidth = 480, kSwatch = 12, kBetween = 14;

constexpr Rgb hex_rgb(std::uint32_t v) {
    return {static_cast<std::uint8_t>(v >> 16), static_cast<std::uint8_t>(v >> 8), static_cast<std::uint8_t>(v)};
}

constexpr Rgb kBlack = hex_rgb(0x14171A), kWhite = hex_rgb(0xFFFFFF);

// The colours of Tone::step0 to Tone::step7, in this order. ink_of() has the colours of the other tones.
// clang-format off
constexpr std::array<SheetInk, 8> kScreenSteps = {{{hex_rgb(0x12306B), kWhite}, {hex_rgb(0x424671), kWhite}, {hex_rgb(0x635E77), kWhite}, {hex_rgb(0x7C7177), kWhite},
                                                {hex_rgb(0xA09181), kBlack}, {hex_rgb(0xBEAC85), kBlack}, {hex_rgb(0xDDC888), kBlack}, {hex_rgb(0xFBE58A), kBlack}}};
constexpr std::array<SheetInk, 8> kGreySteps = {{{hex_rgb(0x3A3A3A), kWhite}, {hex_rgb(0x565656), kWhite}, {hex_rgb(0x707070), kWhite}, {hex_rgb(0x8C8C8C), kBlack},
                                              {hex_rgb(0xA6A6A6), kBlack}, {hex_rgb(0xC0C0C0), kBlack}, {hex_rgb(0xD8D8D8), kBlack}, {hex_rgb(0xF0F0F0), kBlack}}};
constexpr std::array<SheetInk, 8> kCuteSteps = {{{hex_rgb(0xAFAFFF), kBlack}, {hex_rgb(0xAFFFAF), kBlack}, {hex_rgb(0xFFFFAF), kBlack}, {hex_rgb(0xFFAFAF), kBlack},
                                              {hex_rgb(0xD2D2FF), kBlack}, {hex_rgb(0xD2FFD2), kBlack}, {hex_rgb(0xFFFFD2), kBlack}, {hex_rgb(0xFFD2D2), kBlack}}};
// clang-format on

SheetInk ink_of(Tone tone, Palette palette) {
    const auto index = static_cast<std::size_t>(tone);
    if (index < kScreenSteps.size())
        return palette == Palette::grey   ? kGreySteps[index]
               : palette == Palette::cute ? kCuteSteps[index]
                                          : kScreenSteps[index];
    const bool grey = palette == Palette::grey;
    switch (tone) {
    case Tone::used: return {grey ? kWhite : hex_rgb(0x7ED0AC), kBlack};
    case Tone::d: return {grey ? hex_rgb(0xF0F0F0) : hex_rgb(0xB1DBF6), kBlack};
    case Tone::a: return {grey ? hex_rgb(0xD8D8D8) : hex_rgb(0xDF90BF), kBlack};
    case Tone::sfa: return {grey ? hex_rgb(0xC0C0C0) : hex_rgb(0x5E8FD0), kBlack};
    case Tone::sfb: return {grey ? hex_rgb(0xA6A6A6) : hex_rgb(0xF0B74A), kBlack};
    case Tone::meta: return {grey ? hex_rgb(0x8C8C8C) : hex_rgb(0xDE7F5C), kBlack};
    case Tone::below: return {grey ? hex_rgb(0x3A3A3A) : hex_rgb(0x2B6CB0), kWhite};
    case Tone::equal: return {grey ? kWhite : hex_rgb(0xE9ECEF), kBlack};
    case Tone::above: return {grey ? hex_rgb(0xA6A6A6) : hex_rgb(0xD9822B), kBlack};
    case Tone::rounding: return {grey ? hex_rgb(0xD8D8D8) : hex_rgb(0xF6E3B4), kBlack};
    case Tone::wrong: return {grey ? hex_rgb(0x565656) : hex_rgb(0xC0322B), kWhite};
    case Tone::empty: return {kWhite, kBlack};
    default: break;  // zeroed
    }
    return {hex_rgb(0xDBDDE1), kBlack};
}

std::size_t longest(const std::vector<std::string>& texts) {
    std::size_t most = 0;
    for (const std::string& t : texts) most = std::max(most, t.size());
    return most;
}

// The position of a grid of the scene.
struct Place {
    double left, top, cell;  // of the first cell; width of one
};

class Layouter {
public:
    Layouter(const Scene& scene, Palette palette) : scene_(scene), palette_(palette) {
        sheet_.paper = kWhite;
        sheet_.ink = kBlack;
        sheet_.line = hex_rgb(0x5A6370);
        sheet_.accent = palette == Palette::grey ? kBlack : hex_rgb(0xC4570A);
        sheet_.sentence = scene.sentence;
    }

    Sheet lay_out() {
        double left = kMargin, bottom = kMargin;
        for (std::size_t i = 0; i < scene_.grids.size(); ++i) {
            add_grid(i, left);
            const Place& p = places_.back();
            left = p.left + p.cell * scene_.grids[i].columns + kGap;
            bottom = std::max(bottom, p.top + kCellHeight * scene_.grids[i].rows);
        }
        add_arrows();
        sheet_.width = std::max(left - kGap + kMargin, kLeastWidth);
        const double below = add_legend(bottom + kLine);
        const double letters = static_cast<double>(scene_.sentence.size()) * kLetter;
        sheet_.width = std::max(sheet_.width, letters + 2 * kMargin);
        sheet_.height = below + 2 * kLine + kMargin;
        add_text(kMargin, below + 1.25 * kLine, TextAnchor::start, scene_.sentence, false);
        return std::move(sheet_);
    }

private:
    void add_text(double x, double y, TextAnchor anchor, const std::string& text, bool mono) {
        if (!text.empty()) sheet_.texts.push_back({x, y, anchor, mono, text});
    }

    void add_grid(std::size_t index, double left) {
        const Cells& cells = scene_.grids[index];
        std::size_t digits = longest(cells.column_labels);
        for (const std::int32_t label : cells.label)
            if (label != kNoLabel) digits = std::max(digits, std::to_string(label).size());
        const double row_labels = static_cast<double>(longest(cells.row_labels)) * kLetter + 8;
        const Place place{left + row_labels, kMargin + 2 * kLine,
                          std::max(kLeastCell, static_cast<double>(digits) * kLetter + 8)};
        places_.push_back(place);
        add_text(left, kMargin + kLine / 2, TextAnchor::start, cells.title, false);
        for (std::size_t c = 0; c < cells.column_labels.size(); ++c)
            add_text(place.left + (static_cast<double>(c) + 0.5) * place.cell, kMargin + 1.5 * kLine,
                     TextAnchor::middle, cells.column_labels[c], true);
        for (int r = 0; r < cells.rows; ++r) {
            const double y = place.top + (r + 0.5) * kCellHeight;
            if (static_cast<std::size_t>(r) < cells.row_labels.size())
                add_text(place.left - 6, y, TextAnchor::end, cells.row_labels[static_cast<std::size_t>(r)], true);
            for (int c = 0; c < cells.columns; ++c) add_cell(index, r, c);
        }
    }

    void add_cell(std::size_t index, int row, int column) {
        const Cells& cells = scene_.grids[index];
        const std::size_t at = cells.at(row, column);
        const SheetInk ink = ink_of(cells.tone[at], palette_);
        const Place& p = places_[index];
        sheet_.cells.push_back({p.left + column * p.cell, p.top + row * kCellHeight, p.cell, kCellHeight, ink.fill,
                                ink.ink, cells.mark[at], cells.lit[at] != 0,
                                cells.label[at] == kNoLabel ? std::string() : std::to_string(cells.label[at]), index,
                                at < cells.both.size() && cells.both[at] != 0});
    }

    void add_arrows() {
        for (const Arrow& a : scene_.arrows) {
            const Place& p = places_[a.grid];
            const auto x = [&](int column) { return p.left + (column + 0.5) * p.cell; };
            const auto y = [&](int row) { return p.top + (row + 0.5) * kCellHeight; };
            if (a.from_row == a.to_row && a.from_column == a.to_column) continue;
            sheet_.arrows.push_back({x(a.from_column), y(a.from_row), x(a.to_column), y(a.to_row), a.ignored, a.label});
        }
    }

    // Adds the legend and then the labels of the arrows, in as many lines as necessary. Returns the y of the last line.
    double add_legend(double y) {
        double x = kMargin;
        const auto entry = [&](const std::string& text, double before) {
            const double width = before + static_cast<double>(text.size()) * kLetter;
            if (x > kMargin && x + width > sheet_.width - kMargin) x = kMargin, y += kLine;
            add_text(x + before, y, TextAnchor::start, text, false);
            const double at = x;
            x += width + kBetween;
            return at;
        };
        for (const LegendEntry& e : scene_.legend) {
            const bool swatch = e.tone != Tone::empty || e.mark != Mark::none || e.both;
            const double at = entry(e.text, swatch ? kSwatch + 4 : 0);
            const SheetInk ink = ink_of(e.tone, palette_);
            if (swatch)
                sheet_.cells.push_back({at,
                                        y - kSwatch / 2,
                                        kSwatch,
                                        kSwatch,
                                        ink.fill,
                                        ink.ink,
                                        e.mark,
                                        false,
                                        {},
                                        scene_.grids.size(),
                                        e.both});
        }
        for (const SheetArrow& a : sheet_.arrows) entry(say(a.dashed ? "dashed arrow: " : "arrow: ", a.label), 0);
        return y;
    }

    const Scene& scene_;
    const Palette palette_;
    Sheet sheet_;
    std::vector<Place> places_;
};

}  // namespace

SheetInk sheet_ink(Tone tone, Palette palette) { return ink_of(tone, palette); }

Sheet sheet_of(const Scene& scene, Palette palette) { return Layouter(scene, palette).lay_out(); }

}  // namespace tilescope
