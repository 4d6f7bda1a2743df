// core/src/study/selftest.cpp -- the jobs with which a GPU is compared with the model.
// SPDX-License-Identifier: MIT
#include "variation_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/instruction.h>
#include <tilescope/document/presets.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/study/selftest.h>
#include <tilescope/word/codec.h>

#include <utility>

namespace tilescope {
namespace {

// The target that runs on this chip only, of the same generation as the preset.
const ArchRow* target_for(std::string_view chip, const Preset& preset) {
    const Feature unit = family_of(preset.arch).feature;
    const auto* found = std::ranges::find_if(kArchs, [&](const ArchRow& arch) {
        return arch.has(Feature::exact) && arch.has(unit) && chip_of(arch) == chip;
    });
    return found == std::end(kArchs) ? nullptr : found;
}

bool can_run(const Session& session) {
    const Derived d = derive(session);
    const bool wrong =
        std::ranges::any_of(d.problems, [](const PlacedProblem& p) { return p.problem.severity == Severity::error; });
    if (wrong) return false;
    const auto form = kernel_form(d);
    return form && live_kernel(*form) && emulator_job(d);
}

Session random_values(Session out) {
    for (const RecipeRow& row : kRecipes)
        out.recipe_of(row.of) = {.kind = RecipeKind::random, .seed = static_cast<std::uint32_t>(row.of) + 1};
    out.meta_recipe.kind = MetaRecipeKind::random;
    out.run.enable_d = true;
    return out;
}

// What each session is filled with.
struct ValuesRow {
    std::string_view name;
    Session (*fill)(Session);
};
constexpr ValuesRow kValues[] = {{"scattered", with_covering_values}, {"random", random_values}};

// The forms of the instruction in which a full list runs all kinds.
struct FormRow {
    std::string_view name;
    bool sparse, a_outside;
};
constexpr FormRow kForms[] = {{"", false, false},
                              {", sparse", true, false},
                              {", A outside shared memory", false, true},
                              {", sparse, A outside shared memory", true, true}};

// Returns the session in this form, with memory that its words read. A sparse tile has twice the K, so that it has as
// many K steps. Errors: the kind has no such form.
Answer<Session> in_form(const Session& base, const FormRow& form) {
    Variant variant = base.variant;
    variant.sparse = form.sparse;
    variant.a_in_tmem = form.a_outside;
    Session out = apply_edit(base, SetVariant{variant});
    const Format& format = *derive(out).of(WordId::idesc).format;
    if (const Field* sparse = find_field(format, "sparse"))
        out = apply_edit(out, SetField{WordId::idesc, sparse, form.sparse ? 1u : 0u});
    if (form.sparse) out = apply_edit(out, SetTileK{2 * base.tile_k});
    const auto fits = fit_words(out, {Fit::always, Fit::always});
    return fits ? Answer<Session>(std::move(out)) : Refusal(fits.why);
}

}  // namespace

void SelftestList::add(std::string name, const Session& base, const std::vector<std::string>& vary) {
    auto grid = Grid::of(base, vary);
    if (!grid) return;  // this kind or form lacks an item
    begin_.push_back(size() + grid->size() * std::size(kValues));
    parts_.push_back({std::move(name), std::move(*grid)});
}

// Every kind that the unit has, with all types, swizzle modes, majornesses and sizes.
void SelftestList::add_forms(const Session& base, std::string_view name) {
    for (const FormRow& form : kForms) {
        const auto session = in_form(base, form);
        if (!session) continue;
        for (const KindRow& row : kKinds) {
            if (!has_kind(family_of(base), row.id)) continue;
            const std::string named = say(name, form.name), kind = say("kind=", row.id);
            add(named, *session, {kind, "type=all", "swizzle=all", "major=all"});
            add(say(named, ", sizes"), *session, {kind, "type=all", "idesc.n=all"});
            for (const char* field :
                 {"idesc.d_type=all", "idesc.scale_type=all"})  // a kind has one of the two, or none
                add(say(named, ", pairs"), *session, {kind, "a.type=all", "b.type=all", field});
        }
    }
}

SelftestList::SelftestList(std::string_view chip, SelftestSize size) {
    bool forms = size == SelftestSize::full;  // once, with the first preset of the chip
    for (const Preset& preset : presets()) {
        const ArchRow* arch = target_for(chip, preset);
        if (arch == nullptr) continue;
        Session s = preset.session();
        s.arch = arch->id;
        s.edition = edition_of(arch->id, s.edition);
        s.run.steps = 0;
        const std::string name(preset.id);
        add(name, s, {});
        if (size == SelftestSize::smoke) continue;
        for (const FormRow& form : std::span(kForms).subspan(1))
            if (const auto other = in_form(s, form); other && other->variant != s.variant)
                add(say(name, form.name), *other, {});
        if (std::exchange(forms, false)) add_forms(s, name);
        add(say(name, ", sizes"), s, {"idesc.n=all"});
        add(say(name, ", layouts"), s, {"swizzle=all", "major=all"});
    }
}

std::size_t SelftestList::part_of(std::size_t i) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(begin_, i) - begin_.begin()) - 1;
}

std::string SelftestList::name(std::size_t i) const {
    const Part& part = parts_[part_of(i)];
    const std::size_t inside = i - begin_[part_of(i)];
    const std::string varied = part.grid.name(inside / std::size(kValues));
    return say(part.name, varied.empty() ? "" : " ", varied, ", ", kValues[inside % std::size(kValues)].name);
}

std::optional<SelftestJob> SelftestList::job(std::size_t i) const {
    const std::size_t part = part_of(i), inside = i - begin_[part];
    const auto session = parts_[part].grid.session(inside / std::size(kValues));
    if (!session || !can_run(*session)) return {};
    return SelftestJob{name(i), kValues[inside % std::size(kValues)].fill(*session)};
}

}  // namespace tilescope
