#version 330 core
// shaders/cells.frag -- draws the cells of a grid, one texel for each cell: palette colour, pattern, grid line, ring.
// SPDX-License-Identifier: MIT
// uniforms: cells (R8UI: palette index in bits 0-4, pointed in bit 5, crossed in bit 6, selected in bit 7), palette,
//           patterns (the lines of a pattern on each colour), hatched (bit i: palette colour i is hatched),
//           line_colour, ring_colour, halo_colour,
//           widths (pixels: grid line, ring, distance between hatching lines, smallest cell with grid lines)
// All colours come from the theme, so this file has none.
uniform usampler2D cells;
uniform vec4 palette[32], patterns[32];
uniform uint hatched;
uniform vec4 line_colour, ring_colour, halo_colour;
uniform vec4 widths;
in vec2 cell;
out vec4 colour;

// Lines at 45 degrees in window coordinates, so that the lines of neighbouring cells meet.
bool on_hatching(float along) { return mod(along, widths.z) < 1.0; }

vec4 ring_or(vec4 fill, uint texel, vec2 edge, vec2 inside) {
    float rim = min(edge.x, edge.y);
    if (rim >= widths.y + 1.0) return fill;
    if (rim >= widths.y) return halo_colour;
    if ((texel & 128u) != 0u) return ring_colour;
    float along = edge.x < edge.y ? inside.y : inside.x;  // dashes run along the nearer side
    return mod(along, 5.0 * widths.y) < 3.0 * widths.y ? ring_colour : halo_colour;
}

void main() {
    ivec2 at = clamp(ivec2(floor(cell)), ivec2(0), textureSize(cells, 0) - 1);
    uint texel = texelFetch(cells, at, 0).r;
    uint index = texel & 31u;
    bool crossed = (texel & 64u) != 0u;

    vec2 px = fwidth(cell);  // one pixel, measured in cells
    vec2 inside = (cell - vec2(at)) / px;
    vec2 edge = min(inside, (1.0 - (cell - vec2(at))) / px);

    colour = palette[index];
    vec2 window = gl_FragCoord.xy;
    bool pattern = crossed || (hatched >> index & 1u) != 0u;
    bool hatch = (pattern && on_hatching(window.x - window.y)) || (crossed && on_hatching(window.x + window.y));
    if (hatch) colour = patterns[index];

    // In smaller cells, lines would cover everything.
    bool lines = max(px.x, px.y) * widths.w <= 1.0;
    if (lines && min(inside.x, inside.y) < widths.x) colour = line_colour;
    if ((texel & 160u) != 0u) colour = ring_or(colour, texel, edge, inside);
}
