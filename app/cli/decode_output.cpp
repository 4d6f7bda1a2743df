// app/cli/decode_output.cpp -- prints decoded words: one by one, as a table, as CSV or JSON; also those of state lines.
// SPDX-License-Identifier: MIT
#include "app/cli/decode.h"

#include "app/cli/json_parts.h"
#include "app/io/session_file.h"

#include <tilescope/document/derive.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/tensor_map.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/rules/rule.h>

#include <algorithm>
#include <array>

namespace tilescope::cli {
namespace {

constexpr std::size_t kFirstRows = 8;  // of a sheet that does not fit on a screen

using Cells = std::vector<std::string>;

std::string count_of(std::uint64_t n, std::string_view what) { return say(n, " ", what, n == 1 ? "" : "s"); }

// A field that is always 0 by definition is not worth a word.
bool is_worth_saying(const WordSheet& sheet, std::size_t field) {
    const Field& f = sheet.format->fields[field];
    return f.encoding != Encoding::fixed || get_field(f, sheet.rows.front().word) != f.want;
}

void print_head(const WordSheet& sheet) {
    const Format& f = *sheet.format;
    const bool any =
        std::ranges::any_of(sheet.rows, [](const TableRow& r) { return !r.ask && r.certainty != Certainty::unknown; });
    print(f.title, f.kind.empty() ? "" : say(", kind ", f.kind), ": ",
          any ? count_of(sheet.words, "word") : say(count_of(sheet.words, "number"), ", none certain"));
    print(sheet.row_count == sheet.words ? "" : say(", ", sheet.row_count, " different"), "\n");
    const std::string same = list_of(sheet.constant, [&](std::size_t i) {
        const Field& field = f.fields[i];
        return !is_worth_saying(sheet, i)
                   ? std::string()
                   : say(field.id, " ", shown_meaning_of(field, get_field(field, sheet.rows.front().word)));
    });
    if (!same.empty()) print("  ", wrapped(say("The same in all: ", same), 4));
}

// A column of a sheet: its title, and what it has of a row.
struct Column {
    std::string title;
    std::function<std::string(const TableRow&)> text;
};

// The columns that say something in this sheet.
std::vector<Column> columns_of(const WordSheet& sheet) {
    const auto any = [&](auto&& has) {
        return std::ranges::any_of(sheet.rows, has) || std::ranges::any_of(sheet.last, has);
    };
    const Format& f = *sheet.format;
    std::vector<Column> out = {
        {"  line", [&](const TableRow& r) { return say(is_odd(sheet, r) ? "> " : "  ", r.line); }}};
    if (any([](const TableRow& r) { return r.count > 1; }))
        out.push_back({"words", [](const TableRow& r) { return say(r.count); }});
    if (any([](const TableRow& r) { return !r.name.empty(); }))
        out.push_back({"name", [](const TableRow& r) { return r.name; }});
    out.push_back({"word", [&](const TableRow& r) { return hex_word(f, r.word, r.unknown); }});
    for (const std::size_t i : sheet.varying)
        out.push_back({std::string(f.fields[i].id), [&field = f.fields[i]](const TableRow& r) {
                           return shown_meaning_of(field, get_field(field, r.word), get_field(field, r.unknown));
                       }});
    if (any([](const TableRow& r) { return r.ask || r.certainty != Certainty::confirmed; }))
        out.push_back(
            {"certainty", [](const TableRow& r) { return r.ask ? "ask" : std::string(name_of(r.certainty)); }});
    if (any([](const TableRow& r) { return !r.broken_rules.empty(); }))
        out.push_back({"rules", [](const TableRow& r) { return list_of(r.broken_rules, std::identity(), " "); }});
    return out;
}

void print_rows_of(const WordSheet& sheet) {
    const std::vector<Column> columns = columns_of(sheet);
    std::vector<Cells> rows(1);
    for (const Column& column : columns) rows.front().push_back(column.title);
    const auto add = [&](const TableRow& row) {
        Cells& cells = rows.emplace_back();
        for (const Column& column : columns) cells.push_back(column.text(row));
    };
    const std::size_t shown = sheet.last.empty() ? sheet.rows.size() : std::min(sheet.rows.size(), kFirstRows);
    std::for_each_n(sheet.rows.begin(), shown, add);
    if (!sheet.last.empty()) rows.push_back({"  ..."});
    std::ranges::for_each(sheet.last, add);
    for (const std::string& line : in_columns(rows)) print(" ", without_end_blanks(line), "\n");
    const std::uint64_t hidden = sheet.row_count - shown - sheet.last.size();
    if (hidden > 0) print("  ", count_of(hidden, "more row"), " not shown here; --csv prints all of them.\n");
}

// The odd values of one word are one sentence.
void print_odd(const WordSheet& sheet) {
    for (const OddName& o : sheet.odd_names)
        print(wrapped(
            say("> ", count_of(o.words, "word"), " named ", o.name, o.words == 1 ? " is" : " are",
                " not of the format ", o.usual->id, o.usual->kind.empty() ? "" : ", kind ", o.usual->kind, ", as the ",
                o.others, " others are. Look ", o.words == 1 ? "" : "first ", "at line ", o.line, "."),
            4));
    if (sheet.more_odd_names > 0) print("> ", count_of(sheet.more_odd_names, "more odd name"), " not shown.\n");
    for (std::size_t i = 0; i < sheet.odd.size();) {
        const TableRow& row = sheet.odd[i].first;
        std::string text = say("> Line ", row.line, ", ", row.name, row.name.empty() ? "" : " ",
                               hex_word(*sheet.format, row.word, row.unknown), ":");
        for (; i < sheet.odd.size() && sheet.odd[i].first.line == row.line && sheet.odd[i].first.word == row.word;
             ++i) {
            const OddValue& o = sheet.odd[i];
            const Field& f = sheet.format->fields[o.field];
            text += say(text.ends_with(':') ? " '" : "; '", f.id, "' is ", shown_meaning_of(f, o.raw), " in ",
                        count_of(o.words, "word"), ", but ", shown_meaning_of(f, o.usual), " in ", o.others, " others");
        }
        print(wrapped(say(text, "."), 4));
    }
    if (sheet.more_odd > 0) print("> ", count_of(sheet.more_odd, "more odd value"), " not shown.\n");
}

// Prints a table for each format: the fields that all words share, the rows, the odd ones, the problems. At most about
// a screen for each format, however many words there are.
void print_sheets(const WordTable& table) {
    for (const WordSheet& sheet : table.sheets()) {
        print_head(sheet);
        print_rows_of(sheet);
        print_odd(sheet);
        for (const TableProblem& p : sheet.problems) {
            print("  In ", count_of(p.words, "word"), ", first on line ", p.line, ":\n");
            print_problems({&p.problem, 1});
        }
        print("\n");
    }
}

// The lines of the program that give the bits of a field.
void print_origins(const BitOrigins& origins, std::uint64_t mask) {
    if (origins.list.empty()) return;
    for (const std::string& line : origin_lines(origins, mask, kMostOrigins)) print("           ", line, "\n");
}

// place: the line of the text, if the name alone does not tell which word it is.
void print_word(const DecodedWord& w, bool with_origins, const std::string& place = {}) {
    const Format& f = *w.decoded.format;
    const std::string kind = f.kind.empty() ? "" : say(", kind ", f.kind);
    const std::string name = w.found->name.empty() ? "" : say(w.found->name, place, ": ");
    const std::uint64_t unknown = w.unknown();
    print(name, hex_word(f, w.decoded.word, unknown), "  ", f.title, kind, " (", name_of(w.reading->certainty), ")\n");
    print_wrapped(2, w.reading->why);
    if (!w.found->note.empty()) print("  read as: ", w.found->reader, ", ", w.found->note, "\n");
    if (unknown) print("  unknown bits (not in the text): ", hex(unknown), "\n");
    const BitOrigins origins = with_origins ? origins_of(*w.found, *w.reading) : BitOrigins();
    for (std::size_t i = 0; i < f.fields.size(); ++i) {
        print("  ", padded(bit_range(f.fields[i]), 7), padded(f.fields[i].id, 19),
              shown_meaning_of(f.fields[i], w.decoded.raw[i], get_field(f.fields[i], unknown)), "\n");
        print_origins(origins, bit_mask(f.fields[i].width) << f.fields[i].lsb);
    }
    if (origins.cut) print("  the program is too long, or too many lines give the bits: not all were followed\n");
    print_problems(w.problems);
    for (const PasteReading& r : w.found->readings) {
        // If the word is a legal one, readings that break rules say nothing.
        const bool breaks = r.certainty == Certainty::unknown && w.reading->certainty != Certainty::unknown;
        if (&r == w.reading || (breaks && !w.found->ask)) continue;
        print_after(say("  also possible as ", r.format->id, r.format->kind.empty() ? "" : " ", r.format->kind, ": "),
                    r.why);
    }
    print("\n");
}

void print_rows(const DecodedWord& w) {
    const Format& f = *w.decoded.format;
    const std::string word = hex_word(f, w.decoded.word, w.unknown());
    for (std::size_t i = 0; i < f.fields.size(); ++i) {
        const Field& field = f.fields[i];
        const std::uint64_t raw = w.decoded.raw[i], unknown = get_field(field, w.unknown());
        print(csv_row(w.found->source, word, f.id, f.kind, field.id, field.lsb, field.width, unknown ? "?" : say(raw),
                      unknown ? "?" : say(value_of(field, raw)), meaning_of(field, raw, unknown)));
    }
}

// "line 17  desc_a  0x4000404000010040  smem  start 0x400 (1024 bytes), ...  L12". A word of which only the user can
// decide the meaning has a question mark.
void print_line(const DecodedWord& w) {
    std::string rules;
    for (const Problem& p : w.problems)
        if (p.severity == Severity::error || p.severity == Severity::warn) rules += say("  ", p.rule);
    print("line ", w.line, "  ", w.found->name.empty() ? "" : say(w.found->name, "  "),
          hex_word(*w.decoded.format, w.decoded.word, w.unknown()), "  ", w.decoded.format->id,
          w.found->ask || w.reading->certainty == Certainty::unknown ? "?" : "", "  ",
          brief_meaning(*w.decoded.format, w.decoded.word, w.unknown()), rules, "\n");
}

// The ranges of the unknown bits of a tensor map: "63:57, 67:64".
std::string unknown_ranges() {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < std::size(kTensorMapFields); ++i) {
        if (kTensorMapFields[i].encoding != Encoding::fixed) continue;
        const unsigned lsb = kTensorMapFields[i].lsb;
        while (i + 1 < std::size(kTensorMapFields) && kTensorMapFields[i + 1].encoding == Encoding::fixed) ++i;
        const unsigned end = kTensorMapFields[i].lsb + kTensorMapFields[i].width;
        out.push_back(say(end - 1, ":", lsb));
    }
    return list_of(out);
}

void print_map(const FoundTensorMap& found, std::span<const Problem> problems) {
    const Measurement& measurement = *kTensorMapMeasured.measurement();
    print(wrapped(found.words ? say(kTensorMapFormat.title, ", ", kTensorMapBytes, " bytes (measured on one driver, ",
                                    measurement.on->driver, ": ", text_of(measurement), ")")
                              : say(kTensorMapFormat.title, ", its members as a program printed them"),
                  2));
    print_wrapped(2, brief_text(found.map));
    for (const Field& f : kTensorMapFields)
        if (found.words && is_used(f, found.map))
            print("  ", padded(bit_range(f), 9), padded(f.id, 17), meaning_of(f, get_field(f, *found.words)), "\n");
    if (found.words) print_wrapped(2, "unknown, 0 in every measured map: bits ", unknown_ranges());
    std::string json = io::tensor_map_to_text({.map = found.map});
    for (std::size_t at = json.find(",\""); at != json.npos; at = json.find(",\"", at + 1)) json.insert(at + 1, " ");
    print("  for --tensor-map:\n    ", wrapped(json, 4));
    print_problems(problems);
    print("\n");
}

void print_map_rows(const FoundTensorMap& found, std::string_view source) {
    for (const Field& f : kTensorMapFields) {
        if (!found.words) break;
        const std::uint64_t raw = get_field(f, *found.words);
        print(csv_row(source, hex_bytes(*found.words), kTensorMapFormat.id, "", f.id, f.lsb, f.width, raw,
                      value_of(f, raw), meaning_of(f, raw)));
    }
}

// ---- JSON

Json reading_json(const PasteReading& r) {
    return {{"format", r.format->id},
            {"kind", r.format->kind},
            {"summary", r.why},
            {"word", hex_word(*r.format, r.word)},
            {"certainty", name_of(r.certainty)}};
}

// The bits of an origin, and the fields that have some of them.
Json origin_json(const BitOrigin& o, const Format& format) {
    Json fields = Json::array();
    for (const Field& f : format.fields)
        if (get_field(f, o.mask) != 0) fields.push_back(f.id);
    Json out = {{"line", o.line},
                {"text", o.text},
                {"kind", name_in(kOriginKindNames, static_cast<std::uint64_t>(o.kind))},
                {"bits", hex(o.mask, format.bits / 4)},
                {"fields", std::move(fields)}};
    if (!o.name.empty()) out["name"] = o.name;
    return out;
}

Json group_json(const WordGroup& of) {
    const BatchGroup& group = *of.group;
    const Field& field = of.sheet->format->fields[group.field];
    return {{"field", field.id},           {"label", group.label}, {"value", value_of(field, group.raw)},
            {"words", group.words},        {"of", group.all},      {"other_value", value_of(field, group.other)},
            {"other_words", group.others}, {"odd", group.odd},     {"text", text_of(*of.sheet, group)}};
}

// One element of the array of `decode --json`.
Json decoded_json(const DecodedWord& w, const WordGroups& groups) {
    Json fields = Json::array(), others = Json::array();
    const Format& format = *w.decoded.format;
    for (std::size_t i = 0; i < format.fields.size(); ++i)
        fields.push_back(field_json(format.fields[i], w.decoded.raw[i], get_field(format.fields[i], w.unknown())));
    for (const PasteReading& r : w.found->readings)
        if (&r != w.reading) others.push_back(reading_json(r));
    Json out = {{"input", w.found->source},
                {"word", hex_word(format, w.decoded.word)},
                {"format", format.id},
                {"kind", format.kind},
                {"edition", name_of(format.edition)},
                {"certainty", name_of(w.reading->certainty)},
                {"why", w.reading->why},
                {"ask", w.found->ask},
                {"reader", w.found->reader},
                {"name", w.found->name},
                {"note", w.found->note},
                {"count", w.found->merged},
                {"line", w.line}};
    if (const std::uint64_t unknown = w.unknown())
        out["known"] = hex(bit_mask(format.bits) & ~unknown, format.bits / 4),
        out["unknown_bits"] = hex(unknown, format.bits / 4);
    out["fields"] = std::move(fields);
    if (const BitOrigins origins = origins_of(*w.found, *w.reading); !origins.list.empty() || origins.cut) {
        out["origins"] = list_json(origins.list, [&](const BitOrigin& o) { return origin_json(o, format); });
        if (origins.cut) out["origins_cut"] = true;
    }
    out["problems"] = problems_json(w.problems);
    if (!groups.empty()) out["groups"] = list_json(groups, group_json);
    out["other_readings"] = std::move(others);
    return out;
}

// An element of this array for a tensor map. `source` is its text, which begins in line `line`.
Json found_map_json(const FoundTensorMap& found, std::string_view source, std::uint64_t line,
                    std::span<const Problem> problems) {
    const Format& format = kTensorMapFormat;
    Json fields = Json::array();
    for (const Field& f : format.fields) {
        if (!found.words) break;
        Json field = field_json(f, get_field(f, *found.words));
        put_certainty(field, f.certainty);
        fields.push_back(std::move(field));
    }
    Json out = {{"input", source},
                {"word", found.words ? Json(hex_bytes(*found.words)) : Json(nullptr)},
                {"format", format.id},
                {"kind", format.kind},
                {"edition", name_of(format.edition)}};
    put_certainty(out, found.words ? kTensorMapMeasured : Certainty::confirmed);
    out.update({{"why", found.words ? "the 128 bytes of a CUtensorMap" : "the printed members of a tensor map"},
                {"line", line},
                {"fields", std::move(fields)},
                {"tensor_map", *io::read_json(io::tensor_map_to_text({.map = found.map}))},
                {"problems", problems_json(problems)},
                {"other_readings", Json::array()}});
    return out;
}

// What JSON has before an item, and CSV before the first one.
void begin_item(const Globals& g, bool first) {
    if (g.json) print(first ? "[\n" : ",\n");
    if (g.csv && first) print("input,word,format,kind,id,lsb,width,raw,value,meaning\n");
}

// Prints an item of a list, indented by two blanks. A line break in the document never is inside a text, because JSON
// writes that one as \n.
void print_item(const Json& document) {
    std::string out = "  ";
    for (const char c : io::text_of_json(document)) {
        out += c;
        if (c == '\n') out += "  ";
    }
    out.resize(out.size() - 3);  // without what follows the last line
    print(out);
}

TableRow row_of(const DecodedWord& w, bool odd_group) {
    return {.format = w.decoded.format,
            .name = w.found->name,
            .word = w.decoded.word,
            .unknown = w.unknown(),
            .line = w.line,
            .count = w.found->merged,
            .certainty = w.reading->certainty,
            .ask = w.found->ask,
            .odd_group = odd_group,
            .problems = w.problems};
}

constexpr std::array<PasteRole, kWordCount> kRoles = {PasteRole::smem_a, PasteRole::smem_b, PasteRole::idesc,
                                                      PasteRole::zcm};

PasteContext context_of(const Session& s) {
    PasteContext out;
    out.kind = s.variant.kind;
    out.cta_group = s.variant.cta_group;
    out.ws = s.variant.ws;
    out.sparse = s.variant.sparse;
    out.a_in_tmem = s.variant.a_in_tmem;
    out.hopper = !family_of(s).idesc;
    out.tcgen05 = !out.hopper;
    out.arch = s.arch;
    return out;
}

}  // namespace

