/* Any lines as what a host tells one of our bots (billions bot): the bot must go on to the end, and answer in lines of the protocol
 * and nothing else. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/bot.h"
#include "insist.h"
#include "table/bots/external_bot_serve.h"
#include "table/external_bot_protocol.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char *const words[] = {"billions-bot", "name", "author", "ready", "move",
                                        "reason",       "say",  "order",  "end",   "error"};
    struct bil_error error = {{0}};
    char *said = NULL;
    size_t count = 0;
    if (length == 0) {
        return 0;
    }
    FILE *in = fmemopen((void *)(uintptr_t)bytes, length, "r");
    FILE *out = open_memstream(&said, &count);
    insist(in && out, "no memory");
    insist(bil_external_bot_serve(bil_bot_find("greedy", NULL), in, out, &error), "a stream in memory could not be written");
    fclose(in);
    fclose(out);
    insist(strlen(said) == count, "a zero byte in the answers");
    for (char *line = said; *line;) {
        char *end = strchr(line, '\n');
        bool known = false;
        insist(end != NULL, "a line without its end");
        *end = 0;
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            known |= bil_protocol_behind(line, words[i]) != NULL;
        }
        insist(known, line);
        line = end + 1;
    }
    free(said);
    return 0;
}
