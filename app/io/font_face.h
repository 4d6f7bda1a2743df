// app/io/font_face.h -- a font of the program, opened with FreeType.
// SPDX-License-Identifier: MIT
//
// The fonts are part of the program, so FreeType can open them and has a glyph for each letter, if there is memory. A
// picture without its letters would look like a picture, so missing memory is an exception here, as it is elsewhere.
#pragma once

#include <ft2build.h>
#include FT_FREETYPE_H

#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace tilescope::io {

inline void must_succeed(FT_Error error) {
    if (error != 0) throw std::bad_alloc();
}

class FontFace {
public:
    // `file` must outlive the face.
    explicit FontFace(std::span<const unsigned char> file) {
        FT_Library library = nullptr;
        must_succeed(FT_Init_FreeType(&library));
        library_.reset(library);
        FT_Face face = nullptr;
        must_succeed(FT_New_Memory_Face(library, file.data(), static_cast<FT_Long>(file.size()), 0, &face));
        face_.reset(face);
    }

    // Loads the glyph of a letter, or the font's sign for a letter that it does not have.
    const FT_GlyphSlotRec& load(FT_ULong letter, FT_Int32 flags) {
        must_succeed(FT_Load_Char(face_.get(), letter, flags));
        return *face_->glyph;
    }

    FT_Face get() const { return face_.get(); }
    FT_Face operator->() const { return face_.get(); }

private:
    struct End {
        void operator()(FT_Library library) const { FT_Done_FreeType(library); }
        void operator()(FT_Face face) const { FT_Done_Face(face); }
    };
    std::unique_ptr<std::remove_pointer_t<FT_Library>, End> library_;
    std::unique_ptr<std::remove_pointer_t<FT_Face>, End> face_;  // ends before its library
};

}  // namespace tilescope::io
