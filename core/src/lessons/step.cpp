// core/src/lessons/step.cpp -- the beginning of a step, and the actions of its task.
// SPDX-License-Identifier: MIT
#include "computed.h"
#include "parts.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>
#include <tilescope/document/repair.h>
#include <tilescope/emulator/element_terms.h>
#include <tilescope/lessons/step.h>
#include <tilescope/study/variation.h>
#include <tilescope/view/pictures.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

namespace tilescope {
namespace {

Answer<void> set_view_key(ViewState& view, std::string_view key, std::string_view value) {
    const std::vector<std::string> keys = view_keys();
    if (std::ranges::find(keys, key) == keys.end())
        return Refusal("the view has no '", excerpt(key), "'; use one of: ", list_of(keys));
    auto changed = with_view_key(view, key, value);
    if (!changed) return Refusal(changed.why);
    view = std::move(*changed);
    return {};
}

// ---- what a step can set that is neither a field of a word nor an item of a sweep ----

Answer<unsigned> yes_no(std::string_view value) {
    if (value == "yes" || value == "no") return value == "yes" ? 1u : 0u;
    return Refusal("'", excerpt(value), "' is neither yes nor no");
}
Answer<unsigned> number_up_to(std::string_view value, std::uint64_t most) {
    const auto n = parse_number(value);
    if (n && *n <= most) return static_cast<unsigned>(*n);
    return Refusal("'", excerpt(value), "' is not a number from 0 to ", hex(most));
}

// Sets a part of the form. The memory is written as the words read it then.
template <auto Variant::*Part>
Answer<void> set_form(Session& s, std::string_view value) {
    Variant form = s.variant;
    auto& part = form.*Part;
    const auto n = std::is_same_v<decltype(part), bool&> ? yes_no(value) : number_up_to(value, 32);
    if (!n) return Refusal(n.why);
    part = static_cast<std::remove_reference_t<decltype(part)>>(*n);
    s = apply_edit(s, SetVariant{form});
    for (const Operand o : kBothOperands) follow_words(s, o);
    return {};
}
// A TMA copy with this swizzle writes the operand. The words stay.
template <Operand O>
Answer<void> set_copy(Session& s, std::string_view value) {
    const Derived d = derive(s);
    const OperandView& o = d.of(O);
    if (!o.placed()) return Refusal(name_of(O), " has no place: ", o.unplaced);
    SmemLayout layout = o.layout;
    const SwizzleRow* mode = mode_named(value);
    if (value != "match" && mode == nullptr)
        return Refusal("'", excerpt(value),
                       "' is not a swizzle mode; use match (as the words read), none, 32B, 64B or 128B");
    if (mode != nullptr) layout.mode = mode->mode;
    s = apply_edit(s, SetTensorMap{O, copy_for(layout)});
    OperandImage image = s.image_of(O);
    image.writer = ImageWriter::tensor_map;
    image.major = layout.major;
    s = apply_edit(s, SetImage{O, image});
    return {};
}

template <RecipeOf Of>
Answer<void> set_recipe(Session& s, std::string_view value) {
    const NamedValue* kind = row_with(kRecipeNames, value, &NamedValue::name);
    if (kind == nullptr || static_cast<RecipeKind>(kind->raw) == RecipeKind::file)
        return Refusal("'", excerpt(value), "' is not a recipe; use one such as scattered or coordinates");
    Recipe recipe = s.recipe_of(Of);
    recipe.kind = static_cast<RecipeKind>(kind->raw);
    s = apply_edit(s, SetRecipe{Of, recipe});
    return {};
}

template <TmemPlace Place>
Answer<void> set_tmem(Session& s, std::string_view value) {
    const auto address = number_up_to(value, 0xffffffff);
    if (!address) return Refusal(address.why);
    s = apply_edit(s, SetTmemAddress{Place, *address});
    return {};
}

// A field of a word, as the fields panel edits it: the memory stays.
Answer<void> edit_field(Session& session, const LessonField& at, std::string_view value) {
    const Derived d = derive(session);
    const Format& format = *d.of(at.word).format;
    const Field* field = find_field(format, at.field);
    if (field == nullptr) return Refusal(format.title, " has no field '", at.field, "'");
    const auto raw = raw_for(*field, value);
    if (!raw) return Refusal(at.field, ": ", raw.why);
    session = apply_edit(session, SetField{at.word, field, *raw});
    return {};
}

// The operand lies elsewhere: its word and its memory.
template <Operand O>
Answer<void> set_start(Session& s, std::string_view value) {
    const auto set = edit_field(s, {word_of(O), "start"}, value);
    if (set) follow_words(s, O);
    return set;
}

struct SetItem {
    std::string_view id;
    Answer<void> (*set)(Session&, std::string_view);
};
constexpr SetItem kSetItems[] = {
    {"ws", set_form<&Variant::ws>},
    {"sparse", set_form<&Variant::sparse>},
    {"a_in_tmem", set_form<&Variant::a_in_tmem>},
    {"cta_group", set_form<&Variant::cta_group>},
    {"scale_block", set_form<&Variant::scale_block>},
    {"tma_a", set_copy<Operand::a>},
    {"tma_b", set_copy<Operand::b>},
    {"b.start", set_start<Operand::b>},
    {"a.values", set_recipe<RecipeOf::a>},
    {"b.values", set_recipe<RecipeOf::b>},
    {"d.values", set_recipe<RecipeOf::d>},
    {"tmem.d", set_tmem<TmemPlace::d>},
    {"tmem.a", set_tmem<TmemPlace::a>},
    {"tmem.sfa", set_tmem<TmemPlace::sfa>},
    {"tmem.sfb", set_tmem<TmemPlace::sfb>},
    {"tmem.meta", set_tmem<TmemPlace::meta>},
};

// ---- edits ----

// Whether a key is a field of a word: "a_desc.sbo". "a.swizzle" is an item of a sweep.
bool names_field(std::string_view key) {
    const std::string_view word = key.substr(0, key.find('.'));
    return word != key && row_with(kWords, word, &WordRow::id);
}

Answer<void> edit_session(Session& session, const LessonAction& action, bool items) {
    if (names_field(action.key)) {
        const auto at = lesson_field(action.key);
        return at ? edit_field(session, *at, action.value) : Refusal(at.why);
    }
    if (!items) return Refusal("'", action.key, "' is not a field of a word; write a_desc.sbo=512");
    if (const SetItem* item = row_with(kSetItems, action.key, &SetItem::id)) return item->set(session, action.value);
    const std::array<std::string, 1> vary = {say(action.key, '=', action.value)};
    const auto grid = Grid::of(session, vary);
    if (!grid) return Refusal(grid.why);
    if (grid->size() != 1) return Refusal(vary[0], " has several values; give one");
    auto made = grid->session(0);
    if (!made) return Refusal(made.why);
    session = std::move(*made);
    return {};
}

// Makes the fix of the worst problem that has one.
void fix_first(LessonState& s, const Derived& d) {
    for (const PlacedProblem& problem : d.problems)
        if (const auto edit = fix_of(d, problem)) {
            s.session = apply_edit(s.session, *edit);
            return;
        }
}

// The commands of the window that core can run.
struct PlainCommand {
    std::string_view id;
    void (*run)(LessonState&, const Derived&);
};
unsigned last_step(const Derived& d) { return std::max(d.session.tile_k / std::max(d.k, 1u), 1u) - 1; }
constexpr PlainCommand kPlainCommands[] = {
    {"k_up", [](LessonState& s, const Derived& d) { s.view.k_step = std::min(s.view.k_step + 1, last_step(d)); }},
    {"k_down", [](LessonState& s, const Derived&) { s.view.k_step -= s.view.k_step > 0 ? 1 : 0; }},
    {"swizzle", [](LessonState& s, const Derived&) { s.view.swizzle = !s.view.swizzle; }},
    {"emulate", [](LessonState&, const Derived&) {}},  // expressions compute the emulation when they need it
    {"apply_fix", fix_first},
};

const PlainCommand* plain_command(std::string_view id) { return row_with(kPlainCommands, id, &PlainCommand::id); }

bool sets(const LessonStep& step, std::string_view key) { return row_with(step.view, key, &LessonAction::key); }

// What the step does not say: the operand of the selection, and the word that the ring or the screen needs.
void settle_view(ViewState& view, const LessonStep& step) {
    if (const auto* e = std::get_if<ElementFocus>(&step.look); e && !sets(step, "operand"))
        view.operand = operand_of(e->matrix).value_or(view.operand);
    if (sets(step, "active")) return;
    view.active = row_of(view.screen).word.value_or(word_of(view.operand));
    if (const auto* bit = std::get_if<BitFocus>(&step.look)) view.active = bit->word;
    if (!step.rings.empty()) view.active = step.rings.front().word;
}

}  // namespace

Answer<LessonState> beginning_of(const Lesson& lesson, std::size_t index) {
    const LessonStep& step = lesson.steps[index];
    const Preset* preset = find_preset(step.session.empty() ? lesson.session : step.session);
    if (preset == nullptr) return Refusal(step.line, ": the preset of the step does not exist");
    LessonState out{.session = preset->session(), .view = {}, .typed = {}};
    for (const LessonAction& a : step.set)
        if (const auto set = edit_session(out.session, a, true); !set) return Refusal(a.line, ": set: ", set.why);
    for (const LessonAction& a : step.view)
        if (const auto set = set_view_key(out.view, a.key, a.value); !set) return Refusal(a.line, ": view: ", set.why);
    if (!std::holds_alternative<std::monostate>(step.look)) out.view.selection = step.look;
    settle_view(out.view, step);
    return out;
}

bool is_tried(const LessonAction& action) {
    return action.what != LessonDo::command || plain_command(action.value) != nullptr;
}

Answer<LessonAction> with_values(const LessonAction& action, const LessonMoment& beginning) {
    if (action.value.find("{=") == action.value.npos) return action;
    const auto line = lesson_line(action.value, action.line);
    if (!line) return Refusal(line.why);
    std::vector<std::string> why;
    LessonAction out = action;
    out.value = plain_text(evaluated(*line, beginning, &why));
    return why.empty() ? Answer<LessonAction>(std::move(out)) : Refusal(why.front());
}

Answer<void> apply(LessonState& state, const LessonAction& action) {
    switch (action.what) {
    case LessonDo::set: return edit_session(state.session, action, false);
    case LessonDo::view: return set_view_key(state.view, action.key, action.value);
    case LessonDo::reply: return state.typed = action.value, Answer<void>();
    case LessonDo::select: return set_view_key(state.view, "selection", action.value);
    case LessonDo::command: break;
    }
    const PlainCommand* command = plain_command(action.value);
    if (command == nullptr) return Refusal("only the window has the command '", action.value, "'");
    command->run(state, derive(state.session));
    return {};
}

bool reached(const LessonStep& step, const LessonMoment& now) { return step.check && step.check->holds(now); }

namespace {

const Field* asked_field(const LessonValue& expected, const Session& session, const ViewState& view) {
    const auto* id = std::get_if<std::string>(&expected);
    return id != nullptr ? find_field(format_of(session, view.active), *id) : nullptr;
}

}  // namespace

Answer<LessonReply> replied(const LessonStep& step, const LessonMoment& beginning, std::string_view typed) {
    if (!step.reply) return LessonReply{};
    const auto expected = step.reply->value(beginning);
    if (!expected) return Refusal(expected.why);
    return judged(*expected, typed, plain_text(evaluated(step.ask, beginning)),
                  asked_field(*expected, beginning.derived.session, beginning.view));
}

namespace {

// Whether the state shows that the learner did this: the reply, the selection, the value of the field.
bool shows(const LessonState& now, const LessonAction& did) {
    if (did.what == LessonDo::reply) {
        const auto typed = read_number(now.typed), wrong = read_number(did.value);
        return typed && wrong ? typed->value == wrong->value : lower(trimmed(now.typed)) == lower(did.value);
    }
    if (did.what == LessonDo::select) {
        const auto place = focus_from(did.value);
        return place && now.view.selection == *place;
    }
    if (did.what != LessonDo::set || !names_field(did.key)) return false;
    const auto at = lesson_field(did.key);
    const Field* field = at ? find_field(format_of(now.session, at->word), at->field) : nullptr;
    const auto raw = field != nullptr ? raw_for(*field, did.value) : Answer<std::uint64_t>(Refusal("no field"));
    return raw && get_field(*field, now.session.word(at->word)) == *raw;
}

}  // namespace

LessonLine mistake_in(const LessonStep& step, const LessonMoment& beginning, const LessonState& now) {
    for (const LessonAction& wrong : step.wrongs) {
        if (wrong.why.empty()) continue;
        const auto whole = with_values(wrong, beginning);
        if (whole && shows(now, *whole)) return evaluated(wrong.why, beginning);
    }
    return {};
}

bool check_needs_emulation(const LessonStep& step) { return step.check && step.check->needs_emulation(); }

bool texts_need_emulation(const LessonStep& step) {
    bool out = needs_emulation(step.text) || needs_emulation(step.caption) || needs_emulation(step.request());
    for (const LessonLine& hint : step.hints) out |= needs_emulation(hint);
    return out || needs_emulation(step.done) || (step.reply && step.reply->needs_emulation());
}

std::optional<Emulation> lesson_emulation(const Derived& derived) {
    const JobAnswer job = emulator_job(derived);
    if (!job) return std::nullopt;
    auto out = emulate(*job, {.doubts = false});
    return out ? std::move(out.value) : std::nullopt;
}

// ---- a step as terminal, pages and window show it ----

namespace {

// The state after the answers: for a question, the beginning.
LessonState answered(const LessonStep& step, const LessonState& begin, const LessonMoment& first) {
    LessonState state = begin;
    if (step.reply) return state;
    for (const LessonAction& action : step.answers) {
        const auto whole = with_values(action, first);
        if (!whole || !is_tried(*whole) || !apply(state, *whole)) break;
    }
    return state;
}

// The text after the answers.
LessonLine done_text(const LessonStep& step, const LessonState& state, const LessonMoment& first) {
    if (step.reply) return evaluated(step.done, first);
    return evaluated(step.done, Computed(state, needs_emulation(step.done)).moment());
}

// A view that shows the emulated D gets one.
std::optional<Scene> picture_of_step(const LessonStep& step, const Derived& derived, const ViewState& view) {
    if (step.picture.empty()) return std::nullopt;
    Results results;
    const PictureView* row = find_picture_view(step.picture);
    if (row && row->result == UsesResult::always) {
        if (const JobAnswer job = emulator_job(derived)) {
            results.job = *job;
            if (auto emulation = emulate(*job, {.doubts = false})) results.emulation = std::move(*emulation);
        }
        if (results.emulation) results.state = ResultState::done, results.sums = range_of_sums(*results.emulation);
        results.session = derived.session;
    }
    auto scene = picture_of(step.picture, derived, view, results);
    return scene ? std::move(scene.value) : std::nullopt;
}

enum class StepParts : std::uint8_t { begun, all, all_and_picture };

Answer<ShownStep> step_with(const Lesson& lesson, std::size_t index, StepParts parts) {
    const LessonStep& step = lesson.steps[index];
    auto begin = beginning_of(lesson, index);
    if (!begin) return Refusal(begin.why);
    ShownStep out{.begin = std::move(*begin)};
    const Computed begun(out.begin, texts_need_emulation(step));
    const LessonMoment first = begun.moment();
    if (index == 0) out.text = evaluated(lesson.introduction, first);
    const LessonBlocks text = evaluated(step.text, first);
    out.text.insert(out.text.end(), text.begin(), text.end());
    out.caption = evaluated(step.caption, first);
    out.request = evaluated(step.request(), first);
    for (const LessonLine& hint : step.hints) out.hints.push_back(evaluated(hint, first));
    if (step.reply)
        if (auto value = step.reply->value(first)) out.expected = std::move(*value);
    if (out.expected) out.field = asked_field(*out.expected, out.begin.session, out.begin.view);
    out.after = answered(step, out.begin, first);
    if (step.reply || (step.has_task() && parts != StepParts::begun)) out.done = done_text(step, out.after, first);
    if (parts == StepParts::all_and_picture) out.picture = picture_of_step(step, begun.derived, out.begin.view);
    return out;
}

}  // namespace

Answer<ShownStep> shown_step(const Lesson& lesson, std::size_t index, bool with_picture) {
    return step_with(lesson, index, with_picture ? StepParts::all_and_picture : StepParts::all);
}

Answer<ShownStep> begun_step(const Lesson& lesson, std::size_t index) {
    return step_with(lesson, index, StepParts::begun);
}

Answer<void> is_picture(std::string_view picture) {
    if (picture.empty() || find_picture_view(picture)) return {};
    return Refusal("there is no picture '", excerpt(picture),
                   "'; use one of: ", list_of(picture_views(), &PictureView::id));
}

}  // namespace tilescope
