/* Writes sentences by their templates. See phrase.h. */
#include "kit/phrase.h"

#include <string.h>

/* A template while it is written: its marks take arguments, or the parts of an event. */
struct phrase {
    const struct bil_marks *marks;
    const struct bil_reader *reader;
    const struct bil_event *event; /* NULL: arguments */
    va_list arguments;
    unsigned named; /* last */
};

static int part_of(const struct bil_event *event, char part)
{
    return part == 'a' ? event->a : part == 'b' ? event->b : part == 'c' ? event->c : event->seat;
}

/* Writes one mark, or only takes its argument; returns its last letter. */
static const char *write_mark(struct phrase *phrase, const char *at, bool skip)
{
    struct bil_text *out = phrase->reader->out;
    const char mark = *at;
    if (mark == 's' && !phrase->event) {
        const char *text = va_arg(phrase->arguments, const char *); /* NOLINT(clang-analyzer-valist.*): copied by bil_phrase */
        bil_text_add(out, skip ? "" : text);
        return at;
    }
    const int number =
        phrase->event ? part_of(phrase->event, *++at) : va_arg(phrase->arguments, int); /* NOLINT(clang-analyzer-valist.*) */
    if (skip) {
        return at;
    }
    if (mark == 'd') {
        bil_text_number(out, number);
    } else if (mark == 'x') {
        bil_text_format(out, number == 1 ? "%d card" : "%d cards", number);
    } else {
        const unsigned named = phrase->marks->named(mark, number);
        phrase->marks->add(phrase->reader, mark, number);
        phrase->named = named ? named : phrase->named;
    }
    return at;
}

/* Writes the template up to one of `stop`, or skips it; returns where it ended. */
static const char *write_until(struct phrase *phrase, const char *at, const char *stop, bool skip)
{
    for (; *at && !strchr(stop, *at); at++) {
        if (*at == '%') {
            at = write_mark(phrase, at + 1, skip);
        } else if (*at == '[') {
            const bool own = phrase->reader->viewer >= 0 && (phrase->named >> phrase->reader->viewer & 1U);
            at = write_until(phrase, at + 1, "|", skip || !own);
            at = write_until(phrase, at + 1, "]", skip || own);
        } else {
            const char *from = at;
            while (at[1] && at[1] != '%' && at[1] != '[' && !strchr(stop, at[1])) {
                at++;
            }
            bil_text_add_bytes(phrase->reader->out, from, skip ? 0 : (size_t)(at + 1 - from));
        }
    }
    return at;
}

void bil_phrase(const struct bil_marks *marks, const struct bil_reader *reader, const char *template, va_list arguments)
{
    struct phrase phrase = {.marks = marks, .reader = reader};
    va_copy(phrase.arguments, arguments);
    write_until(&phrase, template, "", false);
    va_end(phrase.arguments);
}

void bil_phrase_event(const struct bil_marks *marks, const struct bil_reader *reader, const char *template,
                      const struct bil_event *event)
{
    struct phrase phrase = {.marks = marks, .reader = reader, .event = event};
    write_until(&phrase, template, "", false);
}

unsigned bil_phrase_addressed(const struct bil_marks *marks, const char *template, const struct bil_event *event)
{
    unsigned seats = event->seat >= 0 ? 1U << event->seat : 0U;
    for (const char *at = template; *at; at++) {
        if (*at == '%') {
            seats |= marks->named(at[1], part_of(event, at[2]));
            at += 2;
        }
    }
    return seats;
}
