// app/cli/cmd_banks.cpp -- banks: prints the bank conflicts of one access to shared memory.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/layout_args.h"
#include "app/cli/pictures.h"
#include "app/cli/text_out.h"
#include "app/publish/report.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/banks.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/word/problem.h>

#include <memory>
#include <utility>

namespace tilescope::cli {
namespace {

struct BanksArgs {
    LayoutArgs layout;
    std::string access = "chunk", from = "0,0";
    bool plain = false;
    std::uint32_t pad = 0;
    PictureFiles files;
};

// Reads an element that is written as ROW,COL, such as "3,24".
Element element_from(const std::string& text) {
    const std::size_t comma = text.find(',');
    const auto number = [&](std::string_view part) -> int {
        const auto n = parse_number(part);
        return n && *n <= 1 << 24 ? static_cast<int>(*n) : -1;
    };
    const std::string_view all(text);
    const Element out{number(all.substr(0, comma)), comma == text.npos ? -1 : number(all.substr(comma + 1))};
    if (out.row >= 0 && out.column >= 0) return out;
    throw Refused{say("--from: '", text, "' is not an element; write ROW,COL, such as 0,24")};
}

// Adds one row for each phase. The text output names the threads that share a bank; --csv and --json have numbers only.
void add_rows(io::Report& report, const BankComparison& found, bool numbers) {
    report.rows_name = "phases";
    report.columns = numbers ? std::vector<std::string>{"phase",
                                                        "first_thread",
                                                        "threads",
                                                        "degree",
                                                        say("degree_without_", found.without),
                                                        "words"}
                             : std::vector<std::string>{"phase",  "threads",
                                                        "degree", say("degree without ", found.without),
                                                        "words",  "banks hit, and threads that share a bank"};
    for (std::size_t i = 0; i < found.on.phases.size(); ++i) {
        const BankPhase& phase = found.on.phases[i];
        const unsigned without = found.off.phases[i].degree;
        if (numbers)
            report.rows.push_back({i, phase.first_thread, phase.threads, phase.degree, without, phase.words.size()});
        else
            report.rows.push_back({i, say(phase.first_thread, "-", phase.first_thread + phase.threads - 1),
                                   phase.degree, without, phase.words.size(),
                                   say(banks_hit(phase), "; ", sentence_of(found.access, phase))});
    }
}

// The size of a plain tile. Only threads read it, so options of descriptors and of instructions are refused.
SmemLayout plain_tile(const LayoutArgs& args) {
    const std::pair<std::string_view, bool> others[] = {{"--desc", !args.desc.empty()},
                                                        {"--swizzle", !args.swizzle.empty()},
                                                        {"--lbo", !args.lbo.empty()},
                                                        {"--sbo", !args.sbo.empty()},
                                                        {"--as", !args.as.empty()},
                                                        {"--base-offset", !args.base_offset.empty()},
                                                        {"--k-step", args.k_step != 0},
                                                        {"--mma-k", args.mma_k != 0},
                                                        {"--k-atom", args.k_atom != 0},
                                                        {"--sparse", args.sparse},
                                                        {"--allocation", args.allocation != 0}};
    for (const auto& [option, given] : others)
        if (given) throw Refused{say("a plain tile has no use for ", option, "; remove it, or remove --plain")};
    const auto type = type_named("--type", args.type);
    const auto major = major_named(args.major);
    is_size(args.rows, args.columns);
    const auto start = parse_number(args.start.empty() ? "0" : args.start);
    if (!start || *start >= kSmem.bytes)
        throw Refused{say("--start: '", args.start, "' is no address below ", kSmem.bytes)};
    return SmemLayout{.major = major,
                      .type = type,
                      .start = static_cast<std::uint32_t>(*start),
                      .rows = args.rows,
                      .columns = args.columns};
}

BankComparison comparison(const BanksArgs& args, const Globals& g) {
    if (args.pad != 0 && !args.plain) throw Refused{"--pad is for plain tiles; add --plain"};
    const auto layout = args.plain ? plain_tile(args.layout) : layout_from("banks", args.layout, g);
    auto choice = parse_access(args.access);
    if (!choice) throw Refused{say("--", choice.why)};
    choice->from = element_from(args.from);
    return need(args.plain ? banks_of_plain(layout, args.pad, *choice) : banks_of(layout, *choice));
}

int run_banks(const BanksArgs& args, const Globals& g) {
    const auto found = comparison(args, g);
    if (args.files.any()) return write_scene(bank_scene(found, {}), args.files);
    io::Report report;
    report.fact("access", args.access);
    report.fact("threads", found.access.addresses.size());
    report.fact("bytes_a_thread", found.access.bytes);
    report.fact("sentence", found.sentence);
    report.fact("cycles", found.on.cycles);
    report.fact(say("cycles_without_", found.without), found.off.cycles);
    report.fact("ideal", found.on.ideal);
    const VectorPhase& phase = phase_of(found.access.bytes);
    const std::string_view chip = chip_of(reader_of(*descriptor_format(args.layout.as, g), g));
    const Certainty rule = certainty_on(phase, chip);
    const Grounds grounds = grounds_of(found.access, chip);
    put_certainty(report, grounds.certainty);
    report.sentence(say("Shared memory serves vectors of ", phase.vector_bytes,
                        phase.vector_bytes == 1 ? " byte" : " bytes", " for ", phase.threads, " threads at a time",
                        rule.measurement() ? "" : say(": ", phase.source), " (", text_of(rule), ")."));
    for (const std::string& more : {merging_of(found.access), grounds.note})
        if (!more.empty()) report.sentence(more);
    add_rows(report, found, g.csv || g.json);
    return print_report(report, g);
}

}  // namespace

void declare_banks(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<BanksArgs>();
    declare_layout_args(verb, args->layout);
    verb.add_option("--access", args->access, "chunk (default), column, along:16, across:16, or ROWSxCOLS (see below)");
    verb.add_option("--from", args->from, "ROW,COL of the first element (default 0,0)");
    verb.add_flag(
        "--plain", args->plain,
        "The tile has no descriptor: its rows follow each other (--major mn:\nthe columns of K), from --start "
        "on (default 0)");
    verb.add_option("--pad", args->pad, "With --plain: unused bytes at the end of each row or column").at_least_one();
    constexpr std::size_t kName = 11;
    std::string footer = "Accesses:\n";
    for (const AccessRow& row : kAccessKinds) {
        const bool vectors = row.kind == AccessKind::along || row.kind == AccessKind::across;
        const std::string name = row.kind == AccessKind::block ? "8x8" : say(row.id, vectors ? ":16" : "");
        footer += say("  ", padded(name, kName), wrapped(row.doc, kName + 2));
    }
    footer += "The number after along: and across: is the size of a vector in bytes: 4, 8 or 16.\n";
    verb.set_footer(footer);
    declare_picture_files(verb, args->files);
    verb.on_run([args, &globals] { return run_banks(*args, globals); });
}

}  // namespace tilescope::cli
