// app/panels/operands_panel.cpp -- what A, B, D and the scale factors contain, how it was written.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr const char* kPopup = "popup";
constexpr float kPopupWidth = 400, kBox = 220;  // logical pixels

struct RecipeText {
    RecipeKind kind;
    const char* means;
};
constexpr RecipeText kMeanings[] = {
    {RecipeKind::zeros, "0 everywhere"},
    {RecipeKind::ones, "1 everywhere"},
    {RecipeKind::identity, "1 if row = column, else 0"},
    {RecipeKind::coordinates, "row * columns + column"},
    {RecipeKind::rows, "the row number"},
    {RecipeKind::columns, "the column number"},
    {RecipeKind::counting, "0, 1, 2, ..., then 0 again"},
    {RecipeKind::random, "random finite values"},
    {RecipeKind::random_bits, "random bits; NaN is possible"},
    {RecipeKind::file, "a .npy file"},
    {RecipeKind::scattered, "1, 2 or 3, to make wrong reads visible"},
};

bool is_coded(RecipeKind kind) {
    return kind == RecipeKind::coordinates || kind == RecipeKind::rows || kind == RecipeKind::columns;
}

bool is_random(RecipeKind kind) {
    return kind == RecipeKind::random || kind == RecipeKind::random_bits || kind == RecipeKind::scattered;
}

// Draws a name and a button with the current value. The button opens a popup. Returns true while the popup is open.
bool opening_line(const View& view, std::string_view id, std::string_view name, const std::string& text) {
    ImGui::AlignTextToFramePadding();
    if (!name.empty()) {
        ImGui::TextUnformatted(name.data(), name.data() + name.size());
        ImGui::SameLine();
    }
    const float room = ImGui::GetContentRegionAvail().x, frame = 2 * ImGui::GetStyle().FramePadding.x;
    const std::string label = say(shortened(text, room - frame), "###", id);
    if (button(label.c_str(), id)) ImGui::OpenPopup(kPopup);
    tip(text);
    ImGui::SetNextWindowSize({kPopupWidth * view.scale, 0});
    return begin_popup(kPopup, true);
}

struct TextBox {
    std::string_view id, label;
    std::string now;
};

using Would = Answer<std::string> (*)(std::string_view text);

std::optional<std::string> text_box(
    const TextBox& box, const View& view, PanelStates& states,
    Would would = [](std::string_view) { return Answer<std::string>(std::string()); }) {
    BoxState& state = states.operands.values_box;
    ImGui::PushID(box.id.data(), box.id.data() + box.id.size());
    ImGui::SetNextItemWidth(kBox * view.scale);
    const auto text = typed_box({box.id, box.now, would, view.theme, std::string(box.label).c_str()}, state);
    ImGui::PopID();
    refusal_line(box.id, state, view.theme);
    return text;
}

// Like text_box(), for a number. If the text is not a number, draws the reason below the box.
std::optional<std::uint32_t> number_text(const TextBox& box, const View& view, PanelStates& states) {
    const auto would = [](std::string_view text) -> Answer<std::string> {
        const Answer<std::uint64_t> number = parse_number(text);
        if (!number) return Refusal(number.why);
        if (*number > UINT32_MAX) return Refusal("The number is ", *number, ". It must fit in 32 bits.");
        return say(*number, " (", hex(*number), ')');
    };
    const std::optional<std::string> text = text_box(box, view, states, would);
    return text ? std::optional(static_cast<std::uint32_t>(*parse_number(*text))) : std::nullopt;
}

void draw_kinds(const Recipe& now, Recipe& chosen) {
    for (const RecipeText& row : kMeanings) {
        const std::string name(name_in(kRecipeNames, static_cast<std::uint64_t>(row.kind)));
        if (ImGui::Selectable(name.c_str(), row.kind == now.kind, ImGuiSelectableFlags_DontClosePopups))
            chosen.kind = row.kind;
        if (row.kind == now.kind) ImGui::SetItemDefaultFocus();
        mark("operands.kind.", name);
        ImGui::SameLine(ImGui::GetWindowContentRegionMax().x * 0.4f);
        ImGui::TextDisabled("%s", row.means);
    }
}

// Draws the choice of the digit. Codes need several digits if the type cannot store all of them as exact integers.
void draw_digit(const View& view, RecipeOf of, const Recipe& now, Recipe& chosen) {
    const CodeDigits codes = code_digits(now, recipe_size(view.derived, of));
    wrapped(codes.digits < 2 ? say("The type stores the integers 0 to ", codes.base - 1,
                                   " exactly, so one element stores its complete code.")
                             : say("Each code has ", codes.digits, " digits in base ", codes.base,
                                   ". An element stores only one digit of its code. Choose this digit below."),
            "operands.digits");
    // The buttons stay if the stored digit is too high, so that the user can lower it.
    if (codes.digits < 2 && now.digit == 0) return;
    beside_boxes(say("digit ", now.digit));
    const int by = step_buttons("operands.digit", now.digit > 0, now.digit + 1 < codes.digits);
    chosen.digit = now.digit + static_cast<unsigned>(by);
}

