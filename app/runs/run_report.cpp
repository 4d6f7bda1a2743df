// app/runs/run_report.cpp -- prints a live run as JSON, and as a report in Markdown.
// SPDX-License-Identifier: MIT
#include "app/runs/run.h"

#include "app/io/session_file.h"
#include "app/publish/emulation_out.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/document/instruction.h>

#include <algorithm>

namespace tilescope::live {
namespace {

using io::Json;

Json differences_json(const RunOutcome& run) {
    const LiveComparison& c = *run.comparison;
    Json out = Json::array();
    for (std::size_t e = 0; e < c.d.size() && out.size() < kMostListed; ++e)
        if (c.differs[e] != 0)
            out.push_back({{"row", e / c.n},
                           {"col", e % c.n},
                           {"device", io::d_word(run.model, c.d[e])},
                           {"model", io::d_word(run.model, run.model.d[e])}});
    return out;
}

Json cells_json(const LiveComparison& c) {
    return io::list_json(c.first_cells, [](const CellDifference& cell) -> Json {
        return {{"cta", cell.cta},
                {"lane", cell.lane},
                {"column", cell.column},
                {"device", hex(cell.device, 8)},
                {"model", hex(cell.model, 8)}};
    });
}

void add_comparison(const RunOutcome& run, Json& out) {
    const LiveComparison& c = *run.comparison;
    out.update({{"equal", c.is_equal()},
                {"m", c.m},
                {"n", c.n},
                {"different", c.different},
                {"most_ulps", c.most_ulps},
                {"explained_by", io::list_json(c.explains, &DoubtRow::id)},
                {"differences", differences_json(run)},
                {"cells_different", c.cells},
                {"cells", cells_json(c)},
                {"comparison", sentences_of(c, run.model)},
                {"d", io::d_json(run.model, c.d)}});
}

std::uint64_t pair_of(const RunOutcome& run, Status low) {
    const auto at = static_cast<std::size_t>(low);
    return std::uint64_t{run.status[at + 1]} << 32 | run.status[at];
}

// Returns whether the kernel of the last step came as far as this phase.
bool has_reached(const RunOutcome& run, std::uint32_t phase) {
    return run.status.size() >= kStatusWords && run.status[static_cast<std::size_t>(Status::phase)] >= phase;
}

// The descriptor that the instruction of the last step got. null: it got none, or nobody knows.
Json used_desc(const RunOutcome& run, Status low, bool in_memory) {
    constexpr std::uint32_t kWordsReady = 3;  // of kPhases
    return in_memory && has_reached(run, kWordsReady) ? Json(hex(pair_of(run, low), 16)) : Json();
}

Json clocks_json(const RunOutcome& run) {
    constexpr std::uint32_t kWaited = 5;  // of kPhases
    return has_reached(run, kWaited) ? Json(pair_of(run, Status::clocks)) : Json();
}

}  // namespace

std::string printable_lines(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        out += printable(text.substr(0, end)) + "\n";
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

std::string run_json(const RunOutcome& run) {
    Json out = {{"outcome", row_of(run.ending.outcome).id},
                {"sentence", run.ending.sentence()},
                {"code", run.ending.code},
                {"out_of_spec", run.out_of_spec},
                {"device", device_json(run.device)},
                {"target", run.kernel.form.arch},
                {"instruction", run.kernel.instruction},
                {"steps", run.steps},
                {"steps_done", run.steps_done},
                {"a_desc_used", used_desc(run, Status::a_desc, !run.kernel.form.variant.a_in_tmem)},
                {"b_desc_used", used_desc(run, Status::b_desc, true)},
                {"clocks", clocks_json(run)},
                {"compile_us", run.compile_us},
                {"run_us", run.run_us},
                {"copy_us", run.copy_us},
                {"log", run.log}};
    if (run.comparison) add_comparison(run, out);
    return io::text_of_json(out);
}

std::string report_markdown(const RunOutcome& run) {
    const Derived& derived = run.derived;
    const Session& s = derived.session;
    std::string out = "# A tensor-core instruction on a GPU and on the model of tilescope\n\n";
    if (run.device) out += say("- GPU: ", printable(device_text(*run.device)), "\n");
    out += say("- tilescope: ", TILESCOPE_VERSION, "\n- shape: ", derived.m_text, " x ", derived.n_text, " x ",
               derived.k, " in each step, ", kind_text(derived), "\n");
    out += say("- target: ", run.kernel.form.arch, ", PTX ", run.kernel.ptx, "\n- instruction: `",
               run.kernel.instruction, "`\n- steps along K: ", run.steps_done, " of ", run.steps, "\n");
    for (const WordRow& row : kWords) {
        const WordView& word = derived.of(row.word);
        if (is_read(derived, row.word))
            out += say("- ", row.id, ": `", hex(s.word(row.word), word.format->bits / 4), "`\n");
    }
    if (run.out_of_spec) out += "- The words break rules of the instruction. The run was requested anyway.\n";
    out += say("- outcome: ", run.ending.sentence(), "\n\n");
    if (run.comparison) {
        for (const std::string& sentence : sentences_of(*run.comparison, run.model)) out += sentence + "\n";
        constexpr std::size_t kMostRows = 20;
        std::size_t rows = 0;
        for (std::size_t e = 0; e < run.comparison->d.size() && rows < kMostRows; ++e) {
            if (run.comparison->differs[e] == 0) continue;
            if (rows++ == 0) out += "\n| row | column | GPU | model |\n|---|---|---|---|\n";
            out += say("| ", e / run.comparison->n, " | ", e % run.comparison->n, " | `",
                       io::d_word(run.model, run.comparison->d[e]), "` | `", io::d_word(run.model, run.model.d[e]),
                       "` |\n");
        }
    }
    if (!run.log.empty()) out += say("\nThe driver's log:\n\n```\n", printable_lines(run.log), "```\n");
    out += say("\nThe session. To run it again, save it as job.json: tilescope run job.json\n\n```\n",
               io::session_to_text({.session = s}), "```\n");
    return out + say("\nThe kernel of one step:\n\n```\n", run.kernel.text, "```\n");
}

}  // namespace tilescope::live
