// core/src/layout/banks.cpp -- an access of shared memory: its addresses, and their words, banks and cycles.
// SPDX-License-Identifier: MIT
#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/layout/banks.h>
#include <tilescope/layout/placing.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace tilescope {
namespace {

BankPhase phase_report(const Access& access, std::size_t first, std::size_t count) {
    BankPhase out{static_cast<unsigned>(first), static_cast<unsigned>(count), {}, {}, 0};
    std::map<std::pair<unsigned, std::uint32_t>, std::vector<unsigned>> by_bank;
    for (std::size_t t = first; t < first + count; ++t) {
        const std::uint64_t begin = access.addresses[t], end = begin + std::max(access.bytes, 1u);
        for (std::uint64_t word = begin / kBanks.word_bytes; word * kBanks.word_bytes < end; ++word)
            by_bank[{static_cast<unsigned>(word % kBanks.banks), static_cast<std::uint32_t>(word)}].push_back(
                static_cast<unsigned>(t));
    }
    for (auto& [key, threads] : by_bank) {
        out.degree = std::max<unsigned>(out.degree, ++out.ways[key.first]);
        out.words.push_back({key.second, key.first, std::move(threads)});
    }
    return out;
}

// Returns the banks that deliver at least `ways` different words: "banks 0-3, 8-11", "all banks", "bank 5".
std::string banks_text(const BankPhase& phase, unsigned ways) {
    std::string out;
    unsigned banks = 0;
    for (unsigned b = 0; b < kBanks.banks; ++b) {
        if (phase.ways[b] < ways) continue;
        unsigned last = b;
        while (last + 1 < kBanks.banks && phase.ways[last + 1] >= ways) ++last;
        out += say(out.empty() ? "" : ", ", b);
        if (last > b) out += say("-", last);
        banks += last - b + 1;
        b = last;
    }
    if (banks == kBanks.banks) return "all banks";
    return say(banks == 1 ? "bank " : "banks ", out);
}

// Returns the names that conflict in a bank, one for each word: "rows 0, 4". Lists only the first names, so that the
// sentence stays short.
std::string names_text(const Access& access, const BankPhase& phase, unsigned bank) {
    constexpr std::size_t kMostNames = 4;
    std::vector<int> names, threads;
    for (const BankWord& word : phase.words) {
        if (word.bank != bank) continue;
        threads.push_back(static_cast<int>(word.threads.front()));
        names.push_back(access.names.empty() ? threads.back() : access.names[word.threads.front()]);
    }
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    // If all conflicting words belong to one row, the row does not distinguish them. Then name the threads.
    const bool names_differ = names.size() > 1 || threads.size() < 2;
    if (!names_differ) names = threads;
    std::string out(names_differ ? access.unit : "threads");
    for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i) out += say(i ? ", " : " ", names[i]);
    return names.size() > kMostNames ? out + ", ..." : out;
}

// Returns the smallest number of cycles for the words of a phase.
unsigned ideal_of(const BankPhase& phase) {
    return static_cast<unsigned>((phase.words.size() + kBanks.banks - 1) / kBanks.banks);
}

// Whether two phases of a load are one, because neighbouring threads read the same vectors. A thread that is missing
// reads what its neighbour reads.
bool are_merged(const Access& access, std::size_t first, std::size_t count) {
    if (!access.loads || access.bytes < 2 * kBanks.word_bytes) return false;
    return std::ranges::any_of(std::array<std::size_t, 2>{1, 2}, [&](std::size_t other) {
        for (std::size_t t = first; t < first + count; ++t)
            if ((t ^ other) < first + count && access.addresses[t] != access.addresses[t ^ other]) return false;
        return true;
    });
}

std::string sentence_of(const Access& access, const BankReport& report) {
    if (report.phases.empty()) return "no thread reads anything";
    if (report.cycles == report.ideal) return "no conflict";
    return sentence_of(access, *std::ranges::max_element(report.phases, {}, &BankPhase::degree));
}

}  // namespace

std::string sentence_of(const Access& access, const BankPhase& phase) {
    if (phase.degree <= ideal_of(phase)) return "no conflict";
    const auto first = static_cast<unsigned>(std::ranges::find(phase.ways, phase.degree) - phase.ways.begin());
    const std::string names = names_text(access, phase, first);
    unsigned worst = 0;
    bool same = true;  // in each of the worst banks
    for (unsigned bank = first; bank < kBanks.banks; ++bank) {
        if (phase.ways[bank] != phase.degree) continue;
        ++worst;
        same &= names_text(access, phase, bank) == names;
    }
    return say(phase.degree, "-way conflict in ", banks_text(phase, phase.degree), ": ",
               same ? std::string() : say("in bank ", first, ", "), names, " share ",
               same && worst > 1 ? "them" : "it");
}

