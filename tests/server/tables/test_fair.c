/* Fair deals: the hashes as others compute them, records that tell them, receipts, and servers that deal or show otherwise, which
 * are caught. */
#include <sodium.h>

#include "billions/record.h"
#include "cli/program.h"
#include "server/common/token.h"
#include "server/hub_bench.h"
#include "table/helpers.h"
#include "table/records/fair.h"
#include "unit.h"

enum { DIGITS = 2 * BIL_FAIR_BYTES };

static const char table_id[] = "abcdefghijklmnop";

static void count_up(uint8_t bytes[BIL_FAIR_BYTES], int from)
{
    for (int i = 0; i < BIL_FAIR_BYTES; i++) {
        bytes[i] = (uint8_t)(from + i);
    }
}

/* ------------------------------------------------------------------ hashes */

static void hashes_are_those_of_the_page(void **state)
{
    /* Computed by another program (Python's hashlib) from what docs/protocol.md says. */
    uint8_t secret[BIL_FAIR_BYTES];
    uint8_t hash[BIL_FAIR_BYTES];
    uint8_t contribution[3][BIL_FAIR_BYTES];
    char digits[DIGITS + 1];
    count_up(secret, 0);
    memset(contribution[0], 0x11, BIL_FAIR_BYTES);
    memset(contribution[1], 0, BIL_FAIR_BYTES);
    memset(contribution[2], 0x33, BIL_FAIR_BYTES);
    bil_fair_commitment(table_id, secret, hash);
    bil_hex_write(hash, sizeof hash, digits);
    assert_string_equal(digits, "d34635f88d3e83220969f163d7df7c952f7bde2624e634c8d12fc741601e7798");
    bil_fair_seed(table_id, secret, (const uint8_t(*)[BIL_FAIR_BYTES])contribution, 3, hash);
    bil_hex_write(hash, sizeof hash, digits);
    assert_string_equal(digits, "9d6912213d9569ae63deff203458d02f5d3390596f21bb4af023cfb2503ef03d");
}

/* ------------------------------------------------------------------ a game dealt by hand */

/* What a server has at its table: honest, until a test changes something. */
struct deal {
    uint8_t secret[BIL_FAIR_BYTES];
    uint8_t told[BIL_FAIR_BYTES]; /* the secret that the record tells */
    uint8_t contribution[3][BIL_FAIR_BYTES];
    uint8_t listed[3][BIL_FAIR_BYTES]; /* the contributions that the record lists */
    bool other_seed;                   /* it deals from a seed of its own */
};

static struct deal honest(void)
{
    struct deal deal = {0};
    count_up(deal.secret, 7);
    count_up(deal.contribution[0], 100);
    count_up(deal.contribution[2], 200);
    memcpy(deal.told, deal.secret, sizeof deal.told);
    memcpy(deal.listed, deal.contribution, sizeof deal.listed);
    return deal;
}

/* A finished game of that deal, whose record is as consistent as a server could make it. The caller frees it. */
static struct bil_match *play(const struct deal *deal)
{
    struct bil_match_setup setup = helper_setup(3, 1);
    bil_fair_seed(table_id, deal->told, (const uint8_t(*)[BIL_FAIR_BYTES])deal->listed, 3, setup.seed);
    setup.seed[0] = (uint8_t)(setup.seed[0] + deal->other_seed);
    struct bil_match *match = helper_match(&setup);
    helper_play(match, BIL_MAX_PLIES, 5);
    assert_int_equal(match->actor, BIL_OVER);
    bil_fair_headers(table_id, deal->told, (const uint8_t(*)[BIL_FAIR_BYTES])deal->listed, 3, match);
    return match;
}

/* The receipt of a seat at the table of the honest deal, who was shown every view of `shown`. The caller frees it. */
static char *receipt_of(const struct deal *deal, const struct bil_match *shown, int seat)
{
    struct bil_text out = {0};
    uint8_t hash[BIL_FAIR_BYTES];
    char digits[DIGITS + 1];
    bil_fair_commitment(table_id, deal->secret, hash);
    bil_hex_write(hash, sizeof hash, digits);
    bil_text_format(&out, "Format: billions-receipt 1\nTable: %s\nSeat: %d\nCommitment: %s\n", table_id, seat + 1, digits);
    bil_hex_write(deal->contribution[seat], BIL_FAIR_BYTES, digits);
    bil_text_format(&out, "Contribution: %s\n", digits);
    for (int ply = 0; ply <= shown->ply; ply += 3) { /* not every move is a view of its own */
        bil_receipt_view(shown, seat, ply, hash);
        bil_hex_write(hash, sizeof hash, digits);
        bil_text_format(&out, "View: %d %s\n", 4 + ply, digits);
    }
    bil_receipt_view(shown, BIL_EVERYBODY, shown->ply, hash);
    bil_hex_write(hash, sizeof hash, digits);
    bil_text_format(&out, "View: %d %s\n", 9000, digits);
    return out.data;
}

