// core/src/export/moving_sheet.cpp -- a sheet with the cells that are on their way.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace tilescope {
namespace {

// With more movements than this at once, only evenly chosen ones have an arrow: else arrows would hide the cells.
constexpr std::size_t kMostTrails = 8;
constexpr double kSentenceMargin = 16, kSentenceLine = 18, kSentenceLetter = 7.4;
constexpr std::size_t kSentenceLines = 3;

// The first cell of each grid in Sheet::cells, which has the cells of all grids in the order of the scene.
std::vector<std::size_t> first_cells(const Scene& scene) {
    std::vector<std::size_t> out;
    std::size_t next = 0;
    for (const Cells& cells : scene.grids) out.push_back(next), next += cells.at(cells.rows, 0);
    return out;
}

// Splits a text into lines of at most `letters`, between words.
std::vector<std::string> wrapped(std::string_view text, std::size_t letters) {
    std::vector<std::string> out;
    while (text.size() > letters) {
        const std::size_t space = text.rfind(' ', letters);
        const std::size_t end = space == text.npos || space == 0 ? letters : space;
        out.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    out.emplace_back(text);
    return out;
}

// Writes the sentence below the picture. A frame has room for at least kSentenceLines, so that most frames of an
// animation have the same height.
void add_sentence(Sheet& sheet, const std::string& sentence) {
    const double room = sheet.width - 2 * kSentenceMargin;
    const auto lines = wrapped(sentence, static_cast<std::size_t>(std::max(room / kSentenceLetter, 20.0)));
    double y = sheet.height - kSentenceMargin;
    for (const std::string& line : lines) {
        sheet.texts.push_back({kSentenceMargin, y, TextAnchor::start, false, line});
        y += kSentenceLine;
    }
    sheet.height += kSentenceLine * static_cast<double>(std::max(lines.size(), kSentenceLines));
    sheet.sentence = sentence;
}

}  // namespace

Sheet sheet_of(const MovingScene& moving, Palette palette) {
    Scene scene = moving.scene;
    const std::string sentence = std::move(scene.sentence);
    scene.sentence.clear();
    Sheet sheet = sheet_of(scene, palette);
    add_sentence(sheet, sentence);
    const std::vector<std::size_t> first = first_cells(scene);
    const auto cell_at = [&](const CellSpot& spot) {
        return sheet.cells[first[spot.grid] + scene.grids[spot.grid].at(spot.row, spot.column)];
    };
    const std::vector<std::size_t> trails = trails_of(moving.movements.size(), kMostTrails);
    for (std::size_t i = 0; i < moving.movements.size(); ++i) {
        const Movement& m = moving.movements[i];
        const SheetCell from = cell_at(m.from), to = cell_at(m.to);
        const double stay = 1 - m.part;
        const auto between = [&](double a, double b) { return a * stay + b * m.part; };
        if (std::ranges::binary_search(trails, i))
            sheet.trails.push_back({from.x + from.width / 2, from.y + from.height / 2, to.x + to.width / 2,
                                    to.y + to.height / 2, false, "goes to"});
        if (m.part >= 1 && !m.stays) continue;
        SheetCell cell = to;
        cell.x = between(from.x, to.x), cell.y = between(from.y, to.y);
        cell.width = between(from.width, to.width), cell.height = between(from.height, to.height);
        const SheetInk ink = sheet_ink(m.tone, palette);
        cell.fill = ink.fill, cell.ink = ink.ink, cell.mark = m.mark, cell.lit = m.part > 0 && m.part < 1;
        cell.label = m.label == kNoLabel ? std::string() : say(m.label);
        sheet.flying.push_back(cell);
    }
    return sheet;
}

}  // namespace tilescope
