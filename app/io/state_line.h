// app/io/state_line.h -- a session and its view state as one line of text: "ts1:...".
// SPDX-License-Identifier: MIT
//
// A state line is for places that take a line and no file: a bug report, a chat, a comment in source code, the fragment
// of a URL (https://host/#ts1:...).
//
//     "ts1:" base64url( length of the compressed text (LEB128) | check sum, 3 bytes | compressed text )
//
// The compressed text is the difference from the base document (kStateBase) as a JSON merge patch (RFC 7396), so
// describe() is the only list of members. The base document is part of the format and never changes: a line means the
// same when the program has other defaults. A member that a later version adds is refused by name.
//
// The length tells where the line ends. So a mail program may break it into several lines, and prose may follow.
#pragma once

#include "app/io/session_file.h"

#include <tilescope/base/answer.h>
#include <tilescope/base/text_span.h>

#include <stop_token>
#include <string_view>
#include <vector>

namespace tilescope::io {

inline constexpr std::size_t kMostStateBytes = std::size_t{1} << 20;  // of the JSON text; only notes can be so long
inline constexpr std::size_t kMostStateLines = 64;                    // that are read from one text
// To read a line costs as many bytes as its JSON text has, and at least so many. A text may cost kMostStateLines times
// that and its own size, so that no text takes longer to read than its length allows: a line of 1400 characters can
// have a megabyte of JSON text.
inline constexpr std::size_t kLeastStateCost = std::size_t{1} << 14;

// Returns the line. Equal sessions give equal lines.
// Errors: the notes are too long for a line.
Answer<std::string> state_line(const SessionFile& file);

// A state line in a text, or what looks like one and cannot be read.
struct StateLine {
    TextSpan span;
    Answer<SessionFile> file;
};

// Finds the state lines of a text, in order. A line can be broken into several lines: spaces, marks of a quotation
// (">") and the "=" of quoted-printable text at the breaks do not count. Beyond kMostStateLines the text is not read.
// If the lines have cost all that the text may cost, the next one is listed with a refusal that says so, and is the
// last. What is too short to be a state line is not listed, for example "ts1: 0x40" in a log, unless it is the whole
// text. A stop ends the list early.
std::vector<StateLine> state_lines_in(std::string_view text, const std::stop_token& stop = {});

// A state line that the text cuts off: more text can go on with its characters.
struct CutStateLine {
    std::size_t begin = std::string_view::npos;  // npos: there is none
    std::size_t missing = 0;                     // characters; 0: not known, or a blank line follows
};
CutStateLine cut_state_line(std::string_view text);

// The number of characters of a state line in a line of text that can have nothing else, without the marks of a mail.
// 0: the line has more, or nothing.
std::size_t state_characters_in(std::string_view line);

// The first line that can be read. Null: there is none.
const StateLine* readable_line(const std::vector<StateLine>& lines);

// Reads a text that has a session: a document of session_from_text(), or a text with a state line. With the path of the
// text, a refusal is a whole sentence that begins with it.
Answer<SessionFile> session_in(std::string_view text, std::string_view path = {});

// Whether an argument is a state line, or a URL that ends in one, and not the name of a file.
bool is_state_line(std::string_view argument);

// The sentence about the files that a line does not contain: the values of recipes that name one. Empty: there are
// none.
std::string files_beside(const Session& session);

// What a state line has: "a state line: sm_100a, kind f16." The values of a recipe that names a file are not in the
// line; the sentence says so.
std::string about_line(const Session& session);

// ---- what a "ts1" state line refers to: part of the format, which never changes
//
// A line has only what differs from these documents. A change here changes what every stored line means, so a test
// compares the text with its check sum. A new member of a session needs nothing here: lines write it in full.

// The session as this program had it when the format was released.
inline constexpr std::string_view kStateBase =
    R"({"tilescope":1,"edition":"9.1","arch":"sm_100a","kind":"f16","cta_group":1,"ws":false,"sparse":false,)"
    R"("a_in_tmem":false,"b1":false,"scale_block":0,"scale_vec":false,"collector":"","ashift":false,)"
    R"("lane_mask":false,"a_desc":"0x4000404000010040","b_desc":"0x4000404000010440","idesc":"0x8180010",)"
    R"("zcm":"0x0","tile_k":64,"atom_order_a":"mn","atom_order_b":"mn","mask_follows":true,"mask_m":128,)"
    R"("mask_n":64,"tmem_d":0,"tmem_a":256,"tmem_sfa":384,"tmem_sfb":400,"tmem_meta":416,"wanted_layout":"",)"
    R"("wanted_mask":"","image_a":{"writer":"tile","mode":"128B","major":"k","start":1024,"type":"f16","cute":""},)"
    R"("image_b":{"writer":"tile","mode":"128B","major":"k","start":17408,"type":"f16","cute":""},)"
    R"("recipe_a":{"kind":"identity","digit":0,"seed":1,"file":""},)"
    R"("recipe_b":{"kind":"coordinates","digit":0,"seed":2,"file":""},)"
    R"("recipe_d":{"kind":"zeros","digit":0,"seed":3,"file":""},)"
    R"("recipe_sfa":{"kind":"ones","digit":0,"seed":4,"file":""},)"
    R"("recipe_sfb":{"kind":"ones","digit":0,"seed":5,"file":""},"recipe_meta":{"kind":"first","seed":1},)"
    R"("run":{"first_step":0,"steps":1,"enable_d":false,)"
    R"("lane_mask":["0x0","0x0","0x0","0x0","0x0","0x0","0x0","0x0"],"scales_by_copy":false,)"
    R"("scale_smem":["0x30000","0x34000"],"scale_first":["0x0","0x0"]},"notes":""})";

// The same for the view state, which is the member "look".
inline constexpr std::string_view kLookBase =
    R"({"screen":"mma","memory_tab":"memory","instruction_tab":"form","tmem_tab":"tmem","run_tab":"live",)"
    R"("active":"a_desc","operand":"A","k_step":0,"sums":false,"cells":"chunk","colouring":"chunk","labels":"auto",)"
    R"("tmem_labels":"auto","mma_labels":"auto","tmem_cta":0,"tmem_cells":"overview","result_show":"emulated",)"
    R"("result_format":"number","swizzle":true,"other_reading":false,"raw_values":false,"stride_unit":"elements",)"
    R"("bank_access":"chunk","bank_phases":false,"painting":false,"conv_q":0,"conv_tile":0,"conv_skip_left":0,)"
    R"("conv_tap":0,"selection":""})";

// Texts that lines often have and the base has not: the dictionary of the compression is these, then the two documents.
inline constexpr std::string_view kStatePhrases =
    R"("look":{"screen":"memory","instruction","tmem","run","reference":{"tensor_map_a":{"type":"BFLOAT16","swizzle":)"
    R"("dims":["strides":["box":["element_strides":[1,1],"interleave":"NONE","address":"smem":"origin":)"
    R"("scale_matrix_a":{"rows":128,"factors":"first_row":0,"first_factor":0},"unknown":{"keep_memory":true,)"
    R"("kind":"random","kind":"scattered","kind":"ones","kind":"tf32","kind":"i8","kind":"f8f6f4","kind":"mxf8f6f4",)"
    R"("kind":"mxf4","kind":"mxf4nvf4","type":"e2m1","type":"e4m3","type":"e5m2","type":"s8","type":"tf32",)"
    R"("arch":"sm_120a","arch":"sm_103a","arch":"sm_90a","edition":"9.4","sparse":true,"a_in_tmem":true,)"
    R"("cta_group":2,"ws":true,"enable_d":true,"scales_by_copy":true,"steps":0,"tile_k":128,"tile_k":256,)"
    R"("zcm":"0x3028000000000","idesc":"0x8200490","mode":"none","mode":"32B","mode":"128B_32B","mode":"64B",)"
    R"("b_desc":"0x8000402000010440","a_desc":"0x8000402000010040","image_a":{"mode":"64B","major":"mn",)"
    R"("start":"type":"bf16"},"image_b":{)";

}  // namespace tilescope::io