/* What becomes of record and receipt when they are read; "" if all fits, else the sentence. Static text. */
static const char *judge(const struct bil_match *dealt, const char *receipt, struct bil_receipt_proof *proof)
{
    static struct bil_error error;
    struct bil_record_end record_end;
    struct bil_text record = {0};
    bool there = false;
    bool unreadable = false;
    error.text[0] = 0;
    *proof = (struct bil_receipt_proof){.seat = -2};
    bil_record_write(dealt, &record);
    struct bil_match *match = bil_record_read(record.data, record.length, "the record", NULL, &record_end, &error);
    if (match && bil_fair_verify(match, &there, &error)) {
        assert_true(there);
        if (receipt) {
            const bool fits = bil_receipt_verify(receipt, strlen(receipt), "mine", match, proof, &unreadable, &error);
            assert_true(fits == !*error.text);
        }
    }
    bil_match_free(match);
    bil_text_free(&record);
    return error.text;
}

static void an_honest_server_is_believed(void **state)
{
    const struct deal deal = honest();
    struct bil_match *match = play(&deal);
    for (int seat = 0; seat < 3; seat++) {
        struct bil_receipt_proof proof;
        char *receipt = receipt_of(&deal, match, seat);
        assert_string_equal(judge(match, receipt, &proof), "");
        assert_int_equal(proof.seat, seat);
        assert_true(proof.committed && !proof.unfinished && proof.taken_back == 0);
        assert_int_equal(proof.contributed, seat != 1); /* seat 2 gave none */
        assert_int_equal(proof.views, match->ply / 3 + 2);
        free(receipt);
    }
    bil_match_free(match);
}

static void a_server_that_deals_otherwise_is_caught(void **state)
{
    struct bil_receipt_proof proof;
    /* It deals from a seed of its own, and writes that one into the record. */
    struct deal deal = honest();
    deal.other_seed = true;
    struct bil_match *match = play(&deal);
    helper_contains(judge(match, NULL, &proof), "The seed is not the one that follows from the secret and the contributions");
    bil_match_free(match);
    /* It leaves a contribution out of the seed, or makes it another, and says so in the record: that one fits in itself. */
    for (int way = 0; way < 2; way++) {
        deal = honest();
        deal.listed[0][31] ^= 1;
        if (way) {
            memset(deal.listed[0], 0, BIL_FAIR_BYTES);
        }
        match = play(&deal);
        assert_string_equal(judge(match, NULL, &proof), "");
        char *receipt = receipt_of(&deal, match, 0);
        helper_contains(judge(match, receipt, &proof), "mine, line 5: the record has another contribution of this seat, or none");
        free(receipt);
        receipt = receipt_of(&deal, match, 2); /* who sat elsewhere cannot know */
        assert_string_equal(judge(match, receipt, &proof), "");
        free(receipt);
        bil_match_free(match);
    }
    /* It looks for a better secret when it has seen the contributions, with a commitment to match. */
    deal = honest();
    deal.told[5] ^= 64;
    match = play(&deal);
    assert_string_equal(judge(match, NULL, &proof), "");
    char *receipt = receipt_of(&deal, match, 1);
    helper_contains(judge(match, receipt, &proof),
                    "mine, line 4: the server committed to another secret than the one that the record tells");
    free(receipt);
    bil_match_free(match);
}

