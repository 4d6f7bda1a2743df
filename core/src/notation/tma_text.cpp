// core/src/notation/tma_text.cpp -- reads and prints the members of a TMA copy as text.
// SPDX-License-Identifier: MIT
#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/notation/tma_text.h>

#include <span>
#include <vector>

namespace tilescope {
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
    using Numbers = Answer<std::vector<std::uint64_t>>;
    std::vector<std::uint64_t> out;
    std::string_view rest = without_brackets(text);
    while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        const auto number = read_number(without_brackets(rest.substr(0, comma)));
        if (!number) return Numbers::refuse(say(rule.id, ": ", number.why));
        const std::uint64_t value = rule.is_signed ? in_width(*number, 64) : number->value;
        const bool negative = rule.is_signed && number->negative;
        if ((negative ? 0 - value : value) > rule.highest)
            return Numbers::refuse(
                negative ? say(rule.id, ": -", 0 - value, " is too small; it must be at least -", rule.highest, ".")
                         : say(rule.id, ": ", value, " is too large; it must be at most ", rule.highest, "."));
        out.push_back(value);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    if (out.size() >= rule.least && out.size() <= rule.most) return out;
    const std::string want = rule.least == rule.most ? say(rule.least) : say(rule.least, " to ", rule.most);
    return Numbers::refuse(say(rule.id, ": found ", out.size(), "; expected ", want,
                               want == "1" ? " number." : " numbers, separated by commas."));
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
    if (!numbers) return Answer<void>::refuse(numbers.why);
    for (std::size_t i = 0; i < numbers->size(); ++i) to[i] = static_cast<T>((*numbers)[i]);
    return {};
}

// Finds the row of a table with this name. The refusal lists all names.
template <class Row>
Answer<void> choose(std::string_view id, std::string_view text, std::span<const Row> rows, const Row*& chosen) {
    const auto found = std::ranges::find(rows, text, &Row::name);
    if (found == rows.end())
        return Answer<void>::refuse(
            say(id, ": found '", excerpt(text), "'; expected one of: ", list_of(rows, &Row::name), "."));
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
    std::array<std::uint64_t, kTmaMostRank> dims{};
    const auto numbers = numbers_in(text, {"dims", 1, kTmaMostRank, kMostSize});
    if (!numbers) return Answer<void>::refuse(numbers.why);
    for (std::size_t i = 0; i < numbers->size(); ++i) dims[i] = (*numbers)[i];
    map.dims = dims;
    set_rank(map, static_cast<unsigned>(numbers->size()));
    return {};
}

Answer<void> store_places(TmaCopy& copy, TmaMember member, std::string_view text) {
    std::array<std::uint64_t, 1> n{};
    const std::uint64_t highest = member == TmaMember::smem ? 0xffffffff : ~0ull;
    const auto read = store<std::uint64_t>(text, {row_of(member).id, 1, 1, highest}, n);
    if (!read) return read;
    if (member == TmaMember::smem) copy.smem = static_cast<std::uint32_t>(n[0]);
    if (member == TmaMember::address) copy.map.address = n[0];
    return {};
}

// The tile can begin outside of the tensor.
Answer<void> store_origin(TmaCopy& copy, std::string_view text) {
    const auto n = numbers_in(text, {"origin", 2, 2, kMostOrigin, true});
    if (!n) return Answer<void>::refuse(n.why);
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
    default: return store_places(copy, member, text);
    }
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
    return stored ? Answer<TmaCopy>(out) : Answer<TmaCopy>::refuse(stored.why);
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

}  // namespace tilescope
