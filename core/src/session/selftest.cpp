// core/src/session/selftest.cpp -- the jobs with which a GPU is compared with the model.
// SPDX-License-Identifier: MIT
#include "fit_words.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/session/edit.h>
#include <tilescope/session/emulate.h>
#include <tilescope/session/kernel_form.h>
#include <tilescope/session/presets.h>
#include <tilescope/session/selftest.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace tilescope {
namespace {

constexpr std::uint32_t kSecondImage = 0x10400;  // where B begins, behind every A of a full list

// The target that runs on this chip only, of the same generation as the preset.
const ArchRow* target_for(std::string_view chip, const Preset& preset) {
    const Feature unit = has_feature(preset.arch, Feature::wgmma) ? Feature::wgmma : Feature::tcgen05;
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

class List {
public:
    void add(const std::string& name, const Session& session) {
        if (!can_run(session)) return;
        Session sees = session;
        for (const Edit& edit : covering_values(session)) sees = apply_edit(sees, edit);
        jobs_.push_back({say(name, ", scattered"), std::move(sees)});
        Session random = session;
        for (const RecipeOf of : {RecipeOf::a, RecipeOf::b, RecipeOf::d, RecipeOf::sfa, RecipeOf::sfb}) {
            Recipe& recipe = random.recipe[static_cast<std::size_t>(of)];
            recipe = {.kind = RecipeKind::random, .seed = static_cast<std::uint32_t>(of) + 1};
        }
        random.meta_recipe.kind = MetaRecipeKind::random;
        random.run.enable_d = true;
        jobs_.push_back({say(name, ", random"), std::move(random)});
    }
    std::vector<SelftestJob> take() { return std::move(jobs_); }

private:
    std::vector<SelftestJob> jobs_;
};

// Sets a field of the instruction descriptor. Returns false if the kind has no such field or value.
bool set_idesc(Session& session, std::string_view field, std::uint64_t value) {
    const Derived d = derive(session);
    const Format& format = *d.of(WordId::idesc).format;
    const Field* f = find_field(format, field);
    if (f == nullptr) return false;
    const auto raw = raw_for(*f, value);
    if (!raw) return false;
    auto& word = session.words[static_cast<std::size_t>(WordId::idesc)];
    word = set_field(*f, word, *raw);
    return true;
}

void add_sizes(List& list, const std::string& name, const Session& base) {
    constexpr unsigned kMostN = 256, kStep = 8;
    for (unsigned n = kStep; n <= kMostN; n += kStep) {
        Session s = base;
        if (!set_idesc(s, "n", n)) continue;
        s = apply_edit(s, MatchWords{Operand::b});
        list.add(say(name, ", N ", n), s);
    }
}

// Writes A and B in one mode and majorness, and sets the words that read them.
bool write_images(Session& s, SwizzleMode mode, Major major) {
    const std::uint32_t first = s.image[Operand::a].start, second = kSecondImage;
    for (const Operand o : kBothOperands) {
        if (!in_smem(s, o)) continue;
        if (!set_major(s, o, major)) return false;
        s.image[o].writer = ImageWriter::tile;
        s.image[o].mode = mode;
        s.image[o].start = pick(o, first, second);
    }
    return fit_words(s, {Fit::always, Fit::always}).why.empty();
}

void add_layouts(List& list, const std::string& name, const Session& base) {
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn}) {
            Session s = base;
            if (write_images(s, mode.mode, major))
                list.add(say(name, ", ", mode.name, major == Major::k ? " K-major" : " MN-major"), s);
        }
}

// Returns the descriptor with these types, or no value if the kind does not have them.
std::optional<std::uint64_t> with_types(const Format& format, std::uint64_t word, std::string_view a,
                                        std::string_view b, std::string_view d) {
    for (const auto& [field, type] : {std::pair(std::string_view("a_type"), a), {"b_type", b}, {"d_type", d}}) {
        if (find_field(format, field) == nullptr) return std::nullopt;
        const auto next = with_field(format, word, field, type);
        if (!next) return std::nullopt;
        word = *next;
    }
    return word;
}

std::span<const NamedValue> names_of(const Format& format, std::string_view field) {
    const Field* f = find_field(format, field);
    return f ? f->names : std::span<const NamedValue>();
}

// Every pair of types of every kind without scale factors, with every type of D, K-major.
void add_types(List& list, const std::string& name, const Session& base) {
    const bool hopper = is_hopper(base);
    for (const KindRow& kind : kKinds) {
        const Format* format = idesc_format(kind.id, base.edition);
        if (format == nullptr || kind.block_scaled() || (hopper && !kind.wgmma)) continue;
        for (const NamedValue& a : names_of(*format, "a_type"))
            for (const NamedValue& b : names_of(*format, "b_type"))
                for (const NamedValue& d : names_of(*format, "d_type")) {
                    Session s = base;
                    s.variant.kind = kind.id;
                    const auto word = with_types(*format, s.word(WordId::idesc), a.name, b.name, d.name);
                    if (!word) continue;
                    s.words[static_cast<std::size_t>(WordId::idesc)] = *word;
                    for (const Operand o : kBothOperands) s.image[o].type.clear();
                    if (write_images(s, SwizzleMode::b128, Major::k))
                        list.add(say(name, ", kind ", kind.id, " ", a.name, " x ", b.name, " -> ", d.name), s);
                }
    }
}

}  // namespace

std::vector<SelftestJob> selftest_jobs(std::string_view chip, SelftestSize size) {
    List list;
    bool types = size == SelftestSize::full;  // once, with the first preset of the chip
    for (const Preset& preset : presets()) {
        const ArchRow* arch = target_for(chip, preset);
        if (arch == nullptr) continue;
        Session s = preset.session();
        s.arch = arch->id;
        s.edition = edition_of(arch->id, s.edition);
        s.run.steps = 0;
        const std::string name(preset.id);
        list.add(name, s);
        if (size == SelftestSize::smoke) continue;
        if (std::exchange(types, false)) add_types(list, name, s);
        add_sizes(list, name, s);
        add_layouts(list, name, s);
    }
    return list.take();
}

}  // namespace tilescope
