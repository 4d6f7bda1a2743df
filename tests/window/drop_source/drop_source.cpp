// tests/window/drop_source/drop_source.cpp -- drags files onto a window with the XDND protocol, as a file manager does.
// SPDX-License-Identifier: MIT
//
//     drop_source PID X Y drop|leave URI...
//
// Moves to (X, Y) on the screen, over the window of the process PID, and drops the URIs there, or leaves. Ends with 0
// if the window accepted, and after a drop has taken, the files. Version 5 of the protocol:
// https://www.freedesktop.org/wiki/Specifications/XDND/
#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <poll.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr long kVersion = 5;
constexpr auto kPatience = std::chrono::seconds(30);
constexpr int kSteps = 3;  // a real drag also moves in several steps

[[noreturn]] void refuse(const std::string& why) {
    std::fprintf(stderr, "drop_source: %s\n", why.c_str());
    std::exit(1);
}

class Source {
public:
    Source() : display_(XOpenDisplay(nullptr)) {
        if (display_ == nullptr) refuse("no display");
        window_ = XCreateSimpleWindow(display_, DefaultRootWindow(display_), 0, 0, 1, 1, 0, 0, 0);
        XSelectInput(display_, window_, PropertyChangeMask);
        time_ = now();
        XSetSelectionOwner(display_, atom("XdndSelection"), window_, time_);
        if (XGetSelectionOwner(display_, atom("XdndSelection")) != window_) refuse("another program drags");
    }
    ~Source() { XCloseDisplay(display_); }
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    // Takes the window of the process that says that it accepts drops.
    void find_target(unsigned long pid) {
        target_ = find_below(DefaultRootWindow(display_), pid).value_or(None);
        if (target_ == None) refuse("the process has no window that takes drops");
    }
    void enter() {
        const Atom types[] = {atom("text/x-moz-url"), atom("UTF8_STRING"), atom("text/plain"), uris()};
        XChangeProperty(display_, window_, atom("XdndTypeList"), XA_ATOM, 32, PropModeReplace,
                        reinterpret_cast<const unsigned char*>(types), std::size(types));
        constexpr long kMoreThanThree = 1;  // the window reads all types from the property
        send("XdndEnter", kVersion << 24 | kMoreThanThree, static_cast<long>(types[0]), static_cast<long>(types[1]),
             static_cast<long>(types[2]));
    }
    // Returns whether the window would take a drop here.
    bool move_to(long x, long y) {
        send("XdndPosition", 0, x << 16 | y, static_cast<long>(time_), static_cast<long>(atom("XdndActionCopy")));
        return (wait_for("XdndStatus").data.l[1] & 1) != 0;
    }
    void leave() { send("XdndLeave", 0, 0, 0, 0); }
    // Returns whether the window took the files.
    bool drop(const std::string& text) {
        text_ = text;
        send("XdndDrop", 0, static_cast<long>(time_), 0, 0);
        // Bit 0 should say so. GLFW 3.3 writes the number of bytes instead.
        return wait_for("XdndFinished").data.l[1] != 0 && answered_;
    }

private:
    Display* display_;
    Window window_ = None, target_ = None;
    Time time_ = CurrentTime;
    std::string text_;
    bool answered_ = false;

    Atom atom(const char* name) const { return XInternAtom(display_, name, False); }
    Atom uris() const { return atom("text/uri-list"); }

