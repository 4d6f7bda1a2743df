// core/src/program/ir_action.h -- one operation of MLIR or LLVM IR.
// SPDX-License-Identifier: MIT
#pragma once

#include "ir_text.h"
#include "ir_values.h"

namespace tilescope::program::ir {

struct Result {
    Token name;
    std::size_t count = 1;
    bool many = false;  // %x:2 defines %x#0 and %x#1
};

// "%a, %b = name operands : types", "%a = \"name\"(operands) <{...}> : (types) -> types", "%a = name type operands".
struct Action {
    const Line* line = nullptr;
    std::vector<Token> tokens;
    std::vector<Result> results;
    std::string_view name;           // of the operation, without quotes
    bool generic = false;            // the name is in quotes
    std::size_t first = 0;           // the token after the name
    std::size_t types = 0, end = 0;  // the colon before the types, or `end`; the token after the last one

    bool is_mlir() const { return generic || name.find('.') != name.npos; }
};
Action read_action(const Line& line);

enum class Form : std::uint8_t {
    unknown,
    binary,
    compare,
    select,
    zero_extend,
    sign_extend,
    truncate,
    index_cast,
    same,
    bitcast,
    to_pointer,
    from_pointer,
    constant,
    zero,
    number,  // "%x = 0x4000"
    phi,
    insert_element,
    extract_element,
    vector_insert,
    vector_extract,
    from_elements,
    insert_value,
    extract_value,
    inline_asm,
    call,
    leave,  // a return
    yield
};

struct Known {
    std::string_view name;
    Form form = Form::unknown;
    Operation operation = Operation::unknown;
};
Known known_operation(std::string_view name);

// Whether an operation or intrinsic reads matrix descriptors.
bool reads_descriptors(std::string_view name);

}  // namespace tilescope::program::ir
