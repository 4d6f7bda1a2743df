// app/cli/layout_args.cpp -- the arguments that define a layout, and what is said about it before the answer.
// SPDX-License-Identifier: MIT
#include "app/cli/layout_args.h"

#include <tilescope/formats/formats.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/tile.h>
#include <tilescope/rules/place_rules.h>
#include <tilescope/rules/rule.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope::cli {
namespace {

constexpr int kMostElements = 1 << 24;

// Returns the word of --desc, or encodes the word from its fields with the functions that `encode` uses.
std::uint64_t word_of(const LayoutArgs& args, const Format& format) {
    struct Part {
        std::string_view option, field;
        const std::string& text;
    };
    const std::string phase = args.base_offset.empty() && args.desc.empty() ? "0" : args.base_offset;
    const Part parts[] = {{"--swizzle", "swizzle", args.swizzle},
                          {"--lbo", "lbo", args.lbo},
                          {"--sbo", "sbo", args.sbo},
                          {"--start", "start", args.start},
                          {"--base-offset", "base_offset", phase}};
    std::uint64_t word = blank_word(format);
    for (const auto& [option, field, text] : parts) {
        if (!args.desc.empty() && !text.empty())
            throw refused(option, " and --desc cannot be used together; give only one of them");
        if (!args.desc.empty()) continue;
        if (text.empty())
            throw refused(option, " is missing; give --desc WORD, or all of --swizzle, --lbo, --sbo and --start");
        word = need(with_field(format, word, field, text));
    }
    return args.desc.empty() ? word : need(word_given(format, args.desc));
}

// Prints the errors of the word to standard error. They do not stop the command: it uses the word as it is.
void note_problems(std::string_view verb, std::uint64_t word, const Format& format, const SmemLayout& layout,
                   const Globals& g) {
    const WordContext context{.arch = reader_of(format, g).id,
                              .major = layout.major,
                              .type = layout.type,
                              .rows = layout.rows,
                              .columns = layout.mma_columns};
    for (const Problem& p : check_word(decode(format, word), context))
        if (p.severity == Severity::error) refuse(verb, p.rule, " ", p.text);
}

// Moves the tile to its K step, or refuses a K step that the tile cannot begin with. Prints the assumption that this
// needs to standard error.
void advance(std::string_view verb, const LayoutArgs& args, const Format& format, SmemLayout& layout) {
    constexpr unsigned kMost = 1 << 14;
    if (args.k_step > kMost) throw refused("--k-step must be 0 to ", kMost, ", not ", args.k_step);
    if (args.k_step == 0 && args.mma_k == 0) return;
    const int columns = layout.columns;
    SmemLayout until = layout;
    const unsigned one = layout.mma_columns != 0 ? static_cast<unsigned>(layout.mma_columns) : dense_k(*layout.type);
    until.columns = static_cast<int>((args.k_step + 1) * one);
    layout = k_step_slice(layout, args.k_step, args.mma_k);
    if (args.mma_k == 0) layout.columns = columns;
    if (layout.rows > kMostElements / layout.columns)
        throw refused("--rows times --mma-k must be at most ", kMostElements, ", not ", layout.rows, " x ",
                      layout.columns);
    need(raw_for(field_in(format, "start"), std::uint64_t{layout.start}), say("K step ", args.k_step));
    if (const std::string assumed = assumption_of(until); !assumed.empty() && args.k_step != 0) refuse(verb, assumed);
}

// Prints the bytes outside of the shared memory of the block to standard error.
void note_outside(std::string_view verb, const LayoutArgs& args, const ArchRow& arch, const SmemLayout& layout) {
    if (args.allocation > arch.smem->usable_bytes)
        throw refused("--allocation must be at most ", arch.smem->usable_bytes, " bytes on ", arch.id, ", not ",
                      args.allocation);
    const std::uint64_t end = args.allocation != 0 ? smem_begin(arch) + args.allocation : smem_end(arch);
    const Extent bytes = extent(layout);
    const std::string outside = outside_text(arch, bytes.first, bytes.last, end);
    if (!outside.empty()) refuse(verb, outside);
}

bool has_sparse_form(const ElementType& type) { return type.bits != 1; }

}  // namespace

std::string sparse_question(const SmemLayout& layout, std::string_view options) {
    SmemLayout sparse = layout;
    sparse.mma_columns = sparse_b_k(*layout.type);
    if (!has_sparse_form(*layout.type) || layout.mma_columns != 0 || layout.columns < sparse.mma_columns ||
        atoms_of_one_instruction(sparse) < 2)
        return {};
    return say("If the operand is B of a sparse instruction, one instruction reads ", sparse.mma_columns,
               " columns, and the distance of its second atom is lbo: then add ", options, ' ', sparse.mma_columns,
               '.');
}

