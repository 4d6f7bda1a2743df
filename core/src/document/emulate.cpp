// core/src/document/emulate.cpp -- builds the job that the emulator runs from the document.
// SPDX-License-Identifier: MIT
#include "derive_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/step_words.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/layout/tile.h>

#include <algorithm>

namespace tilescope {
namespace {

// Whether a step can be run. `at` is the field that causes the refusal, if it is one field.
struct StepAnswer {
    Answer<void> can = {};
    std::optional<FieldPlace> at = {};
};

StepAnswer refuse(std::string why, std::optional<FieldPlace> at = {}) { return {Refusal(std::move(why)), at}; }

std::uint32_t& address(MmaInstruction& i, TmemPlace place) { return i.tmem[static_cast<std::size_t>(place)]; }
void set_column(std::uint32_t& address, unsigned column) { address = tmem_address(tmem_lane(address), column); }

unsigned steps_in_tile(const Session& s, const MmaShape& shape) { return shape.k == 0 ? 0 : s.tile_k / shape.k; }

// The start of the last piece must be one, too.
StepAnswer pieces_have_starts(const Derived& d, Operand operand, std::uint64_t first) {
    const TilePieces& pieces = d.session.pieces;
    const WordView& word = d.of(word_of(operand));
    const Field& start = field_in(*word.format, "start");
    const std::uint64_t last =
        value_of(start, get_field(start, first)) + std::uint64_t{pieces.count[operand] - 1} * pieces.distance[operand];
    if (last <= value_of(start, bit_mask(start.width))) return {};
    return refuse(say("The last piece of ", name_of(operand), " would begin at ", hex(last),
                      ", which no start address has. Set a smaller distance of the pieces."));
}

// Moves the start address to a K step. The K slider shows the same address.
StepAnswer advance_descriptor(const Derived& d, Operand operand, unsigned step, MmaInstruction& i) {
    if (!in_smem(d.session, operand)) return {};
    const WordView& word = d.of(word_of(operand));
    const OperandView& view = d.of(operand);
    if (!view.placed() && !view.apart)
        return refuse(view.unplaced, view.asks.empty() ? FieldPlace{word.id, "swizzle"} : view.asks.front());
    const auto there = word_of_step(d, operand, step);
    if (!there)
        return refuse(say(name_of(operand), " at K step ", step, ": ", there.why, "."), FieldPlace{word.id, "start"});
    pick(operand, i.a_desc, i.b_desc) = *there;
    return pieces_have_starts(d, operand, *there);
}

void advance_a_in_tmem(const MmaShape& shape, unsigned step, MmaInstruction& i) {
    if (!i.variant.a_in_tmem || shape.family->a != Storage::tensor_memory) return;
    const TmemLayout one{.operand = TmemOperand::a,
                         .path = shape.path,
                         .columns = stored_k(shape.k, true, shape.sparse),
                         .type = shape.a};
    std::uint32_t& a = address(i, TmemPlace::a);
    set_column(a, tmem_column(a) + step * columns_used(one));
}

// Sets the column and the id of the step's first scale factor. The ids are written to their descriptor fields.
void advance_scales(const Format& idesc, const MmaShape& shape, unsigned step, MmaInstruction& i) {
    if (!shape.scales) return;
    for (const Operand operand : kBothOperands) {
        std::uint32_t& there = address(i, scales_place(operand));
        const unsigned first_id = pick(operand, shape.sfa_id, shape.sfb_id);
        const ScaleLayout layout = at_k_block(shape.factors_from(operand, tmem_column(there), first_id), step);
        set_column(there, layout.base_column);
        if (const Field* id = find_field(idesc, pick(operand, "sfa_id", "sfb_id")))
            i.idesc = static_cast<std::uint32_t>(set_field(*id, i.idesc, layout.id));
    }
}

// The codes of each step follow the codes of the previous step. If rows share cells, two steps share a pair of columns.
// Then the address has the even column, and the selector selects one column of the pair
// (CUTLASS make_runtime_instr_desc @7107b055).
Answer<void> advance_meta(const Format& idesc, const MmaShape& shape, unsigned step, MmaInstruction& i) {
    const MetaRow* kind = meta_of_kind(i.variant.kind);
    if (!shape.sparse || !kind || step == 0) return {};
    std::uint32_t& there = address(i, TmemPlace::meta);
    if (!kind->paired) {
        set_column(there, tmem_column(there) + step * kind->columns);
        return {};
    }
    const Field* selector = find_field(idesc, "sparsity_selector");
    constexpr unsigned kPair = 2;
    if (!selector || shape.selector >= kPair || tmem_column(there) % kPair != 0)
        return Refusal("The metadata location of K step ", step,
                       " is known only for selectors 0 and 1 on an even column. "
                       "The instruction has selector ",
                       shape.selector, " and column ", tmem_column(there), ". Run K step 0 alone.");
    const unsigned column = tmem_column(there) + shape.selector + step;
    set_column(there, column / kPair * kPair);
    i.idesc = static_cast<std::uint32_t>(set_field(*selector, i.idesc, column % kPair));
    return {};
}

StepAnswer advance(const Derived& d, const MmaShape& shape, unsigned step, MmaInstruction& i) {
    StepAnswer part = advance_descriptor(d, Operand::a, step, i);
    if (part.can) part = advance_descriptor(d, Operand::b, step, i);
    if (part.can) part.can = advance_in_tmem(*d.of(WordId::idesc).format, shape, step, i);
    return part;
}

StepAnswer add_steps(const Derived& d, const MmaShape& shape, EmulatorJob& job) {
    const Session& s = d.session;
    const std::uint64_t all = steps_in_tile(s, shape), first = s.run.first_step;
    if (all == 0)
        return refuse(say("The tile has K ", s.tile_k, ", less than the K ", shape.k,
                          " of one instruction. Set the K of the tile to ", shape.k, " or more."));
    const std::uint64_t end = s.run.steps == 0 ? all : first + s.run.steps;
    if (first >= all || end > all)
        return refuse(say("The run requests K steps ", first, " to ", end == 0 ? 0 : std::max(end, first + 1) - 1,
                          ", but the tile of K ", s.tile_k, " has steps 0 to ", all - 1, "."));
    for (std::uint64_t step = first; step < end; ++step) {
        MmaInstruction i = instruction_of(s);
        if (StepAnswer done = advance(d, shape, static_cast<unsigned>(step), i); !done.can) return done;
        i.enable_d = s.run.enable_d || step != first;
        job.steps.push_back(std::move(i));
    }
    job.first_step = static_cast<unsigned>(first);
    return {};
}

// Returns the type with which the operand was written: the type of its image. The instruction descriptor is used only
// if the image names no type.
const ElementType* written_type(const Derived& d, const MmaShape& shape, Operand operand) {
    const ElementType* written = find_type(d.session.image_of(operand).type);
    return written ? written : pick(operand, shape.a, shape.b);
}

RecipeSize size_of(const Derived& d, const MmaShape& shape, RecipeOf of) {
    const unsigned k = d.session.tile_k,
                   factors = shape.scales ? steps_in_tile(d.session, shape) * shape.scales->factors : 0;
    const std::string_view scale = shape.rule.scale ? shape.rule.scale->id : std::string_view();
    switch (of) {
    case RecipeOf::a: return {written_type(d, shape, Operand::a)->id, shape.m, stored_k(k, true, shape.sparse)};
    case RecipeOf::b: return {written_type(d, shape, Operand::b)->id, shape.n, k};
    case RecipeOf::d: return {shape.rule.d ? shape.rule.d->id : "s32", shape.m, shape.n};
    case RecipeOf::sfa: return {scale, shape.scales ? shape.m : 0, factors};
    case RecipeOf::sfb: return {scale, shape.scales ? shape.n : 0, factors};
    }
    return {};
}

// Returns the member of the expected operands that the recipe fills.
std::vector<std::uint32_t>& words_in(ReferenceOperands& expected, RecipeOf of) {
    switch (of) {
    case RecipeOf::a: return expected.a;
    case RecipeOf::b: return expected.b;
    case RecipeOf::sfa: return expected.sfa;
    case RecipeOf::sfb: return expected.sfb;
    case RecipeOf::d: break;
    }
    return expected.c;
}

// What TMA writes can differ from what global memory has.
void copy_words(const Derived& d, Operand o, std::vector<std::uint32_t>& words) {
    const auto& copy = d.session.copy_of(o);
    if (!in_smem(d.session, o) || d.session.image_of(o).writer != ImageWriter::tensor_map || !copy) return;
    for (std::uint32_t& word : words) word = word_as_copied(*copy->map.type, word);
}

Answer<void> fill_values(const Derived& d, const MmaShape& shape, const RecipeFiles& files,
                         ReferenceOperands& expected) {
    expected.m = shape.m;
    expected.n = shape.n;
    expected.k = d.session.tile_k;
    for (const RecipeRow& row : kRecipes) {
        const RecipeSize size = size_of(d, shape, row.of);
        if (size.rows == 0) continue;
        auto words = words_of(d.session.recipe_of(row.of), size, &files[static_cast<std::size_t>(row.of)]);
        if (!words) return Refusal(row.title, ": ", words.why, ".");
        words_in(expected, row.of) = std::move(*words);
    }
    copy_words(d, Operand::a, expected.a);
    copy_words(d, Operand::b, expected.b);
    if (shape.rule.grain)
        expected.codes =
            codes_of(d.session.meta_recipe, *shape.rule.grain, expected.m, expected.k / shape.rule.grain->group);
    return {};
}

// Returns a hint for an image whose type is not the type that the instruction reads. Empty if the types are equal.
std::string type_hint(const ElementType& written, const ElementType& read) {
    if (written.id == read.id) return {};
    return say(" Memory was written as ", written.id, ", but the instruction reads ", read.id,
               ". Use \"Match the words\" to rewrite memory.");
}

// A in Tensor Memory has no image in shared memory, but can be too wide for Tensor Memory.
Answer<void> has_room_for_a(const Derived& d, const MmaShape& shape, const ElementType& written) {
    if (!d.session.variant.a_in_tmem || shape.family->a != Storage::tensor_memory) return {};
    const std::uint32_t there = d.session.address(TmemPlace::a);
    const auto can = can_be_placed({.operand = TmemOperand::a,
                                    .path = shape.path,
                                    .columns = stored_k(d.session.tile_k, true, shape.sparse),
                                    .type = &written,
                                    .base_column = tmem_column(there),
                                    .lane_half = tmem_lane(there)},
                                   d.tmem.columns);
    if (can) return {};
    return Refusal("A cannot be written: ", can.why, ".", type_hint(written, *shape.a));
}

Answer<void> place_images(const Derived& d, const MmaShape& shape, EmulatorJob& job) {
    for (const Operand o : kBothOperands) {
        job.written_type[o] = written_type(d, shape, o);
        if (!in_smem(d.session, o)) continue;
        auto places = places_of(d.session.image_of(o), image_size(d.session, shape, o));
        const ElementType& read = *pick(o, shape.a, shape.b);
        if (!places)
            return Refusal(name_of(o), " cannot be written: ", places.why, ".", type_hint(*job.written_type[o], read));
        job.places[o] = std::move(*places);
    }
    return has_room_for_a(d, shape, *job.written_type.a);
}

// Returns a note if the form cannot use bits of the run's lane mask. Empty if it can use all of them.
std::string unused_lanes(const Session& s) {
    constexpr std::size_t kWordsOfCta = kLaneMaskWords / 2;
    const auto& mask = s.run.lane_mask;
    if (mask == MmaRun{}.lane_mask) return {};
    const FamilyRow& family = family_of(s);
    if (!family.lane_mask || !s.variant.lane_mask)
        return say("The run disables output lanes, but this form of the instruction has no lane mask. ",
                   "All lanes are written. ",
                   family.lane_mask ? "Add a lane mask to the form, or clear the lane mask of the run."
                                    : say(family.instruction, " has no lane mask."));
    const bool second =
        std::any_of(mask.begin() + kWordsOfCta, mask.end(), [](std::uint32_t word) { return word != 0; });
    if (s.variant.cta_group == 2 || !second) return {};
    return "The run's lane mask has bits in words 4 to 7, the lanes of a second CTA. This form has one CTA, so these "
           "bits are not used.";
}

// Returns the fields with unknown bits that change what the instruction computes.
std::vector<FieldPlace> asks_of_run(const Derived& d) {
    std::vector<FieldPlace> out;
    for (const Operand o : kBothOperands) {
        const WordView& word = d.of(word_of(o));
        if (!in_smem(d.session, o)) continue;
        for (const FieldPlace& place : d.of(o).asks)
            if (place.word == word.id) out.push_back(place);
        if (!word.knows("start")) out.push_back({word.id, "start"});
    }
    for (const FieldPlace& place : open_fields(d.of(WordId::idesc))) out.push_back(place);
    if (d.of(WordId::zcm).used)
        for (const FieldPlace& place : d.mask.asks)
            if (place.word == WordId::zcm) out.push_back(place);
    return out;
}

// A start of 0 stands for an address that is added later; then the other address is one of the same kind.
bool counts_from_zero(const Session& s) {
    const Field& start = field_in(format_of(s, WordId::a_desc), "start");
    return (!s.variant.a_in_tmem && get_field(start, s.word(WordId::a_desc)) == 0) ||
           get_field(start, s.word(WordId::b_desc)) == 0;
}

}  // namespace

Answer<void> advance_in_tmem(const Format& idesc, const MmaShape& shape, unsigned step, MmaInstruction& i) {
    if (const auto can = advance_meta(idesc, shape, step, i); !can) return can;
    advance_a_in_tmem(shape, step, i);
    advance_scales(idesc, shape, step, i);
    return {};
}

MmaInstruction instruction_of(const Session& s) {
    MmaInstruction i{.edition = s.edition,
                     .arch = s.arch,
                     .variant = s.variant,
                     .idesc = static_cast<std::uint32_t>(s.word(WordId::idesc)),
                     .a_desc = s.word(WordId::a_desc),
                     .b_desc = s.word(WordId::b_desc),
                     .zcm = s.word(WordId::zcm),
                     .tmem = s.tmem,
                     .enable_d = s.run.enable_d,
                     .from_zero = counts_from_zero(s),
                     .pieces = s.pieces};
    i.variant.cta_group = family_of(s).ctas(s.variant.cta_group);
    if (s.variant.lane_mask) i.lane_mask = s.run.lane_mask;
    return i;
}

ImageSize image_size(const Session& s, const MmaShape& shape, Operand operand) {
    const unsigned ctas = shape.family->ctas(s.variant.cta_group);
    const auto& copy = s.copy_of(operand);
    return {.type = pick(operand, shape.a, shape.b),
            .rows = static_cast<int>(pick(operand, shape.m, shape.n) / ctas),
            .columns = static_cast<int>(stored_k(s.tile_k, operand == Operand::a, shape.sparse)),
            .order = s.atom_order[operand],
            .copy = copy ? &*copy : nullptr,
            .mma_columns = static_cast<int>(stored_k(shape.k, operand == Operand::a, shape.sparse)),
            .atom_step = s.atom_step[operand]};
}

RecipeSize recipe_size(const Derived& derived, RecipeOf of) {
    const auto shape = shape_of(instruction_of(derived.session));
    return shape ? size_of(derived, *shape, of) : RecipeSize{};
}

std::optional<WrittenPlaces> written_places(const Derived& d, Operand o) {
    const auto shape = shape_of(instruction_of(d.session));
    if (!shape || !in_smem(d.session, o)) return std::nullopt;
    auto places = places_of(d.session.image_of(o), image_size(d.session, *shape, o));
    return places ? std::move(places.value) : std::nullopt;
}

JobAnswer emulator_job(const Derived& derived, const RecipeFiles& files) {
    const Session& s = derived.session;
    if (const std::vector<FieldPlace> asks = asks_of_run(derived); !asks.empty())
        return {Refusal(sentence_of("The result depends", asks)), asks.front()};
    const auto shape = shape_of(instruction_of(s));
    if (!shape) {
        const std::string_view field = field_refused(instruction_of(s));
        if (field.empty()) return {Refusal(shape.why), {}};
        return {Refusal(shape.why), FieldPlace{WordId::idesc, field}};
    }
    EmulatorJob job;
    if (const StepAnswer added = add_steps(derived, *shape, job); !added.can) return {Refusal(added.can.why), added.at};
    if (const auto placed = place_images(derived, *shape, job); !placed) return {Refusal(placed.why), {}};
    if (const auto values = fill_values(derived, *shape, files, job.expected); !values)
        return {Refusal(values.why), {}};
    job.written_tmem = s.tmem;
    job.written_id = s.run.scale_first;
    job.scales_by_copy = s.run.scales_by_copy;
    job.scale_smem = s.run.scale_smem;
    job.causes = causes_of(derived, *shape, job);
    return {std::move(job)};
}

std::vector<Edit> covering_values(const Session& session) {
    struct Target {
        RecipeOf of;
        Recipe recipe;
    };
    const Target all[] = {{RecipeOf::a, {.kind = RecipeKind::scattered, .seed = 1}},
                          {RecipeOf::b, {.kind = RecipeKind::scattered, .seed = 2}},
                          {RecipeOf::d, {.kind = RecipeKind::zeros}},
                          {RecipeOf::sfa, {.kind = RecipeKind::ones}},
                          {RecipeOf::sfb, {.kind = RecipeKind::ones}}};
    std::vector<Edit> out;
    for (const Target& t : all)
        if (session.recipe_of(t.of).kind != t.recipe.kind) out.emplace_back(SetRecipe{t.of, t.recipe});
    return out;
}

Session with_covering_values(Session session) {
    for (const Edit& edit : covering_values(session)) session = apply_edit(session, edit);
    return session;
}

std::vector<std::string> notes_of(const Derived& derived, const EmulatorJob& job) {
    std::vector<std::string> out;
    const Session& s = derived.session;
    const auto shape = shape_of(job.steps.front());
    const unsigned left = shape ? s.tile_k % shape->k : 0;
    if (left != 0 && s.run.steps == 0)
        out.push_back(say("No instruction reads ", left, " of the ", s.tile_k,
                          " columns of K, because the K of the tile is not a multiple of ", shape->k, "."));
    if (std::string unused = unused_lanes(s); !unused.empty()) out.push_back(std::move(unused));
    if (s.variant.b1 && !multiplies_bits(s.variant, s.arch))
        out.push_back(
            "The option b1 is set, but only wgmma of kind i8 multiplies single bits. The option b1 has no effect in "
            "this instruction.");
    return out;
}

}  // namespace tilescope
