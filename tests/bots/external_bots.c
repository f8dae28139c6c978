/* A bot as a shell script, and what is counted around it. Must never leave a process, a descriptor or a file behind. */
#include "bots/external_bots.h"
#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "billions/record.h"
#include "table/external_bot.h"
#include "table/helpers.h"

/* Plays the first move of each list, but for what its first word says. A second word names a file that gets all it is told. */
static const char script[] = "#!/bin/sh\n"
                             "kind=$1 log=$2 count=0\n"
                             "[ -z \"$log\" ] || echo \"$$\" >>\"$log\"\n"
                             "tell() { [ -z \"$log\" ] || printf '%s\\n' \"$1\" >>\"$log\"; }\n"
                             "case $kind in\n"
                             "  dies-at-once) echo 'no money left' >&2; exit 3 ;;\n"
                             "  greets-not) sleep 1000 ;;\n"
                             "  greets-oddly) echo 'Good morning'; sleep 1000 ;;\n"
                             "  future) echo 'billions-bot 2'; echo ready; sleep 1000 ;;\n"
                             "  refuses-to-start) echo 'error today is Sunday'; sleep 1000 ;;\n"
                             "esac\n"
                             "read -r hello; tell \"$hello\"\n"
                             "echo 'billions-bot 1'; echo 'name a script'; echo ready\n"
                             "while read -r word number rest; do\n"
                             "  case $word in ask) tell \"ask $number\" ;; *) tell \"$word $number $rest\" ;; esac\n"
                             "  [ \"$word\" != quit ] || exit 0\n"
                             "  [ \"$word\" = ask ] || continue\n"
                             "  count=$((count + 1))\n"
                             "  move=${rest#*\\\"moves\\\":[\\\"}; move=${move%%\\\"*}\n"
                             "  case $kind-$count in\n"
                             "    hangs-*) sleep 1000 ;;\n"
                             "    dies-4) kill -SEGV $$ ;;\n"
                             "    leaves-4) echo 'I have had enough' >&2; exit 0 ;;\n"
                             "    floods-*) yes 'reason 1 nothing'; sleep 1000 ;;\n"
                             "    one-line-*) yes | tr -d '\\n'; sleep 1000 ;;\n"
                             "    shouts-*) yes >&2; sleep 1000 ;;\n"
                             "    babbles-*) printf 'I like cards \\033[2J and games\\n'; continue ;;\n"
                             "    cheats-*) echo \"move $number fly to the moon\"; continue ;;\n"
                             "    forbidden-*) echo \"move $number claim 1\"; continue ;;\n"
                             "    closes-*) exec >&-; sleep 1000 ;;\n"
                             "    deaf-*) exec <&-; sleep 1000 ;;\n"
                             "    answers-early-3) echo \"move $number $move\"; echo \"move $((number + 1)) $move\"; continue ;;\n"
                             "    answers-late-3) echo \"move $((number - 1)) $move\"; continue ;;\n"
                             "    gives-up-3) echo 'error this is too hard'; continue ;;\n"
                             "    reasons-badly-*) echo 'reason many 1/1 pass' ;;\n"
                             "    orders-badly-1) echo 'order dance always' ;;\n"
                             "    orders-1) echo \"order $3 $4\" ;;\n"
                             "  esac\n"
                             "  echo \"move $number $move\"\n"
                             "done\n";

void external_bots_begin(void)
{
    char path[512];
    snprintf(path, sizeof path, "%s/bot.sh", helper_folder());
    helper_write(path, script);
    assert_int_equal(chmod(path, 0755), 0);
}

void external_bots_end(void)
{
    helper_folder_end();
}

const struct bil_bot *external_bot_named(const char *name)
{
    struct bil_error error = {{0}};
    const struct bil_bot *bot = bil_external_bot_find(name, &error);
    if (!bot) {
        helper_fail(error.text);
    }
    return bot;
}

const struct bil_bot *outsider(const char *words, const char *settings)
{
    char name[BIL_BOT_NAME];
    snprintf(name, sizeof name, "exec:%s %s%s%s", helper_path("bot.sh"), words, *settings ? ":" : "", settings);
    return external_bot_named(name);
}

struct bil_match *external_bots_match(const struct bil_game *game, int seats, const struct bil_bot *const bots[], unsigned seed)
{
    struct bil_match_setup setup = helper_setup(seats, seed);
    setup.game = game;
    for (int seat = 0; seat < seats; seat++) {
        setup.player[seat].bot = bots[seat];
    }
    struct bil_match *match = helper_match(&setup);
    while (match->actor != BIL_OVER) {
        bil_match_step(match);
    }
    return match;
}

void external_bots_verify(const struct bil_match *match)
{
    struct bil_text text = {0};
    struct bil_error error = {{0}};
    struct bil_record_end end;
    bil_record_write(match, &text);
    struct bil_match *again = bil_record_read(bil_text_string(&text), text.length, "the record", NULL, &end, &error);
    if (!again) {
        helper_fail(error.text);
    }
    assert_int_equal(again->actor, BIL_OVER);
    assert_int_equal(bil_state_hash(match->game, bil_match_state(match, -1)),
                     bil_state_hash(again->game, bil_match_state(again, -1)));
    bil_match_free(again);
    bil_text_free(&text);
}

/* ------------------------------------------------------------------ what is said, what is held */

static int kept_stream = -1;
static FILE *heard;

void external_bots_hear(void)
{
    fflush(stderr);
    heard = tmpfile();
    kept_stream = dup(STDERR_FILENO);
    assert_non_null(heard);
    assert_true(kept_stream >= 0 && dup2(fileno(heard), STDERR_FILENO) >= 0);
}

char *external_bots_heard(void)
{
    fflush(stderr);
    assert_true(dup2(kept_stream, STDERR_FILENO) >= 0);
    close(kept_stream);
    assert_int_equal(fseek(heard, 0, SEEK_END), 0);
    const long length = ftell(heard);
    char *text = calloc(1, (size_t)length + 1);
    assert_non_null(text);
    rewind(heard);
    assert_int_equal(fread(text, 1, (size_t)length, heard), length);
    fclose(heard);
    return text;
}

int external_bots_descriptors(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder)) {
        count++;
    }
    closedir(folder);
    return count;
}

bool external_bots_children(void)
{
    return !(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
}

int external_bots_times(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}
