// app/gui/xcb.cpp -- loads libxcb, and connects to an X server.
// SPDX-License-Identifier: MIT
#include "app/gui/xcb.h"

#include "app/io/descriptor.h"

#include <dlfcn.h>

namespace tilescope::ui::xcb {

bool Library::open() {
    void* const library = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return false;
    bool all = true;
#define TILESCOPE_XCB_FIND(result, name, parameters) all = io::find_function(library, "xcb_" #name, name) && all;
    TILESCOPE_XCB_CALLS(TILESCOPE_XCB_FIND)
#undef TILESCOPE_XCB_FIND
    return all;
}

Client::~Client() {
    if (connection != nullptr) x.disconnect(connection);
}

Answer<void> Client::connect(std::uint32_t events, const char* display) {
    if (!x.open()) return Refusal("libxcb.so.1 was not found");
    connection = x.connect(display, nullptr);
    if (lost()) return Refusal("there is no X server");
    create_window(events);
    return {};
}

void Client::create_window(std::uint32_t events) {
    window = x.generate_id(connection);
    x.create_window(connection, 0, window, x.setup_roots_iterator(x.get_setup(connection)).data->root, 0, 0, 1, 1, 0,
                    kInputOnly, 0, kEventMask, &events);
}

Atom Client::atom(std::string_view name) const {
    const Cookie asked = x.intern_atom(connection, 0, static_cast<std::uint16_t>(name.size()), name.data());
    const Reply<AtomReply> reply(x.intern_atom_reply(connection, asked, nullptr));
    return reply ? reply->atom : 0;
}

WindowId Client::owner_of(Atom selection) const {
    const Cookie asked = x.get_selection_owner(connection, selection);
    const Reply<OwnerReply> reply(x.get_selection_owner_reply(connection, asked, nullptr));
    return reply ? reply->owner : 0;
}

// To send a request can also read events, and the file then does not wake the program for them.
Reply<Event> Client::next_event() const {
    x.flush(connection);
    return Reply<Event>(x.poll_for_event(connection));
}

// GLFW links or loads Xlib. This program needs only one of its functions, so it does not link Xlib or use its headers.
void before_xlib_ends_the_program(int (*last_words)(void* display)) {
    using Handler = int (*)(void*);
    void* xlib = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (xlib == nullptr) return;
    const auto set = reinterpret_cast<Handler (*)(Handler)>(dlsym(xlib, "XSetIOErrorHandler"));
    if (set != nullptr) set(last_words);
    dlclose(xlib);
}

}  // namespace tilescope::ui::xcb
