// app/cli/decode_stream.cpp -- finds the words of a text of any length, in constant memory.
// SPDX-License-Identifier: MIT
#include "app/cli/decode.h"

#include <tilescope/rules/read_paste.h>
#include <tilescope/table/word_table.h>

#include <algorithm>

namespace tilescope::cli {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 18;    // bytes for one paste()
constexpr std::size_t kPart = std::size_t{1} << 16;     // bytes of a line that is read in parts
constexpr std::size_t kEntries = std::size_t{1} << 17;  // different words that are kept
constexpr std::size_t kSlots = 2 * kEntries;
constexpr std::size_t kMostNames = 4096;
constexpr std::size_t kMostSource = 250;
constexpr std::string_view kSeparators = " \t,;";  // a number does not go on behind them

// What a table shows of a word, and of all words of its class.
struct Verdict {
    bool is_word = false, is_plain = false;  // plain: the reading has the value itself, not a half or swapped halves
    TableRow row;
    std::vector<Problem> problems;
};

struct ClassKey {
    std::uint64_t value;
    std::uint32_t name;
    bool wide;
    friend bool operator==(const ClassKey&, const ClassKey&) = default;
};
struct ClassHash {
    std::size_t operator()(const ClassKey& key) const {
        return (key.value ^ key.name * 0x9e3779b97f4a7c15ull ^ (key.wide ? 1u : 0u)) * 0xff51afd7ed558ccdull >> 7;
    }
};

// Whether nothing but its bits identifies a number of a log.
bool is_unnamed(const LogWord& word) { return word.role == PasteRole::unknown && word.bits == 64; }

// Words with an equal value are judged once. Only 64-bit words have a start address that can be left out; the same bits
// of an instruction descriptor are its types.
std::uint64_t judged_value(std::uint64_t word, bool wide) { return wide ? word_class(word) : word; }

}  // namespace

std::uint32_t DecodeStream::number_of(std::string_view name, std::size_t place) {
    // The lines of a log have the same names at the same places.
    if (place < recent_.size() && recent_[place] < names_.size() && names_[recent_[place]] == name)
        return recent_[place];
    const std::uint32_t number = number_of(name);
    if (place < recent_.size()) recent_[place] = number;
    return number;
}

std::uint32_t DecodeStream::number_of(std::string_view name) {
    if (const auto at = name_numbers_.find(name); at != name_numbers_.end()) return at->second;
    if (names_.size() >= kMostNames) flush_entries();
    const auto number = static_cast<std::uint32_t>(names_.size());
    names_.emplace_back(name);
    name_numbers_.emplace(names_.back(), number);
    return number;
}

void DecodeStream::add_word(const LogWord& word, std::size_t place) {
    if (entries_.size() >= kEntries || slots_.empty()) flush_entries();
    const std::uint32_t name = number_of(word.name, place);
    std::uint64_t hash = (word.value ^ name * 0x9e3779b97f4a7c15ull) * 0xff51afd7ed558ccdull;
    hash ^= hash >> 32;
    for (std::size_t at = hash % kSlots;; at = (at + 1) % kSlots) {
        if (slots_[at] == 0) {
            slots_[at] = static_cast<std::uint32_t>(entries_.size()) + 1;
            break;
        }
        Entry& entry = entries_[slots_[at] - 1];
        if (entry.value != word.value || entry.name != name || entry.wide != (word.bits == 64)) continue;
        ++entry.count;
        return;
    }
    const std::string_view source = word.source.substr(0, kMostSource);
    entries_.push_back({word.value, lines_, 1, name, static_cast<std::uint32_t>(sources_.size()),
                        static_cast<std::uint8_t>(source.size()), word.role, word.bits == 64, word.negative});
    sources_ += source;
}

LogWord DecodeStream::word_of(const Entry& entry) const {
    return {names_[entry.name],
            std::string_view(sources_).substr(entry.source, entry.source_size),
            entry.role,
            entry.value,
            entry.wide ? 64u : 32u,
            entry.negative};
}

// What the unnamed numbers of the kept lines are. paste() judges those of a block in the same way.
NumberTables DecodeStream::tables_of_entries() const {
    NumberTables out;
    if (has_subject_) return out;
    std::unordered_map<ClassKey, const Format*, ClassHash> formats;  // of the words of a class; null: no words
    for (const Entry& entry : entries_) {
        if (is_stopped()) break;
        const LogWord word = word_of(entry);
        if (!is_unnamed(word)) continue;
        out.add_number(word.name);
        const auto [at, fresh] = formats.try_emplace({judged_value(entry.value, entry.wide), entry.name, entry.wide});
        if (fresh) {
            const std::optional<FoundWord> found = log_word(word, context_, options_);
            if (found) at->second = found->readings.front().format;
        }
        if (at->second != nullptr) out.add_word(word.name, at->second->id);
    }
    return out;
}