DecodedWord decoded(const FoundWord& found, const Globals& g, const PasteContext& context) {
    DecodedWord w;
    w.found = &found;
    w.reading = &found.readings.front();
    w.decoded = decode(*w.reading->format, w.reading->word);
    w.problems = problems_of(found, context, g.arch);
    return w;
}

Answer<void> words_fit(const PasteResult& paste, const PasteOptions& options, const Globals& g) {
    const auto format = find_format(options.as, {}, g.edition);
    if (options.as == "auto" || !format) return {};
    for (const FoundWord& w : paste.words)
        if (w.value > bit_mask((*format)->bits))
            return Refusal("'", w.source.substr(0, 40), "' is ", hex(w.value), ", which has more than the ",
                           (*format)->bits, " bits of ", (*format)->id);
    return {};
}

std::vector<WordGroups> groups_of_words(const BatchTable& table, std::size_t words) {
    std::vector<WordGroups> out(words);
    for (const BatchSheet& sheet : table.sheets)
        for (const BatchGroup& group : sheet.groups)
            for (const std::uint32_t at : group.rows) {
                WordGroups& own = out[sheet.rows[at].found];  // a word of several lines has several rows
                if (own.empty() || own.back().group != &group) own.push_back({&sheet, &group});
            }
    return out;
}

