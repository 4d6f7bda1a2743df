// core/src/notation/cute_text.cpp -- reads and prints CuTe layouts: text, types of CuTe DSL, names of atoms.
// SPDX-License-Identifier: MIT
#include <tilescope/notation/cute.h>

#include "text_parts.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/operand.h>
#include <tilescope/hw/swizzle_modes.h>
#include <tilescope/hw/types.h>
#include <tilescope/notation/type_names.h>

namespace tilescope {
namespace {

using namespace notation;

// ---- layouts that CUTLASS and CuTe DSL name or wrap ----

struct PlainCute {
    std::string text;        // in the notation of print() in CuTe
    unsigned unit_bits = 0;  // of the element type in the original text; 0: none
};
using Plain = std::optional<Answer<PlainCute>>;  // a refusal: the text is such a layout, but it cannot be read

// Names that do not tell the type, only the bits of its container in shared memory. In lower case.
constexpr std::string_view kNamesOf4Bits = "type_erased_dynamic_float4_t";
constexpr std::string_view kNamesOf8Bits =
    "i8 type_erased_dynamic_float8_t type_erased_dynamic_float4_unpacksmem_t type_erased_dynamic_float6_unpacksmem_t";

struct AtomName {
    std::string_view name;  // as in CuTe DSL; CUTLASS writes Layout_ before it and _Atom after it
    SwizzleMode mode;
    Major major;
};
constexpr AtomName kAtomNames[] = {
    {"K_INTER", SwizzleMode::none, Major::k},         {"MN_INTER", SwizzleMode::none, Major::mn},
    {"K_SW32", SwizzleMode::b32, Major::k},           {"MN_SW32", SwizzleMode::b32, Major::mn},
    {"K_SW64", SwizzleMode::b64, Major::k},           {"MN_SW64", SwizzleMode::b64, Major::mn},
    {"K_SW128", SwizzleMode::b128, Major::k},         {"MN_SW128", SwizzleMode::b128, Major::mn},
    {"MN_SW128_32B", SwizzleMode::b128_32, Major::mn}};

// Returns the bits of an element type of CUTLASS, CuTe DSL or PTX in shared memory, or 0 if the name is unknown. The
// name can have a namespace: "cutlass::half_t".
unsigned cute_element_bits(std::string_view name) {
    const std::string last = lower(last_name(name));
    if (has_word(kNamesOf4Bits, last)) return 4;
    if (has_word(kNamesOf8Bits, last)) return 8;
    if (const ElementType* type = find_type(last)) return type->container_bits;
    const TypeNames* named = type_named(last);
    if (named == nullptr) return 0;
    const ElementType* type = find_type(named->id);
    if (type == nullptr) return bits_of_d(named->id);
    // The name of a type of 4 or 6 bits does not say that its elements are in bytes, except of these types.
    const bool padded = type->bits != type->container_bits;
    return padded && !last.ends_with("_unpacksmem_t") ? 0 : type->container_bits;
}

std::string swizzle_text(std::string_view name, const Swizzle& s) {
    return say(name, "<", s.bits, ",", s.base, ",", s.shift, "> o ");
}

// The contiguous side of an atom is one swizzled row; the other side is 8 rows, or 4 for the 32-byte atom.
std::string atom_text(const AtomName& atom, unsigned bits) {
    const SwizzleRow& row = row_of(atom.mode);
    const unsigned chunks = row.width_bytes / 16, others = atom.major == Major::k ? 8 : row.k_rows;
    const std::string wide = bits == 0 ? say(chunks == 1 ? std::string() : say(chunks), "T") : say(chunks * 128 / bits);
    const std::string unit = bits == 0 ? std::string() : say("[", bits, "b]");
    const std::string layout = atom.major == Major::k ? say("(", others, ",", wide, "):(", wide, ",1)")
                                                      : say("(", wide, ",", others, "):(1,", wide, ")");
    return say(swizzle_text("Sw", row.swizzle), "smem_ptr", unit, " o ", layout);
}

// "UMMA::Layout_K_SW128_Atom<half_t>", "Layout_MN_SW32_Atom_Bits", "SmemLayoutAtomKind.K_SW64".
Plain plain_atom(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && (is_word_char(text[end]) || text[end] == ':' || text[end] == '.')) ++end;
    std::string_view name = last_name(text.substr(0, end)), rest = trimmed(text.substr(end));
    const bool bits = name.ends_with("_Atom_Bits");
    const std::string_view tail = bits ? "_Atom_Bits" : "_Atom";
    const bool cutlass = name.starts_with("Layout_") && name.ends_with(tail);
    const std::string_view short_name = cutlass ? name.substr(7, name.size() - 7 - tail.size()) : name;
    const auto* atom = std::ranges::find(kAtomNames, short_name, &AtomName::name);
    if (atom == std::end(kAtomNames) && cutlass)
        return Refusal("'", excerpt(name), "' is an unknown swizzle atom; the names are ",
                       list_of(kAtomNames, &AtomName::name));
    if (atom == std::end(kAtomNames)) return std::nullopt;
    unsigned unit = bits ? 1 : 0;
    if (rest.starts_with('<')) {
        const std::size_t close = rest.find('>');
        if (close == rest.npos || bits) return std::nullopt;
        unit = cute_element_bits(trimmed(rest.substr(1, close - 1)));
        rest = trimmed(rest.substr(close + 1));
    }
    if (rest.starts_with("{}")) rest = trimmed(rest.substr(2));
    if (!rest.empty()) return std::nullopt;
    return PlainCute{atom_text(*atom, unit), unit};
}

std::string_view unquoted(std::string_view text) {
    return text.size() >= 2 && text.front() == '"' && text.back() == '"' ? text.substr(1, text.size() - 2) : text;
}

struct SpaceName {
    std::string_view name, pointer;
};
constexpr SpaceName kSpaceNames[] = {{"smem", "smem_ptr"}, {"gmem", "gmem_ptr"}, {"tmem", "tmem_"}};

// A pointer of CuTe DSL as text: its element type, its memory, and then its alignment and its swizzle, if any.
// `layout` is the layout behind it.
Answer<PlainCute> plain_pointer(const std::vector<std::string_view>& parts, std::string_view address,
                                std::string_view layout) {
    const unsigned bits = cute_element_bits(parts[0]);
    if (bits == 0) return Refusal("the element type '", excerpt(parts[0]), "' is unknown; write a CuTe layout");
    const auto* space =
        parts.size() < 2 ? std::end(kSpaceNames) : std::ranges::find(kSpaceNames, parts[1], &SpaceName::name);
    if (space == std::end(kSpaceNames)) return Refusal("the layout is not in smem, gmem or tmem, so it has no address");
    std::string swizzle;
    for (std::size_t i = 2; i < parts.size(); ++i) {
        if (parts[i].starts_with("align<")) continue;
        if (!parts[i].starts_with("S<"))
            return Refusal("'", excerpt(parts[i]), "' is unknown; expected align<N> or S<bits,base,shift>");
        swizzle = say("Sw", parts[i].substr(1), " o ");
    }
    // The layout of a pointer counts elements, and so does a swizzle in this layout.
    if (layout.starts_with("S<")) {
        if (!swizzle.empty() || !address.empty() || space != kSpaceNames)
            return Refusal(
                "the layout has a swizzle of its own; only a layout in smem without a second swizzle is read");
        return PlainCute{say("Sw", layout.substr(1)), bits};
    }
    const std::string at = address.empty() ? std::string() : say("(", address, ")");
    return PlainCute{say(swizzle, space->pointer, "[", bits, "b]", at, " o ", layout), bits};
}

// Returns the text in the bracket with which `rest` begins, and moves `rest` behind it.
std::optional<std::string_view> take_bracket(std::string_view& rest, char open) {
    if (!rest.starts_with(open)) return std::nullopt;
    const auto inside = inside_bracket(rest, &rest);
    rest = trimmed(rest);
    return inside;
}

bool drop_word(std::string_view& rest, std::string_view word) {
    if (!rest.starts_with(word)) return false;
    rest = trimmed(rest.substr(word.size()));
    return true;
}

// "!cute.memref<f16, smem, align<1024>, S<3,4,3>, \"(8,64):(64,1)\">", "!cute.layout<\"(8,64):(64,1)\">".
Plain plain_type(std::string_view text) {
    drop_word(text, "!");
    if (!drop_word(text, "cute.")) return std::nullopt;
    const bool memref = drop_word(text, "memref");
    if (!memref && !drop_word(text, "composed_layout") && !drop_word(text, "layout")) return std::nullopt;
    const auto inside = take_bracket(text, '<');
    if (!inside || !text.empty()) return std::nullopt;
    std::vector<std::string_view> parts = split_outside(*inside, ",");
    const std::string_view layout = unquoted(parts.back());
    if (!memref) return PlainCute{std::string(layout)};
    if (parts.size() < 3) return std::nullopt;
    parts.pop_back();
    return plain_pointer(parts, {}, layout);
}

// "tensor<ptr<f16, smem, align<1024>, S<3,4,3>> o (8,64):(64,1)>", "raw_ptr(0x400: f16, smem, align<1024>) o (8,64)".
Plain plain_tensor(std::string_view text) {
    if (drop_word(text, "tensor")) {
        const auto inside = take_bracket(text, '<');
        if (!inside || !text.empty()) return std::nullopt;
        text = trimmed(*inside);
    }
    std::string_view address;
    std::optional<std::string_view> inside;
    if (drop_word(text, "raw_ptr")) {
        inside = take_bracket(text, '(');
        const std::size_t colon = inside ? inside->find(':') : std::string_view::npos;
        if (colon == std::string_view::npos) return std::nullopt;
        address = trimmed(inside->substr(0, colon));
        inside = inside->substr(colon + 1);
    } else if (text.starts_with("ptr<")) {
        drop_word(text, "ptr");
        inside = take_bracket(text, '<');
    }
    if (!inside || !text.starts_with("o ")) return std::nullopt;
    return plain_pointer(split_outside(*inside, ","), address, trimmed(text.substr(2)));
}

// Returns the plain text of a named atom or of a layout inside a type. Returns nothing for all other texts.
//   plain_cute("UMMA::Layout_K_SW64_Atom<half_t>")   "Sw<2,4,3> o smem_ptr[16b] o (8,32):(32,1)"
//   plain_cute("K_SW64")                             "Sw<2,4,3> o smem_ptr o (8,4T):(4T,1)"
//   plain_cute("!cute.memref<f16, smem, align<1024>, S<3,4,3>, \"(8,64):(64,1)\">")
//                                                    "Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)"
Plain plain_cute(std::string_view text) {
    while (text.ends_with('\n') || text.ends_with(';')) text.remove_suffix(1);
    while (text.starts_with('\n')) text.remove_prefix(1);
    text = trimmed(text);
    if (auto out = plain_atom(text)) return out;
    if (auto out = plain_type(text)) return out;
    return plain_tensor(text);
}

// ---- the notation of CuTe ----

constexpr std::size_t kLongestText = 1 << 16;
constexpr unsigned kDeepest = 32;
constexpr std::int64_t kLargest = std::int64_t{1} << 48;
constexpr std::string_view kRing = "\xe2\x88\x98";  // the composition sign of mathematical texts

struct SpaceWord {
    std::string_view text;
    CuteSpace space;
};
// Longer words first. CuTe prints a swizzled pointer as Sw<3,4,3>_smem_ptr or smem_Sw<3,4,3>_ptr.
// clang-format off
constexpr std::array kSpaceWords = {
    SpaceWord{"UMMA::DescriptorIterator", CuteSpace::descriptor}, SpaceWord{"GMMA::DescriptorIterator", CuteSpace::descriptor},
    SpaceWord{"DescriptorIterator", CuteSpace::descriptor},
    SpaceWord{"smem_ptr", CuteSpace::smem}, SpaceWord{"smem_subptr", CuteSpace::smem},
    SpaceWord{"gmem_ptr", CuteSpace::gmem}, SpaceWord{"gmem_subptr", CuteSpace::gmem}, SpaceWord{"ptr", CuteSpace::gmem},
    SpaceWord{"tmem_ptr", CuteSpace::tmem}, SpaceWord{"tmem_", CuteSpace::tmem}};
// clang-format on

// Reads from left to right and stops at the first error.
class LayoutReader {
public:
    explicit LayoutReader(std::string_view text) : text_(text) {}

