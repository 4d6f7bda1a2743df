// core/src/document/instruction.cpp -- the instruction of a session: from a line of PTX, as a kernel, in words.
// SPDX-License-Identifier: MIT
#include "derive_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/instruction.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace tilescope {
namespace {

constexpr std::size_t kMaskWordsOfCta = 4;
constexpr unsigned kLanesOfMaskWord = 32;

// Returns the kind whose fields can store this type of the family. No field can store b1; it belongs to the integer
// kind.
std::string_view kind_of_type(const FamilyRow& family, std::string_view type, Edition edition) {
    for (const KindRow& kind : kKinds) {
        const Format* idesc = has_kind(family, kind.id) ? idesc_format(kind.id, edition) : nullptr;
        const Field* f = idesc ? find_field(*idesc, "a_type") : nullptr;
        if (!f) continue;
        if (type == "b1" ? kind.integer : std::ranges::find(f->names, type, &NamedValue::name) != f->names.end())
            return kind.id;
    }
    return {};
}

// The name of the instruction has the shape and the types. This program stores them in the fields of the instruction
// descriptor.
Answer<std::vector<Edit>> edits_of_name(const MmaLine& line, const Session& session) {
    const FamilyRow& family = family_of(line.opcode);
    Variant v = variant_of(line);
    v.kind = kind_of_type(family, line.a_type, session.edition);
    v.b1 = line.a_type == "b1";
    const Format* format = v.kind.empty() ? nullptr : idesc_format(v.kind, session.edition);
    if (!format)
        return Refusal("'.", line.a_type, "' cannot be the type of A: no instruction descriptor has a value for it.");
    const auto has_value = [&](OperandRole role, std::int64_t value) {
        const MmaOperand* o = line.operand(role);
        return std::string(o && o->value == value ? "yes" : "no");
    };
    // No field can store b1, so the type fields of b1 stay unset.
    const auto type = [&](const std::string& name) { return v.b1 ? std::string("no") : name; };
    const std::pair<std::string_view, std::string> fields[] = {{"m", say(family.m)},
                                                               {"n", say(line.n)},
                                                               {"d_type", line.d_type},
                                                               {"a_type", type(line.a_type)},
                                                               {"b_type", type(line.b_type)},
                                                               {"sparse", v.sparse ? "yes" : "no"},
                                                               {"saturate", line.satfinite ? "yes" : "no"},
                                                               {"negate_a", has_value(OperandRole::negate_a, -1)},
                                                               {"negate_b", has_value(OperandRole::negate_b, -1)},
                                                               {"transpose_a", has_value(OperandRole::transpose_a, 1)},
                                                               {"transpose_b", has_value(OperandRole::transpose_b, 1)}};
    std::uint64_t word = blank_word(*format);
    for (const auto& [id, text] : fields) {
        if (text == "no") continue;
        const auto with = with_field(*format, word, id, text);
        if (!with) return Refusal(with.why);
        word = *with;
    }
    std::vector<Edit> out{SetArch{std::string(family.target)}, SetVariant{v}, SetWord{WordId::idesc, word}};
    // A tile shorter than one instruction cannot be drawn.
    if (session.tile_k < line.k) out.emplace_back(SetTileK{line.k});
    return out;
}

}  // namespace

Answer<std::vector<Edit>> edits_of_instruction(const MmaLine& line, const Session& session) {
    const FamilyRow& family = family_of(line.opcode);
    if (!family.idesc) return edits_of_name(line, session);
    std::vector<Edit> out;
    if (const auto target = target_with(family, session.arch); target != session.arch)
        out.emplace_back(SetArch{std::string(target)});
    out.emplace_back(SetVariant{variant_of(line)});
    return out;
}

Answer<KernelForm> kernel_form(const Derived& d) {
    const Session& s = d.session;
    if (!family_of(s).idesc)
        if (const std::vector<FieldPlace> asks = open_fields(d.of(WordId::idesc)); !asks.empty())
            return Refusal(sentence_of("The text of the instruction depends", asks));
    // A mask with unknown bits is a mask too: the kernel gets its value as a parameter.
    MmaInstruction i = instruction_of(s);
    i.zcm |= s.unknown_bits(WordId::zcm);
    return kernel_form(i);
}

Answer<LiveKernel> live_kernel(const Derived& derived) {
    const Answer<KernelForm> form = kernel_form(derived);
    return form ? live_kernel(*form) : Refusal(form.why);
}

WgmmaShape wgmma_shape(const Derived& d) {
    const WordView& idesc = d.of(WordId::idesc);
    const auto bit = [&](std::string_view id) { return idesc.raw(id) != 0; };
    return {.opcode = family_of(d.session).opcode,
            .n = d.n,
            .k = d.k,
            .d_type = d.d_type,
            .a_type = d.a_type,
            .b_type = d.b_type,
            .saturate = bit("saturate"),
            .negate_a = bit("negate_a"),
            .negate_b = bit("negate_b"),
            .transpose_a = bit("transpose_a"),
            .transpose_b = bit("transpose_b")};
}

bool is_pair(const Session& session) { return family_of(session).ctas(session.variant.cta_group) == 2; }

bool is_read(const Derived& derived, WordId word) {
    return derived.of(word).used && (word != WordId::idesc || family_of(derived.session).idesc);
}

std::string unplaced_part(const OperandView& operand) {
    return operand.unplaced.substr(0, operand.unplaced.find_last_not_of('.') + 1);
}

std::string kind_text(const Derived& derived) {
    const FamilyRow& family = family_of(derived.session);
    if (family.names_kind) return say("kind ", derived.session.variant.kind);
    return say(family.instruction, " of ", derived.a_type,
               derived.a_type == derived.b_type ? "" : say(" x ", derived.b_type));
}

std::span<const std::uint32_t> lane_mask_of(const Session& session) {
    if (!family_of(session).lane_mask || !session.variant.lane_mask) return {};
    return std::span(session.run.lane_mask).first(kMaskWordsOfCta * (is_pair(session) ? 2 : 1));
}

std::string lane_mask_sentence(const Session& session) {
    const std::span<const std::uint32_t> mask = lane_mask_of(session);
    if (mask.empty()) return {};
    int off = 0;
    for (const std::uint32_t word : mask) off += std::popcount(word);
    return say("The lane mask (disable-output-lane) is ", list_of(mask, [](std::uint32_t word) { return hex(word); }),
               ": ", off, " of ", kLanesOfMaskWord * mask.size(), " lanes of D ", off == 1 ? "is" : "are",
               " not written.");
}

std::string_view issuer_of(const Session& session) {
    return is_pair(session) ? "One thread of one CTA of the pair" : "One thread";
}

std::string pair_sentences(const Session& session) {
    if (!is_pair(session)) return {};
    return say("cta_group::2: two CTAs of a cluster share this MMA. ", issuer_of(session),
               " issues it. Each CTA stores half of the rows of A and half of the columns of B. Launch the kernel with "
               "clusters of at least two CTAs: without clusters, the launch fails.");
}

std::string pieces_sentence(const Derived& d) {
    if (d.session.pieces.all() == 1) return {};
    return say("The tile is ", d.tile_m, " x ", d.tile_n, ": ", text_of(d.session.pieces), '.');
}

}  // namespace tilescope
