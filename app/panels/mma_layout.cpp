// app/panels/mma_layout.cpp -- where each part of the MMA picture is, for a size of the canvas.
// SPDX-License-Identifier: MIT
#include "app/panels/mma_layout.h"

#include "app/ui/text.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace tilescope::ui {
namespace {

// Logical pixels.
constexpr float kBand = 40, kStrip = 12, kLeastCorner = 118;
constexpr float kLeastLeft = 72, kMostLeft = 190, kLeastRight = 120, kMostRight = 380;
constexpr float kLeftShare = 0.09f, kRightShare = 0.17f;
constexpr float kLongK = 1.5f;      // K is never drawn longer than this many times the longer of M and N
constexpr float kHighTmem = 0.45f;  // height of the map of Tensor Memory for its width
constexpr float kMostLine = 18;     // height of a line of memory

float count_across(const Cells* c) { return c ? static_cast<float>(c->columns * c->cell_columns) : 0; }
float count_down(const Cells* c) { return c ? static_cast<float>(c->rows * c->cell_rows) : 0; }

class Placing {
public:
    Placing(const MmaPicture& picture, ImVec2 size, const Style& style, bool card)
        : picture_(picture),
          size_(size),
          scale_(style.px.scale),
          corner_(card ? kLeastCorner * style.px.scale : 0),
          caption_(ImGui::GetTextLineHeight() + style.px.gap / 2) {
        std::string longest = "0x12345";
        for (const PicturePart part : {PicturePart::memory_a, PicturePart::memory_b})
            if (const Cells* memory = picture.of(part))
                for (const std::string& label : memory->row_labels)
                    if (label.size() > longest.size()) longest = label;
        out_.label_width = mono_width(style, TextSize::mono, longest) + style.px.gap;
    }

    MmaPlacing place() {
        measure();
        place_matrices();
        place_left();
        place_right();
        return out_;
    }

private:
    const MmaPicture& picture_;
    ImVec2 size_;
    float scale_, corner_, caption_;
    MmaPlacing out_;
    float left_ = 0, right_ = 0, strips_ = 0, above_ = 0, unit_ = 1, k_unit_ = 1;
    float m_ = 0, n_ = 0, k_of_a_ = 0, k_of_b_ = 0;

    bool has(PicturePart p) const { return picture_.of(p) != nullptr; }
    void put(PicturePart p, float x, float y, float width, float height) {
        if (!has(p)) return;
        const ImVec2 low{std::round(x), std::round(y)};
        out_.part[static_cast<std::size_t>(p)] =
            Rect{low, {low.x + std::max(std::round(width), 2.0f), low.y + std::max(std::round(height), 2.0f)}};
    }

    // Finds the scale of the matrices: as large as the room between the memories allows.
    void measure() {
        m_ = count_down(picture_.of(PicturePart::d)), n_ = count_across(picture_.of(PicturePart::d));
        k_of_a_ = count_across(picture_.of(PicturePart::a)), k_of_b_ = count_down(picture_.of(PicturePart::b));
        left_ =
            has(PicturePart::memory_a) ? std::clamp(size_.x * kLeftShare, kLeastLeft * scale_, kMostLeft * scale_) : 0;
        const bool at_right = has(PicturePart::memory_b) || has(PicturePart::tmem);
        right_ = at_right ? std::clamp(size_.x * kRightShare, kLeastRight * scale_, kMostRight * scale_) : 0;
        strips_ =
            (has(PicturePart::sfa) ? (kStrip + 4) * scale_ : 0) + (has(PicturePart::meta) ? (kStrip + 4) * scale_ : 0);
        above_ = has(PicturePart::sfb) ? (kStrip + 4) * scale_ : 0;
        const float longest = std::max({m_, n_, 1.0f}) * kLongK, k = std::max(k_of_a_, k_of_b_);
        const float shrink = k > longest ? longest / k : 1;
        out_.narrow_k = shrink < 1;
        const float labels_a = left_ > 0 ? out_.label_width + left_ + kBand * scale_ : 0;
        const float labels_b =
            right_ > 0 ? right_ + kBand * scale_ + (has(PicturePart::memory_b) ? out_.label_width : 0) : 0;
        const float room = size_.x - labels_a - labels_b - strips_ - caption_;
        const float tall = size_.y - 2 * caption_ - above_;
        unit_ = std::min(room / std::max(k_of_a_ * shrink + n_, 1.0f), tall / std::max(k_of_b_ * shrink + m_, 1.0f));
        if (k_of_b_ * shrink * unit_ < corner_) unit_ = std::min(unit_, (tall - corner_) / std::max(m_, 1.0f));
        unit_ = std::max(unit_, 0.05f);
        k_unit_ = unit_ * shrink;
        spread(room - (k_of_a_ * k_unit_ + n_ * unit_));
    }

