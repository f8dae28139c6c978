/* See names.h. */
#include "server/tables/names.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

#include "table/memory.h"

enum {
    RULES = 1,    /* of this file: one more with every change of what looks alike */
    SHOWN = 256,  /* units of UTF-16 in what may be shown */
    UNITS = 2048, /* in what a name of that length becomes, at most */
    JOINER = 0x200D,
    AS_EMOJI = 0xFE0F,
    BRAILLE_BLANK = 0x2800,
    NOT_ASCII = 0x80
};

/* ------------------------------------------------------------------ what may be shown */

static bool has_property(UChar32 point, UProperty property)
{
    return u_hasBinaryProperty(point, property) != 0;
}

/* Whether what cannot be seen by itself belongs to an emoji: a heart is asked to be red, a person is joined to a laptop. */
static bool of_emoji(const UChar32 *point, int32_t at, int32_t count)
{
    const UChar32 before = at > 0 ? point[at - 1] : 0;
    const bool behind_one = before >= NOT_ASCII && (has_property(before, UCHAR_EMOJI) || before == AS_EMOJI);
    if (point[at] == AS_EMOJI) {
        return behind_one && before != AS_EMOJI;
    }
    return point[at] == JOINER && behind_one && at + 1 < count && has_property(point[at + 1], UCHAR_EXTENDED_PICTOGRAPHIC);
}

static bool is_seen(const UChar32 *point, int32_t at, int32_t count)
{
    const UChar32 c = point[at];
    if (c == ' ') {
        return at > 0 && at + 1 < count;
    }
    switch (u_charType(c)) {
    case U_UNASSIGNED:
    case U_CONTROL_CHAR:
    case U_FORMAT_CHAR:
    case U_PRIVATE_USE_CHAR:
    case U_SURROGATE:
    case U_SPACE_SEPARATOR:
    case U_LINE_SEPARATOR:
    case U_PARAGRAPH_SEPARATOR:
        return of_emoji(point, at, count);
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
    case U_COMBINING_SPACING_MARK:
        if (at == 0) {
            return false; /* it would sit on whatever is written before the name */
        }
        break;
    default:
        break;
    }
    return c != BRAILLE_BLANK && (!has_property(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) || of_emoji(point, at, count));
}

bool bil_name_decent(const char *text, size_t most)
{
    UChar units[SHOWN];
    UChar32 point[SHOWN];
    UErrorCode code = U_ZERO_ERROR;
    int32_t length = 0;
    int32_t count = 0;
    const size_t bytes = strlen(text);
    if (bytes == 0 || bytes > most || bytes >= SHOWN) {
        return false;
    }
    u_strFromUTF8(units, SHOWN, &length, text, (int32_t)bytes, &code);
    u_strToUTF32(point, SHOWN, &count, units, length, &code);
    bool fine = U_SUCCESS(code);
    for (int32_t i = 0; i < count && fine; i++) {
        fine = is_seen(point, i, count);
    }
    return fine;
}

/* ------------------------------------------------------------------ what looks alike */

struct bil_names {
    const UNormalizer2 *wide, *folds; /* the library's own: NFKC, and that with case folding */
    USpoofChecker *spoof;
    char version[64];
};

struct bil_names *bil_names_new(struct bil_error *error)
{
    UErrorCode code = U_ZERO_ERROR;
    UVersionInfo library, unicode;
    char numbers[2][U_MAX_VERSION_STRING_LENGTH];
    struct bil_names *names = bil_memory_zero(1, sizeof *names);
    names->wide = unorm2_getNFKCInstance(&code);
    names->folds = unorm2_getNFKCCasefoldInstance(&code);
    names->spoof = uspoof_open(&code);
    if (U_FAILURE(code)) {
        bil_fail(error, "Names cannot be compared: ICU says %s. Is its data (libicudata) installed whole?", u_errorName(code));
        bil_names_free(names);
        return NULL;
    }
    u_getVersion(library);
    u_getUnicodeVersion(unicode);
    u_versionToString(library, numbers[0]);
    u_versionToString(unicode, numbers[1]);
    snprintf(names->version, sizeof names->version, "%d, ICU %s, Unicode %s", RULES, numbers[0], numbers[1]);
    return names;
}

