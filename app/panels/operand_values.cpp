// app/panels/operand_values.cpp -- the values of the operands, and how A and B were written to memory.
// SPDX-License-Identifier: MIT
#include "app/panels/operand_values.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/heading.h"
#include "app/widgets/segmented.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>

#include <array>
#include <cstring>

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
    if (ImGui::Button(label.c_str())) ImGui::OpenPopup(kPopup);
    mark(id);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", text.c_str());
    ImGui::SetNextWindowSize({kPopupWidth * view.scale, 0});
    return ImGui::BeginPopup(kPopup);
}

struct TextBox {
    std::string_view id, label;
    std::string now;
};
// Returns the new text after each key stroke. All key strokes between focus and unfocus are one undo step.
std::optional<std::string> text_box(const TextBox& box, const View& view, PanelStates& states, Requests& requests) {
    std::array<char, 512> typed{};
    box.now.copy(typed.data(), typed.size() - 1);
    ImGui::PushID(box.id.data(), box.id.data() + box.id.size());
    ImGui::SetNextItemWidth(kBox * view.scale);
    const std::string label(box.label);
    const bool edited = ImGui::InputText(label.c_str(), typed.data(), typed.size(), ImGuiInputTextFlags_AutoSelectAll);
    mark(box.id);
    if (ImGui::IsItemActivated()) states.operands.gesture = states.next_gesture++;
    ImGui::PopID();
    if (!edited) return std::nullopt;
    requests.gesture = states.operands.gesture;
    return std::string(typed.data());
}

// Like text_box(), for a number. If the text is not a number, draws the reason below the box.
std::optional<std::uint32_t> number_text(const TextBox& box, const View& view, PanelStates& states,
                                         Requests& requests) {
    const std::optional<std::string> text = text_box(box, view, states, requests);
    BoxState& state = states.operands.values_box;
    std::optional<std::uint32_t> out;
    if (text) {
        const Answer<std::uint64_t> number = parse_number(*text);
        const bool fits = number && *number <= UINT32_MAX;
        state = {};
        if (fits) out = static_cast<std::uint32_t>(*number);
        if (!fits)
            state = {
                std::string(box.id),
                number ? say("The value of ", box.label, " is ", *number, ". It must fit in 32 bits.") : number.why};
    }
    refusal_line(box.id, state, view.theme);
    return out;
}

void draw_kinds(const Recipe& now, Recipe& chosen) {
    for (const RecipeText& row : kMeanings) {
        const std::string name(name_in(kRecipeNames, static_cast<std::uint64_t>(row.kind)));
        if (ImGui::Selectable(name.c_str(), row.kind == now.kind, ImGuiSelectableFlags_DontClosePopups))
            chosen.kind = row.kind;
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
                                   ". An element stores only one digit of its code. Choose this digit below."));
    mark("operands.digits");
    // The buttons stay if the stored digit is too high, so that the user can lower it.
    if (codes.digits < 2 && now.digit == 0) return;
    const float side = ImGui::GetFrameHeight();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(say("digit ", now.digit).c_str());
    ImGui::SameLine();
    ImGui::BeginDisabled(now.digit == 0);
    if (ImGui::Button("-", {side, side})) chosen.digit = now.digit - 1;
    ImGui::EndDisabled();
    mark("operands.digit.minus");
    ImGui::SameLine();
    ImGui::BeginDisabled(now.digit + 1 >= codes.digits);
    if (ImGui::Button("+", {side, side})) chosen.digit = now.digit + 1;
    ImGui::EndDisabled();
    mark("operands.digit.plus");
}

std::string heading_of(RecipeOf of) {
    constexpr const char* kHeadings[kRecipeCount] = {"VALUES OF A", "VALUES OF B", "VALUES OF D", "VALUES OF SFA",
                                                     "VALUES OF SFB"};
    return kHeadings[static_cast<std::size_t>(of)];
}

void draw_recipe(const View& view, PanelStates& states, Requests& requests, RecipeOf of) {
    const Recipe& now = view.session.recipe_of(of);
    Recipe chosen = now;
    heading(heading_of(of), style_of(view));
    draw_kinds(now, chosen);
    if (is_coded(now.kind)) draw_digit(view, of, now, chosen);
    if (is_random(now.kind))
        if (const auto seed = number_text({"operands.seed", "seed", say(now.seed)}, view, states, requests))
            chosen.seed = *seed;
    if (now.kind == RecipeKind::file) {
        if (const auto file = text_box({"operands.file", "file", now.file}, view, states, requests))
            chosen.file = *file;
        dim_text(view.theme, "Enter the name of a .npy file in the folder of the session file, or its full path.");
        const FloatFormat* type = find_float(recipe_size(view.derived, of).type);
        if (type != nullptr && type->ignored_low != 0)
            dim_text(view.theme, say("The numbers are f32 in memory. The MMA cuts them: it ignores the ",
                                     type->ignored_low, " low bits."));
    }
    if (chosen != now) requests.edits.push_back(SetRecipe{of, chosen});
}

void choose_mode(const View& view, const OperandImage& now, OperandImage& chosen) {
    ImGui::SetNextItemWidth(kBox * view.scale);
    const bool open = ImGui::BeginCombo("swizzle", row_of(now.mode).name.data());
    mark("operands.mode");
    if (!open) return;
    for (const SwizzleRow& row : kSwizzleModes) {
        if (ImGui::Selectable(row.name.data(), row.mode == now.mode)) chosen.mode = row.mode;
        mark("operands.mode.", row.name);
    }
    ImGui::EndCombo();
}

