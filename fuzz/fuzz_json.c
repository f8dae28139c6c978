/* Any bytes as JSON: the answer is a tree, which written and read again is the same tree, or a sentence with its place. */
#include <string.h>

#include "billions/json.h"
#include "insist.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void check_links(const struct bil_value *value)
{
    for (const struct bil_value *child = value->child; child; child = child->next) {
        insist(child->parent == value && !child->key == (value->type == BIL_ARRAY), "a child of another");
        check_links(child);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct bil_error error = {{0}};
    struct bil_text once = {0};
    struct bil_text twice = {0};
    const struct bil_value *root = bil_json_read((const char *)bytes, length, "text", &error);
    if (!root) {
        insist(strncmp(error.text, "text", 4) == 0 && error.text[strlen(error.text) - 1] == '.', error.text);
        insist(!bil_json_read_plain((const char *)bytes, length, "text", &error), "read only if it is made plain");
        return 0;
    }
    check_links(root);
    bil_json_value(root, &once);
    const struct bil_value *again = bil_json_read(bil_text_string(&once), once.length, "again", &error);
    insist(again != NULL, error.text);
    bil_json_value(again, &twice);
    insist(strcmp(bil_text_string(&once), bil_text_string(&twice)) == 0, "written and read again it is another tree");
    bil_json_free(again);
    bil_json_free(root);
    root = bil_json_read_plain((const char *)bytes, length, "text", &error);
    insist(root != NULL, "not read if it is made plain");
    bil_json_free(root);
    bil_text_free(&once);
    bil_text_free(&twice);
    return 0;
}
