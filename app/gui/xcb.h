// app/gui/xcb.h -- the functions of libxcb that a picture on the clipboard needs, with prototypes of our own.
// SPDX-License-Identifier: MIT
//
// The library is loaded at run time, so neither its headers nor the library are needed to build. Names and layouts are
// those of xcb/xproto.h, which has not changed since 2006: they are the bytes of the X protocol.
#pragma once

#include <cstdint>

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

// Events. The highest bit of the type says that another client sent it.
inline constexpr std::uint8_t kTypeBits = 0x7f;
inline constexpr std::uint8_t kPropertyNotify = 28, kSelectionClear = 29, kSelectionRequest = 30, kSelectionNotify = 31;
struct Event {
    std::uint8_t response_type, pad;
    std::uint16_t sequence;
    std::uint32_t words[7];
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
inline constexpr std::uint8_t kPropertyDeleted = 1, kReplace = 0;
inline constexpr Atom kAtomAtom = 4, kAtomInteger = 19;
inline constexpr std::uint16_t kInputOnly = 2;
inline constexpr std::uint32_t kEventMask = 2048, kPropertyChanges = 1u << 22;

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
    CALL(Cookie, send_event, (Connection*, std::uint8_t propagate, WindowId, std::uint32_t mask, const char* event))  \
    CALL(Event*, poll_for_event, (Connection*))

struct Library {
#define TILESCOPE_XCB_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
    TILESCOPE_XCB_CALLS(TILESCOPE_XCB_MEMBER)
#undef TILESCOPE_XCB_MEMBER

    // Returns whether libxcb.so.1 is there, with all functions.
    bool open();
};

}  // namespace tilescope::ui::xcb
