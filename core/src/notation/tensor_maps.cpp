// core/src/notation/tensor_maps.cpp -- members of a TMA copy as text, and the tensor maps that a text prints.
// SPDX-License-Identifier: MIT
#include <tilescope/notation/tensor_maps.h>

#include "text_parts.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/tensor_map.h>

#include <span>
#include <utility>

namespace tilescope {

// ---- the members of a copy as text ----

namespace {

// Limits far above those of the driver, but small enough that later arithmetic does not overflow.
constexpr std::uint64_t kMostSize = 1ull << 40, kMostBox = 1024, kMostStep = 64, kMostOrigin = 1ull << 30;

// The limits of a list of numbers.
struct ListRule {
    std::string_view id;
    std::size_t least, most;
    std::uint64_t highest;
    bool is_signed = false;  // the numbers can be as low as -highest; they are in two's complement
};

std::string_view without_brackets(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t[]{}\"");
    if (begin == text.npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t[]{}\"") - begin + 1);
}

Answer<std::vector<std::uint64_t>> numbers_in(std::string_view text, const ListRule& rule) {
    std::vector<std::uint64_t> out;
    std::string_view rest = without_brackets(text);
    while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        const auto number = read_number(without_brackets(rest.substr(0, comma)));
        if (!number) return Refusal(rule.id, ": ", number.why);
        const std::uint64_t value = rule.is_signed ? in_width(*number, 64) : number->value;
        const bool negative = rule.is_signed && number->negative;
        if ((negative ? 0 - value : value) > rule.highest)
            return Refusal(
                negative ? say(rule.id, ": -", 0 - value, " is too small; it must be at least -", rule.highest, ".")
                         : say(rule.id, ": ", value, " is too large; it must be at most ", rule.highest, "."));
        out.push_back(value);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    if (out.size() >= rule.least && out.size() <= rule.most) return out;
    const std::string want = rule.least == rule.most ? say(rule.least) : say(rule.least, " to ", rule.most);
    return Refusal(rule.id, ": found ", out.size(), "; expected ", want,
                   want == "1" ? " number." : " numbers, separated by commas.");
}

void set_rank(TensorMap& map, unsigned rank) {
    const unsigned first = std::max(map.rank, 1u);
    map.rank = rank;
    for (unsigned d = first; d < rank; ++d) {
        map.strides[d - 1] = d == 1 ? map.dims[0] * map.type->bits / 8 : map.strides[d - 2] * map.dims[d - 1];
        map.box[d] = 1;
        map.steps[d] = 1;
    }
    // Clears the dimensions beyond the rank, so that two maps of the same text are equal.
    for (unsigned d = rank; d < kTmaMostRank; ++d) {
        map.dims[d] = map.box[d] = 0;
        map.steps[d] = 1;
        if (d > 0) map.strides[d - 1] = 0;
    }
}

template <class T>
Answer<void> store(std::string_view text, const ListRule& rule, std::span<T> to) {
    const auto numbers = numbers_in(text, rule);
    if (!numbers) return Refusal(numbers.why);
    for (std::size_t i = 0; i < numbers->size(); ++i) to[i] = static_cast<T>((*numbers)[i]);
    return {};
}

// Finds the row of a table with this name. The refusal lists all names.
template <class Row>
Answer<void> choose(std::string_view id, std::string_view text, std::span<const Row> rows, const Row*& chosen) {
    const auto found = std::ranges::find(rows, text, &Row::name);
    if (found == rows.end())
        return Refusal(id, ": found '", excerpt(text), "'; expected one of: ", list_of(rows, &Row::name), ".");
    chosen = &*found;
    return {};
}

template <class Value>
Answer<void> choose_named(std::string_view id, std::string_view text, std::span<const NamedValue> rows, Value& value) {
    const NamedValue* named = nullptr;
    auto chosen = choose<NamedValue>(id, text, rows, named);
    if (named != nullptr) value = static_cast<Value>(named->raw);
    return chosen;
}

