// app/cli/cmd_session.cpp -- session: a session for each chain of MMAs of a program.
// SPDX-License-Identifier: MIT
#include "app/cli/json_parts.h"
#include "app/cli/session_arg.h"
#include "app/cli/verb.h"
#include "app/io/npy.h"

#include <tilescope/document/derive.h>
#include <tilescope/document/emulate.h>
#include <tilescope/study/program_chains.h>

#include <filesystem>

namespace tilescope::cli {
namespace {

struct SessionArgs {
    std::string file, folder;
    ProgramArgs program;
};

void print_mma(const ProgramInstruction& mma, bool in_session) {
    print_after(say("  line ", mma.line, "  "), mma_words_text(mma), in_session ? "" : " (not in the session)");
}

void print_chain(const ReadProgram& program, std::size_t number) {
    const ProgramChain& chain = program.chains[number];
    const ProgramReport& report = program.report;
    print_wrapped(0, chain_name(program, number), ": ", mmas_text(program, number));
    print_wrapped(2, tile_text(program, number));
    for (std::size_t i = 0; i < chain.mmas.size(); ++i) print_mma(report.instructions[chain.mmas[i]], i < chain.steps);
    for (const std::vector<std::size_t>& piece : chain.joined)
        for (std::size_t i = 0; i < piece.size(); ++i) print_mma(report.instructions[piece[i]], i < chain.steps);
    if (!chain.session) print_wrapped(2, "no session: ", chain.session.why);
    for (const std::string& note : chain.notes) print_wrapped(2, note);
    for (const ChainAsk& ask : chain.asks) print_wrapped(2, "asks ", ask.name, ": ", ask.says);
}

// The digits of a word, with "?" for each one that has an unknown bit; null: it has no such word.
Json known_word_json(const std::optional<KnownWord>& word) { return word ? Json(text_of(*word)) : Json(nullptr); }

Json chain_mma_json(const ProgramInstruction& instruction) {
    const ProgramMma& mma = *instruction.as_mma;
    Json out = {{"line", instruction.line}, {"text", instruction.mma.text}};
    for (const std::size_t word : {0, 1, 2})
        out[std::string(name_of(kMmaWords[word].part))] = known_word_json(mma.first[word]);
    out.update(start_json(mma.start));
    return out;
}

Json chain_json(const ReadProgram& program, std::size_t number) {
    const ProgramChain& chain = program.chains[number];
    const auto mmas = [&](const std::vector<std::size_t>& places) {
        return list_json(places, [&](std::size_t i) { return chain_mma_json(program.report.instructions[i]); });
    };
    Json out = {{"chain", number}, {"kernel", chain.kernel}, {"mmas", mmas(chain.mmas)}, {"steps", chain.steps}};
    if (!chain.joined.empty()) out["joined"] = list_json(chain.joined, mmas);
    out["bases"] = list_json(program.report.bases, [](const BaseAddress& base) -> Json {
        return {{"name", base.name}, {"address", base.address}, {"certainty", base.given ? "given" : "assumed"}};
    });
    out["session"] = chain.session ? *io::read_json(io::session_to_text({.session = *chain.session})) : Json(nullptr);
    if (!chain.session) out["refused"] = chain.session.why;
    out["asks"] = list_json(chain.asks, [](const ChainAsk& ask) -> Json {
        return {{"name", ask.name}, {"says", ask.says}};
    });
    out["notes"] = chain.notes;
    return out;
}

// Writes the array of a recipe beside the session, and names it there.
void write_array(const std::filesystem::path& folder, std::size_t number, const Derived& derived, const RecipeRow& row,
                 Recipe& recipe) {
    const RecipeSize size = recipe_size(derived, row.of);
    if (const auto job = emulator_job(derived); size.rows == 0 && !job) throw refused(job.why);
    const auto words = need(io::load_array(recipe.file, size));
    if (words.rows != size.rows || words.columns != size.columns)
        throw refused(recipe.file, ": has ", words.rows, " x ", words.columns, " values, and ", row.title, " of chain ",
                      number, " have ", size.rows, " x ", size.columns, ".");
    const std::string name = say("chain", number, '_', row.of == RecipeOf::d ? 'c' : row.id.back(), ".npy");
    const std::string path = (folder / name).string();
    if (io::is_same_file(path, io::file_of_array(recipe.file)))
        throw refused("'", path, "' is also an input; write to another folder");
    recipe.file = name;
    need(io::save_npy(path, words, size.type));
}

void write_chain(const std::string& folder, std::size_t number, const Session& session) {
    Session stored = session;
    const Derived derived = derive(session);
    for (const RecipeRow& row : kRecipes) {
        Recipe& recipe = stored.recipe[static_cast<std::size_t>(row.of)];
        if (recipe.kind != RecipeKind::file) continue;
        write_array(folder, number, derived, row, recipe);
    }
    need(io::save_session((std::filesystem::path(folder) / say("chain", number, ".json")).string(),
                          {.session = stored}));
}

void write_all(const std::string& folder, const ReadProgram& program) {
    std::error_code failed;
    std::filesystem::create_directory(folder, failed);  // with its name misspelled, the folder above is missing
    for (std::size_t i = program.first; i < program.first + program.count; ++i)
        if (const auto& session = program.chains[i].session) write_chain(folder, i, *session);
}

int run_session(const SessionArgs& args, const Globals& g) {
    has_no_csv("session", g);
    const auto program = program_named(args.file, args.program, g);
    if (!args.folder.empty()) write_all(args.folder, program);
    Json document = Json::array();
    for (std::size_t i = program.first; i < program.first + program.count; ++i) {
        if (g.json) {
            document.push_back(chain_json(program, i));
            continue;
        }
        if (i != program.first) print("\n");
        print_chain(program, i);
    }
    return g.json ? print_json(document) : kDone;
}

}  // namespace

void declare_session(Verb& verb) {
    SessionArgs& args = verb.runs(run_session);
    verb.add_option("file", args.file,
                    "PTX, or machine code: a listing or a cubin; also packed by\n"
                    "gzip. Use - to read standard input.")
        .required();
    verb.add_option("-o,--output", args.folder, "Write chain0.json, chain1.json, ... and their arrays to this folder");
    add_program_options(verb, args.program);
    verb.set_footer(
        "A chain is the MMAs that add to one accumulator: the K loop. Its session has their words as they are\n"
        "when each MMA first runs, and memory as the words say, or with the values of --a, --b, --c and\n"
        "--arrays. The program computes the starts from the address of a variable in shared memory. Without\n"
        "--base, this address is assumed: variables begin at 0x400, where the memory of a block begins. What\n"
        "the program does not determine is asked by its name: give it in the session, or with an option.\n"
        "A tile of several instructions is one session: chains that differ only in the start of A or B, and\n"
        "warpgroups with rows of their own. How many there are, .reqntid, .maxntid, --threads or the arrays\n"
        "say.\n"
        "emulate, run, export and report also take a program, with the same options.\n");
}

}  // namespace tilescope::cli