/* The record is of the fair deal, but somebody was shown another game, from some moment on or for one moment. */
static void a_server_that_shows_otherwise_is_caught(void **state)
{
    struct bil_receipt_proof proof;
    struct deal deal = honest();
    struct bil_match *match = play(&deal);
    deal.other_seed = true;
    struct bil_match *shown = play(&deal);
    char *receipt = receipt_of(&deal, shown, 0);
    helper_contains(judge(match, receipt, &proof), "mine, line 6: what was shown there is not what the record shows");
    free(receipt);
    receipt = receipt_of(&deal, match, 0);
    /* One digit of one view. */
    char *view = strstr(receipt, "View: 34 ");
    assert_non_null(view);
    view[20] = view[20] == '0' ? '1' : '0';
    helper_contains(judge(match, receipt, &proof), "mine, line 16: what was shown there is not what the record shows");
    free(receipt);
    /* The same views in another order. */
    receipt = receipt_of(&deal, match, 0);
    char early[DIGITS + 1] = {0};
    char *first = strstr(receipt, "View: 10 ") + 9;
    char *second = strstr(receipt, "View: 61 ") + 9;
    memcpy(early, first, DIGITS);
    memcpy(first, second, DIGITS);
    memcpy(second, early, DIGITS);
    helper_contains(judge(match, receipt, &proof), "what was shown there is not what the record shows");
    free(receipt);
    /* The views of another seat. */
    receipt = receipt_of(&deal, match, 1);
    char *seat = strstr(receipt, "Seat: 2");
    seat[6] = '3';
    char *contribution = strstr(receipt, "Contribution:");
    memmove(contribution, strchr(contribution, '\n') + 1, strlen(strchr(contribution, '\n') + 1) + 1);
    helper_contains(judge(match, receipt, &proof), "what was shown there");
    free(receipt);
    bil_match_free(shown);
    bil_match_free(match);
}

/* What was shown just before moves were taken back may be of moves that are gone; nothing else may. */
static void views_of_moves_taken_back(void **state)
{
    struct bil_receipt_proof proof;
    struct deal deal = honest();
    struct bil_match *match = play(&deal);
    char *receipt = receipt_of(&deal, match, 0);
    char *gone = helper_replace(receipt, "View: 61 ",
                                "View: 60 0000000000000000000000000000000000000000000000000000000000000001\n"
                                "View: 60 0000000000000000000000000000000000000000000000000000000000000002\n"
                                "Undo: 60\nView: 61 ");
    assert_string_equal(judge(match, gone, &proof), "");
    assert_int_equal(proof.taken_back, 2);
    assert_int_equal(proof.views, match->ply / 3 + 2);
    free(gone);
    gone = helper_replace(receipt, "View: 61 ",
                          "Undo: 60\nView: 60 0000000000000000000000000000000000000000000000000000000000000001\nView: 61 ");
    helper_contains(judge(match, gone, &proof), "what was shown there");
    free(gone);
    free(receipt);
    bil_match_free(match);
}

/* ------------------------------------------------------------------ what is no fair record, or no receipt */

static void headers_that_do_not_fit(void **state)
{
    static const struct {
        const char *old, *new_text, *part;
    } wrong[] = {
        {"Secret: 07", "Secret: 08", "The secret is not the one that the server committed to"},
        {"Secret: 07", "Secret: 7", "Secret: is not 64 hexadecimal digits."},
        {"Secret: 07", "Secret: 0x", "Secret: is not 64 hexadecimal digits."},
        {"Secret: 07", "Secrets: 07", "Secret: is missing in the record"},
        {"Commitment: ", "Commitments: ", "Commitment: is missing in the record"},
        {"Table: abcdefghijklmnop", "Table: abcdefghijklmnoq", "The secret is not the one"},
        {"Table: abcdefghijklmnop", "Table: abc", "Table: must stand once in the record, with the 16 letters of the table."},
        {"Table: abcdefghijklmnop", "Place: abcdefghijklmnop", "Table: must stand once"},
        {"Table: abcdefghijklmnop", "Table: abcdefghijklmnop\nTable: abcdefghijklmnop", "Table: must stand once"},
        {"Contribution 1: 64", "Contribution 1: 65", "The seed is not the one that follows"},
        {"Contribution 1: 64", "Contribution 2: 64", "The seed is not the one that follows"},
        {"Contribution 1: 64", "Contribution 4: 64", "is of no seat; there are seats 1 to 3."},
        {"Contribution 1: 64", "Contribution 10: 64", "is of no seat"},
        {"Contribution 1: 64", "Contribution : 64", "is of no seat"},
        {"Contribution 3: c8", "Contribution 1: c8", "Contribution 1: stands 2 times in the record"},
        {"Contribution 1: 64", "Contribution 1: 6", "Contribution 1: is not 64 hexadecimal digits."},
        {"Secret: 07", "Secret: 0708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20212223242526\nSecret: 07",
         "Secret: stands 2 times"},
    };
    const struct deal deal = honest();
    struct bil_match *match = play(&deal);
    struct bil_text record = {0};
    bil_record_write(match, &record);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct bil_record_end record_end;
        struct bil_error error = {{0}};
        bool there = false;
        char *text = helper_replace(record.data, wrong[i].old, wrong[i].new_text);
        struct bil_match *read = bil_record_read(text, strlen(text), "r", NULL, &record_end, &error);
        helper_must(read != NULL, &error);
        assert_false(bil_fair_verify(read, &there, &error));
        assert_true(there);
        helper_contains(error.text, wrong[i].part);
        bil_match_free(read);
        free(text);
    }
    bil_text_free(&record);
    bil_match_free(match);
    /* A game that nobody dealt in this way is no worse for it. */
    struct bil_match_setup setup = helper_setup(2, 9);
    struct bil_error error = {{0}};
    bool there = true;
    match = helper_match(&setup);
    bil_match_header(match, "Table: the one in the kitchen");
    assert_true(bil_fair_verify(match, &there, &error));
    assert_false(there);
    bil_match_free(match);
}

