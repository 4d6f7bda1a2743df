// core/src/document/verdict.cpp -- one sentence about a result: right, wrong with its cause, or open.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/verdict.h>

#include <algorithm>

namespace tilescope {
namespace {

std::size_t count_of(const Emulation& e, Verdict verdict) { return e.count[static_cast<std::size_t>(verdict)]; }

// What the wrong elements come from, behind "1408 wrong".
std::string about_wrong(const Results& r, RunVerdict& out, bool asked) {
    const std::vector<Cause>& causes = r.job.causes;
    if (asked) return ". Click a wrong element to see what was read for it.";
    // Faults of the memory come first, because right words would not help.
    if (!causes.empty() && causes.front().of_memory) return say(". ", causes.front().sentence);
    if (r.repairs.empty())
        return causes.empty() ? ". No cause was found." : say(". ", causes.front().sentence, " No edit repairs D.");
    const Repair& best = r.repairs.front();
    const auto as_good = [&](const Repair& other) { return other.after == best.after && other.fields == best.fields; };
    if (const auto several = std::ranges::count_if(r.repairs, as_good); several > 1) {
        const auto label = [&](const Repair& other) { return as_good(other) ? other.label : std::string(); };
        return say(". D does not tell which of ", several, " edits is right: ", list_of(r.repairs, label, "; "), '.');
    }
    out.repair = &best;
    return say(": ", best.finding, best.after == 0 ? "." : say(". ", best.effect, '.'));
}

// "All 12288 elements of D are right." What they do not prove follows.
std::string about_right(const Emulation& e) {
    const std::size_t all = e.d.size(), requested = count_of(e, Verdict::requested),
                      rounding = count_of(e, Verdict::rounding);
    std::string out = say("All ", all, " elements of D are right");
    if (requested != 0)
        out = say("No element of D is wrong: ", requested, " of ", all, requested == 1 ? " is" : " are",
                  " what the words request (negated, scaled, masked or kept)");
    if (rounding != 0)
        out += say(requested != 0 ? ", " : ": ", rounding, rounding == 1 ? " differs" : " differ",
                   " from the exact product by rounding alone");
    // A sentence of its own may be read alone: not if nothing could be wrong.
    if (e.sight.both == 0)
        out += say(requested + rounding != 0 ? "; " : ", and ", "none of them could show a wrong read of A and of B");
    else if (e.sight.both < e.sight.computed)
        out += say(". ", e.sight.both, " of the ", all, " could show a wrong read of A and of B");
    return out + '.';
}

std::string steps_of(const Derived& d, const EmulatorJob& job) {
    const std::size_t all = d.k == 0 ? 1 : std::max(d.session.tile_k / d.k, 1u), run = job.steps.size();
    if (run >= all) return {};
    return run == 1 ? say("K step ", job.first_step, " of ", all, ": ")
                    : say("K steps ", job.first_step, " to ", job.first_step + run - 1, " of ", all, ": ");
}

// The verdict on a session of which not all is given. A fault in a word that is given is a fault, whatever the others
// are.
RunVerdict with_assumed(const Derived& d, const Results& r, const RunVerdict& verdict, bool asked) {
    RunVerdict out;
    const Emulation& e = *r.emulation;
    const std::size_t wrong = count_of(e, Verdict::wrong);
    const auto wrong_of = [&](std::string_view then) { return say(wrong, " of ", e.d.size(), " are wrong", then); };
    if (verdict.repair != nullptr && basis_of(d, verdict.repair->field.word) == Basis::given)
        out.sentence = say("With the values assumed here, ", wrong_of(about_wrong(r, out, asked)));
    else
        out.sentence =
            say("Unknown whether the words are right: not all of them are given. With the values assumed here, ",
                wrong == 0 ? std::string("no element of D is wrong.") : wrong_of("."));
    return out;
}

}  // namespace

RunVerdict verdict_of(const Derived& d, const Results& r, bool asked) {
    const Emulation& e = *r.emulation;
    RunVerdict out;
    const std::size_t wrong = count_of(e, Verdict::wrong), requested = count_of(e, Verdict::requested);
    if (wrong != 0) {
        out.tone = VerdictTone::wrong;
        out.sentence = say(wrong, " wrong", about_wrong(r, out, asked));
    } else {
        // Equal values hide a wrong read: of a place, of a type, of a factor. And D of the kernel can say otherwise.
        const bool hidden = e.sight.misplaced != 0 || e.sight.both == 0 || !r.job.causes.empty();
        const bool differs = r.recorded && r.recorded->different != 0;
        out.tone = hidden || requested != 0 || differs ? VerdictTone::open : VerdictTone::right;
        out.sentence = e.sight.misplaced == 0
                           ? about_right(e)
                           : say("No element of D is wrong, but ", e.sight.misplaced,
                                 " are computed from wrong places of memory, where equal values are by chance.");
        if (!r.job.causes.empty() && !asked) out.sentence += say(' ', r.job.causes.front().sentence);
    }
    out.sentence.insert(0, steps_of(d, r.job));
    const auto errors =
        std::ranges::count_if(d.problems, [](const PlacedProblem& p) { return p.problem.severity == Severity::error; });
    if (wrong == 0 && errors != 0) {
        out.tone = VerdictTone::open;
        out.sentence += say(' ', errors, errors == 1 ? " rule says" : " rules say", " that the hardware refuses this.");
    }
    // scale-d alone changes no read: the words are right or wrong with either.
    const bool reads_given = basis_of(d) == Basis::given && !d.session.assumed.tile_k;
    return reads_given ? out : with_assumed(d, r, out, asked);
}

}  // namespace tilescope
