/* The reference bot in C: the protocol of docs/bot-protocol.md with nothing but the standard library. A place to begin from.
 *
 *     cc -O2 -o mybot bot.c
 *     billions play --seats person,exec:./mybot
 *
 * It plays by the first word of a move: of those that it likes best, any one. The same questions get the same answers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES = 512 };

/* Words that moves begin with, the best first; a word that is not here comes last. */
static const char *const liked[] = {"claim", "fix",  "add",   "colony", "migrants", "grow",    "settle", "double", "take",
                                    "push",  "draw", "block", "poke",   "keep",     "consent", "deck",   "pass"};

static int dislike(const char *move)
{
    const int words = (int)(sizeof liked / sizeof *liked);
    for (int i = 0; i < words; i++) {
        const size_t length = strlen(liked[i]);
        if (strncmp(move, liked[i], length) == 0 && (move[length] == ' ' || move[length] == 0)) {
            return i;
        }
    }
    return words;
}

/* A line of standard input without its end, however long; NULL at the end of all. */
static char *read_line(void)
{
    size_t room = 4096;
    size_t length = 0;
    char *line = malloc(room);
    while (line && fgets(line + length, (int)(room - length), stdin)) {
        length += strlen(line + length);
        if (length > 0 && line[length - 1] == '\n') {
            line[length - 1] = 0;
            return line;
        }
        room *= 2;
        line = realloc(line, room);
    }
    free(line);
    return NULL;
}

/* Cuts the texts out of the list behind "moves", in place. Returns how many there are. */
static int cut_moves(char *json, char *move[MOVES])
{
    char *at = strstr(json, "\"moves\":[");
    int count = 0;
    for (at = at ? at + 9 : json + strlen(json); *at == '"' && count < MOVES; at += *at == ',') {
        char *to = ++at;
        move[count++] = to;
        for (; *at && *at != '"'; at++) {
            at += *at == '\\' && at[1];
            *to++ = *at;
        }
        at += *at == '"';
        *to = 0; /* never behind `at`, which has passed the quote */
    }
    return count;
}

int main(void)
{
    char *line;
    while ((line = read_line()) != NULL && strcmp(line, "quit") != 0) {
        if (strncmp(line, "billions-bot ", 13) == 0) {
            puts("billions-bot 1\nname reference bot in C\nready");
        } else if (strncmp(line, "ask ", 4) == 0) {
            static char *move[MOVES];
            int best = 0;
            unsigned equals = 0;
            const char *random = strstr(line, "\"random\":\"");
            unsigned long long chance = random ? strtoull(random + 10, NULL, 16) : 0;
            const unsigned long number = strtoul(line + 4, NULL, 10);
            const int count = cut_moves(line, move);
            for (int i = 0; i < count; i++) { /* the best, and among equals any */
                const int better = dislike(move[best]) - dislike(move[i]);
                equals = better > 0 ? 1 : equals + (better == 0);
                if (better > 0 || (better == 0 && chance % equals == 0)) {
                    best = i;
                }
                chance = chance * 6364136223846793005U + 1442695040888963407U;
                chance ^= chance >> 29;
            }
            printf("move %lu %s\n", number, count ? move[best] : "");
        } /* game, new, over and whatever comes with later versions: nothing to say */
        fflush(stdout);
        free(line);
    }
    free(line);
    return 0;
}
