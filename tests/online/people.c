/* See people.h. */
#include "online/people.h"
#include "billions/json.h"
#include "unit.h"

enum { PATIENCE = 240 };

struct server_process served;
const char *const people_place[] = {"NO_COLOR=1", NULL};

int people_begin(void **state)
{
    (void)state;
    drive_patience(PATIENCE);
    server_process_start(&served, NULL);
    return 0;
}

int people_end(void **state)
{
    (void)state;
    if (served.pid > 0) {
        assert_int_equal(server_process_stop(&served), 0);
    }
    server_process_free(&served);
    return 0;
}

void people_table(const char *setup, char link[PEOPLE_LINK])
{
    const struct bil_value *made = server_process_ask(&served, "/api/tables", NULL, setup, 201);
    snprintf(link, PEOPLE_LINK, "%s/t/%s", served.text, bil_value_get(made, "table")->string);
    bil_json_free(made);
}

void people_come(struct drive *drive, const char *const *words)
{
    drive_start(drive, words, people_place, PEOPLE_COLUMNS, PEOPLE_ROWS);
}

void people_sit_down(struct drive *drive, const char *link, const char *name)
{
    people_come(drive, (const char *const[]){"join", link, "--name", name, NULL});
    drive_wait_for(drive, "You sit at Seat");
}

void people_quit(struct drive *drive)
{
    drive_type(drive, "quit\r");
    people_gone(drive);
}

void people_gone(struct drive *drive)
{
    assert_int_equal(drive_end(drive), 0);
    drive_free(drive);
}
