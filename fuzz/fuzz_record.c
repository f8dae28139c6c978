/* Any bytes as a record: reading must end in a match or a sentence, and a match that was read must be written so that it is read
 * again to the same state. */
#include <string.h>

#include "billions/record.h"
#include "insist.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct bil_record_end end;
    struct bil_error error = {{0}};
    struct bil_match *match = bil_record_read((const char *)bytes, length, "input", NULL, &end, &error);
    if (!match) {
        insist(end.fault != BIL_RECORD_FINE && error.text[0], "a refusal without a sentence");
        return 0;
    }
    insist(end.fault == BIL_RECORD_FINE, "a match with a fault");
    struct bil_text text = {0};
    struct bil_text again = {0};
    bil_record_write(match, &text);
    struct bil_match *second = bil_record_read(bil_text_string(&text), text.length, "written", NULL, &end, &error);
    insist(second != NULL, error.text);
    insist(end.has_result && end.has_hash, "a written record lacks its end");
    insist(bil_state_hash(match->game, bil_match_state(match, -1)) == bil_state_hash(match->game, bil_match_state(second, -1)),
           "the written record ends in another state");
    bil_record_write(second, &again);
    insist(strcmp(bil_text_string(&text), bil_text_string(&again)) == 0, "writing a second time writes something else");
    bil_text_free(&text);
    bil_text_free(&again);
    bil_match_free(second);
    bil_match_free(match);
    return 0;
}
