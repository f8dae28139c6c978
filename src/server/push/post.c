/* See push/post.h. One thread with libcurl's multi interface: some dozens of letters are under way at once, so that services that
 * do not answer hold up nobody but themselves.
 *
 * What the two threads share is three lists under one lock. Must never call libcurl with that lock held, but to wake it. */
#include "server/push/post.h"

#include <curl/curl.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "table/memory.h"

enum {
    AT_ONCE = 64,        /* letters under way */
    OF_ONE_SERVICE = 16, /* ... to one name: as many may wait for it, the others go on */
    WAITING = 4096,      /* that have not begun; further ones come back unsent */
    ANSWER_BYTES = 4096, /* of an answer that are let in, and thrown away */
    HEADER_BYTES = 16384,
    RETRY_MOST = 24 * 3600, /* seconds that a service may ask to be left alone */
    KEPT_OPEN = 16,         /* connections for the next letter; an address is judged when one is made */
    LOOKS = 1000,           /* milliseconds until the thread looks by itself */
    JWT_LIVES = 12 * 3600,  /* seconds; a service takes 24 hours at most */
    RECORD = 4096
};

struct list {
    struct bil_push_letter *first, *last;
    int count;
};

/* A letter under way. */
struct errand {
    struct bil_push_letter *letter;
    struct bil_push_post *post;
    CURL *curl;
    struct curl_slist *headers;
    struct bil_text body;
    char host[BIL_PUSH_ORIGIN];
    size_t answered, head; /* bytes that came */
    bool refused, tried;   /* an address was none to be connected to; one was */
    struct errand *next;
};

struct bil_push_post {
    struct bil_push_post_settings settings;
    pthread_t thread;
    pthread_mutex_t lock;
    struct list given, done; /* under the lock */
    bool ending;             /* the same */
    CURLM *multi;
    struct errand *errands; /* the thread's own */
    int count;
    void (*wake)(void *context);
    void *context;
};

void bil_push_letter_free(struct bil_push_letter *letter)
{
    sodium_memzero(letter, sizeof *letter);
    free(letter);
}

static void append_letter(struct list *list, struct bil_push_letter *letter)
{
    letter->next = NULL;
    *(list->last ? &list->last->next : &list->first) = letter;
    list->last = letter;
    list->count++;
}

static struct bil_push_letter *take_letter(struct list *list)
{
    struct bil_push_letter *letter = list->first;
    if (letter) {
        list->first = letter->next;
        list->last = list->first ? list->last : NULL;
        list->count--;
        letter->next = NULL;
    }
    return letter;
}

/* ------------------------------------------------------------------ what libcurl asks */

/* Called before every connection, with the address that the name led to: the one place where it is known for certain. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct errand *errand = context;
    if (purpose != CURLSOCKTYPE_IPCXN ||
        (!errand->post->settings.local && !bil_address_public(&address->addr, (size_t)address->addrlen))) {
        errand->refused = true;
        return CURL_SOCKET_BAD;
    }
    errand->tried = true;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context)
{
    struct errand *errand = context;
    (void)bytes;
    errand->answered += size * count;
    return errand->answered > ANSWER_BYTES ? 0 : size * count;
}

/* Seconds only: the other form, a date, would need our clock to agree with theirs. */
static size_t take_header(char *bytes, size_t size, size_t count, void *context)
{
    static const char name[] = "retry-after:";
    struct errand *errand = context;
    const size_t length = size * count;
    errand->head += length;
    if (errand->head > HEADER_BYTES) {
        return 0;
    }
    if (length > sizeof name && strncasecmp(bytes, name, sizeof name - 1) == 0) {
        int64_t seconds = 0;
        size_t i = sizeof name - 1;
        while (i < length && (bytes[i] == ' ' || bytes[i] == '\t')) {
            i++;
        }
        for (; i < length && bytes[i] >= '0' && bytes[i] <= '9' && seconds < RETRY_MOST; i++) {
            seconds = seconds * 10 + (bytes[i] - '0');
        }
        errand->letter->retry_after = seconds < RETRY_MOST ? seconds : RETRY_MOST;
    }
    return length;
}

/* ------------------------------------------------------------------ one letter */

static void free_errand(struct errand *errand)
{
    curl_easy_cleanup(errand->curl);
    curl_slist_free_all(errand->headers);
    bil_text_free(&errand->body);
    free(errand);
}

static bool add_header(struct errand *errand, struct bil_text *line)
{
    struct curl_slist *longer = curl_slist_append(errand->headers, bil_text_string(line));
    errand->headers = longer ? longer : errand->headers;
    bil_text_clear(line);
    return longer != NULL;
}

