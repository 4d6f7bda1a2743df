// core/include/tilescope/session/results.h -- what takes too long for derive(): the emulated D, and how far it is.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/emulation.h>
#include <tilescope/session/session.h>

#include <cstdint>
#include <optional>
#include <string>

namespace tilescope {

enum class ResultState : std::uint8_t {
    none,     // nothing was asked for yet
    running,  // or waiting for the one before to end
    done,
    refused,
    stopped,  // by a person
};

struct Results {
    // The newest request.
    ResultState state = ResultState::none;
    std::uint64_t asked = 0;               // revision of the document that it was made for
    unsigned rows_done = 0, rows = 0;      // while it runs; rows 0: not known yet
    std::string refused;                   // why it has no result
    std::optional<FieldPlace> refused_at;  // the field that is the reason, where one is

    // The last emulation that came to its end. It stays while a newer one runs, and when that is stopped or refused.
    std::optional<Emulation> emulation;
    EmulatorJob job;             // what it ran
    Session session;             // and of which document
    std::uint64_t revision = 0;  // of that document
    std::uint64_t serial = 0;    // grows with each result: what is kept beside pictures of it
    double milliseconds = 0;

    bool is_of(std::uint64_t document) const { return emulation.has_value() && revision == document; }
};

}  // namespace tilescope
