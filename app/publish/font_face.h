// app/publish/font_face.h -- a font of the program, opened with FreeType.
// SPDX-License-Identifier: MIT
//
// The fonts are part of the program, so FreeType can open them and has a glyph for each letter, if there is memory. A
// picture without its letters would look like a picture, so missing memory is an exception here, as it is elsewhere.
#pragma once

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MODULE_H

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace tilescope::io {

// In some places FreeType (2.12) uses a block that it did not get. So it always gets one: if there is no memory left,
// from a reserve that was taken before. Then FontFace throws as soon as FreeType returns.
class FontMemory {
public:
    FontMemory() : reserve_(new std::byte[kReserve]) {}
    FontMemory& operator=(FontMemory&&) = delete;  // nor any other copy

    FT_Memory get() { return &functions_; }
    bool was_short() const { return used_ != 0; }

private:
    static constexpr std::size_t kReserve = std::size_t{1} << 20, kAlignment = alignof(std::max_align_t);

    static FontMemory& of(FT_Memory memory) { return *static_cast<FontMemory*>(memory->user); }
    bool has(const void* block) const { return block >= reserve_.get() && block < reserve_.get() + kReserve; }
    void* from_reserve(std::size_t size) {
        if (size > kReserve - used_) return nullptr;
        void* const block = reserve_.get() + used_;
        used_ = std::min((used_ + size + kAlignment - 1) / kAlignment * kAlignment, kReserve);
        return block;
    }
    static void* take(FT_Memory memory, long size) {
        void* const block = std::malloc(static_cast<std::size_t>(size));
        return block != nullptr ? block : of(memory).from_reserve(static_cast<std::size_t>(size));
    }
    static void give(FT_Memory memory, void* block) {
        if (!of(memory).has(block)) std::free(block);
    }
    static void* resize(FT_Memory memory, long before, long size, void* block) {
        void* const larger = take(memory, size);
        if (larger == nullptr) return nullptr;
        std::memcpy(larger, block, static_cast<std::size_t>(std::min(before, size)));
        give(memory, block);
        return larger;
    }

    std::unique_ptr<std::byte[]> reserve_;
    std::size_t used_ = 0;
    FT_MemoryRec_ functions_{this, take, give, resize};
};

class FontFace {
public:
    // `file` must outlive the face.
    explicit FontFace(std::span<const unsigned char> file) {
        FT_Library library = nullptr;
        must_succeed(FT_New_Library(memory_.get(), &library));
        library_.reset(library);
        FT_Add_Default_Modules(library);
        FT_Face face = nullptr;
        must_succeed(FT_New_Memory_Face(library, file.data(), static_cast<FT_Long>(file.size()), 0, &face));
        face_.reset(face);
    }

    // In 64ths of a pixel.
    void set_size(FT_F26Dot6 size) { must_succeed(FT_Set_Char_Size(face_.get(), 0, size, 72, 72)); }

    // Loads the glyph of a letter, or the font's sign for a letter that it does not have.
    const FT_GlyphSlotRec& load(FT_ULong letter, FT_Int32 flags) {
        must_succeed(FT_Load_Char(face_.get(), letter, flags));
        return *face_->glyph;
    }

    FT_Face get() const { return face_.get(); }
    FT_Face operator->() const { return face_.get(); }

private:
    struct End {
        void operator()(FT_Library library) const { FT_Done_Library(library); }
        void operator()(FT_Face face) const { FT_Done_Face(face); }
    };

    void must_succeed(FT_Error error) const {
        if (error != 0 || memory_.was_short()) throw std::bad_alloc();
    }

    FontMemory memory_;  // of the members below, which end first
    std::unique_ptr<std::remove_pointer_t<FT_Library>, End> library_;
    std::unique_ptr<std::remove_pointer_t<FT_Face>, End> face_;
};

}  // namespace tilescope::io
