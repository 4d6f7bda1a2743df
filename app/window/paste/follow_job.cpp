// app/window/paste/follow_job.cpp -- a tab follows a file: its words appear as they are written.
// SPDX-License-Identifier: MIT
#include "app/window/frame/drawer.h"
#include "app/window/paste/paste.h"

#include "app/window/documents/chooser.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <memory>
#include <optional>
#include <system_error>
#include <utility>

namespace tilescope::ui {
namespace {

std::string follow_sentence(const Document& doc, const FollowNews& news) {
    const std::string path = printable(doc.paste.follower->path());
    if (!news.why.empty()) return say("No longer following: ", news.why);
    std::string out = say(news.ended ? "Followed " : "Following ", path, ": ", news.words);
    if (news.lines_dropped > 0)
        out += say("; the newest ", news.rows, news.rows == 1 ? " row is" : " rows are", " shown");
    if (news.restarts > 0) out += "; the file was replaced or written again, and is read from its start";
    return out + (news.ended ? ". Its writer has closed it." : ".");
}

}  // namespace

void follow_file(Context c, const std::string& path) {
    stop_paste(c);
    end_follow(c.document(), c.regions);
    try {
        c.document().paste.follower = std::make_unique<FollowThread>(
            path, PasteFor{c.document().session.edition, c.document().session.variant.kind, c.document().session.arch},
            c.jobs.wake);
    } catch (const std::system_error&) {
        return say_now(c.document(),
                       "The system could not start a thread to follow the file. Close other programs and try again.");
    }
    c.document().paste.result = {};
    c.document().paste.program = {};
    c.document().paste.text.clear();
    c.document().paste.path = path;
    c.document().states.paste.text.clear();
    ++c.document().states.paste_number;
    c.document().states.batch.following = say("Following ", printable(path), " ...");
    raise_drawer(c.document(), c.regions, "batch");
    c.regions.requested = "drawer";  // the keyboard is for the rows that come
    c.regions.redraw.touch();
}

namespace {

// Takes new rows if there are any.
void take_follow(Context c) {
    if (!c.document().paste.follower) return;
    c.document().paste.follower->ask(asked_of(c.document().states.batch));
    std::optional<FollowNews> news = c.document().paste.follower->take();
    if (!news) return;
    const std::string sentence = follow_sentence(c.document(), *news);
    if (news->why.empty() || !news->pasted.words.empty()) {
        OldPaste old{.pasted = std::exchange(c.document().paste.result, std::move(news->pasted)),
                     .program = {},
                     .text = std::exchange(c.document().paste.text, std::move(news->text)),
                     .box = std::exchange(c.document().states.paste.text, std::move(news->box)),
                     .batch = grow_batch(c.document().states.batch, std::move(news->batch),
                                         c.document().states.paste_number, news->lines_dropped)};
        discard(c.jobs, std::move(old));
    }
    c.document().states.batch.following = sentence;
    if (news->ended || !news->why.empty()) {
        c.document().paste.follower.reset();
        c.document().states.batch.following.clear();
    }
    news->why.empty() ? void(c.document().status = sentence) : say_now(c.document(), sentence);
    c.regions.redraw.touch();
}

constexpr PathVerb kFollowVerbs[] = {
    {"follow ", "Follow ", follow_file},
};

// clang-format off
constexpr Command kFollowCommands[] = {
    {.id = "follow", .title = "Follow a file ...", .keys = "Ctrl+Shift+O", .menu = Menu::file, .place = 60,
     .act = [](Context c) { open_chooser(c, "follow "); }, .words = "tail watch log growing live stream pipe",
     .keeps_start_page = true},
    {.id = "stop_follow", .title = "Stop following the file", .menu = Menu::file, .place = 70,
     .when = {with<is_following>}, .act = with<end_follow>, .words = "tail watch log end"},
};
// clang-format on

News news_of_follower(Context c) {
    const FollowThread* follower = c.document().paste.follower.get();
    return follower != nullptr && follower->has_news() ? News::answer : News::nothing;
}

void end_followers(Context c) {
    for (const auto& document : c.documents.open) document->paste.follower.reset();
}

}  // namespace

const Feature kFollow = {.id = "follow",
                         .commands = kFollowCommands,
                         .verbs = kFollowVerbs,
                         .news = news_of_follower,
                         .end = end_followers,
                         .arrive = with<take_follow>};

}  // namespace tilescope::ui
