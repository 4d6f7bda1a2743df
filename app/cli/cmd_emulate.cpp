// app/cli/cmd_emulate.cpp -- emulate and dot: an instruction, or one sum of it, on the CPU model, bit for bit.
// SPDX-License-Identifier: MIT
#include "app/cli/session_arg.h"
#include "app/cli/verb.h"
#include "app/io/npy.h"
#include "app/io/row_pool.h"
#include "app/io/state_line.h"
#include "app/publish/emulation_out.h"

#include <tilescope/document/emulate.h>
#include <tilescope/document/repair.h>
#include <tilescope/document/verdict.h>

#include <algorithm>

namespace tilescope::cli {
namespace {

void print_reasons(const io::DumpFindings& c) {
    const DumpReason& first = c.reasons.front();
    print(c.result.blank      ? "\nGuesses: edits after which the model has such words too\n"
          : first.beyond == 0 ? "\nEdits that explain the dump\n"
                              : "\nEdits that explain a part\n");
    for (const DumpReason& reason : c.reasons) print_wrapped(2, reason.label, ": ", io::effect_of(c, reason), ".");
    if (c.result.blank) return;
    print("\nFirst difference, after the first of these edits\n");
    for (const std::string& line : first.explanation) print_wrapped(2, line);
    if (!first.is_session) return;
    if (const auto line = io::state_line({first.session})) print("\nstate line of that edit: ", *line, "\n");
}

void print_against(const io::DumpFindings& c, const Derived& derived) {
    if (const std::string basis = basis_sentence(derived); !basis.empty()) print_wrapped(0, basis);
    print_wrapped(0, io::dump_verdict(c));
    for (const std::string& line : io::about_dump(c)) print_wrapped(0, line);
    if (!c.reasons.empty()) print_reasons(c);
}

int compare_with_dump(const std::string& path, const Derived& derived, const Results& results, const RepairTools& tools,
                      const Globals& globals) {
    const Emulation& e = *results.emulation;
    io::DumpFindings found = io::findings_of(results.job, e, need(io::load_dump(path, e), "--against"));
    if (!globals.csv) io::find_reasons(found, derived, results.job, tools);
    if (globals.json)
        print(io::dump_json(found));
    else if (globals.csv)
        io::write_csv(io::difference_rows(found), io::print);
    else
        print_against(found, derived);
    return found.result.different == 0 ? kDone : kWrong;
}

struct EmulateArgs {
    std::string job, element, npy, against;
    ProgramArgs program;
};

constexpr unsigned kCorner = 8;  // the number of rows and columns of D that are printed

// Reads the value of --element, such as "5,17". Returns nothing for an empty text.
std::optional<io::ElementPlace> chosen_element(const std::string& text) {
    if (text.empty()) return std::nullopt;
    const auto [row, column] = place_given("--element", text, 0xffff, " of D; write ROW,COLUMN, such as 5,17");
    return io::ElementPlace{row, column};
}

// ", 2 x 1 instructions": of a tile that needs several.
std::string tile_text(const TilePieces& pieces) {
    return pieces.all() == 1 ? std::string() : say(", ", pieces.count.a, " x ", pieces.count.b, " instructions");
}

std::string title_of(const Derived& d, const EmulatorJob& job, const Emulation& e) {
    const std::size_t first = job.first_step, last = first + job.steps.size() - 1;
    const FamilyRow& family = family_of(d.session);
    return say(family.names_kind ? say("kind ", d.session.variant.kind) : std::string(family.id), ": ", d.a_type, " x ",
               d.b_type, " -> ", e.d_type, ", M ", e.m, ", N ", e.n, tile_text(d.session.pieces), ", K step",
               first == last ? " " : "s ", first, first == last ? std::string() : say(" to ", last), " (", d.k,
               first == last ? " columns of K)" : " columns of K each)");
}

void print_list(std::string_view title, const std::vector<std::string>& sentences) {
    if (sentences.empty()) return;
    print("\n", title, "\n");
    for (const std::string& s : sentences) print_wrapped(2, s);
}

std::vector<std::string> doubts_of(const Emulation& e) {
    std::vector<std::string> out = io::sentences_of(io::doubts_here(e));
    if (e.doubtful != 0)
        out.push_back(say("Other answers to these questions would change ", e.doubtful, " words of D."));
    return out;
}

// Prints what the rules report. D is printed even if the hardware would refuse the words; then D is not reliable.
void print_rules(const Derived& d) {
    const std::vector<Problem> errors = io::problems_of(d, Severity::error);
    const std::size_t warnings = io::problems_of(d, Severity::warn).size();
    if (errors.empty() && warnings == 0) return;
    print("\nRules\n");
    print_problems(errors);
    if (warnings != 0)
        print("  ", warnings,
              warnings == 1 ? " warning. To see it, run tilescope check.\n"
                            : " warnings. To see them, run tilescope check.\n");
}

void print_element(const EmulatorJob& job, const Emulation& e, const std::optional<io::ElementPlace>& chosen) {
    std::vector<std::string> why =
        chosen ? explanation_of(job, e, chosen->row, chosen->column) : io::first_wrong(job, e);
    const std::vector<std::string> printed = io::sentences_of(job);  // above, for all elements
    std::erase_if(why, [&](const std::string& s) { return std::ranges::find(printed, s) != printed.end(); });
    print_list(chosen ? "Element" : "First wrong element", why);
}

// Prints as many columns as fit in a line. A number is never cut off, because the rest would be a wrong number.
void print_corner(const Emulation& e) {
    constexpr std::size_t kTitles = 4, kFits = 98;
    const auto right = [](std::string_view text, std::size_t width) {
        return std::string(text.size() < width ? width - text.size() : 0, ' ') + std::string(text);
    };
    const auto text_at = [&](unsigned r, unsigned c) { return text_of_word(e.d_type, e.d[std::size_t{r} * e.n + c]); };
    const unsigned rows = std::min(e.m, kCorner);
    unsigned columns = std::min(e.n, kCorner);
    std::size_t width = 0;
    for (unsigned r = 0; r < rows; ++r)
        for (unsigned c = 0; c < columns; ++c) width = std::max(width, text_at(r, c).size() + 2);
    columns = std::min(columns, static_cast<unsigned>((kFits - kTitles) / width));
    std::string head = padded("D", kTitles);
    for (unsigned c = 0; c < columns; ++c) head += right(say(c), width);
    print("\n", head, "\n");
    for (unsigned r = 0; r < rows; ++r) {
        std::string line = padded(say(r), kTitles);
        for (unsigned c = 0; c < columns; ++c) line += right(text_at(r, c), width);
        print(line + "\n");
    }
    if (rows < e.m || columns < e.n) print("... D has ", e.m, " x ", e.n, " elements; --csv lists all.\n");
}

// Returns the largest distance, in units in the last place, between a rounded result and the exact product.
std::int64_t most_ulps(const Emulation& e) {
    std::int64_t most = 0;
    for (std::size_t at = 0; at < e.d.size(); ++at)
        if (e.verdicts[at] == Verdict::rounding) most = std::max(most, e.places[at] < 0 ? -e.places[at] : e.places[at]);
    return most;
}

// Prints how many equal elements could have shown a wrong read. An equal element that could not proves nothing.
void print_sight(const Session& session, const Emulation& e) {
    if (const std::string words = sight_in_words(e); !words.empty()) print_wrapped(0, words);
    const bool is_recorded = !session.recorded.memory.empty();  // then its values are what they are
    if (e.sight.both < e.sight.computed && !is_recorded && !covering_values(session).empty())
        print_wrapped(
            0,
            "To make every wrong read visible in D, set recipe_a and recipe_b to {\"kind\": \"scattered\"}, the "
            "scale factors to ones, and D to zeros.");
}

void print_text(const Derived& d, const Results& results, const std::optional<io::ElementPlace>& chosen) {
    const EmulatorJob& job = results.job;
    const Emulation& e = *results.emulation;
    print_wrapped(0, title_of(d, job, e));
    print_wrapped(0, "rule of addition: ", e.profile, " (", text_of(e.certainty), ")");
    print_wrapped(0, verdict_of(d, results).sentence);
    print(io::verdict_counts(e), e.pattern.empty() ? "" : say(": ", e.pattern), "\n");
    if (const std::string recorded = io::recorded_text(results); !recorded.empty()) print_wrapped(0, recorded);
    print_sight(d.session, e);
    if (const std::int64_t most = most_ulps(e); most == kFar)
        print("The largest difference from the exact product has no value: one of the numbers is infinite or NaN.\n");
    else if (most != 0)
        print("Results differ from the exact product by at most ", most, most == 1 ? " unit" : " units",
              " in the last place (ULP).\n");
    print_list("Differences between the words and the contents of memory", io::sentences_of(job));
    print_list("Edits that repair D", io::sentences_of(results.repairs));
    print_rules(d);
    print_list("Notes", io::notes_of(d, e));
    print_list("Open questions about the hardware", doubts_of(e));
    print_element(job, e, chosen);
    print_corner(e);
}

void options_fit(const EmulateArgs& args) {
    if (!args.against.empty() && !args.element.empty())
        throw refused("--against and --element cannot be used together; remove one of them");
    if (args.against == "-" && args.job == "-") throw refused("the job and --against cannot both be standard input");
}

int run_emulate(const EmulateArgs& args, const Globals& g) {
    options_fit(args);
    const auto chosen = chosen_element(args.element);
    const auto file = session_named(args.job, g, args.program);
    const Derived d = derive(file.session);
    const std::string folder = folder_of_session(args.job);
    io::RowPool pool;
    const Results results = io::emulated(d, folder, args.against.empty() && !g.csv, {.loop = pool.loop()});
    if (!results.emulation) throw refused(results.refused);
    const Emulation& e = *results.emulation;
    if (chosen && (chosen->row >= e.m || chosen->column >= e.n))
        throw refused("--element: D has ", e.m, " rows and ", e.n, " columns; it has no element ", args.element);
    print_notes_of_program(args.job, args.program, file.session);
    if (!args.npy.empty()) need(io::save_npy(args.npy, {.rows = e.m, .columns = e.n, .words = e.d}, e.d_type));
    const auto changed_job = [&](const Derived& changed) { return io::job_with_files(changed, folder); };
    if (!args.against.empty())
        return compare_with_dump(args.against, d, results, {.job = changed_job, .loop = pool.loop()}, g);
    if (g.json) return print(io::emulation_json(d, results, chosen)), kDone;
    if (g.csv) return io::write_csv(io::emulation_rows(e, chosen), io::print), kDone;
    print_text(d, results, chosen);
    return kDone;
}

// ---- dot: one element of D for each input line, from raw words to a raw word

void answer(std::string_view text, std::size_t number) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
    const auto line = need(io::dot_line_from_text(text, number));
    print(io::dot_line_to_text(line), "\n");
}

// Keeps only one line in memory, because a stream may be larger than memory.
void answer_all(io::Pieces& pieces) {
    std::string text;
    for (std::size_t number = 1;;) {
        const auto piece = need(pieces.next());
        if (piece.empty()) return answer(text, number);
        std::string_view rest(piece);
        for (std::size_t end; (end = rest.find('\n')) != rest.npos; ++number) {
            text += rest.substr(0, end);
            answer(text, number);
            text.clear();
            rest.remove_prefix(end + 1);
        }
        text += rest;
        if (text.size() > io::kMostFileBytes)
            throw refused("line ", number, " has more than ", io::kMostFileBytes, " bytes, the limit for one line");
    }
}

int run_dot(const std::string& path, const Globals& g) {
    if (g.csv) throw refused("dot prints JSON lines and has no --csv; remove --csv");
    auto pieces = need(io::Pieces::of(path));
    answer_all(pieces);
    return kDone;
}

}  // namespace

