// app/publish/picture_formats.cpp -- a sheet as pixels, pixels as PNG, and a sheet as a file of each format.
// SPDX-License-Identifier: MIT
#include "app/publish/picture_formats.h"
#include "app/io/file.h"
#include "app/io/packing.h"
#include "app/io/program.h"
#include "app/publish/font_face.h"
#include "tilescope_font_data_embedded.h"

#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace tilescope::io {
namespace {

constexpr double kMostRasterPixels = 1 << 26;
constexpr int kRasterHatch = 6;
constexpr double kDash = 6, kArrowHead = 7, kTrailHead = 6;  // lengths

// A letter of a font at one size: how dark each of its pixels is.
struct Glyph {
    int left = 0, top = 0, width = 0, height = 0;
    double advance = 0;
    std::vector<std::uint8_t> cover;
};

// A font at one size. A letter that the font does not have is drawn as the font's sign for it.
class Font {
public:
    Font(std::span<const unsigned char> file, double pixels) : face_(file) {
        face_.set_size(static_cast<FT_F26Dot6>(std::lround(pixels * 64)));
        half_height_ = static_cast<double>(face_.load('0', FT_LOAD_DEFAULT).metrics.horiBearingY) / 128;
    }

    const Glyph& glyph(std::uint32_t letter) {
        const auto found = glyphs_.find(letter);
        return found != glyphs_.end() ? found->second : glyphs_.emplace(letter, loaded(letter)).first->second;
    }
    double width_of(const std::vector<std::uint32_t>& letters) {
        double width = 0;
        for (const std::uint32_t letter : letters) width += glyph(letter).advance;
        return width;
    }
    // Returns the height of the middle of a digit above the baseline.
    double half_height() const { return half_height_; }

private:
    FontFace face_;
    double half_height_ = 0;
    std::unordered_map<std::uint32_t, Glyph> glyphs_;

