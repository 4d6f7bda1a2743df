# tests/next/rows.cmake -- the rows that a developer would add for the next chip, each in its table.
#
# The rows are made up: a target that is newer than all others, an edition 9.5 whose shared-memory descriptor has one
# more field, a kind that only this target has, and an 8-bit float; and a family of instructions, qmma, with a target, a
# shared-memory descriptor of its own and D in registers. Nothing else in core or app changes. next_test.cpp and
# family_test.cpp check that everything else follows from these rows.

# An edition: its name, the table that it changes, and the list of its tables.
next_name(core/include/tilescope/word/field.h "enum class Edition" "v9_5" " }")
next_name(core/include/tilescope/word/field.h "kEditionNames[] =" "{2, \"9.5\"}" "};")
file(READ ${CMAKE_CURRENT_LIST_DIR}/smem_95.txt smem_95)
next_text(core/include/tilescope/formats/smem.h "// clang-format on" "${smem_95}")
next_text(core/include/tilescope/formats/smem.h "}  // namespace tilescope"
    "inline constexpr Format kSmem95 = checked({\"smem\", Edition::v9_5, 64, kSmemFields95, \"tcgen05 shared-memory descriptor\"});\n")
next_text(core/src/formats/formats.cpp "struct EditionRow {"
"template <const Format& From>
constexpr const Format* k95 = &kCarried<From, Edition::v9_5>;
constexpr const Format* kFormats95[] = {
    &kSmem95, k95<kWgmma91>, &kQmma95, k95<kIdescF16_94>, k95<kIdescTf32_94>, k95<kIdescF8f6f4_94>, k95<kIdescI8_94>, &kIdescF9_95,
    k95<kIdescTi16_94>, k95<kIdescMxf8f6f4_94>, k95<kIdescMxf4_94>, k95<kIdescMxf4nvf4_94>, k95<kZcm91>, k95<kTmem91>};
")
next_row(core/src/formats/formats.cpp "constexpr EditionRow kEditions" "    edition_row<kFormats95>(Edition::v9_5),")

# A target, with a feature that no other target has and with more memory than any other target.
next_text(core/include/tilescope/hw/memory.h "// The Tensor Memory of one CTA"
    "inline constexpr SmemRow kSmem130 = {400 * 1024, 399 * 1024, \"made up\", Certainty::secondary};\n")
next_row(core/include/tilescope/hw/features.h "enum class Feature" "    kind_f9,")
next_row(core/include/tilescope/hw/archs.h "ArchRow kArchs" [=[
    {"sm_130a", kFamily107 | kExactTcgen05 | Features{Feature::kind_f9}, "9.5", 19, &kSmem130, 1024, "13.0", Edition::v9_5, "made up"},]=])

# A kind: its capabilities, its table of fields, and its rule for sums.
next_row(core/include/tilescope/hw/kinds.h "KindRow kKinds" [=[
    {.id = "f9", .dense_k = 32, .sparse_k = 64, .padded = true, .transposes = true, .negates = true,
     .mixes_types = true, .ws = true, .eight_bit_b = true, .selectors = 1, .needs = Feature::kind_f9, .ptx = "9.5",
     .since = Edition::v9_5, .source = "made up"},]=])
next_text(core/include/tilescope/formats/idesc.h "}  // namespace tilescope"
    "inline constexpr Format kIdescF9_95 = idesc_table(\"idesc\", \"f9\", Edition::v9_5, kIdescF8f6f4_94.fields);\n")
next_row(core/src/emulator/profile.cpp "Profile kProfiles" [=[
    {"f9", Unit::tcgen05, "f9", kSmall, kToF32, "", 0, "2:4", kWindow, kPlain, kSparse, "made up", kModel},]=])

# An element type: its number format, its size in memory, and its code in the descriptors.
next_row(core/include/tilescope/hw/numbers.h "FloatFormat kFloats" [=[
    {"e5m3",   8,  0,       5,       3,       15,  false, true,  Specials::nan_only, "made up"},]=])
next_row(core/include/tilescope/hw/types.h "ElementType kElementTypes" [=[
    {.id = "e5m3", .number = "e5m3", .bits = 8, .container_bits = 8, .doc = "8-bit float without a sign.", .source = "made up"},]=])
next_row(core/include/tilescope/formats/idesc.h "NamedValue kAbF8f6f4" [=[
    {2, "e5m3", "8-bit float without a sign."},]=])
next_row(core/include/tilescope/notation/type_names.h "TypeNames kNamesOfTypes" [=[
    {"e5m3"},]=])

# A family: its format, its feature, its target, and its row. It sums as wgmma does, and has no name in other programs.
file(READ ${CMAKE_CURRENT_LIST_DIR}/qmma_95.txt qmma_95)
next_text(core/include/tilescope/formats/smem.h "// clang-format on" "${qmma_95}")
next_text(core/include/tilescope/formats/smem.h "}  // namespace tilescope"
    "inline constexpr Format kQmma95 = checked({\"qmma\", Edition::v9_5, 64, kQmmaFields95, \"qmma shared-memory descriptor\"});\n")
next_row(core/include/tilescope/hw/features.h "enum class Feature" "    qmma,")
next_row(core/include/tilescope/hw/archs.h "ArchRow kArchs" [=[
    {"sm_140a", kLoose | Features{Feature::qmma, Feature::exact}, "9.5", 20, &kSmem, 0, "14.0", Edition::v9_5, "made up"},]=])
next_row(core/include/tilescope/hw/families.h "FamilyRow kFamilies" [=[
    {.id = "qmma", .instruction = "qmma", .opcode = "qmma.mma_async", .chip = "Next", .feature = Feature::qmma, .target = "sm_140a",
     .smem = "qmma", .swizzle = &SwizzleRow::wgmma, .idesc = false, .zero_mask = false,
     .a = Storage::registers, .d = Storage::registers, .metadata = Storage::registers,
     .kinds = &KindRow::wgmma, .transposes = &KindRow::transposes, .names_kind = false, .pairs = false, .lane_mask = false, .scale_factors = false, .single_bits = false,
     .m = 64, .pieces = false, .threads = 128,
     .unit = Unit::wgmma, .zeros_below = false, .every_code = true, .outside = &kOutsideTcgen05},]=])

# What is removed: a feature of the window, and a panel.
next_remove(app/window/frame/features.inc "TILESCOPE_FEATURE(kPlayer" app/window/player/)
next_remove(app/panels/panels.inc "TILESCOPE_PANEL(history" app/panels/history_panel.cpp)