static bool write_headers(struct errand *errand)
{
    const struct bil_push_letter *letter = errand->letter;
    char origin[BIL_PUSH_ORIGIN];
    struct bil_text line = {0};
    bil_push_origin(letter->endpoint, origin);
    bil_text_add(&line, "Authorization: ");
    bool fine =
        bil_push_authorization(letter->key, origin, (int64_t)time(NULL) + JWT_LIVES, errand->post->settings.contact, &line) &&
        add_header(errand, &line);
    bil_text_format(&line, "TTL: %lld", (long long)letter->ttl);
    fine = fine && add_header(errand, &line);
    bil_text_format(&line, "Urgency: %s", letter->urgent ? "high" : "normal");
    fine = fine && add_header(errand, &line);
    bil_text_format(&line, "Topic: %s", letter->topic);
    fine = fine && add_header(errand, &line);
    static const char *const others[] = {"Content-Type: application/octet-stream", "Content-Encoding: aes128gcm", "Expect:"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        bil_text_add(&line, others[i]);
        fine = fine && add_header(errand, &line);
    }
    bil_text_free(&line);
    return fine;
}

static bool set_options(struct errand *errand)
{
    const struct bil_push_post_settings *settings = &errand->post->settings;
    CURL *curl = errand->curl;
    const char *schemes = settings->local ? "http,https" : "https";
    return curl_easy_setopt(curl, CURLOPT_URL, errand->letter->endpoint) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, schemes) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_PROXY, "") == CURLE_OK && curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)settings->connect) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)settings->total) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, errand) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_WRITEDATA, errand) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_HEADERDATA, errand) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_HTTPHEADER, errand->headers) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)errand->body.length) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_POSTFIELDS, bil_text_string(&errand->body)) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_USERAGENT, "billions/" BILLIONS_VERSION) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_PRIVATE, errand) == CURLE_OK;
}

static void hand_back(struct bil_push_post *post, struct bil_push_letter *letter, enum bil_push_end end)
{
    letter->end = end;
    sodium_memzero(letter->key, sizeof letter->key);
    pthread_mutex_lock(&post->lock);
    append_letter(&post->done, letter);
    pthread_mutex_unlock(&post->lock);
    if (post->wake) {
        post->wake(post->context);
    }
}

static void begin_errand(struct bil_push_post *post, struct bil_push_letter *letter)
{
    struct errand *errand = bil_memory_zero(1, sizeof *errand);
    errand->letter = letter;
    errand->post = post;
    errand->curl = curl_easy_init();
    bil_push_host(letter->endpoint, errand->host);
    if (!errand->curl ||
        !bil_push_encrypt(&letter->reader, letter->text, strlen(letter->text), BIL_PUSH_TEXT, RECORD, NULL, &errand->body) ||
        !write_headers(errand) || !set_options(errand) || curl_multi_add_handle(post->multi, errand->curl) != CURLM_OK) {
        free_errand(errand);
        hand_back(post, letter, BIL_PUSH_FAILED);
        return;
    }
    errand->next = post->errands;
    post->errands = errand;
    post->count++;
}

/* An answer counts by its status, whatever came behind it and however it ended. */
static void finish_errand(struct bil_push_post *post, struct errand *errand)
{
    struct bil_push_letter *letter = errand->letter;
    struct errand **at = &post->errands;
    long status = 0;
    while (*at != errand) {
        at = &(*at)->next;
    }
    *at = errand->next;
    post->count--;
    curl_easy_getinfo(errand->curl, CURLINFO_RESPONSE_CODE, &status);
    letter->status = status >= 200 && status <= 599 ? (int)status : 0;
    const enum bil_push_end end = letter->status                      ? BIL_PUSH_ANSWERED
                                  : errand->refused && !errand->tried ? BIL_PUSH_FORBIDDEN
                                                                      : BIL_PUSH_FAILED;
    curl_multi_remove_handle(post->multi, errand->curl);
    free_errand(errand);
    hand_back(post, letter, end);
}

/* ------------------------------------------------------------------ the thread */

static int under_way_to(const struct bil_push_post *post, const char *host)
{
    int count = 0;
    for (const struct errand *errand = post->errands; errand; errand = errand->next) {
        count += strcasecmp(errand->host, host) == 0;
    }
    return count;
}

/* The first that may begin: those to a service that is busy with others stay where they are. With the lock held. */
static struct bil_push_letter *take_next(struct bil_push_post *post)
{
    struct list left = {0};
    struct bil_push_letter *found = NULL;
    char host[BIL_PUSH_ORIGIN];
    while (post->count < AT_ONCE && post->given.first) {
        struct bil_push_letter *letter = take_letter(&post->given);
        bil_push_host(letter->endpoint, host);
        if (under_way_to(post, host) < OF_ONE_SERVICE) {
            found = letter;
            break;
        }
        append_letter(&left, letter);
    }
    if (left.first) { /* those that were passed over stay in front */
        left.last->next = post->given.first;
        post->given = (struct list){left.first, post->given.last ? post->given.last : left.last, left.count + post->given.count};
    }
    return found;
}

