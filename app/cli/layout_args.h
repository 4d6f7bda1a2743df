// app/cli/layout_args.h -- the arguments that define a layout: a descriptor or its parts, a CuTe layout, a tensor map.
// SPDX-License-Identifier: MIT
//
// What these functions refuse ends the verb: they throw Refused (verb.h).
#pragma once

#include "app/cli/verb.h"
#include "app/io/session_file.h"

#include <tilescope/hw/archs.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tma_tile.h>
#include <tilescope/notation/cute.h>

namespace tilescope::cli {

struct LayoutArgs {
    std::string desc, swizzle, lbo, sbo, start, base_offset, as, major, type;
    int rows = 0, columns = 0;
    unsigned k_step = 0, mma_k = 0;
    std::uint32_t k_atom = 0, allocation = 0;
    bool sparse = false;
};
void declare_layout_args(Verb& verb, LayoutArgs& args);

// Returns the tile, advanced by --k-step. Prints the errors of the descriptor to standard error, after the verb's name.
SmemLayout layout_from(std::string_view verb, const LayoutArgs& args, const Globals& g);

// 64 bytes of K in a pattern of 32 bytes are one instruction or two, and only the user knows. Returns the question that
// names the options which answer it, or nothing if there is no question.
std::string sparse_question(const SmemLayout& layout, std::string_view options);

// Return the type or majorness with this name. A refusal names the option and lists the valid names.
// Refuses an --mma-k that no instruction with descriptors of this format reads. 0: not given.
void mma_k_fits(std::int64_t mma_k, const ElementType& type, const Format& format);

const ElementType* type_named(std::string_view option, std::string_view id);
Major major_named(std::string_view id);

// Refuses a tile size that is below 1 or too large.
void is_size(int rows, int columns);

// Returns the format of --as smem|wgmma. Without --as, returns the format of --arch.
const Format* descriptor_format(std::string_view as, const Globals& g);
// Returns the target that reads a word of this format: only Hopper reads wgmma, whatever --arch is.
const ArchRow& reader_of(const Format& format, const Globals& g);
// Returns the sentences about bytes of these layouts that are outside of the shared memory of a CTA. A first start of 0
// is an address that is added later. Requires: at least one layout.
std::string outside_of(const ArchRow& arch, const std::vector<SmemLayout>& layouts);

struct CuteArgs {
    std::string text = "-", type;
    std::vector<std::string> names;  // NAME=VALUE
};
void declare_names(Verb& verb, CuteArgs& args);

// Returns the parsed text with its unit and with values for its names. --type gives the value of T: elements per chunk.
// Errors: the text is not a CuTe layout (parse_cute()), or --let gives a value to a name that is not in the text.
Answer<CuteText> cute_text_from(const CuteArgs& args);

inline constexpr const char* kTensorMapHelp = "JSON file with a tensor map. Use - to read standard input.";

// Describes the JSON of a tensor map below the options of --help.
void add_tensor_map_footer(Verb& verb);

// Reads a tensor map from a file, or from standard input if `path` is "-". A refusal starts with the name of the file.
Answer<TmaCopy> tensor_map_named(const std::string& path);

// Puts what the driver of the target would refuse at the beginning of the report. Returns whether it refuses the copy.
bool add_refusals(io::Report& report, std::string_view verb, const TmaTile& tile, const Globals& g);

}  // namespace tilescope::cli
