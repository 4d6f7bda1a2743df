// app/panels/questions.cpp -- words that people type, and what answers them: for the palette and for the help panel.
// SPDX-License-Identifier: MIT
#include "app/panels/help_topics.h"

#include <tilescope/base/text.h>

#include <algorithm>
#include <iterator>

namespace tilescope::ui {
namespace {

// clang-format off
constexpr Question kAsked[] = {
    {"wrong result, result wrong, wrong number, wrong d, wrong output",
     "Emulate, and see where D is wrong (Ctrl+E)", "emulate", {},
     "Emulate compares D with the right product. If one edit explains all wrong elements, a line names the field, and "
     "Fix sets it. Click a red element of D to see which bytes were read for it. If you have D of your kernel: save it with numpy.save, and open the .npy "
     "file with Compute > Explain a wrong result. Lesson 20 finds a bug step by step."},
    {"nan, inf, d nan", "D is NaN: a lesson about wrong numbers", "open_lesson", "wrong-numbers"},
    {"nvfp4, mxfp4, fp4, mxf4, block scaled",
     "kind::mxf4nvf4, the block-scaled 4-bit types", "explain", "kind::mxf4nvf4"},
    {"mxfp8, mxfp6, mxf8", "kind::mxf8f6f4, the block-scaled 8-bit types", "explain", "kind::mxf8f6f4"},
    {"bank conflict, conflict", "Bank conflicts of a warp: the tab Banks", "show_panel", "banks"},
    {"compare d, compare result, npy, numpy, npy file",
     "Open the D.npy of a kernel, and compare it with D of the model", "compare_d", {}},
    {"k step, step along k", "Stepping along K: a lesson", "open_lesson", "stepping-along-k"},
    {"list step, step list, list k step", "The word of every K step: the form of a tile", "new_tile", {}},
    {"matrix, matrice, matrix a, matrix b, matrix d", "The matrices A, B and D: the screen MMA", "screen_1", {}},
    {"edit, change, edit history", "The edits of this session: the tab History", "show_panel", "history"},
    {"swizzle, swizzle mode", "What the field swizzle says", "explain", "smem.swizzle"},
    {"sbo", "What the field sbo says", "explain", "smem.sbo"},
    {"lbo", "What the field lbo says", "explain", "smem.lbo"},
    {"stride, lbo sbo, sbo lbo", "LBO and SBO: a lesson about the strides", "open_lesson", "lbo-and-sbo"},
    {"zero, zero mask, padding", "Columns that are zeroed: the screen Zero mask", "screen_4", {}},
    {"ptx", "The instruction as PTX, and as other code: the tab Code", "show_panel", "code"},
    {"pair, 2cta, 2 cta, cta pair, cta group, 2sm", "Pairs of CTAs: a lesson", "open_lesson", "cta-pairs"},
    {"tensor memory, tmem", "Lanes and columns: the screen Tensor memory", "screen_5", {}},
    {"sparse, sparsity, 2:4", "Sparse A and its metadata: a lesson", "open_lesson", "sparsity"},
    {"hopper, wgmma, h100", "What differs on Hopper: a lesson", "open_lesson", "hopper-and-blackwell"},
    {"transpose, transposed, row major, column major",
     "Transposed operands: a lesson", "open_lesson", "transposed-operands"},
    {"align, alignment, base offset",
     "Alignment and base offset: a lesson", "open_lesson", "alignment-and-base-offset"},
    {"descriptor", "What a descriptor is: a lesson", "open_lesson", "what-a-descriptor-is"},
    {"save picture, export picture", "Save the picture as SVG ...", "save_svg", {}},
    {"undo, take back", "Undo (Ctrl+Z)", "undo", {}},
    {"redo", "Redo (Ctrl+Shift+Z)", "redo", {}},
    {"dark, light, dark mode, theme", "Switch between light and dark theme (Ctrl+D)", "theme", {}},
    {"shortcut, keyboard", "The keys of all commands", "help", {}},
};
// clang-format on

// Without words that say nothing and without plurals: "the list of steps" is "list step".
std::string folded(std::string_view text) {
    constexpr std::string_view kNothing[] = {"a",   "an",  "the",  "of", "is",   "my",
                                             "how", "why", "what", "do", "does", "i"};
    std::string plain(text), all, out;
    std::ranges::replace(plain, '?', ' ');
    for (std::string& word : lower_words(plain)) {
        if (word.size() > 3 && word.ends_with('s')) word.pop_back();
        all += (all.empty() ? "" : " ") + word;
        if (std::ranges::find(kNothing, word) == std::end(kNothing)) out += (out.empty() ? "" : " ") + word;
    }
    return out.empty() ? all : out;
}

}  // namespace

const Question* question_in(std::string_view text) {
    const std::string typed = folded(text);
    for (const Question& row : kAsked)
        for (const std::string_view words : split_at(row.words, ','))
            if (!typed.empty() && trimmed(words) == typed) return &row;
    return nullptr;
}

std::span<const Question> all_questions() { return kAsked; }

}  // namespace tilescope::ui