    Answer<CuteText> read() {
        if (text_.size() > kLongestText)
            return Refusal("the text has ", text_.size(), " bytes; a layout can have at most ", kLongestText);
        head();
        sides();
        no_swizzle_there();
        no_head_as_name();
        blanks();
        if (why_.empty() && at_ < text_.size()) expected("the end of the layout");
        if (!why_.empty()) return Refusal(why_);
        return out_;
    }

private:
    void blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
    }
    char peek() {
        blanks();
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(std::string_view word) {
        blanks();
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }
    // Returns the character at the current position: one byte, or one complete UTF-8 character.
    std::string here() {
        if (peek() == '\0' && at_ >= text_.size()) return "the end of the text";
        constexpr std::size_t kLongest = 4;
        const auto goes_on = [&](std::size_t i) { return (static_cast<unsigned char>(text_[i]) & 0xc0) == 0x80; };
        std::size_t size = 1;
        while (size < kLongest && at_ + size < text_.size() && goes_on(at_ + size)) ++size;
        return say("'", printable(text_.substr(at_, size)), "'");
    }
    // Keeps the first reason.
    void fail(std::string why) {
        if (why_.empty()) why_ = std::move(why);
    }
    void expected(std::string_view what) {
        const std::string have = here();  // moves behind blanks
        fail(say("column ", at_ + 1, ": found ", have, "; expected ", what));
    }
    void need(std::string_view word, std::string_view what) {
        if (why_.empty() && !take(word)) expected(what);
    }

    // "o" is the composition sign, except if it is the first letter of a name.
    bool ring() {
        blanks();
        if (take(kRing)) return true;
        const bool alone = peek() == 'o' && (at_ + 1 >= text_.size() || !is_word_char(text_[at_ + 1]));
        at_ += alone;
        return alone;
    }

    // Reads everything before the shape.
    void head() {
        const bool first_swizzle = swizzle();
        if (first_swizzle && take("_")) {
            if (!pointer()) return expected("smem_ptr");
        } else if (first_swizzle) {
            if (!ring()) return expected("'o' and a pointer, an offset or the layout");
            if (!pointer()) {
                // CuTe DSL keeps the swizzle of a pointer in the layout; it is an XOR of byte addresses.
                if (dsl_bytes_) out_.space = CuteSpace::smem;
                return plain_offset();
            }
        } else if (!pointer()) {
            return;
        }
        if (why_.empty() && !ring()) expected("'o' and the layout");
    }

    bool swizzle() {
        blanks();
        const bool dsl = text_.substr(at_).starts_with("S<") && take("S");
        if (!dsl && !take("Swizzle") && !take("Sw")) return false;
        Swizzle s{};
        need("<", "'<' and three numbers");
        unsigned* const parts[] = {&s.bits, &s.base, &s.shift};
        for (unsigned* part : parts) {
            if (part != parts[0]) need(",", "','");
            *part = static_cast<unsigned>(plain_number());
        }
        need(">", "'>'");
        if (s.bits + s.base + s.shift > 31 || (s.bits != 0 && s.shift < s.bits))
            fail(say("column ", at_, ": Sw<", s.bits, ",", s.base, ",", s.shift,
                     "> would XOR bits with themselves or exceed 32 bits; it needs shift >= bits and bits + base + "
                     "shift <= 31"));
        out_.swizzle = s;
        dsl_bytes_ = dsl && std::ranges::any_of(kSwizzleModes, [&](const auto& row) { return row.swizzle == s; });
        return true;
    }

    bool pointer() {
        const std::size_t begin = at_;
        if (take("smem_Sw") || take("smem_Swizzle")) {
            at_ = begin + 5;
            swizzle();
            need("_ptr", "'_ptr'");
            out_.space = CuteSpace::smem;
            return pointer_rest(), true;
        }
        for (const SpaceWord& word : kSpaceWords) {
            if (!take(word.text)) continue;
            out_.space = word.space;
            if (word.space == CuteSpace::descriptor) out_.unit_bits = 128;
            return pointer_rest(), true;
        }
        return false;
    }

    // Reads the optional "[16b]" and the optional "(0x400)" or "(unset)".
    void pointer_rest() {
        if (take("[")) {
            out_.unit_bits = static_cast<unsigned>(plain_number());
            if (out_.unit_bits == 0 || out_.unit_bits > 128) fail(say("column ", at_, ": expected [1b] to [128b]"));
            need("b", "'b' after the number of bits");
            need("]", "']'");
        }
        if (at_ >= text_.size() || text_[at_] != '(')
            return;  // after a blank, '(' starts the layout and the 'o' is missing
        ++at_;
        if (peek() == ')' || take("unset")) return need(")", "')'");
        if (take("0x") || take("0X")) {
            out_.address = hexadecimal();
            if (out_.space == CuteSpace::tmem && take(".")) out_.address = *out_.address << 16 | hexadecimal();
        } else if (is_digit(peek())) {
            out_.address = static_cast<std::uint64_t>(plain_number());
        } else {
            while (at_ < text_.size() && is_word_char(text_[at_])) ++at_;  // a name instead of an address: SMEM_ADDR_A
        }
        need(")", "an address or 'unset', and ')'");
    }

    // Reads hexadecimal digits. A Tensor Memory address has two such numbers, lane.column: 0x0010.0020.
    std::uint64_t hexadecimal() {
        constexpr std::size_t kMostDigits = 16;
        std::uint64_t value = 0;
        const std::size_t begin = at_;
        for (; at_ < text_.size() && hex_digit(text_[at_]) != kNoDigit; ++at_)
            value = value << 4 | hex_digit(text_[at_]);
        if (at_ == begin) expected("hexadecimal digits");
        if (at_ - begin > kMostDigits)
            fail(say("column ", begin + 1, ": the address has more than ", kMostDigits, " digits"));
        return value;
    }

    void plain_offset() {
        take("_");
        if (!is_digit(peek())) return;  // Sw<...> o layout
        const std::size_t begin = at_;
        out_.offset = plain_number();
        if (!ring()) at_ = begin, out_.offset = 0;  // the number was the layout: Sw<...> o 8:1
    }

    std::int64_t plain_number() {
        if (!why_.empty()) return 0;
        if (!is_digit(peek())) return expected("a number"), 0;
        std::int64_t value = 0;
        for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
            value = value * 10 + (text_[at_] - '0');
            if (value > kLargest) return fail(say("column ", at_ + 1, ": the number is larger than 2^48")), 0;
        }
        return value;
    }

