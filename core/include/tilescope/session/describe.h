// core/include/tilescope/session/describe.h -- the one list of what is saved; reader and writer are visitors of it.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/session.h>

namespace tilescope {

// `io(key, member)` is called once per saved member, in file order, `io.name(key, member, names)` for what has names;
// `S` is Session or const Session.
template <class Io, class S>
void describe(Io& io, S& session) {
    io("edition", session.edition);
    io("arch", session.arch);
    io("kind", session.variant.kind);
    io("cta_group", session.variant.cta_group);
    io("ws", session.variant.ws);
    io("sparse", session.variant.sparse);
    io("a_in_tmem", session.variant.a_in_tmem);
    io("scale_block", session.variant.scale_block);
    io("scale_vec", session.variant.scale_vec);
    io("collector", session.variant.collector);
    io("ashift", session.variant.ashift);
    io("lane_mask", session.variant.lane_mask);
    io("scale_d", session.variant.scale_d);
    for (const WordRow& row : kWords) io(row.id.data(), session.words[static_cast<std::size_t>(row.word)]);
    io("tile_k", session.tile_k);
    io.name("atom_order_a", session.atom_order[0], kAtomOrderNames);
    io.name("atom_order_b", session.atom_order[1], kAtomOrderNames);
    io("mask_follows", session.mask.follow);
    io("mask_m", session.mask.m);
    io("mask_n", session.mask.n);
    for (const TmemPlaceRow& row : kTmemPlaces) io(row.id.data(), session.tmem[static_cast<std::size_t>(row.place)]);
    io("wanted_layout", session.wanted_layout);
    io("wanted_mask", session.wanted_mask);
    io("tensor_map_a", session.tensor_map[0]);
    io("tensor_map_b", session.tensor_map[1]);
    io("notes", session.notes);
}

}  // namespace tilescope