void mma_k_fits(std::int64_t mma_k, const ElementType& type, const Format& format) {
    // Bytes: dense, sparse; packed fp4 of tcgen05 also has K = 96, and twice these.
    std::vector<unsigned> widths = {32};
    if (has_sparse_form(type)) widths.push_back(64);
    if (type.container_bits == 4 && family_reading(format.id)->scale_factors)
        widths.insert(widths.end(), {48, 96, 128});
    const auto columns = [&](unsigned bytes) { return bytes * 8 / type.container_bits; };
    if (mma_k == 0 || std::ranges::find(widths, mma_k, columns) != widths.end()) return;
    const std::string known =
        list_of(widths, [&](unsigned bytes) { return say(columns(bytes), " (", bytes, " bytes)"); });
    throw refused("--mma-k: no instruction of ", family_reading(format.id)->id, " reads ", mma_k, " columns of ",
                  type.id, "; use ", widths.size() > 1 ? "one of: " : "", known);
}

const ElementType* type_named(std::string_view option, std::string_view id) {
    return &row_named(option, id, kElementTypes, &ElementType::id);
}

Major major_named(std::string_view id) {
    for (const NamedValue& n : kMajorNames)
        if (n.name == id) return static_cast<Major>(n.raw);
    throw refused("--major must be k or mn, not '", id, "'");
}

void is_size(int rows, int columns) {
    if (rows < 1 || columns < 1) throw refused("--rows and --cols must be at least 1");
    if (rows <= kMostElements / columns) return;
    throw refused("--rows times --cols must be at most ", kMostElements, ", not ", rows, " x ", columns);
}

const Format* descriptor_format(std::string_view as, const Globals& g) {
    if (!as.empty() && family_reading(as) == nullptr) throw refused("--as must be smem or wgmma, not '", as, "'");
    return need(find_format(as.empty() ? family_of(g.arch).smem : as, {}, g.edition));
}

const ArchRow& reader_of(const Format& format, const Globals& g) {
    const ArchRow* only = only_target_with(family_reading(format.id)->feature);
    return only != nullptr ? *only : *arch_named(g.arch);
}

std::string outside_of(const ArchRow& arch, const std::vector<SmemLayout>& layouts) {
    Extent all = extent(layouts.front());
    for (const SmemLayout& layout : layouts) {
        const Extent one = extent(layout);
        all = {std::min(all.first, one.first), std::max(all.last, one.last)};
    }
    const bool added_later = layouts.front().start == 0;
    return outside_text(arch, added_later ? smem_begin(arch) : all.first, all.last, smem_end(arch));
}

SmemLayout layout_from(std::string_view verb, const LayoutArgs& args, const Globals& g) {
    const Format& format = *descriptor_format(args.as, g);
    const ElementType& type = *type_named("--type", args.type);
    const Major major = major_named(args.major);
    is_size(args.rows, args.columns);
    const std::uint64_t word = word_of(args, format);
    const auto placed = layout_of(format, word, major, type, args.rows, args.columns);
    if (!placed) throw refused("the descriptor's ", placed.why);
    SmemLayout layout = *placed;
    mma_k_fits(args.mma_k, type, format);
    if (args.sparse && !has_sparse_form(type))
        throw refused("--sparse: no sparse instruction reads ", type.id,
                      "; use one of: ", list_of(kElementTypes, [](const ElementType& t) {
                          return has_sparse_form(t) ? t.id : std::string_view();
                      }));
    if (args.sparse || args.mma_k != 0)
        layout.mma_columns = args.sparse ? sparse_b_k(type) : static_cast<int>(args.mma_k);
    if (args.sparse && args.mma_k != 0 && layout.mma_columns != static_cast<int>(args.mma_k))
        throw refused("--sparse means that one instruction reads ", layout.mma_columns, " columns of ", type.id,
                      ", not ", args.mma_k, "; leave out --sparse or --mma-k");
    note_problems(verb, word, format, layout, g);
    const unsigned lines = std::max(row_of(layout.mode).pattern_bytes / kLineBytes, 1u);
    if (layout.base_offset % lines != 0 && !field_in(format, "base_offset").certainty.measurement())
        refuse(verb,
               "base_offset is subtracted from the number of the 128-byte line before the XOR, as on an H100; "
               "nobody has measured it on Blackwell (X14).");
    if (const std::string question = sparse_question(layout, "--sparse or --mma-k"); !question.empty())
        refuse(verb, question);
    layout.k_atom = args.k_atom;
    if (args.k_atom % 16 != 0) throw refused("--k-atom must be a multiple of 16 bytes, not ", args.k_atom);
    if (args.k_atom != 0 && (layout.major != Major::k || layout.mode == SwizzleMode::none))
        throw refused(
            "--k-atom is only for K-major swizzled tiles; in other tiles, the field 'lbo' or 'sbo' gives the distance "
            "to the next atom");
    advance(verb, args, format, layout);
    note_outside(verb, args, reader_of(format, g), layout);
    return layout;
}