void DecodeOutput::note_errors(std::span<const Problem> problems) {
    has_error_ |= std::ranges::any_of(problems, [](const Problem& p) { return p.severity == Severity::error; });
}

void DecodeOutput::add(FoundWord found, const PasteContext& context, std::uint64_t line, const WordGroups& groups) {
    auto owned = std::make_unique<FoundWord>(std::move(found));
    DecodedWord word = decoded(*owned, globals_, context);
    word.line = line;
    note_errors(word.problems);
    only_guesses_ &= word.reading->certainty == Certainty::unknown && owned->role == PasteRole::unknown;
    const bool first = words_ == 0;
    words_ += owned->merged;
    if (how_ == How::lines && is_repeated(word)) return;
    begin_item(globals_, first);
    if (globals_.json) {
        print_item(decoded_json(word, groups));
    } else if (globals_.csv) {
        print_rows(word);
    } else if (how_ == How::full) {
        print_word(word, origins_);
    } else if (how_ == How::lines) {
        print_line(word);
    } else {
        table_.add(row_of(word, std::ranges::any_of(groups, [](const WordGroup& g) { return g.group->odd; })));
        if (kept_.size() < kMostInFull) kept_.push_back({std::move(owned), std::move(word)});
    }
}

void DecodeOutput::add(const FoundTensorMap& map, std::string_view text, std::uint64_t line) {
    const std::string_view source = text.substr(map.span.begin, map.span.end - map.span.begin);
    const std::vector<Problem> problems = problems_of(map, globals_.arch);
    note_errors(problems);
    only_guesses_ = false;
    begin_item(globals_, words_++ == 0);
    if (globals_.json) {
        print_item(found_map_json(map, source, line, problems));
    } else if (globals_.csv) {
        print_map_rows(map, source);
    } else if (how_ == How::lines) {
        print("line ", line, "  ", wrapped(brief_text(map.map), 4));
    } else {
        print_map(map, problems);
    }
}

