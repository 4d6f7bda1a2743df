// app/cli/session_arg.cpp -- the argument that names a session or a program, for all verbs that have one.
// SPDX-License-Identifier: MIT
#include "app/cli/session_arg.h"

#include "app/io/npy.h"
#include "app/io/other_programs.h"
#include "app/io/state_line.h"

#include <tilescope/base/printable.h>
#include <tilescope/document/presets.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/study/program_chains.h>

#include <algorithm>
#include <filesystem>

namespace tilescope::cli {
namespace {

// The array of one operand: its option, its letter in an archive, and the recipe that it becomes.
struct ArrayRow {
    std::string ProgramArgs::*option;
    char letter;
    RecipeOf of;
};
constexpr ArrayRow kArrays[] = {
    {&ProgramArgs::a, 'a', RecipeOf::a}, {&ProgramArgs::b, 'b', RecipeOf::b}, {&ProgramArgs::c, 'c', RecipeOf::d}};

std::vector<BaseAddress> bases_of(const std::vector<std::string>& texts) {
    std::vector<BaseAddress> out;
    for (const std::string& text : texts) {
        const std::size_t sign = text.find('=');
        const auto number =
            parse_number(sign == text.npos ? std::string_view() : std::string_view(text).substr(sign + 1));
        if (sign == 0 || !number)
            throw refused("--base: '", excerpt(text), "' is not a name with an address; write global_smem=0x400");
        out.push_back({text.substr(0, sign), *number, true});
    }
    return out;
}

constexpr unsigned kMostThreads = 1024, kThreadsOfWarpgroup = 128;  // of a block

// 0: not given.
unsigned threads_of(const std::string& text) {
    if (text.empty()) return 0u;
    const auto number = parse_number(text);
    if (!number || *number == 0 || *number > kMostThreads)
        throw refused("--threads: '", excerpt(text), "' is not a number of threads from 1 to ", kMostThreads);
    return static_cast<unsigned>(*number);
}

void has_bases(const ProgramReport& report, const std::vector<BaseAddress>& given) {
    const std::string known =
        list_of(report.bases, [](const BaseAddress& base) { return base.given ? std::string() : base.name; });
    for (const BaseAddress& base : given)
        if (std::ranges::find(report.bases, base.name, &BaseAddress::name) == report.bases.end())
            throw refused("--base: the program has no '", excerpt(base.name), "' that it reads and never sets; ",
                          known.empty() ? std::string("it has no variable in shared memory")
                                        : say("its variables in shared memory are: ", known));
}

// "the chains 0 to 3"
std::string chains_text(std::size_t count) { return count == 1 ? "only chain 0" : say("the chains 0 to ", count - 1); }

void choose(ReadProgram& program, const std::string& chain) {
    program.count = program.chains.size();
    if (chain.empty()) return;
    const auto number = parse_number(chain);
    if (!number || *number >= program.chains.size())
        throw refused("--chain: there is no chain '", excerpt(chain), "'; the program has ",
                      chains_text(program.chains.size()));
    program.first = static_cast<std::size_t>(*number);
    program.count = 1;
}

// Returns the name of the array for an operand; empty: none is given.
Answer<std::string> array_for(const ProgramArgs& args, const ArrayRow& row) {
    std::string name = args.*row.option;
    if (name.empty() && !args.arrays.empty()) {
        const auto found = io::array_in(args.arrays, row.letter);
        if (!found) return found;
        name = *found;
    }
    return name.empty() ? name : std::filesystem::absolute(name).string();
}

Answer<void> set_arrays(const ProgramArgs& args, ProgramChain& chain) {
    for (const ArrayRow& row : kArrays) {
        const auto name = array_for(args, row);
        if (!name) return Refusal(name.why);
        const bool no_use = row.of == RecipeOf::d && !chain.session->run.enable_d;
        if (name->empty() || no_use) continue;
        chain.session->recipe[static_cast<std::size_t>(row.of)] = {.kind = RecipeKind::file, .file = *name};
        std::erase_if(chain.asks, [&](const ChainAsk& ask) { return row.of == RecipeOf::d && ask.name == "c"; });
    }
    return {};
}

bool asks_threads(const ProgramChain& chain) {
    return std::ranges::find(chain.asks, "threads", &ChainAsk::name) != chain.asks.end();
}

// Whether the files have the sizes of the operands of the session.
bool fits_arrays(const Session& session) {
    const Derived derived = derive(session);
    return std::ranges::all_of(kRecipes, [&](const RecipeRow& row) {
        const Recipe& recipe = session.recipe_of(row.of);
        if (recipe.kind != RecipeKind::file) return true;
        const RecipeSize size = recipe_size(derived, row.of);
        const auto words = io::load_array(recipe.file, size);
        return words && words->rows == size.rows && words->columns == size.columns;
    });
}

// Reads the program again with more warpgroups, if the program does not state the threads of a block: the arrays say
// how many rows its tile has.
void find_threads(const ProgramArgs& args, std::size_t number, ProgramChain& chain, const auto& read_with) {
    if (!chain.session || !asks_threads(chain) || fits_arrays(*chain.session)) return;
    for (unsigned groups = 2; groups <= kMostPieces; ++groups) {
        auto other = read_with(groups * kThreadsOfWarpgroup).chains;
        if (number >= other.size() || !other[number].session || !set_arrays(args, other[number])) return;
        if (!fits_arrays(*other[number].session)) continue;
        chain = std::move(other[number]);
        chain.session->notes += say("\nA block has ", groups * kThreadsOfWarpgroup, " threads, as the arrays say.");
        return;
    }
}

// What a disassembler prints of compiled code.
std::string disassembled(const std::string& path) {
    if (path == "-") throw refused("standard input is compiled code; give the name of its file");
    const auto command = io::disassembler_for(path);
    if (!command) throw Refused{command.why, kLacking};
    auto tool = need(io::CommandOutput::of(*command, {.most_bytes = io::most_disassembly(path)}));
    std::string out;
    while (true) {
        const auto piece = need(tool.next());
        if (piece.empty()) return out;
        out += piece;
        if (out.size() > io::kMostFileBytes)
            throw refused(path, ": its machine code has more than ", io::kMostFileBytes, " bytes as text");
    }
}

std::string text_of_program(const std::string& path) {
    std::string text = need(io::read_packed_text(path));
    return io::is_compiled(text) ? disassembled(path) : text;
}

bool has_arrays(const ProgramArgs& args) {
    return !args.arrays.empty() ||
           std::ranges::any_of(kArrays, [&](const ArrayRow& row) { return !(args.*row.option).empty(); });
}

io::SessionFile session_of_preset(std::string_view id) {
    if (const Preset* preset = find_preset(id)) return io::SessionFile{.session = preset->session()};
    throw refused("'", excerpt(id), "' is not a preset; use one of: ", list_of(presets(), &Preset::id));
}

io::SessionFile session_at(const std::string& path) {
    if (path.starts_with(kPresetSign)) return session_of_preset(std::string_view(path).substr(kPresetSign.size()));
    if (io::is_state_line(path)) return need(io::session_in(path));
    const std::string text = need(io::read_input(path));
    return need(io::session_in(text, path == "-" ? std::string_view() : path));
}

// Refuses a call that would write a file from which the session takes values.
void spares_recipes(const Session& session, const std::string& path, const Globals& globals) {
    for (const RecipeRow& row : kRecipes) {
        const Recipe& recipe = session.recipe_of(row.of);
        if (recipe.kind != RecipeKind::file || recipe.file.empty()) continue;
        const std::string file =
            (std::filesystem::path(folder_of_session(path)) / io::file_of_array(recipe.file)).string();
        for (const std::string& output : globals.outputs)
            if (io::is_same_file(file, output))
                throw refused("'", output, "' is also the file with the ", row.title,
                              " of the session; write to another file");
    }
}

// The session for the target and the edition of the call.
Session for_target(const Session& session, const Globals& globals) {
    const auto lacks = [&](std::string_view what, std::string_view name, std::string_view rest) {
        throw refused("the ", what, " of the session is ", name, ", which PTX ", globals.edition_text,
                      " does not have; remove --edition", rest);
    };
    const std::string& arch = globals.arch_given ? globals.arch : session.arch;
    const Edition edition = globals.edition_given ? globals.edition : edition_of(arch, session.edition);
    if (!find_arch(arch, edition)) lacks("target", arch, ", or give --arch too");
    const auto kinds = kinds_of(edition);
    const std::string& kind = session.variant.kind;
    if (std::ranges::find(kinds, kind) == kinds.end()) lacks("kind", kind, "");
    return apply_edit(apply_edit(session, SetEdition{edition}), SetArch{arch});
}

// The session of the only chain, or of the chosen one.
io::SessionFile session_of_program(const std::string& path, const ProgramArgs& args, const Globals& globals) {
    ReadProgram program = program_named(path, args, globals);
    if (program.count > 1)
        throw refused(path == "-" ? "the program" : path, " has ", chains_text(program.count),
                      "; add --chain. tilescope session lists them");
    return {.session = need(std::move(program.chains[program.first].session))};
}

}  // namespace

void add_program_options(Verb& verb, ProgramArgs& args) {
    verb.add_option("--chain", args.chain, "Of a program: the chain of MMAs, counted from 0");
    verb.add_option("--threads", args.threads, "Of a program that does not state them: the threads of a block");
    verb.add_option("--base", args.bases, "Of a program: NAME=ADDR, the address of a variable in shared memory")
        .once_each();
    verb.add_option("--a", args.a, "Of a program: A (M x K), as .npy, .npz:NAME, or .bin (raw words)").reads();
    verb.add_option("--b", args.b, "Of a program: B (N x K)").reads();
    verb.add_option("--c", args.c, "Of a program: D before the chain (M x N)").reads();
    verb.add_option("--arrays", args.arrays, "Of a program: a .npz file with a, b and c").reads();
}

std::string says_no_mma(const std::string& path, std::string_view text, std::string_view tcgen05,
                        std::string_view wgmma, std::string_view right) {
    const std::string_view name = path == "-" ? std::string_view("the text") : std::string_view(path);
    const std::size_t at = std::min(text.find(say(tcgen05, '.')), text.find(say(wgmma, '.')));
    if (at == text.npos) return say(name, " contains no ", tcgen05, " and no ", wgmma, " instruction; ", right);
    const std::string_view named = text.substr(at, text.find_first_of(" \t\r\n\"'`;(", at) - at);
    return say(name, ", line ", 1 + std::ranges::count(text.substr(0, at), '\n'), ": '", printable(named),
               "' is not an instruction of PTX here; if this is source code, compile it to PTX, or give it to ",
               "'tilescope decode'");
}

bool is_program(const std::string& path, const ProgramArgs& args) {
    const std::string end = io::extension_of(path);
    return args.is_given() || end == "ptx" || end == "sass" || end == "cubin" || end == "gz";
}

ReadProgram program_named(const std::string& path, const ProgramArgs& args, const Globals& globals) {
    const auto given = bases_of(args.bases);
    const auto threads = threads_of(args.threads);
    const auto text = text_of_program(path);
    ReadProgram out;
    const auto read_with = [&](unsigned of_block) {
        return read_chains(text, {globals.arch, globals.edition, globals.arch_given, given, of_block});
    };
    static_cast<ProgramChains&>(out) = read_with(threads);
    if (out.chains.empty() && io::session_in(text))
        throw refused(path == "-" ? "the text" : path, " is a session, not a program; give a program, or remove ",
                      "--chain, --threads, --base and the arrays");
    if (out.chains.empty() && !out.report.unread.empty())
        throw refused(path == "-" ? "the text" : path, ": line ", out.report.unread.front(),
                      out.report.unread.size() == 1 ? "" : " and others",
                      " has an MMA whose kind is open, because its instruction descriptor is not a constant, or with a "
                      "modifier that this program does not know; give the PTX of this kernel");
    if (out.chains.empty())
        throw refused(
            says_no_mma(path, text, "tcgen05.mma", "wgmma.mma_async", "give PTX or machine code that has one"));
    has_bases(out.report, given);
    choose(out, args.chain);
    if (has_arrays(args) && out.count > 1)
        throw refused("arrays are those of one chain, and the program has ", chains_text(out.count), "; add --chain");
    for (std::size_t i = out.first; i < out.first + out.count; ++i) {
        ProgramChain& chain = out.chains[i];
        if (!chain.session) continue;
        if (has_arrays(args)) {
            need(set_arrays(args, chain));
            find_threads(args, i, chain, read_with);
        }
        chain.session = session_with_asks(chain);
    }
    return out;
}

void print_notes_of_program(const std::string& path, const ProgramArgs& args, const Session& session) {
    std::string_view notes = session.notes;
    while (is_program(path, args) && !notes.empty()) {
        const std::size_t end = std::min(notes.find('\n'), notes.size());
        io::print_error(say("note: ", notes.substr(0, end), "\n"));
        notes.remove_prefix(std::min(end + 1, notes.size()));
    }
}

io::SessionFile session_named(const std::string& path, const Globals& globals, const ProgramArgs& program) {
    io::SessionFile file = is_program(path, program) ? session_of_program(path, program, globals) : session_at(path);
    spares_recipes(file.session, path, globals);
    if (globals.arch_given || globals.edition_given) file.session = for_target(file.session, globals);
    return file;
}

void has_own_target(std::string_view what, const Globals& globals) {
    const std::string_view option = globals.arch_given ? "--arch" : globals.edition_given ? "--edition" : "";
    if (option.empty()) return;
    throw refused(what, " has its own ", option.substr(2), "; remove ", option);
}

std::string folder_of_session(const std::string& path) { return io::is_state_line(path) ? "." : io::folder_of(path); }

std::string name_of_session(const std::string& path) {
    if (path == "-") return "standard input";
    return io::is_state_line(path) ? "a state line" : printable(std::filesystem::path(path).filename().string());
}

}  // namespace tilescope::cli
