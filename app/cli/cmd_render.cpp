// app/cli/cmd_render.cpp -- render: the picture or an animation of any view of a session, as a file or in the terminal.
// SPDX-License-Identifier: MIT
#include "app/cli/animate_args.h"
#include "app/cli/commands.h"
#include "app/cli/pictures.h"
#include "app/cli/session_arg.h"
#include "app/cli/text_out.h"
#include "app/io/emulated.h"
#include "app/publish/report.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/session/form_notes.h>
#include <tilescope/session/pictures.h>
#include <tilescope/session/set_view.h>

#include <memory>
#include <vector>

namespace tilescope::cli {
namespace {

constexpr std::string_view kRenderVerb = "render", kDefaultView = "mma";

struct RenderArgs {
    std::string job, view;
    std::vector<std::string> files, set;
    PictureLook look;
    AnimateArgs animate;
    bool source = false, emulated = false;
};

// The list of --view list.
int print_views(const Globals& g) {
    io::Report report;
    report.rows_name = "views";
    report.columns = {"view", "title", "shows"};
    for (const PictureView& view : picture_views())
        report.rows.push_back({io::cell(view.id), io::cell(view.title), io::cell(view.help)});
    return print_report(report, g);
}

Answer<std::vector<PictureTarget>> targets_of(const std::vector<std::string>& files) {
    std::vector<PictureTarget> out;
    for (const std::string& file : files) {
        const auto format = io::format_of_file(file);
        if (!format) return Answer<std::vector<PictureTarget>>::refuse(say("-o: ", format.why));
        out.push_back({*format, file});
    }
    return out;
}

// The view state of the file, with the changes of --set.
Answer<ViewState> look_of(const io::SessionFile& file, const std::vector<std::string>& set) {
    ViewState out = file.view_state.value_or(ViewState{});
    for (const std::string& text : set) {
        auto next = with_view_key(out, text);
        if (!next) return Answer<ViewState>::refuse(say("--set: ", next.why));
        out = std::move(*next);
    }
    return out;
}

// "wrong_sbo.json   A desc 0x4000402000010040   ...   tilescope 0.9": what the picture is of, and what drew it.
std::string source_of(const Derived& d, const std::string& job) {
    std::string out = name_of_session(job);
    for (const WordView& word : d.words)
        if (is_read(d, word.id))
            out += say("   ", row_of(word.id).title, " ", hex_word(*word.format, word.decoded.word, word.unknown));
    return say(out, "   tilescope ", TILESCOPE_VERSION);
}

bool needs_result(const PictureView& view, const ViewState& look, bool asked) {
    return view.result == UsesResult::always || (view.result == UsesResult::if_any && (asked || look.sums));
}

// What cannot be used together. Empty: nothing.
Answer<void> options_fit(const RenderArgs& args) {
    if (!args.animate.any()) {
        const std::string_view option = args.animate.needing();
        if (option.empty()) return {};
        return Answer<void>::refuse(say(option, " needs --animate; give it, or remove ", option));
    }
    const std::string_view option = !args.view.empty()        ? "--view"
                                    : args.emulated           ? "--emulate"
                                    : args.source             ? "--source"
                                    : !args.look.show.empty() ? "--show"
                                                              : "";
    if (option.empty()) return {};
    return Answer<void>::refuse(say("--animate and ", option, " cannot be used together; remove one of them"));
}

// --animate takes the place of --view.
int run_animate(const RenderArgs& args, const Globals& g) {
    if (args.job.empty()) return refuse(kRenderVerb, "give a session file, or - for standard input");
    const auto file = session_named(args.job, g);
    if (!file) return refuse(kRenderVerb, file.why);
    const auto look = look_of(*file, args.set);
    if (!look) return refuse(kRenderVerb, look.why);
    return write_animations(kRenderVerb, args.animate, args.look, args.files, derive(file->session), *look);
}

int run_render(const RenderArgs& args, const Globals& g) {
    if (args.animate.animation == "list") return print_animations(g);
    if (args.view == "list") return print_views(g);
    if (g.json || g.csv)
        return refuse(kRenderVerb,
                      "only --view list and --animate list have --json and --csv; remove them, or write -o FILE");
    if (const auto fit = options_fit(args); !fit) return refuse(kRenderVerb, fit.why);
    if (args.animate.any()) return run_animate(args, g);
    const std::string_view name = args.view.empty() ? kDefaultView : std::string_view(args.view);
    const PictureView* view = find_picture_view(name);
    if (view == nullptr) return refuse(kRenderVerb, say("--view: ", picture_of(name, {}, {}).why));
    if (args.job.empty()) return refuse(kRenderVerb, "give a session file, or - for standard input");
    if (args.files.empty() && args.look.show.empty())
        return refuse(kRenderVerb, "give -o FILE, or --show to draw in the terminal");
    const auto targets = targets_of(args.files);
    if (!targets) return refuse(kRenderVerb, targets.why);
    const auto file = session_named(args.job, g);
    if (!file) return refuse(kRenderVerb, file.why);
    const auto look = look_of(*file, args.set);
    if (!look) return refuse(kRenderVerb, look.why);
    const Derived d = derive(file->session);
    const bool emulates = needs_result(*view, *look, args.emulated);
    const Results results = emulates ? io::emulated(d, folder_of_session(args.job), false) : Results{};
    const auto scene = picture_of(view->id, d, *look, results);
    if (!scene) return refuse(kRenderVerb, scene.why);
    return write_scene(kRenderVerb, *scene, *targets, args.look, args.source ? source_of(d, args.job) : std::string());
}

std::string footer_text() {
    std::string keys;
    std::size_t line = 0;
    for (const std::string& key : view_keys()) {
        if (line + key.size() > 88) keys += ",\n", line = 0;
        const std::string item = say(line == 0 ? (keys.empty() ? "" : "  ") : ", ", key);
        keys += item, line += item.size();
    }
    return say(
        "The picture is that of the window. The session file can say where the user looks (\"look\"); --set\n"
        "changes it: --set cells=element --set k_step=1. A view that shows D runs the CPU model.\n"
        "Keys of --set:\n  ",
        keys, "\n");
}

}  // namespace

void declare_render(Verb& verb, const Globals& globals) {
    const auto args = std::make_shared<RenderArgs>();
    verb.add_option("job", args->job, kSessionHelp);
    verb.add_option("--view", args->view, "The picture, such as memory or banks (default mma). list prints all.");
    Option out = verb.add_option(
        "-o,--output", args->files,
        "Write this file: .svg, .png, .tex (TikZ) or .pdf; with --animate also\n.gif or .apng. Use it several "
        "times for several files.");
    out.once_each();
    out.writes();
    verb.add_option("--set", args->set, "Change what the view shows: KEY=VALUE, such as operand=B. See below.")
        .once_each();
    declare_picture_look(verb, args->look, ";\nwith --animate 0.25 to 4 (default 1)");
    declare_animation(verb, args->animate);
    verb.add_flag("--emulate", args->emulated, "View mma: colour D by the verdicts of the CPU model");
    verb.add_flag("--source", args->source, "A line below the picture: the file, its words, this version");
    verb.set_footer(footer_text());
    verb.on_run([args, &globals] { return run_render(*args, globals); });
}

}  // namespace tilescope::cli
