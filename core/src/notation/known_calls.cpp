// core/src/notation/known_calls.cpp -- builds words from calls of functions of known libraries.
// SPDX-License-Identifier: MIT
#include "fields.h"

#include "known_functions.h"
#include "name_meaning.h"

#include <tilescope/formats/formats.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/types.h>
#include <tilescope/notation/type_names.h>

namespace tilescope::notation {
namespace {

using known_calls::KnownFunction;
using known_calls::Packed;
using known_calls::Parameter;
using known_calls::Store;

bool is_exact(const Bits& bits) { return bits.unknown == 0; }

// The name of a type or of an enumerator, for the comparison with the tables: in lower case, with '.' for '::', without
// quotes. Empty: the text is an expression, such as "k_major ? Major::K : Major::MN".
std::string folded_path(std::string_view text) {
    while (text.size() > 1 && text.front() == '(' && text.back() == ')') text = text.substr(1, text.size() - 2);
    std::string out = lower(with_dots(text));
    std::erase_if(out, [](char c) { return c == '"' || c == '\'' || c == ':'; });
    const bool path = std::ranges::all_of(
        out, [](char c) { return is_word_char(c) || c == '.' || c == '(' || c == ')' || c == '-'; });
    return path ? out : std::string();
}

// The code of a type in a field, and the first kind with such a code.
struct TypeCode {
    std::uint64_t code;
    std::string_view kind;
};
std::optional<TypeCode> code_of_type(std::string_view field, std::string_view type, Edition edition) {
    for (const std::string_view kind : kinds_of(edition)) {
        const Field* const at = find_field(*idesc_format(kind, edition), field);
        if (at == nullptr) continue;
        for (const NamedValue& named : at->names)
            if (named.name == type) return TypeCode{named.raw, kind};
    }
    return std::nullopt;
}

// One argument beside its parameter; null: the call does not have it.
struct Bound {
    Parameter parameter;
    const CallArgument* given;
};

// No value: the function has another definition.
std::optional<std::vector<Bound>> bound(std::string_view signature, const std::vector<CallArgument>& given) {
    std::vector<Bound> out;
    known_calls::for_each_parameter(signature, [&](const Parameter& p) { out.push_back({p, nullptr}); });
    std::size_t next = 0;
    for (const CallArgument& a : given) {
        const auto at = a.key.empty()
                            ? out.begin() + static_cast<std::ptrdiff_t>(std::min(next++, out.size()))
                            : std::ranges::find_if(out, [&](const Bound& b) { return b.parameter.name == a.key; });
        if (at == out.end() || at->given != nullptr) return std::nullopt;
        at->given = &a;
    }
    const auto is_missing = [](const Bound& b) {
        return b.given == nullptr && b.parameter.initial == known_calls::kRequired;
    };
    if (std::ranges::any_of(out, is_missing)) return std::nullopt;
    return out;
}

// A word of which only other fields are known is not worth a row.
bool says_much(std::string_view field) {
    constexpr std::string_view kTelling[] = {"lbo", "sbo", "swizzle", "m", "n", "a_type", "b_type", "scale_type"};
    return is_in(kTelling, field);
}

// Computes the word of one call from one row of the table.
class KnownCall {
public:
    KnownCall(const Work& work, const KnownFunction& function) : work_(work), function_(function) {}

    std::optional<StructWord> word(const std::vector<CallArgument>& types, const std::vector<CallArgument>& arguments) {
        const auto a = bound(function_.types, types), b = bound(function_.parameters, arguments);
        if (!a || !b) return std::nullopt;
        bound_ = *a;
        bound_.insert(bound_.end(), b->begin(), b->end());
        if (!read_elements() || !choose_format()) return std::nullopt;
        out_.bits = {blank_word(*format_) | function_.constant, 0, format_->bits};
        any_ = function_.constant != 0;
        leave_open(function_.open);
        for (const Bound& one : bound_)
            if (!store(one)) return std::nullopt;
        return any_ ? std::optional(finished()) : std::nullopt;
    }

private:
    // A function with element types in other places is another function with the same name.
    bool read_elements() {
        std::size_t places = 0, found = 0, keys = 0;
        for (const Bound& one : bound_) {
            if (one.parameter.store != Store::element || one.given == nullptr) continue;
            ++places;
            keys += !one.given->key.empty();
            const TypeNames* type = type_of(one);
            const std::string_view field = one.parameter.field;
            if (type == nullptr && is_exact(one.given->bits)) return false;
            if (type == nullptr) continue;
            if (!type_is_possible(field, *type)) return false;
            ++found;
            if (field == "a_type" || field == "ab_type" || field == "kind") a_ = type;
            if (field == "b_type" || field == "ab_type") b_ = type;
            if (field == "scale_type") scale_ = type;
        }
        return places == 0 || found != 0 || keys == places;
    }