Answer<void> store_dims(TensorMap& map, std::string_view text) {
    const auto numbers = numbers_in(text, {"dims", 1, kTmaMostRank, kMostSize});
    if (!numbers) return Refusal(numbers.why);
    std::ranges::copy(*numbers, map.dims.begin());
    set_rank(map, static_cast<unsigned>(numbers->size()));
    return {};
}

// The tile can begin outside of the tensor.
Answer<void> store_origin(TmaCopy& copy, std::string_view text) {
    const auto n = numbers_in(text, {"origin", 2, 2, kMostOrigin, true});
    if (!n) return Refusal(n.why);
    copy.first = {static_cast<int>((*n)[0]), static_cast<int>((*n)[1])};
    return {};
}

Answer<void> store_member(TmaCopy& copy, TmaMember member, std::string_view text) {
    TensorMap& map = copy.map;
    const std::size_t rank = map.rank;
    switch (member) {
    case TmaMember::type: return choose<TmaType>("type", text, kTmaTypes, map.type);
    case TmaMember::swizzle: return choose<TmaSwizzle>("swizzle", text, kTmaSwizzles, map.swizzle);
    case TmaMember::interleave: return choose_named("interleave", text, kTmaInterleaveNames, map.interleave);
    case TmaMember::oob_fill: return choose_named("oob_fill", text, kTmaFillNames, map.nan_fill);
    case TmaMember::l2_promotion: return choose_named("l2_promotion", text, kTmaL2Names, map.l2_promotion);
    case TmaMember::origin: return store_origin(copy, text);
    case TmaMember::dims: return store_dims(map, text);
    case TmaMember::strides: return store<std::uint64_t>(text, {"strides", rank - 1, rank - 1, kMostSize}, map.strides);
    case TmaMember::box: return store<std::uint32_t>(text, {"box", rank, rank, kMostBox}, map.box);
    case TmaMember::element_strides:
        return store<std::uint32_t>(text, {"element_strides", rank, rank, kMostStep}, map.steps);
    case TmaMember::address: return store(text, {"address", 1, 1, ~0ull}, std::span(&map.address, 1));
    case TmaMember::smem: return store(text, {"smem", 1, 1, 0xffffffff}, std::span(&copy.smem, 1));
    }
    return {};
}

}  // namespace

std::string text_of(const TmaCopy& copy, TmaMember member) {
    const TensorMap& map = copy.map;
    const std::size_t rank = std::min(map.rank, kTmaMostRank);
    switch (member) {
    case TmaMember::type: return std::string(map.type->name);
    case TmaMember::swizzle: return std::string(map.swizzle->name);
    case TmaMember::interleave: return std::string(kTmaInterleaveNames[static_cast<std::size_t>(map.interleave)].name);
    case TmaMember::dims: return list_of(std::span(map.dims).first(rank));
    case TmaMember::strides: return list_of(std::span(map.strides).first(rank == 0 ? 0 : rank - 1));
    case TmaMember::box: return list_of(std::span(map.box).first(rank));
    case TmaMember::element_strides: return list_of(std::span(map.steps).first(rank));
    case TmaMember::oob_fill: return std::string(name_in(kTmaFillNames, map.nan_fill));
    case TmaMember::l2_promotion: return std::string(name_in(kTmaL2Names, map.l2_promotion));
    case TmaMember::address: return hex(map.address);
    case TmaMember::smem: return hex(copy.smem);
    case TmaMember::origin: return say(copy.first.row, ", ", copy.first.column);
    }
    return {};
}

Answer<TmaCopy> with_text(const TmaCopy& copy, TmaMember member, std::string_view text) {
    TmaCopy out = copy;
    const auto stored = store_member(out, member, without_brackets(text));
    return stored ? Answer<TmaCopy>(out) : Refusal(stored.why);
}

std::string change_words(const std::optional<TmaCopy>& from, const std::optional<TmaCopy>& to) {
    if (!to) return "removed";
    if (!from) return "added";
    const auto change = [&](const TmaMemberRow& row) {
        const std::string was = text_of(*from, row.member), is = text_of(*to, row.member);
        return was == is ? "" : say(row.id, " ", was, " -> ", is);
    };
    const std::string out = list_of(kTmaMembers, change, "; ");
    return out.empty() ? "unchanged" : out;
}

