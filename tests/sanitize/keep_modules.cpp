// tests/sanitize/keep_modules.cpp -- a part of the window program where a sanitizer is: no library is unloaded.
// SPDX-License-Identifier: MIT
//
// LeakSanitizer counts when the program ends. By then Mesa has unloaded its driver, and what that driver's own
// variables still held is reported as leaked, without a name that could be passed over. A library that stays is no
// leak. ThreadSanitizer refuses to pass over what comes from a library that is unloaded.

extern "C" int dlclose(void*) { return 0; }
