// app/cli/cmd_layout.cpp -- layout, locate, compare, banks, tile: the bytes of a tile, and who writes and reads them.
// SPDX-License-Identifier: MIT
#include "app/cli/layout_args.h"
#include "app/cli/pictures.h"
#include "app/cli/verb.h"

#include <tilescope/hw/memory.h>
#include <tilescope/layout/banks.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/linear_map.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>
#include <tilescope/rules/rule.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/word/codec.h>

namespace tilescope::cli {
namespace {

// Prints the bytes of a tile as a table that fits the screen. --csv lists every element of a larger tile.
void print_tile(const SmemLayout& layout, const std::vector<std::uint32_t>& bytes) {
    constexpr int kMostRows = 64, kMostColumns = 10;
    print(layout.rows, " x ", layout.columns, " ", layout.type->id, ", ", name_of(layout.major), ", swizzle ",
          row_of(layout.mode).name, ", start = ", hex(layout.start), ", lbo = ", layout.lbo,
          " bytes, sbo = ", layout.sbo, " bytes\n");
    for (const StrideReport& report : {use_of_lbo(layout), use_of_sbo(layout)}) print_wrapped(0, report.sentence);
    const int columns = std::min(layout.columns, kMostColumns), rows = std::min(layout.rows, kMostRows);
    print("\n   row");
    for (int c = 0; c < columns; ++c) print("  ", padded(say("col ", c), 7));
    print("\n");
    for (int r = 0; r < rows; ++r) {
        const std::uint32_t* of_row = &bytes[static_cast<std::size_t>(r) * static_cast<std::size_t>(layout.columns)];
        std::string line = padded("", 6 - std::min<std::size_t>(6, say(r).size())) + say(r);
        for (int c = 0; c < columns; ++c) {
            const std::string bit = layout.type->bits < 8 ? say(".", first_bit(layout, {r, c})) : "";
            line += say("  ", padded(hex(of_row[c]) + bit, 7));
        }
        print(line + "\n");
    }
    if (rows < layout.rows || columns < layout.columns)
        print("... These are the first ", rows, " rows and ", columns, " columns. --csv lists every element.\n");
}

// Prints the layout as vectors over bits: the address bits that each bit of row and column flips.
int print_vectors(const SmemLayout& layout, const Globals& g) {
    const auto map = need(linear_part_of(layout), "--f2");
    io::Report report;
    report.facts = {{"block", say(map.rows, " x ", map.columns)},
                    {"base", hex(map.base)},
                    {"offset", hex(map.map.offset)},
                    {"unit_bits", map.unit_bits},
                    {"inputs", map.map.inputs},
                    {"rank", rank_of(map.map)}};
    const auto back = inverse_of(map.map);
    report.fact("inverse", back ? std::string("The inverse exists: no two elements share a place.") : back.why);
    if (!map.note.empty()) report.sentence(map.note);
    report.rows_name = "basis";
    report.columns = {"input", "vector", "bits"};
    for (unsigned bit = 0; bit < map.map.inputs; ++bit) {
        std::vector<std::string> flips;
        for (unsigned out = map.map.outputs; out-- > 0;)
            if (map.map.basis[bit] >> out & 1) flips.push_back(name_of_output(map, out));
        report.rows.push_back({name_of_input(map, bit), hex(map.map.basis[bit]), list_of(flips)});
    }
    return print_report(report, g);
}

struct PictureArgs {
    LayoutArgs layout;
    PictureFiles files;
    std::string cells = "chunk", colour = "chunk";
    bool vectors = false;
};

// Writes the picture that the window shows into the files of --svg, --tikz and --png.
int write_pictures(const PictureArgs& args, const SmemLayout& layout, const std::vector<std::uint32_t>& bytes) {
    TileOptions options{.k_step = args.layout.k_step};
    options.mma_k = layout.mma_columns != 0 ? static_cast<unsigned>(layout.mma_columns) : dense_k(*layout.type);
    options.k_step = 0;  // `layout` already starts at that step
    options.grain = static_cast<Grain>(row_named("--cells", args.cells, kGrainNames, &NamedValue::name).raw);
    options.colouring =
        static_cast<Colouring>(row_named("--colour", args.colour, kColouringNames, &NamedValue::name).raw);
    return write_scene(tile_scene(layout, bytes, options), args.files);
}

// A report with the properties of the tile, for one row of each element.
io::Report tile_report(const SmemLayout& l) {
    return {.facts = {{"rows", l.rows},
                      {"cols", l.columns},
                      {"type", l.type->id},
                      {"major", l.major == Major::k ? "k" : "mn"},
                      {"swizzle", row_of(l.mode).name},
                      {"start", l.start},
                      {"lbo", l.lbo},
                      {"sbo", l.sbo},
                      {"base_offset", l.base_offset},
                      {"assumption", assumption_of(l)}},
            .rows_name = "elements"};
}

// The properties of the tile, and one row for each element. Requires: `bytes` is tile_map(layout).
io::Report layout_report(const SmemLayout& layout, std::vector<std::uint32_t> bytes) {
    io::Report out = tile_report(layout);
    out.columns = {"row", "col", "byte", "bit", "chunk", "bank"};
    out.made_count = bytes.size();
    out.make_row = [layout, bytes = std::move(bytes)](std::uint64_t i, std::vector<io::Cell>& row) {
        const auto columns = static_cast<std::uint64_t>(layout.columns);
        const Element e{static_cast<int>(i / columns), static_cast<int>(i % columns)};
        const std::uint32_t byte = bytes[i];
        row.assign({e.row, e.column, byte, first_bit(layout, e), byte / 16, byte / 4 % 32});
    };
    return out;
}

int run_layout(const PictureArgs& args, const Globals& g) {
    const auto layout = layout_from("layout", args.layout, g);
    if (args.vectors && args.files.any())
        throw refused("--f2 prints a table, not a picture; remove --svg, --tikz and --png");
    if (args.vectors) return print_vectors(layout, g);
    if (const std::string assumed = assumption_of(layout); !assumed.empty()) refuse("layout", assumed);
    std::vector<std::uint32_t> bytes = tile_map(layout);
    if (args.files.any()) return write_pictures(args, layout, bytes);
    if (g.json || g.csv) return print_report(layout_report(layout, std::move(bytes)), g);
    print_tile(layout, bytes);
    return kDone;
}

std::uint32_t address_from(std::string_view option, const std::string& text) {
    const auto address = need(parse_number(text), option);
    if (address > 0xffffffff) throw refused(option, ": ", text, " has more than 32 bits; give a shared-memory address");
    return static_cast<std::uint32_t>(address);
}

struct LocateArgs {
    LayoutArgs layout;
    std::string address = "-";
};

// The properties of the tile, the address, and one row for each element that has bits in this byte.
io::Report locate_report(const SmemLayout& layout, std::uint32_t byte, std::span<const Element> elements) {
    io::Report out = tile_report(layout);
    out.fact("address", byte);
    out.columns = {"row", "col", "byte", "bit"};
    for (const Element e : elements) {
        const BitPlace p = place_in_memory(layout, e);
        out.rows.push_back({e.row, e.column, p.byte, p.bit});
    }
    return out;
}

int run_locate(const LocateArgs& args, const Globals& g) {
    const auto layout = layout_from("locate", args.layout, g);
    const std::uint32_t byte = address_from("address", need(word_or_standard_input(args.address)));
    const std::vector<Element> elements = elements_at(layout, byte);
    if (g.json || g.csv) return print_report(locate_report(layout, byte, elements), g);
    for (const Element e : elements) {
        print("row ", e.row, ", column ", e.column, ": bytes ", hex(place_in_memory(layout, e).byte), " to ",
              hex(end_of(layout, e) - 1), "\n");
        for (const std::string& line : explanation_of(layout, e).lines) print("    ", line, "\n");
    }
    if (elements.empty()) print("No element of the tile has bits in byte ", hex(byte), ".\n");
    return kDone;
}

struct CompareArgs {
    LayoutArgs layout;
    std::string tensor_map;
};

// Adds one row for each element that the MMA reads from another place than TMA wrote it to.
void add_differing(io::Report& report, const Agreement& agreement, const TmaTile& tile, const SmemLayout& layout) {
    report.rows_name = "differing";
    report.columns = {"row", "col", "mma_byte", "tma_byte"};
    report.made_count = agreement.differing.size();
    report.make_row = [wrote = written_bits(tile, layout.rows, layout.columns), differing = agreement.differing,
                       layout](std::uint64_t i, std::vector<io::Cell>& row) {
        const Element e = differing[i];
        const std::uint64_t bit = wrote[static_cast<std::size_t>(e.row) * static_cast<std::size_t>(layout.columns) +
                                        static_cast<std::size_t>(e.column)];
        row.assign(
            {e.row, e.column, place_in_memory(layout, e).byte, bit == kNotWritten ? io::Cell("") : io::Cell(bit / 8)});
    };
}

int run_compare(const CompareArgs& args, const Globals& g) {
    const auto layout = layout_from("compare", args.layout, g);
    need(can_be_copied(*layout.type));
    const auto copy = need(tensor_map_named(args.tensor_map));
    const TmaTile tile = covered(copy, layout.major, layout.rows, layout.columns);
    const Agreement agreement = compare_tma_mma(tile, layout);
    io::Report report{
        .facts = {{"equal", agreement.equal}, {"different", agreement.different}, {"sentence", agreement.sentence}}};
    if (const auto note = rounding_note(copy.map)) report.sentence(note->text);
    add_differing(report, agreement, tile, layout);
    const bool refused = add_refusals(report, "compare", tile, g);
    print_report(report, g);
    return agreement.different == 0 && !refused ? kDone : kWrong;
}

struct BanksArgs {
    LayoutArgs layout;
    std::string access = "chunk", from = "0,0";
    bool plain = false;
    std::uint32_t pad = 0;
    PictureFiles files;
};

Element element_from(const std::string& text) {
    const auto [row, column] = place_given("--from", text, 1 << 24, "; write ROW,COL, such as 0,24");
    return {static_cast<int>(row), static_cast<int>(column)};
}

// Of a key in JSON and CSV, which programs read: "swizzle" where a sentence has "the XOR".
std::string_view key_of_missing(const BankComparison& found) {
    return found.without == BankComparison{}.without ? "swizzle" : found.without;
}

// Adds one row for each phase. The text output names the threads that share a bank; --csv and --json have numbers only.
void add_rows(io::Report& report, const BankComparison& found, bool numbers) {
    report.rows_name = "phases";
    report.columns = numbers ? std::vector<std::string>{"phase",
                                                        "first_thread",
                                                        "threads",
                                                        "degree",
                                                        say("degree_without_", key_of_missing(found)),
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
    const std::string_view other = first_given({{"--desc", !args.desc.empty()},
                                                {"--swizzle", !args.swizzle.empty()},
                                                {"--lbo", !args.lbo.empty()},
                                                {"--sbo", !args.sbo.empty()},
                                                {"--as", !args.as.empty()},
                                                {"--base-offset", !args.base_offset.empty()},
                                                {"--k-step", args.k_step != 0},
                                                {"--mma-k", args.mma_k != 0},
                                                {"--k-atom", args.k_atom != 0},
                                                {"--sparse", args.sparse},
                                                {"--allocation", args.allocation != 0}});
    if (!other.empty()) throw refused("a plain tile has no use for ", other, "; remove it, or remove --plain");
    const auto type = type_named("--type", args.type);
    const auto major = major_named(args.major);
    is_size(args.rows, args.columns);
    const auto start = parse_number(args.start.empty() ? "0" : args.start);
    if (!start || *start >= kSmem.bytes)
        throw refused("--start: '", args.start, "' is not an address below ", kSmem.bytes);
    return SmemLayout{.major = major,
                      .type = type,
                      .start = static_cast<std::uint32_t>(*start),
                      .rows = args.rows,
                      .columns = args.columns};
}

BankComparison comparison(const BanksArgs& args, const Globals& g) {
    if (args.pad != 0 && !args.plain) throw refused("--pad is for plain tiles; add --plain");
    const auto layout = args.plain ? plain_tile(args.layout) : layout_from("banks", args.layout, g);
    auto choice = parse_access(args.access);
    if (!choice) throw refused("--", choice.why);
    choice->from = element_from(args.from);
    return need(args.plain ? banks_of_plain(layout, args.pad, *choice) : banks_of(layout, *choice));
}

int run_banks(const BanksArgs& args, const Globals& g) {
    const auto found = comparison(args, g);
    if (args.files.any()) return write_scene(bank_scene(found, {}), args.files);
    io::Report report{.facts = {{"access", args.access},
                                {"threads", found.access.addresses.size()},
                                {"bytes_a_thread", found.access.bytes},
                                {"sentence", found.sentence},
                                {"cycles", found.on.cycles},
                                {say("cycles_without_", key_of_missing(found)), found.off.cycles},
                                {"ideal", found.on.ideal}}};
    const VectorPhase& phase = phase_of(found.access.bytes);
    const std::string_view chip = chip_of(reader_of(*descriptor_format(args.layout.as, g), g));
    const Certainty rule = certainty_on(phase, chip);
    const Grounds grounds = grounds_of(found.access, chip);
    put_certainty(report, grounds.certainty);
    report.sentence("Shared memory serves vectors of ", phase.vector_bytes,
                    phase.vector_bytes == 1 ? " byte" : " bytes", " for ", phase.threads, " threads at a time",
                    rule.measurement() ? "" : say(": ", phase.source), " (", text_of(rule), ").");
    for (const std::string& more : {merging_of(found.access), grounds.note})
        if (!more.empty()) report.sentence(more);
    add_rows(report, found, g.csv || g.json);
    return print_report(report, g);
}

struct TileArgs {
    std::string swizzle = "widest", major, type, start = "0", order = "mn", as;
    int rows = 0, columns = 0, mma_mn = 0, mma_k = 0;
    unsigned stages = 1;
};

TileSpec spec_from(const TileArgs& args) {
    const auto type = type_named("--type", args.type);
    const auto major = major_named(args.major);
    const std::uint32_t start = address_from("--start", args.start);
    if (args.order != "mn" && args.order != "k")
        throw refused("--order must be mn (atoms repeat along M or N first) or k, not '", args.order, "'");
    TileSpec spec{.major = major, .type = type, .rows = args.rows, .columns = args.columns, .stages = args.stages};
    spec.order = args.order == "k" ? AtomOrder::k_first : AtomOrder::mn_first;
    spec.start = start;
    const SwizzleRow* mode = mode_named(args.swizzle);
    if (!mode && args.swizzle != "widest")
        throw refused("--swizzle: '", args.swizzle, "' is unknown; use widest, none, 32B, 64B, 128B or 128B_32B");
    spec.mode = mode ? mode->mode : widest_mode(major, *type, args.rows, args.columns, args.mma_mn);
    return spec;
}

// Returns the largest number of rows of one instruction that divides the rows of the tile.
int rows_of_one(int rows) {
    constexpr int kMost = 256, kStep = 8;
    if (rows <= kMost) return rows;
    for (int size = kMost; size > kStep; size -= kStep)
        if (rows % size == 0) return size;
    return kStep;
}

// Adds the errors and warnings of the rules, because build_tile() does not check the words.
void add_problems(io::Report& report, const Format& format, std::uint64_t word, const SmemLayout& slice,
                  std::string_view arch) {
    const WordContext context{
        .arch = arch, .major = slice.major, .type = slice.type, .rows = slice.rows, .columns = slice.columns};
    for (const Problem& p : check_word(decode(format, word), context))
        if (p.severity <= Severity::warn) report.sentence(name_of(p.severity), " ", p.rule, ": ", p.text);
}

std::string units(std::uint32_t bytes) { return say(bytes, " bytes (", bytes / 16, " units of 16 bytes)"); }

// Describes a stride as the slice with the most steps of this stride uses it. Other slices may not use it.
std::string about_stride(std::span<const TileSlice> slices, StrideReport (*use)(const SmemLayout&)) {
    StrideReport most = use(slices.front().layout);
    for (const TileSlice& s : slices)
        if (StrideReport other = use(s.layout); other.count > most.count) most = std::move(other);
    return most.sentence;
}

void add_facts(io::Report& report, const OperandTile& tile, std::span<const TileSlice> slices) {
    const TileSpec& s = tile.spec;
    report.facts = {{"swizzle", row_of(s.mode).name},
                    {"atom", say(tile.atom.rows, " x ", tile.atom.columns, ", ", tile.atom.bytes, " bytes")},
                    {"atoms", say(tile.atoms_rows, " x ", tile.atoms_columns)},
                    {"stage_bytes", tile.bytes},
                    {"row_step", units(tile.row_step)},
                    {"column_step", units(tile.column_step)}};
    if (const auto text = cute_of(tile.layout)) report.fact("cute", to_text(*text));
    if (s.type->bits != s.type->container_bits)
        report.sentence("The CuTe text counts containers of ", s.type->container_bits, " bits. But elements of ",
                        s.type->id, " have ", s.type->bits,
                        " bits and are packed without gaps inside each group of 16 bytes.");
    report.sentence(about_stride(slices, use_of_lbo));
    report.sentence(about_stride(slices, use_of_sbo));
}

int run_tile(const TileArgs& args, const Globals& g) {
    const auto spec = spec_from(args);
    const auto tile = need(build_tile(spec));
    const SliceSize size{args.mma_mn != 0 ? args.mma_mn : rows_of_one(args.rows),
                         args.mma_k != 0 ? args.mma_k : static_cast<int>(dense_k(*spec.type))};
    const auto found = descriptor_format(args.as, g);
    const Format& format = *found;
    mma_k_fits(args.mma_k, *spec.type, format);
    const auto slices = need(slices_of(tile, size));
    io::Report report;
    add_facts(report, tile, slices);
    report.rows_name = "slices";
    report.columns = {"stage", "row_block", "k_step", "start", "lbo", "sbo", "delta_units", "word"};
    for (const TileSlice& s : slices) {
        const auto word = descriptor_of(format, s.layout);
        if (!word) throw refused("stage ", s.stage, ", row block ", s.row_block, ", K step ", s.k_step, ": ", word.why);
        if (&s == &slices.front()) add_problems(report, format, *word, s.layout, reader_of(format, g).id);
        const auto delta = (std::int64_t{s.layout.start} - slices.front().layout.start) / 16;
        report.rows.push_back({s.stage, s.row_block, s.k_step, s.layout.start, s.layout.lbo, s.layout.sbo, delta,
                               hex_word(format, *word)});
    }
    std::vector<SmemLayout> layouts;
    for (const TileSlice& s : slices) layouts.push_back(s.layout);
    if (const std::string outside = outside_of(reader_of(format, g), layouts); !outside.empty())
        report.sentence(outside);
    return print_report(report, g);
}

}  // namespace

void declare_layout(Verb& verb) {
    PictureArgs& args = verb.runs(run_layout);
    declare_layout_args(verb, args.layout);
    declare_picture_files(verb, args.files);
    verb.add_option("--cells", args.cells, "Content of one picture cell: element, chunk (default) or line");
    verb.add_option("--colour", args.colour, "Colours of the cells: chunk (default), row, \"K step\" or bank");
    verb.add_flag("--f2", args.vectors, "Print the layout as a linear map over bits, with rank and inverse");
}

void declare_locate(Verb& verb) {
    LocateArgs& args = verb.runs(run_locate);
    verb.add_option("address", args.address,
                    "Byte address after the swizzle.\nOmit it or use - to read standard input.");
    declare_layout_args(verb, args.layout);
}

void declare_compare(Verb& verb) {
    CompareArgs& args = verb.runs(run_compare);
    declare_layout_args(verb, args.layout);
    verb.add_option("--tensor-map", args.tensor_map, kTensorMapHelp).required().reads();
    add_tensor_map_footer(verb);
    verb.set_footer(
        verb.footer() +
        "Each output row is one element. It has the byte where the MMA reads the element (mma_byte) and the\n"
        "byte where TMA wrote the element (tma_byte; empty if no box wrote the element).\n"
        "Exit status: 0 if the MMA reads all elements from the bytes that TMA wrote, 1 if it does not, or if\n"
        "the driver refuses the tensor map.\n");
}

void declare_banks(Verb& verb) {
    BanksArgs& args = verb.runs(run_banks);
    declare_layout_args(verb, args.layout);
    verb.add_option("--access", args.access, "chunk (default), column, along:16, across:16, or ROWSxCOLS (see below)");
    verb.add_option("--from", args.from, "ROW,COL of the first element (default 0,0)");
    verb.add_flag("--plain", args.plain,
                  "The tile has no descriptor: its rows follow each other (--major mn:\n"
                  "the columns of K), from --start on (default 0)");
    verb.add_option("--pad", args.pad, "With --plain: unused bytes at the end of each row or column").at_least_one();
    constexpr std::size_t kName = 11;
    std::string footer = "Accesses:\n";
    for (const AccessRow& row : kAccessKinds) {
        const bool vectors = row.kind == AccessKind::along || row.kind == AccessKind::across;
        const std::string name = row.kind == AccessKind::block ? "8x8" : say(row.id, vectors ? ":16" : "");
        footer += say("  ", padded(name, kName), wrapped(row.doc, kName + 2));
    }
    footer += "The number after along: and across: is the size of a vector in bytes: 4, 8 or 16.\n";
    verb.set_footer(footer);
    declare_picture_files(verb, args.files);
}

void declare_tile(Verb& verb) {
    TileArgs& args = verb.runs(run_tile);
    verb.add_option("--swizzle", args.swizzle,
                    "none, 32B, 64B, 128B, 128B_32B or widest.\n"
                    "The default is widest: the widest swizzle mode that fits the tile\n"
                    "and the rows of one instruction.");
    verb.add_option("--major", args.major, "The index that is contiguous in memory: k or mn").required();
    verb.add_option("--type", args.type, "Element type (layout --help lists the types)").required();
    verb.add_option("--rows", args.rows, "Number of M or N indices of the whole tile").required();
    verb.add_option("--cols", args.columns, "Number of K indices that the whole tile stores").required();
    verb.add_option("--order", args.order, "Direction in which atoms repeat first: mn (default) or k");
    verb.add_option("--start", args.start, "Byte address of the first stage");
    verb.add_option("--stages", args.stages, "Number of pipeline stages, stored one after the other");
    verb.add_option("--mma-mn", args.mma_mn, "Rows that one instruction reads (default: all, at most 256)")
        .at_least_one();
    verb.add_option("--mma-k", args.mma_k,
                    "Stored columns that one instruction reads\n(default: the columns in 32 bytes)")
        .at_least_one();
    verb.add_option("--as", args.as, "Format of the words: smem or wgmma (default: the format of --arch)");
}

}  // namespace tilescope::cli
