// core/src/rules/program_mma.cpp -- what a program says about each of its MMAs, and which ones are one chain.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/program/accumulators.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/ptx/mma_text.h>
#include <tilescope/rules/program_check.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace tilescope {
namespace {

// The part of a name after its scope: "global_smem" of "f1 global_smem". No name of PTX has a blank or a colon.
std::string_view own_name(std::string_view name) {
    const std::size_t end = name.find_last_of(" :");
    return end == name.npos ? name : name.substr(end + 1);
}

// The addresses of sample 0 are those of `bases`. In the other samples each base moves by a distance of its own, and no
// sum of two distances is a third one in both samples. All are multiples of the longest swizzle pattern.
constexpr unsigned kBaseSamples = 3;
constexpr std::uint64_t kBaseStep = 1024;
std::uint64_t distance_of(std::size_t base, unsigned sample) {
    return sample == 0 ? 0 : sample == 1 ? kBaseStep * (base + 1) : kBaseStep * (2 * base + 3);
}
// The base that has this distance in sample 1. Past the end: none.
std::size_t base_at(std::uint64_t distance) {
    return distance == 0 || distance % kBaseStep != 0 ? ~std::size_t{0} : distance / kBaseStep - 1;
}

// Some start of the window: an address that is made generic and shared again does not depend on it.
constexpr std::uint64_t kWindow = std::uint64_t{1} << 40;

// The values are those of every thread, or of one.
using Thread = std::optional<unsigned>;
constexpr unsigned kWarpgroup = 128, kMostWarpgroups = 8;

program::Evaluation first_pass(const program::Program& program, std::span<const BaseAddress> bases, unsigned sample,
                               Thread thread) {
    program::Assumed assumed{.names = {}, .first_pass = true};
    std::unordered_map<std::string_view, std::uint64_t> addresses;
    for (std::size_t i = 0; i < bases.size(); ++i)
        addresses.emplace(bases[i].name, bases[i].address + distance_of(i, sample));
    for (program::NameId name = 0; name < program.names.size() && (thread || !bases.empty()); ++name)
        if (thread && own_name(program.names[name]) == program::kThreadIndex)
            assumed.names.emplace_back(name, *thread);
        else if (const auto at = addresses.find(own_name(program.names[name])); at != addresses.end())
            assumed.names.emplace_back(name, at->second);
        else if (program.names[name] == program::kSharedWindow)
            assumed.names.emplace_back(name, kWindow);
    return evaluate(program, assumed);
}

// Returns the word for which the operand is used, as an index into ProgramWords.
std::optional<std::size_t> word_of_role(const MmaLine& line, OperandRole role) {
    if (role == OperandRole::a && line.a_in_tmem) return std::nullopt;
    const auto* at = std::ranges::find(kRoleOfWord, role == OperandRole::cp_from ? OperandRole::a : role);
    return at == std::end(kRoleOfWord) ? std::nullopt : std::optional(static_cast<std::size_t>(at - kRoleOfWord));
}

// In the order of TmemPlace.
constexpr OperandRole kRoleOfPlace[kTmemPlaceCount] = {OperandRole::d, OperandRole::a, OperandRole::scale_a,
                                                       OperandRole::scale_b, OperandRole::metadata};

std::optional<std::size_t> index_of(const MmaLine& line, OperandRole role) {
    const auto at = std::ranges::find(line.operands, role, &MmaOperand::role);
    if (at == line.operands.end()) return std::nullopt;
    return static_cast<std::size_t>(at - line.operands.begin());
}

class Reading {
public:
    Reading(const program::Program& program, const program::Evaluation& values, std::span<const MmaPlace> places,
            std::span<const BaseAddress> bases, unsigned threads)
        : program_(program), values_(values), places_(places), bases_(bases), threads_(threads) {}