constexpr std::string_view kRecipeOperands[kRecipeCount] = {"A", "B", "D", "SFA", "SFB"};

void draw_recipe(const View& view, PanelStates& states, Requests& requests, RecipeOf of) {
    const Recipe& now = view.session.recipe_of(of);
    Recipe chosen = now;
    heading(say("VALUES OF ", kRecipeOperands[static_cast<std::size_t>(of)]), style_of(view));
    draw_kinds(now, chosen);
    if (is_coded(now.kind)) draw_digit(view, of, now, chosen);
    if (is_random(now.kind))
        if (const auto seed = number_text({"operands.seed", "seed", say(now.seed)}, view, states)) chosen.seed = *seed;
    if (now.kind == RecipeKind::file) {
        if (const auto file = text_box({"operands.file", "file", now.file}, view, states)) chosen.file = *file;
        dim_text(view.theme, "Enter the name of a .npy file in the folder of the session file, or its full path.");
        const FloatFormat* type = find_float(recipe_size(view.derived, of).type);
        if (type != nullptr && type->ignored_low != 0)
            dim_text(view.theme, say("The numbers are f32 in memory. The MMA cuts them: it ignores the ",
                                     type->ignored_low, " low bits."));
    }
    if (chosen != now) requests.edit(SetRecipe{of, chosen});
}

void choose_writer(const View& view, Requests& requests, Operand operand, OperandImage& chosen) {
    const OperandImage& now = view.session.image_of(operand);
    // Three dots: the choice first leads to the form that makes a copy.
    const bool has_copy = view.session.copy_of(operand).has_value();
    const Segment writers[] = {
        {"tile", "tile"}, {"cute", "CuTe"}, {"tensor_map", has_copy ? "tensor map" : "tensor map ..."}};
    choose_one(view, "operands.writer", writers, now.writer, chosen.writer);
    if (chosen.writer != ImageWriter::tensor_map || now.writer == chosen.writer || view.session.copy_of(operand))
        return;
    chosen.writer = now.writer;  // nothing is written before there is a copy
    requests.view_state.operand = operand;
    requests.ask("show_panel", "tensor_map");
    requests.status =
        say("There is no TMA copy for ", name_of(operand), " yet, so the memory is as before. Make a copy here.");
}

// Draws the choices that decide where the elements are stored. Only an operand in shared memory has them.
void choose_layout(const View& view, PanelStates& states, Requests& requests, Operand operand, OperandImage& chosen) {
    const OperandImage& now = view.session.image_of(operand);
    choose_writer(view, requests, operand, chosen);
    constexpr Segment kMajors[] = {{"k", "K-major"}, {"mn", "MN-major"}};
    if (now.writer != ImageWriter::cute) choose_one(view, "operands.major", kMajors, now.major, chosen.major);
    ImGui::SetNextItemWidth(kBox * view.scale);
    if (now.writer == ImageWriter::tile)
        if (const auto* row = drop_down("swizzle", "operands.mode", std::string(row_of(now.mode).name), kSwizzleModes,
                                        &SwizzleRow::name))
            chosen.mode = row->mode;
    if (now.writer == ImageWriter::cute)
        if (const auto text = text_box({"operands.cute", "CuTe", now.cute}, view, states)) chosen.cute = *text;
    if (now.writer != ImageWriter::tensor_map)
        if (const auto start = number_text({"operands.start", "start", hex(now.start)}, view, states))
            chosen.start = *start;
}

void draw_image(const View& view, PanelStates& states, Requests& requests, Operand operand) {
    const OperandImage& now = view.session.image_of(operand);
    OperandImage chosen = now;
    heading(pick(operand, "A IN MEMORY", "B IN MEMORY"), style_of(view));
    if (view.derived.of(operand).in_smem) choose_layout(view, states, requests, operand, chosen);
    ImGui::SetNextItemWidth(kBox * view.scale);
    if (const auto* type = drop_down("type", "operands.type", now.type, kElementTypes, &ElementType::id))
        chosen.type = type->id;
    if (view.derived.of(operand).in_smem && now.writer == ImageWriter::tensor_map)
        dim_text(view.theme, view.session.copy_of(operand)
                                 ? "The TMA copy is on screen 2, tab Tensor map."
                                 : "There is no TMA copy yet. Make one on screen 2, tab Tensor map.");
    if (chosen != now) {
        const std::vector<Edit> edits = edits_to_write(view.session, operand, chosen);
        requests.edits.insert(requests.edits.end(), edits.begin(), edits.end());
        if (edits.size() > 1) requests.gesture = states.next_gesture++;
    }
    if (button("Match the words", "operands.follow")) requests.edit(MatchWords{operand});
}

