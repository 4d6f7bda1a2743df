// core/src/program/source_types.cpp -- types, enumerations, classes, bit-fields and constants of source code.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <tilescope/formats/formats.h>

namespace tilescope::program::source {
namespace {

// A field can be declared shorter than it is: CUTLASS gives the version 2 of its 3 bits.
const Field* field_at(const Format& format, const DeclaredField& declared) {
    const auto found = std::ranges::find(format.fields, declared.at, &Field::lsb);
    return found != format.fields.end() && declared.width <= found->width ? &*found : nullptr;
}

// A bit-field at reserved bits has no meaning: one struct can serve several kinds.
std::vector<FieldMeaning> meanings_in(const Format& format, const std::vector<DeclaredField>& fields) {
    std::vector<FieldMeaning> out;
    const DeclaredField& last = fields.back();
    if (last.at + last.width != format.bits) return out;
    for (const DeclaredField& declared : fields) {
        const Field* f = declared.name.empty() ? nullptr : field_at(format, declared);
        if (!declared.name.empty() && f == nullptr) return {};
        const bool meant = f != nullptr && !f->id.starts_with("rsvd");
        out.push_back(meant ? FieldMeaning{format.id, f->id} : FieldMeaning{});
    }
    return out;
}

std::size_t count_meant(const std::vector<FieldMeaning>& meanings) {
    return static_cast<std::size_t>(
        std::ranges::count_if(meanings, [](const FieldMeaning& m) { return !m.field.empty(); }));
}

}  // namespace

std::vector<FieldMeaning> meanings_of(const std::vector<DeclaredField>& fields) {
    constexpr std::size_t kFewest = 4;
    std::vector<FieldMeaning> out;
    if (fields.empty()) return out;
    std::size_t most = kFewest - 1;
    for (const Format* format : all_formats(Edition::v9_1)) {
        std::vector<FieldMeaning> found = meanings_in(*format, fields);
        const std::size_t count = count_meant(found);
        const bool same = std::ranges::equal(out, found, {}, &FieldMeaning::field, &FieldMeaning::field);
        if (count == most && !same) out.clear();
        if (count <= most) continue;
        most = count;
        out = std::move(found);
    }
    return out;
}

void BitFields::add(const std::vector<DeclaredField>& fields) {
    const std::vector<FieldMeaning> meanings = meanings_of(fields);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i].name.empty()) continue;
        const BitField now{integer_type(fields[i].width, false), meanings.empty() ? FieldMeaning{} : meanings[i]};
        const auto [at, fresh] = fields_.try_emplace(std::string(fields[i].name), now);
        if (fresh) continue;
        if (at->second.type != now.type) at->second.type = kOpaque;
        if (at->second.meaning != now.meaning) at->second.meaning = {};  // which struct is meant is not known
    }
}

const BitField* BitFields::of_member(const std::string& path) const {
    const std::size_t dot = path.find_last_of('.');
    const auto found = dot == path.npos ? fields_.end() : fields_.find(std::string_view(path).substr(dot + 1));
    return found == fields_.end() ? nullptr : &found->second;
}

namespace {

// "d.lo = 5", "if (x)": a statement, which no struct has among its members.
bool begins_action(const std::vector<Token>& t, std::uint32_t at, std::uint32_t end) {
    const bool member = at + 1 < end && (t[at + 1].is(".") || t[at + 1].is("->"));
    return t[at].type == TokenType::name && (member || t[at].is("if") || t[at].is("for") || t[at].is("while"));
}

}  // namespace

void Reader::type_alias(const std::string& name, std::uint32_t begin, std::uint32_t end) {
    Cursor c = cursor(begin, end);
    const std::optional<TypeAt> type = type_at(c);
    if (name.empty()) return;
    const bool known = type && c.done();
    const Type meant = !known ? kAny : type->pointer ? opaque_type(kPointerBits) : Type(*type);
    const auto [found, fresh] = types_.try_emplace(name, meant);
    const bool both = found->second.is_opaque() && meant.is_opaque();  // they can differ in size alone
    if (both && found->second.size != meant.size) found->second.size = 0;
    if (!known || (!fresh && !both && found->second != meant)) types_.erase(found);
}

