// app/widgets/rich_text.cpp -- draws the text of a lesson: wrapped lines with styles, lists, tables, code, notes.
// SPDX-License-Identifier: MIT
#include "app/widgets/rich_text.h"

#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

// A part of a line that is not broken, and the blank after it.
struct Piece {
    SpanStyle style;
    std::string text;
    bool blank_after = false;
};

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::vector<Piece> pieces_of(const LessonLine& line) {
    std::vector<Piece> out;
    for (const LessonSpan& span : line)
        for (std::size_t at = 0; at < span.text.size();) {
            if (is_blank(span.text[at])) {
                if (!out.empty()) out.back().blank_after = true;
                ++at;
                continue;
            }
            std::size_t end = at;
            while (end < span.text.size() && !is_blank(span.text[end])) ++end;
            out.push_back({span.style, span.text.substr(at, end - at)});
            at = end;
        }
    return out;
}

constexpr float kBaseline = 0.8f;  // of a row; what is above it leans to the right
constexpr float kSlant = 0.2f;

// Slants what was drawn from this corner on: the corners of the letters are moved.
void slant(ImDrawList& list, int first, float baseline) {
    for (int i = first; i < list.VtxBuffer.Size; ++i) {
        ImVec2& at = list.VtxBuffer[i].pos;
        at.x += (baseline - at.y) * kSlant;
    }
}

// Draws pieces from left to right and begins a new row if the next word has no room.
class Typesetter {
public:
    Typesetter(const Style& style, float width)
        : style_(style), width_(width), at_(ImGui::GetCursorScreenPos()), row_(ImGui::GetTextLineHeight()) {}

    void draw(const std::vector<Piece>& pieces) {
        for (std::size_t i = 0; i < pieces.size();) {
            std::size_t end = i + 1;  // pieces without a blank between them stay together
            float word = width_of(pieces[i]);
            for (; end < pieces.size() && !pieces[end - 1].blank_after; ++end) word += width_of(pieces[end]);
            if (x_ > 0 && x_ + word > width_) next_row();
            for (; i < end; ++i) draw_piece(pieces[i]);
        }
        ImGui::Dummy({std::max(std::min(widest_, width_), 1.0f), y_ + row_});
    }

private:
    const Style& style_;
    float width_;
    ImVec2 at_;
    float row_, x_ = 0, y_ = 0, widest_ = 0;

    void next_row() {
        x_ = 0;
        y_ += row_ + style_.px.line;
    }
    float width_of(const Piece& piece) const {
        const bool code = piece.style == SpanStyle::code;
        if (code) ImGui::PushFont(style_.mono);
        const float width = ImGui::CalcTextSize(piece.text.c_str()).x;
        if (code) ImGui::PopFont();
        return width;
    }
    void draw_piece(const Piece& piece) {
        const float width = width_of(piece);
        if (x_ > 0 && x_ + width > width_ && width <= width_) next_row();
        draw_text_at({at_.x + x_, at_.y + y_}, piece, width);
        x_ += width;
        widest_ = std::max(widest_, x_);
        if (piece.blank_after) x_ += ImGui::CalcTextSize(" ").x;
    }
    void draw_text_at(ImVec2 at, const Piece& piece, float width) const {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImU32 colour = style_.theme.text;
        const float line = std::max(style_.px.line, 1.0f);
        if (piece.style == SpanStyle::code) {
            list.AddRectFilled({at.x - line, at.y}, {at.x + width + line, at.y + row_}, faded(style_.theme.dim, 0.16f));
            ImGui::PushFont(style_.mono);
            list.AddText(at, colour, piece.text.c_str());
            ImGui::PopFont();
            return;
        }
        const int first = list.VtxBuffer.Size;
        list.AddText(at, colour, piece.text.c_str());
        if (piece.style == SpanStyle::italic) slant(list, first, at.y + row_ * kBaseline);
        if (piece.style == SpanStyle::bold) list.AddText({at.x + line * 0.75f, at.y}, colour, piece.text.c_str());
    }
};

