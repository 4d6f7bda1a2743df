// app/gui/clipboards.cpp -- a picture on the clipboard of an X server, and the text that another program has on it.
// SPDX-License-Identifier: MIT
//
// The picture. A program that wants the clipboard sends SelectionRequest: the form that it wants (TARGETS: which there
// are), and the property of its window where it wants the bytes. We store them there and send SelectionNotify. Bytes
// that do not fit into one request of the protocol are sent piece by piece (INCR): a piece each time the program has
// removed the last.
//
// The text. We ask for a form of the selection (ConvertSelection). The owner stores the text in a property of our
// window and sends SelectionNotify. It sends a long text piece by piece too: the next one each time we have removed the
// last.
#include "app/gui/clipboards.h"
#include "app/gui/xcb.h"

#include <GLFW/glfw3.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <stop_token>
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

namespace clipboard_reader {

using Clock = std::chrono::steady_clock;

// It leaves no request half answered if it can. Some programs end when the window that they answer is gone, and the
// user would lose the clipboard; others answer nobody until their last piece was taken. So it keeps its connection and
// the windows of owners that are late. A thread takes what they still send, until the next text is read.
class Reader {
public:
    Reader() : stop_file_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
    ~Reader() {
        end_rest();
        if (stop_file_ >= 0) close(stop_file_);
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    ClipboardText read(const ClipboardLimits& limits, const WorkTools& tools) {
        end_rest();
        limits_ = limits;
        if (!begin(tools.stop) || client_->owner_of(clipboard_) == 0) return {};
        const Stopper stopper(tools.stop, Stop{stop_file_});
        ClipboardText out{.text = {}, .whole = false, .late = true};
        if (ask(utf8_))
            out = take(tools);
        else if (!unfinished_ && ask(xcb::kAtomString))
            out = take(tools), out.text = utf8_of_latin1(out.text);
        else if (!unfinished_)
            out = {};  // the owner has no text
        if (unfinished_) leave_rest();
        return out;
    }

private:
    // Ends the sleep of the thread that uses the connection.
    struct Stop {
        int file;
        void operator()() const { eventfd_write(file, 1); }
    };
    using Stopper = std::stop_callback<Stop>;

    ClipboardLimits limits_;
    std::optional<xcb::Client> client_;
    xcb::Atom clipboard_ = 0, incr_ = 0, property_ = 0, utf8_ = 0;
    bool unfinished_ = false;  // the owner can still send something to the window
    int stop_file_;
    std::stop_token stop_;
    std::jthread rest_;  // uses all members above

    bool begin(std::stop_token stop) {
        stop_ = std::move(stop);
        unfinished_ = false;
        eventfd_t earlier = 0;
        if (stop_file_ < 0) return false;  // the system has no more files
        eventfd_read(stop_file_, &earlier);
        if (client_ && !client_->lost()) return true;
        if (!client_.emplace().connect(xcb::kPropertyChanges)) return client_.reset(), false;
        clipboard_ = client_->atom("CLIPBOARD"), incr_ = client_->atom("INCR");
        property_ = client_->atom("TILESCOPE_TEXT"), utf8_ = client_->atom("UTF8_STRING");
        return true;
    }

    bool goes_on() const { return !client_->lost() && !stop_.stop_requested(); }

    // Sleeps until the server sends something, or until a stop.
    void sleep(int milliseconds) const {
        std::array<pollfd, 2> files{pollfd{client_->file(), POLLIN, 0}, pollfd{stop_file_, POLLIN, 0}};
        poll(files.data(), files.size(), milliseconds);
    }

    // Waits for such an event of the window. Returns none if the owner is late. It is not late while it still sends an
    // earlier text: it may answer only after that.
    template <class Test>
    std::optional<xcb::Event> wait_for(Test is_it) {
        Clock::time_point end = Clock::now() + limits_.silence;
        while (goes_on() && Clock::now() < end) {
            while (const xcb::Reply<xcb::Event> event = goes_on() ? client_->next_event() : nullptr) {
                if (is_it(*event)) return *event;
                if (take_late_piece(*event)) end = Clock::now() + limits_.silence;
            }
            const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
            if (goes_on()) sleep(static_cast<int>(std::max<long long>(left.count() + 1, 0)));
        }
        unfinished_ = true;
        return std::nullopt;
    }

    static bool is_piece(const xcb::Event& event) {
        return xcb::type_of(event) == xcb::kPropertyNotify &&
               xcb::as<xcb::PropertyNotify>(event).state == xcb::kPropertyNew;
    }

    // Returns whether the event was a piece for an earlier window.
    bool take_late_piece(const xcb::Event& event) {
        const auto piece = xcb::as<xcb::PropertyNotify>(event);
        if (!is_piece(event) || piece.window == client_->window) return false;
        client_->x.delete_property(client_->connection, piece.window, piece.atom);
        return true;
    }

    // After this, no thread uses the connection.
    void end_rest() {
        rest_.request_stop();
        if (rest_.joinable()) rest_.join();
    }

    // The next text gets another window.
    void leave_rest() {
        client_->create_window(xcb::kPropertyChanges);
        try {
            rest_ = std::jthread([this](std::stop_token stop) { take_rest(std::move(stop)); });
        } catch (const std::system_error&) {  // no more threads: the next read takes the pieces
        }
    }

    void take_rest(std::stop_token stop) {
        stop_ = std::move(stop);
        const Stopper stopper(stop_, Stop{stop_file_});
        while (goes_on()) {
            while (const xcb::Reply<xcb::Event> event = goes_on() ? client_->next_event() : nullptr)
                take_late_piece(*event);
            if (goes_on()) sleep(-1);
        }
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
    ClipboardText take(const WorkTools& tools) {
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
                tools.rows_done = static_cast<unsigned>(out.text.size());
                if (size > room || got->bytes_after != 0) {
                    if (got->bytes_after != 0)
                        client_->x.delete_property(client_->connection, client_->window, property_);
                    out.whole = false, unfinished_ = in_pieces;
                    return out;
                }
                if (!in_pieces) return out;
            }
            if (!next_piece()) break;
        }
        out.whole = false, out.late = true;
        return out;
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

namespace {

// GLFW 3.3 is built for one system.
bool is_on_x() {
#if GLFW_VERSION_MAJOR > 3 || GLFW_VERSION_MINOR >= 4
    return glfwGetPlatform() == GLFW_PLATFORM_X11;
#else
    return std::string_view(glfwGetVersionString()).find(" X11") != std::string_view::npos;
#endif
}

}  // namespace

}  // namespace clipboard_reader

std::unique_ptr<ClipboardJobs> clipboard_jobs(std::function<void()> wake) {
    if (!clipboard_reader::is_on_x()) return nullptr;
    const auto reader = std::make_shared<clipboard_reader::Reader>();
    return start_jobs<ClipboardJobs>(
        ClipboardJobs::surviving(
            [reader](const ClipboardLimits& limits, const WorkTools& tools) { return reader->read(limits, tools); },
            [](const ClipboardLimits&) { return ClipboardText{}; }),
        std::move(wake));
}

}  // namespace tilescope::ui
