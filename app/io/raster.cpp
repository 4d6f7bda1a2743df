// app/io/raster.cpp -- draws a sheet as pixels: flat boxes, hatching, lines, and text with FreeType.
// SPDX-License-Identifier: MIT
#include "app/io/raster.h"
#include "app/io/file.h"

#include "tilescope_font_data_embedded.h"

#include <tilescope/base/say.h>

#include <ft2build.h>
#include FT_FREETYPE_H

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

namespace tilescope::io {
namespace {

constexpr double kMostRasterPixels = 1 << 26;
constexpr int kHatchStep = 6;

// A font at one size. A missing letter leaves a gap.
class Font {
public:
    Font(FT_Library library, std::span<const unsigned char> file, double pixels) {
        if (FT_New_Memory_Face(library, file.data(), static_cast<FT_Long>(file.size()), 0, &face_) != 0) return;
        FT_Set_Char_Size(face_, 0, static_cast<FT_F26Dot6>(std::lround(pixels * 64)), 72, 72);
    }
    ~Font() {
        if (face_) FT_Done_Face(face_);
    }
    Font(const Font&) = delete;
    Font& operator=(const Font&) = delete;

    const FT_GlyphSlotRec_* glyph(char c) const {
        if (!face_ || FT_Load_Char(face_, static_cast<unsigned char>(c), FT_LOAD_RENDER) != 0) return nullptr;
        return face_->glyph;
    }
    double width_of(const std::string& text) const {
        double width = 0;
        for (const char c : text)
            if (const auto* g = glyph(c)) width += static_cast<double>(g->advance.x) / 64;
        return width;
    }
    // Returns the height of the middle of a digit above the baseline.
    double half_height() const {
        const auto* g = glyph('0');
        return g ? static_cast<double>(g->metrics.horiBearingY) / 128 : 0;
    }

private:
    FT_Face face_ = nullptr;
};

class Canvas {
public:
    Canvas(Image&& image, double scale) : scale_(scale), image_(std::move(image)) {}
    Canvas(const Sheet& sheet, double scale) : scale_(scale) {
        image_.width = static_cast<int>(std::ceil(sheet.width * scale));
        image_.height = static_cast<int>(std::ceil(sheet.height * scale));
        image_.rgb.resize(static_cast<std::size_t>(image_.width) * static_cast<std::size_t>(image_.height) * 3);
        box({0, 0, image_.width, image_.height}, sheet.paper);
    }

    struct Box {
        int left, top, right, bottom;
    };
    Box pixels_of(double x, double y, double width, double height) const {
        return {to_pixel(x), to_pixel(y), to_pixel(x + width), to_pixel(y + height)};
    }

    void blend(int x, int y, Rgb c, double cover) {
        if (x < 0 || y < 0 || x >= image_.width || y >= image_.height) return;
        std::uint8_t* p = pixel(x, y);
        const std::uint8_t target[] = {c.r, c.g, c.b};
        for (int i = 0; i < 3; ++i) p[i] = static_cast<std::uint8_t>(std::lround(p[i] + (target[i] - p[i]) * cover));
    }
    void box(const Box& b, Rgb c) {
        const int left = std::max(b.left, 0), right = std::min(b.right, image_.width);
        for (int y = std::max(b.top, 0); y < std::min(b.bottom, image_.height); ++y) {
            std::uint8_t* p = pixel(left, y);
            for (int x = left; x < right; ++x, p += 3) p[0] = c.r, p[1] = c.g, p[2] = c.b;
        }
    }
    void frame(const Box& b, int thick, Rgb c) {
        box({b.left, b.top, b.right, b.top + thick}, c);
        box({b.left, b.bottom - thick, b.right, b.bottom}, c);
        box({b.left, b.top, b.left + thick, b.bottom}, c);
        box({b.right - thick, b.top, b.right, b.bottom}, c);
    }
    // A triangle in the lower right corner, with an edge.
    void corner(const Box& b, double share, Rgb c, Rgb edge) {
        const int side = static_cast<int>(std::lround(std::min(b.right - b.left, b.bottom - b.top) * share));
        for (int i = 0; i <= side; ++i) {
            box({b.right - i - 1, b.bottom - side + i - 1, b.right, b.bottom - side + i}, edge);
            box({b.right - i, b.bottom - side + i, b.right, b.bottom - side + i + 1}, c);
        }
    }
    void hatch(const Box& b, bool crossed, Rgb c) {
        const int step = std::max(2, to_pixel(kHatchStep));
        for (int y = b.top; y < b.bottom; ++y)
            for (int x = b.left; x < b.right; ++x)
                if ((x + y) % step == 0 || (crossed && (x - y) % step == 0)) blend(x, y, c, 1);
    }
    // Draws a line with a square at its end. A dashed line has only every second part.
    void line(const SheetArrow& a, Rgb c, int thick) {
        const double dx = (a.to_x - a.from_x) * scale_, dy = (a.to_y - a.from_y) * scale_;
        const int steps = static_cast<int>(std::max(std::abs(dx), std::abs(dy)));
        for (int i = 0; i <= steps; ++i) {
            if (a.dashed && i / 6 % 2 != 0) continue;
            const double t = steps == 0 ? 0 : static_cast<double>(i) / steps;
            const int x = static_cast<int>(a.from_x * scale_ + dx * t),
                      y = static_cast<int>(a.from_y * scale_ + dy * t);
            box({x - thick / 2, y - thick / 2, x - thick / 2 + thick, y - thick / 2 + thick}, c);
        }
        const int x = to_pixel(a.to_x), y = to_pixel(a.to_y), tip = 2 + thick;
        box({x - tip, y - tip, x + tip + 1, y + tip + 1}, c);
    }
    void text(const Font& font, const SheetText& t, Rgb c) {
        double x = t.x * scale_;
        const double width = font.width_of(t.text);
        if (t.anchor == TextAnchor::middle) x -= width / 2;
        if (t.anchor == TextAnchor::end) x -= width;
        const int base = static_cast<int>(std::lround(t.y * scale_ + font.half_height()));
        for (const char letter : t.text) {
            const auto* g = font.glyph(letter);
            if (!g) continue;
            const int left = static_cast<int>(std::lround(x)) + g->bitmap_left, top = base - g->bitmap_top;
            for (unsigned row = 0; row < g->bitmap.rows; ++row)
                for (unsigned column = 0; column < g->bitmap.width; ++column)
                    blend(left + static_cast<int>(column), top + static_cast<int>(row), c,
                          g->bitmap.buffer[row * static_cast<unsigned>(g->bitmap.pitch) + column] / 255.0);
            x += static_cast<double>(g->advance.x) / 64;
        }
    }
    Image take() { return std::move(image_); }

private:
    std::uint8_t* pixel(int x, int y) {
        return image_.rgb.data() +
               (static_cast<std::size_t>(y) * static_cast<std::size_t>(image_.width) + static_cast<std::size_t>(x)) * 3;
    }
    int to_pixel(double v) const { return static_cast<int>(std::lround(v * scale_)); }

