// core/src/rules/explain_fields.cpp -- topics for formats, fields and values of fields.
// SPDX-License-Identifier: MIT
#include "explain_parts.h"

#include <tilescope/base/text.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/tensor_map.h>
#include <tilescope/hw/families.h>
#include <tilescope/hw/types.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tensor_map_rules.h>
#include <tilescope/rules/catalogue.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

std::string topic_of(const Format& format, const Field& field) { return say(format.id, ".", field.id); }

Explanation about_field(const Format& format, const Field& f) {
    const std::string topic = topic_of(format, f);
    return about(f, topic, say(topic, ": bit", f.width > 1 ? "s " : " ", bit_range(f), " of the ", format.title));
}

// The tables of the format that have the field: one table, or one for each kind. The table of options.kind comes first.
std::vector<const Format*> tables_with(std::string_view format, std::string_view field, const ExplainOptions& options) {
    std::vector<const Format*> out;
    for (const Format* f : all_formats(options.edition))
        if (f->id == format && (field.empty() || find_field(*f, field))) out.push_back(f);
    std::stable_partition(out.begin(), out.end(), [&](const Format* f) { return f->kind == options.kind; });
    return out;
}

// The format ids without repeats, in the order of the tables.
std::vector<std::string_view> format_ids(Edition edition) {
    std::vector<std::string_view> out;
    for (const Format* f : all_formats(edition))
        if (std::ranges::find(out, f->id) == out.end()) out.push_back(f->id);
    return out;
}

std::vector<const Field*> fields_of(std::string_view format, const ExplainOptions& options) {
    std::vector<const Field*> out;
    for (const Format* f : tables_with(format, {}, options))
        for (const Field& field : f->fields)
            if (std::ranges::find(out, field.id, [](const Field* o) { return o->id; }) == out.end())
                out.push_back(&field);
    return out;
}

// "none (0), 128B (2)"
std::string names_text(const Field& f) {
    return list_of(f.names, [](const NamedValue& n) { return say(n.name, " (", n.raw, ")"); });
}

// "No (0) or yes (1).": the values that a field can have, as a whole sentence.
std::string range_text(const Field& f) {
    switch (f.encoding) {
    case Encoding::one_of: return say("One of ", names_text(f), ". Other codes have no meaning.");
    case Encoding::flag: return "No (0) or yes (1).";
    case Encoding::fixed: return say("Always ", f.want, ".");
    default: break;
    }
    return say("A number from ", value_of(f, 0), " to ", value_of(f, bit_mask(f.width)),
               f.unit.empty() ? "" : say(" ", f.unit), f.scale ? say(", in steps of ", 1ull << f.scale) : "", ".",
               f.bias ? say(" The field stores the number minus ", f.bias, ".") : "",
               f.scale ? say(" The field stores the number divided by ", 1ull << f.scale, ".") : "");
}

void add_where(Explanation& e, const Format& format, const Field& f) {
    e.facts.emplace_back("bits", bit_range(f));
    if (!f.unit.empty()) e.facts.emplace_back("unit", f.unit);
    e.facts.emplace_back("format", say(format.id, format.kind.empty() ? "" : say(", kind ", format.kind)));
    e.facts.emplace_back("edition", name_of(format.edition));
}

// Adds the kinds that share the format id, and a sentence for each kind whose values differ.
void add_other_kinds(Explanation& e, std::span<const Format* const> tables, std::string_view id) {
    if (tables.size() < 2) return;
    e.facts.emplace_back("kinds", list_of(tables, [](const Format* f) { return f->kind; }));
    const std::string first = range_text(field_in(*tables[0], id));
    for (const Format* f : tables.subspan(1))
        if (const std::string other = range_text(field_in(*f, id)); other != first)
            e.paragraphs.push_back(say("Kind ", f->kind, ": ", other));
}

// What newcomers ask before they ask for values, and the lessons that teach it.
struct Introduction {
    std::string_view field, what;
    std::array<LessonLink, 2> lessons = {};
};
constexpr LessonLink kModes = {"the-modes-32b-64b-128b", "The modes 32B, 64B and 128B"},
                     kBits = {"the-xor-bit-by-bit", "Swizzle and bank conflicts: the XOR, bit by bit"},
                     kWords = {"what-a-descriptor-is", "What a descriptor is"},
                     kStrides = {"lbo-and-sbo", "LBO and SBO, and when each is ignored"},
                     kAligned = {"alignment-and-base-offset", "Alignment and base offset"},
                     kTransposed = {"transposed-operands", "Transposed operands"};