void declare_layout_args(Verb& verb, LayoutArgs& args) {
    verb.add_option("--desc", args.desc, "The descriptor word");
    verb.add_option("--swizzle", args.swizzle, "Without --desc: the swizzle mode none, 32B, 64B, 128B or 128B_32B");
    verb.add_option("--lbo", args.lbo, "Without --desc: leading-dimension byte offset");
    verb.add_option("--sbo", args.sbo, "Without --desc: stride-dimension byte offset");
    verb.add_option("--start", args.start, "Without --desc: start address in bytes");
    verb.add_option("--base-offset", args.base_offset,
                    "Without --desc: phase of the swizzle pattern, 0 to 7 (default 0)");
    verb.add_option("--as", args.as, "Format of the word: smem or wgmma (default: the format of --arch)");
    verb.add_option("--major", args.major, "The index that is contiguous in memory: k or mn").required();
    verb.add_option("--type", args.type, list_of(kElementTypes, &ElementType::id)).required();
    verb.add_option("--rows", args.rows, "Number of M or N indices of the tile").required();
    verb.add_option("--cols", args.columns, "Number of K indices of the tile").required();
    verb.add_option("--k-step", args.k_step, "Advance the start address by this many instructions along K");
    verb.add_option("--mma-k", args.mma_k,
                    "Stored columns that one instruction reads.\nThe output contains only these columns.")
        .at_least_one();
    verb.add_flag(
        "--sparse", args.sparse,
        "The tile is B of sparse instructions: one reads 64 bytes of K\nfrom each row, also two atoms of 32B");
    verb.add_option("--allocation", args.allocation,
                    "Bytes of dynamic shared memory of the block\n(default: the most that the target has)")
        .at_least_one();
    verb.add_option("--k-atom", args.k_atom, "K-major tiles: bytes from one column of swizzle atoms to the next")
        .at_least_one();
}

void declare_names(Verb& verb, CuteArgs& args) {
    verb.add_option("--let", args.names, "The value of a name in the text, such as --let SBO=512 --let m=16");
}

Answer<CuteText> cute_text_from(const CuteArgs& args) {
    const auto given = text_or_standard_input(args.text);
    if (!given) return Refusal(given.why);
    auto text = parse_cute(*given);
    if (!text) return text;
    std::vector<CuteName> values;
    for (const std::string& pair : args.names) {
        const std::size_t equals = pair.find('=');
        const auto value = parse_number(equals == pair.npos ? "" : std::string_view(pair).substr(equals + 1));
        if (!value || equals == 0) return Refusal("--let: '", pair, "' is not NAME=NUMBER, such as SBO=512");
        const auto names = names_in(*text);
        if (std::ranges::find(names, pair.substr(0, equals)) == names.end())
            return Refusal("--let: the layout does not contain the name '", pair.substr(0, equals), "'");
        values.push_back({std::string_view(pair).substr(0, equals), static_cast<std::int64_t>(*value)});
    }
    if (args.type.empty()) return with_names(*text, values);
    const ElementType* type = type_named("--type", args.type);
    values.push_back({"T", static_cast<std::int64_t>(elements_per_chunk(*type))});
    if (text->unit_bits == 0) text->unit_bits = type->container_bits;
    return with_names(*text, values);
}

void add_tensor_map_footer(Verb& verb) {
    verb.set_footer(
        "A tensor map has the arguments of cuTensorMapEncodeTiled: inner dimension first, strides in bytes.\n"
        "  {\"type\": \"BFLOAT16\", \"swizzle\": \"128B\", \"dims\": [4096, 4096], \"strides\": [8192],\n"
        "   \"box\": [64, 128], \"smem\": \"0x400\", \"origin\": [0, 0]}\n"
        "The prefix CU_TENSOR_MAP_... of a name is optional. Optional keys, with the default in parentheses:\n"
        "element_strides (1 for each dimension), interleave (NONE), oob_fill (none; or nan), l2_promotion\n"
        "(none; or 64B, 128B, 256B), address (0), smem (0), origin ([0, 0]). The key origin is the row and\n"
        "the column in the matrix where the tile starts; they can be negative. Instead of JSON, the 128 bytes\n"
        "of a CUtensorMap are read in each form that decode reads.\n"
        "If the tile needs several boxes, shared memory contains one box after the other. Along the\n"
        "non-contiguous index, the boxes follow each other. Then the contiguous index advances.\n");
}

Answer<TmaCopy> tensor_map_named(const std::string& path) {
    const auto text = io::read_input(path);
    if (!text) return Refusal(text.why);
    auto copy = io::tensor_map_from_text(*text);
    return copy ? copy : Refusal(io::input_name(path), ": ", copy.why);
}

bool add_refusals(io::Report& report, std::string_view verb, const TmaTile& tile, const Globals& g) {
    const std::vector<Problem> problems = check(tile, g.arch);
    auto at = report.facts.begin();
    for (const Problem& p : problems) {
        if (p.severity != Severity::error) continue;
        const std::string text = say("The driver refuses this copy: ", p.text, " (", p.rule, ", ", p.source, ")");
        if (g.csv) refuse(verb, text);  // CSV has no sentences
        at = report.facts.insert(at, {".", text}) + 1;
    }
    return !is_accepted(problems);
}

}  // namespace tilescope::cli