// Each line has a button with the current value ("identity", "written 128B K-major at 0x400"). The button opens a popup
// to change the value. If the image of A or B differs from the layout that the words describe, the line has a warning
// sign and the button [Match the words]. If A is not in shared memory, its button shows only the type. Draws nothing
// for operands that the form does not have.
void draw_operand_values(const View& view, PanelStates& states, Requests& requests, RecipeOf of) {
    if (recipe_size(view.derived, of).rows == 0) return;
    const bool named = of != RecipeOf::a && of != RecipeOf::b;
    const std::string id = say("operands.", row_of(of).id);
    ImGui::PushID(id.c_str());
    const std::string_view name = named ? kRecipeOperands[static_cast<std::size_t>(of)] : std::string_view("values");
    if (opening_line(view, id, name, text_of(view.session.recipe_of(of)))) {
        draw_recipe(view, states, requests, of);
        ImGui::EndPopup();
    }
    ImGui::PopID();
}

void draw_operand_image(const View& view, PanelStates& states, Requests& requests, Operand operand) {
    const std::string id(pick(operand, "operands.image_a", "operands.image_b"));
    const bool differs = is_written_otherwise(view, operand);
    ImGui::PushID(id.c_str());
    if (differs) ImGui::PushStyleColor(ImGuiCol_Text, colour_of(view.theme, Severity::warn));
    const std::string sign = differs ? say(sign_of(Severity::warn), "  ") : std::string();
    const OperandImage& image = view.session.image_of(operand);
    const bool open =
        opening_line(view, id, "written", say(sign, view.derived.of(operand).in_smem ? text_of(image) : image.type));
    if (differs) ImGui::PopStyleColor();
    if (open) {
        draw_image(view, states, requests, operand);
        ImGui::EndPopup();
    }
    if (differs) {
        if (button("Match the words", say(id, ".follow"))) requests.edit(MatchWords{operand});
    } else {
        ImGui::Dummy({0, ImGui::GetFrameHeight()});  // its place: what is below must not move under the pointer
    }
    ImGui::PopID();
}

void draw_metadata_values(const View& view, PanelStates& states, Requests& requests) {
    if (!view.session.variant.sparse) return;
    const MetaRecipe& now = view.session.meta_recipe;
    ImGui::PushID("operands.recipe_meta");
    if (opening_line(view, "operands.recipe_meta", "metadata", text_of(now))) {
        MetaRecipe chosen = now;
        heading("METADATA", style_of(view));
        for (const NamedValue& row : kMetaRecipeNames) {
            const auto kind = static_cast<MetaRecipeKind>(row.raw);
            if (ImGui::Selectable(row.name.data(), kind == now.kind, ImGuiSelectableFlags_DontClosePopups))
                chosen.kind = kind;
            if (kind == now.kind) ImGui::SetItemDefaultFocus();
            mark("operands.meta.", row.name);
        }
        if (now.kind == MetaRecipeKind::random)
            if (const auto seed = number_text({"operands.seed", "seed", say(now.seed)}, view, states))
                chosen.seed = *seed;
        if (chosen != now) requests.edit(SetMetaRecipe{chosen});
        ImGui::EndPopup();
    }
    ImGui::PopID();
}

constexpr unsigned kLeastTileK = 8, kMostTileK = 1024;

// The buttons change tile K by the K of one instruction, because a tile consists of whole instructions.
void step_tile_k(const View& view, Requests& requests, std::string_view id) {
    const int step = static_cast<int>(std::max(1u, view.derived.a.mma_k));
    const unsigned now = view.session.tile_k, most = kMostTileK - static_cast<unsigned>(step);
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    if (const int by = step_buttons(id, now >= kLeastTileK + static_cast<unsigned>(step), now <= most, gap, gap))
        requests.edit(SetTileK{now + static_cast<unsigned>(by * step)});
}

// The pieces with another number along M or N, as far apart as their rows are in memory.
TilePieces with_count(const Session& session, Operand o, unsigned count) {
    Session other = session;
    other.pieces.count[o] = count;
    const Derived derived = derive(other);
    const int rows = derived.of(o).piece_rows;
    const auto places = count == 1 ? std::nullopt : written_places(derived, o);
    if (!places || rows >= places->rows) return other.pieces;
    const std::uint64_t first = places->at({0, 0}), next = places->at({rows, 0});
    if (next > first) other.pieces.distance[o] = static_cast<std::uint32_t>((next - first) / 8);
    return other.pieces;
}