    void sides() {
        if (!why_.empty()) return;
        out_.shape = tuple(0);
        if (!why_.empty()) return;
        if (peek() == ':') {
            ++at_;
            blanks();
            const std::size_t begin = at_;
            out_.stride = tuple(0);
            if (why_.empty()) match(out_.shape, out_.stride, begin);
        } else {
            std::int64_t next = 1;
            out_.stride = compact(out_.shape, next);
        }
        bits_suffix();
    }

    CuteTuple tuple(unsigned depth) {
        CuteTuple out;
        if (!why_.empty()) return out;
        if (peek() != '(') return leaf();
        if (depth >= kDeepest)
            return fail(say("column ", at_ + 1, ": parentheses are nested deeper than ", kDeepest)), out;
        ++at_;
        out.leaf = false;
        do out.items.push_back(tuple(depth + 1));
        while (why_.empty() && take(","));
        need(")", "',' or ')'");
        return out;
    }

    CuteTuple leaf() {
        CuteTuple out;
        out.constant = take("_");
        const bool negative = take("-");
        const bool digits = is_digit(peek());
        out.number = digits ? plain_number() : 1;
        while (at_ < text_.size() && (is_letter(text_[at_]) || (!out.name.empty() && is_word_char(text_[at_]))))
            out.name += text_[at_++];
        if (!digits && out.name.empty()) expected("a number, a name or '('");
        if (negative) out.number = -out.number;
        return out;
    }

