// core/src/notation/paste.cpp -- finds descriptors in any text: each word with all its readings and the reasons.
// SPDX-License-Identifier: MIT
#include "classify.h"
#include "field_places.h"
#include "find_context.h"
#include "layout_texts.h"
#include "noise.h"
#include "passages.h"
#include "program_finds.h"

#include <tilescope/base/hash.h>
#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/notation/cute.h>
#include <tilescope/notation/log.h>
#include <tilescope/notation/questions.h>

#include <algorithm>
#include <utility>

namespace tilescope {
namespace {

using namespace notation;

// "desc: i64 = 0x08200490": an assignment that stands alone is a program of one line.
bool read_assignment(Work& work, const Line& line) {
    const std::size_t equals = line.text.find('=');
    if (equals == line.text.npos || equals == 0 || line.text.substr(equals).starts_with("==")) return false;
    if (line.text.find_first_of("0123456789", equals) == line.text.npos) return false;
    const TextSpan span = work.span_of(line.text);
    const ProgramLines read = read_program(work, {span.begin, span.end, line.number, Language::source});
    work.prose |= read.any;
    return read.any;
}

// The readers in the order in which they try a line. Readers of distinctive formats come first.
constexpr Reader kReaders[] = {read_debugger, read_memory,     read_printer,    read_log,    read_fields,
                               read_mlir,     read_assignment, read_expression, read_numbers};

bool read_line(Work& work, const Line& line) {
    const auto* reader = std::ranges::find_if(kReaders, [&](Reader read) { return read(work, line); });
    const bool any = reader != std::end(kReaders);
    // The readers of expressions and numbers set `prose` themselves.
    const bool plain = any && (*reader == read_debugger || *reader == read_memory || *reader == read_expression ||
                               *reader == read_numbers);
    work.prose |= !plain;
    return any;
}

void read_lines(Work& work, const Passage& passage, PasteResult& out) {
    unsigned number = passage.first_line - 1;
    const bool python = is_python(work.text);
    for (std::size_t begin = passage.begin; begin < passage.end && !work.full;) {
        std::size_t end = work.text.find('\n', begin);
        if (end == work.text.npos) end = work.text.size();
        const std::string_view text = normalised(work.text.substr(begin, end - begin), python);
        const std::size_t start = std::exchange(begin, end + 1);
        ++number;
        if (text.empty()) continue;
        ++out.lines;
        const std::size_t refused = work.refused_count;
        out.understood += read_line(work, {text, start, number}) && work.refused_count == refused;
    }
}

unsigned count_lines(std::string_view text) {
    unsigned out = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        out += !trimmed(text.substr(begin, end - begin)).empty();
        begin = end + 1;
    }
    return out;
}

// Programs first: a debugger can print the values of registers that a listing uses.
void read_passages(Work& work, PasteResult& out) {
    const std::vector<Passage> passages = passages_of(work);
    for (const Passage& passage : passages)
        if (passage.language == Language::lines) read_lines(work, passage, out);
    for (const Passage& passage : passages) {
        if (passage.language == Language::lines) continue;
        work.prose = true;
        const ProgramLines read = read_program(work, passage);
        // A piece of a statement is not a program, but it can have numbers.
        if (!read.any && passage.language == Language::source) {
            read_lines(work, passage, out);
            continue;
        }
        work.program = true;
        out.lines += count_lines(work.text.substr(passage.begin, passage.end - passage.begin));
        out.understood += read.understood;
    }
}

// Joins equal words of a log with equal names to one row: "x 32" instead of 32 rows.
void merge_equal(std::vector<Find>& finds) {
    std::unordered_map<std::uint64_t, std::size_t> first;
    first.reserve(finds.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < finds.size(); ++i) {
        const std::uint64_t key =
            fnv1a(finds[i].name, finds[i].bits.value * 0x9e3779b97f4a7c15ull ^ finds[i].bits.unknown);
        const auto [at, fresh] = first.try_emplace(key, kept);
        if (!fresh && finds[i].reader == ReadBy::log) {
            ++finds[at->second].merged;
            continue;
        }
        if (kept != i) finds[kept] = std::move(finds[i]);
        ++kept;
    }
    finds.resize(kept);
}

// The text itself gives the role, so the reading with the format of the role comes first, whatever the bits are.
void apply_role(FoundWord& word, const PasteContext& context, const PasteOptions& options) {
    std::string_view format;
    switch (word.role) {
    case PasteRole::smem_a:
    case PasteRole::smem_b:
    case PasteRole::smem_sf: format = context.hopper ? "wgmma" : "smem"; break;
    case PasteRole::smem:
        if (word.bits == 32 || ((word.value | word.unknown_bits) >> 32) == 0)
            return;  // an instruction descriptor often has such a name
        format = word.readings.front().format->id == "wgmma" || context.hopper ? "wgmma" : "smem";
        break;
    case PasteRole::low_word:
    case PasteRole::high_word: format = "smem"; break;
    case PasteRole::zcm: format = "zcm"; break;
    case PasteRole::tmem: format = "tmem"; break;
    case PasteRole::idesc: format = "idesc"; break;
    default: return;
    }
    if (options.as != "auto") return;
    const auto named = std::ranges::find_if(word.readings, [&](const PasteReading& r) {
        return format == "idesc" ? !r.format->kind.empty() : r.format->id == format && r.rule != kSwappedHalvesId;
    });
    if (named == word.readings.end()) return;
    std::rotate(word.readings.begin(), named, named + 1);
    word.ask = word.readings.front().rule == kWhichKind.id;
    const std::string role = say("In the text, ", word.name.empty() ? "this value" : word.name, " is the ",
                                 name_in(kPasteRoleNames, static_cast<std::uint64_t>(word.role)), ". ");
    word.readings.front().why.insert(0, role);
}

// A number of 8 or 16 decimal digits can also be a hexadecimal number without its prefix. Adds the hexadecimal
// readings; the user must decide.
void add_hexadecimal(FoundWord& word, const Work& work, const PasteContext& context) {
    const Answer<Number> n = read_number(say("0x", word.source));
    if (!n) return;
    std::vector<PasteReading> others =
        classify({n->value, 0, word.source.size() == 16 ? 64u : 32u}, context, work.options, work.breaks_no_rule);
    others.resize(std::min<std::size_t>(others.size(), 2));
    for (PasteReading& r : others) {
        r.why.insert(0, say("As hexadecimal digits, the value is ", hex(n->value), ". "));
        r.certainty = Certainty::secondary;
        r.rule = std::string(kLostPrefix.id);
        word.readings.push_back(std::move(r));
    }
    word.ask = true;
}

// If an instruction or the user names a kind, the reading of this kind comes first, even if the bits are illegal under
// it.
void apply_kind(FoundWord& word, const PasteContext& context, const PasteOptions& options) {
    if (options.as != "auto" || word.bits != 32) return;
    const bool by_instruction = word.role == PasteRole::idesc && !context.kind.empty();
    const std::string_view kind = by_instruction       ? std::string_view(context.kind)
                                  : options.kind_given ? options.kind
                                                       : "";
    const Format* format = kind.empty() ? nullptr : idesc_format(kind, options.edition);
    if (format == nullptr) return;
    auto at = std::ranges::find(word.readings, format, &PasteReading::format);
    if (at == word.readings.end())
        at = word.readings.insert(at, {format, word.value, "", Certainty::secondary, "", word.unknown_bits});
    at->word = word.value;
    at->why = say(by_instruction ? "The instruction has kind " : "You requested kind ", kind, ".");
    std::rotate(word.readings.begin(), at, at + 1);
    word.ask = false;
}

std::string kinds_in_words(const std::vector<std::string>& kinds) {
    std::string out;
    for (const std::string& kind : kinds) out += say(out.empty() ? "" : " or ", kind);
    return out;
}

// A SASS mnemonic can have two kinds: UTCHMMA is f16 or tf32. Removes the readings of all other kinds. Kinds under
// which the bits are legal come first.
void apply_kinds(FoundWord& word, const std::vector<std::string>& kinds, const PasteOptions& options,
                 BreaksNoRule breaks_no_rule) {
    if (options.as != "auto" || kinds.empty()) return;
    const auto is_possible = [&](std::string_view kind) { return std::ranges::find(kinds, kind) != kinds.end(); };
    std::erase_if(word.readings,
                  [&](const PasteReading& r) { return !r.format->kind.empty() && !is_possible(r.format->kind); });
    std::size_t legal = 0, front = 0;
    for (const std::string& kind : kinds) {
        const Format* format = idesc_format(kind, options.edition);
        if (format == nullptr) continue;
        auto at = std::ranges::find(word.readings, format, &PasteReading::format);
        if (at == word.readings.end())
            at = word.readings.insert(at, {format, word.value, "", {}, "", word.unknown_bits});
        const bool clean = legal_idesc(*format, word.value, word.unknown_bits) &&
                           breaks_no_rule(*format, word.value, word.unknown_bits);
        at->why = say("The instruction has kind ", kinds_in_words(kinds), ". The bits are ", clean ? "" : "not ",
                      "legal under kind ", kind, ".");
        at->certainty = clean || kinds.size() == 1 ? Certainty::confirmed : Certainty::secondary;
        const std::size_t place = clean ? legal : front;
        std::rotate(word.readings.begin() + static_cast<std::ptrdiff_t>(place), at, at + 1);
        legal += clean, ++front;
    }
    word.ask = kinds.size() > 1 && legal != 1;
    if (word.ask) word.readings.front().rule = kWhichKind.id;
}

// A kernel ORs the fields of a word together. So a field is most probably complete if a constant sets some of its bits,
// or if only a lower field could reach it. The reading is then likely, not certain.
void complete_fields(FoundWord& word, const Likely& likely) {
    bool any = false;
    for (PasteReading& r : word.readings) {
        const unsigned shift = r.rule == kHighHalfId ? 32 : 0;
        const std::uint64_t beside = likely.beside_constant << shift, above = likely.above_field << shift;
        const std::uint64_t before = r.unknown, nothing = zeros_without_parts(*r.format, likely.parts, r.unknown);
        for (const Field& f : r.format->fields) {
            const std::uint64_t open = get_field(f, r.unknown);
            const bool has_one = get_field(f, r.word & ~r.unknown) != 0;
            const std::uint64_t zero = get_field(f, has_one ? beside | above | nothing : above | nothing);
            if (open != 0 && (open & ~zero) == 0) r.unknown = set_field(f, r.unknown, 0);
        }
        if (r.unknown == before) continue;
        r.certainty = std::max(r.certainty, Certainty::secondary);
        any = true;
    }
    if (any) word.note = "built with OR; a field is complete if no other operand reaches into it";
}

// What the user reads about a value before it is classified.
std::string note_of(const Find& find, std::string_view source) {
    switch (find.digits) {
    case Digits::clear: return find.note;
    case Digits::decimal: return "decimal";
    case Digits::doubtful: return say("decimal; as hexadecimal digits, the value is 0x", source);
    case Digits::negative: return "decimal, signed";
    case Digits::bare: return "hexadecimal without 0x";
    }
    return find.note;
}

FoundWord word_of(const Work& work, const Find& find) {
    const auto [context, hinted] = context_for(work, find);
    FoundWord out{.span = find.span,
                  .source = std::string(work.text.substr(find.span.begin, find.span.end - find.span.begin)),
                  .reader = std::string(name_in(kReadByNames, static_cast<std::uint64_t>(find.reader))),
                  .name = find.name,
                  .role = find.role,
                  .value = find.bits.value,
                  .bits = find.bits.width == 32 ? 32u : 64u,
                  .unknown_bits = find.bits.unknown,
                  .readings = {},
                  .ask = false,
                  .note = {},
                  .merged = find.merged,
                  .instruction = find.instruction};
    out.note = note_of(find, out.source);
    // A negative number has the width of the selected format.
    const auto selected = find_format(work.options.as, {}, work.options.edition);
    if (find.digits == Digits::negative && out.bits == 32 && selected && (*selected)->bits == 64)
        out.value |= bit_mask(32) << 32, out.bits = 64;
    out.readings = classify({out.value, out.unknown_bits, out.bits}, context, work.options, work.breaks_no_rule);
    out.ask = (find.ask || is_question(out.value, out.readings)) && work.options.as == "auto";
    // If the text names a half, there is no question.
    const bool half = out.role == PasteRole::high_word || out.role == PasteRole::low_word;
    if (half) out.ask = false;
    if (find.digits == Digits::doubtful) add_hexadecimal(out, work, context);
    apply_role(out, context, work.options);
    apply_kind(out, context, work.options);
    apply_kinds(out, find.kinds, work.options, work.breaks_no_rule);
    complete_fields(out, find.likely);
    PasteReading& best = out.readings.front();
    out.problems = spills(*best.format, find.placed);
    // With an open question, or with a kind that no instruction of the text has, the reading is not certain.
    const bool is_foreign = !best.format->kind.empty() && !context.kinds.empty() &&
                            std::ranges::find(context.kinds, best.format->kind) == context.kinds.end();
    const bool is_cut = work.cut_listing && (find.reader == ReadBy::sass || find.reader == ReadBy::register_pair);
    if ((out.ask || is_foreign || is_cut || find.built || find.remark || hinted) &&
        best.certainty == Certainty::confirmed)
        best.certainty = Certainty::secondary;
    return out;
}

std::string sentence_of(const PasteResult& out, const Work& work) {
    const std::size_t words = out.words.size(), steps = out.steps.size();
    if (words == 0 && steps == 0) {
        if (!out.refused.empty()) {
            const PasteRefusal& r = out.refused.front();
            return say("Line ", r.line, ", column ", r.column, ": ", r.why, ".");
        }
        const PasteContext& c = out.context;
        if (work.instructions.size() > 1)
            return "The text has several instructions without values. Paste the instructions with the values of their "
                   "operands.";
        const PasteContext nothing{.kind = {}, .kinds = {}, .arch = c.arch};
        if (c != nothing)
            return say(
                "The text has an instruction without values: ", c.hopper ? "wgmma" : "tcgen05.mma",
                c.cta_group ? say(", cta_group ", c.cta_group) : "",
                c.kind.empty() && c.kinds.empty() ? "" : say(", kind ", excerpt(c.kind), kinds_in_words(c.kinds)),
                c.ws ? ", .ws" : "", c.sparse ? ", .sp" : "", c.a_in_tmem ? ", A in tensor memory" : "", ".");
        return "This text contains no descriptor. Paste a number such as 0x4000404000010040, a {lo, hi} pair, a "
               "mov.b64 line, or debugger registers.";
    }
    if (words == 0 && !work.fragments.empty()) return work.fragments;
    std::string s = say(words, words == 1 ? " word" : " words", " found");
    if (steps) s += say(", ", steps, steps == 1 ? " K step" : " K steps");
    if (work.full) s += say("; the text after the first ", words, " words was not read");
    const std::size_t refused = out.refused_count;
    if (refused > 0) s += say("; ", refused, refused == 1 ? " place" : " places", " could not be read");
    if (out.understood < out.lines) s += say("; ", out.understood, " of ", out.lines, " lines understood");
    return s + ".";
}

// Returns the layout if the text is certainly a CuTe layout: a shape in parentheses with a stride, a pointer or a
// swizzle.
std::string layout_in(std::string_view text) {
    constexpr std::size_t kLongest = 4096;
    if (text.size() > kLongest || text.find('(') == text.npos) return {};
    const auto layout = parse_cute(text);
    if (!layout || layout->shape.leaf) return {};
    const bool is_certain = layout->swizzle || layout->space != CuteSpace::none || text.find(':') != text.npos;
    return is_certain ? to_text(*layout) : std::string();
}

}  // namespace

