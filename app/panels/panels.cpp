// app/panels/panels.cpp -- the list of panels: a panel that is not here does not exist.
// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"

namespace tilescope::ui {
namespace {

constexpr unsigned kMemory = on(Screen::memory), kInstruction = on(Screen::instruction), kMask = on(Screen::mask);
// On screen 4 addresses take the place of fields.
constexpr unsigned kTensor = on(Screen::tmem), kWordScreens = kAllScreens & ~kTensor;

// clang-format off
constexpr Panel kPanels[] = {
    {"paste", "Paste anything", Region::rail, kAllScreens, draw_paste_panel,
     "Put any text here that holds descriptors: code, a debugger's registers, a log, PTX. One word with one reading is "
     "applied; of several you choose. What could not be read is listed with its place and the reason.", {}, nullptr,
     "import decode read log ptx sass"},
    {"words", "Words", Region::rail, kAllScreens, draw_words_panel,
     "A card a word: its state, its digits, its meaning in one line. A click makes it the active word, which strip and "
     "fields show. Words that the instruction does not use are dim and say why.", {}, nullptr,
     "cards descriptors hexadecimal"},
    {"operands", "Operands", Region::rail, kAllScreens, draw_operands_panel,
     "A and B as their descriptors and the instruction descriptor place them: sizes and types are read from the words. "
     "Values and the way they were written are chosen here, for the emulator: memory does not follow the words, so a "
     "wrong word reads wrong elements.", {}, nullptr,
     "a b tile values fill"},
    {"bits", "Bits", Region::stage, kWordScreens, draw_bits_panel,
     "The active word bit by bit. A click flips a bit, a drag paints. Drag a field up or down to change its value, turn "
     "the wheel for one step, double click to type. Fixed bits can be flipped too: the word is then wrong and says so.", {}, nullptr,
     "strip binary"},
    {"memory", "Tile and memory", Region::stage, kMemory, draw_memory_panel,
     "Left the operand as matrix, right the same chunks as they lie in shared memory. Point at one and its other half "
     "lights, with the bits that placed it.", StageTab::memory, nullptr,
     "smem swizzle tile picture"},
    {"banks", "Banks", Region::stage, kMemory, draw_banks_panel,
     "What a warp reads at once, as words in 32 banks of four bytes. Words of one bank wait for each other; they are "
     "crossed. The access begins at the selected element. S leaves the swizzle out.", StageTab::banks, nullptr,
     "conflicts smem warp access"},
    {"layout", "Layout", Region::stage, kMemory, draw_layout_panel,
     "The operand's layout as CuTe text, in the unit you choose. Type a layout below it: the descriptors that read it "
     "appear as cards, or the first element that none can read.", StageTab::layout, nullptr,
     "cute shapes strides tile builder"},
    {"f2", "F2", Region::stage, kMemory, draw_f2_panel,
     "The layout as a matrix over bits: what each bit of row and column flips in the address. Elements whose columns "
     "cancel share a place. Point at a column and the element it moves lights.", StageTab::f2, nullptr,
     "matrix xor linear"},
    {"tensor_map", "Tensor map", Region::stage, kMemory, draw_tensor_map_panel,
     "The TMA copy that fills the operand, beside what the MMA reads. Elements that it reads from elsewhere are crossed, "
     "counted and explained. Either side can take over from the other.", StageTab::tensor_map, nullptr,
     "tma copy cutensormap"},
    {"form", "Form", Region::stage, kInstruction, draw_form_panel,
     "What is text in the instruction: kind, group of CTAs, ws, sparse, where A is. Edges of the shape can be dragged; "
     "they stop at legal sizes.", StageTab::form, nullptr,
     "kind shape m n instruction"},
    {"targets", "Targets", Region::stage, kInstruction, draw_targets_panel,
     "Which chips take this instruction, and why not. A click makes a chip the session's.", StageTab::form, nullptr,
     "chips architectures sm"},
    {"kinds", "The same bits under other kinds", Region::stage, kInstruction, draw_kinds_panel,
     "The instruction descriptor read with the table of every kind. A click changes the kind and leaves the word as it "
     "is.", StageTab::form, nullptr,
     "kind instruction"},
    {"legality", "Legality", Region::stage, kInstruction, draw_legality_panel,
     "What a kind on a target allows. Every cell is an instruction that is legal but for what the cell says, put to the "
     "rules: point at it to read why not. A click on what is allowed stores it in the session.", StageTab::legality, nullptr,
     "legal allowed shapes types table"},
    {"mask", "Zero mask", Region::stage, kMask, draw_mask_panel,
     "Which columns of B count as zero. Borders between runs and the row itself can be dragged.", {}, nullptr,
     "zero columns zcm"},
    {"tmem", "Map", Region::stage, kTensor, draw_tmem_panel,
     "Tensor Memory: 128 lanes of 512 columns, of 576 on sm_107. Point at a cell and its element lights everywhere. Drag a region to "
     "another column; what overlaps is crossed, what rests on an unconfirmed fact is hatched and says why.",
     StageTab::tmem, nullptr,
     "tmem tensor memory lanes columns"},
    {"scales", "Scales", Region::stage, kTensor, draw_scales_panel,
     "Scale factors of A and B: an atom of 512 bytes in shared memory beside the cells it is copied to. The id chooses "
     "the byte of the cell where the instruction's factors begin; they are outlined.",
     StageTab::scales, nullptr,
     "scale factors block-scaled mx sfa sfb"},
    {"sparse", "Metadata", Region::stage, kTensor, draw_sparse_panel,
     "What each of the sixteen codes of sparsity keeps, and where the codes of A lie. Point at one: its row is listed.",
     StageTab::sparse, nullptr,
     "sparse sparsity 2:4 structured"},
    {"result", "Result", Region::stage, kTensor, draw_result_panel,
     "What the instruction computes, from memory that was filled without its words: a wrong bit shows as the wrong "
     "element. Difference counts last places from the exact product. Click an element: what was read for it is explained.",
     StageTab::result, nullptr,
     "emulation simulation output d matrix product numbers"},
    {"places", "Where it lies", Region::side_top, kTensor, draw_places_panel,
     "The addresses in Tensor Memory that the instruction names: the first column of each operand, and the lane where "
     "the placement leaves half of each sub-partition free.", {}, nullptr,
     "addresses tmem"},
    {"fields", "Fields", Region::side_top, kWordScreens, draw_fields_panel,
     "The active word as a table, highest bits first. Numbers are typed with their unit, 0x works, / changes between "
     "value and stored bits. What cannot be stored is answered below the box.", {}, nullptr,
     "values table decode"},
    {"inspector", "Inspector", Region::side_bottom, kAllScreens, draw_inspector_panel,
     "What is pointed at, in words: the address as a sum, the XOR, the fields that took part, and what a field may "
     "hold.", {}, nullptr,
     "explain address"},
    {"help", "Help", Region::over_side, kAllScreens, draw_help_panel,
     "Any rule, contradiction, field, kind, type or qualifier in plain words, with its source and how sure that is. "
     "Search by words in any order; F1 opens what is pointed at.", {}, nullptr,
     "manual documentation topics"},
    {"problems", "Problems", Region::drawer, kAllScreens, draw_problems_panel,
     "Everything that is wrong or worth knowing, worst first. A click goes to the field. Where there is one right "
     "answer, Fix stores it.", {}, draw_problems_tools, "errors warnings issues"},
    {"batch", "Batch", Region::drawer, kAllScreens, draw_batch_panel,
     "Every word of the last paste, one a line, with the differences to the last of its name.", {}, nullptr,
     "list many words log"},
    {"compare", "Compare", Region::drawer, kAllScreens, draw_compare_panel,
     "What differs from the session that was pinned with Ctrl+P, in words. Holding B shows the pinned one instead.", {}, nullptr,
     "difference diff reference pinned"},
    {"history", "History", Region::drawer, kAllScreens, draw_history_panel,
     "The steps in words. A click undoes or redoes up to there.", {}, nullptr,
     "undo steps edits"},
};
// clang-format on

}  // namespace

std::span<const Panel> all_panels() { return kPanels; }

}  // namespace tilescope::ui
