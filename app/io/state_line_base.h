// app/io/state_line_base.h -- what a "ts1" state line refers to. Part of the format: it never changes.
// SPDX-License-Identifier: MIT
//
// A line has only what differs from these documents. A change here changes what every stored line means, so a test
// compares the text with its check sum. A new member of a session needs nothing here: lines write it in full.
#pragma once

#include <string_view>

namespace tilescope::io {

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
