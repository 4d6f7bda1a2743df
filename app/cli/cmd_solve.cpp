// app/cli/cmd_solve.cpp -- cute and solve: a layout of CuTe in other units, and the descriptors that read a layout.
// SPDX-License-Identifier: MIT
#include "app/cli/layout_args.h"
#include "app/cli/pictures.h"
#include "app/cli/verb.h"

#include <tilescope/hw/archs.h>
#include <tilescope/hw/memory.h>
#include <tilescope/hw/types.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/tile.h>
#include <tilescope/notation/cute.h>
#include <tilescope/notation/triton_layout.h>
#include <tilescope/rules/place_rules.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/solver/solve_layout.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <array>

namespace tilescope::cli {
namespace {

// Adds the layout in other units, or the reason why a unit is not possible.
void add_units(io::Report& report, const CuteText& text) {
    struct Unit {
        const char* name;
        unsigned bits;
    };
    for (const Unit& unit : {Unit{"bits", 1}, Unit{"bytes", 8}, Unit{"units_128b", 128}}) {
        if (unit.bits == text.unit_bits) continue;
        const auto restated = in_unit(text, unit.bits);
        report.fact(unit.name, restated ? to_text(*restated) : say("not possible: ", restated.why));
    }
}

// Adds the place of a coordinate: byte and bit, or lane, column and bit in Tensor Memory.
void add_place(std::vector<io::Cell>& row, const CuteText& text, std::int64_t offset) {
    const std::uint64_t bit = bit_of(text, offset);
    const bool tmem = text.space == CuteSpace::tmem;
    const unsigned unit = tmem ? kTmem.cell_bits : 8;
    if (tmem)
        row.insert(row.end(), {bit / unit >> 16, bit / unit & 0xffff, bit % unit});
    else
        row.insert(row.end(), {bit / unit, bit % unit});
}

std::uint64_t coordinates_of(const std::vector<CuteModes>& modes) {
    std::uint64_t out = 1;
    for (const CuteModes& m : modes) out *= static_cast<std::uint64_t>(size_of(m));
    return out;
}

// Adds one row for each coordinate. The last mode changes fastest, as in the rows of `layout`.
void add_elements(io::Report& report, const CuteText& text, const std::vector<CuteModes>& modes) {
    report.rows_name = "elements";
    const bool matrix = modes.size() == 2, placed = text.unit_bits != 0, tmem = text.space == CuteSpace::tmem;
    for (std::size_t i = 0; i < modes.size(); ++i)
        report.columns.push_back(matrix ? (i == 0 ? "row" : "col") : say("i", i));
    report.columns.push_back("offset");
    if (placed && tmem) report.columns.insert(report.columns.end(), {"lane", "column", "bit"});
    if (placed && !tmem) report.columns.insert(report.columns.end(), {"byte", "bit"});
    std::vector<std::int64_t> sizes;
    for (const CuteModes& m : modes) sizes.push_back(size_of(m));
    report.made_count = coordinates_of(modes);
    report.make_row = [text, modes, sizes, placed](std::uint64_t i, std::vector<io::Cell>& row) {
        row.assign(modes.size(), {});
        auto rest = static_cast<std::int64_t>(i);
        std::int64_t offset = 0;
        for (std::size_t m = modes.size(); m-- > 0; rest /= sizes[m]) {
            offset += offset_of(modes[m], rest % sizes[m]);
            row[m] = rest % sizes[m];
        }
        row.push_back(shown_offset(text, offset));
        if (placed) add_place(row, text, offset);
    };
}

struct CuteVerb {
    CuteArgs cute;
    PictureFiles files;
    unsigned recast = 0;
};

int run_cute(const CuteVerb& args, const Globals& g) {
    auto text = need(cute_text_from(args.cute));
    io::Report report;
    report.fact("layout", to_text(text));
    if (args.recast != 0) {
        const auto out = need(recast(text, args.recast), say("--recast ", args.recast));
        report.fact("recast", to_text(out.text));
        if (!out.note.empty()) report.sentence(out.note);
        text = out.text;
    }
    report.fact("unit_bits", text.unit_bits == 0 ? io::Cell("not in the text") : io::Cell(text.unit_bits));
    if (const auto names = names_in(text); !names.empty()) {
        report.fact("names", list_of(names));
        if (args.files.any())
            throw refused("'", names.front(), "' has no value, so there is no picture; add --let ", names.front(),
                          "=NUMBER");
        report.sentence(
            "To see offsets, give every name in the layout a value: --let NAME=NUMBER. For the name T, use --type.");
        return print_report(report, g);
    }
    const auto modes = need(modes_of(text));
    if (args.files.any()) {
        return write_scene(need(cute_scene(text)), args.files);
    }
    if (text.unit_bits != 0) add_units(report, text);
    report.fact("coordinates", coordinates_of(modes));
    add_elements(report, text, modes);
    return print_report(report, g, 16);
}

struct NotationRequest {
    std::string_view text;
    const ElementType* type;
    const Format* format;
    std::uint32_t start = 0;
    unsigned mma_rows = 0;  // 0: all rows
};

constexpr std::string_view kFragmentWord = "DescriptorIterator";
constexpr std::array<std::string_view, 4> kTritonWords = {".memdesc<", ".nvmma_shared<", ".shared_linear<",
                                                          ".tensor_memory_"};
constexpr unsigned kMostTritonRows = 1 << 12;

bool has_word(std::string_view text, std::string_view word) { return text.find(word) != text.npos; }

int print_fragments(std::string_view text, const Globals& g) {
    const std::vector<CuteFragment> fragments = fragments_in(text);
    if (fragments.empty()) throw refused(parse_fragment(text).why);
    io::Report report{.rows_name = "fragments",
                      .columns = {"name", "layout", "k_steps", "k_step_units", "k_step_bytes"}};
    for (const CuteFragment& f : fragments) {
        report.sentence(sentence_of(f));
        const std::string layout = to_text(f.layout);  // the name of the iterator, " o ", shape and strides
        report.rows.push_back({f.name, layout.substr(layout.find('(')), f.k_step.extent, f.k_step.stride,
                               f.k_step.stride * kFragmentUnitBytes});
    }
    return print_report(report, g);
}

// Adds the words of one operand. Adds the reason as a sentence if there are none. Returns whether there are words.
bool add_operand(io::Report& report, const NotationRequest& request, const TritonMemdesc& memory, Operand operand,
                 const ElementType& type) {
    const auto no = [&](const std::string& why) {
        report.sentence("As ", name_of(operand), ": no descriptor reads this layout: ", why, ".");
        return false;
    };
    const auto tile = triton_tile(memory, operand, type);
    if (!tile) return no(tile.why);
    const SmemLayout& all = tile->layout;
    const unsigned k = dense_k(type), steps = (static_cast<unsigned>(all.columns) + k - 1) / k;
    if (tile->stages > kMostTritonRows / steps) return no(say("the type has too many stages: ", tile->stages));
    std::vector<std::vector<io::Cell>> rows;
    for (unsigned stage = 0; stage < tile->stages; ++stage)
        for (unsigned step = 0; step < steps; ++step) {
            SmemLayout slice = triton_slice(*tile, step, request.mma_rows);
            const std::uint64_t start = slice.start + request.start + stage * tile->stage_bytes;
            slice.start = static_cast<std::uint32_t>(std::min<std::uint64_t>(start, ~std::uint32_t{0}));
            const auto word = descriptor_of(*request.format, slice);
            if (!word) return no(say("stage ", stage, ", K step ", step, ": ", word.why));
            rows.push_back({name_of(operand), row_of(slice.mode).name,
                            kMajorNames[static_cast<std::size_t>(slice.major)].name, stage, step, slice.start,
                            slice.lbo, slice.sbo, hex(*word, 16)});
        }
    report.sentence("As ", name_of(operand), pick(operand, " (M x K)", " (K x N)"), ": ", name_of(all.major), " ",
                    row_of(all.mode).name, ", ", all.rows, " x ", all.columns, " ", type.id, ".");
    if (request.mma_rows == 0 && (all.lbo != 0 || all.major == Major::k))
        report.sentence("These words of ", name_of(operand),
                        " are for an instruction that reads all rows, at most 256; --mma-rows changes this.");
    report.rows.insert(report.rows.end(), rows.begin(), rows.end());
    return true;
}

void add_tmem(io::Report& report, const TritonMemdesc& memory) {
    if (std::holds_alternative<TritonScales>(memory.encoding)) {
        const auto scales = triton_scales(memory);
        report.sentence(scales ? say("Scale factors in Tensor Memory: ", scales->rows, " rows x ", scales->factors,
                                     " factors, ", scales->columns, " columns.")
                               : say("Not read: ", scales.why, "."));
        return;
    }
    const auto tile = triton_tmem(memory);
    if (!tile) return report.sentence("Not read: ", tile.why, ".");
    const bool d = tile->layout.operand == TmemOperand::d;
    report.sentence(d ? "D" : "A", " in Tensor Memory: M = ", tile->m, ", data path layout ", tile->layout.path->name,
                    ", ", d ? "N" : "K", " = ", tile->layout.columns, ", ", tile->blocks_m, " x ", tile->blocks_n,
                    " blocks, ", tile->columns, " columns for each stage.");
}

// An encoding without a shape: only what does not depend on the shape.
int print_encoding(const NotationRequest& request, const TritonEncoding& encoding, const Globals& g) {
    const auto* shared = std::get_if<TritonShared>(&encoding);
    if (shared == nullptr)
        throw refused(in_shared_memory(encoding)
                          ? "the text has no shape; add a type such as !ttg.memdesc<128x64xf16, #shared, #smem>"
                          : "the text has no shape; add a type such as !ttg.memdesc<128x128xf32, #tmem, ...>");
    const auto half = need(triton_high_half(*shared, *request.format));
    io::Report report{.facts = {{"swizzle_bytes", shared->swizzle_bytes},
                                {"sbo", 8 * shared->swizzle_bytes},
                                {"high_half", hex(half, 8)}}};
    report.sentence(shared->transposed ? "The first index of the shape is contiguous: A is MN-major, B is K-major."
                                       : "The last index of the shape is contiguous: A is K-major, B is MN-major.");
    report.sentence("lbo depends on the shape; add a type such as !ttg.memdesc<128x64xf16, #shared, #smem>.");
    if (request.mma_rows == 0)
        report.sentence(
            "An instruction that reads only 8 rows of M or N in a K-major layout has 0 in the field 'sbo'.");
    return print_report(report, g);
}

// Returns the first memdesc of the text, or a refusal.
TritonMemdesc first_memdesc(std::string_view text, const std::vector<TritonAlias>& aliases) {
    const std::size_t word = text.find(kTritonWords[0]), begin = text.rfind('!', word);
    std::size_t end = text.find('<', word);
    int depth = 0;
    for (; end < text.size(); ++end) {
        depth += (text[end] == '<' ? 1 : 0) - (text[end] == '>' ? 1 : 0);
        if (depth == 0) break;
    }
    if (begin == text.npos) throw refused("a memdesc type starts with '!'");
    return need(parse_triton_memdesc(text.substr(begin, end + 1 - begin), aliases));
}

// Adds the operands of an MMA operation. Returns the number of operands with words.
unsigned add_operation(io::Report& report, const NotationRequest& request, const TritonMma& mma) {
    unsigned read = 0;
    for (const Operand o : kBothOperands) {
        const auto& memory = pick(o, mma.a, mma.b);
        if (!memory || !in_shared_memory(memory->encoding)) {
            report.sentence(name_of(o), " is not in shared memory, or its type cannot be read.");
            continue;
        }
        const ElementType* type = triton_type(*memory, pick(o, mma.a_type, mma.b_type));
        read += add_operand(report, request, *memory, o, type != nullptr ? *type : *request.type);
    }
    if (mma.d) add_tmem(report, *mma.d);
    return read;
}

std::optional<TritonMma> first_operation(std::string_view text, const std::vector<TritonAlias>& aliases) {
    while (!text.empty())
        if (auto mma = parse_triton_mma(take_triton_operation(text), aliases)) return *mma;
    return std::nullopt;
}

int print_triton(const NotationRequest& request, const Globals& g) {
    const std::vector<TritonAlias> aliases = triton_aliases(request.text);
    io::Report report;
    report.rows_name = "descriptors";
    report.columns = {"operand", "swizzle", "major", "stage", "k_step", "start", "lbo", "sbo", "word"};
    const auto print_operands = [&](unsigned read) {
        report.facts.insert(report.facts.begin(), {"solutions", read});
        print_report(report, g);
        return read == 0 ? kWrong : kDone;
    };
    if (const auto mma = first_operation(request.text, aliases)) {
        if (mma->hopper != !family_reading(request.format->id)->idesc)
            throw refused(mma->hopper ? "warp_group_dot has descriptors of wgmma; use --arch sm_90a"
                                      : "tc_gen5_mma has descriptors of tcgen05; use --arch sm_100a");
        return print_operands(add_operation(report, request, *mma));
    }
    if (!has_word(request.text, kTritonWords[0])) {
        if (aliases.size() > 1) throw refused("the text has several encodings, but no type; give one of them");
        return print_encoding(request, *need(parse_triton_encoding(request.text)).encoding, g);
    }
    const auto memory = first_memdesc(request.text, aliases);
    if (!in_shared_memory(memory.encoding)) {
        add_tmem(report, memory);
        return print_report(report, g);
    }
    unsigned read = 0;
    for (const Operand o : kBothOperands) read += add_operand(report, request, memory, o, *request.type);
    report.sentence("The type does not tell which operand it is.");
    return print_operands(read);
}

bool is_triton(std::string_view text) {
    return std::ranges::any_of(kTritonWords, [&](std::string_view word) { return has_word(text, word); });
}

struct SolveArgs {
    CuteArgs cute;
    std::string text, start, as, tensor_map, major;  // text: as cute.text, without --layout
    int mma_rows = 0, mma_k = 0, rows = 0, columns = 0;
};

// The words of a solution. None: the format cannot encode it; `why` gets the reason for the first such solution.
std::vector<std::uint64_t> words_of(const LayoutSolution& s, const Format& format, std::string& why) {
    std::vector<std::uint64_t> out;
    for (const SmemLayout& step : s.steps) {
        const auto word = descriptor_of(format, step);
        if (!word && why.empty()) why = say(name_of(s.major), " ", row_of(s.mode).name, " would match, but ", word.why);
        if (!word) return {};
        out.push_back(*word);
    }
    return out;
}

void add_solution_text(io::Report& report, std::size_t number, const LayoutSolution& s, const ArchRow& arch) {
    report.sentence("Solution ", number, ": ", name_of(s.major), " ", row_of(s.mode).name, " (", numberings(s.mode),
                    "); ", use_of_lbo(s.steps[0]).sentence, " ", use_of_sbo(s.steps[0]).sentence,
                    s.note.empty() ? "" : " ", s.note);
    if (const std::string outside = outside_of(arch, s.steps); !outside.empty())
        report.sentence("This solution leaves shared memory. ", outside);
}

// Adds one row for each step of each solution. Returns the number of solutions.
std::size_t add_solutions(io::Report& report, const RequestedLayout& request, const LayoutAnswer& answer,
                          const Format& format, const ArchRow& arch) {
    std::string why;
    std::size_t number = 0;
    for (const LayoutSolution& s : answer.solutions) {
        const std::vector<std::uint64_t> words = words_of(s, format, why);
        if (words.empty()) continue;
        ++number;
        if (request.stage == 0) add_solution_text(report, number, s, arch);
        const std::size_t k_steps = std::max<std::size_t>(
            static_cast<std::size_t>((request.columns + s.steps[0].columns - 1) / s.steps[0].columns), 1);
        for (std::size_t step = 0; step < s.steps.size(); ++step) {
            const SmemLayout& l = s.steps[step];
            report.rows.push_back({number, row_of(s.mode).name, kMajorNames[static_cast<std::size_t>(s.major)].name,
                                   request.stage, step / k_steps, step % k_steps, l.start, l.lbo, l.sbo,
                                   hex_word(format, words[step])});
        }
    }
    if (number == 0) report.sentence(why.empty() ? answer.why : say("No descriptor reads this layout: ", why, "."));
    return number;
}

// One layout for each pipeline stage.
using RequestedStages = std::vector<RequestedLayout>;

std::uint32_t start_of(const SolveArgs& args) {
    const auto start = need(parse_number(args.start.empty() ? "0" : args.start), "--start");
    if (start > 0x7ffff)
        throw refused("--start: ", args.start, " is not a shared-memory address; give at most 0x7ffff");
    return static_cast<std::uint32_t>(start);
}

RequestedStages layouts_from_text(const SolveArgs& args, const ElementType& type) {
    const std::uint32_t start = start_of(args);
    const auto text = need(cute_text_from(args.cute), "--layout");
    if (text.address && !args.start.empty())
        throw refused("--start and the address ", hex(*text.address),
                      " of the text cannot be used together; give only one of them");
    RequestedStages out;
    do {
        out.push_back(need(requested_from(text, type, start, static_cast<int>(out.size())), "--layout"));
    } while (static_cast<int>(out.size()) < out[0].stages);
    return out;
}

// Returns the layout that a TMA load of the tile writes, and stores the tile.
RequestedStages layouts_from_tensor_map(const SolveArgs& args, const ElementType& type, TmaTile& tile) {
    if (!args.cute.text.empty())
        throw refused("--layout and --tensor-map cannot be used together; give only one of them");
    if (args.major.empty()) throw refused("--major is missing; give k or mn");
    const Major major = major_named(args.major);
    is_size(args.rows, args.columns);
    tile = covered(need(tensor_map_named(args.tensor_map), "--tensor-map"), major, args.rows, args.columns);
    return {need(requested_from(tile, type, args.rows, args.columns), "--tensor-map")};
}

// Moves a text without --layout, or standard input, into cute.text.
void take_text(SolveArgs& args) {
    if (!args.text.empty() && !args.cute.text.empty())
        throw refused("a text and --layout cannot be used together; give only one of them");
    if (args.cute.text.empty()) args.cute.text = args.text;
    args.cute.text = need(text_or_standard_input(args.cute.text), "--layout");
}

// Prints the answer for a layout of Triton's IR or for CuTe's fragments of descriptors, and returns the exit status.
// Returns nothing if the text is another notation.
std::optional<int> run_other_notation(const SolveArgs& args, const ElementType& type, const Format& format,
                                      const Globals& g) {
    const std::string& text = args.cute.text;
    const bool is_fragment = has_word(text, kFragmentWord);
    if (!is_fragment && !is_triton(text)) return std::nullopt;
    if (!args.cute.names.empty()) throw refused("--let is only for CuTe layouts");
    if (args.mma_k != 0) throw refused("--mma-k is only for CuTe layouts and tensor maps");
    const auto start = start_of(args);
    if (is_fragment) return print_fragments(text, g);
    return print_triton({text, &type, &format, start, static_cast<unsigned>(args.mma_rows)}, g);
}

// CuTe DSL and CuTe print the same layout with different units of the swizzle.
bool has_dsl_swizzle(const SolveArgs& args) {
    constexpr std::string_view kDslSwizzle = "S<", kBlanks = " \t\r\n";
    const std::size_t first = args.cute.text.find_first_not_of(kBlanks);
    if (first == std::string::npos || !std::string_view(args.cute.text).substr(first).starts_with(kDslSwizzle))
        return false;
    const auto text = parse_cute(args.cute.text);
    return text && text->space == CuteSpace::smem;
}

int run_solve(SolveArgs args, const Globals& g) {
    take_text(args);
    const auto type = type_named("--type", args.cute.type);
    if (args.tensor_map.empty() && args.cute.text.empty())
        throw refused("--layout is missing; give --layout 'CUTE TEXT' or --tensor-map FILE.json");
    const auto format = descriptor_format(args.as, g);
    if (type->bits == 1 && !family_reading(format->id)->single_bits)
        throw refused("--type: only Hopper's wgmma reads b1; use --arch sm_90a or another type");
    mma_k_fits(args.mma_k, *type, *format);
    if (args.tensor_map.empty())
        if (const auto status = run_other_notation(args, *type, *format, g)) return *status;
    io::Report rows;
    rows.rows_name = "descriptors";
    rows.columns = {"solution", "swizzle", "major", "stage", "row_block", "k_step", "start", "lbo", "sbo", "word"};
    TmaTile tile;
    const auto stages =
        args.tensor_map.empty() ? layouts_from_text(args, *type) : layouts_from_tensor_map(args, *type, tile);
    if (const auto note = rounding_note(tile.map)) rows.sentence(note->text);
    if (args.tensor_map.empty() && has_dsl_swizzle(args))
        rows.sentence("S<...> is the swizzle of a pointer, as in the layouts of CuTe DSL: it acts on byte addresses.");
    std::size_t solutions = 0;
    for (const RequestedLayout& request : stages) {
        const int k = args.mma_k != 0 ? args.mma_k : static_cast<int>(dense_k(*type));
        if (request.stage == 0 && request.columns > k && request.columns % k != 0)
            rows.sentence("The last instruction uses only ", request.columns % k, " of ", k, " columns of K.");
        const LayoutAnswer answer = solve_layout(request, {args.mma_rows, args.mma_k});
        if (args.mma_k == 0 && !answer.solutions.empty()) {
            SmemLayout whole = answer.solutions.front().steps.front();
            whole.columns = request.columns, whole.mma_columns = 0;
            if (const std::string asks = sparse_question(whole, "--mma-k"); !asks.empty()) rows.sentence(asks);
        }
        const std::size_t found = add_solutions(rows, request, answer, *format, reader_of(*format, g));
        solutions = request.stage == 0 ? found : std::min(solutions, found);
    }
    rows.facts.insert(rows.facts.begin(), {"solutions", solutions});
    const bool refused = !args.tensor_map.empty() && add_refusals(rows, "solve", tile, g);
    print_report(rows, g);
    return solutions == 0 || refused ? kWrong : kDone;
}

}  // namespace

void declare_cute(Verb& verb) {
    CuteVerb& args = verb.runs(run_cute);
    verb.add_option("layout", args.cute.text, "The CuTe layout. Omit it or use - to read standard input.");
    verb.add_option("--type", args.cute.type, "Element type. Sets T, and the unit if the text has no unit.");
    verb.add_option("--recast", args.recast,
                    "Recast to elements of this many bits, like cute::recast_layout.\n"
                    "tilescope refuses a recast that is not exact.");
    declare_names(verb, args.cute);
    declare_picture_files(verb, args.files);
}

void declare_solve(Verb& verb) {
    SolveArgs& args = verb.runs(run_solve);
    args.cute.text.clear();
    verb.add_option("text", args.text,
                    "A CuTe layout, an atom such as K_SW128, a fragment of descriptors,\n"
                    "or a memdesc or an encoding of Triton. Use - to read standard input.");
    verb.add_option("--layout", args.cute.text, "The requested layout as CuTe text. Use - to read standard input.");
    verb.add_option("--tensor-map", args.tensor_map, kTensorMapHelp).reads();
    verb.add_option("--rows", args.rows, "With --tensor-map: number of M or N indices of the tile");
    verb.add_option("--cols", args.columns, "With --tensor-map: number of K indices of the tile");
    verb.add_option("--major", args.major, "With --tensor-map: the index that is contiguous in memory, k or mn");
    verb.add_option("--type", args.cute.type, "Element type (layout --help lists the types)").required();
    verb.add_option("--start", args.start, "Byte address, if the text has no address");
    verb.add_option("--mma-rows", args.mma_rows, "Rows that one instruction reads (default: all)").at_least_one();
    verb.add_option("--mma-k", args.mma_k,
                    "Stored columns that one instruction reads\n(default: the columns in 32 bytes)")
        .at_least_one();
    verb.add_option("--as", args.as, "Format of the words: smem or wgmma (default: the format of --arch)");
    declare_names(verb, args.cute);
    add_tensor_map_footer(verb);
}

}  // namespace tilescope::cli
