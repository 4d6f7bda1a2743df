// app/window/paste/follow_job.cpp -- a tab follows a file: its words appear as they are written.
// SPDX-License-Identifier: MIT
#include "app/window/paste/paste.h"

#include "app/window/documents/edits.h"
#include "app/window/frame/drawer.h"
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

void follow_file(Documents& docs, Jobs& jobs, Regions& regions, const std::string& path) {
    Document& doc = docs.current();
    stop_paste(docs, jobs, regions);
    end_follow(doc, regions);
    try {
        doc.paste.follower = std::make_unique<FollowThread>(path, paste_for(doc.session), jobs.wake);
    } catch (const std::system_error&) {
        return say_now(doc,
                       "The system could not start a thread to follow the file. Close other programs and try again.");
    }
    doc.paste.result = {};
    doc.paste.program = {};
    doc.paste.text.clear();
    doc.paste.path = path;
    doc.states.paste.text.clear();
    plan_words(doc);
    ++doc.states.paste_number;
    doc.states.batch.following = say("Following ", printable(path), " ...");
    raise_drawer(doc, regions, "batch");
    regions.requested = "drawer";  // the keyboard is for the rows that come
    regions.redraw.touch();
}

namespace {

// Takes new rows if there are any.
void take_follow(Document& doc, Jobs& jobs, Regions& regions) {
    if (!doc.paste.follower) return;
    BatchPanelState& batch = doc.states.batch;
    doc.paste.follower->ask(asked_of(batch));
    std::optional<FollowNews> news = doc.paste.follower->take();
    if (!news) return;
    const std::string sentence = follow_sentence(doc, *news);
    if (news->why.empty() || !news->pasted.words.empty()) {
        OldPaste old;
        old.read.result = std::exchange(doc.paste.result, std::move(news->pasted));
        old.read.text = std::exchange(doc.paste.text, std::move(news->text));
        old.box = std::exchange(doc.states.paste.text, std::move(news->box));
        old.batch = grow_batch(batch, std::move(news->batch), doc.states.paste_number, news->lines_dropped);
        discard(jobs, std::move(old));
        // After the oldest lines are dropped, each word has another number.
        const bool moved = news->lines_dropped != 0 || doc.states.paste.plan.size() != doc.paste.result.words.size();
        if (moved) plan_words(doc);
    }
    const bool ends = news->ended || !news->why.empty();
    if (ends) doc.paste.follower.reset();
    batch.following = ends ? std::string() : sentence;
    news->why.empty() ? void(doc.status = sentence) : say_now(doc, sentence);
    regions.redraw.touch();
}

constexpr PathVerb kFollowVerbs[] = {
    {"follow ", "Follow ", with<follow_file>},
};

// clang-format off
constexpr Command kFollowCommands[] = {
    {.id = "follow", .title = "Follow a file ...", .keys = "Ctrl+Shift+O", .menu = Menu::file, .place = 60,
     .asks_for = "follow ", .words = "tail watch log growing live stream pipe",
     .keeps_start_page = true},
    {.id = "stop_follow", .title = "Stop following the file", .menu = Menu::file, .place = 70,
     .when = {with<is_following>}, .act = with<end_follow>, .words = "tail watch log end"},
};
// clang-format on

News news_of_follower(const Document& doc) {
    return doc.paste.follower && doc.paste.follower->has_news() ? News::answer : News::nothing;
}

void end_followers(Documents& docs) {
    for (const auto& document : docs.open) document->paste.follower.reset();
}

}  // namespace

const Feature kFollow = {.id = "follow",
                         .commands = kFollowCommands,
                         .verbs = kFollowVerbs,
                         .news = with<news_of_follower>,
                         .end = with<end_followers>,
                         .arrive = with<take_follow>};

}  // namespace tilescope::ui
