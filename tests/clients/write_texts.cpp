// tests/clients/write_texts.cpp -- writes the text of each session for each target into a folder, with the words.
// SPDX-License-Identifier: MIT
//
// write_texts FOLDER writes PRESET.TARGET.EXTENSION, and presets.json: the words, the target chip and the limits, which
// the programs of the clients compare with.
#include "app/io/file.h"
#include "app/io/json.h"
#include "app/publish/export_targets.h"

#include <tilescope/base/say.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/presets.h>
#include <tilescope/formats/smem.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/tile.h>
#include <tilescope/word/codec.h>

#include <cstdio>
#include <string>

namespace tilescope {
namespace {

// More sessions: kinds, majors, modes and forms that no preset has.
struct More {
    std::string_view id, kind, type;
    std::uint64_t idesc;
    SwizzleMode mode;
    Major major;
    int columns;  // K of the tile
    unsigned cta_group = 1;
    AtomOrder order = AtomOrder::mn_first;
    Variant form = {};             // its kind and its CTA group are those above
    std::string_view type_b = {};  // empty: the type of A
    std::string_view arch = "sm_100a";
    std::uint64_t zero_mask = 0;
};
const More kMore[] = {
    {"i8_64b", "i8", "s8", 0x082004a0, SwizzleMode::b64, Major::k, 64},
    {"i8_u8_mn", "i8", "u8", 0x08218020, SwizzleMode::b128, Major::mn, 64},
    {"e4m3_pair", "f8f6f4", "e4m3", 0x10200010, SwizzleMode::b128, Major::k, 128, 2},
    {"e5m2_32b", "f8f6f4", "e5m2", 0x08200490, SwizzleMode::b32, Major::k, 32},
    {"mxf8", "mxf8f6f4", "e4m3", 0x08a00000, SwizzleMode::b128, Major::k, 128},
    {"negated_f16_d", "f16", "f16", 0x08206000, SwizzleMode::b128, Major::k, 64},
    {"mn_64b_f16", "f16", "f16", 0x08218010, SwizzleMode::b64, Major::mn, 32},
    {"mn_none_bf16", "f16", "bf16", 0x08218490, SwizzleMode::none, Major::mn, 32},
    {"k_first_f16", "f16", "f16", 0x08200010, SwizzleMode::b64, Major::k, 128, 1, AtomOrder::k_first},
    {"tf32_64b", "tf32", "tf32", 0x08200910, SwizzleMode::b64, Major::k, 32},
    {"e2m1_padded", "f8f6f4", "e2m1", 0x08201690, SwizzleMode::b128, Major::k, 128},
    {"e2m3_e3m2", "f8f6f4", "e2m3", 0x08201190, SwizzleMode::b64, Major::k, 64, 1, {}, {}, "e3m2"},
    {"mxf8_e4m3_e2m1", "mxf8f6f4", "e4m3", 0x08a01400, SwizzleMode::b128, Major::k, 128, 1, {}, {}, "e2m1"},
    {"mxf8_e5m2_pair_m128", "mxf8f6f4", "e5m2", 0x08a00480, SwizzleMode::b128, Major::k, 128, 2},
    {"nvf4_block32", "mxf4nvf4", "e2m1x2", 0x08a00480, SwizzleMode::b128, Major::k, 256, 1, {}, {.scale_block = 32}},
    {"mxf4_k96", "mxf4", "e2m1x2", 0x88a00480, SwizzleMode::b128, Major::k, 768, 1, {}, {}, {}, "sm_103a"},
    {"nvf4_k96_pair", "mxf4nvf4", "e2m1x2", 0x90200480, SwizzleMode::b128, Major::k, 768, 2, {}, {}, {}, "sm_103a"},
    {"lane_mask", "f16", "f16", 0x08200010, SwizzleMode::b128, Major::k, 64, 1, {}, {.lane_mask = true}},
    {"lane_mask_pair", "f16", "f16", 0x10200010, SwizzleMode::b128, Major::k, 64, 2, {}, {.lane_mask = true}},
    {"scale_d",
     "f16",
     "f16",
     0x08200010,
     SwizzleMode::b128,
     Major::k,
     64,
     1,
     {},
     {.collector = "a::use", .scale_d = 3}},  // format
    {"ashift", "tf32", "tf32", 0x08200910, SwizzleMode::b128, Major::k, 32, 1, {}, {.a_in_tmem = true, .ashift = true}},
    {"ws_collector",
     "i8",
     "s8",
     0x082004a0,
     SwizzleMode::b128,
     Major::k,
     128,
     1,
     {},
     {.ws = true, .collector = "b2::fill"},
     {},
     "sm_100a",
     0x0003028100000000},
    {"ws_sparse", "f8f6f4", "e4m3", 0x08200014, SwizzleMode::b128, Major::k, 256, 1, {}, {.ws = true, .sparse = true}},
    {"i8_saturated", "i8", "s8", 0x082004a8, SwizzleMode::b128, Major::k, 128},
    {"a_in_tmem_f16", "f16", "f16", 0x08200010, SwizzleMode::b128, Major::k, 64, 1, {}, {.a_in_tmem = true}},
    {"a_in_tmem_i8", "i8", "s8", 0x082004a0, SwizzleMode::b128, Major::k, 128, 1, {}, {.a_in_tmem = true}},
    {"a_in_tmem_pair", "f8f6f4", "e4m3", 0x10200010, SwizzleMode::b128, Major::k, 128, 2, {}, {.a_in_tmem = true}},
    {"mxf8_pair", "mxf8f6f4", "e4m3", 0x10a00000, SwizzleMode::b128, Major::k, 128, 2},
    {"mn_k_first_f16", "f16", "f16", 0x08218010, SwizzleMode::b128, Major::mn, 64, 1, AtomOrder::k_first},
};

Session session_of(const More& more) {
    Session s;
    s.arch = more.arch;
    s.variant = more.form;
    s.variant.kind = more.kind;
    s.variant.cta_group = more.cta_group;
    s.words[static_cast<std::size_t>(WordId::idesc)] = more.idesc;
    s.words[static_cast<std::size_t>(WordId::zcm)] = more.zero_mask;
    s.tile_k = static_cast<unsigned>(more.columns);
    s.atom_order = {more.order, more.order};
    for (const Operand o : kBothOperands) {
        if (o == Operand::a && s.variant.a_in_tmem) continue;
        const bool other = o == Operand::b && !more.type_b.empty();
        const ElementType& type = *find_type(other ? more.type_b : more.type);
        const int rows = derive(s).of(o).layout.rows;
        const auto tile = build_tile({.mode = more.mode,
                                      .major = more.major,
                                      .type = &type,
                                      .rows = rows,
                                      .columns = more.columns,
                                      .order = more.order,
                                      .start = pick(o, 0x400u, 0x8400u)});
        const auto slices = slices_of(*tile, {rows, static_cast<int>(dense_k(type))});
        s.words[static_cast<std::size_t>(word_of(o))] = *descriptor_of(kSmem91, slices->front().layout);
    }
    for (const Operand o : kBothOperands) follow_words(s, o);
    return s;
}

int write_all(const std::string& folder) {
    struct Named {
        std::string_view id;
        Session session;
    };
    std::vector<Named> sessions;
    for (const Preset& preset : presets()) sessions.push_back({preset.id, preset.session()});
    for (const More& more : kMore) sessions.push_back({more.id, session_of(more)});
    sessions.push_back({"wgmma_a_in_registers", find_preset("wgmma_128b_f16")->session()});
    sessions.back().session.variant.a_in_tmem = true;
    io::Json list = io::Json::array();
    for (const Named& preset : sessions) {
        const Derived d = derive(preset.session);
        io::Json row = {{"id", preset.id}, {"arch", d.session.arch}, {"words", io::Json::object()}};
        for (const WordView& view : d.words)
            if (view.used) row["words"][std::string(row_of(view.id).id)] = hex_word(*view.format, view.decoded.word);
        for (const CodeTarget& target : io::export_targets()) {
            const Answer<CodeText> code = target.text({.derived = d});
            if (!code) continue;
            row["limits"][std::string(target.id)] = code->limits;
            const std::string name = say(folder, "/", preset.id, ".", target.id, ".", target.extension);
            if (const auto written = io::write_text(name, code->text); !written) {
                std::fprintf(stderr, "write_texts: %s\n", written.why.c_str());
                return 1;
            }
        }
        list.push_back(std::move(row));
    }
    const auto written = io::write_text(folder + "/presets.json", io::text_of_json(list));
    if (!written) std::fprintf(stderr, "write_texts: %s\n", written.why.c_str());
    return written ? 0 : 1;
}

}  // namespace
}  // namespace tilescope

int main(int argc, char** argv) {
    if (argc == 2) return tilescope::write_all(argv[1]);
    std::fprintf(stderr, "write_texts: name one folder\n");
    return 2;
}
