// core/src/formats/formats.cpp -- the list of all formats, and functions that find one.
// SPDX-License-Identifier: MIT
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/idesc.h>
#include <tilescope/formats/smem.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/formats/zcm.h>
#include <tilescope/word/problem.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace tilescope {
namespace {

constexpr const Format* kFormats91[] = {
    &kSmem91,           &kWgmma91,      &kIdescF16_91,      &kIdescTf32_91, &kIdescF8f6f4_91, &kIdescI8_91,
    &kIdescMxf8f6f4_91, &kIdescMxf4_91, &kIdescMxf4nvf4_91, &kZcm91,        &kTmem91};
constexpr const Format* kFormats94[] = {&kSmem94,
                                        &kCarried<kWgmma91, Edition::v9_4>,
                                        &kIdescF16_94,
                                        &kIdescTf32_94,
                                        &kIdescF8f6f4_94,
                                        &kIdescI8_94,
                                        &kIdescTi16_94,
                                        &kIdescMxf8f6f4_94,
                                        &kIdescMxf4_94,
                                        &kIdescMxf4nvf4_94,
                                        &kCarried<kZcm91, Edition::v9_4>,
                                        &kCarried<kTmem91, Edition::v9_4>};

struct EditionRow {
    Edition edition;
    std::span<const Format* const> formats;
    std::span<const std::string_view> kinds;
};

// The kinds of a list of formats, in the order of the list.
template <const auto& Formats>
constexpr auto kKindsIn = [] {
    constexpr auto has_kind = [](const Format* f) { return !f->kind.empty(); };
    std::array<std::string_view, static_cast<std::size_t>(std::ranges::count_if(Formats, has_kind))> out{};
    std::size_t next = 0;
    for (const Format* f : Formats)
        if (has_kind(f)) out[next++] = f->kind;
    return out;
}();

template <const auto& Formats>
constexpr EditionRow edition_row(Edition edition) {
    return {edition, Formats, kKindsIn<Formats>};
}

constexpr EditionRow kEditions[] = {
    edition_row<kFormats91>(Edition::v9_1),
    edition_row<kFormats94>(Edition::v9_4),
};

// Returns true if the rows are in the order of Edition and each row has only tables of its edition.
constexpr bool in_order() {
    for (std::size_t i = 0; i < std::size(kEditions); ++i) {
        if (kEditions[i].edition != static_cast<Edition>(i)) return false;
        for (const Format* f : kEditions[i].formats)
            if (f->edition != kEditions[i].edition) return false;
    }
    return true;
}
static_assert(std::size(kEditions) == std::size(kEditionNames) && in_order());

const EditionRow& row_of(Edition edition) { return kEditions[static_cast<std::size_t>(edition)]; }

void add_once(std::string& list, std::string_view item) {
    if (say(", ", list, ", ").find(say(", ", item, ", ")) == std::string::npos)
        list += say(list.empty() ? "" : ", ", item);
}

}  // namespace

std::span<const Format* const> all_formats(Edition edition) { return row_of(edition).formats; }

std::span<const std::string_view> kinds_of(Edition edition) { return row_of(edition).kinds; }

Answer<const Format*> find_format(std::string_view id, std::string_view kind, Edition edition) {
    std::string ids, kinds;
    for (const Format* f : all_formats(edition)) {
        add_once(ids, f->id);
        if (f->id != id) continue;
        if (kind.empty() || f->kind.empty() || f->kind == kind) return f;
        add_once(kinds, f->kind);
    }
    // Users also write "idesc" for the block-scaled descriptors, whose ids are different. The kind selects the table.
    if (const Format* scaled = id == "idesc" ? idesc_format(kind, edition) : nullptr) return scaled;
    const auto refuse = [](std::string why) { return Refusal(std::move(why)); };
    if (kinds.empty()) return refuse(say("format: '", excerpt(id), "' is unknown; use one of: ", ids));
    return refuse(say("kind: '", excerpt(kind), "' is unknown; use one of: ", kinds, " (PTX ", name_of(edition),
                      ", format ", id, ")"));
}

const Format* idesc_format(std::string_view kind, Edition edition) {
    for (const Format* f : all_formats(edition))
        if (!f->kind.empty() && f->kind == kind) return f;
    return nullptr;
}

std::string edition_list(std::string_view before_last) {
    return list_of(kEditionNames, &NamedValue::name, ", ", before_last);
}

Answer<Edition> find_edition(std::string_view text) {
    for (const NamedValue& e : kEditionNames)
        if (e.name == text) return static_cast<Edition>(e.raw);
    return Refusal("edition: '", excerpt(text), "' is unknown; use ", edition_list());
}

}  // namespace tilescope