std::string banks_hit(const BankPhase& phase) { return banks_text(phase, 1); }

Grounds grounds_of(const Access& access, std::string_view chip) {
    const VectorPhase& row = phase_of(access.bytes);
    const Certainty known = certainty_on(row, chip);
    const std::size_t all = access.addresses.size(), half = std::size_t{2} * row.threads;
    if (known.measurement() == nullptr) return {known, {}};
    if (all > kWarpThreads)
        return {std::max(known, Certainty::secondary),
                say("Only accesses of one warp were measured. This one has ", all,
                    " threads; that its warps follow each other is a conclusion.")};
    if (half < all && are_merged(access, 0, half) != are_merged(access, half, all - half))
        return {std::max(known, Certainty::secondary),
                "No measured load has phases that become one in only one half warp, so the cycles are a conclusion."};
    return {known, {}};
}

std::string merging_of(const Access& access) {
    const unsigned threads = phase_of(access.bytes).threads;
    const BankReport report = bank_report(access);
    if (std::ranges::none_of(report.phases, [&](const BankPhase& p) { return p.threads > threads; })) return {};
    return say("Two phases of a load become one, of ", 2 * threads,
               " threads, in two cases: each thread i of them reads the same vector as thread i ^ 1, or each reads the "
               "same vector as thread i ^ 2.");
}

BankReport bank_report(const Access& access) {
    BankReport out;
    const VectorPhase& row = phase_of(access.bytes);
    const std::size_t all = access.addresses.size();
    for (std::size_t first = 0; first < all;) {
        const std::size_t both = std::min<std::size_t>(std::size_t{2} * row.threads, all - first);
        const bool merged = first % (std::size_t{2} * row.threads) == 0 && are_merged(access, first, both);
        const std::size_t count = merged ? both : std::min<std::size_t>(row.threads, all - first);
        out.phases.push_back(phase_report(access, first, count));
        first += count;
        const BankPhase& phase = out.phases.back();
        out.degree = std::max(out.degree, phase.degree);
        out.cycles += phase.degree;
        out.ideal += ideal_of(phase);
    }
    out.sentence = sentence_of(access, out);
    return out;
}

// ---- the addresses that the threads of an access read ----

namespace {

constexpr unsigned kChunkThreads = 8;
constexpr unsigned kMostVector = 16;

// A tile in terms of lines and positions. A line is a row of a K-major tile or a column of an MN-major tile. A position
// is an index along the line, which is contiguous.
struct Tile {
    const SmemLayout& layout;
    bool k = layout.major == Major::k;
    int along = k ? layout.columns : layout.rows, lines = k ? layout.rows : layout.columns;

    Element element(int position, int line) const { return k ? Element{line, position} : Element{position, line}; }
    int position_of(Element e) const { return k ? e.column : e.row; }
    int line_of(Element e) const { return k ? e.row : e.column; }
    std::string_view lines_name() const { return k ? "rows" : "columns"; }
    std::string_view positions_name() const { return k ? "columns" : "rows"; }

