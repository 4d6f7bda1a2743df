// core/src/lessons/reply.cpp -- whether the reply of a learner is the right one, in all forms that the window shows.
// SPDX-License-Identifier: MIT
#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/lessons/expression.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

namespace tilescope {
namespace {

constexpr std::string_view kGroupSigns[] = {" ", ",", "_", "\u00a0", "\u2009", "\u202f"};

// "2 488" as "2488". Groups have three digits, and four after 0x: "12 34" stays, and so is no number.
std::string without_groups(std::string_view number) {
    const bool is_hex = lower(number).starts_with("0x");
    const std::size_t group = is_hex ? 4 : 3;
    const std::string_view digits = is_hex ? "0123456789abcdefABCDEF" : "0123456789";
    std::string out(number.substr(0, is_hex ? 2 : 0));
    std::string_view used;  // one sign for all groups
    std::size_t at = out.size();
    while (at < number.size()) {
        const std::string_view rest = number.substr(at);
        const auto sign = std::ranges::find_if(kGroupSigns, [&](std::string_view s) { return rest.starts_with(s); });
        if (sign == std::end(kGroupSigns)) {
            out += number[at++];
            continue;
        }
        const std::string_view after = rest.substr(sign->size());
        const std::size_t count = std::min(after.find_first_not_of(digits), after.size());
        const std::size_t before = out.size() - (is_hex ? 2 : 0);
        const bool first = used.empty(), long_first = first && (before > group || (!is_hex && out == "0"));
        if (count != group || before == 0 || long_first || digits.find(out.back()) == digits.npos ||
            (!first && used != *sign))
            return std::string(number);
        used = *sign;
        at += sign->size();
    }
    return out;
}

// The words of a text in lower case, without the signs around them: "bits 13:0 (start)" is {"bits", "13:0", "start"}.
std::vector<std::string> bare_words(std::string_view text) {
    std::vector<std::string> out;
    for (const std::string& word : lower_words(text)) {
        constexpr std::string_view kEnds = " ,.:;?()'\"`";
        const std::size_t begin = word.find_first_not_of(kEnds);
        if (begin != word.npos) out.push_back(word.substr(begin, word.find_last_not_of(kEnds) - begin + 1));
    }
    return out;
}

// Without a word of the question before or after it: "2488 elements", "byte 0x580". Shorter words can be numbers.
std::string_view without_unit(std::string_view reply, std::string_view question) {
    constexpr std::size_t kLeastUnit = 3;
    const std::vector<std::string> words = bare_words(question);
    const auto asked = [&](std::string_view word) {
        if (word.size() < kLeastUnit || (word.front() >= '0' && word.front() <= '9')) return false;
        const std::string one = lower(word.ends_with('s') ? word.substr(0, word.size() - 1) : word);
        return std::ranges::any_of(words, [&](const std::string& w) { return w == one || w == one + 's'; });
    };
    if (const std::size_t last = reply.rfind(' '); last != reply.npos && asked(reply.substr(last + 1)))
        return trimmed(reply.substr(0, last));
    if (const std::size_t first = reply.find(' '); first != reply.npos && asked(reply.substr(0, first)))
        return trimmed(reply.substr(first));
    return reply;
}

// "1024B" and "8 KiB" as a number of bytes, if the question is about bytes. The last B of 0x2B is a digit.
std::string without_size(std::string_view reply, std::string_view question) {
    struct Size {
        std::string_view text;
        unsigned shift;
    };
    const std::vector<std::string> words = bare_words(question);
    const bool bytes = std::ranges::any_of(words, [](const std::string& w) { return w == "byte" || w == "bytes"; });
    const std::string folded = lower(reply);
    if (!bytes || folded.starts_with("0x")) return std::string(reply);
    for (const Size& size : {Size{"kib", 10}, Size{"kb", 10}, Size{"b", 0}}) {
        if (!folded.ends_with(size.text)) continue;
        const auto number = read_number(without_groups(trimmed(reply.substr(0, reply.size() - size.text.size()))));
        if (number && !number->negative && number->value < std::uint64_t{1} << 32)
            return say(number->value << size.shift);
    }
    return std::string(reply);
}

// Whether the reply names the text, beside words of the question that say nothing: "the field start", "rule L9". A
// field can also be named by its bits, and by its title with or without its id: "start address", "bits 13:0".
bool names_text(const std::string& expected, std::string_view reply, std::string_view question, const Field* field) {
    if (lower(reply) == lower(expected)) return true;
    const std::string title = field ? std::string(field->doc.substr(0, field->doc.find(". "))) : std::string();
    std::vector<std::string> names = {lower(expected)},
                             around = bare_words(say(question, " the bit bits field ", title));
    if (field) names.push_back(bit_range(*field));
    const std::vector<std::string> words = bare_words(reply);
    if (field && words == bare_words(title)) return true;
    bool named = false;
    for (const std::string& word : words) {
        const bool name = std::ranges::find(names, word) != names.end();
        const bool digit = word.find_first_of("0123456789") != word.npos;  // "64B" of the question is another answer
        if (!name && (digit || std::ranges::find(around, word) == around.end())) return false;
        named |= name;
    }
    return named;
}

std::optional<std::uint64_t> number_in(std::string_view text, std::string_view question) {
    const auto number = read_number(without_groups(without_unit(trimmed(text), question)));
    return number ? std::optional(in_width(*number, 64)) : std::nullopt;
}

// What the window shows for one value: "0x40 (1024 bytes)" has it stored and decoded, "13908 bytes (0x3654)" in two
// notations, "0x3654, 0x3655" has the bytes of an element. Nothing if the text is no such pair.
std::optional<bool> is_shown_as(std::uint64_t expected, std::string_view reply, std::string_view question) {
    constexpr unsigned kStoredShift = 4;  // a stored address or stride counts units of 16 bytes
    const std::string units = say(question, " bytes columns rows");
    const std::size_t open = reply.find('(');
    if (open != reply.npos && open > 0 && reply.ends_with(')')) {
        const auto a = number_in(reply.substr(0, open), units);
        const auto b = number_in(reply.substr(open + 1, reply.size() - open - 2), units);
        if (!a || !b) return std::nullopt;
        for (const unsigned scale : {0u, kStoredShift})
            if (*a << scale == *b || *b << scale == *a) return *a == expected || *b == expected;
        return false;
    }
    if (lower(reply).starts_with("0x") && reply.find(", ") != reply.npos) {
        std::uint64_t next = expected;
        for (std::size_t at = 0; at < reply.size(); ++next) {
            const std::size_t end = std::min(reply.find(", ", at), reply.size());
            const auto byte = number_in(reply.substr(at, end - at), {});
            if (!byte) return std::nullopt;
            if (*byte != next) return false;
            at = end + 2;
        }
        return true;
    }
    return std::nullopt;
}

}  // namespace

Answer<LessonReply> judged(const LessonValue& expected, std::string_view reply, std::string_view question,
                           const Field* field) {
    if (const auto* text = std::get_if<std::string>(&expected))
        return LessonReply{names_text(*text, trimmed(reply), question, field)};
    std::string spaced(trimmed(reply));
    std::ranges::replace(spaced, '=', ' ');  // "start = 0x2c0"
    const std::string sized = without_size(without_unit(trimmed(spaced), question), question);
    reply = sized;
    const auto* whole = std::get_if<std::int64_t>(&expected);
    if (whole)
        if (const auto shown = is_shown_as(static_cast<std::uint64_t>(*whole), reply, question))
            return LessonReply{*shown};
    const auto number = read_number(without_groups(reply));
    if (!number) return Refusal("'", excerpt(reply), "' is not a number; write one such as 1408 or 0x580");
    const std::uint64_t value = in_width(*number, 64);
    if (whole) return LessonReply{value == static_cast<std::uint64_t>(*whole)};
    return LessonReply{static_cast<double>(static_cast<std::int64_t>(value)) == std::get<double>(expected)};
}

}  // namespace tilescope