static void what_is_no_receipt(void **state)
{
    static const struct {
        const char *old, *new_text, *part;
        bool unreadable;
    } wrong[] = {
        {"Format: billions-receipt 1", "Format: billions-receipt 2", "mine, line 1: no receipt", true},
        {"Format: billions-receipt 1\n", "", "mine, line 1: no receipt", true},
        {"Table: abcdefghijklmnop", "Table: bbcdefghijklmnop", "line 2: this receipt is of another table", false},
        {"Table: abcdefghijklmnop\n", "", "line 2: a receipt says first of which table it is", false},
        {"Seat: 1", "Seat: 4", "line 3: the record has the seats 1 to 3", false},
        {"Seat: 1", "Seat: 0", "line 3: the record has the seats 1 to 3", false},
        {"Seat: 1", "Seat: 1\nSeat: 1", "line 4: this line stands in a receipt only once.", false},
        {"Seat: 1\n", "", "line 4: a contribution belongs to a seat", false},
        {"View: 4 ", "View: x ", "line 6: a view is", false},
        {"View: 4 ", "View: 4 0", "line 6: a view is", false},
        {"View: 4 ", "View: ", "line 6: a view is", false},
        {"View: 4 ", "Undo: \nView: 4 ", "line 6: moves that were taken back", false},
        {"View: 4 ", "Undo: 1 2\nView: 4 ", "line 6: moves that were taken back", false},
        {"View: 4 ", "Look: 4 ", "line 6: a receipt has lines of", true},
        {"View: 4 ", "view: 4 ", "line 6: a receipt has lines of", true},
    };
    const struct deal deal = honest();
    struct bil_match *match = play(&deal);
    char *receipt = receipt_of(&deal, match, 0);
    struct bil_receipt_proof proof;
    struct bil_error error = {{0}};
    bool unreadable = false;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char *text = helper_replace(receipt, wrong[i].old, wrong[i].new_text);
        assert_false(bil_receipt_verify(text, strlen(text), "mine", match, &proof, &unreadable, &error));
        helper_contains(error.text, wrong[i].part);
        assert_int_equal(unreadable, wrong[i].unreadable);
        free(text);
    }
    assert_false(bil_receipt_verify("", 0, "mine", match, &proof, &unreadable, &error));
    assert_true(unreadable);
    assert_false(bil_receipt_verify("Format: billions-receipt 1\n", 27, "mine", match, &proof, &unreadable, &error));
    helper_contains(error.text, "mine is no receipt: it does not say of which table it is.");
    /* Killed while it was written: what is whole counts, wherever it was cut. */
    const size_t whole = strlen(receipt);
    const size_t head = (size_t)(strstr(receipt, "View: 4 ") - receipt);
    for (size_t cut = head; cut <= whole; cut += cut < head + 90 || cut + 90 > whole ? 1 : 601) {
        assert_true(bil_receipt_verify(receipt, cut, "mine", match, &proof, &unreadable, &error));
        assert_int_equal(proof.unfinished, cut > head && receipt[cut - 1] != '\n');
    }
    free(receipt);
    bil_match_free(match);
}

/* ------------------------------------------------------------------ at a true table */