void bil_names_free(struct bil_names *names)
{
    if (names) {
        uspoof_close(names->spoof);
        free(names);
    }
}

const char *bil_names_version(const struct bil_names *names)
{
    return names->version;
}

/* A text on its way from one form to the next. */
struct form {
    UChar unit[UNITS];
    int32_t length;
};

static void normalize(const UNormalizer2 *how, struct form *form, UErrorCode *code)
{
    struct form made;
    made.length = unorm2_normalize(how, form->unit, form->length, made.unit, UNITS, code);
    if (U_SUCCESS(*code)) {
        *form = made;
    }
}

static void apply_skeleton(const struct bil_names *names, struct form *form, UErrorCode *code)
{
    struct form made;
    made.length = uspoof_getSkeleton(names->spoof, 0, form->unit, form->length, made.unit, UNITS, code);
    if (U_SUCCESS(*code)) {
        *form = made;
    }
}

/* Without what nobody sees, and with one blank where there are several, none at the ends. */
static void tidy_blanks(struct form *form, UErrorCode *code)
{
    UChar32 point[UNITS];
    int32_t count = 0;
    int32_t kept = 0;
    u_strToUTF32(point, UNITS, &count, form->unit, form->length, code);
    for (int32_t i = 0; i < count && U_SUCCESS(*code); i++) {
        const bool blank = u_isUWhiteSpace(point[i]) != 0;
        if (has_property(point[i], UCHAR_DEFAULT_IGNORABLE_CODE_POINT) || (blank && (kept == 0 || point[kept - 1] == ' '))) {
            continue;
        }
        point[kept++] = blank ? ' ' : point[i];
    }
    kept -= kept > 0 && point[kept - 1] == ' ';
    u_strFromUTF32(form->unit, UNITS, &form->length, point, kept, code);
}

/* As UTF-8, cut where a character ends: names so much longer are alike if they begin alike. */
static void write_skeleton(const struct form *form, char skeleton[BIL_SKELETON_BYTES], UErrorCode *code)
{
    char bytes[3 * UNITS + 1];
    int32_t length = 0;
    u_strToUTF8(bytes, sizeof bytes, &length, form->unit, form->length, code);
    if (length >= BIL_SKELETON_BYTES) {
        length = BIL_SKELETON_BYTES - 1;
        while (length > 0 && ((unsigned char)bytes[length] & 0xC0U) == 0x80U) {
            length--;
        }
    }
    if (U_SUCCESS(*code)) {
        memcpy(skeleton, bytes, (size_t)length);
        skeleton[length] = 0;
    }
}

bool bil_names_skeletons(struct bil_names *names, const char *name, struct bil_skeletons *skeletons)
{
    UErrorCode code = U_ZERO_ERROR;
    struct form plain;
    *skeletons = (struct bil_skeletons){{{0}}};
    u_strFromUTF8(plain.unit, SHOWN, &plain.length, name, -1, &code);
    tidy_blanks(&plain, &code);
    struct form folded = plain;
    normalize(names->folds, &folded, &code);
    apply_skeleton(names, &folded, &code);
    tidy_blanks(&folded, &code);
    write_skeleton(&folded, skeletons->skeleton[0], &code);
    normalize(names->wide, &plain, &code);
    apply_skeleton(names, &plain, &code);
    normalize(names->folds, &plain, &code);
    apply_skeleton(names, &plain, &code);
    tidy_blanks(&plain, &code);
    write_skeleton(&plain, skeletons->skeleton[1], &code);
    return U_SUCCESS(code) && skeletons->skeleton[0][0] && skeletons->skeleton[1][0];
}

bool bil_skeletons_match(const struct bil_skeletons *one, const struct bil_skeletons *other)
{
    bool alike = false;
    for (int i = 0; i < BIL_SKELETONS; i++) {
        for (int j = 0; j < BIL_SKELETONS; j++) {
            alike = alike || strcmp(one->skeleton[i], other->skeleton[j]) == 0;
        }
    }
    return alike;
}
