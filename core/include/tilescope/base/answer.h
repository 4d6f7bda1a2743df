// core/include/tilescope/base/answer.h -- a value, or one sentence that says why there is none.
// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace tilescope {

// Never both. The sentence says what was wrong, where, and what would be right; CLI and window print it as it is.
template <class T>
struct [[nodiscard]] Answer {
    std::optional<T> value;
    std::string why;

    Answer(T v) : value(std::move(v)) {}  // NOLINT: a value is an answer
    static Answer refuse(std::string sentence) {
        Answer a;
        a.why = std::move(sentence);
        return a;
    }

    explicit operator bool() const { return value.has_value(); }
    const T& operator*() const {
        assert(value && "an Answer was used without looking");
        return *value;
    }
    T& operator*() {
        assert(value && "an Answer was used without looking");
        return *value;
    }
    const T* operator->() const { return &**this; }
    T* operator->() { return &**this; }

private:
    Answer() = default;
};

}  // namespace tilescope
