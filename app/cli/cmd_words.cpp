// app/cli/cmd_words.cpp -- encode, diff, formats: words and their tables.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/text_out.h"
#include "app/cli/words.h"
#include "app/io/json_out.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/rules/rule.h>

#include <CLI/CLI.hpp>

#include <memory>

namespace tilescope::cli {

Answer<std::uint64_t> word_for(const Format& format, const std::string& text) {
    const Answer<Number> n = read_number(text);
    const auto refuse_with = [](std::string why) { return Answer<std::uint64_t>::refuse(std::move(why)); };
    if (!n) return refuse_with(n.why);
    // A negative decimal fills the word's own width with its sign.
    const std::uint64_t value =
        n->negative && n->bits == 32 && format.bits == 64
            ? static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(n->value)))
            : n->value;
    if (value > mask(format.bits))
        return refuse_with(say("'", text, "' has more than the ", format.bits, " bits of ", format.id,
                               "; want at most ", hex(mask(format.bits))));
    return value;
}

namespace {

struct EncodeArgs {
    std::string format, kind;
    std::vector<std::string> fields;
};

int run_encode(const EncodeArgs& args, const Globals& g) {
    const auto format = find_format(args.format, args.kind, g.edition);
    if (!format) return refuse("encode", format.why);
    std::uint64_t word = blank_word(**format);
    for (const std::string& field : args.fields) {
        const std::size_t equals = field.find('=');
        if (equals == field.npos || equals == 0)
            return refuse("encode",
                          say("have '", field, "', want field=value, such as ", (*format)->fields.back().id, "=raw:0"));
        const auto next = with_field(**format, word, field.substr(0, equals), field.substr(equals + 1));
        if (!next) return refuse("encode", next.why);
        word = *next;
    }
    print(g.json ? io::word_json(**format, word) : say(hex_word(**format, word), "\n"));
    for (const Problem& p : check_word(decode(**format, word), {.arch = g.arch}))
        if (p.severity == Severity::error)
            std::fprintf(stderr, "tilescope encode: %s %s\n", p.rule.c_str(), p.text.c_str());
    return kDone;
}

struct DiffArgs {
    std::string format, kind, from, to;
};

int run_diff(const DiffArgs& args, const Globals& g) {
    const auto format = find_format(args.format, args.kind, g.edition);
    if (!format) return refuse("diff", format.why);
    const auto from = word_for(**format, args.from), to = word_for(**format, args.to);
    if (!from) return refuse("diff", from.why);
    if (!to) return refuse("diff", to.why);
    if (g.json) return print(io::diff_json(**format, *from, *to)), kDone;
    const auto changes = differences(**format, *from, *to);
    print(say(hex_word(**format, *from), "\n", hex_word(**format, *to), "\n"));
    if (changes.empty()) print("The words are equal.\n");
    for (const FieldChange& c : changes)
        print(say("  ", padded(c.field->id, 18), padded(bit_range(*c.field), 7), meaning_of(*c.field, c.from), " -> ",
                  meaning_of(*c.field, c.to), "\n"));
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
        print(say("  ", padded(bit_range(f), 6), padded(f.id, 19), f.doc, "\n"));
        for (const NamedValue& n : f.names)
            print(say("        ", padded("", 19), n.raw, " = ", n.name, n.doc.empty() ? "" : say(": ", n.doc), "\n"));
        const bool sure = f.certainty == Certainty::confirmed;
        print(say("        ", padded("", 19), "[", f.source, sure ? "" : say("; ", name_of(f.certainty)), "]\n"));
    }
    print("\n");
}

int run_formats(const FormatsArgs& args, const Globals& g) {
    std::vector<const Format*> chosen;
    if (!args.format.empty()) {
        const auto known = find_format(args.format, args.kind, g.edition);
        if (!known) return refuse("formats", known.why);
    }
    for (const Format* f : all_formats(g.edition))
        if ((args.format.empty() || f->id == args.format) && (args.kind.empty() || f->kind == args.kind))
            chosen.push_back(f);
    if (g.json) return print(io::formats_json(chosen)), kDone;
    for (const Format* f : chosen) {
        if (args.markdown)
            print(say(to_markdown(*f), "\n"));
        else
            print_table(*f);
    }
    return kDone;
}

}  // namespace

void declare_encode(CLI::App& app, const Globals& globals, int& status) {
    const auto args = std::make_shared<EncodeArgs>();
    app.add_option("format", args->format, "smem, wgmma, idesc, idesc-mxf8f6f4, idesc-mxf4, zcm, tmem")->required();
    app.add_option("fields", args->fields, "field=value or field=raw:N; `tilescope formats` lists the fields")
        ->allow_extra_args();
    app.add_option("--kind", args->kind,
                   "Kind of an instruction descriptor: f16, tf32, f8f6f4, i8, mxf4, mxf4nvf4, ...");
    app.callback([args, &globals, &status] { status = run_encode(*args, globals); });
}

void declare_diff(CLI::App& app, const Globals& globals, int& status) {
    const auto args = std::make_shared<DiffArgs>();
    app.add_option("format", args->format, "Format of both words")->required();
    app.add_option("from", args->from, "First word")->required();
    app.add_option("to", args->to, "Second word")->required();
    app.add_option("--kind", args->kind, "Kind of an instruction descriptor");
    app.callback([args, &globals, &status] { status = run_diff(*args, globals); });
}

void declare_formats(CLI::App& app, const Globals& globals, int& status) {
    const auto args = std::make_shared<FormatsArgs>();
    app.add_option("format", args->format, "Only this format");
    app.add_option("--kind", args->kind, "Only this kind");
    app.add_flag("--markdown", args->markdown, "As Markdown tables");
    app.callback([args, &globals, &status] { status = run_formats(*args, globals); });
}

}  // namespace tilescope::cli
