// tests/ui/lessons_test.cpp -- lessons.
// SPDX-License-Identifier: MIT
namespace tilescope::ui {}
