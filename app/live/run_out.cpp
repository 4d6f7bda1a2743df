// app/live/run_out.cpp -- prints a live run as JSON, and as a report in Markdown.
// SPDX-License-Identifier: MIT
#include "app/live/run_out.h"

#include "app/io/emulation_out.h"
#include "app/live/json_parts.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::live {
namespace {

using io::Json;

Json differences_json(const LiveRun& run) {
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
    Json out = Json::array();
    for (const CellDifference& cell : c.first_cells)
        out.push_back({{"cta", cell.cta},
                       {"lane", cell.lane},
                       {"column", cell.column},
                       {"device", hex(cell.device, 8)},
                       {"model", hex(cell.model, 8)}});
    return out;
}

Json d_json(const LiveRun& run) {
    const LiveComparison& c = *run.comparison;
    Json rows = Json::array();
    for (unsigned row = 0; row < c.m; ++row) {
        Json words = Json::array();
        for (unsigned column = 0; column < c.n; ++column)
            words.push_back(io::d_word(run.model, c.d[std::size_t{row} * c.n + column]));
        rows.push_back(std::move(words));
    }
    return rows;
}

void add_comparison(const LiveRun& run, Json& out) {
    const LiveComparison& c = *run.comparison;
    Json explains = Json::array(), sentences = Json::array();
    for (const DoubtRow* row : c.explains) explains.push_back(row->id);
    for (const std::string& s : sentences_of(c, run.model)) sentences.push_back(s);
    out["equal"] = c.is_equal();
    out["m"] = c.m;
    out["n"] = c.n;
    out["different"] = c.different;
    out["most_ulps"] = c.most_ulps;
    out["explained_by"] = std::move(explains);
    out["differences"] = differences_json(run);
    out["cells_different"] = c.cells;
    out["cells"] = cells_json(c);
    out["comparison"] = std::move(sentences);
    out["d"] = d_json(run);
}

std::string printable_lines(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        out += printable(text.substr(0, end)) + "\n";
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

std::uint64_t pair_of(const LiveRun& run, Status low) {
    const auto at = static_cast<std::size_t>(low);
    if (run.status.size() < at + 2) return 0;
    return std::uint64_t{run.status[at + 1]} << 32 | run.status[at];
}

}  // namespace

std::string run_json(const LiveRun& run) {
    Json out = {{"outcome", row_of(run.ending.outcome).id},
                {"sentence", run.ending.sentence()},
                {"code", run.ending.code},
                {"out_of_spec", run.out_of_spec},
                {"device", device_json(run.device)},
                {"target", run.kernel.form.arch},
                {"instruction", run.kernel.instruction},
                {"steps", run.steps},
                {"steps_done", run.steps_done},
                {"a_desc_used", hex(pair_of(run, Status::a_desc), 16)},
                {"b_desc_used", hex(pair_of(run, Status::b_desc), 16)},
                {"clocks", pair_of(run, Status::clocks)},
                {"compile_us", run.times.compile_us},
                {"run_us", run.times.run_us},
                {"copy_us", run.times.copy_us},
                {"log", run.log}};
    if (run.comparison) add_comparison(run, out);
    return io::text_of_json(out);
}

std::string report_markdown(const LiveRun& run, const Derived& derived) {
    const Session& s = derived.session;
    std::string out = "# A tensor-core instruction on a GPU and on the model of tilescope\n\n";
    if (run.device)
        out += say("- GPU: ", printable(run.device->name), ", compute capability ", run.device->chip(), ", CUDA ",
                   driver_version(*run.device), "\n");
    out += say("- target: ", run.kernel.form.arch, ", PTX ", run.kernel.ptx, "\n- instruction: `",
               run.kernel.instruction, "`\n- steps along K: ", run.steps_done, " of ", run.steps, "\n");
    for (const WordRow& row : kWords) {
        const WordView& word = derived.of(row.word);
        if (word.used) out += say("- ", row.id, ": `", hex(s.word(row.word), word.format->bits / 4), "`\n");
    }
    if (run.out_of_spec) out += "- The words break rules of the instruction. The run was requested anyway.\n";
    out += say("- outcome: ", run.ending.is_ok() ? "ok" : run.ending.sentence(), "\n\n");
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
    return out + say("\nThe kernel:\n\n```\n", run.kernel.text, "```\n");
}

}  // namespace tilescope::live