// ---- maps in printed memory ----

namespace {

constexpr std::size_t kMostNumbers = 8192;  // 64 KiB of memory: kernel parameters have at most 32
constexpr std::size_t kLeastDigits = 146;   // of a map without the zeros at its end
constexpr std::size_t kAlignment = 16;      // of a map in printed memory; CUDA demands 64 of the address

using Bytes = std::vector<std::uint8_t>;

struct Digits {
    std::string_view text;
    bool prefixed;  // with 0x
};

// How numbers are bytes: in the order in which they are printed, or little endian with a width. Numbers without 0x have
// a base.
struct Order {
    unsigned width;  // 0: the digits are bytes in order
    int base;
};
constexpr Order kOrders[] = {{0, 16}, {8, 10}, {8, 16}, {4, 10}, {4, 16}, {2, 16}, {1, 10}, {1, 16}};

// A token of a text as a number. The suffixes of C are dropped.
std::optional<Digits> digits_in(std::string_view token) {
    const bool prefixed = token.starts_with("0x") || token.starts_with("0X");
    if (prefixed) token.remove_prefix(2);
    while (!token.empty() && std::string_view("uUlL").find(token.back()) != std::string_view::npos)
        token.remove_suffix(1);
    return notation::is_hex(token) ? std::optional(Digits{token, prefixed}) : std::nullopt;
}

std::optional<std::uint64_t> value_of(const Digits& digits, int base) {
    return notation::digits_value(digits.text, digits.prefixed ? 16 : base);
}

std::optional<Bytes> bytes_of(std::span<const Digits> numbers, Order order) {
    Bytes out;
    for (const Digits& n : numbers) {
        if (order.width == 0) {
            if (n.prefixed || n.text.size() % 2 != 0) return {};
            for (std::size_t i = 0; i < n.text.size(); i += 2)
                out.push_back(static_cast<std::uint8_t>(*value_of({n.text.substr(i, 2), false}, 16)));
            continue;
        }
        const auto value = value_of(n, order.base);
        if (!value || (order.width < 8 && *value >> 8 * order.width != 0)) return {};
        for (unsigned i = 0; i < order.width; ++i) out.push_back(static_cast<std::uint8_t>(*value >> 8 * i));
    }
    return out;
}

TensorMapWords words_at(const Bytes& bytes, std::size_t at) {
    TensorMapWords out{};
    for (std::size_t i = 0; i < kTensorMapBytes; ++i) out[i / 8] |= std::uint64_t{bytes[at + i]} << i % 8 * 8;
    return out;
}

constexpr const Field& kPattern = field(kTensorMapFormat, "pattern");

// A fast test that most bytes fail: a map has the size of a swizzle pattern, in its lowest two bytes, at this place.
bool has_pattern(const Bytes& bytes, std::size_t at) {
    const std::uint64_t two = bytes[at + kPattern.lsb / 8] | std::uint64_t{bytes[at + kPattern.lsb / 8 + 1]} << 8;
    const std::uint64_t pattern = two & bit_mask(kPattern.width);
    return std::ranges::find(kTmaSwizzles, pattern, &TmaSwizzle::pattern_bytes) != std::end(kTmaSwizzles);
}

// Numbers that follow each other.
class Memory {
public:
    Memory(std::vector<FoundTensorMap>& found, TensorMapBytes which) : found_(&found), which_(which) {}

    void add(Digits digits, TextSpan span) {
        if (numbers_.empty()) span_.begin = span.begin;
        span_.end = span.end;
        digits_ += digits.text.size();
        if (numbers_.size() <= kMostNumbers) numbers_.push_back(digits);
    }
    // "<repeats 5 times>" of gdb: the last number `count` times in all.
    void repeat(std::uint64_t count) {
        if (!numbers_.empty() && count <= kTensorMapBytes)
            for (; count > 1; --count) add(Digits(numbers_.back()), span_);
    }
    // "*" of hexdump: the last `count` numbers again until there are `bytes` bytes. Requires: they are bytes in order.
    void repeat_until(std::uint64_t bytes, std::size_t count) {
        if (count == 0 || count > numbers_.size() || bytes > 8 * kMostNumbers) return;
        while (digits_ / 2 < bytes && numbers_.size() <= kMostNumbers)
            add(Digits(numbers_[numbers_.size() - count]), span_);
    }
    std::size_t size() const { return numbers_.size(); }