    // Returns how many elements a vector of `bytes` bytes has. Elements of padded types are in the first bytes of their
    // chunk, so only vectors of a whole chunk have a fixed number of them.
    bool padded() const { return layout.type->bits != layout.type->container_bits; }
    int elements_in(unsigned bytes) const { return static_cast<int>(8 * bytes / layout.type->container_bits); }
};

struct Reads {
    std::vector<Element> first;  // the first element of each thread
    unsigned bytes = kMostVector;
    bool lines_differ = true;  // sentences name a thread by its line; false: by its position
};

int rounded_down(int value, int step) { return value - value % std::max(step, 1); }

Reads along(const Tile& t, const AccessChoice& choice) {
    Reads out{.first = {}, .bytes = choice.bytes, .lines_differ = false};
    const int step = t.elements_in(choice.bytes);
    int position = rounded_down(t.position_of(choice.from), step), line = t.line_of(choice.from);
    for (unsigned i = 0; i < kWarpThreads && line < t.lines; ++i) {
        out.first.push_back(t.element(position, line));
        position += step;
        if (position < t.along) continue;
        position = 0;
        ++line;
        out.lines_differ = true;
    }
    return out;
}

// One vector at the same position in each of `threads` lines.
Reads across(const Tile& t, Element from, unsigned bytes, unsigned threads) {
    Reads out{.first = {}, .bytes = bytes};
    const int position = rounded_down(t.position_of(from), t.elements_in(bytes));
    for (int i = 0; i < static_cast<int>(threads) && t.line_of(from) + i < t.lines; ++i)
        out.first.push_back(t.element(position, t.line_of(from) + i));
    return out;
}

Reads element_column(const Tile& t, Element from) {
    Reads out{.first = {}, .bytes = std::max(t.layout.type->bits / 8, 1u), .lines_differ = t.k};
    for (int i = 0; i < static_cast<int>(kWarpThreads) && from.row + i < t.layout.rows; ++i)
        out.first.push_back({from.row + i, from.column});
    return out;
}

// The block is read row by row. Vectors are along the contiguous index.
Answer<Reads> block(const Tile& t, const AccessChoice& choice) {
    const Element from = choice.from;
    if (choice.rows < 1 || choice.columns < 1 || choice.rows > t.layout.rows - from.row ||
        choice.columns > t.layout.columns - from.column)
        return Refusal("a block of ", choice.rows, " x ", choice.columns, " elements from (", from.row, ", ",
                       from.column, ") does not fit in a tile of ", t.layout.rows, " x ", t.layout.columns);
    const int wide = t.k ? choice.columns : choice.rows, chunk = t.elements_in(kMostVector);
    const int step = std::min(wide, chunk);
    const unsigned bits = static_cast<unsigned>(step) * t.layout.type->container_bits;
    if (chunk % step != 0 || (t.padded() && step != chunk) || wide % step != 0 || bits % 8 != 0 ||
        t.position_of(from) % step != 0)
        return Refusal("a block of ", wide, " ", t.positions_name(), " from ", t.position_of(from),
                       " does not consist of whole vectors; use a multiple of ", chunk, ", or a smaller power of two");
    Reads out{.first = {}, .bytes = bits / 8};
    const int row_step = t.k ? 1 : step, column_step = t.k ? step : 1;
    for (int r = 0; r < choice.rows; r += row_step)
        for (int c = 0; c < choice.columns; c += column_step) out.first.push_back({from.row + r, from.column + c});
    return out;
}

Answer<Reads> reads_of(const Tile& t, const AccessChoice& choice) {
    switch (choice.kind) {
    case AccessKind::block: return block(t, choice);
    case AccessKind::along: return along(t, choice);
    case AccessKind::across: return across(t, choice.from, choice.bytes, kWarpThreads);
    case AccessKind::element_column: return element_column(t, choice.from);
    case AccessKind::chunk_column: break;
    }
    return across(t, choice.from, kMostVector, kChunkThreads);
}

void add_sentences(BankComparison& found, bool differs) {
    const auto beside = [&](const BankReport& report, std::string_view with, const BankReport& other) {
        if (!differs) return report.sentence;
        return say(report.sentence, " (", with, " ", found.without, ": ",
                   other.cycles == other.ideal ? std::string("no conflict") : say(other.degree, "-way"), ")");
    };
    found.sentence = beside(found.on, "without", found.off);
    found.sentence_off = beside(found.off, "with", found.on);
}

// `on` and `off` give the address of an element.
template <class On, class Off>
Answer<BankComparison> compared(const SmemLayout& layout, const AccessChoice& choice, const On& on, const Off& off) {
    const Tile t{layout};
    const Element from = choice.from;
    if (from.row < 0 || from.row >= layout.rows || from.column < 0 || from.column >= layout.columns)
        return Refusal("element (", from.row, ", ", from.column, ") is outside a tile of ", layout.rows, " x ",
                       layout.columns);
    const bool vectors = choice.kind == AccessKind::along || choice.kind == AccessKind::across;
    if (vectors && choice.bytes != 4 && choice.bytes != 8 && choice.bytes != 16)
        return Refusal("the vector of a thread must have 4, 8 or 16 bytes, not ", choice.bytes);
    if (vectors && choice.bytes != kMostVector && t.padded())
        return Refusal(layout.type->id, " elements are stored in chunks of 16 bytes with gaps; use vectors of ",
                       "16 bytes, not of ", choice.bytes);
    const Answer<Reads> reads = reads_of(t, choice);
    if (!reads) return Refusal(reads.why);
    BankComparison out;
    out.access.bytes = reads->bytes;
    out.access.unit = reads->lines_differ ? t.lines_name() : t.positions_name();
    Access other = out.access;
    for (const Element e : reads->first) {
        out.access.addresses.push_back(on(e));
        other.addresses.push_back(off(e));
        out.access.names.push_back(reads->lines_differ ? t.line_of(e) : t.position_of(e));
    }
    other.names = out.access.names;
    out.on = bank_report(out.access);
    out.off = bank_report(other);
    return out;
}

}  // namespace

