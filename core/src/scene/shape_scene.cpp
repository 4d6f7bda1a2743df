// core/src/scene/shape_scene.cpp -- A, B and D as rectangles to scale, with edges that can be dragged.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/scene/shape_scene.h>

#include <algorithm>

namespace tilescope {

ShapeScene shape_scene(const ShapeInput& in) {
    constexpr double kLeast = 24, kGap = 16;  // so that a box of 8 columns is visible and can be dragged
    const double m = std::max<double>(in.m, kLeast), n = std::max<double>(in.n, kLeast),
                 k = std::max<double>(in.k, kLeast);
    const double d_left = k + kGap, d_top = k + kGap;
    ShapeScene out{.width = d_left + n, .height = d_top + m, .boxes = {}, .edges = {}, .sentence = {}};
    out.boxes = {{"a", 0, d_top, k, m, say("A  ", in.a_type, ", ", in.m, " x ", in.k)},
                 {"b", d_left, 0, n, k, say("B  ", in.b_type, ", ", in.k, " x ", in.n)},
                 {"d", d_left, d_top, n, m, say("D  ", in.d_type, ", ", in.m, " x ", in.n)}};
    out.edges = {{"m", true, 0, d_top + m, out.width}, {"n", false, d_left + n, 0, out.height}};
    out.sentence = say("D (", in.m, " x ", in.n, ", ", in.d_type, ") += A (", in.m, " x ", in.k, ", ", in.a_type,
                       ") x B (", in.k, " x ", in.n, ", ", in.b_type, ")");
    if (in.cta_group == 2) out.sentence += say("; each CTA of the pair holds ", in.m / 2, " rows of A and half of B");
    return out;
}

}  // namespace tilescope
