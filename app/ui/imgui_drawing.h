// app/ui/imgui_drawing.h -- the part of imgui_compat.h for drawing: many letters and many lines in little time.
// SPDX-License-Identifier: MIT
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace tilescope::ui {

struct TexturePlace {
    ImVec2 low, high;
};

// Adds a rectangle as PrimRectUV() does, but inline. Requires: PrimReserve(6, 4). Each value is stored where it stays:
// a copy of whole corners would wait for them.
inline void add_rect(ImDrawList& list, ImVec2 low, ImVec2 high, const TexturePlace& uv, ImU32 colour) {
    ImDrawVert* corner = list._VtxWritePtr;
    corner[0].pos = low, corner[0].uv = uv.low, corner[0].col = colour;
    corner[1].pos = {high.x, low.y}, corner[1].uv = {uv.high.x, uv.low.y}, corner[1].col = colour;
    corner[2].pos = high, corner[2].uv = uv.high, corner[2].col = colour;
    corner[3].pos = {low.x, high.y}, corner[3].uv = {uv.low.x, uv.high.y}, corner[3].col = colour;
    ImDrawIdx* index = list._IdxWritePtr;
    const unsigned first = list._VtxCurrentIdx;
    index[0] = static_cast<ImDrawIdx>(first), index[1] = static_cast<ImDrawIdx>(first + 1);
    index[2] = static_cast<ImDrawIdx>(first + 2), index[3] = static_cast<ImDrawIdx>(first);
    index[4] = static_cast<ImDrawIdx>(first + 2), index[5] = static_cast<ImDrawIdx>(first + 3);
    list._VtxWritePtr += 4, list._IdxWritePtr += 6, list._VtxCurrentIdx += 4;
}

// Draws a rectangle as AddRectFilled() does, in one call instead of three. A picture has thousands of rectangles.
inline void fill_rect(ImDrawList& list, ImVec2 low, ImVec2 high, ImU32 colour) {
    const ImVec2 uv = list._Data->TexUvWhitePixel;
    list.PrimReserve(6, 4);
    add_rect(list, low, high, {uv, uv}, colour);
}

// Draws the outline of a rectangle, inside it. AddRect() makes a path of it first.
inline void outline_rect(ImDrawList& list, ImVec2 low, ImVec2 high, ImU32 colour, float width) {
    const TexturePlace uv = {list._Data->TexUvWhitePixel, list._Data->TexUvWhitePixel};
    const float top = low.y + width, bottom = high.y - width;
    list.PrimReserve(4 * 6, 4 * 4);
    add_rect(list, low, {high.x, top}, uv, colour);
    add_rect(list, {low.x, bottom}, high, uv, colour);
    add_rect(list, {low.x, top}, {low.x + width, bottom}, uv, colour);
    add_rect(list, {high.x - width, top}, {high.x, bottom}, uv, colour);
}

// Draws lines of ASCII text that are visible. AddText() decodes, clips and looks up each letter in each call, which is
// most of the time of a picture with thousands of numbers. Since 1.92 only AddText() can make a glyph that is not in
// the atlas yet.
class AsciiPen {
public:
#if IMGUI_VERSION_NUM >= 19200
    AsciiPen(ImDrawList& list, const ImFont* font, float size)
        : list_(list), font_(const_cast<ImFont*>(font)), size_(size) {}
    void draw(ImVec2 at, ImU32 colour, std::string_view text) {
        list_.AddText(font_, size_, at, colour, text.data(), text.data() + text.size());
    }

private:
    ImDrawList& list_;
    ImFont* font_;
    float size_;
#else
    AsciiPen(ImDrawList& list, const ImFont* font, float size)
        : list_(list), font_(font), scale_(size / font->FontSize) {}
    void draw(ImVec2 at, ImU32 colour, std::string_view text) {
        const int count = static_cast<int>(text.size());
        const float top = std::floor(at.y);
        float x = std::floor(at.x);
        list_.PrimReserve(6 * count, 4 * count);
        int left_out = 0;
        for (const char c : text) {
            const ImFontGlyph* glyph = glyph_of(c);
            if (glyph != nullptr && glyph->Visible)
                add(*glyph, x, top, colour);
            else
                ++left_out;
            if (glyph != nullptr) x += glyph->AdvanceX * scale_;
        }
        if (left_out != 0) list_.PrimUnreserve(6 * left_out, 4 * left_out);
    }

private:
    const ImFontGlyph* glyph_of(char c) {
        const std::size_t at = static_cast<unsigned char>(c) % glyphs_.size();
        if (glyphs_[at] == nullptr) glyphs_[at] = font_->FindGlyph(static_cast<ImWchar>(static_cast<unsigned char>(c)));
        return glyphs_[at];
    }
    void add(const ImFontGlyph& g, float x, float top, ImU32 colour) {
        add_rect(list_, {x + g.X0 * scale_, top + g.Y0 * scale_}, {x + g.X1 * scale_, top + g.Y1 * scale_},
                 {{g.U0, g.V0}, {g.U1, g.V1}}, colour);
    }

    ImDrawList& list_;
    const ImFont* font_;
    float scale_;
    std::array<const ImFontGlyph*, 128> glyphs_{};
#endif
};

// Draws a line of one pixel as AddLine() does, which builds a path for each line. A pattern has thousands of lines.
inline void thin_line(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 colour) {
    constexpr ImDrawListFlags kTextured = ImDrawListFlags_AntiAliasedLines | ImDrawListFlags_AntiAliasedLinesUseTex;
    const float dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
    if ((list.Flags & kTextured) != kTextured || !(length > 0)) return list.AddLine(from, to, colour);
    constexpr float kHalf = 1.5f;  // half of the line, and a pixel that fades out
    const float x = dy / length * kHalf, y = -dx / length * kHalf;
    const ImVec4 uv = list._Data->TexUvLines[1];
    from = {from.x + 0.5f, from.y + 0.5f}, to = {to.x + 0.5f, to.y + 0.5f};  // the middles of pixels
    list.PrimReserve(6, 4);
    list.PrimQuadUV({from.x + x, from.y + y}, {to.x + x, to.y + y}, {to.x - x, to.y - y}, {from.x - x, from.y - y},
                    {uv.x, uv.y}, {uv.x, uv.y}, {uv.z, uv.w}, {uv.z, uv.w}, colour);
}

}  // namespace tilescope::ui
