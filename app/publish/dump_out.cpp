// app/publish/dump_out.cpp -- prints the comparison of a dump with the model: sentences, a table, one JSON document.
// SPDX-License-Identifier: MIT
#include "app/publish/dump_out.h"
#include "app/io/amount.h"
#include "app/io/json.h"
#include "app/io/state_line.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/emulator/recipe.h>

#include <utility>

namespace tilescope::io {
namespace {

constexpr std::int64_t kMostUlpsTold = 1024;  // more is no rounding

std::size_t first_at(const DumpFindings& c) {
    return static_cast<std::size_t>(c.result.first->row) * c.emulation.n +
           static_cast<std::size_t>(c.result.first->column);
}

std::string shown_word(std::string_view type, std::uint32_t word) {
    return say(hex(word, type == "f32" || type == "s32" ? 8 : 4), " (", text_of_word(type, word), ")");
}

bool is_nan(const DumpFindings& c) { return text_of_word(c.file.dump.type, c.file.dump.words.front()) == "nan"; }

// "0x7f800000 (inf)". If the file has another value than the word, that too.
std::string word_of_dump(const DumpFindings& c, std::size_t at) {
    const std::string word = shown_word(c.file.dump.type, c.file.dump.words[at]);
    if (c.file.exact.empty()) return word;
    return say(word, " from ", amount_text(c.file.exact[at]), " in the file");
}

Json reason_json(const DumpReason& reason) {
    Json out = {{"label", reason.label},
                {"changes", reason.what},
                {"different", reason.different},
                {"beyond_rounding", reason.beyond},
                {"undefined", reason.undefined},
                {"bits", reason.bits},
                {"explanation", reason.explanation}};
    if (!reason.is_session) return out;
    if (const auto line = state_line({reason.session})) out["state_line"] = *line;
    return out;
}

}  // namespace

DumpFindings findings_of(const EmulatorJob& job, const Emulation& emulation, DumpFile file) {
    DumpComparison result = compare_dump(emulation, file.dump);
    DumpFindings out{emulation, std::move(file), std::move(result)};
    for (const Cause& cause : job.causes)
        if (cause.of_memory) out.memory.push_back(cause.sentence);
    return out;
}

std::string counts_of(const DumpFindings& c) {
    const std::size_t wrong = c.emulation.count[static_cast<std::size_t>(Verdict::wrong)];
    if (c.result.different == 0 && c.result.blank)
        return say("All words of the dump are ", shown_word(c.file.dump.type, c.file.dump.words.front()),
                   ", and so are those of the model. This proves nothing: the kernel may not have stored D. Use other "
                   "operands, or a session whose D is not the same everywhere.");
    if (c.result.different == 0)
        return say("All ", c.emulation.d.size(), " words of the dump", c.file.exact.empty() ? "" : ", rounded to f32,",
                   " are equal to the model.",
                   wrong == 0 ? ""
                              : say(c.memory.empty() ? " So the kernel ran these words. But they read wrong elements: "
                                                     : " So its memory had the fault that the session has: ",
                                    wrong, wrong == 1 ? " element of D is wrong." : " elements of D are wrong."));
    return say(c.result.different, " of ", c.emulation.d.size(),
               c.result.different == 1 ? " words of the dump differs" : " words of the dump differ", " from the model",
               c.result.pattern.empty() ? "" : say(" (", c.result.pattern, ")"),
               c.result.most_ulps == 0 || c.result.most_ulps > kMostUlpsTold
                   ? ""
                   : say(", by at most ", c.result.most_ulps, c.file.dump.type == "s32" ? "" : " ULP"),
               c.result.beyond == 0 || c.result.beyond == c.result.different
                   ? ""
                   : say(", ", c.result.beyond, " of them by more than rounding"),
               ".");
}

std::string rounding_sentence(const DumpFindings& c) {
    if (c.result.different == 0 || c.result.beyond != 0) return {};
    const std::size_t wrong = c.emulation.count[static_cast<std::size_t>(Verdict::wrong)];
    return say(
        "No difference is larger than the order and the precision of the sums can make it. So the dump agrees "
        "with the words of the session",
        wrong == 0 ? "." : say(", although these read ", wrong, " wrong elements."),
        " Either no tensor core computed it, or the tensor core adds in another way than the model.");
}

std::string blank_sentence(const DumpFindings& c) {
    if (!c.result.blank) return {};
    return say("All words of the dump are ", shown_word(c.file.dump.type, c.file.dump.words.front()),
               ": the kernel may not have stored D", is_nan(c) ? ", or a K step read bytes that nobody wrote." : ".");
}

std::string first_difference(const DumpFindings& c) {
    return say("The first one is D[", c.result.first->row, "][", c.result.first->column, "]: the dump has ",
               word_of_dump(c, first_at(c)), ", the model ", shown_word(c.file.dump.type, c.result.model[first_at(c)]),
               ".");
}

std::vector<std::string> judgement_of(const DumpFindings& c) {
    std::vector<std::string> out;
    if (const std::string blank = blank_sentence(c); !blank.empty()) out.push_back(blank);
    if (const std::string agrees = rounding_sentence(c); !agrees.empty()) out.push_back(agrees);
    if (c.emulation.unwritten != 0)
        out.push_back(say("The model reads ", c.emulation.unwritten,
                          " elements that nobody wrote: the words of D that need them mean nothing."));
    // An edit that explains the dump also explains what the dump shows as a whole.
    if (c.reasons.empty() || c.reasons.front().beyond != 0)
        out.insert(out.end(), c.result.notes.begin(), c.result.notes.end());
    const std::string_view of_which = c.result.beyond == c.result.different ? "" : " that differ by more than rounding";
    if (c.result.beyond != 0 && c.result.right == c.result.beyond)
        out.push_back(say("At all of them", of_which,
                          ", the dump has the exact product of the operands: the kernel reads the right elements",
                          c.memory.empty() ? ", and the words of the session do not."
                                           : ". The memory of the session is at fault, not its words."));
    else if (c.result.beyond != 0 && c.emulation.count[static_cast<std::size_t>(Verdict::wrong)] == 0)
        out.push_back("With the words of the session, the model reads the right elements everywhere.");
    for (const DoubtRow* row : c.result.explains)
        out.push_back(say("The open question ", row->id, " explains all of them: ", row->sentence));
    return out;
}

std::string effect_of(const DumpFindings& c, const DumpReason& reason) {
    const std::string undefined =
        reason.undefined == 0 ? "" : say(", but ", reason.undefined, " words depend on bytes that nothing has written");
    if (reason.beyond != 0)
        return say(reason.beyond, " of ", c.result.beyond,
                   c.result.beyond == c.result.different ? " differences stay" : " differences beyond rounding stay",
                   undefined);
    return say("the model then has every ", undefined.empty() ? "" : "other ", "word of the dump",
               reason.different == reason.undefined ? "" : ", up to rounding", undefined);
}

Report difference_rows(const DumpFindings& c) {
    Report out{.facts = {}, .columns = {"row", "column", "dump", "model"}, .rows = {}};
    for (std::size_t at = 0; at < c.result.differs.size(); ++at)
        if (c.result.differs[at] != 0)
            out.rows.push_back({at / c.emulation.n, at % c.emulation.n,
                                text_of_word(c.file.dump.type, c.file.dump.words[at]),
                                text_of_word(c.file.dump.type, c.result.model[at])});
    return out;
}

std::string dump_json(const DumpFindings& c) {
    Json out = {{"m", c.emulation.m},
                {"n", c.emulation.n},
                {"type", c.file.dump.type},
                {"different", c.result.different},
                {"pattern", c.result.pattern},
                {"ulps", c.result.most_ulps},
                {"notes", c.file.notes},
                {"sentence", counts_of(c)},
                {"memory", c.memory},
                {"blank", c.result.blank},
                {"beyond_rounding", c.result.beyond}};
    if (c.result.first) {
        out["first"] = {{"row", c.result.first->row},
                        {"column", c.result.first->column},
                        {"dump", hex(c.file.dump.words[first_at(c)])},
                        {"model", hex(c.result.model[first_at(c)])}};
        out["judgement"] = judgement_of(c);
        out["reasons"] = Json::array();
        for (const DumpReason& reason : c.reasons) out["reasons"].push_back(reason_json(reason));
    }
    return out.dump(2) + "\n";
}

}  // namespace tilescope::io