const PasteContext& context_of(const PasteResult& result, const FoundWord& word) {
    return word.instruction < result.instructions.size() ? result.instructions[word.instruction] : result.context;
}

std::optional<FoundWord> log_word(const LogWord& word, const PasteContext& context, const PasteOptions& options,
                                  BreaksNoRule breaks_no_rule) {
    Work work(word.source, options, breaks_no_rule);
    work.context = context;
    work.prose = true;  // a line of a log has more than numbers
    Find find{{0, word.source.size()}, ReadBy::log, std::string(word.name), word.role, {word.value, 0, word.bits}, ""};
    if (word.negative) find.digits = Digits::negative;
    FoundWord out = word_of(work, find);
    return is_noise(out, find.reader, work) ? std::nullopt : std::optional(std::move(out));
}

PasteResult paste(std::string_view text, const PasteOptions& options, BreaksNoRule breaks_no_rule) {
    PasteResult out;
    if (text.size() > options.max_bytes) {
        out.sentence = say("The text has ", text.size(), " bytes. Paste at most ", options.max_bytes, " bytes.");
        return out;
    }
    if (trimmed(text).find_first_not_of(" \t\r\n") == text.npos || text.find_first_not_of(" \t\r\n") == text.npos) {
        out.sentence = "The text is empty. Paste a number such as 0x4000404000010040.";
        return out;
    }
    if (const std::size_t zero = text.find('\0'); zero != text.npos) {
        out.sentence = say("Byte ", zero, " is 0, so this is not text. Paste text that contains numbers.");
        return out;
    }
    if (out.layout = layout_in(text); !out.layout.empty()) {
        out.sentence = say("A CuTe layout: ", out.layout,
                           ". The layout tab and `tilescope solve` find the descriptors of this layout.");
        return out;
    }
    const std::string clean = cleaned(text);
    PasteOptions used = options;
    Work work(clean, used, breaks_no_rule);
    work.hints = hints_of(clean);
    read_passages(work, out);
    used.edition = edition_of(work.context.arch, options.edition);
    combine(work);
    if (std::ranges::all_of(work.finds, [](const Find& f) { return f.role == PasteRole::unknown; })) read_remarks(work);
    read_layout_texts(work);
    merge_equal(work.finds);
    out.context = work.context;
    out.instructions = work.instructions;
    out.steps = std::move(work.steps);
    out.refused = std::move(work.refused);
    out.refused_count = work.refused_count;
    out.words.reserve(work.finds.size());
    for (const Find& f : work.finds)
        if (FoundWord word = word_of(work, f); f.built || !is_noise(word, f.reader, work)) {
            word.source = text.substr(word.span.begin, word.span.end - word.span.begin);
            out.words.push_back(std::move(word));
        }
    if (work.program) drop_overwritten(out.words), sort_by_certainty(out.words);
    out.sentence = sentence_of(out, work);
    return out;
}

}  // namespace tilescope
