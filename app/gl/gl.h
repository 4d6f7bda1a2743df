// app/gl/gl.h -- OpenGL 3.3 core. Only this file includes its loader.
// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>