    // Checks that shape and stride have the same structure.
    void match(const CuteTuple& shape, const CuteTuple& stride, std::size_t begin) {
        if (!why_.empty()) return;
        if (shape.leaf && shape.number < 1) {
            why_ = say("a mode of the shape is ", shape.number, excerpt(shape.name), "; it must be 1 or more");
        } else if (shape.leaf != stride.leaf || shape.items.size() != stride.items.size()) {
            const auto words = [](const CuteTuple& t) {
                return t.leaf ? std::string("one number") : say("a list of size ", t.items.size());
            };
            why_ = say("column ", begin + 1, ": the stride is ", words(stride), ", but the shape is ", words(shape),
                       "; both must have the same structure");
        }
        for (std::size_t i = 0; why_.empty() && i < shape.items.size(); ++i)
            match(shape.items[i], stride.items[i], begin);
    }

    CuteTuple compact(const CuteTuple& shape, std::int64_t& next) {
        CuteTuple out;
        out.leaf = shape.leaf;
        for (const CuteTuple& item : shape.items) out.items.push_back(compact(item, next));
        if (!shape.leaf || !why_.empty()) return out;
        if (!shape.name.empty())
            why_ = say("a shape with the name '", excerpt(shape.name), "' needs a stride; write ", excerpt(shape.name),
                       ":stride");
        else if (shape.number < 1)
            why_ = say("a mode of the shape is ", shape.number, "; it must be 1 or more");
        else if (next > kLargest / shape.number)
            why_ = "the layout is larger than 2^48";
        out.number = shape.constant && shape.number == 1 ? 0 : next;
        if (why_.empty()) next *= shape.number;
        return out;
    }

