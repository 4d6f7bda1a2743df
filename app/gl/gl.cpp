// app/gl/gl.cpp -- the one implementation of the OpenGL loader, which is a header.
// SPDX-License-Identifier: MIT
#define GLAD_GL_IMPLEMENTATION
#include "app/gl/gl.h"