/* The bytes of the member "view" of a message, without those of what stands deeper. */
static const char *view_of(const char *message, size_t *length)
{
    int depth = 0;
    bool quoted = false;
    const char *found = NULL;
    for (const char *c = message; *c; c++) {
        if (quoted) {
            c += *c == '\\';
            quoted = *c != '"';
            continue;
        }
        if (*c == '"') {
            if (depth == 1 && strncmp(c, "\"view\":{", 8) == 0) {
                found = c + 7;
            }
            quoted = true;
        }
        depth += *c == '{' || *c == '[';
        depth -= *c == '}' || *c == ']';
        if (found && c > found && depth == 1 && *c == '}') {
            *length = (size_t)(c + 1 - found);
            return found;
        }
    }
    return NULL;
}

struct keeper {
    struct bil_text text;
    char last[DIGITS + 1];
};

/* Writes down what a client was told since it was looked at last, as `billions join --receipt` does. */
static void keep(struct bench_client *client, struct keeper *keeper)
{
    char *all = client->all.data;
    for (char *line = all ? strtok(all, "\n") : NULL; line; line = strtok(NULL, "\n")) {
        size_t length = 0;
        const char *view = view_of(line, &length);
        if (strstr(line, "\"kind\":\"undo\"")) {
            bil_text_format(&keeper->text, "Undo: %lld\n", (long long)client->number);
        }
        if (view) {
            uint8_t hash[BIL_FAIR_BYTES];
            char digits[DIGITS + 1];
            crypto_hash_sha256(hash, (const unsigned char *)view, length);
            bil_hex_write(hash, sizeof hash, digits);
            if (strcmp(digits, keeper->last) != 0) {
                bil_text_format(&keeper->text, "View: %lld %s\n", (long long)client->number, digits);
                memcpy(keeper->last, digits, sizeof digits);
            }
        }
    }
    bench_forget(client);
}

/* Plays a game at a table of the hub with receipts of every seat and of a spectator; all fit. `cheat`: the server changes the
 * seed when the game has begun, and is caught. */
static void play_at_a_table(const char *file, const char *setup, bool cheat)
{
    struct keeper keeper[BENCH_CLIENTS] = {0};
    struct bil_error error = {{0}};
    bench_open(helper_path(file), false);
    struct bench_client *first = bench_table(setup);
    char id[BIL_TABLE_ID + 1];
    memcpy(id, first->table, sizeof id);
    if (cheat) {
        struct bil_stored_table row;
        assert_true(bil_store_read_table(bench.store, id, &row, &error));
        row.seed[9] ^= 1;
        assert_true(bil_store_begin(bench.store, &error) && bil_store_change_table(bench.store, &row, &error));
        assert_true(bil_store_commit(bench.store, &error));
        bil_stored_table_free(&row);
        bench_kill();
        for (int i = 0; i < bench.count; i++) {
            bil_text_clear(&bench.client[i].kept); /* it would notice by itself, but is to know no better */
            bench_connect(&bench.client[i], -1);
        }
    }
    bench_come(id, NULL, -1);
    for (int i = 0; i < bench.count; i++) {
        bil_text_format(&keeper[i].text, "Format: billions-receipt 1\nTable: %s\n", id);
        if (bench.client[i].seat >= 0) {
            bil_text_format(&keeper[i].text, "Seat: %d\nContribution: %02x05%060d\n", bench.client[i].seat + 1,
                            (unsigned)bench.client[i].seat + 1, 0);
        }
    }
    for (int rounds = 0; !first->over && rounds < 10000; rounds++) {
        for (int i = 0; i < bench.count; i++) {
            keep(&bench.client[i], &keeper[i]);
        }
        if (rounds % 7 == 3 && rounds < 150) { /* take something back where that goes; else it is refused */
            bench_say(first, "{\"type\":\"undo\",\"decision\":%lld}", (long long)first->decision);
            keep(first, &keeper[0]);
            for (int i = 1; i < bench.count; i++) {
                bench_say(&bench.client[i], "{\"type\":\"agree\"}");
            }
        }
        bench_play(1);
    }
    assert_true(first->over);
    struct bil_text record = {0};
    struct bil_record_end record_end;
    assert_int_equal(bil_table_record(bench.hub, id, bench.now, &record, &error), BIL_FAULT_NONE);
    struct bil_match *match = bil_record_read(record.data, record.length, "r", NULL, &record_end, &error);
    helper_must(match != NULL, &error);
    bool there = false;
    const bool fair = bil_fair_verify(match, &there, &error);
    assert_int_equal(fair, !cheat);
    for (int i = 0; i < bench.count; i++) {
        struct bil_receipt_proof proof;
        bool unreadable;
        keep(&bench.client[i], &keeper[i]);
        if (fair && !bil_receipt_verify(keeper[i].text.data, keeper[i].text.length, "mine", match, &proof, &unreadable, &error)) {
            helper_fail(error.text);
        }
        assert_true(!fair || (proof.views > 30 && proof.seat == bench.client[i].seat));
        assert_true(!fair || proof.seat < 0 || proof.contributed);
        bil_text_free(&keeper[i].text);
    }
    bil_match_free(match);
    bil_text_free(&record);
}

