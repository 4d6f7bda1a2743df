// core/src/scene/word_scene.cpp -- the bits of one word, and the columns that a zero-column mask zeroes.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/scene/word_scene.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <vector>

namespace tilescope {
namespace {

constexpr unsigned kBitsOfRow = 32;

// The fields, the highest bits first: as they are read.
std::vector<const Field*> fields_from_top(const Format& format) {
    std::vector<const Field*> out;
    for (const Field& f : format.fields) out.push_back(&f);
    std::ranges::sort(out, std::ranges::greater(), &Field::lsb);
    return out;
}

Cells empty_word(const Format& format) {
    Cells out = empty_grid({}, {}, {"half", "bit"},
                           {static_cast<int>((format.bits + kBitsOfRow - 1) / kBitsOfRow),
                            static_cast<int>(std::min(format.bits, kBitsOfRow))});
    for (int c = 0; c < out.columns; ++c) out.column_labels.push_back(say(out.columns - 1 - c));
    for (int r = 0; r < out.rows; ++r) {
        const auto low = static_cast<unsigned>(out.rows - 1 - r) * kBitsOfRow;
        const unsigned high = std::min(low + kBitsOfRow, format.bits) - 1;
        out.row_labels.push_back(say("bits ", high, ":", low));
    }
    return out;
}

class WordScene {
public:
    WordScene(const Format& format, std::uint64_t word, std::uint64_t unknown)
        : format_(format), word_(word), unknown_(unknown), cells_(empty_word(format)) {}

    Scene made(std::string_view id, std::string_view title) {
        for (const Field* f : fields_from_top(format_)) add(*f);
        cells_.id = say("word_", id);
        const std::string digits = hex_word(format_, word_, unknown_);
        cells_.title = say(title, "  ", digits);
        scene_.grids.push_back(std::move(cells_));
        if (unknown_ != 0)
            scene_.legend.push_back({Tone::empty, Mark::hatched, "unknown bit", "Nobody has stated this bit."});
        scene_.sentence = say(title, " ", digits, ": ", format_.title,
                              format_.kind.empty() ? std::string() : say(", kind ", format_.kind),
                              unknown_ != 0 ? ". Hatched bits are unknown." : ".");
        return std::move(scene_);
    }

private:
    const Format& format_;
    const std::uint64_t word_, unknown_;
    Cells cells_;
    Scene scene_;
    unsigned toned_ = 0;

    std::size_t cell_of(unsigned bit) const {
        const int row = cells_.rows - 1 - static_cast<int>(bit / kBitsOfRow);
        return cells_.at(row, cells_.columns - 1 - static_cast<int>(bit % kBitsOfRow));
    }

    void add(const Field& f) {
        const std::uint64_t raw = get_field(f, word_), unknown = get_field(f, unknown_);
        const bool constant = f.encoding == Encoding::fixed;
        const Tone tone = constant ? Tone::empty : step_tone(toned_++);
        for (unsigned i = 0; i < f.width; ++i) {
            const std::size_t at = cell_of(f.lsb + i);
            cells_.tone[at] = tone;
            const bool known = (unknown >> i & 1) == 0;
            cells_.mark[at] = known ? Mark::none : Mark::hatched;
            cells_.label[at] = known ? static_cast<std::int32_t>(raw >> i & 1) : kNoLabel;
        }
        add_areas(f);
        if (constant && raw == f.want && unknown == 0) return;
        scene_.legend.push_back(
            {tone, Mark::none, say(f.id, " ", shown_meaning_of(f, raw, unknown)), std::string(f.doc)});
    }

    // A field that begins in the low half and ends in the high half has an area in each row.
    void add_areas(const Field& f) {
        unsigned low = f.lsb;
        const unsigned end = f.lsb + f.width;
        while (low < end) {
            const unsigned row_end = std::min(end, (low / kBitsOfRow + 1) * kBitsOfRow);
            const auto first = static_cast<int>(cell_of(row_end - 1));
            scene_.areas.push_back({.grid = 0,
                                    .row = first / cells_.columns,
                                    .column = first % cells_.columns,
                                    .rows = 1,
                                    .columns = static_cast<int>(row_end - low),
                                    .id = std::string(f.id),
                                    .label = std::string(f.id)});
            low = row_end;
        }
    }
};

Cells mask_strip(const MaskPicture& picture, unsigned first, unsigned last) {
    Cells out = empty_grid({}, {}, {{}, "column"}, {1, static_cast<int>(last - first)}, CellKind::mask_column);
    out.column_labels = number_labels(out.columns);
    for (unsigned j = first; j < last; ++j) {
        const bool zeroed = picture.columns[j].zeroed;
        out.tone[j - first] = zeroed ? Tone::zeroed : Tone::used;
        out.mark[j - first] = zeroed ? Mark::hatched : Mark::none;
        out.label[j - first] = static_cast<std::int32_t>(j);
        out.key[j - first] = j;
    }
    return out;
}

}  // namespace

Scene word_scene(const Format& format, std::uint64_t word, std::uint64_t unknown, std::string_view id,
                 std::string_view title) {
    return WordScene(format, word, unknown).made(id, title);
}

Scene mask_scene(const MaskPicture& picture) {
    Scene scene;
    for (unsigned b = 0; b < picture.submasks; ++b) {
        const unsigned first = std::min(b * picture.submask_columns, picture.n);
        const unsigned last = std::min(first + picture.submask_columns, picture.n);
        Cells cells = mask_strip(picture, first, last);
        cells.id = say("mask_", b);
        cells.title = say("sub ", b);
        cells.row_labels.push_back(cells.title);
        scene.grids.push_back(std::move(cells));
    }
    const bool shifted = !picture.columns.empty() && picture.columns.front().source != 0;
    if (shifted) {
        Cells source = mask_strip(picture, 0, picture.n);
        source.id = "mask_source";
        source.title = "reads B column";
        for (unsigned j = 0; j < picture.n; ++j) source.label[j] = static_cast<std::int32_t>(picture.columns[j].source);
        scene.grids.push_back(std::move(source));
    }
    scene.legend = {{Tone::zeroed, Mark::hatched, "zeroed: B is read as 0"}, {Tone::used, Mark::none, "used"}};
    drop_absent_marks(scene);
    scene.sentence = say(picture.zeroed, " of ", picture.n, " columns are zeroed.");
    return scene;
}

}  // namespace tilescope
