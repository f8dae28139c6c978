/* Challenges for the page: the deal of a day, what a link or a record is a challenge of, and the proof of one that was played
 * (src/table/records/challenge.h).
 *
 * Must never tell anything of a deal but its seed: no card stands in an answer of this file. */
#include <string.h>

#include "billions/position.h"
#include "bridge.h"
#include "table/records/challenge.h"
#include "table/settings.h"

static void write_day(const struct bil_match *match, struct bil_text *out)
{
    char day[BIL_CHALLENGE_DAY + 1];
    bil_json_key(out, "day");
    if (bil_challenge_day(match, day)) {
        bil_json_string(out, day);
    } else {
        bil_json_null(out);
    }
}

static void write_players(const struct bil_match *match, struct bil_text *out)
{
    int person = 0;
    bil_json_key_array(out, "players");
    for (int seat = 0; seat < match->config.seats; seat++) {
        const struct bil_bot *bot = match->player[seat].bot;
        if (bot) {
            bil_json_object(out);
            bil_json_key_string(out, "bot", bot->name);
            bil_json_object_end(out);
        } else {
            person = seat;
            bil_json_null(out);
        }
    }
    bil_json_array_end(out);
    bil_json_key_integer(out, "seat", person + 1);
}

/* {"id","text","day","game","revision","seats","seat","options","players","seed"}: what a table is to be set with. */
static bool describe(const struct web_request *request, const char *bytes)
{
    struct bil_record_end end;
    struct bil_text text = {0};
    char id[BIL_CHALLENGE_ID + 1];
    char seed[2 * BIL_SEED_BYTES + 3] = "0x";
    struct bil_match *match = bil_challenge_read(bytes, strlen(bytes), "The challenge", &end, request->error);
    const bool fine = match && bil_challenge_write(match, &text, request->error);
    if (fine) {
        struct bil_text *out = request->out;
        bil_challenge_id(bil_text_string(&text), id);
        bil_seed_to_text(match->seed, seed + 2);
        bil_json_object(out);
        bil_json_key_string(out, "id", id);
        bil_json_key_string(out, "text", bil_text_string(&text));
        write_day(match, out);
        bil_json_key_string(out, "game", match->game->id);
        bil_json_key_integer(out, "revision", match->config.revision);
        bil_json_key_integer(out, "seats", match->config.seats);
        write_players(match, out);
        bil_options_write(&match->config, out);
        bil_json_key_string(out, "seed", seed);
        bil_json_object_end(out);
    }
    bil_text_free(&text);
    bil_match_free(match);
    return fine;
}

/* {"game", "day"}: the deal of that day. */
bool web_daily(const struct web_request *request)
{
    struct bil_text text = {0};
    const char *day = NULL;
    const struct bil_game *game = web_text(request, "day", &day) ? bil_game_read(request->object, request->error) : NULL;
    const bool fine = game && bil_challenge_daily(game, day, &text, request->error) && describe(request, bil_text_string(&text));
    bil_text_free(&text);
    return fine;
}

/* {"text"}: a challenge out of a link, or the one of which a record is a playing. */
bool web_challenge(const struct web_request *request)
{
    const char *text = NULL;
    return web_text(request, "text", &text) && describe(request, text);
}

/* {"record"}: {"id","day","seat","points","place","decisions","compared"} of a record that is proven; what does not fit is refused
 * with the reason. */
bool web_played(const struct web_request *request)
{
    const char *record = NULL;
    struct bil_record_end end;
    struct bil_challenge_played played;
    if (!web_text(request, "record", &record)) {
        return false;
    }
    struct bil_match *match = bil_challenge_read(record, strlen(record), "The record", &end, request->error);
    const bool fine = match && bil_challenge_verify(match, &end, &played, request->error);
    if (fine) {
        struct bil_text *out = request->out;
        bil_json_object(out);
        bil_json_key_string(out, "id", played.id);
        write_day(match, out);
        bil_json_key_string(out, "name", match->player[played.seat].name);
        bil_json_key_integer(out, "seat", played.seat + 1);
        bil_json_key_integer(out, "points", played.points);
        bil_json_key_integer(out, "place", played.place);
        bil_json_key_integer(out, "decisions", played.decisions);
        bil_json_key_integer(out, "compared", played.compared);
        bil_json_object_end(out);
    }
    bil_match_free(match);
    return fine;
}