constexpr Introduction kIntroductions[] = {
    {"swizzle",
     "A swizzle permutes the 16-byte chunks of a tile: where a chunk lies depends on its row. In a tile with rows of "
     "128 "
     "bytes and no swizzle, the chunks of eight rows in one column lie in the same banks of shared memory, and reading "
     "them takes eight turns. With the mode 128B they lie in different banks, and it takes one. The producer of the "
     "tile and the descriptor must use the same mode; else the MMA reads other elements, without an error.",
     {kModes, kBits}},
    {"start", {}, {kWords}},
    {"lbo", {}, {kStrides}},
    {"sbo", {}, {kStrides}},
    {"base_offset", {}, {kAligned}},
    {"transpose_a", {}, {kTransposed}},
    {"transpose_b", {}, {kTransposed}},
};

void introduce(Explanation& e, std::string_view field) {
    for (const Introduction& row : kIntroductions) {
        if (row.field != field) continue;
        if (!row.what.empty()) e.paragraphs.insert(e.paragraphs.begin(), std::string(row.what));
        for (const LessonLink& lesson : row.lessons)
            if (!lesson.id.empty()) e.lessons.push_back(lesson);
    }
}

Explanation explain_field(std::string_view format_id, std::string_view id, const ExplainOptions& options) {
    const std::vector<const Format*> tables = tables_with(format_id, id, options);
    const Format& format = *tables[0];
    const Field& f = field_in(format, id);
    Explanation e = about_field(format, f);
    e.paragraphs = {std::string(f.doc), tables.size() > 1 && f.encoding != Encoding::number
                                            ? say("Kind ", format.kind, ": ", range_text(f))
                                            : range_text(f)};
    add_other_kinds(e, tables, id);
    introduce(e, id);
    add_where(e, format, f);
    for (const NamedValue& n : f.names)
        if (!n.doc.empty()) e.facts.emplace_back(n.name, n.doc);
    if (const Field* swizzle = find_field(format, "swizzle"))
        for (const NamedValue& mode : swizzle->names)
            if (std::string use = stride_use(format, id, mode.raw); !use.empty())
                e.facts.emplace_back(mode.name, std::move(use));
    for (const RuleInfo& r : rules_about(format, id)) also_see(e, r.id);
    also_see(e, format.id);
    return e;
}

Explanation explain_format(std::string_view id, const ExplainOptions& options) {
    const std::vector<const Format*> tables = tables_with(id, {}, options);
    const Format& format = *tables[0];
    Explanation e =
        about(format.fields.front(), format.id, say(format.id, ": ", format.title, ", ", format.bits, " bits"));
    e.certainty = Certainty::confirmed;
    e.paragraphs.push_back(
        say("The table is from edition ", name_of(format.edition), " of the PTX manual. Fields, highest bits first:"));
    for (std::size_t i = format.fields.size(); i-- > 0;)
        e.facts.emplace_back(bit_range(format.fields[i]), say(format.fields[i].id, ": ", format.fields[i].doc));
    if (!format.kind.empty())
        e.paragraphs.insert(e.paragraphs.begin(), say("Each of these kinds has a separate table: ",
                                                      list_of(tables, [](const Format* f) { return f->kind; }),
                                                      ". This is the table of kind ", format.kind, "."));
    for (const Field& f : format.fields)
        if (f.encoding != Encoding::fixed) also_see(e, topic_of(format, f));
    return e;
}

// The value as a string that raw_for() can read.
std::string text_for(const Field& f, std::uint64_t raw) {
    const bool nameless = f.encoding == Encoding::one_of && name_in(f.names, raw).empty();
    const bool not_the_constant = f.encoding == Encoding::fixed && raw != f.want;
    return nameless || not_the_constant ? say("raw:", raw) : text_of(f, raw);
}

// Adds the next smaller and the next larger number, or the possible names.
void add_neighbours(Explanation& e, const Field& f, std::uint64_t raw) {
    if (f.encoding == Encoding::number) {
        const std::string below = raw > 0 ? meaning_of(f, raw - 1) : "";
        const std::string above = raw < bit_mask(f.width) ? meaning_of(f, raw + 1) : "";
        e.facts.emplace_back("next to it", say(below, below.empty() || above.empty() ? "" : "; ", above));
    }
    if (f.encoding == Encoding::one_of) e.facts.emplace_back("may be", names_text(f));
}

