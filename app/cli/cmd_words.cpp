// app/cli/cmd_words.cpp -- encode, diff and formats: encodes words, compares words, prints the tables of formats.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/text_out.h"
#include "app/cli/words.h"
#include "app/publish/json_out.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/tensor_map.h>
#include <tilescope/rules/explain.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/rules/rule.h>

#include <algorithm>
#include <memory>
#include <set>
#include <span>

namespace tilescope::cli {

Answer<std::uint64_t> word_for(const Format& format, const std::string& text) {
    const Answer<Number> n = read_number(text);
    const auto refuse_with = [](std::string why) { return Answer<std::uint64_t>::refuse(std::move(why)); };
    if (!n) return refuse_with(n.why);
    // The sign of a negative decimal is extended to the width of the word.
    const std::uint64_t value = format.bits == 64 ? in_width(*n, 64) : n->value;
    if (value > bit_mask(format.bits))
        return refuse_with(say("'", text, "' has more than the ", format.bits, " bits of ", format.id,
                               "; give at most ", hex(bit_mask(format.bits))));
    return value;
}

Answer<std::string> word_or_standard_input(const std::string& text) {
    const auto all = text_or_standard_input(text);
    if (!all || text != "-") return all;
    const std::size_t begin = all->find_first_not_of(" \t\r\n");
    if (begin == all->npos) return std::string();
    return all->substr(begin, all->find_first_of(" \t\r\n", begin) - begin);
}

Answer<std::uint64_t> word_given(const Format& format, const std::string& text) {
    const auto given = word_or_standard_input(text);
    return given ? word_for(format, *given) : Answer<std::uint64_t>::refuse(given.why);
}

std::string kind_list(Edition edition) {
    std::string out;
    for (const std::string_view kind : kinds_of(edition)) out += say(out.empty() ? "" : ", ", kind);
    return out;
}

std::string format_list(Edition edition) {
    std::string out, last;
    for (const Format* f : all_formats(edition)) {
        if (f->id != last) out += say(out.empty() ? "" : ", ", f->id);
        last = f->id;
    }
    return out;
}

Answer<void> is_kind(std::string_view kind, Edition edition) {
    const auto kinds = kinds_of(edition);
    if (kind.empty() || std::ranges::find(kinds, kind) != kinds.end()) return {};
    return Answer<void>::refuse(say("kind: '", kind, "' is unknown; use one of: ", kind_list(edition)));
}

std::string csv(std::string_view text) {
    std::string out;
    add_csv_cell(out, text);
    return out;
}

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

int run_encode(const EncodeArgs& args, const Globals& g) {
    need(is_kind(args.kind, g.edition));
    const auto format = need(find_format(args.format, args.kind, g.edition));
    std::uint64_t word = blank_word(*format);
    std::set<std::string> given;
    for (const std::string& field : args.fields) {
        const std::size_t equals = field.find('=');
        if (equals == field.npos || equals == 0)
            throw Refused{
                say("'", field, "' does not have the form field=value, such as ", format->fields.back().id, "=raw:0")};
        const std::string id = field.substr(0, equals);
        if (!given.insert(id).second) throw Refused{say("the field '", id, "' is given twice; give it once")};
        const auto next = with_field(*format, word, id, field.substr(equals + 1));
        if (!next) throw Refused{say(next.why, address_rule(*format, id, field.substr(equals + 1), g.arch))};
        word = *next;
    }
    const std::string text = hex_word(*format, word);
    print(g.json  ? io::word_json(*format, word)
          : g.csv ? say("format,word\n", format->id, ",", text, "\n")
                  : say(text, "\n"));
    for (const Problem& p : check_word(decode(*format, word), {.arch = g.arch}))
        if (p.severity <= Severity::warn) refuse("encode", say(p.rule, " ", p.text, p.fix.empty() ? "" : " ", p.fix));
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

int run_diff(const DiffArgs& args, const Globals& g) {
    need(is_kind(args.kind, g.edition));
    const auto format = need(find_format(args.format, args.kind, g.edition));
    const std::uint64_t from = need(word_given(*format, args.from)), to = need(word_given(*format, args.to));
    const bool open = !format->kind.empty() && args.kind.empty();
    const Format& chosen = open ? likeliest_for(*format, from, to) : *format;
    if (g.json) return print(io::diff_json(chosen, from, to)), kDone;
    const auto changes = differences(chosen, from, to);
    if (g.csv) {
        print("id,lsb,width,from_raw,to_raw,from,to\n");
        for (const FieldChange& c : changes)
            print(say(c.field->id, ",", c.field->lsb, ",", c.field->width, ",", c.from, ",", c.to, ",",
                      csv(meaning_of(*c.field, c.from)), ",", csv(meaning_of(*c.field, c.to)), "\n"));
        return kDone;
    }
    print(say(hex_word(chosen, from), "\n", hex_word(chosen, to), "\n"));
    if (open) print(say("Both words are read as kind ", chosen.kind, ". Use --kind to select another kind.\n"));
    if (changes.empty()) print("The words are equal.\n");
    for (const FieldChange& c : changes)
        print(say("  ", padded(c.field->id, 18), padded(bit_range(*c.field), 7), shown_meaning_of(*c.field, c.from),
                  " -> ", shown_meaning_of(*c.field, c.to), "\n", use_text(chosen, *c.field, from, to)));
    return kDone;
}

struct FormatsArgs {
    std::string format, kind;
    bool markdown = false;
};

void print_table(const Format& format) {
    print(say(format.id, format.kind.empty() ? "" : say(" --kind ", format.kind), ": ", format.title, ", ", format.bits,
              " bits, PTX ", name_of(format.edition), "\n"));
    for (const Field& f : format.fields) {
        constexpr std::size_t kIndent = 27;
        print(say("  ", padded(bit_range(f), 8), padded(f.id, kIndent - 10), wrapped(f.doc, kIndent)));
        for (const NamedValue& n : f.names)
            print(say(std::string(kIndent, ' '),
                      wrapped(say(n.raw, " = ", n.name, n.doc.empty() ? "" : say(": ", n.doc)), kIndent + 4)));
        print(say(std::string(kIndent, ' '), wrapped(say("[", f.source, "]", after_source(f.certainty)), kIndent)));
    }
    print("\n");
}

void print_rows(std::span<const Format* const> formats) {
    print("format,kind,edition,id,lsb,width,doc,source\n");
    for (const Format* format : formats)
        for (const Field& f : format->fields)
            print(say(format->id, ",", format->kind, ",", name_of(format->edition), ",", f.id, ",", f.lsb, ",", f.width,
                      ",", csv(f.doc), ",", csv(f.source), "\n"));
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
    if (chosen.empty()) throw Refused{say("the format ", args.format, " has no table for kind ", args.kind)};
    if (g.json) return print(io::formats_json(chosen)), kDone;
    if (g.csv) return print_rows(chosen), kDone;
    for (const Format* f : chosen) {
        if (args.markdown)
            print(say(to_markdown(*f), "\n"));
        else
            print_table(*f);
    }
    return kDone;
}

}  // namespace

void declare_encode(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<EncodeArgs>();
    verb.add_option("format", args->format, format_list(kNewestEdition)).required();
    verb.add_option("fields", args->fields, "field=value or field=raw:N; `tilescope formats` lists the fields")
        .takes_every_word();
    verb.add_option("--kind", args->kind, say("Kind of an instruction descriptor:\n", kind_list(kNewestEdition)));
    verb.on_run([args, &globals] { return run_encode(*args, globals); });
}

void declare_diff(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<DiffArgs>();
    verb.add_option("format", args->format, "Format of both words").required();
    verb.add_option("from", args->from, "First word").required();
    verb.add_option("to", args->to, "Second word").required();
    verb.add_option("--kind", args->kind, "Kind of an instruction descriptor");
    verb.on_run([args, &globals] { return run_diff(*args, globals); });
}

void declare_formats(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<FormatsArgs>();
    verb.add_option("format", args->format, "Print only this format. tensor-map: the 128 bytes of a CUtensorMap");
    verb.add_option("--kind", args->kind, "Print only this kind");
    verb.add_flag("--markdown", args->markdown, "Print Markdown tables");
    verb.on_run([args, &globals] { return run_formats(*args, globals); });
}

}  // namespace tilescope::cli
