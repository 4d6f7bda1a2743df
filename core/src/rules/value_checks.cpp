// core/src/rules/value_checks.cpp -- checks outside lines and descriptors: column counts, metadata, kernel text.
// SPDX-License-Identifier: MIT
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/sparse_meta.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/rules/mma_check.h>
#include <tilescope/rules/text_rules.h>

#include <algorithm>

namespace tilescope {
namespace {

std::string code_text(unsigned code) { return binary_bits(code, 0, kCodeBits).substr(2); }

// The place of the first // or /*. To search for both would read the rest of the text for each comment.
std::size_t comment_in(std::string_view text) {
    std::size_t at = text.find('/');
    while (at != text.npos && text.substr(at + 1, 1) != "/" && text.substr(at + 1, 1) != "*")
        at = text.find('/', at + 1);
    return at;
}

std::string without_comments(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t begin = comment_in(text);
        out += text.substr(0, begin);
        if (begin == text.npos) break;
        const bool line = text[begin + 1] == '/';
        const std::size_t end = line ? text.find('\n', begin) : text.find("*/", begin + 2);
        if (end == text.npos) break;
        text.remove_prefix(line ? end : end + 2);
        out += ' ';
    }
    return out;
}

// Splits the text at each .entry. Text before the first .entry belongs to no kernel. A text without .entry is one
// kernel.
std::vector<std::string_view> kernels_in(std::string_view text) {
    std::vector<std::string_view> out;
    std::size_t begin = text.find(".entry");
    if (begin == text.npos) return {text};
    while (begin != text.npos) {
        const std::size_t next = text.find(".entry", begin + 1);
        out.push_back(text.substr(begin, next == text.npos ? next : next - begin));
        begin = next;
    }
    return out;
}

// Returns the first tcgen05 instruction with the qualifier `group`, for example "tcgen05.commit". Returns an empty text
// if there is none.
std::string_view first_with(std::string_view text, std::string_view group) {
    for (std::size_t at = text.find(group); at != text.npos; at = text.find(group, at + 1)) {
        const std::size_t statement = text.find_last_of(" \t\r\n;{}\"\\", at);
        const std::string_view word = text.substr(statement == text.npos ? 0 : statement + 1);
        if (!word.starts_with("tcgen05.")) continue;
        return word.substr(0, word.find('.', std::string_view("tcgen05.").size()));
    }
    return {};
}

// Returns the kind whose types wgmma has with A of this type, or null.
const KindRow* kind_of_wgmma(std::string_view a_type) {
    for (const KindRow& kind : kKinds) {
        const Format* idesc = kind.wgmma ? idesc_format(kind.id, kind.since) : nullptr;
        const Field* types = idesc ? find_field(*idesc, "a_type") : nullptr;
        if (types && std::ranges::find(types->names, a_type, &NamedValue::name) != types->names.end()) return &kind;
    }
    return nullptr;
}

// Reports the codes of a word that are known and not legal. The fix begins with `choice`.
std::optional<Problem> illegal_codes(const RuleInfo& rule, const SparseGrain& grain, std::uint32_t word,
                                     std::uint32_t known, std::string_view choice) {
    std::string wrong, first, effect;
    for (unsigned i = 0; i < kCodesPerCell; ++i) {
        const unsigned code = word >> (i * kCodeBits) & 0xf;
        if ((known >> (i * kCodeBits) & 0xf) != 0xf || kept_by(grain, code)) continue;
        if (!first.empty()) {
            wrong += say(wrong.empty() ? " Nor are the codes that begin at bit " : ", ", i * kCodeBits);
            continue;
        }
        first = say("Code ", code_text(code), " (bits ", i * kCodeBits, " to ", i * kCodeBits + 3, ")");
        if (const Measurement* m = rule.certainty.measurement())
            effect = say(" PTX does not define the result. An H100 runs with any code: ", meeting_text(grain, code),
                         " (measured, ", text_of(*m), ").");
    }
    if (first.empty()) return std::nullopt;
    Problem p = problem_of(
        rule, say(first, " is not a legal code for ", grain.name, ".", wrong, wrong.empty() ? "" : ".", effect));
    p.fix = say(choice, ": ", list_of(grain.codes, [](const SparseCode& c) { return code_text(c.code); }), ".");
    return p;
}

}  // namespace

std::optional<Problem> check_columns(std::uint64_t columns, std::string_view arch, bool exclusive) {
    const unsigned most = tmem_columns(arch);
    if (exclusive ? columns != 0 && columns % kTmem.granule == 0 && columns <= most : is_allocation(columns))
        return std::nullopt;
    const std::string what =
        exclusive ? say("With .exclusive, Tensor Memory of ", arch, " is allocated in multiples of ", kTmem.granule,
                        " up to ", most)
                  : say("Tensor Memory is allocated in powers of two from ", kTmem.granule, " to ", kTmem.columns);
    return problem_of(kIllegalColumnCount, say("A kernel cannot allocate ", columns, " columns. ", what,
                                               ". The assembler does not check the value of a register."));
}

std::optional<Problem> check_metadata(std::uint32_t word, std::string_view kind, std::uint32_t known) {
    const MetaRow* row = meta_of_kind(kind);
    if (!row) return std::nullopt;
    return illegal_codes(kIllegalCode, *row->grain, word, known, say("Use one of the codes of kind ", kind));
}

std::optional<Problem> check_metadata(std::uint32_t word, const MmaLine& line, std::uint32_t known) {
    if (family_of(line.opcode).names_kind) return check_metadata(word, line.kind, known);
    const KindRow* kind = kind_of_wgmma(line.a_type);
    const MetaRow* row = kind ? meta_of_kind(kind->id) : nullptr;
    if (!row) return std::nullopt;
    return illegal_codes(kIllegalCodeOfWgmma, *row->grain, word, known,
                         say("Use one of the codes of ", row->grain->name));
}

std::vector<Problem> check_kernel_text(std::string_view text) {
    const std::string code = without_comments(text);
    std::vector<Problem> out;
    for (const std::string_view kernel : kernels_in(code)) {
        const std::string_view one = first_with(kernel, ".cta_group::1"), two = first_with(kernel, ".cta_group::2");
        if (!one.empty() && !two.empty())
            out.push_back(
                problem_of(kMixedCtaGroups, say(excerpt(one), " has cta_group::1, but ", excerpt(two),
                                                " has cta_group::2. All tcgen05 instructions of a kernel must "
                                                "have the same cta_group.")));
        const bool cluster =
            kernel.find(".explicitcluster") != kernel.npos || kernel.find(".reqnctapercluster") != kernel.npos;
        if (!two.empty() && kernel.starts_with(".entry") && !cluster)
            out.push_back(problem_of(kNoCluster,
                                     "The kernel uses cta_group::2, but its code declares no cluster. ptxas does not "
                                     "report this. Without a cluster in the launch parameters, the launch fails."));
    }
    const std::string strange =
        list_of(unknown_instructions_in(text), [](std::string_view name) { return printable(name.substr(0, 60)); });
    if (!strange.empty())
        out.push_back(
            problem_of(kUnknownInstructions, say("tilescope does not check these instructions: ", strange, ".")));
    return out;
}

}  // namespace tilescope
