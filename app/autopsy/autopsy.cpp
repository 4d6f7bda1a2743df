// app/autopsy/autopsy.cpp -- asks for the diagnosis of a recording, and writes it as JSON.
// SPDX-License-Identifier: MIT
#include "app/autopsy/autopsy.h"
#include "app/io/json.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <algorithm>
#include <array>
#include <map>

namespace tilescope::autopsy {
namespace {

using io::Json;

// How much a verdict asks for attention.
unsigned weight(Verdict verdict) {
    constexpr std::array kWeights = {0u, 2u, 3u, 1u};  // right, wrong, fault, unknown
    return kWeights[static_cast<std::size_t>(verdict)];
}

// How many chains are not understood, or read bytes that nobody wrote: so it looks if A and B are stored in another
// type.
std::size_t doubt(const std::vector<Diagnosis>& diagnoses) {
    return static_cast<std::size_t>(std::ranges::count_if(diagnoses, [](const Diagnosis& d) {
        return d.verdict == Verdict::unknown || (!d.faults.empty() && d.faults[0].field == FaultField::memory);
    }));
}

bool names_type(const Diagnosis& d) { return !d.faults.empty() && d.faults[0].field == FaultField::type; }

// The place in the kernel of each address, such as "+1952" of "0x00007ffddb7adea0 <+1952>: HGMMA...".
std::map<std::uint64_t, std::string> offsets_in(std::string_view machine_code) {
    std::map<std::uint64_t, std::string> out;
    for (const std::string_view line : split_at(machine_code, '\n')) {
        const std::size_t begin = line.find("0x"), open = line.find('<', begin), close = line.find('>', open);
        if (begin == line.npos || open == line.npos || close == line.npos) continue;
        if (const auto address = parse_number(trimmed(line.substr(begin, open - begin))))
            out.emplace(*address, line.substr(open + 1, close - open - 1));
    }
    return out;
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json word_json(const std::optional<std::uint64_t>& word) { return word ? Json(hex(*word, 16)) : Json(); }

// As `decode` says the value of a field: a number where the field is one, else its name, such as "128B".
Json value_json(FaultField field, const FieldValue& value) {
    constexpr FaultField kNumbers[] = {FaultField::start, FaultField::lbo, FaultField::sbo, FaultField::base_offset};
    const bool is_number = std::ranges::find(kNumbers, field) != std::end(kNumbers) || value.text.empty();
    return value.number && is_number ? Json(*value.number) : text_or_null(value.text);
}

Json steps_json(const Fault& fault, const Diagnosis& diagnosis, std::size_t steps) {
    if (!fault.k_steps.empty()) return fault.k_steps;
    Json out = Json::array();
    for (std::size_t i = 0; i < steps; ++i) out.push_back(diagnosis.first_step + i);
    return out;
}

Json faults_json(const std::vector<Fault>& faults, const Diagnosis& diagnosis, std::size_t steps) {
    return io::list_json(faults, [&](const Fault& fault) -> Json {
        return {{"operand", name_of(fault.part)},
                {"field", name_of(fault.field)},
                {"k_steps", steps_json(fault, diagnosis, steps)},
                {"value", value_json(fault.field, fault.value)},
                {"right", value_json(fault.field, fault.right)},
                {"says", fault.says}};
    });
}

Json chain_json(const Autopsy& autopsy, std::size_t number, const std::map<std::uint64_t, std::string>& offsets) {
    const Chain& chain = autopsy.chains[number];
    const Diagnosis& diagnosis = autopsy.diagnoses[number];
    const std::size_t steps = chain.steps.size();
    const auto mma = [&](const Step& step) -> Json {
        const SeenMma* found = mma_of(autopsy.recording, chain, step);
        const SeenMma seen = found ? *found : SeenMma{};
        const auto offset = offsets.find(seen.at.pc);
        const bool is_inlined = !seen.at.called_at.empty() && seen.at.called_at != seen.at.line;
        Json out{{"offset", offset == offsets.end() ? Json() : Json(offset->second)},
                 {"line", text_or_null(is_inlined ? seen.at.called_at : seen.at.line)},
                 {"inlined_line", text_or_null(is_inlined ? seen.at.line : std::string())},
                 {"text", seen.at.text},
                 {"a_desc", word_json(seen.a)},
                 {"b_desc", word_json(seen.b)},
                 {"warpgroup", seen.warpgroup}};
        if (chain.d_in_tmem && step.instruction.idesc != 0) out["idesc"] = hex(step.instruction.idesc, 8);
        return out;
    };
    return {{"warpgroup", chain.warpgroup},
            {"tile", chain.tile},
            {"mmas", io::list_json(chain.steps, mma)},
            {"verdict", name_of(diagnosis.verdict)},
            {"line", diagnosis.line},
            {"faults", faults_json(diagnosis.faults, diagnosis, steps)},
            {"candidates", faults_json(diagnosis.candidates, diagnosis, steps)},
            {"sentences", diagnosis.sentences}};
}

}  // namespace

const SeenException* exception_in(const Recording& recording) {
    for (const Event& event : recording.events)
        if (const auto* exception = std::get_if<SeenException>(&event)) return exception;
    return nullptr;
}

const Diagnosis* Autopsy::worst() const {
    const auto found = std::ranges::max_element(diagnoses, {}, [](const Diagnosis& d) { return weight(d.verdict); });
    return found == diagnoses.end() ? nullptr : &*found;
}

Answer<Autopsy> autopsy_of(Recording recording, const ExpectedFiles& files, const std::stop_token& stop) {
    Autopsy out{.recording = std::move(recording), .chains = {}, .diagnoses = {}};
    out.chains = chains_of(out.recording, stop);
    const auto expected = read_expected(files, out.chains);
    if (!expected) return Refusal(expected.why);
    out.diagnoses = diagnose(out.recording, out.chains, expected->arrays, stop);
    // Numbers can also be stored in another type than the instruction reads.
    for (const std::string& type : expected->other_types) {
        if (doubt(out.diagnoses) == 0) break;
        const auto other = read_expected(files, out.chains, type);
        if (!other) return Refusal(other.why);
        auto diagnoses = diagnose(out.recording, out.chains, other->arrays, stop);
        // Only a type that memory shows is a better answer; bytes of no type are the words themselves.
        if (type == "|u1" || std::ranges::any_of(diagnoses, names_type))
            if (doubt(diagnoses) < doubt(out.diagnoses)) out.diagnoses = std::move(diagnoses);
    }
    return out;
}

std::string headline(const Autopsy& autopsy) {
    const Recording& recording = autopsy.recording;
    const Diagnosis* worst = autopsy.worst();
    const bool is_bad = worst != nullptr && (worst->verdict == Verdict::wrong || worst->verdict == Verdict::fault);
    if (is_hung(recording) || (recording.hang && !is_bad)) return hang_text(recording);
    if (worst != nullptr) return worst->line;
    if (const SeenException* exception = exception_in(recording)) {
        const CodePlace& at = exception->at;
        // BPT.TRAP is __trap(), BPT.INT is __brkpt().
        const bool is_trap = at.text.find("BPT.") != at.text.npos;
        return say("Not known, because the program stopped at another instruction than an MMA: ",
                   printable(exception->message), at.text.empty() ? "" : ", at ", printable(at.text),
                   at.line.empty() ? "" : ", line ", printable(at.line),
                   is_trap
                       ? ". The program has this trap itself, as libraries have it in code that was built for another "
                         "target: sm_90 instead of sm_90a"
                       : "");
    }
    if (recording.code.empty()) return "Nothing was observed: no kernel with an MMA was seen";
    return say("Nothing was observed: no warpgroup came to an MMA of kernel `", printable(recording.kernel), "`");
}

std::string chain_title(const Autopsy& autopsy, std::size_t number) {
    const Chain& chain = autopsy.chains[number];
    const unsigned first = autopsy.diagnoses[number].first_step;
    const std::size_t count = chain.steps.size();
    const std::string steps = count == 1 ? say("K step ", first) : say("K steps ", first, " to ", first + count - 1);
    return say("Chain ", number, ", warpgroup ", chain.warpgroup, ", ", steps, chain.tile.empty() ? "" : ", ",
               rows_text(chain));
}

Json autopsy_json(const Autopsy& autopsy) {
    Json out = {
        {"kernel", text_or_null(autopsy.recording.kernel)}, {"line", headline(autopsy)}, {"chains", Json::array()}};
    const auto offsets = offsets_in(autopsy.recording.machine_code);
    for (std::size_t i = 0; i < autopsy.chains.size(); ++i) out["chains"].push_back(chain_json(autopsy, i, offsets));
    if (const SeenException* exception = exception_in(autopsy.recording)) out["exception"] = exception->message;
    if (autopsy.recording.hang) out["hang"] = hang_text(autopsy.recording);
    out["lost"] = autopsy.recording.lost;
    return out;
}

}  // namespace tilescope::autopsy
