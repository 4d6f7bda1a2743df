// core/src/formats/formats.cpp -- all hardware words: what the window, the command line and tests loop over.
// SPDX-License-Identifier: MIT
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/idesc_91.h>
#include <tilescope/formats/idesc_94.h>
#include <tilescope/formats/idesc_scaled_91.h>
#include <tilescope/formats/idesc_scaled_94.h>
#include <tilescope/formats/smem.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/formats/wgmma.h>
#include <tilescope/formats/zcm.h>
#include <tilescope/word/problem.h>

#include <array>
#include <cstddef>
#include <string>

namespace tilescope {
namespace {

constexpr const Format* kFormats91[] = {
    &kSmem91,           &kWgmma91,      &kIdescF16_91,      &kIdescTf32_91, &kIdescF8f6f4_91, &kIdescI8_91,
    &kIdescMxf8f6f4_91, &kIdescMxf4_91, &kIdescMxf4nvf4_91, &kZcm91,        &kTmem91};
constexpr const Format* kFormats94[] = {&kSmem94,         &kWgmma94,          &kIdescF16_94,  &kIdescTf32_94,
                                        &kIdescF8f6f4_94, &kIdescI8_94,       &kIdescTi16_94, &kIdescMxf8f6f4_94,
                                        &kIdescMxf4_94,   &kIdescMxf4nvf4_94, &kZcm94,        &kTmem94};

template <std::size_t N>
constexpr std::size_t count_kinds(const Format* const (&formats)[N]) {
    std::size_t count = 0;
    for (const Format* f : formats) count += !f->kind.empty();
    return count;
}

template <std::size_t Count, std::size_t N>
constexpr auto kinds_in(const Format* const (&formats)[N]) {
    std::array<std::string_view, Count> out{};
    std::size_t next = 0;
    for (const Format* f : formats)
        if (!f->kind.empty()) out[next++] = f->kind;
    return out;
}

constexpr auto kKinds91 = kinds_in<count_kinds(kFormats91)>(kFormats91);
constexpr auto kKinds94 = kinds_in<count_kinds(kFormats94)>(kFormats94);

void add_once(std::string& list, std::string_view item) {
    if (say(", ", list, ", ").find(say(", ", item, ", ")) == std::string::npos)
        list += say(list.empty() ? "" : ", ", item);
}

}  // namespace

std::span<const Format* const> all_formats(Edition edition) {
    if (edition == Edition::v9_4) return kFormats94;
    return kFormats91;
}

std::span<const std::string_view> kinds_of(Edition edition) {
    if (edition == Edition::v9_4) return kKinds94;
    return kKinds91;
}

Answer<const Format*> find_format(std::string_view id, std::string_view kind, Edition edition) {
    std::string ids, kinds;
    for (const Format* f : all_formats(edition)) {
        add_once(ids, f->id);
        if (f->id != id) continue;
        if (kind.empty() || f->kind.empty() || f->kind == kind) return f;
        add_once(kinds, f->kind);
    }
    // "idesc" is also what people call the block-scaled ones; their kind says which table that is.
    if (const Format* scaled = id == "idesc" ? idesc_format(kind, edition) : nullptr) return scaled;
    const auto refuse = [](std::string why) { return Answer<const Format*>::refuse(std::move(why)); };
    if (kinds.empty()) return refuse(say("format: have '", excerpt(id), "', want one of: ", ids));
    return refuse(say("kind: have '", excerpt(kind), "', want one of: ", kinds, " (PTX ", name_of(edition), ", format ",
                      id, ")"));
}

const Format* idesc_format(std::string_view kind, Edition edition) {
    for (const Format* f : all_formats(edition))
        if (!f->kind.empty() && f->kind == kind) return f;
    return nullptr;
}

Answer<Edition> find_edition(std::string_view text) {
    for (const NamedValue& e : kEditionNames)
        if (e.name == text) return static_cast<Edition>(e.raw);
    return Answer<Edition>::refuse(say("edition: have '", excerpt(text), "', want 9.1 or 9.4"));
}

}  // namespace tilescope
