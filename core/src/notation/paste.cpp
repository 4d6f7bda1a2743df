// core/src/notation/paste.cpp -- finds descriptors in any text: each word with all its readings and the reasons.
// SPDX-License-Identifier: MIT
#include <tilescope/notation/paste.h>

#include "readers.h"
#include "readings.h"

#include <tilescope/base/printable.h>
#include <tilescope/hw/archs.h>
#include <tilescope/notation/cute.h>
#include <tilescope/notation/leads.h>

namespace tilescope {
namespace {

using namespace notation;

// "descriptors (for example 0x4000404000010040) with BM = 192": a sentence that has a word before its assignment.
bool has_long_number(std::string_view text) {
    constexpr std::size_t kDigits = 8;
    for (std::size_t at = text.find_first_of("0123456789"); at != text.npos;) {
        const std::size_t end = std::min(text.find_first_not_of("0123456789abcdefABCDEFx", at), text.size());
        const bool begins = at == 0 || !is_word_char(text[at - 1]);
        if (begins && end - at >= kDigits && (end == text.size() || !is_word_char(text[end]))) return true;
        at = text.find_first_of("0123456789", end);
    }
    return false;
}

// "desc: i64 = 0x08200490": an assignment that stands alone is a program of one line.
bool read_assignment(Work& work, const Line& line) {
    const std::size_t equals = line.text.find('=');
    if (equals == line.text.npos || equals == 0 || line.text.substr(equals).starts_with("==")) return false;
    if (line.text.find_first_of("0123456789", equals) == line.text.npos) return false;
    if (has_long_number(line.text.substr(0, equals))) return false;
    const TextSpan span = work.span_of(line.text);
    const ProgramLines read = read_program(work, {span.begin, span.end, line.number, Language::source});
    work.prose |= read.any;
    return read.any;
}

constexpr std::size_t kMostLinesNamed = 3;

// The readers in the order in which they try a line. Readers of distinctive formats come first.
struct LineReader {
    bool (*read)(Work&, const Line&);
    bool prose;  // the line has more than numbers and registers. Some readers set Work::prose themselves
};
constexpr LineReader kReaders[] = {{read_debugger, false},    {read_memory, false},    {read_printer, true},
                                   {read_open_digits, false}, {read_log, true},        {read_fields, true},
                                   {read_mlir, true},         {read_assignment, true}, {read_expression, false},
                                   {read_numbers, false}};

bool read_line(Work& work, const Line& line) {
    const auto* reader = std::ranges::find_if(kReaders, [&](const LineReader& r) { return r.read(work, line); });
    const bool any = reader != std::end(kReaders);
    work.prose |= !any || reader->prose;
    return any;
}

void read_lines(Work& work, const Passage& passage, bool python, PasteResult& out) {
    unsigned number = passage.first_line - 1;
    for (const std::string_view line : Lines(work.text.substr(passage.begin, passage.end - passage.begin))) {
        if (work.full || work.is_stopped()) return;
        const std::string_view text = normalised(line, python);
        ++number;
        if (text.empty()) continue;
        ++out.lines;
        const std::size_t refused = work.refused_count;
        const bool understood =
            read_line(work, {text, offset_in(work.text, line), number}) && work.refused_count == refused;
        out.understood += understood;
        if (!understood) out.not_understood.push_back(number);
    }
}

unsigned count_lines(std::string_view text) {
    unsigned out = 0;
    for (const std::string_view line : Lines(text)) out += !trimmed(line).empty();
    return out;
}

// Programs first: a debugger can print the values of registers that a listing uses.
void read_passages(Work& work, PasteResult& out) {
    const std::vector<Passage> passages = passages_of(work);
    const bool python = is_python(work.text);
    for (const Passage& passage : passages)
        if (passage.language == Language::lines) read_lines(work, passage, python, out);
    for (const Passage& passage : passages) {
        if (passage.language == Language::lines) continue;
        if (work.is_stopped()) return;
        work.prose = out.has_program = true;
        const std::size_t before = work.finds.size();
        const ProgramLines read = read_program(work, passage);
        // A piece of a statement is not a program, but it can have numbers. So can prose with an assignment.
        const std::string_view inside = work.text.substr(passage.begin, passage.end - passage.begin);
        const bool prose = work.finds.size() == before && inside.find_first_of(";{") == inside.npos;
        const bool nothing = !read.any || prose;
        if (nothing && passage.language == Language::source) {
            read_lines(work, passage, python, out);
            continue;
        }
        work.program = true;
        work.listing |= passage.language == Language::sass;
        out.lines += count_lines(work.text.substr(passage.begin, passage.end - passage.begin));
        out.understood += read.understood;
        out.not_understood.insert(out.not_understood.end(), read.others.begin(), read.others.end());
    }
    std::ranges::sort(out.not_understood);
}

// Whether the words of the text are less than what its comments can have: they have no name, or a program computes
// them from values that are not in the text.
bool needs_remarks(const Work& work) {
    return std::ranges::all_of(
        work.finds, [](const Find& f) { return f.role == PasteRole::unknown || f.remark || f.bits.unknown != 0; });
}

void add_remarks(Work& work, PasteResult& out) {
    for (const unsigned line : read_remarks(work)) {
        // Not std::ranges::equal_range: clang 14 does not compile its result.
        const auto [first, last] = std::equal_range(out.not_understood.begin(), out.not_understood.end(), line);
        if (first == last) continue;
        out.not_understood.erase(first);
        ++out.understood;
    }
}

// ": lines 3, 5, 9 and 12 more were not".
std::string lines_not_understood(const PasteResult& out) {
    const std::vector<unsigned>& named = out.not_understood;
    const std::size_t count = out.lines - out.understood, more = count - std::min(count, named.size());
    if (named.empty()) return {};
    std::string list = list_of(named, std::identity(), ", ", more == 0 ? " and " : "");
    if (more > 0) list += say(" and ", more, " more");
    return say(count == 1 ? ": line " : ": lines ", list, count == 1 ? " was not" : " were not");
}

// The refusal that explains why a text has no word. A document has many parts that look like broken numbers, and none
// of them is the reason, except for a long hexadecimal number.
const PasteRefusal* told_refusal(const PasteResult& out, std::string_view text) {
    constexpr unsigned kFewLines = 4;
    constexpr std::size_t kLongNumber = 10;
    if (out.refused.empty()) return nullptr;
    if (out.lines <= kFewLines) return &out.refused.front();
    const auto limit = std::ranges::find(out.refused, true, &PasteRefusal::limit);
    if (limit != out.refused.end()) return &*limit;
    const auto found = std::ranges::find_if(out.refused, [&](const PasteRefusal& r) {
        return r.span.end - r.span.begin >= kLongNumber && text.substr(r.span.begin).starts_with("0x");
    });
    return found == out.refused.end() ? nullptr : &*found;
}

// "kind::f8f6f4, idesc 0x08210010": the words of a line have the kind that it names.
void name_kinds(Work& work) {
    for (Find& f : work.finds) {
        if (!f.hints.empty() || f.instruction != kNoInstruction || f.span.begin >= work.text.size()) continue;
        constexpr std::size_t kFar = 512;  // a text can be one line
        const std::size_t far = f.span.begin - std::min(f.span.begin, kFar);
        const std::size_t begin = far + work.text.substr(far, f.span.begin - far).rfind('\n') + 1;  // npos + 1 is 0
        const std::string_view near = work.text.substr(begin, f.span.begin + kFar - begin);
        const std::string_view line = near.substr(0, near.find('\n', f.span.begin - begin));
        if (line.find("kind::") == line.npos) continue;
        const std::vector<std::string> kinds = kinds_of_qualifiers(lower(line));
        if (kinds.size() == 1) f.hints = kinds;
    }
}

std::size_t different_words(const PasteResult& out) {
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
    for (const FoundWord& w : out.words) seen.emplace(w.readings.front().word, w.readings.front().unknown);
    return seen.size();
}

std::string sentence_of(const PasteResult& out, const Work& work) {
    const std::size_t words = out.words.size(), steps = out.steps.size(), maps = out.tensor_maps.size();
    if (maps > 0) {
        const std::string rest = words == 0 ? "" : say(" ", words, words == 1 ? " word found." : " words found.");
        if (maps > 1) return say(maps, " tensor maps found.", rest);
        return say("A tensor map: ", brief_text(out.tensor_maps[0].map),
                   ". `tilescope solve --tensor-map` and `compare` ", "read it too.", rest);
    }
    if (words == 0 && steps == 0) {
        if (const PasteRefusal* r = told_refusal(out, work.text))
            return say("Line ", r->line, ", column ", r->column, ": ", r->why, ".");
        const PasteContext& c = out.context;
        const std::string_view cut = work.cut_listing
                                         ? " The listing is not whole: what a register had before its begin, or before "
                                           "a gap, is not known."
                                         : "";
        if (work.instructions.size() > 1)
            return say("The text has several instructions without values. Paste the instructions with the values of ",
                       "their operands.", cut);
        const PasteContext nothing{.kind = {}, .kinds = {}, .arch = c.arch};
        if (c != nothing)
            return say(
                "The text has an instruction without values: ", c.hopper ? "wgmma" : "tcgen05.mma",
                c.cta_group ? say(", cta_group ", c.cta_group) : "",
                c.kind.empty() && c.kinds.empty() ? "" : say(", kind ", excerpt(c.kind), kinds_in_words(c.kinds)),
                c.ws ? ", .ws" : "", c.sparse ? ", .sp" : "", c.a_in_tmem ? ", A in Tensor Memory" : "",
                ". Paste it with the values of its operands.", cut);
        if (const Lead* lead = lead_in(work.text)) return say("This text contains no descriptor. ", lead->says);
        return "This text contains no descriptor. Paste a number such as 0x4000404000010040, a {lo, hi} pair, a "
               "mov.b64 line, or debugger registers.";
    }
    if (words == 0 && !work.fragments.empty()) return work.fragments;
    std::size_t places = words;  // a log can have a word in several lines
    for (const FoundWord& word : out.words) places += word.again.size();
    std::string s = say(places, places == 1 ? " word" : " words", " found");
    if (places != words) s += say(", ", different_words(out), " different");
    if (steps) s += say(", ", steps, steps == 1 ? " K step" : " K steps");
    if (work.full) s += say("; the text after the first ", words, " words was not read");
    const std::size_t refused = out.refused_count;
    if (refused > 0) s += say("; ", refused, refused == 1 ? " place" : " places", " could not be read");
    if (out.understood < out.lines)
        s += say("; ", out.understood, " of ", out.lines, " lines understood", lines_not_understood(out));
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

// Adds words that were found before all others. They come at their places in the text.
void add_in_order(Work& work, std::vector<Find> printed, bool noted) {
    if (printed.empty() && !noted) return;
    for (Find& f : printed) work.find(std::move(f));
    std::ranges::stable_sort(work.finds, {}, [](const Find& f) { return f.span.begin; });
}

// Whether a value is, or can be, a descriptor in shared memory.
bool is_operand_word(const Find& f) {
    return f.bits.width == 64 || f.role == PasteRole::smem || f.role == PasteRole::high_word;
}

// The finds that are words. `text` is the text as the user has it.
std::vector<FoundWord> words_of(const Work& work, std::string_view text) {
    std::vector<Judged> judged;
    for (const Find& f : work.finds) {
        if (work.is_stopped()) break;
        FoundWord word = word_of(work, f);
        if (!f.built && is_noise(word, f, work)) continue;
        word.source = text.substr(word.span.begin, word.span.end - word.span.begin);
        judged.push_back({std::move(word), &f});
    }
    judge_tables(judged, work);
    if (work.program) drop_overwritten(judged), sort_by_certainty(judged);
    std::vector<FoundWord> out;
    out.reserve(judged.size());
    for (Judged& w : judged) out.push_back(std::move(w.word));
    return out;
}

// Refuses a text of which nothing can be read.
Answer<void> is_text(std::string_view text, const PasteOptions& options) {
    if (text.size() > options.max_bytes)
        return Refusal("The text has ", text.size(), " bytes. Paste at most ", options.max_bytes, " bytes.");
    constexpr std::string_view kBlanks = " \t\r\n";
    if (trimmed(text).find_first_not_of(kBlanks) == text.npos || text.find_first_not_of(kBlanks) == text.npos)
        return Refusal("The text is empty. Paste a number such as 0x4000404000010040.");
    if (const std::size_t zero = text.find('\0'); zero != text.npos)
        return Refusal("Byte ", zero, " is 0, so this is not text. Paste text that contains numbers.");
    return {};
}

}  // namespace

const PasteContext& context_of(const PasteResult& result, const FoundWord& word) {
    return word.instruction < result.instructions.size() ? result.instructions[word.instruction] : result.context;
}

PasteResult paste(std::string_view text, const PasteOptions& options, BreaksNoRule breaks_no_rule) {
    PasteResult out;
    if (const auto can = is_text(text, options); !can) {
        out.sentence = can.why;
        return out;
    }
    if (options.stop.stop_requested()) return out;
    if (out.layout = layout_in(text); !out.layout.empty()) {
        out.sentence = say("A CuTe layout: ", out.layout,
                           ". The layout tab and `tilescope solve` find the descriptors of this layout.");
        return out;
    }
    std::string clean = cleaned(text);
    if (options.as == "auto") out.tensor_maps = tensor_maps_in(clean);
    for (const FoundTensorMap& map : out.tensor_maps) blank_lines(clean, map.span.begin, map.span.end);
    PasteOptions used = options;
    Work work(clean, used, breaks_no_rule);
    work.hints = hints_of(clean);
    std::string rest = clean;
    std::vector<Find> printed = take_struct_prints(work, rest, out.lines);
    const bool columns = take_value_columns(work, rest, out.lines);
    const bool noted = take_printed_comments(work, rest, out.lines) || columns;
    out.understood = out.lines;
    work.text = rest;
    read_passages(work, out);
    if (work.is_stopped()) return out;
    if (work.context.arch.empty()) work.context.arch = work.hints.target;
    used.edition = edition_of(work.context.arch, options.edition);
    combine(work);
    add_in_order(work, std::move(printed), noted);
    if (needs_remarks(work)) add_remarks(work, out);
    if (out.not_understood.size() > kMostLinesNamed) out.not_understood.resize(kMostLinesNamed);
    work.text = clean;
    if (std::ranges::none_of(work.finds, is_operand_word)) read_field_runs(work);
    read_layout_texts(work);
    name_kinds(work);
    merge_equal(work.finds);
    work.tcgen05 = std::ranges::any_of(
        work.finds, [](const Find& f) { return f.bits.unknown == 0 && is_tcgen05_word(f.role, f.bits.value); });
    out.context = work.context;
    out.instructions = work.instructions;
    out.steps = std::move(work.steps);
    out.refused = std::move(work.refused);
    out.refused_count = work.refused_count;
    out.words = words_of(work, text);
    out.sentence = sentence_of(out, work);
    return out;
}

}  // namespace tilescope
