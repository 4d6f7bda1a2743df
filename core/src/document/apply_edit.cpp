// core/src/document/apply_edit.cpp -- applies an edit to a session, and describes the edit as text.
// SPDX-License-Identifier: MIT
#include "images.h"

#include <tilescope/base/say.h>
#include <tilescope/document/edit.h>
#include <tilescope/formats/formats.h>
#include <tilescope/notation/tma_text.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr unsigned kLeastTileK = 8, kMostTileK = 1024;

template <class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

std::uint64_t& word_in(Session& s, WordId id) { return s.words[static_cast<std::size_t>(id)]; }

void set_word(Session& s, const SetWord& e) {
    const std::uint64_t all = bit_mask(format_of(s, e.word).bits);
    s.unknown[e.word] = e.unknown & all;
    word_in(s, e.word) = e.value & all & ~e.unknown;
    s.origins[static_cast<std::size_t>(e.word)] = origins_in(e.origins, all);
}

void set_one_field(Session& s, const SetField& e) {
    const std::uint64_t word = set_field(*e.field, s.word(e.word), e.raw),
                        unknown = set_field(*e.field, s.unknown_bits(e.word), e.unknown);
    set_word(s, {e.word, word, unknown, origins_after(s, e.word, word, unknown)});
}

// A word of a loaded session can be wider than its format, or have a 1 at an unknown bit.
void settle_words(Session& s) {
    for (const WordRow& row : kWords) {
        const BitOrigins origins = s.origins_of(row.word);
        set_word(s, {row.word, s.word(row.word), s.unknown_bits(row.word), origins});
    }
}

// Corrects a variant: without this, a kind that the edition does not have would have no field table, and b1 would stay
// set unnoticed on a form that cannot use it.
void settle_variant(Session& s) {
    const auto kinds = kinds_of(s.edition);
    if (std::ranges::find(kinds, s.variant.kind) == kinds.end()) s.variant.kind = kinds.front();
    s.variant.cta_group = s.variant.cta_group == 2 ? 2 : 1;
    if (s.variant.scale_block != 16 && s.variant.scale_block != 32) s.variant.scale_block = 0;
    s.variant.b1 = multiplies_bits(s.variant, s.arch);
    if (s.variant.scale_d) s.variant.scale_d = std::min(*s.variant.scale_d, kMostScaleD);
}

void settle_pieces(Session& s) {
    if (!family_of(s).pieces) s.pieces = {};
    for (const Operand o : kBothOperands) {
        s.pieces.count[o] = std::clamp(s.pieces.count[o], 1u, kMostPieces);
        s.pieces.distance[o] = s.pieces.distance[o] / kPieceStep * kPieceStep;
    }
}

void settle_run(MmaRun& run) {
    for (const Operand o : kBothOperands) run.scale_first[o] = std::min(run.scale_first[o], kMostScaleFirst);
}

std::string on_off(bool on) { return on ? "on" : "off"; }

std::string variant_words(const Variant& from, const Variant& to) {
    std::string out;
    const auto add = [&](std::string text) { out += say(out.empty() ? "" : ", ", text); };
    if (from.kind != to.kind) add(say("kind ", from.kind, " -> ", to.kind));
    if (from.cta_group != to.cta_group) add(say("cta_group ", from.cta_group, " -> ", to.cta_group));
    if (from.ws != to.ws) add(say(".ws ", on_off(to.ws)));
    if (from.sparse != to.sparse) add(say(".sp ", on_off(to.sparse)));
    if (scale_size_text(from) != scale_size_text(to))
        add(scale_size_text(to).empty() ? std::string("default scale size of the kind")
                                        : say('.', scale_size_text(to)));
    if (from.collector != to.collector)
        add(to.collector.empty() ? std::string("no collector") : say("collector::", to.collector));
    if (from.ashift != to.ashift) add(say(".ashift ", on_off(to.ashift)));
    if (from.lane_mask != to.lane_mask) add(say("lane mask ", on_off(to.lane_mask)));
    if (from.scale_d != to.scale_d) add(to.scale_d ? say("scale-d ", *to.scale_d) : std::string("no scale-d"));
    if (from.b1 != to.b1) add(to.b1 ? "single-bit types (b1)" : "the types of the kind");
    if (from.a_in_tmem != to.a_in_tmem) add(say("A in ", to.a_in_tmem ? "tensor memory" : "shared memory"));
    return out.empty() ? "form" : out;
}

// Makes memory follow pasted words: a descriptor sets the whole image of its operand, an instruction descriptor only
// the majorness, the types and the scale factor ids.
void follow_pasted(Session& s, const SetWords& e) {
    if (!e.image_follows || s.keep_memory) return;
    for (const SetWord& w : e.words) {
        if (w.word == WordId::zcm) continue;
        if (w.word != WordId::idesc) {
            follow_words(s, w.word == WordId::b_desc ? Operand::b : Operand::a);
            continue;
        }
        for (const Operand o : kBothOperands) {
            const OperandImage from_words = image_from_words(s, o);
            s.image[o].major = from_words.major;
            s.image[o].type = from_words.type;
        }
        s.run.scale_first = scale_ids(s);
    }
}