    // Ends the memory: looks for maps in it.
    void end() {
        if (numbers_.size() <= kMostNumbers && (digits_ >= kLeastDigits || numbers_.size() * 8 >= kTensorMapBytes))
            find_maps();
        numbers_.clear();
        digits_ = 0;
    }

private:
    void find_maps() {
        std::optional<TensorMapWords> similar;  // all that the text has, but some unknown bits differ
        std::optional<TensorMapWords> asked;    // all that the text has, in the first order that fits
        for (const Order order : kOrders) {
            auto bytes = bytes_of(numbers_, order);
            if (!bytes) continue;
            if (numbers_.size() == 1 && bytes->size() < kTensorMapBytes) bytes->resize(kTensorMapBytes);
            const std::size_t before = found_->size();
            const bool alone = bytes->size() == kTensorMapBytes;
            if (alone && which_ == TensorMapBytes::any && !asked) asked = words_at(*bytes, 0);
            for (std::size_t at = 0; at + kTensorMapBytes <= bytes->size();) {
                if (!has_pattern(*bytes, at)) {
                    at += kAlignment;
                    continue;
                }
                const TensorMapWords words = words_at(*bytes, at);
                const bool can = can_be_tensor_map(words), is_map = can && bits_problems(words).empty();
                if (is_map) found_->push_back({span_, tensor_map_in(words), words});
                if (can && alone) similar = words;
                at += is_map ? kTensorMapBytes : kAlignment;
            }
            if (found_->size() != before) return;
        }
        if (!similar) similar = asked;
        if (similar) found_->push_back({span_, tensor_map_in(*similar), similar});
    }

    std::vector<FoundTensorMap>* found_;
    TensorMapBytes which_;
    std::vector<Digits> numbers_;
    std::size_t digits_ = 0;
    TextSpan span_;
};

// One line of printed memory: "0x7ff0 <map+16>:  0x00000000 ...", "00000010  08 00 ...  |..|", "00000010: 0800 ... ..".
struct MemoryLine {
    std::optional<std::uint64_t> address;
    std::size_t begin, end;  // of the numbers
};
// `goes_on`: the line before has an address.
MemoryLine memory_line(std::string_view text, std::size_t begin, std::size_t end, bool goes_on) {
    MemoryLine out{{}, begin, end};
    const auto line = [&] { return text.substr(out.begin, out.end - out.begin); };
    if (const std::size_t bar = line().find('|'); bar != line().npos) out.end = out.begin + bar;
    const std::size_t colon = line().rfind(": ") != line().npos ? line().rfind(": ") : line().rfind(":\t");
    if (colon != line().npos) {
        out.address = value_of({line().substr(0, colon), false}, 16);
        out.begin += colon + 1;
        const std::size_t numbers = line().find_first_not_of(" \t");
        const std::size_t gap = numbers == line().npos ? numbers : line().find("  ", numbers);
        if (gap != line().npos) out.end = out.begin + gap;  // xxd: then characters
        return out;
    }
    const std::string_view first = line().substr(0, line().find_first_of(" \t"));
    const std::string_view rest = trimmed(line().substr(first.size()));
    const std::string_view second = rest.substr(0, rest.find_first_of(" \t"));
    if (first.size() < 6 || !notation::is_hex(first) || first.size() == second.size() ||
        (!rest.empty() && !notation::is_hex(second)))
        return out;
    if (!rest.empty() || goes_on) {
        out.address = value_of({first, false}, 16);
        out.begin += first.size();
    }
    return out;
}

class MemoryReader {
public:
    MemoryReader(std::string_view text, TensorMapBytes which) : text_(text), memory_(found_, which) {}

