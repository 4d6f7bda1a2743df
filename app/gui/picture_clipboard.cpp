// app/gui/picture_clipboard.cpp -- a picture on the clipboard of an X server.
// SPDX-License-Identifier: MIT
//
// A program that wants the clipboard sends SelectionRequest: the form that it wants (TARGETS: which there are), and the
// property of its window where it wants the bytes. We store them there and send SelectionNotify. Bytes that do not fit
// into one request of the protocol are sent piece by piece (INCR): a piece each time the program has removed the last.
#include "app/gui/picture_clipboard.h"
#include "app/gui/xcb.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace tilescope::ui {
namespace clipboard_owner {

constexpr std::size_t kPiece = 64 * 1024;  // bytes of a piece of a long picture
constexpr std::size_t kMostTransfers = 16;

struct FreeReply {
    void operator()(void* reply) const { std::free(reply); }
};
template <class T>
using Reply = std::unique_ptr<T, FreeReply>;

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
    ~Owner() {
        if (connection_ != nullptr) x_.disconnect(connection_);
    }
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;

    Answer<void> begin() {
        if (!x_.open()) return Answer<void>::refuse("libxcb.so.1 was not found");
        connection_ = x_.connect(nullptr, nullptr);
        if (lost()) return Answer<void>::refuse("there is no X server");
        clipboard_ = atom("CLIPBOARD"), targets_ = atom("TARGETS"), png_type_ = atom("image/png");
        incr_ = atom("INCR"), timestamp_ = atom("TIMESTAMP");
        window_ = x_.generate_id(connection_);
        x_.create_window(connection_, 0, window_, x_.setup_roots_iterator(x_.get_setup(connection_)).data->root, 0, 0,
                         1, 1, 0, xcb::kInputOnly, 0, 0, nullptr);
        x_.set_selection_owner(connection_, window_, clipboard_, 0);
        const Reply<xcb::OwnerReply> now(
            x_.get_selection_owner_reply(connection_, x_.get_selection_owner(connection_, clipboard_), nullptr));
        if (!now || now->owner != window_) return Answer<void>::refuse("the X server gave the clipboard to no window");
        return {};
    }

    int file() const { return x_.get_file_descriptor(connection_); }

    // Answers what has arrived. Returns false if there is nothing more to do: another program owns the clipboard and no
    // program reads ours any more, or the server is gone.
    bool answer() {
        while (const Reply<xcb::Event> event{x_.poll_for_event(connection_)}) {
            const std::uint8_t type = event->response_type & xcb::kTypeBits;
            if (type == xcb::kSelectionClear) owned_ = false;
            if (type == xcb::kSelectionRequest) give(as<xcb::SelectionRequest>(*event));
            if (type == xcb::kPropertyNotify) give_piece(as<xcb::PropertyNotify>(*event));
        }
        x_.flush(connection_);
        return !lost() && (owned_ || !transfers_.empty());
    }

private:
    xcb::Library x_;
    xcb::Connection* connection_ = nullptr;
    std::string png_;
    xcb::WindowId window_ = 0;
    xcb::Atom clipboard_ = 0, targets_ = 0, png_type_ = 0, incr_ = 0, timestamp_ = 0;
    std::vector<Transfer> transfers_;
    bool owned_ = true;

    bool lost() const { return connection_ == nullptr || x_.connection_has_error(connection_) != 0; }

    // Events have different members in the same bytes.
    template <class T>
    static T as(const xcb::Event& event) {
        T out;
        std::memcpy(&out, &event, std::min(sizeof out, sizeof event));
        return out;
    }

    xcb::Atom atom(std::string_view name) {
        const xcb::Cookie asked = x_.intern_atom(connection_, 0, static_cast<std::uint16_t>(name.size()), name.data());
        const Reply<xcb::AtomReply> reply(x_.intern_atom_reply(connection_, asked, nullptr));
        return reply ? reply->atom : 0;
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
        x_.send_event(connection_, 0, request.requestor, 0, reinterpret_cast<const char*>(&done));
    }

    // Returns false if we do not have this form.
    bool store(const xcb::SelectionRequest& request, xcb::Atom property) {
        if (request.target == targets_) {
            const std::array forms{targets_, timestamp_, png_type_};
            x_.change_property(connection_, xcb::kReplace, request.requestor, property, xcb::kAtomAtom, 32,
                               static_cast<std::uint32_t>(forms.size()), forms.data());
            return true;
        }
        if (request.target == timestamp_) {
            const std::uint32_t time = 0;
            x_.change_property(connection_, xcb::kReplace, request.requestor, property, xcb::kAtomInteger, 32, 1,
                               &time);
            return true;
        }
        if (request.target != png_type_) return false;
        if (png_.size() <= std::min<std::size_t>(kPiece, x_.get_maximum_request_length(connection_) * 2)) {
            x_.change_property(connection_, xcb::kReplace, request.requestor, property, png_type_, 8,
                               static_cast<std::uint32_t>(png_.size()), png_.data());
            return true;
        }
        if (transfers_.size() >= kMostTransfers) transfers_.erase(transfers_.begin());  // it stopped reading
        x_.change_window_attributes(connection_, request.requestor, xcb::kEventMask, &xcb::kPropertyChanges);
        const auto size = static_cast<std::uint32_t>(png_.size());
        x_.change_property(connection_, xcb::kReplace, request.requestor, property, incr_, 32, 1, &size);
        transfers_.push_back({request.requestor, property});
        return true;
    }

    void give_piece(const xcb::PropertyNotify& event) {
        if (event.state != xcb::kPropertyDeleted) return;
        const auto found = std::ranges::find_if(
            transfers_, [&](const Transfer& t) { return t.to == event.window && t.property == event.atom; });
        if (found == transfers_.end()) return;
        const std::size_t size = std::min(kPiece, png_.size() - found->sent);
        x_.change_property(connection_, xcb::kReplace, found->to, found->property, png_type_, 8,
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
        if (stop_ < 0) return Answer<void>::refuse("the system has no more files");
        if (auto begun = owner_.begin(); !begun) return begun;
        thread_ = std::thread([this] { serve(); });
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