    const TypeNames* type_of(const Bound& one) const {
        const TypeNames* type = type_named(folded_path(one.given->text));
        const bool tf32 = function_.float_is_tf32 && one.parameter.field != "d_type";
        return tf32 && type != nullptr && type->id == "f32" ? &names_of_type("tf32") : type;
    }
    // The code of a type in a field. As scale factors, all have e4m3 without a sign.
    std::optional<TypeCode> code_in(std::string_view field, const TypeNames& type) const {
        const Edition edition = work_.options.edition;
        if (field == "d_type") return code_of_type(field, type.id, edition);
        if (field == "scale_type") return code_of_type(field, type.id == "e4m3" ? "ue4m3" : type.id, edition);
        const ElementType* element = find_type(type.id);
        return element == nullptr ? std::nullopt : code_of_type("a_type", element->number, edition);
    }

    bool type_is_possible(std::string_view field, const TypeNames& type) const {
        const auto code = code_in(field, type);
        const bool input = field != "d_type" && field != "scale_type";
        return code && (!input || !is_scaled() || kind_or_none(code->kind).padded);
    }

    std::vector<std::string> possible_kinds() const {
        if (!function_.kind.empty()) return strings_in(function_.kind);
        const TypeNames* known = a_ != nullptr ? a_ : b_;
        const bool wide = (a_ != nullptr && !is_packed(a_)) || (b_ != nullptr && !is_packed(b_));
        if (is_scaled() && wide) return {"mxf8f6f4"};
        if (is_scaled() && scale_ != nullptr && code_in("scale_type", *scale_)->code == 0) return {"mxf4nvf4"};
        if (is_scaled() && is_packed(a_) && is_packed(b_)) return {"mxf4", "mxf4nvf4"};
        if (!is_scaled() && known != nullptr) return {std::string(kind_of(*known))};
        return {};
    }

    bool choose_format() {
        if (function_.format == "smem" || function_.format == "wgmma") {
            out_.hopper = function_.format == "wgmma";
            out_.role = PasteRole::smem;
            format_ = &work_.format(function_.format);
            return true;
        }
        out_.role = PasteRole::idesc;
        if (a_ != nullptr && b_ != nullptr && kind_of(*a_) != kind_of(*b_)) return false;
        out_.kinds = possible_kinds();
        std::string_view table = is_scaled() ? "mxf8f6f4" : "f16";
        if (!out_.kinds.empty()) table = out_.kinds.front();
        format_ = idesc_format(table, work_.options.edition);
        return format_ != nullptr;
    }