Answer<BankComparison> banks_of(const SmemLayout& layout, const AccessChoice& choice) {
    auto out = compared(
        layout, choice, [&](Element e) { return place_in_memory(layout, e).byte; },
        [&](Element e) { return placing::linear_address(layout, e); });
    if (out) add_sentences(*out, layout.mode != SwizzleMode::none);
    return out;
}

Answer<BankComparison> banks_of_plain(const SmemLayout& tile, std::uint32_t pad, const AccessChoice& choice) {
    const Tile t{tile};
    const auto chunk_bits = static_cast<std::uint32_t>(8 * kMostVector);
    const std::uint32_t in_chunk = chunk_bits / tile.type->container_bits;
    const auto bytes_to = [&](int position) {
        const auto p = static_cast<std::uint32_t>(position);
        return p / in_chunk * kMostVector + p % in_chunk * tile.type->bits / 8;
    };
    const std::uint32_t line = bytes_to(t.along - 1) + std::max(tile.type->bits / 8, 1u);
    const auto place = [&](Element e, std::uint32_t gap) {
        return tile.start + static_cast<std::uint32_t>(t.line_of(e)) * (line + gap) + bytes_to(t.position_of(e));
    };
    auto out = compared(
        tile, choice, [&](Element e) { return place(e, pad); }, [&](Element e) { return place(e, 0); });
    if (!out) return out;
    for (const std::uint32_t address : out->access.addresses)
        if (address % out->access.bytes != 0)
            return Refusal("a vector of ", out->access.bytes, " bytes would begin at byte ", address,
                           ", which is not a multiple of ", out->access.bytes, "; lines have ", line, " bytes and ",
                           pad, " bytes of padding");
    out->without = "padding";
    add_sentences(*out, pad != 0);
    return out;
}

std::string words_of(const SmemLayout& layout, const AccessChoice& choice) {
    const Tile t{layout};
    switch (choice.kind) {
    case AccessKind::chunk_column: return say("one chunk in each of ", kChunkThreads, " ", t.lines_name());
    case AccessKind::block: return say("a block of ", choice.rows, " x ", choice.columns);
    case AccessKind::along: return say("a warp's vectors of ", choice.bytes, " bytes along ", t.k ? "k" : "the rows");
    case AccessKind::across:
        return say("a warp's vectors of ", choice.bytes, " bytes across ", kWarpThreads, " ", t.lines_name());
    case AccessKind::element_column: break;
    }
    return say("one element in each of ", kWarpThreads, " rows");
}

Answer<AccessChoice> parse_access(std::string_view text) {
    const auto refuse = [&] {
        return Refusal("access: '", excerpt(text),
                       "' is unknown; use rows x columns such as 8x8, or one of: chunk, along:16, across:16, column");
    };
    const auto small = [](std::string_view digits) -> int {
        const Answer<std::uint64_t> n = parse_number(digits);
        return n && *n >= 1 && *n <= 4096 ? static_cast<int>(*n) : 0;
    };
    const std::size_t colon = text.find(':');
    for (const AccessRow& row : kAccessKinds) {
        if (row.kind == AccessKind::block || text.substr(0, colon) != row.id) continue;
        AccessChoice out{.kind = row.kind};
        const bool vectors = row.kind == AccessKind::along || row.kind == AccessKind::across;
        if (colon == std::string_view::npos) return out;
        out.bytes = vectors ? static_cast<unsigned>(small(text.substr(colon + 1))) : 0;
        if (out.bytes != 4 && out.bytes != 8 && out.bytes != 16) return refuse();
        return out;
    }
    const std::size_t by = text.find('x');
    if (by == std::string_view::npos) return refuse();
    AccessChoice out{
        .kind = AccessKind::block, .rows = small(text.substr(0, by)), .columns = small(text.substr(by + 1))};
    if (out.rows == 0 || out.columns == 0) return refuse();
    return out;
}

}  // namespace tilescope
