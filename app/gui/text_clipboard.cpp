// app/gui/text_clipboard.cpp -- the text that another program has on the clipboard of an X server, without a long wait.
// SPDX-License-Identifier: MIT
//
// We ask for a form of the selection (ConvertSelection). The owner stores the text in a property of our window and
// sends SelectionNotify. It sends a long text piece by piece (INCR): the next piece each time we have removed the last
// one.
#include "app/gui/text_clipboard.h"

#include "app/gui/xcb.h"

#include <GLFW/glfw3.h>
#include <poll.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tilescope::ui {
namespace clipboard_reader {

using Clock = std::chrono::steady_clock;

// It leaves no request half answered if it can. Some programs end when the window that they answer is gone, and the
// user would lose the clipboard; others answer nobody until their last piece was taken. So it keeps its connection and
// the windows of owners that are late, and takes all pieces, also those that nobody reads.
class Reader {
public:
    ClipboardText read(const ClipboardLimits& limits) {
        limits_ = limits, end_ = Clock::now() + limits.all;
        if (!begin() || client_->owner_of(clipboard_) == 0) return {};
        ClipboardText out;
        if (ask(utf8_))
            out = take();
        else if (!late_ && ask(xcb::kAtomString))
            out = take(), out.text = utf8_of_latin1(out.text);
        if (late_) client_->create_window(xcb::kPropertyChanges);
        return out;
    }

private:
    ClipboardLimits limits_;
    Clock::time_point end_;
    std::optional<xcb::Client> client_;
    xcb::Atom clipboard_ = 0, incr_ = 0, property_ = 0, utf8_ = 0;
    bool late_ = false;

    bool begin() {
        late_ = false;
        if (client_ && !client_->lost()) return true;
        if (!client_.emplace().connect(xcb::kPropertyChanges)) return client_.reset(), false;
        clipboard_ = client_->atom("CLIPBOARD"), incr_ = client_->atom("INCR");
        property_ = client_->atom("TILESCOPE_TEXT"), utf8_ = client_->atom("UTF8_STRING");
        return true;
    }

    // Waits for such an event of the window. Returns none if the owner is late.
    template <class Test>
    std::optional<xcb::Event> wait_for(Test is_it) {
        const Clock::time_point end = std::min(end_, Clock::now() + limits_.silence);
        while (!client_->lost() && Clock::now() < end) {
            while (const xcb::Reply<xcb::Event> event = client_->next_event()) {
                if (is_it(*event)) return *event;
                take_late_piece(*event);
            }
            const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
            pollfd file{client_->file(), POLLIN, 0};
            poll(&file, 1, static_cast<int>(std::max<long long>(left.count() + 1, 0)));
        }
        late_ = true;
        return std::nullopt;
    }

    static bool is_piece(const xcb::Event& event) {
        return xcb::type_of(event) == xcb::kPropertyNotify &&
               xcb::as<xcb::PropertyNotify>(event).state == xcb::kPropertyNew;
    }

    // For an earlier window.
    void take_late_piece(const xcb::Event& event) {
        if (!is_piece(event)) return;
        const auto piece = xcb::as<xcb::PropertyNotify>(event);
        if (piece.window != client_->window) client_->x.delete_property(client_->connection, piece.window, piece.atom);
    }

    // Returns whether the owner has stored the text in this form.
    bool ask(xcb::Atom form) {
        client_->x.convert_selection(client_->connection, client_->window, clipboard_, form, property_, 0);
        const auto reply = wait_for([&](const xcb::Event& event) {
            if (xcb::type_of(event) != xcb::kSelectionNotify) return false;
            const auto done = xcb::as<xcb::SelectionNotify>(event);
            return done.requestor == client_->window && done.target == form;
        });
        return reply && xcb::as<xcb::SelectionNotify>(*reply).property != 0;
    }

    bool next_piece() {
        return wait_for([&](const xcb::Event& event) {
                   return is_piece(event) && xcb::as<xcb::PropertyNotify>(event).window == client_->window;
               })
            .has_value();
    }

    // Removes the property if that are all its bytes.
    xcb::Reply<xcb::PropertyReply> stored(std::size_t bytes) {
        const auto words = static_cast<std::uint32_t>((bytes + 3) / 4);
        const xcb::Cookie asked =
            client_->x.get_property(client_->connection, 1, client_->window, property_, 0, 0, words);
        return xcb::Reply<xcb::PropertyReply>(client_->x.get_property_reply(client_->connection, asked, nullptr));
    }

    // Takes what the owner has stored. The server sends us no more than the limit.
    ClipboardText take() {
        ClipboardText out;
        for (bool in_pieces = false;; in_pieces = true) {
            const std::size_t room = limits_.bytes - out.text.size();
            const xcb::Reply<xcb::PropertyReply> got = stored(room + 1);
            if (!got) break;
            if (got->type != incr_ || in_pieces) {
                const auto size = static_cast<std::size_t>(client_->x.get_property_value_length(got.get()));
                if (in_pieces && size == 0) return out;  // an empty piece is the end
                const auto* text = static_cast<const char*>(client_->x.get_property_value(got.get()));
                out.text.append(text, std::min(size, room));
                if (size > room || got->bytes_after != 0) {
                    drain(in_pieces, got->bytes_after != 0);
                    break;
                }
                if (!in_pieces) return out;
            }
            if (!next_piece()) break;
        }
        out.whole = false;
        return out;
    }

    // Takes the rest and reads nothing of it.
    void drain(bool in_pieces, bool is_there) {
        for (;;) {
            if (is_there) client_->x.delete_property(client_->connection, client_->window, property_);
            if (!in_pieces || !next_piece()) return;
            const xcb::Reply<xcb::PropertyReply> got = stored(0);
            if (!got || got->bytes_after == 0) return;
            is_there = true;
        }
    }

    static std::string utf8_of_latin1(std::string_view text) {
        std::string out;
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte < 0x80)
                out += c;
            else
                out += {static_cast<char>(0xc0 | byte >> 6), static_cast<char>(0x80 | (byte & 0x3f))};
        }
        return out;
    }
};

// GLFW 3.3 is built for one system.
bool is_on_x() {
#if GLFW_VERSION_MAJOR > 3 || GLFW_VERSION_MINOR >= 4
    return glfwGetPlatform() == GLFW_PLATFORM_X11;
#else
    return std::string_view(glfwGetVersionString()).find(" X11") != std::string_view::npos;
#endif
}

}  // namespace clipboard_reader

std::unique_ptr<ClipboardJobs> clipboard_jobs(std::function<void()> wake) {
    if (!clipboard_reader::is_on_x()) return nullptr;
    const auto reader = std::make_shared<clipboard_reader::Reader>();
    return start_jobs<ClipboardJobs>(
        ClipboardJobs::surviving(
            [reader](const ClipboardLimits& limits, const WorkTools&) { return reader->read(limits); },
            [](const ClipboardLimits&) { return ClipboardText{}; }),
        std::move(wake));
}

}  // namespace tilescope::ui