    bool store(const Bound& one) {
        const Parameter& p = one.parameter;
        if (p.store == Store::ignored) return true;
        const Field* field = p.field.empty() ? nullptr : find_field(*format_, p.field);
        if (one.given == nullptr) {
            const bool given = any_;
            if (field != nullptr && p.initial >= 0) put(*field, static_cast<std::uint64_t>(p.initial));
            any_ = given;
            return true;
        }
        const Bits& bits = one.given->bits;
        if (p.store == Store::element) return store_element(one), true;
        if (p.store == Store::shape) return store_shape(one.given->text);
        if (p.store == Store::low || p.store == Store::high || p.store == Store::word) return store_part(p.store, bits);
        if (p.store == Store::must) return is_exact(bits) ? bits.value != 0 : folded_path(one.given->text) == "true";
        if (field == nullptr) return is_exact(bits) && bits.value == 0;  // this kind has no such field
        // A type where a size is expected shows another function with the same name.
        if (p.store == Store::count)
            return type_named(folded_path(one.given->text)) == nullptr && store_count(*field, bits);
        if (p.store == Store::tile || p.store == Store::tiles) return store_tiles(one, *field);
        const std::string number_text = is_exact(bits) ? std::to_string(bits.value) : std::string();
        if (const auto code = known_calls::code_of(p.store, number_text, folded_path(one.given->text)))
            return put(*field, code);
        const bool number = p.store == Store::field || p.store == Store::bytes || p.store == Store::id ||
                            p.store == Store::flag || p.store == Store::k_major;
        // These choose among the functions of one name, so they must be understood.
        if (!number && (is_exact(bits) || p.store == Store::layout || p.store == Store::version)) return false;
        if (!number || !is_exact(bits)) return put(*field, std::nullopt);
        const std::uint64_t code = p.store == Store::bytes     ? bits.value >> field->scale
                                   : p.store == Store::id      ? bits.value >> 30 & 3
                                   : p.store == Store::flag    ? bits.value != 0
                                   : p.store == Store::k_major ? bits.value == 0
                                                               : bits.value;
        return put(*field, code);
    }

    void store_element(const Bound& one) {
        const std::string_view name = one.parameter.field;
        const TypeNames* type = type_of(one);
        const auto fill = [&](std::string_view id, std::optional<std::uint64_t> code) {
            if (const Field* f = find_field(*format_, id)) put(*f, code);
        };
        if (name == "d_type" || name == "scale_type") {
            const auto code = type != nullptr ? code_in(name, *type) : std::nullopt;
            return fill(name, code ? std::optional(code->code) : std::nullopt);
        }
        // CUTLASS gives its packed type the code of the block-scaled kinds, which means another type in an MMA without
        // scale factors.
        const bool doubtful = !is_scaled() && function_.packed == Packed::cutlass && is_packed(type);
        for (const std::string_view id : {"a_type", "b_type"})
            if (name == id || name == "ab_type") fill(id, doubtful ? std::nullopt : input_code(type));
    }

    // M and N that the hardware does not have show another function with the same name.
    bool store_count(const Field& field, const Bits& bits) {
        if (!is_exact(bits)) return put(field, std::nullopt);
        const std::uint64_t code = bits.value >> field.scale;
        return code != 0 && code << field.scale == bits.value && put(field, code);
    }

    bool store_part(Store how, const Bits& bits) {
        const std::uint64_t mask = bit_mask(32);
        if ((bits.value & ~mask) != 0) return false;
        const unsigned shift = how == Store::high ? 32 : 0;
        const std::uint64_t kept = how == Store::low ? mask & ~known_calls::kStartBits : mask;
        const std::uint64_t ones = bits.value & mask;  // the start can add ones to the low bits, but it clears none
        out_.bits.value = (out_.bits.value & ~(kept << shift)) | ones << shift;
        out_.bits.unknown = (out_.bits.unknown & ~((kept | ones) << shift)) | (bits.unknown & kept) << shift;
        any_ |= (bits.unknown & mask) != mask;
        return true;
    }

    // "Tcgen05MmaShape::M128_N256"; a variable leaves both open.
    bool store_shape(std::string_view text) {
        const std::string path = folded_path(text);
        const std::string_view last = std::string_view(path).substr(path.find_last_of('.') + 1);
        const std::size_t middle = last.find("_n");
        std::string_view rows, columns;
        if (last.starts_with('m') && middle != last.npos)
            rows = last.substr(1, middle - 1), columns = last.substr(middle + 2);
        const auto size = [](std::string_view digits) {
            const Answer<Number> n = read_number(digits);
            return n ? Bits{n->value, 0, 32} : Bits{0, bit_mask(32), 32};
        };
        return store_count(*find_field(*format_, "m"), size(rows)) &&
               store_count(*find_field(*format_, "n"), size(columns));
    }

