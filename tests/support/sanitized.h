// tests/support/sanitized.h -- true if a sanitizer is built in. Tests of memory limits are then skipped.
// SPDX-License-Identifier: MIT
#pragma once

namespace tilescope::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace tilescope::test
