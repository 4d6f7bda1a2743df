// tests/live/standin_old.cpp -- a libcuda.so.1 that lacks nearly all functions.
// SPDX-License-Identifier: MIT
extern "C" int cuInit(unsigned) { return 0; }