/* False: it is to end. */
static bool begin_all(struct bil_push_post *post)
{
    bool ending = false;
    struct bil_push_letter *letter = NULL;
    do {
        pthread_mutex_lock(&post->lock);
        ending = post->ending;
        letter = ending || post->count >= AT_ONCE ? NULL : take_next(post);
        pthread_mutex_unlock(&post->lock);
        if (letter) {
            begin_errand(post, letter);
        }
    } while (letter);
    return !ending;
}

static void *run_carrier(void *argument)
{
    struct bil_push_post *post = argument;
    while (begin_all(post)) {
        int running = 0;
        int left = 0;
        curl_multi_perform(post->multi, &running);
        for (const CURLMsg *message = curl_multi_info_read(post->multi, &left); message;
             message = curl_multi_info_read(post->multi, &left)) {
            struct errand *errand = NULL;
            if (message->msg == CURLMSG_DONE && curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &errand) == CURLE_OK) {
                finish_errand(post, errand);
            }
        }
        curl_multi_poll(post->multi, NULL, 0, LOOKS, NULL);
    }
    return NULL;
}

/* ------------------------------------------------------------------ from the one thread */

/* Both as struct bil_push_carrier wants them. */
static void give_letter(void *whose, struct bil_push_letter *letter)
{
    struct bil_push_post *post = whose;
    pthread_mutex_lock(&post->lock);
    if (post->given.count >= WAITING) {
        letter->end = BIL_PUSH_UNSENT;
        append_letter(&post->done, letter);
    } else {
        append_letter(&post->given, letter);
    }
    pthread_mutex_unlock(&post->lock);
    curl_multi_wakeup(post->multi);
}

static struct bil_push_letter *next_done(void *whose)
{
    struct bil_push_post *post = whose;
    pthread_mutex_lock(&post->lock);
    struct bil_push_letter *letter = take_letter(&post->done);
    pthread_mutex_unlock(&post->lock);
    return letter;
}

struct bil_push_post *bil_push_post_new(const struct bil_push_post_settings *settings, void (*wake)(void *context), void *context,
                                        struct bil_push_carrier *carrier, struct bil_error *error)
{
    struct bil_push_post *post = bil_memory_zero(1, sizeof *post);
    post->settings = *settings;
    post->settings.connect = settings->connect > 0 ? settings->connect : 5;
    post->settings.total = settings->total > 0 ? settings->total : 15;
    post->wake = wake;
    post->context = context;
    *carrier = (struct bil_push_carrier){post, give_letter, next_done};
    pthread_mutex_init(&post->lock, NULL);
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK || !(post->multi = curl_multi_init()) ||
        curl_multi_setopt(post->multi, CURLMOPT_MAXCONNECTS, (long)KEPT_OPEN) != CURLM_OK) {
        bil_fail(error, "Push messages cannot be sent: libcurl does not begin.");
    } else {
        sigset_t all;
        sigset_t before;
        sigfillset(&all); /* signals are for the one thread */
        pthread_sigmask(SIG_SETMASK, &all, &before);
        const int code = pthread_create(&post->thread, NULL, run_carrier, post);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        if (code == 0) {
            return post;
        }
        bil_fail(error, "Push messages cannot be sent: the system gives no thread.");
    }
    curl_multi_cleanup(post->multi);
    pthread_mutex_destroy(&post->lock);
    free(post);
    return NULL;
}

void bil_push_post_free(struct bil_push_post *post)
{
    if (!post) {
        return;
    }
    pthread_mutex_lock(&post->lock);
    post->ending = true;
    pthread_mutex_unlock(&post->lock);
    curl_multi_wakeup(post->multi);
    pthread_join(post->thread, NULL);
    while (post->errands) {
        struct errand *errand = post->errands;
        post->errands = errand->next;
        curl_multi_remove_handle(post->multi, errand->curl);
        bil_push_letter_free(errand->letter);
        free_errand(errand);
    }
    curl_multi_cleanup(post->multi);
    struct list *const lists[] = {&post->given, &post->done};
    for (int i = 0; i < 2; i++) {
        for (struct bil_push_letter *letter = take_letter(lists[i]); letter; letter = take_letter(lists[i])) {
            bil_push_letter_free(letter);
        }
    }
    pthread_mutex_destroy(&post->lock);
    free(post);
}