void draw_list(const LessonBlock& block, const Style& style) {
    const float indent = ImGui::CalcTextSize("00.").x;
    for (std::size_t i = 0; i < block.lines.size(); ++i) {
        const std::string sign = block.kind == BlockKind::numbered ? say(i + 1, '.') : std::string("-");
        ImGui::TextUnformatted(sign.c_str());
        ImGui::SameLine(indent + style.px.pad);
        rich_line(block.lines[i], style);
    }
}

void draw_table(const LessonBlock& block, const Style& style) {
    if (block.rows.empty() || block.rows.front().empty()) return;
    constexpr ImGuiTableFlags flags =
        ImGuiTableFlags_Borders | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_NoSavedSettings;
    const auto columns = static_cast<int>(block.rows.front().size());
    if (!ImGui::BeginTable("table", columns, flags)) return;
    for (std::size_t c = 0; c < block.rows.front().size(); ++c) {
        float widest = 1;
        for (const auto& row : block.rows) widest = std::max(widest, ImGui::CalcTextSize(plain_text(row[c]).c_str()).x);
        ImGui::TableSetupColumn(say("##", c).c_str(), ImGuiTableColumnFlags_WidthStretch, std::sqrt(widest));
    }
    for (std::size_t r = 0; r < block.rows.size(); ++r) {
        ImGui::TableNextRow();
        if (r == 0) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, faded(style.theme.dim, 0.16f));
        for (const LessonLine& cell : block.rows[r]) {
            ImGui::TableNextColumn();
            rich_line(cell, style);
        }
    }
    ImGui::EndTable();
}

// The lines of code, broken at blanks where the pane ends. The rest of a broken line is indented.
std::string code_text(const LessonBlock& block, float width) {
    constexpr std::string_view kIndent = "    ";
    const float rest = width - ImGui::CalcTextSize(kIndent.data()).x;
    std::string out;
    for (const LessonLine& line : block.lines) {
        const std::string text = plain_text(line);
        if (!out.empty()) out += '\n';
        if (ImGui::CalcTextSize(text.c_str()).x <= width) {
            out += text;
            continue;
        }
        for (const char c : in_lines(text, rest)) c == '\n' ? out += say(c, kIndent) : out += c;
    }
    return out;
}

void draw_code(const LessonBlock& block, const Style& style) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, pad = style.px.pad;
    ImGui::PushFont(style.mono);
    const std::string text = code_text(block, width - 2 * pad);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float height = size.y + 2 * pad;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + width, at.y + height}, faded(style.theme.dim, 0.16f));
    list.AddText({at.x + pad, at.y + pad}, style.theme.text, text.c_str());
    mark_rect({{at.x + pad, at.y + pad}, {at.x + pad + size.x, at.y + pad + size.y}}, "rich.code");
    ImGui::PopFont();
    ImGui::Dummy({width, height});
}

void draw_note(const LessonBlock& block, const Style& style) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float indent = 2 * style.px.pad;
    ImGui::Indent(indent);
    for (const LessonLine& line : block.lines) rich_line(line, style);
    ImGui::Unindent(indent);
    const float bottom = ImGui::GetItemRectMax().y;
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + style.px.ring, bottom}, style.theme.accent);
}

}  // namespace

void rich_line(const LessonLine& line, const Style& style, float width) {
    Typesetter(style, width > 0 ? width : ImGui::GetContentRegionAvail().x).draw(pieces_of(line));
}

void rich_text(std::string_view id, const LessonBlocks& blocks, const Style& style) {
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const LessonBlock& block = blocks[i];
        if (i > 0) ImGui::Dummy({0, style.px.pad});
        ImGui::PushID(static_cast<int>(i));
        ImGui::BeginGroup();
        switch (block.kind) {
        case BlockKind::paragraph:
            for (const LessonLine& line : block.lines) rich_line(line, style);
            break;
        case BlockKind::list:
        case BlockKind::numbered: draw_list(block, style); break;
        case BlockKind::table: draw_table(block, style); break;
        case BlockKind::code: draw_code(block, style); break;
        case BlockKind::note: draw_note(block, style); break;
        }
        ImGui::EndGroup();
        ImGui::PopID();
        mark(id, '.', i);
    }
}

}  // namespace tilescope::ui
