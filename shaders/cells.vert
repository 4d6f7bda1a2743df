#version 330 core
// shaders/cells.vert -- draws one quad for a whole grid: computes its four corners from gl_VertexID, without a buffer.
// SPDX-License-Identifier: MIT
// uniforms: place (left, top, right, bottom in clip space), seen (left, top, right, bottom in cells)
uniform vec4 place;
uniform vec4 seen;
out vec2 cell;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    cell = mix(seen.xy, seen.zw, corner);
    gl_Position = vec4(mix(place.xy, place.zw, corner), 0.0, 1.0);
}