    std::vector<ProgramMma> run() {
        std::vector<ProgramMma> out(places_.size());
        if (out.empty()) return out;
        for (const std::string& name : program_.names) has_threads_ |= own_name(name) == program::kThreadIndex;
        const std::vector<std::uint32_t> units = units_of_observations();
        std::vector<program::Accumulator> accumulators;
        for (std::size_t i = 0; i < out.size(); ++i) {
            read(places_[i], program_.units[units[places_[i].observation]], out[i]);
            const std::size_t first = program_.observations[places_[i].observation].first;
            const auto d = operand_at(places_[i], index_of(*places_[i].line, OperandRole::d));
            accumulators.push_back(
                {places_[i].observation, static_cast<unsigned>(d.value_or(first) - first), out[i].scale_d == false});
        }
        set_distances(out);
        const std::vector<std::uint32_t> chains = program::chains_of(program_, accumulators);
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i].chain = chains[i];
            out[i].kernel = program_.units[units[places_[i].observation]].name;
        }
        return out;
    }

private:
    std::vector<std::uint32_t> units_of_observations() const {
        std::vector<std::uint32_t> out(program_.observations.size());
        for (std::uint32_t u = 0; u < program_.units.size(); ++u)
            for (std::uint32_t i = program_.units[u].first; i < program_.units[u].last; ++i)
                if (const program::Statement& s = program_.statements[i]; s.type == program::Statement::Type::observe)
                    out[s.index] = u;
        return out;
    }

    // The operand of the program that is operand `index` of the line.
    std::optional<std::size_t> operand_at(const MmaPlace& place, std::optional<std::size_t> index) const {
        const program::Observation& seen = program_.observations[place.observation];
        if (index && !place.operands.empty())
            index = *index < place.operands.size() ? std::optional(place.operands[*index]) : std::nullopt;
        return index && *index < seen.count ? std::optional(seen.first + *index) : std::nullopt;
    }

    // The values of the operands of the line.
    std::vector<program::KnownBits> operands(const MmaPlace& place, const program::Evaluation& values) const {
        std::vector<program::KnownBits> out(place.line->operands.size());
        for (std::size_t i = 0; i < out.size(); ++i)
            if (const auto at = operand_at(place, i)) out[i] = values.operands[*at];
        return out;
    }

    // The evaluation for an address of each variable. Each one is made once.
    const program::Evaluation& first(unsigned sample, Thread thread = {}) {
        const auto [at, fresh] = passes_.try_emplace({thread ? *thread : kEveryThread, sample});
        if (fresh) at->second = first_pass(program_, bases_, sample, thread);
        return at->second;
    }

    void read(const MmaPlace& place, const program::Unit& unit, ProgramMma& out) {
        out.first = words(place, first(0));
        add_known(out.first, words(place, values_));
        out.scale_d = scale_d(place, values_);
        out.first_scale_d = scale_d(place, first(0));
        out.d_is_zero = d_is_zero(place);
        Thread thread;
        if (place.line->opcode == Opcode::wgmma && has_threads_ && !has_starts(out.first))
            thread = read_warpgroups(place, unit.threads != 0 ? unit.threads : threads_, out);
        for (std::size_t i = 0; i < kTmemPlaceCount; ++i) out.tmem[i] = address_of(place, kRoleOfPlace[i]);
        if (!family_of(place.line->opcode).idesc)
            read_wgmma(*place.line, out);
        else if (const auto word = words(place, values_)[2])
            read_idesc(place, *word, out);
        for (const Operand o : kBothOperands) out.start[o] = start_sum(place, o, thread);
    }

    // What is known of all rounds is known of the first one too, also where its path is not known.
    static void add_known(ProgramWords& first, const ProgramWords& all) {
        for (std::size_t i = 0; i < first.size(); ++i) {
            if (!first[i] || !all[i]) continue;
            first[i]->value |= all[i]->value & ~first[i]->known;
            first[i]->known |= all[i]->known;
        }
    }

    ProgramWords words(const MmaPlace& place, const program::Evaluation& values) const {
        return program_words(*place.line, operands(place, values));
    }
    static bool has_starts(const ProgramWords& words) {
        return std::ranges::all_of(kBothOperands, [&](Operand o) {
            const auto& word = words[pick(o, std::size_t{0}, std::size_t{1})];
            return !word || word->unknown() == 0;
        });
    }

    // The words are not the same in all warpgroups: finds those that run the MMA, by their first threads, because all
    // threads of a warpgroup must have the same words. Returns the first thread of the one with the lowest starts:
    // CUTLASS counts its consumers so that the last one has the first rows. Source: PTX ISA 9.1, 9.7.15.5 (the
    // descriptors of wgmma).
    Thread read_warpgroups(const MmaPlace& place, unsigned threads, ProgramMma& out) {
        const unsigned most = threads == 0 ? 2 : std::min(threads / kWarpgroup, kMostWarpgroups);
        std::vector<ProgramWords> found;
        std::vector<unsigned> first_threads;
        for (unsigned group = 0; group < most; ++group) {
            const program::Evaluation& values = first(0, group * kWarpgroup);
            if (!values.reached[place.observation]) continue;
            found.push_back(words(place, values));
            if (!has_starts(found.back())) return {};
            first_threads.push_back(group * kWarpgroup);
        }
        if (found.empty()) return {};
        auto distances = distances_of_words(place, found);
        if (!distances) {
            std::ranges::reverse(found);
            std::ranges::reverse(first_threads);
            distances = distances_of_words(place, found);
        }
        if (!distances) return {};
        out.first = found.front();
        if (*distances != OperandPair<std::uint32_t>())
            out.warpgroups = {threads == 0 ? 0u : static_cast<unsigned>(found.size()), *distances};
        return first_threads.front();
    }

    std::optional<OperandPair<std::uint32_t>> distances_of_words(const MmaPlace& place,
                                                                 std::span<const ProgramWords> all) const {
        const auto a = distance_of_words(place, all, Operand::a), b = distance_of_words(place, all, Operand::b);
        return a && b ? std::optional(OperandPair<std::uint32_t>{*a, *b}) : std::nullopt;
    }

    // The distance of the starts from each word to the next. No value: it is not always the same, not positive, or the
    // words differ elsewhere.
    std::optional<std::uint32_t> distance_of_words(const MmaPlace& place, std::span<const ProgramWords> all,
                                                   Operand o) const {
        const std::size_t index = pick(o, std::size_t{0}, std::size_t{1});
        const auto format = find_format(family_of(place.line->opcode).smem, {}, place.edition);
        if (!format || all.size() < 2 || !all.front()[index]) return 0;
        const Field& start = field_in(**format, "start");
        const auto at = [&](std::size_t i) {
            return static_cast<std::int64_t>(value_of(start, get_field(start, all[i][index]->value)));
        };
        const std::int64_t distance = at(1) - at(0);
        for (std::size_t i = 1; i < all.size(); ++i)
            if (at(i) - at(i - 1) != distance ||
                set_field(start, all[i][index]->value, 0) != set_field(start, all.front()[index]->value, 0))
                return std::nullopt;
        return distance < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(distance));
    }

    static void read_wgmma(const MmaLine& line, ProgramMma& out) {
        out.m = line.m, out.n = line.n, out.k = line.k;
        out.a_type = line.a_type, out.b_type = line.b_type, out.d_type = line.d_type;
        for (const Operand o : kBothOperands) {
            const MmaOperand* t = line.operand(pick(o, OperandRole::transpose_a, OperandRole::transpose_b));
            if (t == nullptr || t->value) out.major[o] = t != nullptr && *t->value != 0 ? Major::mn : Major::k;
        }
    }

    static void read_idesc(const MmaPlace& place, const KnownWord& word, ProgramMma& out) {
        const Format* format = idesc_format(place.line->kind, place.edition);
        if (format == nullptr) return;
        const auto known = [&](std::string_view id) -> const Field* {
            const Field* f = find_field(*format, id);
            return f != nullptr && get_field(*f, word.unknown()) == 0 ? f : nullptr;
        };
        const auto number = [&](std::string_view id) {
            const Field* f = known(id);
            return f == nullptr ? 0u : static_cast<unsigned>(value_of(*f, get_field(*f, word.value)));
        };
        const auto name = [&](std::string_view id) {
            const Field* f = known(id);
            return f == nullptr ? std::string() : std::string(name_in(f->names, get_field(*f, word.value)));
        };
        out.m = number("m"), out.n = number("n");
        out.a_type = name("a_type"), out.b_type = name("b_type");
        out.d_type = find_field(*format, "d_type") == nullptr ? "f32" : name("d_type");  // block-scaled kinds have f32
        for (const Operand o : kBothOperands)
            if (const Field* f = known(pick(o, "transpose_a", "transpose_b")))
                out.major[o] = static_cast<Major>(get_field(*f, word.value));
        if (mma_k(*format, word.value) == mma_k(*format, word.value | word.unknown()))
            out.k = mma_k(*format, word.value);
    }

    std::optional<bool> scale_d(const MmaPlace& place, const program::Evaluation& values) const {
        const auto index = index_of(*place.line, OperandRole::enable_d);
        if (!index) return std::nullopt;
        if (const auto number = place.line->operands[*index].value) return *number != 0;
        const auto at = operand_at(place, index);
        if (!at) return std::nullopt;
        const std::vector<program::KnownBits>& parts = values.parts[*at];
        if (parts.size() != 1 || !parts.front().is_known(1)) return std::nullopt;
        return (parts.front().value & 1) != 0;
    }

    bool d_is_zero(const MmaPlace& place) {
        const auto at = operand_at(place, index_of(*place.line, OperandRole::d));
        if (!at || family_of(place.line->opcode).d != Storage::registers) return false;
        const std::vector<program::KnownBits>& parts = first(0).parts[*at];
        if (parts.size() != d_registers(place.line->n, place.line->d_type)) return false;
        return std::ranges::all_of(parts, [](const program::KnownBits& x) {
            return x.is_known(bit_mask(32)) && (x.value & bit_mask(32)) == 0;
        });
    }

    std::optional<std::uint32_t> address_of(const MmaPlace& place, OperandRole role) {
        const auto index = index_of(*place.line, role);
        const auto values = operands(place, first(0));
        if (!index || *index >= values.size() || place.line->operands[*index].form != OperandForm::address)
            return std::nullopt;
        if (!values[*index].is_known(bit_mask(32))) return std::nullopt;
        return static_cast<std::uint32_t>(values[*index].value);
    }

    void set_distances(std::vector<ProgramMma>& mmas) const {
        std::vector<program::Addresses> addresses;
        std::vector<std::pair<std::size_t, std::vector<std::size_t>>> places;  // the MMA; the place of each operand
        for (std::size_t i = 0; i < mmas.size(); ++i) {
            if (places_[i].line->opcode != Opcode::mma || mmas[i].tmem[0]) continue;
            program::Addresses one{places_[i].observation, {}};
            std::vector<std::size_t> rows;
            for (std::size_t p = 0; p < kTmemPlaceCount; ++p) {
                const auto index = index_of(*places_[i].line, kRoleOfPlace[p]);
                const auto at = operand_at(places_[i], index);
                if (at && places_[i].line->operands[*index].form == OperandForm::address)
                    one.operands.push_back(*at), rows.push_back(p);
            }
            if (rows.empty() || rows.front() != 0) continue;
            addresses.push_back(std::move(one));
            places.emplace_back(i, std::move(rows));
        }
        const std::vector<program::Distances> all = program::distances_of(program_, addresses);
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t k = 0; k < all[i].size(); ++k)
                if (all[i][k] && *all[i][k] < kTmem.columns)
                    mmas[places[i].first].tmem_distance[places[i].second[k]] = static_cast<std::uint32_t>(*all[i][k]);
    }

    std::optional<StartSum> start_sum(const MmaPlace& place, Operand operand, Thread thread) {
        if (bases_.empty()) return std::nullopt;
        const auto format = find_format(family_of(place.line->opcode).smem, {}, place.edition);
        if (!format) return std::nullopt;
        const Field& start = field_in(**format, "start");
        std::array<std::uint64_t, kBaseSamples> at{}, rest{};
        for (unsigned sample = 0; sample < kBaseSamples; ++sample) {
            const auto word = words(place, first(sample, thread))[pick(operand, std::size_t{0}, std::size_t{1})];
            if (!word || get_field(start, word->unknown()) != 0) return std::nullopt;
            at[sample] = value_of(start, get_field(start, word->value));
            rest[sample] = set_field(start, word->value, 0);
        }
        if (rest[1] != rest[0] || rest[2] != rest[0]) return std::nullopt;
        const std::size_t i = base_at(at[1] - at[0]);
        if (i >= bases_.size() || at[2] - at[0] != distance_of(i, 2)) return std::nullopt;
        return StartSum{bases_[i].name, static_cast<std::int64_t>(at[0] - bases_[i].address)};
    }

    const program::Program& program_;
    const program::Evaluation& values_;
    std::span<const MmaPlace> places_;
    std::span<const BaseAddress> bases_;
    const unsigned threads_;
    bool has_threads_ = false;
    static constexpr unsigned kEveryThread = ~0u;
    std::map<std::pair<unsigned, unsigned>, program::Evaluation> passes_;  // by thread and sample
};