std::string run_words(const MmaRun& from, const MmaRun& to) {
    std::string out;
    const auto add = [&](std::string text) { out += say(out.empty() ? "" : ", ", text); };
    if (from.first_step != to.first_step || from.steps != to.steps)
        add(to.steps == 0   ? say("K steps ", to.first_step, " and up")
            : to.steps == 1 ? say("K step ", to.first_step)
                            : say("K steps ", to.first_step, " to ", std::uint64_t{to.first_step} + to.steps - 1));
    if (from.enable_d != to.enable_d) add(to.enable_d ? "adds to D" : "overwrites D");
    if (from.lane_mask != to.lane_mask) add("lane mask");
    if (from.scales_by_copy != to.scales_by_copy)
        add(to.scales_by_copy ? "scale factors by tcgen05.cp" : "scale factors written directly");
    for (const Operand o : kBothOperands) {
        const std::string_view name = pick(o, "SFA", "SFB");
        if (from.scale_smem[o] != to.scale_smem[o]) add(say(name, " in shared memory at ", hex(to.scale_smem[o])));
        if (from.scale_first[o] != to.scale_first[o]) add(say(name, " starts at byte ", to.scale_first[o]));
    }
    return out.empty() ? "run" : out;
}

// The known bits of a word, and which bits these are.
struct Stored {
    std::uint64_t word, unknown;
};
Stored stored_in(const Session& s, WordId id) { return {s.word(id), s.unknown_bits(id)}; }

std::string field_words(const Format& format, const Stored& from, const Stored& to) {
    std::string out;
    for (const Field& f : format.fields) {
        const std::uint64_t old_raw = get_field(f, from.word), raw = get_field(f, to.word),
                            old_unknown = get_field(f, from.unknown), unknown = get_field(f, to.unknown);
        if (old_raw == raw && old_unknown == unknown) continue;
        if (out.size() > 80) return out + ", ...";
        const bool partly = text_of(f, old_raw, old_unknown) == text_of(f, raw, unknown);
        out += say(out.empty() ? "" : ", ", f.id, " ",
                   partly ? binary_bits(old_raw, old_unknown, f.width) : text_of(f, old_raw, old_unknown), " -> ",
                   partly ? binary_bits(raw, unknown, f.width) : text_of(f, raw, unknown));
    }
    return out.empty() ? "unchanged" : out;
}

std::string matrix_words(const ScaleMatrix& m) {
    const auto size = [](unsigned n) { return n == 0 ? std::string("as the tile") : say(n); };
    return say("rows ", size(m.rows), ", factors ", size(m.factors), ", the tile at row ", m.first_row, ", factor ",
               m.first_factor);
}

}  // namespace

const Format& format_of(const Session& session, WordId id) {
    if (id == WordId::idesc) {
        const Format* f = idesc_format(session.variant.kind, session.edition);
        return f ? *f : *idesc_format("f16", session.edition);
    }
    return **find_format(id == WordId::zcm ? "zcm" : family_of(session).smem, {}, session.edition);
}

BitOrigins origins_after(const Session& session, WordId word, std::uint64_t value, std::uint64_t unknown) {
    const std::uint64_t changed = (session.word(word) ^ value) | (session.unknown_bits(word) ^ unknown);
    std::uint64_t left = ~changed;
    for (const Field& f : format_of(session, word).fields)
        if (get_field(f, changed) != 0) left &= ~(bit_mask(f.width) << f.lsb);
    BitOrigins out = origins_in(session.origins_of(word), left);
    if (changed != 0 && out.list.empty()) out.cut = false;  // else it would be told of the new field
    return out;
}

Session apply_edit(const Session& session, const Edit& edit) { return apply_edit(session, edit, session); }