    // The swizzle is an XOR of byte addresses. Tensor Memory and descriptors have no swizzle.
    void no_swizzle_there() {
        const bool has_bytes = out_.space != CuteSpace::tmem && out_.space != CuteSpace::descriptor;
        if (out_.swizzle && !has_bytes)
            fail("Tensor Memory and descriptors have no swizzle; write a swizzle only before smem_ptr");
    }

    // After printing, such a name would be read as a swizzle or a pointer.
    void no_head_as_name() {
        const std::string& name = out_.shape.name;
        const bool headless = out_.space == CuteSpace::none && !out_.swizzle;
        const bool head = starts_with_any(name, {"Sw", "smem_Sw"}) ||
                          std::ranges::any_of(kSpaceWords, [&](const auto& w) { return name.starts_with(w.text); });
        if (headless && out_.shape.leaf && head)
            fail(say("the shape has the name '", excerpt(name),
                     "', which starts like a swizzle or a pointer; use another name"));
    }

    // "1024b" is a number of bits. Then all strides are in bits.
    void bits_suffix() {
        const bool in_shape = drop_b(out_.shape), in_stride = drop_b(out_.stride);
        if (!(in_shape || in_stride) || !why_.empty()) return;
        if (out_.unit_bits > 1)
            fail(say("the layout has numbers in bits (b), but its pointer has elements of ", out_.unit_bits,
                     " bits; use only one unit"));
        out_.unit_bits = 1;
    }
    static bool drop_b(CuteTuple& tuple) {
        bool found = tuple.name == "b";
        if (found) tuple.name.clear();
        for (CuteTuple& item : tuple.items) found |= drop_b(item);
        return found;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string why_;
    bool dsl_bytes_ = false;  // "S<3,4,3>": the swizzle of a mode, in the spelling of CuTe DSL
    CuteText out_;
};

void print(const CuteTuple& t, bool constants, std::string& out) {
    if (t.leaf) {
        if (constants && t.name.empty()) out += '_';
        if (t.name.empty() || t.number != 1) out += say(t.number);
        out += t.name;
        return;
    }
    for (std::size_t i = 0; i < t.items.size(); ++i) {
        out += i == 0 ? '(' : ',';
        print(t.items[i], constants, out);
    }
    out += ')';
}

std::string pointer_text(const CuteText& text) {
    constexpr std::string_view kNames[] = {"", "smem_ptr", "gmem_ptr", "tmem_", "UMMA::DescriptorIterator"};
    std::string out(kNames[static_cast<std::size_t>(text.space)]);
    if (text.space == CuteSpace::descriptor) return out;
    if (text.unit_bits != 0) out += say("[", text.unit_bits, "b]");
    if (text.address && text.space == CuteSpace::tmem)  // lane and column: 0x0010.0020
        return say(out, "(", hex(*text.address >> 16, 4), ".", hex(*text.address & 0xffff, 4).substr(2), ")");
    if (text.address) return say(out, "(", hex(*text.address), ")");
    return text.unit_bits != 0 && text.space == CuteSpace::smem ? out + "(unset)" : out;
}

// Whether the swizzle acts on addresses, and the text has an offset instead of an address, as in CuTe DSL.
bool has_dsl_offset(const CuteText& text) {
    return text.swizzle && text.space == CuteSpace::smem && text.offset != 0 && !text.address;
}

}  // namespace