// Links the swizzle mode or the element type that has the name of the value.
void see_named(Explanation& e, std::string_view name) {
    if (mode_named(name)) also_see(e, name);
    if (find_type(name)) also_see(e, name);
}

std::vector<const Field*> named_fields(std::string_view key, const Format& format) {
    std::vector<const Field*> out;
    for (const Field& f : format.fields)
        if (topic_key(f.id) == key || topic_key(topic_of(format, f)) == key) out.push_back(&f);
    return out;
}

// Like raw_for(), but ignores the letter case of names.
Answer<std::uint64_t> raw_of(const Field& f, std::string_view text) {
    for (const NamedValue& n : f.names)
        if (lower(n.name) == lower(text)) return n.raw;
    const auto exact = raw_for(f, text);
    const auto small = raw_for(f, lower(text));
    return exact || !small ? exact : small;
}

// Adds the topic of one value. Several kinds of a format can name the same value: only the first one is added. The
// topics of this format begin at `from`.
void add_value(Topics& out, std::size_t from, const Format& format, const FieldFix& value) {
    const Field& f = field_in(format, value.field);
    const std::uint64_t raw = value.raw;
    Topic topic;
    topic.id = say(topic_of(format, f), "=", text_for(f, raw));
    topic.also = {say(f.id, "=", text_for(f, raw))};
    // The name alone also finds the topic, if no other topic has that name: ue8m0, ue4m3.
    const std::string name(name_in(f.names, raw));
    const bool number = name.find_first_not_of("0123456789") == name.npos;
    if (!number && !mode_named(name) && !find_type(name)) topic.also.push_back(name);
    topic.explanation = [&format, id = f.id, raw](const ExplainOptions&) { return explain_value(format, id, raw); };
    const auto of_format = std::span(out).subspan(from);
    if (std::ranges::find(of_format, topic.id, &Topic::id) == of_format.end()) out.push_back(std::move(topic));
}

void add_values(Topics& out, std::size_t from, const Format& format) {
    for (const Field& f : format.fields) {
        for (const NamedValue& n : f.names) add_value(out, from, format, {f.id, n.raw});
        for (const std::uint64_t raw : {0u, 1u})
            if (f.encoding == Encoding::flag) add_value(out, from, format, {f.id, raw});
    }
}

// ---- the 128 bytes of a CUtensorMap ----

// "byte 55" or "bytes 32 to 35": how a debugger prints memory.
std::string bytes_of_field(const Field& f) {
    const unsigned first = f.lsb / 8, last = (f.lsb + f.width - 1) / 8;
    return first == last ? say(first) : say(first, " to ", last);
}

Explanation explain_map_field(const Field& f, const ExplainOptions&) {
    Explanation e = about_field(kTensorMapFormat, f);
    e.paragraphs.emplace_back(f.doc);
    if (f.encoding != Encoding::fixed) e.paragraphs.push_back(range_text(f));
    e.facts.emplace_back("bytes", bytes_of_field(f));
    e.facts.emplace_back("bits", bit_range(f));
    if (!f.unit.empty()) e.facts.emplace_back("unit", f.unit);
    for (const RuleInfo& r : kTensorMapRules)
        if (!r.field.empty() && f.id.starts_with(r.field)) also_see(e, r.id);
    also_see(e, kTmaUnknownBits.id);
    also_see(e, kTensorMapFormat.id);
    return e;
}

Explanation explain_map(const ExplainOptions&) {
    Explanation e;
    e.topic = kTensorMapFormat.id;
    e.title = say(kTensorMapFormat.id, ": ", kTensorMapFormat.title, ", 128 bytes");
    e.paragraphs = {
        "No document describes these bytes. The table follows from the maps that one driver made for known parameters "
        "of "
        "cuTensorMapEncodeTiled. Bit 0 is bit 0 of byte 0.",
        "No measured map is of cuTensorMapEncodeIm2col: which bits have its corners and its numbers of channels and "
        "pixels is not known."};
    for (const Field& f : kTensorMapFields) {
        e.facts.emplace_back(bit_range(f), say(f.id, ": ", f.doc));
        if (f.encoding != Encoding::fixed) also_see(e, topic_of(kTensorMapFormat, f));
    }
    e.source = kTensorMapSource;
    e.certainty = kTensorMapMeasured;
    return e;
}

}  // namespace

