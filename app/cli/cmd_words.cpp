// app/cli/cmd_words.cpp -- encode, diff and formats: encodes words, compares words, prints the tables of formats.
// SPDX-License-Identifier: MIT
#include "app/cli/json_parts.h"
#include "app/cli/verb.h"

#include <tilescope/formats/formats.h>
#include <tilescope/formats/tensor_map.h>
#include <tilescope/rules/explain.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/rules/rule.h>

#include <set>

namespace tilescope::cli {

namespace {

struct EncodeArgs {
    std::string format, kind;
    std::vector<std::string> fields;
};

// Returns what the hardware would do with an address that the field cannot hold (rule L10 or L11), for the end of the
// refusal. Returns an empty text if no such rule applies.
std::string address_rule(const Format& format, std::string_view id, std::string_view text, std::string_view arch) {
    const Field* f = find_field(format, id);
    const auto value = parse_number(text);
    if (!f || (f->role != Role::address && f->role != Role::stride) || f->unit != "bytes" || !value) return {};
    const auto problem = check_address(*value, arch);
    return problem ? say(". ", problem->rule, ": ", problem->text) : std::string();
}

Json word_json(const Format& format, std::uint64_t word) {
    return {{"word", hex_word(format, word)},
            {"format", format.id},
            {"kind", format.kind},
            {"edition", name_of(format.edition)},
            {"fields", list_json(format.fields, [&](const Field& f) { return field_json(f, get_field(f, word)); })}};
}

int run_encode(const EncodeArgs& args, const Globals& g) {
    need(is_kind(args.kind, g.edition));
    const auto format = need(find_format(args.format, args.kind, g.edition));
    std::uint64_t word = blank_word(*format);
    std::set<std::string> given;
    for (const std::string& field : args.fields) {
        const std::size_t equals = field.find('=');
        if (equals == field.npos || equals == 0)
            throw refused("'", field, "' does not have the form field=value, such as ", format->fields.back().id,
                          "=raw:0");
        const std::string id = field.substr(0, equals);
        if (!given.insert(id).second) throw refused("the field '", id, "' is given twice; give it once");
        const auto next = with_field(*format, word, id, field.substr(equals + 1));
        if (!next) throw refused(next.why, address_rule(*format, id, field.substr(equals + 1), g.arch));
        word = *next;
    }
    const std::string text = hex_word(*format, word);
    print(g.json  ? io::text_of_json(word_json(*format, word))
          : g.csv ? say("format,word\n", format->id, ",", text, "\n")
                  : say(text, "\n"));
    for (const Problem& p : check_word(decode(*format, word), {.arch = g.arch}))
        if (p.severity <= Severity::warn) refuse("encode", p.rule, " ", p.text, p.fix.empty() ? "" : " ", p.fix);
    return kDone;
}

// Without --kind several tables match an instruction descriptor. Returns the likeliest table in which both words have
// no errors, or the first table if there is none.
const Format& likeliest_for(const Format& format, std::uint64_t from, std::uint64_t to) {
    const PasteOptions options{.edition = format.edition};
    const PasteResult read = paste(hex_word(format, from), options);
    for (const FoundWord& word : read.words)
        for (const PasteReading& r : word.readings) {
            const bool related = !r.format->kind.empty() && (format.id == "idesc" || r.format->id == format.id);
            if (related && breaks_no_rule(*r.format, from, 0) && breaks_no_rule(*r.format, to, 0)) return *r.format;
        }
    return format;
}

struct DiffArgs {
    std::string format, kind, from, to;
};

// What the changed stride does in both words, if they have the same swizzle.
std::string use_text(const Format& format, const Field& field, std::uint64_t from, std::uint64_t to) {
    const Field* swizzle = find_field(format, "swizzle");
    if (swizzle == nullptr || get_field(*swizzle, from) != get_field(*swizzle, to)) return {};
    const std::string use = stride_use(format, field.id, get_field(*swizzle, from));
    return use.empty() ? use : say("    ", wrapped(use, 4));
}

Json diff_json(const Format& format, std::uint64_t from, std::uint64_t to) {
    const auto change = [](const FieldChange& c) -> Json {
        return {{"id", c.field->id}, {"from", field_json(*c.field, c.from)}, {"to", field_json(*c.field, c.to)}};
    };
    return {{"format", format.id},
            {"kind", format.kind},
            {"from", hex_word(format, from)},
            {"to", hex_word(format, to)},
            {"differences", list_json(differences(format, from, to), change)}};
}

int run_diff(const DiffArgs& args, const Globals& g) {
    need(is_kind(args.kind, g.edition));
    const auto format = need(find_format(args.format, args.kind, g.edition));
    const std::uint64_t from = need(word_given(*format, args.from)), to = need(word_given(*format, args.to));
    const bool open = !format->kind.empty() && args.kind.empty();
    const Format& chosen = open ? likeliest_for(*format, from, to) : *format;
    if (g.json) return print_json(diff_json(chosen, from, to));
    const auto changes = differences(chosen, from, to);
    if (g.csv) {
        print("id,lsb,width,from_raw,to_raw,from,to\n");
        for (const FieldChange& c : changes)
            print(csv_row(c.field->id, c.field->lsb, c.field->width, c.from, c.to, meaning_of(*c.field, c.from),
                          meaning_of(*c.field, c.to)));
        return kDone;
    }
    print(hex_word(chosen, from), "\n", hex_word(chosen, to), "\n");
    if (open) print("Both words are read as kind ", chosen.kind, ". Use --kind to select another kind.\n");
    if (changes.empty()) print("The words are equal.\n");
    for (const FieldChange& c : changes)
        print("  ", padded(c.field->id, 18), padded(bit_range(*c.field), 7), shown_meaning_of(*c.field, c.from), " -> ",
              shown_meaning_of(*c.field, c.to), "\n", use_text(chosen, *c.field, from, to));
    return kDone;
}

struct FormatsArgs {
    std::string format, kind;
    bool markdown = false;
};

std::string_view encoding_name(Encoding e) {
    constexpr std::string_view kNames[] = {"number", "one_of", "flag", "fixed"};
    return kNames[static_cast<std::size_t>(e)];
}

// A row of the table of a format.
Json row_json(const Field& f) {
    Json out = {{"id", f.id}, {"lsb", f.lsb}, {"width", f.width}, {"encoding", encoding_name(f.encoding)}};
    if (f.encoding == Encoding::number)
        out.update({{"scale", f.scale},
                    {"bias", f.bias},
                    {"least", value_of(f, 0)},
                    {"most", value_of(f, bit_mask(f.width))}});
    if (f.encoding == Encoding::fixed) out["want"] = f.want;
    if (!f.unit.empty()) out["unit"] = f.unit;
    if (!f.names.empty()) out["names"] = Json::array();
    for (const NamedValue& n : f.names) out["names"].push_back({{"raw", n.raw}, {"name", n.name}, {"doc", n.doc}});
    out.update({{"doc", f.doc}, {"source", f.source}});
    put_certainty(out, f.certainty);
    return out;
}

Json format_json(const Format* f) {
    return {{"format", f->id}, {"kind", f->kind},   {"edition", name_of(f->edition)},
            {"bits", f->bits}, {"title", f->title}, {"fields", list_json(f->fields, row_json)}};
}

void print_table(const Format& format) {
    print(format.id, format.kind.empty() ? "" : say(" --kind ", format.kind), ": ", format.title, ", ", format.bits,
          " bits, PTX ", name_of(format.edition), "\n");
    for (const Field& f : format.fields) {
        constexpr std::size_t kIndent = 27;
        print("  ", padded(bit_range(f), 8), padded(f.id, kIndent - 10), wrapped(f.doc, kIndent));
        for (const NamedValue& n : f.names)
            print(std::string(kIndent, ' '),
                  wrapped(say(n.raw, " = ", n.name, n.doc.empty() ? "" : say(": ", n.doc)), kIndent + 4));
        print_wrapped(kIndent, "[", f.source, "]", after_source(f.certainty));
    }
    print("\n");
}

void print_rows(std::span<const Format* const> formats) {
    print("format,kind,edition,id,lsb,width,doc,source\n");
    for (const Format* format : formats)
        for (const Field& f : format->fields)
            print(csv_row(format->id, format->kind, name_of(format->edition), f.id, f.lsb, f.width, f.doc, f.source));
}

int run_formats(const FormatsArgs& args, const Globals& g) {
    need(is_kind(args.kind, g.edition));
    std::vector<const Format*> chosen;
    if (args.format == kTensorMapFormat.id) {
        chosen.push_back(&kTensorMapFormat);  // no word, so it is in no list
    } else if (!args.format.empty()) {
        (void)need(find_format(args.format, args.kind, g.edition));
    }
    for (const Format* f : all_formats(g.edition))
        if ((args.format.empty() || f->id == args.format) && (args.kind.empty() || f->kind == args.kind))
            chosen.push_back(f);
    if (chosen.empty()) throw refused("the format ", args.format, " has no table for kind ", args.kind);
    if (g.json) return print_json(list_json(chosen, format_json));
    if (g.csv) return print_rows(chosen), kDone;
    for (const Format* f : chosen) {
        if (args.markdown)
            print(to_markdown(*f), "\n");
        else
            print_table(*f);
    }
    return kDone;
}

}  // namespace

void declare_encode(Verb& verb) {
    EncodeArgs& args = verb.runs(run_encode);
    verb.add_option("format", args.format, format_list(kNewestEdition)).required();
    verb.add_option("fields", args.fields, "field=value or field=raw:N; `tilescope formats` lists the fields")
        .takes_every_word();
    verb.add_option("--kind", args.kind, say("Kind of an instruction descriptor:\n", kind_list(kNewestEdition)));
}

void declare_diff(Verb& verb) {
    DiffArgs& args = verb.runs(run_diff);
    verb.add_option("format", args.format, "Format of both words").required();
    verb.add_option("from", args.from, "First word").required();
    verb.add_option("to", args.to, "Second word").required();
    verb.add_option("--kind", args.kind, "Kind of an instruction descriptor");
}

void declare_formats(Verb& verb) {
    FormatsArgs& args = verb.runs(run_formats);
    verb.add_option("format", args.format, "Print only this format. tensor-map: the 128 bytes of a CUtensorMap");
    verb.add_option("--kind", args.kind, "Print only this kind");
    verb.add_flag("--markdown", args.markdown, "Print Markdown tables");
}

}  // namespace tilescope::cli