Answer<CuteText> parse_cute(std::string_view text) {
    const Plain found = plain_cute(text);
    if (!found) return LayoutReader(text).read();
    const Answer<PlainCute>& plain = *found;
    if (!plain) return Refusal(plain.why);
    auto out = LayoutReader(plain->text).read();
    if (!out) return Refusal("in '", excerpt(plain->text, 80), "', ", out.why);
    if (out->unit_bits == 0) out->unit_bits = plain->unit_bits;
    return out;
}

std::string to_text(const CuteText& text, bool constants) {
    const std::int64_t offset_bits = text.offset * text.unit_bits;
    const bool dsl = has_dsl_offset(text);
    if (dsl && offset_bits != 0 && offset_bits % 8 == 0) {
        CuteText placed = text;
        placed.address = static_cast<std::uint64_t>(offset_bits / 8);
        placed.offset = 0;
        return to_text(placed, constants);
    }
    std::string out;
    if (text.swizzle) out = swizzle_text(dsl ? "S" : "Sw", *text.swizzle);
    if (text.space != CuteSpace::none && !dsl)
        out += pointer_text(text) + " o ";
    else if (text.swizzle)
        out += say(constants ? "_" : "", text.offset, " o ");
    print(text.shape, constants, out);
    out += ':';
    print(text.stride, constants, out);
    return out;
}

}  // namespace tilescope