void choose_type(const View& view, const OperandImage& now, OperandImage& chosen) {
    ImGui::SetNextItemWidth(kBox * view.scale);
    const bool open = ImGui::BeginCombo("type", now.type.c_str());
    mark("operands.type");
    if (!open) return;
    for (const ElementType& type : kElementTypes) {
        if (ImGui::Selectable(type.id.data(), now.type == type.id)) chosen.type = type.id;
        mark("operands.type.", type.id);
    }
    ImGui::EndCombo();
}

void choose_writer(const View& view, Requests& requests, Operand operand, OperandImage& chosen) {
    const OperandImage& now = view.session.image_of(operand);
    constexpr std::array<Segment, 3> kWriters = {Segment{"tile", "tile"}, Segment{"cute", "CuTe"},
                                                 Segment{"tensor_map", "tensor map"}};
    if (const auto i = segmented("operands.writer", kWriters, static_cast<std::size_t>(now.writer), style_of(view)))
        chosen.writer = static_cast<ImageWriter>(*i);
    if (chosen.writer != ImageWriter::tensor_map || now.writer == chosen.writer || view.session.copy_of(operand))
        return;
    chosen.writer = now.writer;  // nothing is written before there is a copy
    requests.view_state.operand = operand;
    requests.commands.push_back(command("show_panel", "tensor_map"));
    requests.status =
        say("There is no TMA copy for ", name_of(operand), " yet, so the memory is as before. Make a copy here.");
}

void choose_major(const View& view, const OperandImage& now, OperandImage& chosen) {
    constexpr std::array<Segment, 2> kMajors = {Segment{"k", "K-major"}, Segment{"mn", "MN-major"}};
    if (const auto i = segmented("operands.major", kMajors, static_cast<std::size_t>(now.major), style_of(view)))
        chosen.major = static_cast<Major>(*i);
}

// Draws the choices that decide where the elements are stored. Only an operand in shared memory has them.
void choose_layout(const View& view, PanelStates& states, Requests& requests, Operand operand, OperandImage& chosen) {
    const OperandImage& now = view.session.image_of(operand);
    choose_writer(view, requests, operand, chosen);
    if (now.writer != ImageWriter::cute) choose_major(view, now, chosen);
    if (now.writer == ImageWriter::tile) choose_mode(view, now, chosen);
    if (now.writer == ImageWriter::cute)
        if (const auto text = text_box({"operands.cute", "CuTe", now.cute}, view, states, requests))
            chosen.cute = *text;
    if (now.writer != ImageWriter::tensor_map)
        if (const auto start = number_text({"operands.start", "start", hex(now.start)}, view, states, requests))
            chosen.start = *start;
}

void draw_image(const View& view, PanelStates& states, Requests& requests, Operand operand) {
    const OperandImage& now = view.session.image_of(operand);
    OperandImage chosen = now;
    heading(pick(operand, "A IN MEMORY", "B IN MEMORY"), style_of(view));
    if (view.derived.of(operand).in_smem) choose_layout(view, states, requests, operand, chosen);
    choose_type(view, now, chosen);
    if (view.derived.of(operand).in_smem && now.writer == ImageWriter::tensor_map)
        dim_text(view.theme, view.session.copy_of(operand)
                                 ? "The TMA copy is on screen 2, tab Tensor map."
                                 : "There is no TMA copy yet. Make one on screen 2, tab Tensor map.");
    if (chosen != now) {
        const std::vector<Edit> edits = edits_to_write(view.session, operand, chosen);
        requests.edits.insert(requests.edits.end(), edits.begin(), edits.end());
        if (edits.size() > 1) requests.gesture = states.next_gesture++;
    }
    if (ImGui::Button("Match the words")) requests.edits.push_back(MatchWords{operand});
    mark("operands.follow");
}

std::string written_text(const View& view, Operand operand) {
    const OperandImage& image = view.session.image_of(operand);
    return view.derived.of(operand).in_smem ? text_of(image) : image.type;
}

}  // namespace

bool is_written_otherwise(const View& view, Operand operand) {
    const OperandImage& now = view.session.image_of(operand);
    const OperandImage of_words = image_from_words(view.session, operand);
    const bool tile = view.derived.of(operand).in_smem && now.writer == ImageWriter::tile;
    return now.type != of_words.type || (tile && of_words != now);
}

void draw_operand_values(const View& view, PanelStates& states, Requests& requests, RecipeOf of) {
    if (recipe_size(view.derived, of).rows == 0) return;
    const bool named = of != RecipeOf::a && of != RecipeOf::b;
    constexpr std::string_view kNames[kRecipeCount] = {"A", "B", "D", "SFA", "SFB"};
    const std::string id = say("operands.", row_of(of).id);
    ImGui::PushID(id.c_str());
    const std::string_view name = named ? kNames[static_cast<std::size_t>(of)] : std::string_view("values");
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
    const bool open = opening_line(view, id, "written", say(sign, written_text(view, operand)));
    if (differs) ImGui::PopStyleColor();
    if (open) {
        draw_image(view, states, requests, operand);
        ImGui::EndPopup();
    }
    if (differs) {
        if (ImGui::Button("Match the words")) requests.edits.push_back(MatchWords{operand});
        mark(id, ".follow");
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
            mark("operands.meta.", row.name);
        }
        if (now.kind == MetaRecipeKind::random)
            if (const auto seed = number_text({"operands.seed", "seed", say(now.seed)}, view, states, requests))
                chosen.seed = *seed;
        if (chosen != now) requests.edits.push_back(SetMetaRecipe{chosen});
        ImGui::EndPopup();
    }
    ImGui::PopID();
}

}  // namespace tilescope::ui