// struct, class, union, enum, using, typedef
std::uint32_t Reader::type_statement(std::uint32_t at, std::uint32_t end) {
    const std::string_view word = t_[at].text;
    if (is_indented(language_)) return word == "class" || word == "struct" ? class_statement(at, end) : kNoToken;
    const std::uint32_t stop = statement_end(at, end);
    if (word == "using" || word == "type" || word == "typedef") {
        if (word == "type" && language_ != Language::rust) return kNoToken;
        const bool aliased = at + 2 < stop && t_[at + 2].is("=");
        if (aliased) type_alias(std::string(t_[at + 1].text), at + 3, stop);
        if (word == "typedef" && stop > at + 2 && stop < end && t_[stop].is(";"))
            type_alias(std::string(t_[stop - 1].text), at + 1, stop - 1);
        if (word != "typedef" || stop >= end || !t_[stop].is("{")) return std::max(stop, at + 1);
    }
    // `struct {` has no name, so its brace can look like a value.
    std::uint32_t brace = at + 1;
    for (; brace < end && !t_[brace].is("{") && !t_[brace].is(";") && !t_[brace].is("="); ++brace) {
        const bool attribute = t_[brace].is("(") && t_[brace - 1].text.starts_with("_");  // __align__(16)
        if (t_[brace].is("(") && !(attribute && t_[brace].match < end)) break;
        if ((attribute || t_[brace].is("[")) && t_[brace].match < end) brace = t_[brace].match;
    }
    if (brace >= end || !t_[brace].is("{") || t_[brace].match == kNoToken) return kNoToken;
    std::string name;
    bool scoped = language_ == Language::rust;
    for (std::uint32_t i = at + 1; i < brace && !t_[i].is(":"); ++i) {
        if (t_[i].is("class") || t_[i].is("struct"))
            scoped = true;
        else if (t_[i].type == TokenType::name && !t_[i].is("final") && t_[i].text != "enum" &&
                 !t_[i].text.starts_with("__"))
            name = t_[i].text;
    }
    std::uint32_t close = std::min(t_[brace].match, end);
    const bool is_enum = word == "enum" || (word == "typedef" && t_[at + 1].is("enum"));
    if (is_enum)
        read_enum(name, brace + 1, close, scoped);
    else
        close = read_class(name, brace + 1, close);
    generics_.clear();
    if (close < t_[brace].match) return close;
    std::uint32_t next = close;
    while (next < end && language_ == Language::c && !t_[next].is(";") && !(next > close && t_[next].first)) ++next;
    return next + 1;
}

void Reader::add_constant(const std::string& path, const Value& value) {
    const bool dotted = path.find('.') != std::string::npos;
    if (!dotted) scopes_.declare(path, value.type, false);
    scopes_.write(path, value, {.trivial = true});
    if (Variable* const v = scopes_.find_to_change(path)) v->quiet = true, v->constant = !dotted;
}

void Reader::read_enum(const std::string& name, std::uint32_t begin, std::uint32_t end, bool scoped) {
    Value last = math_.number(~std::uint64_t{0}, integer_type(64, true));
    for (const Cursor& one : comma_parts(cursor(begin, end))) {
        begin_statement();
        if (one.peek().type != TokenType::name) continue;
        const bool given = one.peek(1).is("="), plain = one.is_one();
        const Value number = given   ? whole(cursor(one.at + 2, one.end))
                             : plain ? math_.binary("+", last, math_.number(1, integer_type(64, true)))
                                     : math_.unknown();
        last = math_.once(math_.converted(number, integer_type(64, true)));
        flush_effects();
        const std::string member(one.peek().text);
        if (!scoped) add_constant(member, last);
        if (!name.empty()) add_constant(name + "." + member, last);
    }
}

