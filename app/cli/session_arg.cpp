// app/cli/session_arg.cpp -- the argument that names a session, for all verbs that have one.
// SPDX-License-Identifier: MIT
#include "app/cli/session_arg.h"
#include "app/io/array_file.h"
#include "app/io/disassemble.h"
#include "app/io/file.h"
#include "app/io/same_file.h"
#include "app/io/state_line.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/session/edit.h>
#include <tilescope/session/presets.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace tilescope::cli {
namespace {

Answer<io::SessionFile> session_of_preset(std::string_view id) {
    if (const Preset* preset = find_preset(id)) return io::SessionFile{.session = preset->session()};
    std::string known;
    for (const Preset& p : presets()) known += say(known.empty() ? "" : ", ", p.id);
    return Answer<io::SessionFile>::refuse(say("'", excerpt(id), "' is no preset; use one of: ", known));
}

Answer<io::SessionFile> session_at(const std::string& path) {
    if (path.starts_with(kPresetSign)) return session_of_preset(std::string_view(path).substr(kPresetSign.size()));
    if (io::is_state_line(path)) return io::session_in(path);
    const auto text = path == "-" ? io::read_standard_input() : io::read_text(path);
    if (!text) return Answer<io::SessionFile>::refuse(text.why);
    const Answer<io::SessionFile> file = io::session_in(*text);
    if (file || path == "-") return file;
    return Answer<io::SessionFile>::refuse(say(path, ": ", file.why, file.why.ends_with('.') ? "" : "."));
}

// Refuses a call that would write a file from which the session takes values.
Answer<void> spares_recipes(const Session& session, const std::string& path, const Globals& globals) {
    for (const RecipeRow& row : kRecipes) {
        const Recipe& recipe = session.recipe_of(row.of);
        if (recipe.kind != RecipeKind::file || recipe.file.empty()) continue;
        const std::string file =
            (std::filesystem::path(folder_of_session(path)) / io::file_of_array(recipe.file)).string();
        for (const std::string& output : globals.outputs)
            if (io::is_same_file(file, output))
                return Answer<void>::refuse(say("'", output, "' is also the file with the ", row.title,
                                                " of the session; write to another file"));
    }
    return {};
}

// The session for the target and the edition of the call.
Answer<Session> for_target(const Session& session, const Globals& globals) {
    const auto lacks = [&](std::string_view what, std::string_view name, std::string_view rest) {
        return Answer<Session>::refuse(say("the ", what, " of the session is ", name, ", which PTX ",
                                           globals.edition_text, " does not have; remove --edition", rest));
    };
    const std::string& arch = globals.arch_given ? globals.arch : session.arch;
    const Edition edition = globals.edition_given ? globals.edition : edition_of(arch, session.edition);
    if (!find_arch(arch, edition)) return lacks("target", arch, ", or give --arch too");
    const auto kinds = kinds_of(edition);
    const std::string& kind = session.variant.kind;
    if (std::ranges::find(kinds, kind) == kinds.end()) return lacks("kind", kind, "");
    return apply_edit(apply_edit(session, SetEdition{edition}), SetArch{arch});
}

}  // namespace

Answer<io::SessionFile> session_named(const std::string& path, const Globals& globals, const ProgramArgs& program) {
    Answer<io::SessionFile> file =
        is_program(path, program) ? session_of_program(path, program, globals) : session_at(path);
    if (!file) return file;
    if (const auto spares = spares_recipes(file->session, path, globals); !spares)
        return Answer<io::SessionFile>::refuse(spares.why);
    if (!(globals.arch_given || globals.edition_given)) return file;
    Answer<Session> session = for_target(file->session, globals);
    if (!session) return Answer<io::SessionFile>::refuse(session.why);
    file->session = std::move(*session);
    return file;
}

int refuse_job(std::string_view verb, const std::string& path, std::string_view why) {
    const int status = refuse(verb, why);
    const auto tool = io::disassembler_for(path);
    return !tool && tool.why == why ? kLacking : status;
}

Answer<void> has_own_target(std::string_view what, const Globals& globals) {
    const std::string_view option = globals.arch_given ? "--arch" : globals.edition_given ? "--edition" : "";
    if (option.empty()) return {};
    return Answer<void>::refuse(say(what, " has its own ", option.substr(2), "; remove ", option));
}

std::string folder_of_session(const std::string& path) { return io::is_state_line(path) ? "." : io::folder_of(path); }

std::string name_of_session(const std::string& path) {
    if (path == "-") return "standard input";
    return io::is_state_line(path) ? "a state line" : printable(std::filesystem::path(path).filename().string());
}

}  // namespace tilescope::cli