void DecodeOutput::add(TableRow row) {
    note_errors(row.problems);
    words_ += row.count;
    table_.add(std::move(row));
}

bool DecodeOutput::is_repeated(const DecodedWord& word) {
    if (seen_.size() >= kMostSeen) seen_.clear();
    return !seen_.emplace(word.decoded.word, say(word.found->name, " ", word.decoded.format->id)).second;
}

void DecodeOutput::add_steps(std::span<const KStep> steps) {
    for (const KStep& step : steps)
        if (steps_.size() < kMostSteps) steps_.push_back(step);
}

void DecodeOutput::add_groups(const BatchTable& table) {
    for (const BatchSheet& sheet : table.sheets)
        for (const BatchGroup& group : sheet.groups)
            groups_.push_back(say(group.odd ? "> " : "  ", text_of(sheet, group), '.'));
    std::size_t more = 0;
    for (const BatchSheet& sheet : table.sheets) more += sheet.more_groups;
    if (more != 0) groups_.push_back(say(more, more == 1 ? " more group differs." : " more groups differ."));
}

void DecodeOutput::finish() {
    if (globals_.json) print(words_ == 0 ? "[]\n" : "\n]\n");
    if (globals_.json || globals_.csv) {
        if (!steps_.empty()) refuse("decode", "the text has K steps; omit --json and --csv to see them");
        return;
    }
    constexpr int kUnit = 16;  // bytes
    for (const KStep& step : steps_)
        print("K step of ", step.name, ": ", step.units, " units, ", step.units * kUnit, " bytes (a unit has ", kUnit,
              " bytes)\n");
    if (how_ == How::table) print_table();
    for (const std::string& sentence : groups_) print(wrapped(sentence, 4));
}

