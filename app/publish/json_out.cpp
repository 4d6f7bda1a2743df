// app/publish/json_out.cpp -- prints the JSON documents of the command line.
// SPDX-License-Identifier: MIT
#include "app/publish/json_out.h"

#include "app/io/session_file.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/tensor_map.h>
#include <tilescope/kernel/parameters.h>
#include <tilescope/layout/smem_layout.h>

namespace tilescope::io {
namespace {

// Indents a document by two blanks, for an item of a list. A line break in the document never is inside a text, because
// JSON writes that one as \n.
std::string indented(std::string_view document) {
    std::string out = "  ";
    while (document.ends_with('\n')) document.remove_suffix(1);
    for (const char c : document) {
        out += c;
        if (c == '\n') out += "  ";
    }
    return out;
}

// Returns a number for numbers, flags and fixed bits, and the name for enumerators (a number if the name is a number).
// Returns null for a stored value without a meaning.
Json value_json(const Field& f, std::uint64_t raw) {
    if (f.encoding == Encoding::number) return value_of(f, raw);
    if (f.encoding != Encoding::one_of) return raw;
    const std::string_view name = name_in(f.names, raw);
    if (name.empty()) return nullptr;
    if (const auto number = parse_number(name)) return *number;
    return name;
}

// `unknown` are bits that are not known. A value that no known bit determines is null.
Json field_json(const Field& f, std::uint64_t raw, std::uint64_t unknown = 0) {
    Json out = {{"id", f.id},
                {"lsb", f.lsb},
                {"width", f.width},
                {"raw", raw},
                {"value", unknown != 0 && (raw & ~unknown) == 0 ? Json() : value_json(f, raw)},
                {"meaning", meaning_of(f, raw, unknown)}};
    if (unknown != 0) out["known"] = hex(bit_mask(f.width) & ~unknown);
    return out;
}

Json problem_json(const Problem& p) {
    Json out = {{"rule", p.rule},   {"severity", name_of(p.severity)},
                {"field", p.field}, {"text", p.text},
                {"fix", p.fix},     {"source", p.source}};
    put_certainty(out, p.certainty);
    return out;
}

Json problems_json(std::span<const Problem> problems) { return list_json(problems, problem_json); }

Json problems_json(std::span<const MmaProblem> problems) {
    return list_json(problems, [](const MmaProblem& p) {
        Json out = {{"part", name_of(p.part)}};
        out.update(problem_json(p.problem));
        return out;
    });
}

Json reading_json(const PasteReading& r) {
    return {{"format", r.format->id},
            {"kind", r.format->kind},
            {"summary", r.why},
            {"word", hex_word(*r.format, r.word)},
            {"certainty", name_of(r.certainty)}};
}

std::string_view encoding_name(Encoding e) {
    constexpr std::string_view kNames[] = {"number", "one_of", "flag", "fixed"};
    return kNames[static_cast<std::size_t>(e)];
}

// A row of the table of a format.
Json row_json(const Field& f) {
    Json out = {{"id", f.id}, {"lsb", f.lsb}, {"width", f.width}, {"encoding", encoding_name(f.encoding)}};
    if (f.encoding == Encoding::number)
        out.update({{"scale", f.scale},
                    {"bias", f.bias},
                    {"least", value_of(f, 0)},
                    {"most", value_of(f, bit_mask(f.width))}});
    if (f.encoding == Encoding::fixed) out["want"] = f.want;
    if (!f.unit.empty()) out["unit"] = f.unit;
    if (!f.names.empty()) out["names"] = Json::array();
    for (const NamedValue& n : f.names) out["names"].push_back({{"raw", n.raw}, {"name", n.name}, {"doc", n.doc}});
    out.update({{"doc", f.doc}, {"source", f.source}});
    put_certainty(out, f.certainty);
    return out;
}

Json format_json(const Format* f) {
    return {{"format", f->id}, {"kind", f->kind},   {"edition", name_of(f->edition)},
            {"bits", f->bits}, {"title", f->title}, {"fields", list_json(f->fields, row_json)}};
}

// A report with the properties of the tile, for one row of each element.
Report tile_report(const SmemLayout& l) {
    return {.facts = {{"rows", l.rows},
                      {"cols", l.columns},
                      {"type", l.type->id},
                      {"major", l.major == Major::k ? "k" : "mn"},
                      {"swizzle", row_of(l.mode).name},
                      {"start", l.start},
                      {"lbo", l.lbo},
                      {"sbo", l.sbo},
                      {"base_offset", l.base_offset},
                      {"assumption", assumption_of(l)}},
            .rows_name = "elements"};
}

// The bits of an origin, and the fields that have some of them.
Json origin_json(const BitOrigin& o, const Format& format) {
    Json fields = Json::array();
    for (const Field& f : format.fields)
        if (get_field(f, o.mask) != 0) fields.push_back(f.id);
    Json out = {{"line", o.line},
                {"text", o.text},
                {"kind", name_in(kOriginKindNames, static_cast<std::uint64_t>(o.kind))},
                {"bits", hex(o.mask, format.bits / 4)},
                {"fields", std::move(fields)}};
    if (!o.name.empty()) out["name"] = o.name;
    return out;
}

Json decoded_object(const DecodedWord& w) {
    Json fields = Json::array(), others = Json::array();
    const Format& format = *w.decoded.format;
    for (std::size_t i = 0; i < format.fields.size(); ++i)
        fields.push_back(field_json(format.fields[i], w.decoded.raw[i], get_field(format.fields[i], w.unknown())));
    for (const PasteReading& r : w.found->readings)
        if (&r != w.reading) others.push_back(reading_json(r));
    Json out = {{"input", w.found->source},
                {"word", hex_word(format, w.decoded.word)},
                {"format", format.id},
                {"kind", format.kind},
                {"edition", name_of(format.edition)},
                {"certainty", name_of(w.reading->certainty)},
                {"why", w.reading->why},
                {"ask", w.found->ask},
                {"reader", w.found->reader},
                {"name", w.found->name},
                {"note", w.found->note},
                {"count", w.found->merged},
                {"line", w.line}};
    if (const std::uint64_t unknown = w.unknown())
        out["known"] = hex(bit_mask(format.bits) & ~unknown, format.bits / 4),
        out["unknown_bits"] = hex(unknown, format.bits / 4);
    out["fields"] = std::move(fields);
    if (const BitOrigins origins = origins_of(*w.found, *w.reading); !origins.list.empty() || origins.cut) {
        out["origins"] = list_json(origins.list, [&](const BitOrigin& o) { return origin_json(o, format); });
        if (origins.cut) out["origins_cut"] = true;
    }
    out["problems"] = problems_json(w.problems);
    out["other_readings"] = std::move(others);
    return out;
}

Json name_or_null(std::string_view name) { return name.empty() ? Json(nullptr) : Json(name); }
Json number_or_null(unsigned number) { return number == 0 ? Json(nullptr) : Json(number); }

Json start_json(const OperandPair<std::optional<StartSum>>& start) {
    Json out = Json::object();
    for (const Operand o : kBothOperands) {
        out[pick(o, "base_a", "base_b")] = start[o] ? Json(start[o]->base) : Json(nullptr);
        out[pick(o, "offset_a", "offset_b")] = start[o] ? Json(start[o]->offset) : Json(nullptr);
    }
    return out;
}

// What `check --ptx --json` has of an MMA beside its words: shape, types, majors, scale-d, chain, starts as base +
// offset. null: the program does not determine it.
Json mma_json(const ProgramMma& mma) {
    Json out = {{"m", number_or_null(mma.m)},         {"n", number_or_null(mma.n)},
                {"k", number_or_null(mma.k)},         {"a_type", name_or_null(mma.a_type)},
                {"b_type", name_or_null(mma.b_type)}, {"d_type", name_or_null(mma.d_type)}};
    for (const Operand o : kBothOperands)
        out[pick(o, "a_major", "b_major")] =
            mma.major[o] ? Json(name_in(kMajorNames, static_cast<std::uint64_t>(*mma.major[o]))) : Json(nullptr);
    out["scale_d"] = mma.scale_d ? Json(*mma.scale_d) : Json(nullptr);
    out["chain"] = mma.chain;
    out.update(start_json(mma.start));
    return out;
}

// The digits of a word, with "?" for each one that has an unknown bit; null: it has no such word.
Json known_word_json(const std::optional<KnownWord>& word) { return word ? Json(text_of(*word)) : Json(nullptr); }

Json chain_mma_json(const ProgramInstruction& instruction) {
    const ProgramMma& mma = *instruction.as_mma;
    Json out = {{"line", instruction.line}, {"text", instruction.mma.text}};
    for (const std::size_t word : {0, 1, 2})
        out[std::string(name_of(kMmaWords[word].part))] = known_word_json(mma.first[word]);
    out.update(start_json(mma.start));
    return out;
}

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

constexpr auto kBlockNames = numbered("paragraph", "list", "numbered", "table", "code", "note");

Json lines_json(const std::vector<LessonLine>& lines) { return list_json(lines, plain_text); }

Json block_json(const LessonBlock& block) {
    Json out = {{"kind", name_in(kBlockNames, static_cast<std::uint64_t>(block.kind))}};
    if (block.rows.empty())
        out["lines"] = lines_json(block.lines);
    else
        out["rows"] = list_json(block.rows, lines_json);
    return out;
}

Json step_json(const LessonStep& step, const ShownStep& shown) {
    Json out = {{"title", step.title}, {"text", list_json(shown.text, block_json)}};
    if (shown.picture)
        out["picture"] = {
            {"view", step.picture}, {"caption", plain_text(shown.caption)}, {"sentence", shown.picture->sentence}};
    if (!step.has_task()) return out;
    out[step.reply ? "question" : "task"] = plain_text(shown.request);
    out["hints"] = lines_json(shown.hints);
    return out;
}

}  // namespace

std::string decoded_json(const DecodedWord& word) { return indented(text_of_json(decoded_object(word))); }

std::string tensor_map_json(const FoundTensorMap& found, std::string_view source, std::uint64_t line,
                            std::span<const Problem> problems) {
    const Format& format = kTensorMapFormat;
    Json fields = Json::array();
    for (const Field& f : format.fields) {
        if (!found.words) break;
        Json field = field_json(f, get_field(f, *found.words));
        put_certainty(field, f.certainty);
        fields.push_back(std::move(field));
    }
    Json out = {{"input", source},
                {"word", found.words ? Json(hex_bytes(*found.words)) : Json(nullptr)},
                {"format", format.id},
                {"kind", format.kind},
                {"edition", name_of(format.edition)}};
    put_certainty(out, found.words ? kTensorMapMeasured : Certainty::confirmed);
    out.update({{"why", found.words ? "the 128 bytes of a CUtensorMap" : "the printed members of a tensor map"},
                {"line", line},
                {"fields", std::move(fields)},
                {"tensor_map", *read_json(tensor_map_to_text({.map = found.map}))},
                {"problems", problems_json(problems)},
                {"other_readings", Json::array()}});
    return indented(text_of_json(out));
}

std::string tensor_map_verdict_json(const TensorMap& map, std::string_view arch, std::span<const Problem> problems) {
    Json out = {{"accepted", is_accepted(problems)}, {"arch", arch}};
    put_certainty(out, verdict_certainty(arch));
    out["problems"] = problems_json(problems);
    out["tensor_map"] = *read_json(tensor_map_to_text({.map = map}));
    return text_of_json(out);
}

std::string kernel_json(const LiveKernel& kernel) {
    const auto parameter = [](const ParamRow& row) -> Json {
        return {{"id", row.id}, {"offset", row.offset}, {"bytes", row.bytes}};
    };
    return text_of_json({{"target", kernel.form.arch},
                         {"version", kernel.ptx},
                         {"entry", kLiveEntry},
                         {"instruction", kernel.instruction},
                         {"ctas", kernel.ctas},
                         {"threads", kLiveThreads},
                         {"parameters", list_json(kParams, parameter)},
                         {"text", kernel.text}});
}

std::string word_json(const Format& format, std::uint64_t word) {
    return text_of_json(
        {{"word", hex_word(format, word)},
         {"format", format.id},
         {"kind", format.kind},
         {"edition", name_of(format.edition)},
         {"fields", list_json(format.fields, [&](const Field& f) { return field_json(f, get_field(f, word)); })}});
}

std::string diff_json(const Format& format, std::uint64_t from, std::uint64_t to) {
    const auto change = [](const FieldChange& c) -> Json {
        return {{"id", c.field->id}, {"from", field_json(*c.field, c.from)}, {"to", field_json(*c.field, c.to)}};
    };
    return text_of_json({{"format", format.id},
                         {"kind", format.kind},
                         {"from", hex_word(format, from)},
                         {"to", hex_word(format, to)},
                         {"differences", list_json(differences(format, from, to), change)}});
}

std::string formats_json(std::span<const Format* const> formats) {
    return text_of_json(list_json(formats, format_json));
}

std::string mask_json(const MaskPicture& picture, std::span<const Problem> problems) {
    return text_of_json({{"m", picture.m},
                         {"n", picture.n},
                         {"mask", picture.hex},
                         {"submasks", picture.submask_hex},
                         {"source_columns", list_json(picture.columns, &MaskColumn::source)},
                         {"problems", problems_json(problems)}});
}

std::string check_json(const MmaLine& line, std::string_view arch, const MmaReport& report,
                       std::span<const TargetVerdict> targets) {
    const auto verdict = [](std::string_view id, const Acceptance& a) {
        return Json{{"arch", id}, {"accepted", a.accepted}, {"rule", a.rule}, {"why", a.why}, {"ptx", a.ptx}};
    };
    Json out = {{"instruction", line.text}};
    out.update(verdict(arch, report.acceptance));
    out["targets"] = list_json(targets, [&](const TargetVerdict& t) { return verdict(t.arch, t.verdict); });
    out["rules"] = report.rules;
    out["problems"] = problems_json(report.problems);
    return text_of_json(out);
}

std::string program_json(const ProgramReport& report) {
    Json instructions = Json::array();
    for (const ProgramInstruction& i : report.instructions) {
        Json words = Json::object();
        for (std::size_t w = 0; w < std::size(kMmaWords); ++w)
            if (const auto& word = i.words[w])
                words[std::string(name_of(kMmaWords[w].part))] = {{"word", hex(word->value, word->bits / 4)},
                                                                  {"known", hex(word->known, word->bits / 4)}};
        Json item = {{"line", i.line}, {"text", i.mma.text}, {"words", std::move(words)}};
        if (i.as_mma) item.update(mma_json(*i.as_mma));
        item["problems"] = problems_json(i.report.problems);
        instructions.push_back(std::move(item));
    }
    return text_of_json({{"target", report.target},
                         {"version", report.version},
                         {"instructions", std::move(instructions)},
                         {"problems", problems_json(report.problems)}});
}

std::string json_list(std::span<const std::string> documents) {
    if (documents.size() == 1) return documents.front();
    std::string out = "[";
    for (const std::string& document : documents) out += say(out == "[" ? "\n" : ",\n", indented(document));
    return out + "\n]\n";
}

Report layout_report(const SmemLayout& layout, std::vector<std::uint32_t> bytes) {
    Report out = tile_report(layout);
    out.columns = {"row", "col", "byte", "bit", "chunk", "bank"};
    out.made_count = bytes.size();
    out.make_row = [layout, bytes = std::move(bytes)](std::uint64_t i, std::vector<Cell>& row) {
        const auto columns = static_cast<std::uint64_t>(layout.columns);
        const Element e{static_cast<int>(i / columns), static_cast<int>(i % columns)};
        const std::uint32_t byte = bytes[i];
        row.assign({e.row, e.column, byte, first_bit(layout, e), byte / 16, byte / 4 % 32});
    };
    return out;
}

Report locate_report(const SmemLayout& layout, std::uint32_t byte, std::span<const Element> elements) {
    Report out = tile_report(layout);
    out.fact("address", byte);
    out.columns = {"row", "col", "byte", "bit"};
    for (const Element e : elements) {
        const BitPlace p = place_in_memory(layout, e);
        out.rows.push_back({e.row, e.column, p.byte, p.bit});
    }
    return out;
}

std::string chains_json(const ProgramReport& report, std::span<const ProgramChain> chains, std::size_t first) {
    const Json bases = list_json(report.bases, [](const BaseAddress& base) -> Json {
        return {{"name", base.name}, {"address", base.address}, {"certainty", base.given ? "given" : "assumed"}};
    });
    const auto mmas = [&](const std::vector<std::size_t>& places) {
        return list_json(places, [&](std::size_t i) { return chain_mma_json(report.instructions[i]); });
    };
    return text_of_json(list_json(chains, [&](const ProgramChain& chain) {
        Json out = {{"chain", first++}, {"kernel", chain.kernel}, {"mmas", mmas(chain.mmas)}, {"steps", chain.steps}};
        if (!chain.joined.empty()) out["joined"] = list_json(chain.joined, mmas);
        out["bases"] = bases;
        out["session"] = chain.session ? *read_json(session_to_text({.session = *chain.session})) : Json(nullptr);
        if (!chain.session) out["refused"] = chain.session.why;
        out["asks"] = list_json(chain.asks, [](const ChainAsk& ask) -> Json {
            return {{"name", ask.name}, {"says", ask.says}};
        });
        out["notes"] = chain.notes;
        return out;
    }));
}

// ---- what explains

void put_certainty(Json& out, Certainty certainty) {
    out["certainty"] = name_of(certainty);
    const Measurement* m = certainty.measurement();
    if (!m) return;
    out["measured"] = {{"gpu", m->on->name},
                       {"compute_capability", m->on->chip},
                       {"driver", m->on->driver},
                       {"date", m->on->date},
                       {"file", m->file}};
}

std::string explanations_json(std::span<const Explanation> explanations) {
    return text_of_json(list_json(explanations, [](const Explanation& e) {
        Json out = {{"topic", e.topic},
                    {"title", e.title},
                    {"paragraphs", e.paragraphs},
                    {"facts", facts_json(e)},
                    {"source", e.source}};
        put_certainty(out, e.certainty);
        out["see"] = e.see;
        return out;
    }));
}

std::string places_json(std::span<const PlaceText> places) {
    const auto problem = [](const Problem& p) {
        Json out = {{"rule", p.rule}, {"severity", name_of(p.severity)}, {"text", p.text}, {"fix", p.fix}};
        put_certainty(out, p.certainty);
        return out;
    };
    return text_of_json(list_json(places, [&](const PlaceText& p) {
        Json out = {{"place", p.place},
                    {"sentence", p.sentence},
                    {"details", p.details},
                    {"problems", list_json(p.problems, problem)}};
        if (p.certainty) put_certainty(out, *p.certainty);
        return out;
    }));
}

std::string rules_json(std::span<const RuleInfo> rules, std::span<const Contradiction> contradictions,
                       const Json& measured) {
    Json out = Json::object();
    if (!rules.empty()) out["rules"] = list_json(rules, rule_json);
    if (!contradictions.empty()) out["contradictions"] = list_json(contradictions, contradiction_json);
    if (!measured.empty()) out["measured"] = measured;
    return text_of_json(out);
}

std::string lesson_list_json(std::span<const LessonHead> heads) {
    return text_of_json(list_json(heads, [](const LessonHead& h) -> Json {
        return {{"id", h.id},           {"title", h.title}, {"level", h.level},
                {"minutes", h.minutes}, {"keep", h.keep},   {"about", h.about}};
    }));
}

std::string lesson_json(const Lesson& lesson, std::size_t first, std::span<const ShownStep> shown) {
    Json out = {{"id", lesson.id},           {"title", lesson.title},   {"level", lesson.level},
                {"minutes", lesson.minutes}, {"first_step", first + 1}, {"steps", Json::array()}};
    for (std::size_t i = 0; i < shown.size(); ++i) out["steps"].push_back(step_json(lesson.steps[first + i], shown[i]));
    return text_of_json(out);
}

std::string lesson_answer_json(bool right, const std::string& sentence) {
    return text_of_json({{"right", right}, {right ? "done" : "hint", sentence}});
}

}  // namespace tilescope::io