// Before words are read, the blocks are: they can name the kind.
void DecodeStream::flush_entries() {
    flush_block();
    for (const std::string& name : names_) has_subject_ = has_subject_ || names_the_subject(name);
    context_.tcgen05 = context_.tcgen05 || std::ranges::any_of(entries_, [](const Entry& entry) {
                           return is_tcgen05_word(entry.role, entry.value);
                       });
    const NumberTables tables = tables_of_entries();
    std::unordered_map<ClassKey, Verdict, ClassHash> verdicts;
    for (const Entry& entry : entries_) {
        if (is_stopped()) break;
        const LogWord word = word_of(entry);
        if (is_unnamed(word) && tables.is_other(word.name)) continue;
        const auto [at, fresh] = verdicts.try_emplace({judged_value(entry.value, entry.wide), entry.name, entry.wide});
        Verdict& verdict = at->second;
        const bool is_known = !fresh && output_.is_table_only() && (verdict.is_plain || !verdict.is_word);
        if (!is_known) {
            std::optional<FoundWord> found = log_word(word, context_, options_);
            if (!found) continue;
            found->merged = static_cast<unsigned>(std::min<std::uint64_t>(entry.count, ~0u));
            DecodedWord full = decoded(*found, globals_, context_);
            verdict.is_word = true;
            verdict.is_plain = full.decoded.word == entry.value && full.unknown() == 0;
            verdict.row = {.format = full.decoded.format,
                           .name = found->name,
                           .certainty = full.reading->certainty,
                           .ask = found->ask};
            verdict.problems = std::move(full.problems);
            output_.add(std::move(*found), context_, entry.line);
        } else if (verdict.is_word) {
            TableRow row = verdict.row;
            row.word = entry.value, row.line = entry.line, row.count = entry.count;
            row.problems = verdict.problems;
            output_.add(std::move(row));
        }
    }
    entries_.clear();
    sources_.clear();
    names_.clear();
    name_numbers_.clear();
    slots_.assign(kSlots, 0);
}

void DecodeStream::flush_block() {
    has_subject_ = has_subject_ || names_the_subject(block_);
    if (!block_.empty()) read_block(block_, 0);
    block_.clear();
    block_lines_.clear();
}

// Reads whole lines of the block; `first_line` is an index of block_lines_. A text with more words than one paste keeps
// is read in two halves.
void DecodeStream::read_block(std::string_view text, std::size_t first_line) {
    PasteResult read = paste(text, options_);
    if (is_stopped()) return;
    if (const std::size_t half = text.find('\n', text.size() / 2);
        read.words.size() >= options_.max_words && half + 1 < text.size()) {
        read_block(text.substr(0, half + 1), first_line);
        const auto lines = std::ranges::count(text.substr(0, half + 1), '\n');
        return read_block(text.substr(half + 1), first_line + static_cast<std::size_t>(lines));
    }
    if (const auto can = words_fit(read, options_, globals_); !can) {
        if (fits_) fits_ = can;
        return;
    }
    const bool tcgen05 = context_.tcgen05;
    if (context_ == PasteContext{.tcgen05 = tcgen05}) context_ = read.context;
    context_.tcgen05 |= tcgen05;
    refused_ += read.refused_count;
    output_.add_steps(read.steps);
    LineNumbers numbers(text);
    const auto line_at = [&](std::size_t offset) {
        return block_lines_[std::min(first_line + numbers.of(offset) - 1, block_lines_.size() - 1)];
    };
    for (const FoundTensorMap& map : read.tensor_maps) output_.add(map, text, line_at(map.span.begin));
    for (FoundWord& word : read.words) {
        const std::uint64_t line = line_at(word.span.begin);
        const PasteContext context = context_of(read, word);
        output_.add(std::move(word), context, line);
    }
}

// Removes the first part of a long line. It ends behind a separator, so no number is divided. A longer text without a
// separator is not a number; its end is dropped, also if it arrives later.
std::string_view DecodeStream::take_part(std::string_view& line) {
    const std::size_t last = line.find_last_of(kSeparators, kPart - 1);
    cut_ = last == line.npos;
    const std::string_view part = line.substr(0, cut_ ? kPart : last + 1);
    line.remove_prefix(part.size());
    drop_cut_word(line);
    return part;
}

void DecodeStream::drop_cut_word(std::string_view& line) {
    if (!cut_) return;
    const std::size_t end = line.find_first_of(kSeparators);
    cut_ = end == line.npos;
    line.remove_prefix(std::min(end, line.size()));
}

