// app/gui/xcb.h -- the functions of libxcb that the clipboard needs, with prototypes of our own.
// SPDX-License-Identifier: MIT
//
// The library is loaded at run time, so neither its headers nor the library are needed to build. Names and layouts are
// those of xcb/xproto.h, which has not changed since 2006: they are the bytes of the X protocol.
#pragma once

#include <tilescope/base/answer.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

namespace tilescope::ui::xcb {

struct Connection;
struct Setup;
using WindowId = std::uint32_t;
using Atom = std::uint32_t;

struct Root {
    WindowId root;  // the first member of many
};
struct RootIterator {
    Root* data;
    int rem, index;
};
struct Cookie {
    unsigned sequence;
};
struct AtomReply {
    std::uint8_t response_type, pad;
    std::uint16_t sequence;
    std::uint32_t length;
    Atom atom;
};
struct OwnerReply {
    std::uint8_t response_type, pad;
    std::uint16_t sequence;
    std::uint32_t length;
    WindowId owner;
};
struct PropertyReply {
    std::uint8_t response_type, format;
    std::uint16_t sequence;
    std::uint32_t length;
    Atom type;
    std::uint32_t bytes_after, value_length, unused[3];
};

// Events. The highest bit of the type says that another client sent it.
inline constexpr std::uint8_t kTypeBits = 0x7f;
inline constexpr std::uint8_t kError = 0, kDestroyNotify = 17, kPropertyNotify = 28, kSelectionClear = 29,
                              kSelectionRequest = 30, kSelectionNotify = 31;
struct Event {
    std::uint8_t response_type, pad;
    std::uint16_t sequence;
    std::uint32_t words[7];
};
struct Error {  // arrives as an event
    std::uint8_t response_type, code;
    std::uint16_t sequence;
    std::uint32_t resource;
};
struct DestroyNotify {
    std::uint8_t response_type, pad;
    std::uint16_t sequence;
    WindowId event, window;
};
struct SelectionRequest {
    std::uint8_t response_type, pad;
    std::uint16_t sequence;
    std::uint32_t time;
    WindowId owner, requestor;
    Atom selection, target, property;
};
struct SelectionNotify {
    std::uint8_t response_type = kSelectionNotify, pad = 0;
    std::uint16_t sequence = 0;
    std::uint32_t time;
    WindowId requestor;
    Atom selection, target, property;
    std::uint32_t unused[2] = {};  // an event has 32 bytes
};
struct PropertyNotify {
    std::uint8_t response_type, pad;
    std::uint16_t sequence;
    WindowId window;
    Atom atom;
    std::uint32_t time;
    std::uint8_t state, pads[3];
};
inline constexpr std::uint8_t kPropertyNew = 0, kPropertyDeleted = 1, kReplace = 0;
inline constexpr Atom kAtomAtom = 4, kAtomInteger = 19, kAtomString = 31;
inline constexpr std::uint16_t kInputOnly = 2;
inline constexpr std::uint32_t kEventMask = 2048, kStructureChanges = 1u << 17, kPropertyChanges = 1u << 22;

// CALL(result, name without xcb_, parameters)
#define TILESCOPE_XCB_CALLS(CALL)                                                                                     \
    CALL(Connection*, connect, (const char* display, int* screen))                                                    \
    CALL(int, connection_has_error, (Connection*))                                                                    \
    CALL(void, disconnect, (Connection*))                                                                             \
    CALL(int, get_file_descriptor, (Connection*))                                                                     \
    CALL(int, flush, (Connection*))                                                                                   \
    CALL(const Setup*, get_setup, (Connection*))                                                                      \
    CALL(RootIterator, setup_roots_iterator, (const Setup*))                                                          \
    CALL(std::uint32_t, generate_id, (Connection*))                                                                   \
    CALL(std::uint32_t, get_maximum_request_length, (Connection*))                                                    \
    CALL(Cookie, create_window,                                                                                       \
         (Connection*, std::uint8_t depth, WindowId, WindowId parent, std::int16_t x, std::int16_t y,                 \
          std::uint16_t width, std::uint16_t height, std::uint16_t border, std::uint16_t kind, std::uint32_t visual,  \
          std::uint32_t mask, const void* values))                                                                    \
    CALL(Cookie, intern_atom, (Connection*, std::uint8_t only_if_exists, std::uint16_t length, const char* name))     \
    CALL(AtomReply*, intern_atom_reply, (Connection*, Cookie, void** error))                                          \
    CALL(Cookie, set_selection_owner, (Connection*, WindowId owner, Atom selection, std::uint32_t time))              \
    CALL(Cookie, get_selection_owner, (Connection*, Atom selection))                                                  \
    CALL(OwnerReply*, get_selection_owner_reply, (Connection*, Cookie, void** error))                                 \
    CALL(Cookie, change_window_attributes, (Connection*, WindowId, std::uint32_t mask, const void* values))           \
    CALL(Cookie, change_property,                                                                                     \
         (Connection*, std::uint8_t mode, WindowId, Atom property, Atom type, std::uint8_t bits, std::uint32_t count, \
          const void* data))                                                                                          \
    CALL(Cookie, convert_selection,                                                                                   \
         (Connection*, WindowId requestor, Atom selection, Atom target, Atom property, std::uint32_t time))           \
    CALL(Cookie, delete_property, (Connection*, WindowId, Atom property))                                             \
    CALL(Cookie, get_property,                                                                                        \
         (Connection*, std::uint8_t then_delete, WindowId, Atom property, Atom type, std::uint32_t offset,            \
          std::uint32_t length))                                                                                      \
    CALL(PropertyReply*, get_property_reply, (Connection*, Cookie, void** error))                                     \
    CALL(void*, get_property_value, (const PropertyReply*))                                                           \
    CALL(int, get_property_value_length, (const PropertyReply*))                                                      \
    CALL(Cookie, send_event, (Connection*, std::uint8_t propagate, WindowId, std::uint32_t mask, const char* event))  \
    CALL(Event*, poll_for_event, (Connection*))

struct Library {
#define TILESCOPE_XCB_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
    TILESCOPE_XCB_CALLS(TILESCOPE_XCB_MEMBER)
#undef TILESCOPE_XCB_MEMBER