    double scale_;
    Image image_;
};

void draw_cell(Canvas& canvas, const Font& mono, const Sheet& sheet, const SheetCell& c) {
    const Canvas::Box box = canvas.pixels_of(c.x, c.y, c.width, c.height);
    canvas.box(box, c.fill);
    if (c.mark != Mark::none) canvas.hatch(box, c.mark == Mark::crossed, sheet.line);
    if (c.both) canvas.corner(box, kBothShare, sheet.ink, sheet.paper);
    canvas.frame(box, c.lit ? 2 : 1, c.lit ? sheet.ink : sheet.line);
    canvas.text(mono, {c.x + c.width / 2, c.y + c.height / 2, TextAnchor::middle, true, c.label}, c.ink);
}

void draw_moving_parts(Canvas& canvas, const Font& mono, const Sheet& sheet) {
    for (const SheetArrow& a : sheet.trails) {
        canvas.line(a, sheet.paper, 3);
        canvas.line(a, sheet.accent, 1);
    }
    for (const SheetCell& c : sheet.flying) draw_cell(canvas, mono, sheet, c);
}

struct Library {
    FT_Library handle = nullptr;
    Library() { FT_Init_FreeType(&handle); }
    ~Library() { FT_Done_FreeType(handle); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
};

}  // namespace

Answer<Image> raster(const Sheet& sheet, double scale) {
    if (sheet.width * sheet.height * scale * scale > kMostRasterPixels)
        return Answer<Image>::refuse(say("the picture would be ", static_cast<std::int64_t>(sheet.width * scale), " x ",
                                         static_cast<std::int64_t>(sheet.height * scale),
                                         " pixels; use a smaller tile, larger cells or SVG"));
    const Library library;
    const Font text(library.handle, embedded::inter_regular(), sheet.text_pixels * scale);
    const Font mono(library.handle, embedded::jetbrains_mono_regular(), sheet.text_pixels * scale);
    Canvas canvas(sheet, scale);
    for (const SheetCell& c : sheet.cells) draw_cell(canvas, mono, sheet, c);
    for (const SheetArrow& a : sheet.arrows) {
        canvas.line(a, sheet.paper, 7);
        canvas.line(a, sheet.accent, 3);
    }
    for (const SheetText& t : sheet.texts) canvas.text(t.mono ? mono : text, t, sheet.ink);
    draw_moving_parts(canvas, mono, sheet);
    return canvas.take();
}

void draw_moving_parts(Image& image, const Sheet& sheet, double scale) {
    const Library library;
    const Font mono(library.handle, embedded::jetbrains_mono_regular(), sheet.text_pixels * scale);
    Canvas canvas(std::move(image), scale);
    draw_moving_parts(canvas, mono, sheet);
    image = canvas.take();
}

std::string png_bytes(const Image& image) {
    std::string bytes;
    const auto append = [](void* to, void* data, int size) {
        static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
    };
    if (stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(), image.width * 3) == 0)
        bytes.clear();
    return bytes;
}

Answer<void> write_png(const std::string& path, const Image& image) {
    const std::string bytes = png_bytes(image);
    if (bytes.empty()) return Answer<void>::refuse(say(path, ": the picture does not fit in memory."));
    return write_text(path, bytes);
}

}  // namespace tilescope::io