// ---- where the variables in shared memory are assumed to be ----

// The names that the program reads and that no statement sets.
std::set<std::string_view> inputs_of(const program::Program& program) {
    std::vector<bool> set(program.names.size());
    for (const program::Statement& s : program.statements)
        if (s.type == program::Statement::Type::assign) set[s.name] = true;
    std::set<std::string_view> out;
    for (std::size_t i = 0; i < set.size(); ++i)
        if (!set[i]) out.insert(own_name(program.names[i]));
    return out;
}

// The end of what each kernel has in shared memory. A kernel has only the variables that it names, so those of two
// kernels can have one address. A name has its function before the first blank.
class Ends {
public:
    explicit Ends(const program::Program& program) {
        const auto calls = [](const program::Expr& e) { return e.operation == program::Operation::call; };
        const bool one = std::ranges::any_of(program.exprs, calls);  // a kernel has the variables of what it calls
        for (const std::string_view name : program.names) {
            const std::string_view kernel = one ? std::string_view() : name.substr(0, name.find(' '));
            if (own_name(name) == name && !one) continue;
            ends_.emplace(kernel, kFirstVariable);
            kernels_[own_name(name)].insert(kernel);
        }
    }

    // Returns the address of the next variable.
    std::uint64_t place(const program::SharedVariable& v) {
        const auto at = kernels_.find(v.name);
        std::uint64_t start = kFirstVariable;
        const auto is_in = [&](std::string_view kernel) { return at == kernels_.end() || at->second.contains(kernel); };
        for (const auto& [kernel, end] : ends_)
            if (is_in(kernel)) start = std::max(start, end);
        start = (start + v.align - 1) / v.align * v.align;
        for (auto& [kernel, end] : ends_)
            if (is_in(kernel)) end = std::max(end, start + v.bytes);
        return start;
    }

private:
    std::map<std::string_view, std::uint64_t> ends_;                  // by kernel
    std::map<std::string_view, std::set<std::string_view>> kernels_;  // by variable
};

}  // namespace