    // Returns whether libxcb.so.1 is there, with all functions.
    bool open();
};

struct FreeReply {
    void operator()(void* reply) const { std::free(reply); }
};
template <class T>
using Reply = std::unique_ptr<T, FreeReply>;

// Events have different members in the same bytes.
template <class T>
T as(const Event& event) {
    T out;
    std::memcpy(static_cast<void*>(&out), &event, std::min(sizeof out, sizeof event));
    return out;
}
inline std::uint8_t type_of(const Event& event) { return event.response_type & kTypeBits; }

// A connection to the X server, with a window that nobody sees. Only one thread may use it at a time.
class Client {
public:
    Client() = default;
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    // `events`: what the server reports about the window. `display`: ":7"; null: the one of this process.
    // Errors: libxcb or the server is missing.
    Answer<void> connect(std::uint32_t events = 0, const char* display = nullptr);
    bool lost() const { return connection == nullptr || x.connection_has_error(connection) != 0; }
    Atom atom(std::string_view name) const;
    void create_window(std::uint32_t events);  // a new `window`; the one before stays until the connection ends
    WindowId owner_of(Atom selection) const;   // 0: no window owns it

    // An event that has arrived, or null. Sends all requests before it looks for the event. So after a null, the
    // program may sleep until file() can be read: no event is in the queue of the library.
    Reply<Event> next_event() const;
    int file() const { return x.get_file_descriptor(connection); }

    Library x;
    Connection* connection = nullptr;
    WindowId window = 0;
};

// The first Xlib call that notices a broken connection ends the process. This function makes Xlib call `last_words`
// first, in the thread of that Xlib call. It does nothing if Xlib is not in the process.
// Requires: GLFW is initialized.
void before_xlib_ends_the_program(int (*last_words)(void* display));

}  // namespace tilescope::ui::xcb
