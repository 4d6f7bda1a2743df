// app/window/paste/follow_thread.cpp -- reads the new lines of a file that another program writes.
// SPDX-License-Identifier: MIT
#include "app/window/paste/follow_thread.h"

#include "app/io/follow.h"
#include "app/io/program.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <system_error>
#include <utility>

namespace tilescope::ui {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kFollowQuiet = 100ms;                         // lines are read after a pause,
constexpr auto kFollowLongest = 500ms;                       // but at least so often
constexpr int kFollowShare = 4;                              // at most a fifth of the time goes into tables
constexpr std::size_t kMostFollowed = std::size_t{1} << 24;  // bytes of text that are kept
constexpr std::size_t kLongestLine = std::size_t{1} << 16;   // a longer one is read in parts

// Lines that have arrived, the table, and when both were last shown.
class Following {
public:
    explicit Following(const PasteFor& reads_for) : blocks_(reads_for) {}

    void add(std::string_view piece) { fresh_ += piece; }
    // The file is read again: the beginning of a line is of the old one, and has no end.
    void drop_unfinished_line() { fresh_.erase(fresh_.rfind('\n') + 1); }
    bool is_due(bool quiet) const {
        const bool late = Clock::now() - read_ >= kFollowLongest;
        return has_line() && (quiet || late || fresh_.size() >= PasteBlocks::kBlockBytes);
    }
    // Reads the whole lines; at the end of a pipe also the last one.
    void read(bool all, const std::stop_token& stop) {
        while (!stop.stop_requested() && (all ? !fresh_.empty() : has_line())) {
            const std::size_t size = PasteBlocks::first_block(fresh_, all);
            blocks_.add(std::string_view(fresh_).substr(0, size), stop);
            fresh_.erase(0, size);
            blocks_.drop_oldest(PasteBlocks::kMostRows, kMostFollowed);
            unseen_ = true;
        }
        read_ = Clock::now();
    }
    // A table of many rows takes long to make, so it is made less often.
    bool shows() const { return unseen_ && Clock::now() >= next_; }
    bool has_unseen() const { return unseen_; }
    FollowNews news(const BatchAsk& ask) {
        const auto begin = Clock::now();
        FollowNews out{.pasted = blocks_.result(),
                       .text = blocks_.text(),
                       .box = blocks_.text(),
                       .batch = prepare_batch(blocks_.table(), blocks_.target(), ask),
                       .words = blocks_.words_in_words(),
                       .rows = blocks_.rows(),
                       .lines_dropped = blocks_.lines_dropped()};
        const auto now = Clock::now();
        next_ = now + kFollowShare * (now - begin);
        unseen_ = false;
        return out;
    }

private:
    bool has_line() const { return fresh_.find('\n') != fresh_.npos || fresh_.size() > kLongestLine; }

    PasteBlocks blocks_;
    std::string fresh_;
    bool unseen_ = true;  // the first news says that the file could be opened
    Clock::time_point read_ = Clock::now(), next_ = Clock::now();
};

}  // namespace

FollowThread::FollowThread(std::string path, PasteFor reads_for, std::function<void()> wake)
    : path_(std::move(path)),
      for_(std::move(reads_for)),
      wake_(std::move(wake)),
      thread_([this](const std::stop_token& stop) {
          try {
              run(stop);
          } catch (const std::exception&) {  // out of memory: the window must not end
              publish({.why = io::shortage()});
          }
      }) {}

void FollowThread::run(const std::stop_token& stop) {
    auto file = io::Follower::of(path_);
    if (!file) return publish({.why = file.why});
    Following following(for_);
    for (unsigned restarts = 0; !stop.stop_requested();) {
        const auto piece = file->next(kFollowQuiet, stop);
        if (!piece) return publish({.why = piece.why});
        if (std::exchange(restarts, file->restarts()) != file->restarts()) following.drop_unfinished_line();
        following.add(*piece);
        const bool ended = file->has_ended();
        if (ended || following.is_due(piece->empty())) following.read(ended, stop);
        if (!ended && !following.shows()) continue;
        BatchAsk ask;
        {
            const std::lock_guard lock(mutex_);
            ask = ask_;
        }
        FollowNews news = following.news(ask);
        news.restarts = file->restarts();
        news.ended = ended;
        publish(std::move(news));
        if (ended) return;
    }
}

void FollowThread::publish(FollowNews news) {
    {
        const std::lock_guard lock(mutex_);
        if (!news.why.empty() && news_) {  // the rows before the error stay
            news_->why = std::move(news.why);
        } else {
            news_ = std::move(news);
        }
        has_news_ = true;
    }
    if (wake_) wake_();
}

void FollowThread::ask(BatchAsk ask) {
    if (ask == asked_) return;  // every frame asks, and nearly all ask the same
    asked_ = ask;
    const std::lock_guard lock(mutex_);
    ask_ = std::move(ask);
}

std::optional<FollowNews> FollowThread::take() {
    const std::lock_guard lock(mutex_);
    has_news_ = false;
    return std::exchange(news_, std::nullopt);
}

}  // namespace tilescope::ui
