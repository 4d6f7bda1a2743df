// app/gui/picture_clipboard.cpp -- a picture on the clipboard of an X server.
// SPDX-License-Identifier: MIT
//
// A program that wants the clipboard sends SelectionRequest: the form that it wants (TARGETS: which there are), and the
// property of its window where it wants the bytes. We store them there and send SelectionNotify. Bytes that do not fit
// into one request of the protocol are sent piece by piece (INCR): a piece each time the program has removed the last.
#include "app/gui/clipboards.h"
#include "app/gui/xcb.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace tilescope::ui {
namespace clipboard_owner {

constexpr std::size_t kPiece = 64 * 1024;  // bytes of a piece of a long picture
constexpr std::size_t kMostTransfers = 16;

// What a program that reads piece by piece has not got yet.
struct Transfer {
    xcb::WindowId to;
    xcb::Atom property;
    std::size_t sent = 0;
};

// A connection to the X server that owns the clipboard. Only one thread uses it.
class Owner {
public:
    explicit Owner(std::string png) : png_(std::move(png)) {}

    Answer<void> begin() {
        if (auto connected = client_.connect(); !connected) return connected;
        clipboard_ = client_.atom("CLIPBOARD"), targets_ = client_.atom("TARGETS");
        png_type_ = client_.atom("image/png"), incr_ = client_.atom("INCR"), timestamp_ = client_.atom("TIMESTAMP");
        x_.set_selection_owner(client_.connection, client_.window, clipboard_, 0);
        if (client_.owner_of(clipboard_) != client_.window)
            return Refusal("the X server gave the clipboard to no window");
        return {};
    }

    int file() const { return client_.file(); }

    // Answers what has arrived. Returns false if there is nothing more to do: another program owns the clipboard and no
    // program reads ours any more, or the server is gone.
    bool answer() {
        while (const xcb::Reply<xcb::Event> event = client_.next_event()) {
            switch (xcb::type_of(*event)) {
            case xcb::kSelectionClear: owned_ = false; break;
            case xcb::kSelectionRequest: give(xcb::as<xcb::SelectionRequest>(*event)); break;
            case xcb::kPropertyNotify: give_piece(xcb::as<xcb::PropertyNotify>(*event)); break;
            case xcb::kDestroyNotify: forget(xcb::as<xcb::DestroyNotify>(*event).window); break;
            case xcb::kError: forget(xcb::as<xcb::Error>(*event).resource); break;
            }
        }
        return !client_.lost() && (owned_ || !transfers_.empty());
    }

private:
    xcb::Client client_;
    const xcb::Library& x_ = client_.x;
    std::string png_;
    xcb::Atom clipboard_ = 0, targets_ = 0, png_type_ = 0, incr_ = 0, timestamp_ = 0;
    std::vector<Transfer> transfers_;
    bool owned_ = true;

    // The window is gone, so nobody reads the rest.
    void forget(xcb::WindowId window) {
        std::erase_if(transfers_, [&](const Transfer& t) { return t.to == window; });
    }

    void give(const xcb::SelectionRequest& request) {
        // Old programs name no property; the target is then the property.
        const xcb::Atom property = request.property == 0 ? request.target : request.property;
        const bool given = store(request, property);
        const xcb::SelectionNotify done{.time = request.time,
                                        .requestor = request.requestor,
                                        .selection = request.selection,
                                        .target = request.target,
                                        .property = given ? property : 0};
        static_assert(sizeof done == 32);
        x_.send_event(client_.connection, 0, request.requestor, 0, reinterpret_cast<const char*>(&done));
    }

    // Returns false if we do not have this form.
    bool store(const xcb::SelectionRequest& request, xcb::Atom property) {
        if (request.target == targets_) {
            const std::array forms{targets_, timestamp_, png_type_};
            x_.change_property(client_.connection, xcb::kReplace, request.requestor, property, xcb::kAtomAtom, 32,
                               static_cast<std::uint32_t>(forms.size()), forms.data());
            return true;
        }
        if (request.target == timestamp_) {
            const std::uint32_t time = 0;
            x_.change_property(client_.connection, xcb::kReplace, request.requestor, property, xcb::kAtomInteger, 32, 1,
                               &time);
            return true;
        }
        if (request.target != png_type_) return false;
        if (png_.size() <= std::min<std::size_t>(kPiece, x_.get_maximum_request_length(client_.connection) * 2)) {
            x_.change_property(client_.connection, xcb::kReplace, request.requestor, property, png_type_, 8,
                               static_cast<std::uint32_t>(png_.size()), png_.data());
            return true;
        }
        if (transfers_.size() >= kMostTransfers) transfers_.erase(transfers_.begin());  // it stopped reading
        const std::uint32_t events = xcb::kPropertyChanges | xcb::kStructureChanges;
        x_.change_window_attributes(client_.connection, request.requestor, xcb::kEventMask, &events);
        const auto size = static_cast<std::uint32_t>(png_.size());
        x_.change_property(client_.connection, xcb::kReplace, request.requestor, property, incr_, 32, 1, &size);
        transfers_.push_back({request.requestor, property});
        return true;
    }

    void give_piece(const xcb::PropertyNotify& event) {
        if (event.state != xcb::kPropertyDeleted) return;
        const auto found = std::ranges::find_if(
            transfers_, [&](const Transfer& t) { return t.to == event.window && t.property == event.atom; });
        if (found == transfers_.end()) return;
        const std::size_t size = std::min(kPiece, png_.size() - found->sent);
        x_.change_property(client_.connection, xcb::kReplace, found->to, found->property, png_type_, 8,
                           static_cast<std::uint32_t>(size), png_.data() + found->sent);
        found->sent += size;
        if (size == 0) transfers_.erase(found);  // an empty piece is the end
    }
};

}  // namespace clipboard_owner

// The thread that answers requests.
class PictureClipboard::Offer {
public:
    explicit Offer(std::string png) : owner_(std::move(png)), stop_(eventfd(0, EFD_CLOEXEC)) {}
    ~Offer() {
        if (thread_.joinable()) {
            eventfd_write(stop_, 1);
            thread_.join();
        }
        if (stop_ >= 0) close(stop_);
    }
    Offer(const Offer&) = delete;
    Offer& operator=(const Offer&) = delete;

    Answer<void> begin() {
        if (stop_ < 0) return Refusal("the system has no more files");
        if (auto begun = owner_.begin(); !begun) return begun;
        try {
            thread_ = std::thread([this] { serve(); });
        } catch (const std::system_error&) {
            return Refusal("the system has no more threads");
        }
        return {};
    }

private:
    clipboard_owner::Owner owner_;
    int stop_;
    std::thread thread_;

    void serve() {
        while (owner_.answer()) {
            std::array<pollfd, 2> files{pollfd{owner_.file(), POLLIN, 0}, pollfd{stop_, POLLIN, 0}};
            if (poll(files.data(), files.size(), -1) < 0 || files[1].revents != 0) return;
        }
    }
};

PictureClipboard::PictureClipboard() = default;
PictureClipboard::~PictureClipboard() = default;

Answer<void> PictureClipboard::offer(std::string png) {
    offer_.reset();
    auto next = std::make_unique<Offer>(std::move(png));
    auto begun = next->begin();
    if (begun) offer_ = std::move(next);
    return begun;
}

void PictureClipboard::end() { offer_.reset(); }

}  // namespace tilescope::ui