void step_pieces(const View& view, Requests& requests, Operand o, std::string_view id) {
    const unsigned now = view.session.pieces.count[o], one = pick(o, view.derived.m, view.derived.n);
    const bool can_rise = now < kMostPieces && (now + 1) * one <= kMostTileRows;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    if (const int by = step_buttons(id, now > 1, can_rise, gap, gap))
        requests.edit(SetPieces{with_count(view.session, o, now + static_cast<unsigned>(by))});
}

// wgmma: draws M and N of the tile, with two buttons each that change the number of its pieces. A new piece begins
// where the memory of the session has its rows. Marks: "operands.tile_m.plus". Draws nothing for other instructions.
void draw_pieces(const View& view, Requests& requests, std::string_view panel) {
    if (!family_of(view.session).pieces) return;
    for (const Operand o : kBothOperands) {
        const std::string id = say(panel, pick(o, ".tile_m", ".tile_n"));
        if (o == Operand::b) ImGui::SameLine();
        beside_boxes(say(pick(o, "tile M ", "tile N "), pick(o, view.derived.tile_m, view.derived.tile_n)), id);
        step_pieces(view, requests, o, id);
    }
}

void draw_operand(const View& view, Operand operand) {
    const OperandView& o = view.derived.of(operand);
    const std::string id = say("operands.", pick(operand, "a", "b"));
    if (!o.placed()) return wrapped(o.unplaced, id);
    wrapped(say(name_of(operand), "  ", o.layout.rows, " x ", o.layout.columns, "  ", o.layout.type->id, "  ",
                name_of(o.layout.major)),
            id);
    const Extent range = extent(o.layout);
    // Without a known start, only the number of bytes is known.
    mono_text(view, o.assumed.empty() ? say(hex(range.first), " to ", hex(range.last)) : "? to ?");
    if (!o.assumed.empty()) tip(o.assumed);
    const std::string bytes = say(range.last - range.first + 1, " B");
    stay_on_line(ImGui::CalcTextSize(bytes.c_str()).x);
    dim_text(view.theme, bytes, id, ".bytes");
    if (!o.type_note.empty()) dim_text(view.theme, o.type_note);
    if (o.overlaps) dim_text(view.theme, say(sign_of(Severity::warn), "  ", o.overlap_note));
}

}  // namespace

bool is_written_otherwise(const View& view, Operand operand) {
    const OperandImage& now = view.session.image_of(operand);
    const OperandImage of_words = image_from_words(view.derived, operand);
    const bool tile = view.derived.of(operand).in_smem && now.writer == ImageWriter::tile;
    return now.type != of_words.type || (tile && of_words != now);
}

Answer<unsigned> tile_k_for(std::string_view text) {
    const Answer<std::uint64_t> number = parse_number(text);
    if (!number) return Refusal(number.why);
    if (*number < kLeastTileK || *number > kMostTileK)
        return Refusal("The value of tile K is ", *number, ". It must be from ", kLeastTileK, " to ", kMostTileK, ".");
    return static_cast<unsigned>(*number);
}

void draw_tile_k(const View& view, BoxState& box, Requests& requests, std::string_view id) {
    name_of_choice("tile K");
    ImGui::SetNextItemWidth(ImGui::CalcTextSize("00000").x + 2 * ImGui::GetStyle().FramePadding.x);
    const auto would = [](std::string_view text) -> Answer<std::string> {
        const Answer<unsigned> tile_k = tile_k_for(text);
        return tile_k ? Answer<std::string>(say("tile K ", *tile_k)) : Refusal(tile_k.why);
    };
    if (const auto text = typed_box({id, say(view.session.tile_k), would, view.theme, "##tile_k", nullptr, nullptr,
                                     view.session.assumed.tile_k},
                                    box))
        requests.edit(SetTileK{*tile_k_for(*text)});
    step_tile_k(view, requests, id);
    refusal_line(id, box, view.theme);
}

// Reads: both operands in the layout of their descriptors, their values and images.
// Requests: SetTileK, SetPieces, SetRecipe, SetImage, the form of the tile.
void draw_operands_panel(const View& view, PanelStates& states, Requests& requests) {
    heading("OPERANDS", style_of(view));
    for (const Operand operand : kBothOperands) {
        draw_operand(view, operand);
        draw_operand_values(view, states, requests, recipe_of(operand));
        draw_operand_image(view, states, requests, operand);
    }
    for (const RecipeOf of : {RecipeOf::d, RecipeOf::sfa, RecipeOf::sfb})
        draw_operand_values(view, states, requests, of);
    draw_metadata_values(view, states, requests);
    draw_tile_k(view, states.operands.box, requests, "operands.tile_k");
    draw_pieces(view, requests, "operands");
    if (button("Tile and its K steps ...", "operands.tile")) requests.ask("show_panel", "tile");
    tip("A form of the tile, and a list of the words of its K steps, row blocks and stages.");
}

}  // namespace tilescope::ui
