// app/gl/gl.cpp -- compiles the OpenGL loader, which is a single header.
// SPDX-License-Identifier: MIT
#define GLAD_GL_IMPLEMENTATION
#include "app/gl/gl.h"
