// core/src/scene/bank_scene.cpp -- a picture of the words and banks of one access.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/scene/bank_scene.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::uint32_t kLine = kBanks.banks * kBanks.word_bytes;

std::vector<std::uint32_t> lines_of(const BankReport& report) {
    std::vector<std::uint32_t> lines;
    for (const BankPhase& phase : report.phases)
        for (const BankWord& word : phase.words) lines.push_back(word.word / kBanks.banks);
    std::ranges::sort(lines);
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    return lines;
}

Cells empty_cells(const std::vector<std::uint32_t>& lines, bool places) {
    Cells out;
    out.kind = CellKind::byte;
    out.row_axis = "address";
    out.column_axis = "bank";
    out.rows = static_cast<int>(lines.size());
    out.columns = static_cast<int>(kBanks.banks);
    out.cell_columns = static_cast<int>(kBanks.word_bytes);
    out.make_empty();
    for (unsigned b = 0; b < kBanks.banks; ++b) out.column_labels.push_back(say(b));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool gap = i > 0 && lines[i] != lines[i - 1] + 1;
        out.row_labels.push_back(say(gap ? ".. " : "", hex(lines[i] * kLine)));
        for (unsigned b = 0; places && b < kBanks.banks; ++b)
            out.key[i * kBanks.banks + b] = lines[i] * kLine + b * kBanks.word_bytes;
    }
    return out;
}

std::string turns(unsigned count) { return say(count, count == 1 ? " turn" : " turns"); }

}  // namespace

Scene bank_scene(const BankComparison& found, const BankOptions& options) {
    const BankReport& report = options.swizzle ? found.on : found.off;
    const std::vector<std::uint32_t> lines = lines_of(report);
    Scene scene;
    Cells cells = empty_cells(lines, options.swizzle);
    cells.id = options.swizzle ? "banks_on" : "banks_off";
    cells.title =
        say(options.swizzle ? "AS STORED" : "WITHOUT SWIZZLE", "  ", turns(report.cycles), ", minimum ", report.ideal);
    for (std::size_t i = 0; i < report.phases.size(); ++i)
        for (const BankWord& word : report.phases[i].words) {
            const auto line = std::ranges::lower_bound(lines, word.word / kBanks.banks) - lines.begin();
            const std::size_t at = cells.at(static_cast<int>(line), static_cast<int>(word.bank));
            const auto number = options.by_phase ? static_cast<unsigned>(i) : word.threads.front();
            cells.tone[at] = static_cast<Tone>(number % 8);
            cells.label[at] = static_cast<std::int32_t>(number);
            if (report.phases[i].ways[word.bank] > 1) cells.mark[at] = Mark::crossed;
        }
    scene.grids.push_back(std::move(cells));
    for (unsigned i = 0; i < 8; ++i) scene.legend.push_back({static_cast<Tone>(i), Mark::none, say(i)});
    scene.legend.push_back({Tone::empty, Mark::none, say("colour: ", options.by_phase ? "phase" : "thread", " mod 8")});
    scene.legend.push_back({Tone::empty, Mark::crossed, "bank conflict: several words in this bank"});
    scene.sentence = found.sentence;
    return scene;
}

std::vector<std::string> phase_lines(const BankComparison& found) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < found.on.phases.size() && i < found.off.phases.size(); ++i) {
        const BankPhase& p = found.on.phases[i];
        out.push_back(say("threads ", p.first_thread, "-", p.first_thread + p.threads - 1, ": ", turns(p.degree),
                          " (without ", found.without, ": ", found.off.phases[i].degree, "), ", banks_hit(p), "; ",
                          sentence_of(found.access, p)));
    }
    return out;
}

}  // namespace tilescope
