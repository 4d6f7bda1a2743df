// core/src/document/edit.cpp -- applies an edit to a session and to the memory that follows it; edits as text.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/formats/formats.h>
#include <tilescope/notation/tensor_maps.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <utility>

namespace tilescope {

Edit::Edit(const Edit&) = default;
Edit::Edit(Edit&&) noexcept = default;
Edit& Edit::operator=(const Edit&) = default;
Edit& Edit::operator=(Edit&&) noexcept = default;
Edit::~Edit() = default;

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

// ---- memory that matches the words ----

namespace {

// Returns the tile with this order, padded to whole atoms as the writer does.
// Errors: the mode has no atom.
Answer<OperandTile> padded_tile(const SmemLayout& l, AtomOrder order) {
    return build_tile(padded({.mode = l.mode,
                              .major = l.major,
                              .type = l.type,
                              .rows = l.rows,
                              .columns = l.columns,
                              .order = order,
                              .start = l.start,
                              .mma_columns = l.mma_columns}));
}

// Returns true if the strides that this layout uses are the strides of the tile.
bool has_strides_of(const SmemLayout& l, const OperandTile& tile) {
    const bool lbo = use_of_lbo(l).use != StrideUse::walked || l.lbo == tile.layout.lbo;
    const bool sbo = use_of_sbo(l).use != StrideUse::walked || l.sbo == tile.layout.sbo;
    return lbo && sbo;
}

// The order of atoms in which the tile has the strides of the layout; `now` if both have or none has.
AtomOrder order_of(const SmemLayout& l, AtomOrder now) {
    const AtomOrder other = now == AtomOrder::mn_first ? AtomOrder::k_first : AtomOrder::mn_first;
    for (const AtomOrder order : {now, other})
        if (const auto tile = padded_tile(l, order); tile && has_strides_of(l, *tile)) return order;
    return now;
}

AtomOrder order_as_words_say(const Session& session, Operand operand) {
    const AtomOrder now = session.atom_order[operand];
    const OperandView view = operand_from_words(session, operand);
    return view.placed() ? order_of(view.layout, now) : now;
}

// Whether bits of this mask that are unknown in `since` have values now.
bool completes(const Session& since, const Session& now, WordId id, std::uint64_t mask = ~std::uint64_t{0}) {
    return (since.unknown_bits(id) & ~now.unknown_bits(id) & mask) != 0;
}

// Each part of the memory follows its own field. So a start that was only assumed, because the word did not say it,
// follows even if the memory differs from the words elsewhere.
void follow_parts(const Session& since, Session& s, Operand operand) {
    const auto completes_field = [&](WordId word, std::string_view id) {
        const Field* f = find_field(format_of(s, word), id);
        return f != nullptr && completes(since, s, word, bit_mask(f->width) << f->lsb);
    };
    OperandImage& image = s.image[operand];
    if (image.writer != ImageWriter::tile) return;
    const OperandImage from_words = image_from_words(s, operand);
    const WordId word = word_of(operand);
    if (completes_field(word, "swizzle")) image.mode = from_words.mode;
    if (completes_field(word, "start")) image.start = from_words.start;
    if (completes_field(WordId::idesc, pick(operand, "transpose_a", "transpose_b"))) image.major = from_words.major;
    if (completes_field(WordId::idesc, pick(operand, "a_type", "b_type"))) image.type = from_words.type;
}

// Returns sfa_id and sfb_id of the instruction descriptor; 0 if its field table has no such field.
OperandPair<unsigned> scale_ids(const Session& session) {
    const Format& format = format_of(session, WordId::idesc);
    const auto word = session.word(WordId::idesc);
    return {static_cast<unsigned>(raw_or_0(format, word, "sfa_id")),
            static_cast<unsigned>(raw_or_0(format, word, "sfb_id"))};
}

// Makes memory follow the words that got values for bits that are unknown in `since`. If all memory of an operand was
// as the known bits of `since` say, all of it follows; else the parts whose fields had unknown bits.
void follow_completed(const Session& since, Session& session) {
    if (session.keep_memory) return;
    for (const Operand o : kBothOperands) {
        if (!completes(since, session, word_of(o)) && !completes(since, session, WordId::idesc)) continue;
        Session followed = since;
        follow_words(followed, o);
        followed == since ? follow_words(session, o) : follow_parts(since, session, o);
    }
}

OperandImage image_of_view(const Session& session, Operand operand, const OperandView& view) {
    const SmemLayout& layout = view.layout;
    OperandImage image = session.image_of(operand);
    image.writer = ImageWriter::tile;
    // A field with unknown bits names nothing, and an undefined swizzle code names no mode: the old value stays.
    const auto knows = [&](WordId word, std::string_view id) {
        const Field* f = find_field(format_of(session, word), id);
        return f == nullptr || get_field(*f, session.unknown_bits(word)) == 0;
    };
    if ((view.placed() || view.apart) && knows(word_of(operand), "swizzle")) image.mode = layout.mode;
    if (knows(word_of(operand), "start")) image.start = layout.start;
    if (knows(WordId::idesc, pick(operand, "transpose_a", "transpose_b"))) image.major = layout.major;
    if (image.type.empty() || knows(WordId::idesc, pick(operand, "a_type", "b_type"))) image.type = layout.type->id;
    return image;
}

}  // namespace

OperandImage image_from_words(const Session& session, Operand operand) {
    return image_of_view(session, operand, operand_from_words(session, operand));
}

OperandImage image_from_words(const Derived& derived, Operand operand) {
    return image_of_view(derived.session, operand, operand_from_words(derived, operand));
}

std::vector<Edit> edits_to_write(const Session& session, Operand operand, const OperandImage& image) {
    std::vector<Edit> out = {SetImage{operand, image}};
    const OperandImage& before = session.image_of(operand);
    if (image.writer != ImageWriter::tile || (image.major == before.major && image.mode == before.mode)) return out;
    OperandView view = operand_from_words(session, operand);
    if (!view.placed() || image.type != view.layout.type->id) return out;
    view.layout.major = image.major, view.layout.mode = image.mode;
    const AtomOrder now = session.atom_order[operand], order = order_of(view.layout, now);
    if (order != now) out.emplace_back(SetAtomOrder{operand, order});
    return out;
}

std::vector<StrideDifference> strides_not_written(const Session& session, Operand operand) {
    const OperandView view = operand_from_words(session, operand);
    const auto tile = padded_tile(view.layout, session.atom_order[operand]);
    if (!view.placed() || !tile || session.image[operand].writer != ImageWriter::tile) return {};
    std::vector<StrideDifference> out;
    const auto compare = [&](std::string_view id, StrideUse use, std::uint32_t in_word, std::uint32_t in_memory) {
        const Field* f = find_field(format_of(session, word_of(operand)), id);
        const bool known = f != nullptr && get_field(*f, session.unknown_bits(word_of(operand))) == 0;
        if (known && use == StrideUse::walked && in_word != in_memory) out.push_back({id, in_word, in_memory});
    };
    compare("lbo", use_of_lbo(view.layout).use, view.layout.lbo, tile->layout.lbo);
    compare("sbo", use_of_sbo(view.layout).use, view.layout.sbo, tile->layout.sbo);
    return out;
}

void name_types(Session& session) {
    for (const Operand o : kBothOperands)
        if (OperandImage& image = session.image[o]; image.type.empty())
            image.type = operand_from_words(session, o).layout.type->id;
}

void follow_words(Session& session, Operand operand) {
    session.image[operand] = image_from_words(session, operand);
    session.atom_order[operand] = order_as_words_say(session, operand);
    session.run.scale_first[operand] = scale_ids(session)[operand];
}

// ---- edits ----

namespace {

template <class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

template <auto Member>
void set_member(Session& s, const SetMember<Member>& e) {
    s.*Member = e.value;
}
template <auto Member>
void set_member(Session& s, const SetForOperand<Member>& e) {
    (s.*Member)[e.operand] = e.value;
}

constexpr unsigned kLeastTileK = 8, kMostTileK = 1024;

// Somebody has said these bits of the word.
void give(Session& s, WordId word, std::uint64_t mask) {
    s.assumed.bits[word] &= ~mask;
    s.of_example.bits[word] &= ~mask;
}

// The bits of the fields in which the words differ.
std::uint64_t changed_fields(const Format& format, std::uint64_t changed) {
    std::uint64_t out = changed;
    for (const Field& f : format.fields)
        if (get_field(f, changed) != 0) out |= bit_mask(f.width) << f.lsb;
    return out;
}

void set_word(Session& s, const SetWord& e) {
    const Format& format = format_of(s, e.word);
    const std::uint64_t all = bit_mask(format.bits);
    give(s, e.word, changed_fields(format, (s.word(e.word) ^ e.value) | (s.unknown_bits(e.word) ^ e.unknown)));
    s.unknown[e.word] = e.unknown & all;
    s.word(e.word) = e.value & all & ~e.unknown;
    s.origins[static_cast<std::size_t>(e.word)] = origins_in(e.origins, all);
}

void set_one_field(Session& s, const SetField& e) {
    const std::uint64_t word = set_field(*e.field, s.word(e.word), e.raw),
                        unknown = set_field(*e.field, s.unknown_bits(e.word), e.unknown);
    set_word(s, {e.word, word, unknown, origins_after(s, e.word, word, unknown)});
    give(s, e.word, set_field(*e.field, 0, bit_mask(e.field->width)));
}

// A word of a loaded session can be wider than its format, or have a 1 at an unknown bit.
void settle_words(Session& s) {
    for (const WordRow& row : kWords) {
        const BitOrigins origins = s.origins_of(row.word);
        set_word(s, {row.word, s.word(row.word), s.unknown_bits(row.word), origins});
    }
}

// A bit without a value is unknown, not assumed.
void settle_assumed(Session& s) {
    for (const WordRow& row : kWords)
        s.assumed.bits[row.word] &= bit_mask(format_of(s, row.word).bits) & ~s.unknown_bits(row.word);
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

}  // namespace

Session apply_edit(const Session& session, const Edit& edit) { return apply_edit(session, edit, session); }

Session apply_edit(const Session& session, const Edit& edit, const Session& since) {
    Session s = session;
    std::visit(Overloaded{
                   [&](const SetWord& e) { set_word(s, e), follow_completed(since, s); },
                   [&](const SetField& e) {
                       set_one_field(s, e);
                       if (!e.memory_stays) follow_completed(since, s);
                   },
                   [&](const auto& e) { set_member(s, e); },
                   [&](const SetVariant& e) {
                       s.variant = e.value, settle_variant(s);
                       s.assumed.form = s.of_example.form = false;
                   },
                   [&](const SetEdition& e) {
                       s.edition = e.value;
                       settle_variant(s);
                       if (!find_arch(s.arch, s.edition)) s.arch = kBlackwell;
                   },
                   [&](const SetArch& e) { s.arch = e.value, settle_variant(s), settle_pieces(s); },
                   [&](const SetTileK& e) {
                       s.tile_k = std::clamp(e.value, kLeastTileK, kMostTileK);
                       s.assumed.tile_k = s.of_example.tile_k = false;
                   },
                   [&](const SetMaskSize& e) { s.mask = e.value, s.mask.n = std::clamp(s.mask.n, 1u, 256u); },
                   [&](const SetScaleMatrix& e) { s.scale_matrix[e.operand] = limited_matrix(e.value); },
                   [&](const SetAtomStep& e) { s.atom_step[e.operand] = e.value / kPieceStep * kPieceStep; },
                   [&](const SetPieces& e) { s.pieces = e.value, settle_pieces(s); },
                   [&](const SetTmemAddress& e) { s.address(e.place) = e.address; },
                   [&](const SetImage& e) { s.image[e.operand] = e.value, name_types(s); },
                   [&](const SetRecipe& e) { s.recipe_of(e.of) = e.recipe; },
                   [&](const SetRun& e) {
                       if (s.run.enable_d != e.value.enable_d) s.assumed.scale_d = s.of_example.scale_d = false;
                       s.run = e.value, settle_run(s.run);
                   },
                   [&](const SetAssumed& e) {
                       s.assumed = e.value, s.of_example = {};
                       settle_assumed(s);
                   },
                   [&](const MatchWords& e) { follow_words(s, e.operand); },
                   [&](const SetWords& e) {
                       for (const SetWord& w : e.words) {
                           set_word(s, w);
                           if (e.image_follows) give(s, w.word, ~std::uint64_t{0});  // a paste says all of a word
                       }
                       e.image_follows ? follow_pasted(s, e) : follow_completed(since, s);
                   },
                   [&](const LoadSession& e) {
                       s = e.session, settle_variant(s), settle_words(s), settle_run(s.run), name_types(s);
                       settle_pieces(s), settle_assumed(s);
                       for (ScaleMatrix* m : {&s.scale_matrix.a, &s.scale_matrix.b}) *m = limited_matrix(*m);
                   },
               },
               edit);
    return s;
}

// ---- edits as text ----

std::string text_of(const OperandImage& image) {
    const std::string type = image.type.empty() ? "" : say(' ', image.type);
    if (image.writer == ImageWriter::tensor_map) return say("as the TMA copy writes it", type.empty() ? "" : ",", type);
    if (image.writer == ImageWriter::cute) return say("CuTe ", image.cute, type, " at ", hex(image.start));
    return say(row_of(image.mode).name, ' ', name_of(image.major), type, " at ", hex(image.start));
}

std::string text_of(const Recipe& recipe) {
    const std::string_view name = name_in(kRecipeNames, static_cast<std::uint64_t>(recipe.kind));
    switch (recipe.kind) {
    case RecipeKind::coordinates:
    case RecipeKind::rows:
    case RecipeKind::columns: return recipe.digit == 0 ? std::string(name) : say(name, ", digit ", recipe.digit);
    case RecipeKind::random:
    case RecipeKind::scattered: return say(name, ", seed ", recipe.seed);
    case RecipeKind::random_bits: return say("random bits, seed ", recipe.seed);
    case RecipeKind::file: return say("file ", recipe.file);
    default: return std::string(name);
    }
}

std::string text_of(const MetaRecipe& recipe) {
    if (recipe.kind == MetaRecipeKind::random) return say("random, seed ", recipe.seed);
    return say(name_in(kMetaRecipeNames, static_cast<std::uint64_t>(recipe.kind)), " codes");
}

namespace {

std::string on_off(bool on) { return on ? "on" : "off"; }

std::string variant_words(const Variant& from, const Variant& to) {
    std::vector<std::string> out;
    const auto add = [&](std::string text) { out.push_back(std::move(text)); };
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
    return out.empty() ? "form" : list_of(out);
}

std::string run_words(const MmaRun& from, const MmaRun& to) {
    std::vector<std::string> out;
    const auto add = [&](std::string text) { out.push_back(std::move(text)); };
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
    return out.empty() ? "run" : list_of(out);
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

std::string words_of(const Session& before, const Edit& edit) {
    const Session after = apply_edit(before, edit);
    const auto word = [&](WordId id) {
        return say(row_of(id).title, ": ",
                   field_words(format_of(after, id), stored_in(before, id), stored_in(after, id)));
    };
    return std::visit(Overloaded{
                          [&](const SetWord& e) { return word(e.word); },
                          [&](const SetField& e) { return word(e.word); },
                          [&](const SetVariant&) { return variant_words(before.variant, after.variant); },
                          [&](const SetEdition& e) { return say("PTX ", name_of(e.value)); },
                          [&](const SetArch& e) { return say("arch ", e.value); },
                          [&](const SetTileK&) { return say("tile K ", before.tile_k, " -> ", after.tile_k); },
                          [&](const SetMaskSize&) { return say("mask for M ", after.mask.m, ", N ", after.mask.n); },
                          [&](const SetScaleMatrix& e) {
                              return say("matrix of ", pick(e.operand, "SFA", "SFB"),
                                         " in global memory: ", matrix_words(after.scale_matrix[e.operand]));
                          },
                          [&](const SetAtomOrder& e) {
                              return say("atoms of ", name_of(e.operand), ": along ",
                                         e.value == AtomOrder::k_first ? "K" : "M or N", " first");
                          },
                          [&](const SetAtomStep& e) {
                              return say("atoms of ", name_of(e.operand), " along K: ",
                                         e.value == 0 ? std::string("without gaps") : say(e.value, " bytes apart"));
                          },
                          [&](const SetPieces&) { return say("tile: ", text_of(after.pieces)); },
                          [&](const SetTmemAddress& e) {
                              return say(row_of(e.place).title, " in tensor memory: ", hex(before.address(e.place), 8),
                                         " -> ", hex(after.address(e.place), 8));
                          },
                          [&](const SetRequestedLayout&) { return std::string("requested layout"); },
                          [&](const SetRequestedMask&) { return std::string("requested mask"); },
                          [&](const SetTensorMap& e) {
                              return say("tensor map of ", name_of(e.operand), ": ",
                                         change_words(before.copy_of(e.operand), e.value));
                          },
                          [&](const SetImage& e) {
                              return say("image of ", name_of(e.operand), ": ", text_of(after.image_of(e.operand)));
                          },
                          [&](const SetRecipe& e) { return say(row_of(e.of).title, ": ", text_of(e.recipe)); },
                          [&](const SetMetaRecipe& e) { return say("metadata: ", text_of(e.value)); },
                          [&](const SetRun&) { return run_words(before.run, after.run); },
                          [&](const MatchWords& e) {
                              return say("image of ", name_of(e.operand),
                                         ", taken from the words: ", text_of(after.image_of(e.operand)));
                          },
                          [&](const SetAssumed& e) {
                              return std::string(e.value == Assumed{} ? "nothing is assumed any more"
                                                                      : "what nobody gave is assumed");
                          },
                          [&](const SetKeepMemory& e) {
                              return std::string(e.value ? "a paste keeps the memory" : "a paste rewrites the memory");
                          },
                          [&](const SetNotes&) { return std::string("notes"); },
                          [&](const SetWords& e) { return e.what; },
                          [&](const LoadSession& e) { return e.what; },
                      },
                      edit);
}

}  // namespace tilescope