void DecodeOutput::print_table() const {
    if (table_.rows() > kMostInFull) return print_sheets(table_);
    for (const Kept& kept : kept_) {
        const std::string& name = kept.found->name;
        const bool elsewhere = std::ranges::any_of(
            kept_, [&](const Kept& k) { return k.found->name == name && k.word.line != kept.word.line; });
        print_word(kept.word, origins_, elsewhere && !name.empty() ? say(" (line ", kept.word.line, ")") : "");
    }
}

void add_state_line(const io::StateLine& line, std::string_view text, std::uint64_t number, const Globals& globals,
                    DecodeOutput& output) {
    const Session& session = line.file->session;
    if (!globals.json && !globals.csv) print_wrapped(0, "This is ", io::about_line(session));
    const Derived derived = derive(session);
    const PasteContext context = context_of(session);
    for (const WordRow& row : kWords) {
        const auto at = static_cast<std::size_t>(row.word);
        const std::uint64_t word = session.word(row.word), unknown = session.unknown_bits(row.word);
        if (row.word == WordId::zcm && word == 0 && unknown == 0) continue;  // the session does not use it
        const Format* format = derived.words[at].format;
        FoundWord found{.span = line.span,
                        .source = std::string(text.substr(line.span.begin, line.span.end - line.span.begin)),
                        .reader = "state line",
                        .name = std::string(row.id),
                        .role = kRoles[at],
                        .value = word,
                        .bits = format->bits,
                        .unknown_bits = unknown};
        found.readings.push_back({.format = format,
                                  .word = word,
                                  .why = say("the state line has it as ", row.id),
                                  .certainty = Certainty::confirmed,
                                  .unknown = unknown});
        output.add(std::move(found), context, number);
    }
}

std::string without_lines(std::string_view text, const std::vector<io::StateLine>& lines) {
    std::string out(text);
    for (const io::StateLine& line : lines)
        for (std::size_t at = line.span.begin; at < line.span.end; ++at)
            if (out[at] != '\n') out[at] = ' ';
    return out;
}

}  // namespace tilescope::cli
