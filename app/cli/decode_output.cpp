// app/cli/decode_output.cpp -- prints the words that decode finds: in full, as tables, as JSON or as CSV.
// SPDX-License-Identifier: MIT
#include "app/cli/decode_output.h"
#include "app/cli/text_out.h"
#include "app/cli/word_sheet.h"
#include "app/cli/words.h"
#include "app/io/tensor_map_file.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/tensor_map.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/rules/rule.h>

#include <algorithm>
#include <utility>

namespace tilescope::cli {
namespace {

// The lines of the program that give the bits of a field.
void print_origins(const BitOrigins& origins, std::uint64_t mask) {
    if (origins.list.empty()) return;
    for (const std::string& line : origin_lines(origins, mask, kMostOrigins)) print(say("           ", line, "\n"));
}

// place: the line of the text, if the name alone does not tell which word it is.
void print_word(const io::DecodedWord& w, bool with_origins, const std::string& place = {}) {
    const Format& f = *w.decoded.format;
    const std::string kind = f.kind.empty() ? "" : say(", kind ", f.kind);
    const std::string name = w.found->name.empty() ? "" : say(w.found->name, place, ": ");
    const std::uint64_t unknown = w.unknown();
    print(say(name, hex_word(f, w.decoded.word, unknown), "  ", f.title, kind, " (", name_of(w.reading->certainty),
              ")\n"));
    print(say("  ", wrapped(w.reading->why, 2)));
    if (!w.found->note.empty()) print(say("  read as: ", w.found->reader, ", ", w.found->note, "\n"));
    if (unknown) print(say("  unknown bits (not in the text): ", hex(unknown), "\n"));
    const BitOrigins origins = with_origins ? origins_of(*w.found, *w.reading) : BitOrigins();
    for (std::size_t i = 0; i < f.fields.size(); ++i) {
        print(say("  ", padded(bit_range(f.fields[i]), 7), padded(f.fields[i].id, 19),
                  shown_meaning_of(f.fields[i], w.decoded.raw[i], get_field(f.fields[i], unknown)), "\n"));
        print_origins(origins, bit_mask(f.fields[i].width) << f.fields[i].lsb);
    }
    if (origins.cut) print("  the program is too long, or too many lines give the bits: not all were followed\n");
    print_problems(w.problems);
    for (const PasteReading& r : w.found->readings) {
        // If the word is a legal one, readings that break rules say nothing.
        const bool breaks = r.certainty == Certainty::unknown && w.reading->certainty != Certainty::unknown;
        if (&r == w.reading || (breaks && !w.found->ask)) continue;
        const std::string head =
            say("  also possible as ", r.format->id, r.format->kind.empty() ? "" : say(" ", r.format->kind), ": ");
        print(say(head, wrapped(r.why, head.size())));
    }
    print("\n");
}

void print_rows(const io::DecodedWord& w) {
    const Format& f = *w.decoded.format;
    for (std::size_t i = 0; i < f.fields.size(); ++i) {
        const Field& field = f.fields[i];
        const std::uint64_t raw = w.decoded.raw[i];
        const std::uint64_t unknown = get_field(field, w.unknown());
        print(say(csv(w.found->source), ",", hex_word(f, w.decoded.word, w.unknown()), ",", f.id, ",", f.kind, ",",
                  field.id, ",", field.lsb, ",", field.width, ","));
        print(unknown ? "?,?," : say(raw, ",", value_of(field, raw), ","));
        print(say(csv(meaning_of(field, raw, unknown)), "\n"));
    }
}

// "line 17  desc_a  0x4000404000010040  smem  start 0x400 (1024 bytes), ...  L12". A word of which only the user can
// decide the meaning has a question mark.
void print_line(const io::DecodedWord& w) {
    std::string rules;
    for (const Problem& p : w.problems)
        if (p.severity == Severity::error || p.severity == Severity::warn) rules += say("  ", p.rule);
    print(say("line ", w.line, "  ", w.found->name.empty() ? "" : say(w.found->name, "  "),
              hex_word(*w.decoded.format, w.decoded.word, w.unknown()), "  ", w.decoded.format->id,
              w.found->ask || w.reading->certainty == Certainty::unknown ? "?" : "", "  ",
              brief_meaning(*w.decoded.format, w.decoded.word, w.unknown()), rules, "\n"));
}

// The ranges of the unknown bits of a tensor map: "63:57, 67:64".
std::string unknown_ranges() {
    std::string out;
    for (std::size_t i = 0; i < std::size(kTensorMapFields); ++i) {
        if (kTensorMapFields[i].encoding != Encoding::fixed) continue;
        const unsigned lsb = kTensorMapFields[i].lsb;
        while (i + 1 < std::size(kTensorMapFields) && kTensorMapFields[i + 1].encoding == Encoding::fixed) ++i;
        const unsigned end = kTensorMapFields[i].lsb + kTensorMapFields[i].width;
        out += say(out.empty() ? "" : ", ", end - 1, ":", lsb);
    }
    return out;
}

void print_map(const FoundTensorMap& found, std::span<const Problem> problems) {
    const Measurement& measurement = *kTensorMapMeasured.measurement();
    print(wrapped(found.words ? say(kTensorMapFormat.title, ", ", kTensorMapBytes, " bytes (measured on one driver, ",
                                    measurement.on->driver, ": ", text_of(measurement), ")")
                              : say(kTensorMapFormat.title, ", its members as a program printed them"),
                  2));
    print(say("  ", wrapped(brief_text(found.map), 2)));
    for (const Field& f : kTensorMapFields)
        if (found.words && is_used(f, found.map))
            print(
                say("  ", padded(bit_range(f), 9), padded(f.id, 17), meaning_of(f, get_field(f, *found.words)), "\n"));
    if (found.words) print(say("  ", wrapped(say("unknown, 0 in every measured map: bits ", unknown_ranges()), 2)));
    std::string json = io::tensor_map_to_text({.map = found.map});
    for (std::size_t at = json.find(",\""); at != json.npos; at = json.find(",\"", at + 1)) json.insert(at + 1, " ");
    print(say("  for --tensor-map:\n    ", wrapped(json, 4)));
    print_problems(problems);
    print("\n");
}

void print_map_rows(const FoundTensorMap& found, std::string_view source) {
    for (const Field& f : kTensorMapFields) {
        if (!found.words) break;
        const std::uint64_t raw = get_field(f, *found.words);
        print(say(csv(source), ",", hex_bytes(*found.words), ",", kTensorMapFormat.id, ",,", f.id, ",", f.lsb, ",",
                  f.width, ",", raw, ",", value_of(f, raw), ",", csv(meaning_of(f, raw)), "\n"));
    }
}

TableRow row_of(const io::DecodedWord& w) {
    return {.format = w.decoded.format,
            .name = w.found->name,
            .word = w.decoded.word,
            .unknown = w.unknown(),
            .line = w.line,
            .count = w.found->merged,
            .certainty = w.reading->certainty,
            .ask = w.found->ask,
            .problems = w.problems};
}

}  // namespace

io::DecodedWord decoded(const FoundWord& found, const Globals& g, const PasteContext& context) {
    io::DecodedWord w;
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
            return Answer<void>::refuse(say("'", w.source.substr(0, 40), "' is ", hex(w.value),
                                            ", which has more than the ", (*format)->bits, " bits of ", (*format)->id));
    return {};
}

void DecodeOutput::note_errors(std::span<const Problem> problems) {
    has_error_ |= std::ranges::any_of(problems, [](const Problem& p) { return p.severity == Severity::error; });
}

void DecodeOutput::add(FoundWord found, const PasteContext& context, std::uint64_t line) {
    auto owned = std::make_unique<FoundWord>(std::move(found));
    io::DecodedWord word = decoded(*owned, globals_, context);
    word.line = line;
    note_errors(word.problems);
    only_guesses_ &= word.reading->certainty == Certainty::unknown && owned->role == PasteRole::unknown;
    const bool first = words_ == 0;
    words_ += owned->merged;
    if (how_ == How::lines && is_repeated(word)) return;
    if (globals_.json) {
        print(first ? "[\n" : ",\n");
        print(io::decoded_json(word));
    } else if (globals_.csv) {
        if (first) print("input,word,format,kind,id,lsb,width,raw,value,meaning\n");
        print_rows(word);
    } else if (how_ == How::full) {
        print_word(word, origins_);
    } else if (how_ == How::lines) {
        print_line(word);
    } else {
        table_.add(row_of(word));
        if (kept_.size() < kMostInFull) kept_.push_back({std::move(owned), std::move(word)});
    }
}

void DecodeOutput::add(const FoundTensorMap& map, std::string_view source, std::uint64_t line) {
    const std::vector<Problem> problems = problems_of(map, globals_.arch);
    note_errors(problems);
    only_guesses_ = false;
    const bool first = words_++ == 0;
    if (globals_.json) {
        print(first ? "[\n" : ",\n");
        print(io::tensor_map_json(map, source, line, problems));
    } else if (globals_.csv) {
        if (first) print("input,word,format,kind,id,lsb,width,raw,value,meaning\n");
        print_map_rows(map, source);
    } else if (how_ == How::lines) {
        print(say("line ", line, "  ", wrapped(brief_text(map.map), 4)));
    } else {
        print_map(map, problems);
    }
}

void DecodeOutput::add(TableRow row) {
    note_errors(row.problems);
    words_ += row.count;
    table_.add(std::move(row));
}

bool DecodeOutput::is_repeated(const io::DecodedWord& word) {
    if (seen_.size() >= kMostSeen) seen_.clear();
    return !seen_.emplace(word.decoded.word, say(word.found->name, " ", word.decoded.format->id)).second;
}

void DecodeOutput::add_steps(std::span<const KStep> steps) {
    for (const KStep& step : steps)
        if (steps_.size() < kMostSteps) steps_.push_back(step);
}

void DecodeOutput::finish() {
    if (globals_.json) print(words_ == 0 ? "[]\n" : "\n]\n");
    if (globals_.json || globals_.csv) {
        if (!steps_.empty()) refuse("decode", "the text has K steps; omit --json and --csv to see them");
        return;
    }
    constexpr int kUnit = 16;  // bytes
    for (const KStep& step : steps_)
        print(say("K step of ", step.name, ": ", step.units, " units, ", step.units * kUnit, " bytes (a unit has ",
                  kUnit, " bytes)\n"));
    if (how_ != How::table) return;
    if (table_.rows() > kMostInFull) return print_sheets(table_);
    for (const Kept& kept : kept_) {
        const std::string& name = kept.found->name;
        const bool elsewhere = std::ranges::any_of(
            kept_, [&](const Kept& k) { return k.found->name == name && k.word.line != kept.word.line; });
        print_word(kept.word, origins_, elsewhere && !name.empty() ? say(" (line ", kept.word.line, ")") : "");
    }
}

}  // namespace tilescope::cli