static void receipts_of_true_tables_fit(void **state)
{
    play_at_a_table(
        "one", "{\"game\":\"one-billion-users\",\"seats\":3,\"options\":{\"networks\":\"random\"},\"bots\":[null,\"random\",null]}",
        false);
    play_at_a_table("six", "{\"game\":\"six-billion\",\"seats\":3}", false);
}

static void a_server_that_changes_the_seed_is_caught(void **state)
{
    play_at_a_table("cheat", "{\"game\":\"one-billion-users\",\"seats\":2}", true);
}

/* ------------------------------------------------------------------ billions verify */

static const char *files(const char *format)
{
    static char words[600];
    char *to = words;
    for (const char *c = format; *c; c++) {
        to += *c == '@' ? snprintf(to, sizeof words - (size_t)(to - words), "%s", helper_path("")) : snprintf(to, 2, "%c", *c);
    }
    return words;
}

static void the_program_says_what_was_shown(void **state)
{
    struct deal deal = honest();
    struct bil_match *match = play(&deal);
    assert_true(bil_record_save(match, helper_path("fair.record"), NULL));
    char *receipt = receipt_of(&deal, match, 2);
    helper_write(helper_path("mine"), receipt);
    free(program_prints(files("verify @fair.record"), NULL,
                        "; its seed follows from the secret of its commitment and the contributions of 2 persons\n"));
    char *said = program_prints(files("verify @fair.record --receipt @mine"), NULL, "mine: fits: seat 3 was shown ");
    helper_contains(
        said, " views, all as they were; the server had committed to this secret; this seat's contribution is in the seed.\n");
    free(said);
    program_refuses(files("verify @fair.record @fair.record --receipt @mine"), NULL, 2, "a receipt is of one game");
    program_refuses(files("verify @fair.record --receipt @none"), NULL, 4, "none cannot be read");
    program_refuses(files("verify @fair.record --receipt @fair.record"), NULL, 3, "fair.record, line 1: no receipt");
    char *other = helper_replace(receipt, "Seat: 3", "Seat: 1");
    helper_write(helper_path("other"), other);
    program_refuses(files("verify @fair.record --receipt @other"), NULL, 1, "another contribution of this seat");
    free(other);
    free(receipt);
    bil_match_free(match);
    deal.other_seed = true;
    match = play(&deal);
    assert_true(bil_record_save(match, helper_path("unfair.record"), NULL));
    program_refuses(files("verify @unfair.record"), NULL, 1, "unfair.record: The seed is not the one that follows");
    program_refuses(files("verify @unfair.record --receipt @mine"), NULL, 1, "The seed is not the one that follows");
    bil_match_free(match);
    const struct bil_match_setup setup = helper_setup(2, 3);
    match = helper_match(&setup);
    assert_true(bil_record_save(match, helper_path("plain.record"), NULL));
    program_refuses(files("verify @plain.record --receipt @mine"), NULL, 1, "the record does not say how its seed came about");
    bil_match_free(match);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_those_of_the_page),
        cmocka_unit_test(an_honest_server_is_believed),
        cmocka_unit_test(a_server_that_deals_otherwise_is_caught),
        cmocka_unit_test(a_server_that_shows_otherwise_is_caught),
        cmocka_unit_test(views_of_moves_taken_back),
        cmocka_unit_test(headers_that_do_not_fit),
        cmocka_unit_test(what_is_no_receipt),
        cmocka_unit_test(receipts_of_true_tables_fit),
        cmocka_unit_test(a_server_that_changes_the_seed_is_caught),
        cmocka_unit_test(the_program_says_what_was_shown),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
