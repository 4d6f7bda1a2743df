// app/cli/cmd_explain.cpp -- explain and rules: explains terms.
// SPDX-License-Identifier: MIT
//
// It also lists the rules and the contradictions between documents.
#include "app/cli/json_parts.h"
#include "app/cli/session_arg.h"
#include "app/cli/verb.h"
#include "app/io/state_line.h"
#include "app/runs/experiments.h"

#include <tilescope/rules/catalogue.h>
#include <tilescope/rules/explain.h>
#include <tilescope/view/view_state.h>

#include <algorithm>

namespace tilescope::cli {
namespace {

struct ExplainArgs {
    std::vector<std::string> topics;
    std::string kind;
};

void print_explanation(const Explanation& e) {
    print(wrapped(e.title, 2));
    for (const std::string& p : e.paragraphs) print_wrapped(2, p);
    const Measurement* m = e.certainty.measurement();
    std::size_t width = m == nullptr ? 8 : 10;  // of "source", of "measured"
    for (const auto& [name, value] : e.facts) width = std::max(width, std::min<std::size_t>(name.size(), 28) + 2);
    const auto line = [&](std::string_view name, std::string_view text) {
        print_after(say("  ", padded(name, width)), text);
    };
    for (const auto& [name, value] : e.facts) line(name, value);
    line("source", m ? e.source : say(e.source, after_source(e.certainty)));
    if (m && std::ranges::none_of(e.facts, [](const auto& fact) { return fact.first == "measured"; }))
        line("measured", text_of(*m));
    for (const LessonLink& lesson : e.lessons) line("lesson", say("tilescope learn ", lesson.id));
    if (!e.see.empty()) line("see", list_of(e.see));
    print("\n");
}

// Facts with the same name become a list.
Json facts_json(const Explanation& e) {
    Json out = Json::object();
    for (const auto& [name, value] : e.facts) {
        if (!out.contains(name)) {
            out[name] = value;
        } else {
            if (!out[name].is_array()) out[name] = Json::array({out[name]});
            out[name].push_back(value);
        }
    }
    return out;
}

Json explanation_json(const Explanation& e) {
    Json out = {{"topic", e.topic},
                {"title", e.title},
                {"paragraphs", e.paragraphs},
                {"facts", facts_json(e)},
                {"source", e.source}};
    put_certainty(out, e.certainty);
    out["see"] = e.see;
    out["lessons"] = Json::array();
    for (const LessonLink& lesson : e.lessons) out["lessons"].push_back(lesson.id);
    return out;
}

std::string joined_words(std::span<const std::string> words) { return list_of(words, std::identity(), " "); }

// Explains the arguments as one topic of several words, or else as several topics.
std::vector<Explanation> explained(const ExplainArgs& args, const Globals& g) {
    const ExplainOptions options{.edition = g.edition, .kind = args.kind, .arch = g.arch};
    auto all = explanation_of(joined_words(args.topics), options);
    if (all || args.topics.size() == 1) return need(std::move(all));
    std::vector<Explanation> out;
    for (const std::string& topic : args.topics) {
        const auto each = need(explanation_of(topic, options));
        out.insert(out.end(), each.begin(), each.end());
    }
    return out;
}

// The problems of the field that contains a place in a session.
std::vector<Problem> problems_at(const Derived& d, const Focus& focus) {
    std::vector<Problem> out;
    const auto* bit = std::get_if<BitFocus>(&focus);
    if (bit == nullptr) return out;
    const WordView& w = d.of(bit->word);
    for (const Problem& p : w.problems) {
        const Field* f = find_field(*w.format, p.field);
        if (f && bit->bit >= f->lsb && bit->bit < f->lsb + f->width) out.push_back(p);
    }
    return out;
}

Json place_json(const Focus& focus, const Trace& t, std::span<const Problem> problems) {
    const auto problem = [](const Problem& found) {
        Json out = {
            {"rule", found.rule}, {"severity", name_of(found.severity)}, {"text", found.text}, {"fix", found.fix}};
        put_certainty(out, found.certainty);
        return out;
    };
    Json out = {{"place", text_of(focus)},
                {"sentence", t.sentence},
                {"details", t.details},
                {"problems", list_json(problems, problem)}};
    if (t.certainty) put_certainty(out, *t.certainty);
    return out;
}

// Prints a line that fits unchanged, because it may be a line of a table. Wraps longer lines.
void print_detail(const std::string& line) {
    constexpr std::size_t kFits = 96;
    print("  ", line.size() <= kFits ? say(line, "\n") : wrapped(line, 2));
}

// Reads the arguments as one place with blanks in it, or else as several places.
std::vector<Focus> places_from(std::span<const std::string> texts) {
    if (texts.empty()) throw refused("a place is missing; give one, such as \"A 3 24\"");
    if (const auto one = focus_from(joined_words(texts))) return std::vector<Focus>{*one};
    std::vector<Focus> out;
    for (const std::string& text : texts) {
        const auto place = need(focus_from(text));
        out.push_back(place);
    }
    return out;
}

int explain_session(const ExplainArgs& args, const Globals& g) {
    const auto file = session_named(args.topics[0], g);
    const auto places = places_from(std::span(args.topics).subspan(1));
    const Derived d = derive(file.session);
    Json document = Json::array();
    for (const Focus& focus : places) {
        const Trace t = trace(d, focus);  // the text that the inspector of the window shows
        const std::vector<Problem> problems = problems_at(d, focus);
        if (g.json) {
            document.push_back(place_json(focus, t, problems));
            continue;
        }
        print(wrapped(t.sentence, 2));
        for (const std::string& line : t.details) print_detail(line);
        print_problems(problems);
    }
    return g.json ? print_json(document) : kDone;
}

int run_explain(const ExplainArgs& args, const Globals& g) {
    has_no_csv("explain", g);
    if (!args.kind.empty()) need(is_kind(args.kind, g.edition));
    if (args.topics.empty()) throw refused("the topic is missing; give one, such as smem.swizzle, L35 or X14");
    if (args.topics[0].ends_with(".json") || io::is_state_line(args.topics[0])) return explain_session(args, g);
    const auto found = explained(args, g);
    if (g.json) return print_json(list_json(found, explanation_json));
    for (const Explanation& e : found) print_explanation(e);
    return kDone;
}

struct RulesArgs {
    std::string severity;
    std::vector<std::string> measured;  // reports of experiments
    bool markdown = false, contradictions = false;
};

using Measurements = std::vector<live::Measurement>;

Measurements measurements_of(std::span<const std::string> files) {
    Measurements out;
    for (const std::string& path : files) {
        const auto found = need(live::measurements_in(need(io::read_text(path))), path);
        out.insert(out.end(), found.begin(), found.end());
    }
    return out;
}

// Prints what GPUs answered about a row. The questions without a row in this list come last, with an empty id.
void print_measured(std::string_view id, const Measurements& measured) {
    for (const live::Measurement& m : measured) {
        const bool listed = find_contradiction(m.experiment->settles) != nullptr;
        if (id.empty() ? listed : m.experiment->settles != id) continue;
        print_wrapped(5, sentence_of(m));
    }
}

void print_rules(std::span<const RuleInfo> rules) {
    for (const RuleInfo& r : rules) {
        print(padded(r.id, 5), padded(name_of(r.severity), 7), r.applies_to, r.field.empty() ? "" : ": ", r.field,
              "\n");
        print_wrapped(5, r.what, r.fix.empty() ? "" : " ", r.fix);
        print_wrapped(5, "[", r.source, "]", after_source(r.certainty));
    }
}

void print_summary(std::span<const Contradiction> rows) {
    const auto answered = [&](bool whole) {
        return list_of(rows, [&](const Contradiction& c) {
            return c.asked.measurement() != nullptr && c.open.empty() == whole ? c.id : std::string_view();
        });
    };
    const auto open = std::ranges::count_if(rows, [](const Contradiction& c) { return !c.open.empty(); });
    print_wrapped(0, rows.size(),
                  " contradictions between documents or programs, each with both readings and the one "
                  "that tilescope takes. An answer of a GPU is in the line 'Measured'. For ",
                  answered(true), " nothing else is open. For ", answered(false),
                  " it is the answer of wgmma on Hopper, and tcgen05 is open. ", open,
                  " are open: the line 'Open' says for what, and 'What decides' says what would settle them.");
    print("\n");
}

void print_contradictions(std::span<const Contradiction> rows, const Measurements& measured) {
    if (!rows.empty()) print_summary(rows);
    for (const Contradiction& c : rows) {
        print_after(padded(c.id, 5), c.subject, ". Default: ", name_of(c.takes), " (", name_of(c.certainty), ")");
        print_after("  A  ", c.reading_a, " [", c.source_a, "]");
        print_after("  B  ", c.reading_b, " [", c.source_b, "]");
        print_wrapped(5, c.why);
        if (const Measurement* m = c.asked.measurement())
            print_wrapped(5, "Measured: ", c.gpu_answer, " [", text_of(*m), "]");
        print_wrapped(5, "Open: ", c.open.empty() ? "nothing." : c.open);
        print_wrapped(5, "What decides: ", c.decides);
        for (const Experiment& e : all_experiments())
            if (e.settles == c.id && asked_of(e) != AskedState::measured)
                print_wrapped(5, "tilescope experiments run ", e.id, " asks a GPU.");
        print_measured(c.id, measured);
    }
    const bool others = std::ranges::any_of(
        measured, [](const live::Measurement& m) { return find_contradiction(m.experiment->settles) == nullptr; });
    if (others) print("Other questions that a GPU answered\n");
    print_measured({}, measured);
}

std::string measured_text(Certainty certainty) {
    return certainty.measurement() ? text_of(*certainty.measurement()) : std::string();
}

// Returns the rows for --csv: the rules, or the contradictions if `rules` is empty.
io::Report rows_of(std::span<const RuleInfo> rules, std::span<const Contradiction> contradictions) {
    io::Report out;
    if (!rules.empty()) {
        out.columns = {"id", "severity", "certainty", "applies_to", "field", "what", "fix", "source", "measured"};
        for (const RuleInfo& r : rules)
            out.rows.push_back({r.id, name_of(r.severity), name_of(r.certainty), r.applies_to, r.field, r.what, r.fix,
                                r.source, measured_text(r.certainty)});
        return out;
    }
    out.columns = {"id",        "subject", "reading_a", "said_by_a",  "reading_b", "said_by_b", "takes",
                   "certainty", "why",     "decides",   "gpu_answer", "measured",  "open"};
    for (const Contradiction& c : contradictions)
        out.rows.push_back({c.id, c.subject, c.reading_a, c.source_a, c.reading_b, c.source_b, name_of(c.takes),
                            name_of(c.certainty), c.why, c.decides, c.gpu_answer, measured_text(c.asked), c.open});
    return out;
}

Json rule_json(const RuleInfo& r) {
    Json out = {{"id", r.id}, {"severity", name_of(r.severity)}};
    put_certainty(out, r.certainty);
    out.update(
        {{"applies_to", r.applies_to}, {"field", r.field}, {"what", r.what}, {"fix", r.fix}, {"source", r.source}});
    return out;
}

Json contradiction_json(const Contradiction& c) {
    Json concerns = Json::array();
    for (const std::string_view concern : c.concerns)
        if (!concern.empty()) concerns.push_back(concern);
    Json out = {{"id", c.id},
                {"subject", c.subject},
                {"reading_a", c.reading_a},
                {"said_by_a", c.source_a},
                {"reading_b", c.reading_b},
                {"said_by_b", c.source_b},
                {"takes", name_of(c.takes)},
                {"why", c.why},
                {"open", c.open},
                {"decides", c.decides}};
    if (c.asked.measurement() != nullptr) put_certainty(out, c.asked), out["gpu_answer"] = c.gpu_answer;
    out["certainty"] = name_of(c.certainty);
    out["concerns"] = std::move(concerns);
    return out;
}

int run_rules(const RulesArgs& args, const Globals& g) {
    std::vector<RuleInfo> rules = rule_catalogue();
    if (args.contradictions && !args.severity.empty())
        throw refused("contradictions have no severity; give only one of --severity and --contradictions");
    if (!args.severity.empty()) {
        const auto severity = row_named("--severity", args.severity, kSeverityNames, &NamedValue::name).name;
        std::erase_if(rules, [&](const RuleInfo& r) { return name_of(r.severity) != severity; });
    }
    if (!args.measured.empty() && (!args.severity.empty() || g.csv))
        throw refused("--measured is about contradictions; remove --severity and --csv");
    if (args.contradictions) rules.clear();
    const std::span<const Contradiction> contradictions =
        args.severity.empty() ? std::span<const Contradiction>(kContradictions) : std::span<const Contradiction>();
    const auto measured = measurements_of(args.measured);
    if (g.json) {
        Json out = Json::object();
        if (!rules.empty()) out["rules"] = list_json(rules, rule_json);
        if (!contradictions.empty()) out["contradictions"] = list_json(contradictions, contradiction_json);
        if (!measured.empty()) out["measured"] = list_json(measured, live::measurement_json);
        return print_json(out);
    }
    if (g.csv) return io::write_csv(rows_of(rules, contradictions), io::print), kDone;
    if (args.markdown) {
        if (!rules.empty()) print("## Rules\n\n", to_markdown(rules), "\n");
        if (!contradictions.empty()) print("## Contradictions\n\n", to_markdown(contradictions));
        if (!measured.empty()) print("\n## Answers of GPUs\n\n");
        for (const live::Measurement& m : measured) print("- ", m.experiment->settles, " ", sentence_of(m), "\n");
        return kDone;
    }
    print_rules(rules);
    if (!rules.empty() && !contradictions.empty()) print("\n");
    print_contradictions(contradictions, measured);
    return kDone;
}

}  // namespace

void declare_explain(Verb& verb) {
    ExplainArgs& args = verb.runs(run_explain);
    verb.add_option("topics", args.topics, "Topics to explain, or a session file and places in it").takes_every_word();
    verb.add_option("--kind", args.kind, "Kind of the instruction descriptor");
    verb.set_footer(
        "Topics: fields (smem.swizzle, swizzle), values (smem.swizzle=128B, idesc.n=128), rules (L35, F1),\n"
        "contradictions (X14), kinds (kind::f8f6f4), element types (e4m3), targets (sm_103a), swizzle modes\n"
        "(128B), qualifiers (.ws, cta_group::2, collector::a::fill), layouts of Tensor Memory (layout E).\n"
        "Places in a session: \"A 3 24\", 0x580, \"mask 7\", \"cell 0 5 17\", \"sfa 33 2\", \"meta 9 5\", \"idesc "
        "17\".");
}

void declare_rules(Verb& verb) {
    RulesArgs& args = verb.runs(run_rules);
    verb.add_option("--severity", args.severity, "Only rules of this severity: error, warn, ask or info");
    verb.add_flag("--contradictions", args.contradictions, "Only the contradictions between documents or programs");
    verb.add_flag("--markdown", args.markdown, "Print Markdown tables");
    verb.add_option("--measured", args.measured, "Reports of tilescope experiments run --out: what GPUs answered");
    verb.set_footer("--csv prints only the rules. With --contradictions it prints only the contradictions.");
}

}  // namespace tilescope::cli