void declare_emulate(Verb& verb) {
    EmulateArgs& args = verb.runs(run_emulate);
    verb.add_option("job", args.job, kSessionOrProgramHelp).required();
    verb.add_option("--element", args.element, "Explain the value of this element of D. Write ROW,COLUMN.");
    verb.add_option("--npy", args.npy, "Write D to this .npy file").writes();
    verb.add_option("--against", args.against,
                    "Compare D with this .npy file, which a kernel wrote, and explain the\n"
                    "differences (see below); - is standard input")
        .reads();
    add_program_options(verb, args.program);
    verb.set_footer(
        "The session defines the contents of memory: keys image_* (where and with which type the data is\n"
        "stored) and keys recipe_* (rules that generate the data). tilescope fills the memory, and then\n"
        "the instruction reads the memory with the words of the session. So a wrong bit in a word gives wrong\n"
        "numbers in D. --csv lists every element. --json prints one document. File names in recipes are\n"
        "relative to the folder of the session. Numbers of a .npy file (<f2, <f4, <f8) are rounded to the\n"
        "nearest number of the operand's type, ties to even; what is too large becomes an infinity or, if the\n"
        "type has none, its largest number. For tf32 the file has the f32 of the memory: the MMA cuts it to\n"
        "tf32 (it ignores the 13 low bits). Only a tensor map of the type TFLOAT32 rounds it to nearest.\n"
        "--against takes all of D, row by row or transposed: f32, f16 or s32, 16-bit words (bf16 for a D of\n"
        "f32), or the bits of D; a .bin file has the words of D. A session with several pieces has the D of\n"
        "all of them. If the words of the session do not explain the file, other values of their\n"
        "fields, other memory and other K steps are tried. Exit status 1: D and the file differ.\n");
}