Session apply_edit(const Session& session, const Edit& edit, const Session& since) {
    Session s = session;
    std::visit(Overloaded{
                   [&](const SetWord& e) { set_word(s, e), follow_completed(since, s); },
                   [&](const SetField& e) {
                       set_one_field(s, e);
                       if (!e.memory_stays) follow_completed(since, s);
                   },
                   [&](const SetVariant& e) { s.variant = e.variant, settle_variant(s); },
                   [&](const SetEdition& e) {
                       s.edition = e.edition;
                       settle_variant(s);
                       if (!find_arch(s.arch, s.edition)) s.arch = kBlackwell;
                   },
                   [&](const SetArch& e) { s.arch = e.arch, settle_variant(s), settle_pieces(s); },
                   [&](const SetTileK& e) { s.tile_k = std::clamp(e.tile_k, kLeastTileK, kMostTileK); },
                   [&](const SetMaskSize& e) { s.mask = e.size, s.mask.n = std::clamp(s.mask.n, 1u, 256u); },
                   [&](const SetScaleMatrix& e) { s.scale_matrix[e.operand] = limited_matrix(e.matrix); },
                   [&](const SetAtomOrder& e) { s.atom_order[e.operand] = e.order; },
                   [&](const SetAtomStep& e) { s.atom_step[e.operand] = e.bytes / kPieceStep * kPieceStep; },
                   [&](const SetPieces& e) { s.pieces = e.pieces, settle_pieces(s); },
                   [&](const SetTmemAddress& e) { s.tmem[static_cast<std::size_t>(e.place)] = e.address; },
                   [&](const SetRequestedLayout& e) { s.requested_layout = e.text; },
                   [&](const SetRequestedMask& e) { s.requested_mask = e.text; },
                   [&](const SetTensorMap& e) { s.tensor_map[e.operand] = e.copy; },
                   [&](const SetImage& e) { s.image[e.operand] = e.image, name_types(s); },
                   [&](const SetRecipe& e) { s.recipe[static_cast<std::size_t>(e.of)] = e.recipe; },
                   [&](const SetMetaRecipe& e) { s.meta_recipe = e.recipe; },
                   [&](const SetRun& e) { s.run = e.run, settle_run(s.run); },
                   [&](const MatchWords& e) { follow_words(s, e.operand); },
                   [&](const SetKeepMemory& e) { s.keep_memory = e.keep; },
                   [&](const SetNotes& e) { s.notes = e.notes; },
                   [&](const SetWords& e) {
                       for (const SetWord& w : e.words) set_word(s, w);
                       e.image_follows ? follow_pasted(s, e) : follow_completed(since, s);
                   },
                   [&](const LoadSession& e) {
                       s = e.session, settle_variant(s), settle_words(s), settle_run(s.run), name_types(s);
                       settle_pieces(s);
                       for (ScaleMatrix* m : {&s.scale_matrix.a, &s.scale_matrix.b}) *m = limited_matrix(*m);
                   },
               },
               edit);
    return s;
}

std::string words_of(const Session& before, const Edit& edit) {
    const Session after = apply_edit(before, edit);
    const auto word = [&](WordId id) {
        return say(row_of(id).title, ": ",
                   field_words(format_of(after, id), stored_in(before, id), stored_in(after, id)));
    };
    return std::visit(
        Overloaded{
            [&](const SetWord& e) { return word(e.word); },
            [&](const SetField& e) { return word(e.word); },
            [&](const SetVariant&) { return variant_words(before.variant, after.variant); },
            [&](const SetEdition& e) { return say("PTX ", name_of(e.edition)); },
            [&](const SetArch& e) { return say("arch ", e.arch); },
            [&](const SetTileK&) { return say("tile K ", before.tile_k, " -> ", after.tile_k); },
            [&](const SetMaskSize&) { return say("mask for M ", after.mask.m, ", N ", after.mask.n); },
            [&](const SetScaleMatrix& e) {
                return say("matrix of ", pick(e.operand, "SFA", "SFB"),
                           " in global memory: ", matrix_words(after.scale_matrix[e.operand]));
            },
            [&](const SetAtomOrder& e) {
                return say("atoms of ", name_of(e.operand), ": along ", e.order == AtomOrder::k_first ? "K" : "M or N",
                           " first");
            },
            [&](const SetAtomStep& e) {
                return say("atoms of ", name_of(e.operand),
                           " along K: ", e.bytes == 0 ? std::string("without gaps") : say(e.bytes, " bytes apart"));
            },
            [&](const SetPieces&) { return say("tile: ", text_of(after.pieces)); },
            [&](const SetTmemAddress& e) {
                return say(row_of(e.place).title, " in tensor memory: ", hex(before.address(e.place), 8), " -> ",
                           hex(after.address(e.place), 8));
            },
            [&](const SetRequestedLayout&) { return std::string("requested layout"); },
            [&](const SetRequestedMask&) { return std::string("requested mask"); },
            [&](const SetTensorMap& e) {
                return say("tensor map of ", name_of(e.operand), ": ", change_words(before.copy_of(e.operand), e.copy));
            },
            [&](const SetImage& e) {
                return say("image of ", name_of(e.operand), ": ", text_of(after.image_of(e.operand)));
            },
            [&](const SetRecipe& e) { return say(row_of(e.of).title, ": ", text_of(e.recipe)); },
            [&](const SetMetaRecipe& e) { return say("metadata: ", text_of(e.recipe)); },
            [&](const SetRun&) { return run_words(before.run, after.run); },
            [&](const MatchWords& e) {
                return say("image of ", name_of(e.operand),
                           ", taken from the words: ", text_of(after.image_of(e.operand)));
            },
            [&](const SetKeepMemory& e) {
                return std::string(e.keep ? "a paste keeps the memory" : "a paste rewrites the memory");
            },
            [&](const SetNotes&) { return std::string("notes"); },
            [&](const SetWords& e) { return e.what; },
            [&](const LoadSession& e) { return e.what; },
        },
        edit);
}

}  // namespace tilescope
