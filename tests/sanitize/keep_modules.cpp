// tests/sanitize/keep_modules.cpp -- linked into the window program with a sanitizer; keeps all libraries loaded.
// SPDX-License-Identifier: MIT
//
// LeakSanitizer looks for leaks when the program ends. At that time Mesa has already unloaded its driver. Memory that
// only variables of the driver point to is then reported as a leak, without a name that leaks.txt could list. If the
// driver stays loaded, there is no such report. ThreadSanitizer also cannot ignore reports from a library that was
// unloaded.

extern "C" int dlclose(void*) { return 0; }
