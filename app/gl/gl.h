// app/gl/gl.h -- OpenGL 3.3 core. The one place that includes its loader.
// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>