    std::optional<unsigned long> number_of(Window window, const char* name) const {
        Atom type = None;
        int format = 0;
        unsigned long count = 0, rest = 0;
        unsigned char* data = nullptr;
        if (XGetWindowProperty(display_, window, atom(name), 0, 1, False, AnyPropertyType, &type, &format, &count,
                               &rest, &data) != Success)
            return std::nullopt;
        std::optional<unsigned long> out;
        if (format == 32 && count == 1) out = *reinterpret_cast<const unsigned long*>(data);
        if (data != nullptr) XFree(data);
        return out;
    }
    std::optional<Window> find_below(Window parent, unsigned long pid) const {
        Window root = None, above = None, *children = nullptr;
        unsigned count = 0;
        if (XQueryTree(display_, parent, &root, &above, &children, &count) == 0) return std::nullopt;
        std::optional<Window> found;
        for (unsigned i = 0; i < count && !found; ++i) {
            const bool is_of_pid = number_of(children[i], "_NET_WM_PID") == pid;
            if (is_of_pid && number_of(children[i], "XdndAware").value_or(0) >= kVersion) found = children[i];
            if (!found) found = find_below(children[i], pid);
        }
        if (children != nullptr) XFree(children);
        return found;
    }

    // l[0] of each message is the window that sends it.
    void send(const char* type, long a, long b, long c, long d) {
        XEvent event = {};
        event.xclient.type = ClientMessage;
        event.xclient.window = target_;
        event.xclient.message_type = atom(type);
        event.xclient.format = 32;
        const long values[] = {static_cast<long>(window_), a, b, c, d};
        for (std::size_t i = 0; i < std::size(values); ++i) event.xclient.data.l[i] = values[i];
        XSendEvent(display_, target_, False, NoEventMask, &event);
        XFlush(display_);
    }
    XEvent next_event() {
        const auto end = std::chrono::steady_clock::now() + kPatience;
        while (XPending(display_) == 0) {
            pollfd readable{ConnectionNumber(display_), POLLIN, 0};
            poll(&readable, 1, 100);
            if (std::chrono::steady_clock::now() > end) refuse("the window does not answer");
        }
        XEvent event;
        XNextEvent(display_, &event);
        return event;
    }
    // The time of the server. It is in the event about a change.
    Time now() {
        XChangeProperty(display_, window_, atom("TILESCOPE_TIME"), XA_STRING, 8, PropModeAppend, nullptr, 0);
        for (;;)
            if (const XEvent event = next_event(); event.type == PropertyNotify) return event.xproperty.time;
    }
    // Waits for a message of the window. Gives it the files meanwhile, if it asks for them.
    XClientMessageEvent wait_for(const char* type) {
        for (;;) {
            const XEvent event = next_event();
            if (event.type == SelectionRequest) give(event.xselectionrequest);
            if (event.type == ClientMessage && event.xclient.message_type == atom(type) &&
                event.xclient.data.l[0] == static_cast<long>(target_))
                return event.xclient;
        }
    }
    void give(const XSelectionRequestEvent& request) {
        XEvent reply = {};
        reply.xselection.type = SelectionNotify;
        reply.xselection.requestor = request.requestor;
        reply.xselection.selection = request.selection;
        reply.xselection.target = request.target;
        reply.xselection.time = request.time;
        if (request.target == uris() && !text_.empty()) {
            XChangeProperty(display_, request.requestor, request.property, request.target, 8, PropModeReplace,
                            reinterpret_cast<const unsigned char*>(text_.data()), static_cast<int>(text_.size()));
            reply.xselection.property = request.property;
            answered_ = true;
        }
        XSendEvent(display_, request.requestor, False, NoEventMask, &reply);
        XFlush(display_);
    }
};

}  // namespace

int main(int count, char** words) {
    if (count < 6) refuse("expected PID X Y drop|leave URI...");
    const std::string_view last = words[4];
    if (last != "drop" && last != "leave") refuse("expected drop or leave");
    std::string text;
    for (int i = 5; i < count; ++i) text += std::string(words[i]) + "\r\n";
    const long x = std::atol(words[2]), y = std::atol(words[3]);

    Source source;
    source.find_target(std::strtoul(words[1], nullptr, 10));
    source.enter();
    for (int i = 1; i <= kSteps; ++i)
        if (!source.move_to(x * i / kSteps, y * i / kSteps)) refuse("the window does not accept files");
    if (last == "leave") return source.leave(), 0;
    if (!source.drop(text)) refuse("the window did not take the files");
    return 0;
}
