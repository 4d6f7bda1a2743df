// core/src/layout/banks.cpp -- the words, banks and cycles of an access, phase by phase.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/banks.h>

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

// Returns the names that conflict in the first of the worst banks, one name for each word: "rows 0, 4". Lists only the
// first names, so that the sentence stays short.
std::string names_text(const Access& access, const BankPhase& phase) {
    constexpr std::size_t kMostNames = 4;
    const auto worst = static_cast<unsigned>(std::ranges::find(phase.ways, phase.degree) - phase.ways.begin());
    std::vector<int> names, threads;
    for (const BankWord& word : phase.words) {
        if (word.bank != worst) continue;
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
    return say(phase.degree, "-way conflict in ", banks_text(phase, phase.degree), ": ", names_text(access, phase),
               " share ", std::ranges::count(phase.ways, phase.degree) == 1 ? "it" : "them");
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

}  // namespace tilescope
