// core/src/view/pictures.cpp -- the picture of each view of a session, as a scene.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/instruction.h>
#include <tilescope/layout/tma_tile.h>
#include <tilescope/scene/before_after_scene.h>
#include <tilescope/scene/mma_scene.h>
#include <tilescope/scene/result_scene.h>
#include <tilescope/scene/word_scene.h>
#include <tilescope/view/animation.h>
#include <tilescope/view/pictures.h>

#include <algorithm>

namespace tilescope {
namespace {

// What a picture is made from.
struct PictureInput {
    const Derived& d;
    const ViewState& v;
    const Results& results;

    const OperandView& operand() const { return d.of(v.operand); }
};

Answer<Scene> if_cells(Scene scene) {
    if (scene.grids.empty()) return Refusal(scene.sentence.empty() ? "The picture has no cells." : scene.sentence);
    return scene;
}

void add_pieces(Scene& scene, const Derived& d) {
    if (const std::string pieces = pieces_sentence(d); !pieces.empty()) scene.sentence += say(' ', pieces);
}

Answer<Scene> mma_of(const PictureInput& in) {
    const bool judged = shows_verdicts(in.v, in.results);
    Scene scene = mma_picture_of(in.d, judged ? &in.results.shown() : nullptr, mma_look(in.v, in.results)).scene;
    for (const Operand o : kBothOperands) scene = with_note(std::move(scene), in.d.of(o));
    return if_cells(std::move(scene));
}

Answer<Scene> memory_of_session(const PictureInput& in) {
    return if_cells(
        with_note(memory_picture(in.d, in.v, in.v.operand, recorded_memory(in.d.session, in.results)), in.operand()));
}

Answer<Scene> before_after_of(const PictureInput& in) {
    auto scene = before_after_picture(in.d, in.v);
    if (!scene) return scene;
    return if_cells(with_note(std::move(*scene), in.operand()));
}

Answer<Scene> banks_of_session(const PictureInput& in) {
    if (!in.operand().placed()) return Refusal(in.operand().unplaced);
    auto banks = banks_picture(in.d, in.v);
    if (!banks) return Refusal(banks.why);
    return if_cells(with_note(std::move(in.v.swizzle ? banks->on : banks->off), in.operand()));
}

Answer<Scene> f2_of(const PictureInput& in) {
    if (!in.operand().placed()) return Refusal(in.operand().unplaced);
    F2Picture picture = f2_picture(in.operand().layout);
    if (!picture.refused.empty()) return Refusal("No matrix: ", picture.refused, ".");
    return if_cells(with_note(std::move(picture.scene), in.operand()));
}

Answer<Scene> tensor_map_of(const PictureInput& in) {
    if (std::string why = no_tensor_map(in.d, in.v.operand); !why.empty()) return Refusal(std::move(why));
    return if_cells(with_note(tensor_map_picture(in.d, in.v, in.v.operand), in.operand()));
}

// A, B and D to scale: a cell is 8 x 8 elements, or what is left of them.
Answer<Scene> form_of(const PictureInput& in) {
    constexpr unsigned kElements = 8;
    const ShapeScene shape = shape_scene({.m = in.d.m,
                                          .n = in.d.n,
                                          .k = in.d.k,
                                          .cta_group = in.d.session.variant.cta_group,
                                          .a_type = in.d.a_type,
                                          .b_type = in.d.b_type,
                                          .d_type = in.d.d_type});
    if (in.d.m == 0 || in.d.n == 0 || in.d.k == 0)
        return Refusal("The instruction descriptor gives no M and N, so there is no shape to draw.");
    Scene scene;
    const std::array<std::array<unsigned, 2>, 3> sizes = {{{in.d.m, in.d.k}, {in.d.k, in.d.n}, {in.d.m, in.d.n}}};
    for (std::size_t i = 0; i < shape.boxes.size(); ++i) {
        const ShapeBox& box = shape.boxes[i];
        const auto cells_in = [](unsigned size) { return static_cast<int>((size + kElements - 1) / kElements); };
        Cells cells = empty_grid(say("form_", box.id), box.label, {}, {cells_in(sizes[i][0]), cells_in(sizes[i][1])},
                                 CellKind::element_a,
                                 box.id == "d"   ? Tone::d
                                 : box.id == "a" ? Tone::a
                                                 : Tone::used);
        cells.cell_rows = cells.cell_columns = static_cast<int>(kElements);
        scene.grids.push_back(std::move(cells));
    }
    scene.sentence = say(shape.sentence, ". A cell is 8 x 8 elements.");
    add_pieces(scene, in.d);
    return scene;
}

Answer<Scene> mask_of(const PictureInput& in) {
    if (auto can = can_be_played(AnimationId::mask, in.d, in.v); !can) return Refusal(std::move(can.why));
    return if_cells(mask_scene(in.d.mask.examples));
}

Answer<Scene> tmem_of(const PictureInput& in) { return if_cells(tmem_scene(in.d.tmem, tmem_options(in.d, in.v))); }
Answer<Scene> scales_of(const PictureInput& in) {
    return if_cells(scale_scene(in.d.tmem, scale_options(in.d, in.v, 0)));
}
Answer<Scene> sparse_of(const PictureInput& in) { return if_cells(sparse_scene(in.d.tmem, shown_cta(in.d, in.v))); }

std::string no_result(const Results& results) {
    if (!results.refused.empty()) return results.refused;
    return "There is no result yet: the picture shows D after an emulation.";
}
Answer<Scene> result_of(const PictureInput& in) {
    if (!in.results.emulation) return Refusal(no_result(in.results));
    return if_cells(result_scene(*in.results.emulation));
}
// Only a run has the D of a GPU; without one the picture shows the model.
Answer<Scene> live_of(const PictureInput& in) {
    if (!in.results.emulation) return Refusal(no_result(in.results));
    return if_cells(live_scene(*in.results.emulation, {}, LiveColouring::value));
}

template <WordId Id>
Answer<Scene> word_of_session(const PictureInput& in) {
    const WordView& word = in.d.of(Id);
    if (word.used && !is_read(in.d, Id)) return Refusal(no_idesc_sentence(in.d.session));
    Scene scene = word_scene(*word.format, word.decoded.word, word.unknown, row_of(Id).id, row_of(Id).title);
    if (!word.used) scene.sentence += say(' ', word.unused_reason);
    return scene;
}

struct PictureRow {
    PictureView view;
    Answer<Scene> (*make)(const PictureInput&);
};
constexpr PictureRow kPictures[] = {
    {{"mma", "MMA", "The whole instruction: A, B and D as matrices, and where each of them lies", UsesResult::if_any},
     mma_of},
    {{"memory", "Shared memory", "One operand as a matrix, and the same chunks in shared memory"}, memory_of_session},
    {{"before_after", "Before | After",
      "Eight rows in shared memory without and with the swizzle, and the banks that a read of them uses"},
     before_after_of},
    {{"banks", "Banks", "The words and banks that one warp access reads"}, banks_of_session},
    {{"f2", "XOR of address bits", "The address bits of one operand: each is the XOR of row and column bits"}, f2_of},
    {{"tensor_map", "Tensor map", "What the TMA copy of one operand writes, and what the MMA reads"}, tensor_map_of},
    {{"form", "Form", "The sizes of A, B and D, to scale"}, form_of},
    {{"mask", "Zero mask", "The columns of B that the mask replaces by zero"}, mask_of},
    {{"tmem", "Tensor Memory", "The lanes and columns of Tensor Memory that each operand uses"}, tmem_of},
    {{"scales", "Scales", "The scale factors of one operand in global memory, shared memory and Tensor Memory"},
     scales_of},
    {{"sparse", "Metadata", "The sparsity codes of A, and where they are stored"}, sparse_of},
    {{"result", "Result", "Each element of D, compared with the exact product", UsesResult::always}, result_of},
    {{"live", "GPU and model", "D of the CPU model; in the window, D of a GPU beside it", UsesResult::always}, live_of},
    {{"word a_desc", "A desc", "The bits and fields of the descriptor of A"}, word_of_session<WordId::a_desc>},
    {{"word b_desc", "B desc", "The bits and fields of the descriptor of B"}, word_of_session<WordId::b_desc>},
    {{"word idesc", "idesc", "The bits and fields of the instruction descriptor"}, word_of_session<WordId::idesc>},
    {{"word zcm", "zero mask", "The bits and fields of the zero-column mask"}, word_of_session<WordId::zcm>},
};
constexpr auto kPictureViews = members_of(kPictures, &PictureRow::view);

}  // namespace

std::span<const PictureView> picture_views() { return kPictureViews; }

const PictureView* find_picture_view(std::string_view id) { return row_with(kPictureViews, id, &PictureView::id); }

Answer<Scene> picture_of(std::string_view view, const Derived& derived, const ViewState& view_state,
                         const Results& results) {
    for (const PictureRow& row : kPictures)
        if (row.view.id == view) return row.make({derived, view_state, results});
    return Refusal("'", view, "' is not a view; use one of: ", list_of(kPictureViews, &PictureView::id));
}

TileOptions tile_options(const Derived& derived, const ViewState& view_state, Operand operand) {
    return {.operand = operand,
            .grain = view_state.grain,
            .colouring = view_state.colouring,
            .swizzle = view_state.swizzle,
            .k_step = view_state.k_step,
            .mma_k = derived.of(operand).mma_k,
            .stored_half = derived.of(operand).stored_half};
}

TileOptions tensor_map_options(const ViewState& view_state, Operand operand) {
    return {.operand = operand, .grain = view_state.grain};
}

unsigned shown_cta(const Derived& derived, const ViewState& view_state) {
    return std::min(view_state.tmem_cta, derived.tmem.ctas - 1);
}

TmemOptions tmem_options(const Derived& derived, const ViewState& view_state) {
    return {.cta = shown_cta(derived, view_state), .grain = view_state.tmem_grain};
}

ScaleOptions scale_options(const Derived& derived, const ViewState& view_state, unsigned row_atom) {
    return {.operand = view_state.operand,
            .cta = shown_cta(derived, view_state),
            .row_atom = row_atom,
            .k_step = view_state.k_step};
}

bool has_emulated_step(const ViewState& view_state, const Results& results) {
    const EmulatorJob& job = results.job;
    const unsigned step = view_state.k_step;
    return step >= job.first_step && step - job.first_step < job.steps.size();
}

// The verdicts are about the sum after the steps that were emulated, so D does not show them if the sum after another
// step is asked for. They stay for the words before the last edit, while a new result is computed.
bool shows_verdicts(const ViewState& view_state, const Results& results) {
    if (view_state.sums && !has_emulated_step(view_state, results)) return false;
    return results.emulation.has_value() && results.state != ResultState::refused;
}

MmaLook mma_look(const ViewState& view_state, const Results& results) {
    const bool judged = shows_verdicts(view_state, results);
    return {.k_step = view_state.k_step,
            .cta = view_state.tmem_cta,
            .first_step = judged ? results.job.first_step : 0,
            .sums = judged && view_state.sums,
            .range = judged ? results.sums : SumRange{}};
}

Element access_begin(const Derived& derived, const ViewState& view_state) {
    const Operand operand = view_state.operand;
    const SmemLayout& l = derived.of(operand).layout;
    const bool selected = !std::holds_alternative<std::monostate>(view_state.selection);
    const Trace t = selected ? trace(derived, view_state.selection) : Trace{};
    const bool in_tile = !std::holds_alternative<BitFocus>(view_state.selection);
    for (const ElementFocus& e : t.elements)
        if (in_tile && e.matrix == matrix_of(operand) && e.row < l.rows && e.column < l.columns)
            return {e.row, e.column};
    return {0, 0};
}

std::span<const std::int32_t> recorded_memory(const Session& session, const Results& results) {
    const std::string& name = session.recorded.memory;
    if (name.empty() || !results.emulation || results.session.recorded.memory != name) return {};
    return results.job.memory;
}

Scene memory_picture(const Derived& derived, const ViewState& view_state, Operand operand,
                     std::span<const std::int32_t> recorded) {
    const OperandView &o = derived.of(operand), &other = derived.of(pick(operand, Operand::b, Operand::a));
    Scene none;
    none.sentence = o.unplaced;
    if (!o.placed()) return none;
    const SharedMap shared = other.placed() ? shared_map(o.layout, other.layout) : SharedMap{};
    Scene scene = tile_scene(o.layout, o.bytes, tile_options(derived, view_state, operand), shared);
    if (view_state.swizzle) add_recorded(scene, recorded);
    add_pieces(scene, derived);
    for (Cells& cells : scene.grids) set_basis(cells, basis_of_places(derived, operand));
    return scene;
}

Scene tensor_map_picture(const Derived& derived, const ViewState& view_state, Operand operand) {
    const OperandView& o = derived.of(operand);
    const TmaView& tma = derived.tma[operand];
    return tma_scene({o.layout, o.bytes, tma.bytes, tma.agreement.differing}, tensor_map_options(view_state, operand));
}

std::string no_tensor_map(const Derived& derived, Operand operand) {
    const OperandView& o = derived.of(operand);
    const TmaView& tma = derived.tma[operand];
    if (!o.placed()) return o.unplaced;
    if (const auto can = can_be_copied(*o.layout.type); !can) return say(name_of(operand), ": ", can.why, '.');
    if (!tma.unknown.empty()) return tma.unknown;
    if (tma.any) return {};
    return say(
        "There is no TMA copy for ", name_of(operand), ": the session has no ",
        pick(operand, "tensor_map_a", "tensor_map_b"),
        ". In a session file, it has the arguments of cuTensorMapEncodeTiled. In the window, screen 2, tab Tensor "
        "map makes a copy from the descriptor.");
}

Answer<Scene> before_after_picture(const Derived& derived, const ViewState& view_state) {
    const OperandView& o = derived.of(view_state.operand);
    if (!o.placed()) return Refusal(o.unplaced);
    auto scene = before_after_scene(o.layout, view_state.operand, access_begin(derived, view_state));
    if (scene)
        for (Cells& cells : scene->grids) set_basis(cells, basis_of_places(derived, view_state.operand));
    return scene;
}

Answer<BanksPicture> banks_picture(const Derived& derived, const ViewState& view_state) {
    const Operand operand = view_state.operand;
    const SmemLayout& layout = derived.of(operand).layout;
    auto choice = parse_access(view_state.bank_access);
    if (choice) choice->from = access_begin(derived, view_state);
    const auto found = choice ? banks_of(layout, *choice) : Refusal(choice.why);
    if (!found) return Refusal("No picture: ", found.why, ".");
    return BanksPicture{.on = bank_scene(*found, {true, view_state.bank_phases}),
                        .off = bank_scene(*found, {false, view_state.bank_phases}),
                        .phases_on = phase_lines(*found, true),
                        .phases_off = phase_lines(*found, false),
                        .access = say("Read ", words_of(layout, *choice), " from ", name_of(operand), '[',
                                      choice->from.row, "][", choice->from.column, ']')};
}

Scene with_note(Scene scene, const OperandView& operand) {
    if (!operand.assumed.empty() && !scene.sentence.empty()) scene.sentence += say(' ', operand.assumed);
    return scene;
}

}  // namespace tilescope