std::string stride_use(const Format& format, std::string_view field, std::uint64_t swizzle) {
    constexpr int kRows = 256, kColumns = 16;  // of one instruction; several atoms along M or N
    const FamilyRow* family = family_reading(format.id);
    const SwizzleRow* mode = family != nullptr ? mode_with_code(*family, swizzle) : nullptr;
    if (mode == nullptr || (field != "lbo" && field != "sbo")) return {};
    std::string out;
    for (const Major major : {Major::k, Major::mn}) {
        const SmemLayout layout{.mode = mode->mode,
                                .major = major,
                                .type = find_type("bf16"),
                                .rows = kRows,
                                .columns = kColumns,
                                .mma_columns = kColumns};
        out += say(out.empty() ? "" : " ", (field == "lbo" ? use_of_lbo : use_of_sbo)(layout).sentence);
    }
    return out;
}

Explanation explain_value(const Format& format, std::string_view id, std::uint64_t raw) {
    const Field& f = field_in(format, id);
    Explanation e =
        about(f, say(topic_of(format, f), "=", text_for(f, raw)), say(topic_of(format, f), " = ", meaning_of(f, raw)));
    for (const NamedValue& n : f.names)
        if (n.raw == raw && !n.doc.empty()) e.paragraphs.emplace_back(n.doc);
    e.paragraphs.emplace_back(f.doc);
    for (const Problem& p : decode(format, set_field(f, blank_word(format), raw)).problems)
        if (p.field == f.id) e.paragraphs.push_back(say(p.text, " ", p.fix));
    e.facts.emplace_back("raw", say(raw, " (", hex(raw), ")"));
    add_neighbours(e, f, raw);
    add_where(e, format, f);
    also_see(e, topic_of(format, f));
    see_named(e, name_in(f.names, raw));
    for (const RuleInfo& r : rules_about(format, id)) also_see(e, r.id);
    Explanation of_field{.topic = topic_of(format, f)};
    see_contradictions(of_field);
    for (const std::string& x : of_field.see) also_see(e, x);
    see_contradictions(e);
    return e;
}

Explanation explain_value(const Format& format, std::string_view id, std::uint64_t raw, std::uint64_t unknown) {
    const Explanation of_value = explain_value(format, id, raw);
    if (unknown == 0) return of_value;
    const auto found =
        explanation_of(topic_of(format, field_in(format, id)), {.edition = format.edition, .kind = format.kind});
    return found ? found->front() : of_value;
}

void add_formats(Topics& out, const ExplainOptions& options) {
    for (const std::string_view id : format_ids(options.edition))
        out.push_back({std::string(id),
                       {std::string(tables_with(id, {}, options)[0]->title)},
                       [id](const ExplainOptions& o) { return explain_format(id, o); }});
}

void add_fields(Topics& out, const ExplainOptions& options) {
    for (const std::string_view format : format_ids(options.edition))
        for (const Field* f : fields_of(format, options))
            out.push_back({say(format, ".", f->id),
                           {std::string(f->id)},
                           [format, id = f->id](const ExplainOptions& o) { return explain_field(format, id, o); }});
    for (const std::string_view id : format_ids(options.edition)) {
        const std::size_t from = out.size();
        for (const Format* format : tables_with(id, {}, options)) add_values(out, from, *format);
    }
}

// A name without "tensor-map." finds the field if no other topic has that name: box0, but not swizzle.
void add_tensor_maps(Topics& out, const ExplainOptions&) {
    const auto is_taken = [end = out.size(), &out](std::string_view name) {
        return std::ranges::any_of(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(end), [&](const Topic& t) {
            return t.id == name || std::ranges::find(t.also, name) != t.also.end();
        });
    };
    out.push_back({std::string(kTensorMapFormat.id), {"CUtensorMap"}, explain_map});
    for (const Field& f : kTensorMapFields)
        add_row<explain_map_field>(out, f, topic_of(kTensorMapFormat, f),
                                   names_in(std::array{is_taken(f.id) ? "" : f.id}));
}

std::vector<Explanation> explain_assignment(std::string_view text, const ExplainOptions& options, std::string& why) {
    const std::size_t equals = text.find('=');
    const std::string key = topic_key(text.substr(0, equals));
    const std::string_view value = trimmed(text.substr(equals + 1));
    std::vector<Explanation> out;
    for (const std::string_view id : format_ids(options.edition))
        for (const Format* format : tables_with(id, {}, options)) {
            const std::vector<const Field*> named = named_fields(key, *format);
            if (named.empty()) continue;
            const auto raw = raw_of(*named[0], value);
            if (!raw && why.empty()) why = raw.why;
            if (!raw) continue;
            out.push_back(explain_value(*format, named[0]->id, *raw));
            break;
        }
    return out;
}

}  // namespace tilescope
