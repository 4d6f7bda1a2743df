// app/window/result/file_watch.cpp -- notices that a file was written again.
// SPDX-License-Identifier: MIT
#include "app/window/result/file_watch.h"

#include <sys/stat.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <system_error>
#include <tuple>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr std::chrono::milliseconds kLookAgain(200);

// Device, number, size and time of change of a file. None: it is absent.
using FileLook = std::optional<std::tuple<dev_t, ino_t, off_t, time_t, long>>;

FileLook look_at_file(const std::string& path) {
    struct stat about {};
    if (stat(path.c_str(), &about) != 0) return std::nullopt;
    return std::tuple(about.st_dev, about.st_ino, about.st_size, about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
}

}  // namespace

FileWatch::FileWatch(std::string path, std::function<void()> wake)
    : path_(std::move(path)),
      thread_([this, known = look_at_file(path_), wake = std::move(wake)](const std::stop_token& stop) mutable {
          FileLook last = known;
          for (std::mutex mutex; !stop.stop_requested();) {
              {
                  std::unique_lock lock(mutex);
                  std::condition_variable_any().wait_for(lock, stop, kLookAgain, [] { return false; });
              }
              const FileLook now = look_at_file(path_);
              // A program may still write it: it is whole when it stays as it is from one look to the next.
              if (std::exchange(last, now) != now || !now || now == known) continue;
              known = now;
              changed_ = true;
              if (wake) wake();
          }
      }) {}

std::unique_ptr<FileWatch> watch_file(const std::string& path, std::function<void()> wake) {
    try {
        return std::make_unique<FileWatch>(path, std::move(wake));
    } catch (const std::system_error&) {
        return nullptr;
    }
}

}  // namespace tilescope::ui