// The members of a struct: bit-fields, constants and functions. Returns where it ends: before `end` if the text leaves
// out the brace of its end.
std::uint32_t Reader::read_class(const std::string& name, std::uint32_t begin, std::uint32_t end) {
    if (++depth_ > kDeepestNesting) {
        --depth_;
        return end;
    }
    std::uint32_t last = begin;  // where the last member ends that nothing but a struct has
    const std::vector<Parameter> generics = generics_;
    std::vector<DeclaredField> fields;
    for (std::uint32_t at = begin; at < end;) {
        const Token& first = t_[at];
        language_ = first.language;
        constexpr std::string_view kNoMembers = "; } : public private protected";
        if (has_word(kNoMembers, first.text)) {
            ++at;
            continue;
        }
        constexpr std::string_view kTypeStatements = "struct class union enum using typedef";
        std::uint32_t next = kNoToken;
        if (first.is("#") && first.first)
            next = line_end(t_, at, end);
        else if (first.is("template"))
            next = template_statement(at, end);
        else if (has_word(kTypeStatements, first.text))
            next = type_statement(at, end);
        if (next != kNoToken) {
            at = last = std::max(next, at + 1);
            continue;
        }
        if (begins_action(t_, at, end)) {
            end = last;
            break;
        }
        const std::uint32_t stop = statement_end(at, end);
        if (stop < end && t_[stop].is("{")) {
            generics_.insert(generics_.end(), generics.begin(), generics.end());
            const std::uint32_t after = function_statement(at, stop, end);
            at = last = after != kNoToken ? after : (t_[stop].match < end ? t_[stop].match + 1 : stop + 1);
            generics_.clear();
            continue;
        }
        const Cursor c = cursor(at, stop);
        const bool constant = std::any_of(t_.begin() + at, t_.begin() + stop, [&](const Token& x) {
            return x.is("constexpr") || (x.is("static") && (&x)[1].is("const"));
        });
        bit_fields(c, fields);
        if (constant && find_symbol(c, "=") != kNoToken && generics.empty()) {
            const std::string member(t_[find_symbol(c, "=") - 1].text);
            simple_tokens(c);
            begin_statement();
            if (!name.empty() && scopes_.find(member) != nullptr)
                add_constant(name + "." + member, scopes_.read(member));
        }
        at = std::max(stop, at + 1);
    }
    fields_.add(fields);
    --depth_;
    return end;
}

// uint64_t start : 14, : 2;
void Reader::bit_fields(Cursor c, std::vector<DeclaredField>& out) {
    Cursor type = c;
    static_cast<void>(type_at(type));
    for (std::uint32_t i = c.at; i < c.end; ++i) {
        const bool field = c[i].is(":") && i > c.at && i + 1 < c.end && c[i + 1].type == TokenType::number;
        const std::optional<Literal> width = field ? read_literal(c[i + 1]) : std::nullopt;
        if (!width || width->value == 0 || width->value > 64) continue;
        const bool named = c[i - 1].type == TokenType::name && i != type.at;
        const unsigned at = out.empty() ? 0 : out.back().at + out.back().width;
        out.push_back({named ? c[i - 1].text : std::string_view(), at, static_cast<unsigned>(width->value)});
    }
}

// class Name: of Python. Its constants are Name.X.
std::uint32_t Reader::class_statement(std::uint32_t at, std::uint32_t end) {
    const std::uint32_t colon = header_end(at + 1, end);
    if (colon == kNoToken || at + 1 >= end || t_[at + 1].type != TokenType::name) return kNoToken;
    const std::uint32_t last = suite_end(at, colon, end);
    const std::string name(t_[at + 1].text);
    for (std::uint32_t i = colon + 1; i < last;) {
        language_ = t_[i].language;
        std::uint32_t next = kNoToken;
        if (t_[i].is("@")) next = line_end(t_, i, last);
        if (t_[i].is("def") || t_[i].is("fn") || t_[i].is("async")) next = named_function(i, last);
        if (t_[i].is("class") || t_[i].is("struct")) next = class_statement(i, last);
        if (next == kNoToken) {
            next = std::max(statement_end(i, last), i + 1);
            const Cursor c = cursor(i, next);
            const std::uint32_t equal = find_symbol(c, "=");
            const bool constant =
                equal != kNoToken && (equal == i + 1 || t_[i + 1].is(":")) && t_[i].type == TokenType::name;
            if (constant) {
                begin_statement();
                const Value value = math_.once(whole(cursor(equal + 1, next)));
                flush_effects();
                store(name + "." + std::string(t_[i].text), value, true, c);
            }
        }
        i = std::max(next, i + 1);
    }
    return last;
}

namespace {

// Sizes alone: "BLOCK_M * 2", not a word, and no call.
bool is_size(const Cursor& c) {
    constexpr std::string_view kParts = "( ) + - * / % << >>";
    for (std::uint32_t i = c.at; i < c.end; ++i) {
        const std::optional<Literal> n = c[i].type == TokenType::number ? read_literal(c[i]) : std::nullopt;
        const bool name = c[i].type == TokenType::name && !(i + 1 < c.end && c[i + 1].is("("));
        if (n ? n->value >= kSmallestWord : !name && !has_word(kParts, c[i].text)) return false;
    }
    return !c.done();
}

// Whether the text gives the name one value only.
bool is_given_once(const std::vector<Token>& t, std::string_view name) {
    constexpr std::string_view kAfter = "= : += -= *= /= |= ++ --";
    unsigned given = 0;
    for (std::size_t i = 0; i + 1 < t.size(); ++i)
        if (t[i].type == TokenType::name && t[i].text == name && has_word(kAfter, t[i + 1].text)) ++given;
    return given == 1;
}

}  // namespace