    std::vector<FoundTensorMap> read() {
        for (const std::string_view line : notation::Lines(text_)) {
            const std::size_t begin = notation::offset_in(text_, line);
            read_line(begin, begin + line.size());
        }
        memory_.end();
        return std::move(found_);
    }

private:
    void read_line(std::size_t begin, std::size_t end) {
        if (trimmed(text_.substr(begin, end - begin)) == "*") {
            star_ = true;
            return;
        }
        MemoryLine line = memory_line(text_, begin, end, memory_.size() > 0 && origin_);
        // Memory ends at an empty line, and other numbers end where memory with addresses begins.
        const bool begins = line.begin != begin && !(memory_.size() > 0 && has_addresses_);
        if (begins || trimmed(text_.substr(begin, end - begin)).empty()) memory_.end();
        if (memory_.size() == 0) origin_ = line.address, has_addresses_ = line.begin != begin;
        if (std::exchange(star_, false) && line.address && origin_ && *line.address >= *origin_)
            memory_.repeat_until(*line.address - *origin_, in_line_);
        const std::size_t before = memory_.size();
        read_numbers(line.begin, line.end, begin);
        in_line_ = memory_.size() - std::min(before, memory_.size());
    }

    void read_numbers(std::size_t at, std::size_t end, std::size_t line) {
        constexpr std::string_view kBetween = " \t\r,;[]()}", kBreaks = "{=";
        bool repeats = false, first = true;
        while (at < end) {
            const char c = text_[at];
            if (kBreaks.find(c) != kBreaks.npos || c == '}') memory_.end();
            if (kBreaks.find(c) != kBreaks.npos || kBetween.find(c) != kBetween.npos) {
                ++at;
                continue;
            }
            std::size_t stop = at;
            while (stop < end && kBetween.find(text_[stop]) == kBetween.npos &&
                   kBreaks.find(text_[stop]) == kBreaks.npos)
                ++stop;
            const std::string_view token = text_.substr(at, stop - at);
            const auto digits = digits_in(token);
            if (repeats && digits)
                memory_.repeat(value_of(*digits, 10).value_or(0));
            else if (digits)
                memory_.add(*digits, {first ? line : at, stop});
            else if (token != "<repeats" && token != "times>" && token != "...")
                memory_.end();
            repeats = token == "<repeats";
            first = false;
            at = stop;
        }
    }