    // Gives room that the matrices leave to the memories.
    void spread(float spare) {
        if (spare <= 0) return;
        const float to_right = right_ > 0 ? std::min(spare * 0.6f, kMostRight * scale_ - right_) : 0;
        const float to_left = left_ > 0 ? std::min(spare * 0.4f, kMostLeft * scale_ - left_) : 0;
        right_ += std::max(to_right, 0.0f);
        left_ += std::max(to_left, 0.0f);
    }

    float x_of_a() const { return (left_ > 0 ? out_.label_width + left_ + kBand * scale_ : 0) + strips_; }
    float x_of_d() const { return x_of_a() + k_of_a_ * k_unit_ + caption_; }
    float high_b() const { return std::max(k_of_b_ * k_unit_, corner_); }
    float y_of_d() const { return 2 * caption_ + above_ + high_b(); }

    void place_matrices() {
        const float strip = kStrip * scale_, b_top = y_of_d() - caption_ - k_of_b_ * k_unit_;
        put(PicturePart::d, x_of_d(), y_of_d(), n_ * unit_, m_ * unit_);
        put(PicturePart::a, x_of_a(), y_of_d(), k_of_a_ * k_unit_, m_ * unit_);
        put(PicturePart::b, x_of_d(), b_top, n_ * unit_, k_of_b_ * k_unit_);
        put(PicturePart::sfb, x_of_d(), b_top - strip - 4 * scale_, n_ * unit_, strip);
        float x = x_of_a() - strip - 4 * scale_;
        for (const PicturePart p : {PicturePart::sfa, PicturePart::meta}) {
            put(p, x, y_of_d(), strip, m_ * unit_);
            if (has(p)) x -= strip + 4 * scale_;
        }
        out_.corner = {{0, 0}, {x_of_d() - caption_, y_of_d() - caption_}};
    }
    void place_left() {
        const Cells* memory = picture_.of(PicturePart::memory_a);
        if (!memory) return;
        const float high = std::min(m_ * unit_, static_cast<float>(memory->rows) * kMostLine * scale_);
        put(PicturePart::memory_a, out_.label_width, y_of_d(), left_, high);
    }
    void place_right() {
        const float x = x_of_d() + n_ * unit_ + kBand * scale_, bottom = size_.y - 1;
        const float map = has(PicturePart::tmem) ? std::min(right_ * kHighTmem, (bottom - caption_) * kHighTmem) : 0;
        if (const Cells* memory = picture_.of(PicturePart::memory_b)) {
            const float room = bottom - (map > 0 ? map + caption_ : 0) - caption_;
            put(PicturePart::memory_b, x, caption_, right_,
                std::min(room - 4 * scale_, static_cast<float>(memory->rows) * kMostLine * scale_));
        }
        const float labels = has(PicturePart::memory_b) ? out_.label_width : 0;
        if (map > 0) put(PicturePart::tmem, x, bottom - map, right_ + labels, map);
    }
};

}  // namespace

MmaPlacing place_mma(const MmaPicture& picture, ImVec2 size, const Style& style, bool card) {
    return Placing(picture, size, style, card).place();
}

}  // namespace tilescope::ui
