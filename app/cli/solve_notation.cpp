// app/cli/solve_notation.cpp -- solve: layouts of Triton's IR, and CuTe's fragments of descriptors.
// SPDX-License-Identifier: MIT
#include "app/cli/solve_notation.h"
#include "app/cli/text_out.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/k_advance.h>
#include <tilescope/notation/cute.h>
#include <tilescope/notation/triton_layout.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace tilescope::cli {
namespace {

constexpr std::string_view kFragmentWord = "DescriptorIterator";
constexpr std::array<std::string_view, 4> kTritonWords = {".memdesc<", ".nvmma_shared<", ".shared_linear<",
                                                          ".tensor_memory_"};
constexpr unsigned kMostTritonRows = 1 << 12;

bool has_word(std::string_view text, std::string_view word) { return text.find(word) != text.npos; }

int print_fragments(std::string_view text, const Globals& g) {
    const std::vector<CuteFragment> fragments = fragments_in(text);
    if (fragments.empty()) return refuse("solve", parse_fragment(text).why);
    io::Report report;
    report.rows_name = "fragments";
    report.columns = {"name", "layout", "k_steps", "k_step_units", "k_step_bytes"};
    for (const CuteFragment& f : fragments) {
        report.sentence(sentence_of(f));
        const std::string layout = to_text(f.layout);  // the name of the iterator, " o ", shape and strides
        report.rows.push_back({io::cell(f.name), io::cell(layout.substr(layout.find('('))), io::cell(f.k_step.extent),
                               io::cell(f.k_step.stride), io::cell(f.k_step.stride * kFragmentUnitBytes)});
    }
    return print_report(report, g);
}

// Adds the words of one operand. Adds the reason as a sentence if there are none. Returns whether there are words.
bool add_operand(io::Report& report, const NotationRequest& request, const TritonMemdesc& memory, Operand operand,
                 const ElementType& type) {
    const auto no = [&](const std::string& why) {
        report.sentence(say("As ", name_of(operand), ": no descriptor reads this layout: ", why, "."));
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
            rows.push_back({io::cell(name_of(operand)), io::cell(row_of(slice.mode).name),
                            io::cell(kMajorNames[static_cast<std::size_t>(slice.major)].name), io::cell(stage),
                            io::cell(step), io::cell(slice.start), io::cell(slice.lbo), io::cell(slice.sbo),
                            io::cell(hex(*word, 16))});
        }
    report.sentence(say("As ", name_of(operand), pick(operand, " (M x K)", " (K x N)"), ": ", name_of(all.major), " ",
                        row_of(all.mode).name, ", ", all.rows, " x ", all.columns, " ", type.id, "."));
    if (request.mma_rows == 0 && (all.lbo != 0 || all.major == Major::k))
        report.sentence(say("These words of ", name_of(operand),
                            " are for an instruction that reads all rows, at most 256; --mma-rows changes this."));
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
    if (!tile) return report.sentence(say("Not read: ", tile.why, "."));
    const bool d = tile->layout.operand == TmemOperand::d;
    report.sentence(say(d ? "D" : "A", " in Tensor Memory: M = ", tile->m, ", data path layout ",
                        tile->layout.path->name, ", ", d ? "N" : "K", " = ", tile->layout.columns, ", ", tile->blocks_m,
                        " x ", tile->blocks_n, " blocks, ", tile->columns, " columns for each stage."));
}

// An encoding without a shape: only what does not depend on the shape.
int print_encoding(const NotationRequest& request, const TritonEncoding& encoding, const Globals& g) {
    const auto* shared = std::get_if<TritonShared>(&encoding);
    if (shared == nullptr)
        return refuse("solve",
                      in_shared_memory(encoding)
                          ? "the text has no shape; add a type such as !ttg.memdesc<128x64xf16, #shared, #smem>"
                          : "the text has no shape; add a type such as !ttg.memdesc<128x128xf32, #tmem, ...>");
    const auto half = triton_high_half(*shared, *request.format);
    if (!half) return refuse("solve", half.why);
    io::Report report;
    report.fact("swizzle_bytes", io::cell(shared->swizzle_bytes));
    report.fact("sbo", io::cell(8 * shared->swizzle_bytes));
    report.fact("high_half", io::cell(hex(*half, 8)));
    report.sentence(shared->transposed ? "The first index of the shape is contiguous: A is MN-major, B is K-major."
                                       : "The last index of the shape is contiguous: A is K-major, B is MN-major.");
    report.sentence("lbo depends on the shape; add a type such as !ttg.memdesc<128x64xf16, #shared, #smem>.");
    if (request.mma_rows == 0)
        report.sentence(
            "An instruction that reads only 8 rows of M or N in a K-major layout has 0 in the field 'sbo'.");
    return print_report(report, g);
}

// Returns the first memdesc of the text, or a refusal.
Answer<TritonMemdesc> first_memdesc(std::string_view text, const std::vector<TritonAlias>& aliases) {
    const std::size_t word = text.find(kTritonWords[0]), begin = text.rfind('!', word);
    std::size_t end = text.find('<', word);
    int depth = 0;
    for (; end < text.size(); ++end) {
        depth += (text[end] == '<' ? 1 : 0) - (text[end] == '>' ? 1 : 0);
        if (depth == 0) break;
    }
    if (begin == text.npos) return Answer<TritonMemdesc>::refuse("a memdesc type starts with '!'");
    return parse_triton_memdesc(text.substr(begin, end + 1 - begin), aliases);
}

// Adds the operands of an MMA operation. Returns the number of operands with words.
unsigned add_operation(io::Report& report, const NotationRequest& request, const TritonMma& mma) {
    unsigned read = 0;
    for (const Operand o : kBothOperands) {
        const auto& memory = pick(o, mma.a, mma.b);
        if (!memory || !in_shared_memory(memory->encoding)) {
            report.sentence(say(name_of(o), " is not in shared memory, or its type cannot be read."));
            continue;
        }
        const ElementType* type = triton_type(*memory, pick(o, mma.a_type, mma.b_type));
        read += add_operand(report, request, *memory, o, type != nullptr ? *type : *request.type);
    }
    if (mma.d) add_tmem(report, *mma.d);
    return read;
}

// Returns the first MMA operation of the text, if any.
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
    if (const auto mma = first_operation(request.text, aliases)) {
        if (mma->hopper != (request.format->id == "wgmma"))
            return refuse("solve", mma->hopper ? "warp_group_dot has descriptors of wgmma; use --arch sm_90a"
                                               : "tc_gen5_mma has descriptors of tcgen05; use --arch sm_100a");
        const unsigned read = add_operation(report, request, *mma);
        report.facts.insert(report.facts.begin(), {"solutions", io::cell(read)});
        print_report(report, g);
        return read == 0 ? kWrong : kDone;
    }
    if (!has_word(request.text, kTritonWords[0])) {
        if (aliases.size() > 1) return refuse("solve", "the text has several encodings, but no type; give one of them");
        const auto encoding = parse_triton_encoding(request.text);
        return encoding ? print_encoding(request, *encoding->encoding, g) : refuse("solve", encoding.why);
    }
    const auto memory = first_memdesc(request.text, aliases);
    if (!memory) return refuse("solve", memory.why);
    if (!in_shared_memory(memory->encoding)) {
        add_tmem(report, *memory);
        return print_report(report, g);
    }
    unsigned read = 0;
    for (const Operand o : kBothOperands) read += add_operand(report, request, *memory, o, *request.type);
    report.sentence("The type does not tell which operand it is.");
    report.facts.insert(report.facts.begin(), {"solutions", io::cell(read)});
    print_report(report, g);
    return read == 0 ? kWrong : kDone;
}

bool is_triton(std::string_view text) {
    return std::ranges::any_of(kTritonWords, [&](std::string_view word) { return has_word(text, word); });
}

}  // namespace

bool is_other_notation(std::string_view text) { return has_word(text, kFragmentWord) || is_triton(text); }

std::optional<int> solve_notation(const NotationRequest& request, const Globals& g) {
    if (has_word(request.text, kFragmentWord)) return print_fragments(request.text, g);
    if (is_triton(request.text)) return print_triton(request, g);
    return std::nullopt;
}

}  // namespace tilescope::cli
