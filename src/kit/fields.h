/* Documents as rows: one row for each member of a position or an edition has its key, its place in the state (or the rules), its
 * allowed values, and its purpose. The writer, the reader, the list of known keys, the tables of docs/positions.md and the types of
 * the page follow from the rows. What a row cannot say, two functions of the game do: one that writes the value, one that reads it.
 *
 * Must never know a game. Writing changes nothing in the state; reading changes nothing but the state. */
#ifndef BILLIONS_KIT_FIELDS_H
#define BILLIONS_KIT_FIELDS_H

#include "kit/document.h"

enum { BIL_DOC_DEPTH = 3 };

/* One document while it is written or read. */
struct bil_doc {
    const void *rules;
    const void *state;            /* what the rows lie in */
    void *filled;                 /* reading: the same, to be filled */
    void *own;                    /* what the readers of the game remember; NULL while writing */
    struct bil_text *out;         /* writing: inside an open object */
    struct bil_error *error;      /* reading */
    int at[BIL_DOC_DEPTH];        /* the entry of each list or map around the member, outermost first */
    int depth;                    /* how many those are */
    const struct bil_field *row;  /* the member that the game writes or reads now */
    const void *compiled;         /* of an edition: the rules it starts from; a member that is missing leaves what is there */
    const struct bil_field *rows; /* reading: those of the object that contains the member */
    bool changed;                 /* reading: something of that object became another value. Readers of the game say so too */
    bool replaces;                /* reading: what is missing is the row's start all the same */
};

/* What values are called that stand for one of several things: colours, sites, cards. Without words and names they are numbers
 * from 1, such as seats. */
struct bil_axis {
    const char *what;         /* "player", for sentences */
    const char *const *words; /* by number; NULL where `name` says it */
    int count;
    const char *(*name)(const struct bil_doc *doc, int i);
    int (*counted)(const struct bil_doc *doc); /* how many there are by the rules of the match, at most `count`; NULL: `count` */
    uint16_t counter;                          /* 1 + the offset in the state of the byte with their present number; 0: none */
    bool loose;                                /* read without regard to capitals, blanks and accents */
};

enum bil_field_kind {
    BIL_FIELD_END,
    BIL_FIELD_OWN,    /* the game reads it (with NULL where it is missing) and writes it, or it is the number or word at that place
                       */
    BIL_FIELD_NUMBER, /* from low to high, less `bias` in the state */
    BIL_FIELD_FLAG,   /* true or false: 1 or 0 */
    BIL_FIELD_WORD,   /* one of the axis: its number, plus `bias` in the state */
    BIL_FIELD_SET,    /* a list of words of the axis: a bit each */
    BIL_FIELD_OBJECT, /* the members `inside` */
    BIL_FIELD_EACH,   /* the one row `inside` for each entry of the axis: an object by words, or a list by numbers */
    BIL_FIELD_LIST,   /* the one row `inside` for each of up to `high` entries; the byte at `counter` has their number */
    BIL_FIELD_NAMED,  /* a list of objects, one for each entry of the axis that is spoken of: the member `naming` says which; the
                         members `inside` lie in arrays by entry, `stride` apart */
    BIL_FIELD_COPIES /* a list of words in any order: at `offset`, a byte for each word of the axis counts how often the list has it
                      */
};

/* A part of a state. */
struct bil_extent {
    uint16_t offset, bytes;
};

extern const struct bil_extent bil_rules_alone[]; /* nothing of a state */