    // Tiles of 8 x 8 elements, one column of them after the other.
    bool store_tiles(const Bound& one, const Field& field) {
        constexpr std::uint64_t kRows = 8, kElements = kRows * kRows, kMost = 1 << 16;
        const auto tile = std::ranges::find_if(bound_, [](const Bound& b) { return b.parameter.store == Store::tile; });
        const Bits& element = tile->given->bits;
        const std::uint64_t tiles = one.parameter.store == Store::tiles ? one.given->bits.value / kRows : 1;
        if (!is_exact(element) || !is_exact(one.given->bits)) return put(field, std::nullopt);
        if (tiles > kMost || element.value > kRows) return false;
        return put(field, (tiles * kElements * element.value >> field.scale) & bit_mask(field.width));
    }

    StructWord finished() {
        const Field* sparse = find_field(*format_, "sparse");
        const auto states = [&](std::string_view field) {
            return std::ranges::any_of(bound_, [&](const Bound& b) { return b.parameter.field == field; });
        };
        // Kernels write the selector of a sparse MMA later.
        const std::uint64_t either = sparse != nullptr ? get_field(*sparse, out_.bits.value | out_.bits.unknown) : 0;
        const bool whole = std::ranges::any_of(bound_, [](const Bound& b) { return b.parameter.store == Store::word; });
        if (either != 0 && !whole && !states("sparsity_selector") && !states("rsvd0"))
            leave_open(known_calls::kSelectorBits);
        if (function_.runtime) out_.note = "the high half of the 64 bits that the function returns";
        return std::move(out_);
    }

    std::optional<std::uint64_t> input_code(const TypeNames* type) const {
        const auto plain = type != nullptr ? code_in("a_type", *type) : std::nullopt;
        if (!plain) return std::nullopt;
        if (!is_packed(type) || function_.packed == Packed::unpacked) return plain->code;
        const bool both = is_packed(a_) && is_packed(b_);
        if (is_scaled() && both) return 1;
        const bool certain = a_ != nullptr && b_ != nullptr && function_.packed == Packed::pair;
        return certain || !is_scaled() ? std::optional(plain->code) : std::nullopt;
    }

    std::string_view kind_of(const TypeNames& type) const {
        const auto input = code_in("a_type", type);
        return input ? input->kind : std::string_view();
    }

    void leave_open(std::uint64_t mask) {
        out_.bits.unknown |= mask;
        out_.bits.value &= ~mask;
    }
    // Returns whether the field has the code.
    bool put(const Field& field, std::optional<std::uint64_t> code) {
        out_.bits.value = set_field(field, out_.bits.value, code.value_or(0));
        out_.bits.unknown = set_field(field, out_.bits.unknown, code ? 0 : bit_mask(field.width));
        any_ |= code.has_value() && says_much(field.id);
        return !code || *code <= bit_mask(field.width);
    }
    bool is_scaled() const { return function_.format == "scaled"; }
    static bool is_packed(const TypeNames* type) { return type != nullptr && type->id == "e2m1x2"; }