void declare_dot(Verb& verb) {
    std::string& path = verb.runs(run_dot);
    path = "-";
    verb.add_option("file", path, "File with JSON lines. Omit it or use - to read standard input.");
    verb.set_footer(
        "Each input line is a JSON object. The answer to a line is {\"d\":\"0x..\"}. If d is not certain, the\n"
        "answer has the key \"uncertain\": a list of open questions about the hardware. A question is in\n"
        "the list for one of two reasons: the hardware may use another rule that gives a different d, or\n"
        "there is no public measurement of the rule that this program uses.\n"
        "Example: 1.5 x 2 + 1 in bf16:\n"
        "  "
        "{\"kind\":\"f16\",\"a_type\":\"bf16\",\"b_type\":\"bf16\",\"d_type\":\"f32\",\"a\":[\"0x3fc0\"],\"b\":["
        "\"0x4000\"],\n"
        "   \"c\":\"0x3f800000\"}\n"
        "K is the number of elements in the lists a and b. A line is one sum, as one instruction adds. For a\n"
        "larger K than that of an instruction (dense: 32 bytes of K), give d as c of the next line. A line\n"
        "has at most 64 MiB. The number of lines has no limit. An element is in the low bits of its word:\n"
        "bf16 in 16 bits. A tf32 element is a whole f32 word, and its 13 low bits are ignored. A b1 word has\n"
        "32 elements.\n"
        "Optional keys, with the default in parentheses: unit (tcgen05), c (no C), saturate (false),\n"
        "negate_a (false), negate_b (false), scale_input_d (0). The values null, \"\" and [] mean that an\n"
        "optional key is missing. The other unit is wgmma, which needs no key kind.\n"
        "Block-scaled kinds need the keys scale_type, scale_vec (1, 2 or 4), scale_a and scale_b. Other kinds\n"
        "ignore these keys, and the answer lists the keys in \"ignored\". A sparse A needs the key\n"
        "sparse_meta; the lists a and b then have the whole logical K, or a has only the stored half. wgmma\n"
        "takes any code, and \"notes\" then say what an H100 does with those that are not legal.\n");
}

}  // namespace tilescope::cli
