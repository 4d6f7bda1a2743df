// core/include/tilescope/base/answer.h -- a value, or one sentence that says why there is none.
// SPDX-License-Identifier: MIT
//
// Every function of this program that can fail returns an Answer. The Answer has a value, or it has a reason:
//
//     const Answer<Number> n = read_number(text);
//     if (!n) std::puts(n.why.c_str());    "'0xg' is not a number such as 64 or 0x40"
//     else use(n->value);
//
// Answer<void> is for a function without a value, for example "can this be done?":
//
//     Answer<void> can_be_placed(const TmemLayout& layout);
//     if (const auto can = can_be_placed(layout); !can) return Refusal(can.why);
#pragma once

#include <tilescope/base/say.h>
#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace tilescope {

// Why there is no answer, of whatever type: `return Refusal("lbo is ", lbo, "; it must be a multiple of 16");` joins
// its parts as say() does.
struct Refusal {
    std::string why;

    explicit Refusal(std::string sentence) : why(std::move(sentence)) { check(); }
    template <class First, class... Parts>
    explicit Refusal(const First& first, const Parts&... parts) : why(say(first, parts...)) {
        check();
    }

private:
    void check() const { assert(!why.empty() && "a refusal needs a reason"); }
};

// A value or a reason, never both. The reason is a sentence: what is wrong, where, and what would be right. The command
// line and the window print it unchanged.
// Requires for * and ->: the Answer has a value.
template <class T>
struct [[nodiscard]] Answer {
    std::optional<T> value;
    std::string why;

    Answer(T v) : value(std::move(v)) {}  // NOLINT: a value converts to an Answer
    Answer(Refusal refusal) : why(std::move(refusal.why)) {}

    explicit operator bool() const { return value.has_value(); }
    const T& operator*() const& {
        assert(value && "the value of a refused Answer was used");
        return *value;
    }
    T& operator*() & {
        assert(value && "the value of a refused Answer was used");
        return *value;
    }
    // Of a temporary: the value itself, because a reference would outlive it in `for (const T& x : *all_of_them())`.
    T operator*() && { return std::move(**this); }
    const T* operator->() const { return &**this; }
    T* operator->() { return &**this; }
};

// True, or false with a reason. Answer<void>() is true.
template <>
struct [[nodiscard]] Answer<void> {
    std::string why;

    Answer() = default;
    Answer(Refusal refusal) : why(std::move(refusal.why)), refused_(true) {}

    explicit operator bool() const { return !refused_; }

private:
    bool refused_ = false;
};

}  // namespace tilescope