/* One member. Rows stand in the order of writing; a table ends with an empty row. */
struct bil_field {
    const char *key;
    uint8_t kind;
    uint8_t bytes;    /* how wide the number in the state is: 1 or 2; with `unless_zero` any */
    uint8_t pass;     /* members of a lower pass are read first; within a pass in the order of rows */
    bool needed;      /* it may not be missing */
    bool whole;       /* EACH as a list: it has an entry for each. LIST: the members inside are arrays, as in NAMED */
    bool unless_zero; /* not written where all bytes that lie there are 0; EACH: where no entry is written */
    bool input_only;  /* never written; OWN without `read`: another member reads it too */
    bool last_first;  /* LIST: written from the last entry to the first, as piles are: the top card first */
    uint16_t offset;  /* from what is around it */
    uint16_t stride;  /* EACH, LIST: from entry to entry; of a number inside NAMED: the same */
    uint16_t counter;
    int16_t bias;
    int16_t unit; /* what one step in the state is in the document; 0 is 1 */
    int32_t low, high;
    int32_t start; /* what the state has where the member is missing */
    const struct bil_axis *axis;
    const struct bil_field *inside;
    const char *naming;                        /* NAMED */
    uint32_t only;                             /* inside NAMED: the entries that have it, bit by number; 0: all */
    bool (*absent)(const struct bil_doc *doc); /* it is not written now; NULL: it always is */
    /* What `absent` and `observe` read of a state besides the row's own place, so that an observation is updated where that has
     * changed; ends with 0 bytes. NULL: `absent` may read anything, and so may `observe` if the row has no place of its own; if it
     * has one, it reads nothing else. */
    const struct bil_extent *reads;
    bool if_there; /* where it is absent, what a document gives is judged but not kept */
    void (*write)(struct bil_doc *doc);
    /* OWN: reads the value, NULL where it is missing. OBJECT and what follows it: called when all inside is read, the member
     * missing or not. The others: called when a value was stored. */
    bool (*read)(struct bil_doc *doc, const struct bil_value *value);
    bool given;                  /* OWN: it is not read where it is missing */
    enum bil_value_type wants;   /* OWN: what it must be, a string, an array or an object; BIL_NULL: `read` judges that */
    const char *type;            /* OWN: as TypeScript writes it */
    const char *about, *initial; /* for the tables of the documentation: what it is, what it is where it is missing */
    /* What an observation takes of it where that does not follow from the row (observation.h): these rows, from what is around it.
     */
    const struct bil_field *observed;
    /* In such rows alone: the number is some bits at that place; or `numbers` numbers from 0 to `high` are filled in, which are 0
     * before. */
    uint8_t shift, bits;
    uint16_t numbers;
    void (*observe)(const struct bil_doc *doc, const unsigned char *base, uint16_t *numbers);
};

/* The place of a number of the state. */
#define BIL_LIES(type, member) .bytes = (uint8_t)sizeof(((type *)0)->member), .offset = (uint16_t)offsetof(type, member)

/* The members that the table itself reads in every position, ends with NULL: a game's own needs another key. */
extern const char *const bil_table_keys[];

/* The members of a state or a view of a game, into an open object. Reading changes nothing unless all is right. */
void bil_members_write(const struct bil_game *game, const void *rules, const void *state, struct bil_text *out);
bool bil_members_read(const struct bil_game *game, const void *rules, const struct bil_value *document, void *state,
                      struct bil_error *error);

/* Reads them from the document of a position into a state that is cleared first, then asks `check` whether the whole could be.
 * `own` is for the readers of the game. False and a sentence with its place if anything is wrong. */
bool bil_fields_read(const struct bil_game *game, const void *rules, const struct bil_value *document, void *state, void *own,
                     struct bil_error *error);

/* What the document of an edition is made of besides its rows (docs/editions.md). Rows lie in the rules. */
enum { BIL_DEVIATION = 320 };
struct bil_edition {
    const char *game;
    const struct bil_field *rows;
    size_t size; /* of the rules */
    uint16_t name, name_size, note, note_size;
    uint16_t compiled_mark;           /* the byte that says whether it is the one of the program */
    void (*compiled_in)(void *rules); /* fills in the edition of the program; the rest of the rules is 0 */
    /* In what an edition may differ from what the rulebook publishes, if its document says so: words, and whether the rules do;
     * then `sentence` (of BIL_DEVIATION bytes) says how. */
    const char *const *deviations;
    int deviation_count;
    bool (*deviates)(const void *rules, int deviation, char *sentence);
    /* Whether the engine can hold it; else a sentence. */
    bool (*fits)(const void *rules, struct bil_error *error);
};
void bil_edition_write(const struct bil_edition *edition, const void *rules, struct bil_text *out);

/* Reads one over the compiled edition in the rules; if it is another one now, the byte at `compiled_mark` becomes 0, and its name
 * "unnamed edition" if the document says none. False and a sentence with its place if anything is wrong; the rules are then
 * undefined. */
bool bil_edition_read(const struct bil_edition *edition, const struct bil_value *document, void *rules, struct bil_error *error);

/* How many words an axis has. */
int bil_axis_count(const struct bil_doc *doc, const struct bil_axis *axis);

/* What a value names, as a number from 0; -1 and a sentence if it is none of them. */
int bil_axis_which(const struct bil_doc *doc, const struct bil_axis *axis, const struct bil_value *value);

/* The same of a member of an object that must be there. */
int bil_axis_need(const struct bil_doc *doc, const struct bil_axis *axis, const struct bil_value *object, const char *key);

/* Writes the number of an axis as its word, or as a number from 1; also as a member. */
void bil_axis_write(struct bil_doc *doc, const struct bil_axis *axis, int i);
void bil_axis_write_key(struct bil_doc *doc, const char *key, const struct bil_axis *axis, int i);

#endif
