// core/include/tilescope/base/answer.h -- a value, or one sentence that says why there is none.
// SPDX-License-Identifier: MIT
// It is the one way to refuse. A question without a value, "can it be done?", is answered by an Answer<void>:
//
//     Answer<void> can_be_placed(const TmemLayout& layout);
//     if (const auto can = can_be_placed(layout); !can) return Answer<Places>::refuse(can.why);
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
        assert(!sentence.empty() && "a refusal without its reason");
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

// True, or the sentence that says why not. Answer<void>() is the plain yes.
template <>
struct [[nodiscard]] Answer<void> {
    std::string why;

    Answer() = default;
    static Answer refuse(std::string sentence) {
        assert(!sentence.empty() && "a refusal without its reason");
        Answer a;
        a.why = std::move(sentence);
        a.refused_ = true;
        return a;
    }

    explicit operator bool() const { return !refused_; }

private:
    bool refused_ = false;
};

}  // namespace tilescope