    std::string_view text_;
    std::vector<FoundTensorMap> found_;
    Memory memory_;
    std::optional<std::uint64_t> origin_;  // the address of the first number
    std::size_t in_line_ = 0;              // numbers of the last line
    bool star_ = false, has_addresses_ = false;
};

// ---- maps whose members a program printed ----

// The lines that CUTLASS prints. A member that tilescope has too is read as the text of that member.
struct PrintedLine {
    std::string_view key;
    TmaMember member;
    bool is_code = false;  // the number of an enumeration of cuda.h
};
constexpr std::string_view kDim = "dim";
constexpr PrintedLine kLines[] = {{"format", TmaMember::type, true},
                                  {"globalDim", TmaMember::dims},
                                  {"globalStrides", TmaMember::strides},
                                  {"gmem_address", TmaMember::address},
                                  {"boxDim", TmaMember::box},
                                  {"elementStrides", TmaMember::element_strides},
                                  {"interleave", TmaMember::interleave, true},
                                  {"swizzle", TmaMember::swizzle, true},
                                  {"l2Promotion", TmaMember::l2_promotion, true},
                                  {"oobFill", TmaMember::oob_fill, true}};

// Returns the text after a key at the beginning of a line, and adds the line to the span.
std::optional<std::string_view> value_after(std::string_view text, std::string_view key, TextSpan& span) {
    for (std::size_t at = text.find(key); at != text.npos; at = text.find(key, at + 1)) {
        const std::size_t begin = text.rfind('\n', at) + 1;  // npos + 1 is 0
        const std::size_t end = std::min(text.find('\n', at), text.size()), after = at + key.size();
        if (!trimmed(text.substr(begin, at - begin)).empty() || after >= end ||
            text.find_first_of(" \t:=", after) != after)
            continue;
        span = {std::min(span.begin, begin), std::max(span.end, end)};
        return trimmed(text.substr(after, end - after));
    }
    return {};
}

// The name of a number of cuda.h.
std::string_view name_of_code(TmaMember member, std::uint64_t code) {
    switch (member) {
    case TmaMember::type:
        for (const TmaType& t : kTmaTypes)
            if (t.code == code) return t.name;
        return {};
    case TmaMember::swizzle:
        for (const TmaSwizzle& s : kTmaSwizzles)
            if (s.code != kNoCode && static_cast<std::uint64_t>(s.code) == code) return s.name;
        return {};
    case TmaMember::interleave: return name_in(kTmaInterleaveNames, code);
    case TmaMember::oob_fill: return name_in(kTmaFillNames, code);
    default: return name_in(kTmaL2Names, code);
    }
}

// "(64,128,1,1,1)" without the numbers before `first` and from `end` on.
std::string part_of_list(std::string_view list, std::size_t first, std::size_t end) {
    std::string out;
    std::size_t i = 0;
    for (std::size_t at = list.find_first_of("0123456789"); at != list.npos; ++i) {
        const std::size_t stop = std::min(list.find_first_of(",) ", at), list.size());
        if (i >= first && i < end) out += say(out.empty() ? "" : ",", list.substr(at, stop - at));
        at = list.find_first_of("0123456789", stop);
    }
    return out;
}

// The map that CUTLASS prints when it fails to initialize a TMA descriptor. Nothing if the text has none, or if a
// number is not a value of cuda.h.
std::optional<FoundTensorMap> printed_tensor_map(std::string_view text) {
    if (text.find("globalDim") == text.npos) return {};
    FoundTensorMap out{.span = {text.size(), 0}, .map = {}, .words = {}};
    const auto dim = value_after(text, kDim, out.span);
    const auto rank = dim ? parse_number(*dim) : Refusal("no dim");
    if (!rank || *rank < 1 || *rank > kTmaMostRank) return {};
    TmaCopy copy;
    for (const PrintedLine& line : kLines) {
        const auto value = value_after(text, line.key, out.span);
        if (!value) return {};
        std::string member(*value);
        const bool is_list = value->starts_with('(');
        // CUTLASS prints the size of an element before the strides.
        if (is_list) member = part_of_list(*value, line.member == TmaMember::strides ? 1 : 0, *rank);
        if (line.is_code) {
            const auto code = parse_number(*value);
            member = code ? name_of_code(line.member, *code) : std::string_view();
        }
        const auto next = with_text(copy, line.member, member);
        if (!next) return {};
        copy = *next;
    }
    out.map = copy.map;
    return out;
}

}  // namespace

std::vector<FoundTensorMap> tensor_maps_in(std::string_view text, TensorMapBytes which) {
    std::vector<FoundTensorMap> out = MemoryReader(text, which).read();
    if (auto printed = printed_tensor_map(text)) out.push_back(*printed);
    return out;
}

std::vector<Problem> problems_of(const FoundTensorMap& found, std::string_view arch) {
    std::vector<Problem> out = found.words ? bits_problems(*found.words) : std::vector<Problem>();
    for (Problem& p : check(found.map, arch)) out.push_back(std::move(p));
    for (const auto& note : {null_address(found.map), rounding_note(found.map)})
        if (note) out.push_back(*note);
    std::ranges::stable_sort(out, {}, &Problem::severity);
    return out;
}

std::string brief_text(const TensorMap& map) {
    const TmaCopy copy{.map = map};
    const auto member = [&](TmaMember m) { return text_of(copy, m); };
    std::string out = say(member(TmaMember::type), " [", member(TmaMember::dims), "], address ",
                          member(TmaMember::address), ", strides [", member(TmaMember::strides), "], box [",
                          member(TmaMember::box), "], swizzle ", member(TmaMember::swizzle));
    const TmaCopy plain{.map = {.rank = map.rank}};
    for (const TmaMember m :
         {TmaMember::element_strides, TmaMember::interleave, TmaMember::oob_fill, TmaMember::l2_promotion})
        if (member(m) != text_of(plain, m)) out += say(", ", row_of(m).id, " ", member(m));
    return out;
}

}  // namespace tilescope