std::string text_of(const KnownWord& word) {
    std::string out = hex(word.value, word.bits / 4);
    for (unsigned digit = 0; digit < word.bits / 4; ++digit)
        if ((word.known >> (4 * digit) & 15) != 15) out[out.size() - 1 - digit] = '?';
    return out;
}

std::string text_of(const StartSum& start) {
    if (start.offset == 0) return start.base;
    return start.offset < 0 ? say(start.base, " - ", -start.offset) : say(start.base, " + ", start.offset);
}

ProgramWords program_words(const MmaLine& line, std::span<const program::KnownBits> operands) {
    ProgramWords out;
    for (std::size_t i = 0; i < std::min(line.operands.size(), operands.size()); ++i) {
        const MmaOperand& o = line.operands[i];
        const auto word = word_of_role(line, o.role);
        if (!word || o.form == OperandForm::address || o.form == OperandForm::list) continue;
        const unsigned bits = kRoleOfWord[*word] == OperandRole::idesc ? 32 : 64;
        out[*word] = KnownWord{operands[i].value & bit_mask(bits), operands[i].known & bit_mask(bits), bits};
    }
    return out;
}

std::vector<BaseAddress> base_addresses(const program::Program& program, std::span<const BaseAddress> given) {
    std::vector<BaseAddress> out;
    const std::set<std::string_view> inputs = inputs_of(program);
    std::set<std::string_view> known;
    for (const BaseAddress& one : given)
        if (inputs.contains(one.name) && known.insert(one.name).second) out.push_back({one.name, one.address, true});
    Ends ends(program);
    for (const bool sized : {true, false})
        for (const program::SharedVariable& v : program.shared)
            if ((v.bytes != 0) == sized && known.insert(v.name).second) out.push_back({v.name, ends.place(v), false});
    return out;
}

std::vector<ProgramMma> mmas_of(const program::Program& program, const program::Evaluation& values,
                                std::span<const MmaPlace> places, std::span<const BaseAddress> bases,
                                unsigned threads) {
    return Reading(program, values, places, bases, threads).run();
}

}  // namespace tilescope