// Gives the words of the state lines of a text to the output, and reports lines that were meant and cannot be read.
// `first` is the number of its first line. Returns the text with blanks in their place; empty: it has none.
std::string DecodeStream::take_state_lines(std::string_view text, std::uint64_t first) {
    const std::vector<io::StateLine> lines = io::state_lines_in(text, options_.stop);
    for (const io::StateLine& line : lines) {
        const auto before = std::ranges::count(text.substr(0, line.span.begin), '\n');
        const std::uint64_t number = first + static_cast<std::uint64_t>(before);
        if (line.file) {
            add_state_line(line, text, number, globals_, output_);
        } else {
            refuse("decode", "line ", number, ": ", line.file.why);
            ++refused_;
        }
    }
    return lines.empty() ? std::string() : without_lines(text, lines);
}

// Holds a line if it ends within a state line, and reads the held lines that cannot be a part of it.
void DecodeStream::hold(std::string_view line) {
    const bool goes_on = !held_.empty() && held_.size() + line.size() < kPart;
    held_ += line;
    held_ += '\n';
    // Most lines only add characters that are missing. To look at all that is held again would cost the square of it.
    const std::size_t more = io::state_characters_in(line);
    if (goes_on && more > 0 && more < missing_) return (void)(missing_ -= more);
    if (goes_on && line.find_first_not_of(" \t\r=") == line.npos) return (void)(missing_ = 0);
    const io::CutStateLine cut = io::cut_state_line(held_);
    missing_ = cut.missing;
    if (cut.begin == std::string::npos || held_.size() > kPart) return release();
    release(held_.rfind('\n', cut.begin) + 1, cut.begin);  // npos + 1 is 0: it begins in the first line
}

// Reads the first `size` bytes of the held lines. The state lines of the first `known` bytes are whole.
void DecodeStream::release(std::size_t size, std::size_t known) {
    if (size == 0) return;
    if (const std::string rest = take_state_lines(std::string_view(held_).substr(0, known), lines_ + 1); !rest.empty())
        held_.replace(0, rest.size(), rest);
    for (std::size_t at = 0; at < size;) {
        const std::size_t end = held_.find('\n', at);
        ++lines_;
        read_part(std::string_view(held_).substr(at, end - at));
        at = end + 1;
    }
    held_.erase(0, size);
}

void DecodeStream::add_part(std::string_view part) {
    release();
    lines_ += in_line_ ? 0 : 1;
    in_line_ = true;
    const std::string rest = take_state_lines(part, lines_);
    read_part(rest.empty() ? part : rest);
}

void DecodeStream::read_part(std::string_view part) {
    words_.clear();
    if (options_.as == "auto" && reader_.read(part, words_)) {
        for (std::size_t i = 0; i < words_.size(); ++i) add_word(words_[i], i);
        return;
    }
    if (block_.size() + part.size() >= kBlock) flush_block();
    block_ += part;
    block_ += '\n';
    block_lines_.push_back(lines_);
}

void DecodeStream::add_line(std::string_view line) {
    if (!in_line_ && line.size() <= kPart) {
        if (!held_.empty() || line.find("ts") != line.npos) return hold(line);
        ++lines_;
        return read_part(line);
    }
    drop_cut_word(line);
    while (line.size() > kPart) add_part(take_part(line));
    if (!line.empty()) add_part(line);
    in_line_ = cut_ = false;
}

Answer<void> DecodeStream::add(std::string_view piece) {
    if (const std::size_t zero = piece.find('\0'); zero != piece.npos)
        return Refusal("Byte ", bytes_ + zero, " is 0, so this is not text. Give text that has numbers.");
    bytes_ += piece.size();
    while (!is_stopped()) {
        const std::size_t end = piece.find('\n');
        if (end == piece.npos) break;
        if (rest_.empty()) {
            add_line(piece.substr(0, end));
        } else {
            rest_ += piece.substr(0, end);
            add_line(rest_);
            rest_.clear();
        }
        piece.remove_prefix(end + 1);
    }
    if (is_stopped()) return fits_;
    rest_ += piece;
    std::string_view rest = rest_;
    drop_cut_word(rest);
    while (rest.size() > kPart) add_part(take_part(rest));  // a long line is read in parts
    rest_.erase(0, rest_.size() - rest.size());
    return fits_;
}

Answer<void> DecodeStream::flush() {
    release();
    flush_entries();
    return fits_;
}

bool DecodeStream::drop_unfinished_line() {
    const bool had = in_line_ || !rest_.empty();
    rest_.clear();
    in_line_ = cut_ = false;
    release();  // or the next text would go on within their state line
    return had;
}

Answer<void> DecodeStream::finish() {
    if (!rest_.empty()) add_line(rest_);
    rest_.clear();
    release();
    flush_entries();
    return fits_;
}

}  // namespace tilescope::cli
