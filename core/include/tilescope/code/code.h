// core/include/tilescope/code/code.h -- a session as source text for other programs.
// SPDX-License-Identifier: MIT
//
//     const Derived d = derive(session);
//     const Answer<CodeText> code = find_code_target("cutlass")->text({d});
//     code->text      "... desc.stride_byte_offset_ = 64;  // 1024 bytes ..."
//     code->limits    the errors of the session, and what CUTLASS has no words for: the sentences are in the text too
//
// A field with unknown bits is a parameter of the text with the name of the field, or a limit, or the reason of a
// refusal. It is never 0.
//
// The texts use the names and signatures of the programs that `source` names. The code is our own.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/document/derive.h>
#include <tilescope/view/view_state.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

struct CodeText {
    std::string text;
    std::vector<std::string> limits;  // one sentence for each error of the session, then for what the target lacks
};

// What a paste of the text gives back.
enum class CodeReturns : std::uint8_t { words, no_start, high_half, copies, session };
inline constexpr NamedValue kCodeReturnNames[] = {
    {0, "words", "All words."},
    {1, "no start", "All words but their start addresses, which are those of buffers."},
    {2, "high half", "The high halves of the descriptors, from the layouts."},
    {3, "none", "No words: the text has tensor maps."},
    {4, "session", "The whole session."},
};
constexpr std::string_view name_of(CodeReturns returns) {
    return name_in(kCodeReturnNames, static_cast<std::uint64_t>(returns));
}

// What a text is made of. The targets of core need only `derived`.
struct CodeJob {
    const Derived& derived;
    const ViewState* view_state = nullptr;  // where the user looks; null: not known
    std::string_view folder = ".";          // from which the names of files in the session count
};

// One row for each target. All strings are literals.
struct CodeTarget {
    std::string_view id;         // "cutlass": the name of the command-line option and of marks
    std::string_view title;      // "CUTLASS"
    std::string_view extension;  // of a file, without the dot
    std::string_view language;   // "C++", "Python"
    std::string_view help;       // one line
    std::string_view words;      // other words that users type to find it
    std::string_view source;     // where the API is defined
    CodeReturns returns = CodeReturns::words;
    bool of_view = false;      // the text also says where the user looks
    bool reads_files = false;  // it takes too long for a frame; then it is not of_view
    // Errors: the target has no form of this session at all.
    Answer<CodeText> (*text)(const CodeJob& job);
};

// The targets whose texts need nothing but a session. app/publish adds those that need files.
std::span<const CodeTarget> code_targets();
// Returns the row with this id, or null.
const CodeTarget* find_code_target(std::string_view id);

// Returns the numbers of the lines of `after` that differ from `before`, from 0 on: a longest common subsequence of
// lines is left out. Texts of more than a few thousand lines are compared from both ends only.
std::vector<std::size_t> changed_lines(std::string_view before, std::string_view after);

}  // namespace tilescope