    Glyph loaded(std::uint32_t letter) {
        const FT_GlyphSlotRec& slot = face_.load(letter, FT_LOAD_RENDER);
        const FT_Bitmap& bitmap = slot.bitmap;
        Glyph out{.left = slot.bitmap_left,
                  .top = slot.bitmap_top,
                  .width = static_cast<int>(bitmap.width),
                  .height = static_cast<int>(bitmap.rows),
                  .advance = static_cast<double>(slot.advance.x) / 64,
                  .cover = {}};
        for (unsigned row = 0; row < bitmap.rows; ++row) {
            const unsigned char* from = bitmap.buffer + row * static_cast<unsigned>(bitmap.pitch);
            out.cover.insert(out.cover.end(), from, from + bitmap.width);
        }
        return out;
    }
};

class Canvas {
public:
    Canvas(Image&& image, double scale) : scale_(scale), image_(std::move(image)) {}
    Canvas(const Sheet& sheet, double scale) : scale_(scale) {
        image_.width = static_cast<int>(std::ceil(sheet.width * scale));
        image_.height = static_cast<int>(std::ceil(sheet.height * scale));
        image_.rgb.resize(image_.at(0, image_.height));
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
        std::uint8_t* p = at(x, y);
        const std::uint8_t target[] = {c.r, c.g, c.b};
        for (int i = 0; i < 3; ++i) p[i] = static_cast<std::uint8_t>(std::lround(p[i] + (target[i] - p[i]) * cover));
    }
    void box(const Box& b, Rgb c) {
        const int left = std::max(b.left, 0), right = std::min(b.right, image_.width);
        for (int y = std::max(b.top, 0); y < std::min(b.bottom, image_.height); ++y)
            for (int x = left; x < right; ++x) {
                std::uint8_t* p = at(x, y);
                p[0] = c.r, p[1] = c.g, p[2] = c.b;
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
    // Over a number there are fewer lines, so that it can be read.
    void hatch(const Box& b, bool crossed, bool labelled, Rgb c) {
        const int step = std::max(2, to_pixel(labelled ? 2 * kRasterHatch : kRasterHatch));
        for (int y = b.top; y < b.bottom; ++y)
            for (int x = b.left; x < b.right; ++x)
                if ((x + y) % step == 0 || (crossed && (x - y) % step == 0)) blend(x, y, c, 1);
    }
    // Draws an arrow: its line ends in its head. A dashed line has only every second part.
    void arrow(const SheetArrow& a, Rgb c, double wide, double head) {
        const double dx = (a.to_x - a.from_x) * scale_, dy = (a.to_y - a.from_y) * scale_,
                     length = std::sqrt(dx * dx + dy * dy);
        const int steps = static_cast<int>(std::max(std::abs(dx), std::abs(dy))), thick = std::max(1, to_pixel(wide));
        for (int i = 0; i <= steps; ++i) {
            if (a.dashed && i / (to_pixel(kDash) + 1) % 2 != 0) continue;
            const double t = steps == 0 ? 0 : static_cast<double>(i) / steps;
            if ((1 - t) * length < head * scale_ / 2) break;
            const int x = static_cast<int>(a.from_x * scale_ + dx * t),
                      y = static_cast<int>(a.from_y * scale_ + dy * t);
            box({x - thick / 2, y - thick / 2, x - thick / 2 + thick, y - thick / 2 + thick}, c);
        }
        if (length > 0) triangle({a.to_x * scale_, a.to_y * scale_, dx / length, dy / length}, head * scale_, c);
    }
    // The head of an arrow: where its tip is, and the direction. Each pixel is looked at in four places.
    struct Tip {
        double x, y, along_x, along_y;
    };
    void triangle(const Tip& tip, double size, Rgb c) {
        const auto inside = [&](double x, double y) {
            const double back = (tip.x - x) * tip.along_x + (tip.y - y) * tip.along_y;
            return back >= 0 && back <= size &&
                   std::abs((x - tip.x) * tip.along_y - (y - tip.y) * tip.along_x) <= back / 2;
        };
        const int reach = static_cast<int>(size) + 1;
        for (int y = static_cast<int>(tip.y) - reach; y <= tip.y + reach; ++y)
            for (int x = static_cast<int>(tip.x) - reach; x <= tip.x + reach; ++x)
                blend(x, y, c,
                      (inside(x + 0.25, y + 0.25) + inside(x + 0.75, y + 0.25) + inside(x + 0.25, y + 0.75) +
                       inside(x + 0.75, y + 0.75)) /
                          4.0);
    }
    void thin_line(const SheetLine& l, Rgb c) {
        const int thick = std::max(1, to_pixel(width_of(l))), before = thick / 2;
        box({to_pixel(l.from_x) - before, to_pixel(l.from_y) - before, to_pixel(l.to_x) - before + thick,
             to_pixel(l.to_y) - before + thick},
            c);
    }
    void text(Font& font, const SheetText& t, Rgb c) {
        const std::vector<std::uint32_t> letters = letters_of(t.text);
        double x = t.x * scale_;
        const double width = font.width_of(letters);
        if (t.anchor == TextAnchor::middle) x -= width / 2;
        if (t.anchor == TextAnchor::end) x -= width;
        const int base = static_cast<int>(std::lround(t.y * scale_ + font.half_height()));
        for (const std::uint32_t letter : letters) {
            const Glyph& g = font.glyph(letter);
            const int left = static_cast<int>(std::lround(x)) + g.left, top = base - g.top;
            for (int row = 0; row < g.height; ++row)
                for (int column = 0; column < g.width; ++column)
                    blend(left + column, top + row, c,
                          g.cover[static_cast<std::size_t>(row * g.width + column)] / 255.0);
            x += g.advance;
        }
    }
    Image take() { return std::move(image_); }

private:
    int to_pixel(double v) const { return static_cast<int>(std::lround(v * scale_)); }

    std::uint8_t* at(int x, int y) { return &image_.rgb[image_.at(x, y)]; }

    double scale_;
    Image image_;
};

void draw_cell(Canvas& canvas, Font& mono, const Sheet& sheet, const SheetCell& c) {
    const Canvas::Box box = canvas.pixels_of(c.x, c.y, c.width, c.height);
    canvas.box(box, c.fill);
    if (c.mark != Mark::none) canvas.hatch(box, c.mark == Mark::crossed, !c.label.empty(), pattern_on({c.fill, c.ink}));
    if (c.both) canvas.corner(box, kBothShare, sheet.ink, sheet.paper);
    // The frames of two cells are one line.
    const Canvas::Box around{box.left, box.top, box.right + 1, box.bottom + 1};
    if (c.framed) canvas.frame(around, c.lit ? 2 : 1, c.lit ? sheet.ink : sheet.line);
    if (!c.label.empty())
        canvas.text(mono, {c.x + c.width / 2, c.y + c.height / 2, TextAnchor::middle, true, c.label}, c.ink);
}

void draw_moving_parts(Canvas& canvas, Font& mono, const Sheet& sheet) {
    for (const SheetArrow& a : sheet.trails) {
        canvas.arrow(a, sheet.paper, 3, kTrailHead);
        canvas.arrow(a, sheet.accent, 1, kTrailHead);
    }
    for (const SheetCell& c : sheet.flying) draw_cell(canvas, mono, sheet, c);
}

// "--scale 0.5 or smaller, ": the largest scale, in tenths, with which the picture is drawn. Empty: no scale helps.
std::string smaller_scale(const Sheet& sheet, const ScaleOption& option) {
    const double fits = std::floor(std::sqrt(kMostRasterPixels / (sheet.width * sheet.height)) * 10) / 10;
    if (option.name.empty() || fits < option.least) return {};
    return say(option.name, ' ', amount_text(fits), " or smaller, ");
}

}  // namespace

Answer<std::string> svg_picture(const Sheet& sheet, const PictureSettings&) { return to_svg(sheet); }
Answer<std::string> tikz_picture(const Sheet& sheet, const PictureSettings&) { return to_tikz(sheet); }
Answer<std::string> pdf_picture(const Sheet& sheet, const PictureSettings&) { return to_pdf(sheet); }

Answer<std::string> png_picture(const Sheet& sheet, const PictureSettings& settings) {
    const auto image = raster(sheet, settings.png_scale, settings.scale_option);
    if (!image) return Refusal(image.why);
    return png_of(*image);
}

Answer<void> write_picture(const PictureFormat& format, const Sheet& sheet, const std::string& path,
                           const PictureSettings& settings) {
    const auto bytes = format.bytes(sheet, settings);
    return bytes ? write_text(path, *bytes) : Refusal(path, ": ", bytes.why);
}

Answer<const PictureFormat*> format_of_file(std::string_view path) {
    const std::string extension = extension_of(path);
    for (const PictureFormat& format : kPictureFormats)
        if (extension == format.extension) return &format;
    const auto ending = [](const PictureFormat& format) { return say('.', format.extension); };
    return Refusal(path, ": the end of the name selects the format of the picture; use ",
                   list_of(kPictureFormats, ending, ", ", " or "));
}

std::string big_endian(std::uint32_t value, int bytes) {
    std::string out;
    for (int i = bytes; i-- > 0;) out += static_cast<char>(value >> (8 * i) & 0xff);
    return out;
}

std::string png_chunk(std::string_view letters, std::string_view bytes) {
    const std::string chunk = say(letters, bytes);
    return say(big_endian(static_cast<std::uint32_t>(bytes.size())), chunk, big_endian(crc32_of(chunk)));
}

std::string png_head(int width, int height) {
    constexpr std::string_view kThreeColours("\x08\x02\0\0\0", 5);  // 8 bits for each of three colours
    return say(big_endian(static_cast<std::uint32_t>(width)), big_endian(static_cast<std::uint32_t>(height)),
               kThreeColours);
}

std::string png_rows(const Image& image) {
    constexpr char kRowAbove = 2;  // the filter of a row
    const std::size_t width = static_cast<std::size_t>(image.width) * 3, rows = static_cast<std::size_t>(image.height);
    std::string row(width + 1, kRowAbove);
    char* const to = row.data() + 1;
    std::size_t y = 0;
    return zlib_stream([&]() -> std::string_view {
        if (y == rows) return {};
        const std::uint8_t* const from = &image.rgb[y * width];
        const std::uint8_t* const above = y == 0 ? nullptr : from - width;
        for (std::size_t x = 0; x < width; ++x) to[x] = static_cast<char>(from[x] - (above ? above[x] : 0));
        ++y;
        return row;
    });
}

std::string png_of(const Image& image) {
    return say(kPngSign, png_chunk("IHDR", png_head(image.width, image.height)), png_chunk("IDAT", png_rows(image)),
               png_chunk("IEND", {}));
}

Answer<void> write_png(const std::string& path, const Image& image) { return write_text(path, png_of(image)); }

Answer<Image> raster(const Sheet& sheet, double scale, const ScaleOption& option) {
    if (sheet.width * sheet.height * scale * scale > kMostRasterPixels)
        return Refusal("the picture would be ", static_cast<std::int64_t>(sheet.width * scale), " x ",
                       static_cast<std::int64_t>(sheet.height * scale), " pixels; use ", smaller_scale(sheet, option),
                       "a smaller tile, larger cells or SVG");
    Font text(embedded::inter_regular(), sheet.text_pixels * scale);
    Font title(embedded::inter_regular(), sheet.title_pixels * scale);
    Font mono(embedded::jetbrains_mono_regular(), sheet.text_pixels * scale);
    Canvas canvas(sheet, scale);
    for (const SheetCell& c : sheet.cells) draw_cell(canvas, mono, sheet, c);
    for (const SheetLine& l : sheet.lines) canvas.thin_line(l, sheet.colour_of(l));
    for (const SheetArrow& a : sheet.arrows) {
        canvas.arrow(a, sheet.paper, 5, kArrowHead);
        canvas.arrow(a, sheet.accent, 2, kArrowHead);
    }
    for (const SheetText& t : sheet.texts) canvas.text(t.title ? title : t.mono ? mono : text, t, sheet.ink);
    draw_moving_parts(canvas, mono, sheet);
    return canvas.take();
}

void draw_moving_parts(Image& image, const Sheet& sheet, double scale) {
    Font mono(embedded::jetbrains_mono_regular(), sheet.text_pixels * scale);
    Canvas canvas(std::move(image), scale);
    draw_moving_parts(canvas, mono, sheet);
    image = canvas.take();
}

}  // namespace tilescope::io