// constexpr int BLOCK_M = 64, BLOCK_N = 2 * BLOCK_M;    const BLOCK_M: u32 = 64;
// False: the statement is not such a list.
bool Reader::size_constants(const Cursor& c) {
    std::vector<std::pair<std::string, Cursor>> sizes;
    for (const Cursor& one : comma_parts(c)) {
        const std::uint32_t equal = find_symbol(one, "="), colon = std::min(find_symbol(one, ":"), equal);
        if (equal == kNoToken || colon == one.at || c[colon - 1].type != TokenType::name) return false;
        const Cursor value = one.part(equal + 1, one.end);
        if (!is_size(value) || !is_given_once(t_, c[colon - 1].text)) return false;
        sizes.emplace_back(c[colon - 1].text, value);
    }
    for (const auto& [name, value] : sizes) {
        begin_statement();
        add_constant(name, whole(value));
    }
    return !sizes.empty();
}

void Reader::read_constants(std::uint32_t end) {
    constexpr std::string_view kWords = "constexpr const comptime alias";
    for (std::uint32_t i = 0; i < end; ++i) {
        const bool space = i > 0 && (t_[i - 1].is("namespace") || (i > 1 && t_[i - 2].is("namespace")));
        if (t_[i].type == TokenType::symbol && !space && t_[i].match > i && t_[i].match < end) i = t_[i].match;
        if (t_[i].type != TokenType::name || !has_word(kWords, t_[i].text)) continue;
        const std::uint32_t stop = std::max(statement_end(i, end), i + 1);
        std::uint32_t begin = i;
        while (begin > 0 && t_[begin - 1].type == TokenType::name && !t_[begin].first) --begin;  // "static inline"
        language_ = t_[i].language;
        if (size_constants(cursor(i, stop))) constants_[begin] = stop;
        i = stop - 1;
    }
    begin_statement();
}

}  // namespace tilescope::program::source

namespace tilescope::program {
namespace {

struct Enumeration {
    std::string_view type, names;  // names: from value 0 on; "-" has no name
};
// CUTLASS, include/cute/arch/mma_sm100_desc.hpp (UMMA) and mma_sm90_desc.hpp (GMMA). Its two enumerations LayoutType
// have different names.
constexpr Enumeration kEnumerations[] = {
    {"LayoutType", "SWIZZLE_NONE SWIZZLE_128B_BASE32B SWIZZLE_128B - SWIZZLE_64B - SWIZZLE_32B"},
    {"LayoutType", "INTERLEAVE B128 B64 B32"},
    {"UMMA.Major", "K MN"},
    {"UMMA.ScaleIn", "One Neg"},
    {"UMMA.Saturate", "False True"},
    {"MaxShift", "NoShift MaxShift8 MaxShift16 MaxShift32"},
    {"CFormat", "F16 F32 S32"},
    {"F16F32Format", "F16 BF16 TF32"},
    {"S8Format", "UINT8 INT8"},
    {"MXF8F6F4Format", "E4M3 E5M2 - E2M3 E3M2 E2M1"},
    {"MXF4Format", "- E2M1"},
    {"ScaleFormat", "UE4M3 UE8M0"},
};

std::optional<std::uint64_t> value_in(std::string_view names, std::string_view name) {
    if (!has_word(names, name)) return std::nullopt;
    std::uint64_t value = 0;
    for (; names.substr(0, names.find(' ')) != name; ++value) names.remove_prefix(names.find(' ') + 1);
    return value;
}

}  // namespace

std::optional<std::uint64_t> known_enumerator(std::string_view path) {
    const std::size_t dot = path.find_last_of('.');
    if (dot == path.npos) return std::nullopt;
    const std::string whole = "." + std::string(path.substr(0, dot));
    for (const Enumeration& e : kEnumerations)
        if (const auto value = value_in(e.names, path.substr(dot + 1));
            value && whole.ends_with("." + std::string(e.type)))
            return value;
    return std::nullopt;
}

std::optional<std::uint64_t> enumerator_named(std::string_view name) {
    std::optional<std::uint64_t> out;
    for (const Enumeration& e : kEnumerations) {
        const auto value = value_in(e.names, name);
        if (value && out && *out != *value) return std::nullopt;
        if (value) out = value;
    }
    return out;
}

}  // namespace tilescope::program