    const Work& work_;
    const KnownFunction& function_;
    const Format* format_ = nullptr;
    std::vector<Bound> bound_;
    const TypeNames *a_ = nullptr, *b_ = nullptr, *scale_ = nullptr;
    StructWord out_;
    bool any_ = false;  // the call says much
};

// Whether one of the names before the last one is `part`.
bool path_has(std::string_view path, std::string_view part) {
    return has_where(path, part, [&](std::size_t begin, std::size_t end) {
        return (begin == 0 || !is_word_char(path[begin - 1])) && end < path.size() && !is_word_char(path[end]);
    });
}

bool is_text_for(const TextHints& hints, known_calls::TextFor chips) {
    using enum known_calls::TextFor;
    return chips == any || (chips == hopper ? hints.wgmma : hints.tcgen05);
}

// ---- calls whose arguments have the names of fields ----

// M and N, if the call states them in elements. Some functions take them divided by 16 and 8; then M is below 32.
std::optional<std::uint64_t> elements(const CallArgument* given) {
    return given != nullptr && given->bits.unknown == 0 ? std::optional(given->bits.value) : std::nullopt;
}
bool put_shape(const Format& format, const CallArgument* m, const CallArgument* n, Bits& word) {
    constexpr std::uint64_t kSmallest = 32;
    const auto rows = elements(m), columns = elements(n);
    if (rows && *rows < kSmallest) return false;
    const bool clear = rows || (columns && *columns > kSmallest);
    const auto put = [&](std::string_view id, const CallArgument* given, std::optional<std::uint64_t> value) {
        const Field* f = find_field(format, id);
        if (f == nullptr || given == nullptr) return true;
        const std::uint64_t code = value.value_or(0) >> f->scale;
        word.value = set_field(*f, word.value, code);
        word.unknown = set_field(*f, word.unknown, value ? 0 : bit_mask(f->width));
        return code <= bit_mask(f->width) && code << f->scale == value.value_or(0);
    };
    return put("m", m, rows) && put("n", n, clear ? columns : std::nullopt);
}

// Returns the word that an unknown function makes whose arguments have the names of fields of an instruction
// descriptor: make_f8f6f4_idesc(m=64, n=256, a_format=0, b_format=5, c_format=1). Fields that the call does not name
// are unknown, because the function can have any defaults. No value: fewer than three such names.
std::optional<StructWord> word_of_named_arguments(const Work& work, std::string_view function,
                                                  const std::vector<CallArgument>& arguments) {
    constexpr std::size_t kFewestNames = 3;
    const std::string name = lower(function);
    const bool makes = name.find("desc") != name.npos || name.find("instr") != name.npos;
    const Format* dense = idesc_format("f16", work.options.edition);
    if (!makes || dense == nullptr) return std::nullopt;
    std::vector<FieldValue> fields;
    const CallArgument *m = nullptr, *n = nullptr;
    for (const CallArgument& a : arguments) {
        const std::string key = lower(a.key);
        if (key == "m")
            m = &a;
        else if (key == "n")
            n = &a;
        else if (!key.empty() && !key.starts_with("m_dim") && !key.starts_with("n_dim"))  // in elements or divided
            fields.push_back({a.key, a.bits});
    }
    if (fields.size() < kFewestNames) return std::nullopt;
    auto out = word_of_struct(work, fields);
    if (!out || out->role != PasteRole::idesc || out->cut) return std::nullopt;
    if (!put_shape(*dense, m, n, out->bits)) return std::nullopt;
    out->kinds = kinds_named_in(function);
    out->note = "from the names of the arguments";
    return out;
}

// Without blanks and line ends on both sides.
std::string_view without_blanks(std::string_view text) {
    constexpr std::string_view kAllBlanks = " \t\r\n\v\f";
    const std::size_t first = text.find_first_not_of(kAllBlanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(kAllBlanks) - first + 1);
}

// Whether the text of an argument has `mark`, in lower case and with '.' for '::'.
bool any_text_has(const std::vector<CallArgument>& arguments, std::string_view mark) {
    return std::ranges::any_of(
        arguments, [&](const CallArgument& a) { return lower(with_dots(a.text)).find(mark) != std::string::npos; });
}

}  // namespace

CallArgument call_argument(std::string_view text, const Bits& bits) {
    text = without_blanks(text);
    const std::size_t end = end_of_word(text, 0);
    const std::string_view rest = without_blanks(text.substr(end));
    if (end == 0 || is_digit(text[0]) || !rest.starts_with('=') || rest.starts_with("==")) return {{}, text, bits};
    return {text.substr(0, end), without_blanks(rest.substr(1)), bits};
}

std::optional<StructWord> word_of_call(const Work& work, std::string_view function,
                                       const std::vector<CallArgument>& arguments,
                                       const std::vector<CallArgument>& types) {
    const std::string_view name = last_name(function);
    for (const KnownFunction& row : known_calls::known_functions()) {
        if (!has_word(row.name, name) || (!row.path.empty() && !path_has(function, row.path))) continue;
        if (!is_text_for(work.hints, row.text)) continue;
        if (!row.mark.empty() && !any_text_has(arguments, row.mark) && !any_text_has(types, row.mark)) continue;
        if (!row.unless.empty() && any_text_has(arguments, row.unless)) continue;
        if (auto word = KnownCall(work, row).word(types, arguments)) return word;
    }
    return word_of_named_arguments(work, name, arguments);
}

}  // namespace tilescope::notation
