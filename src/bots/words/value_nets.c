/* Which net plays which game: those that are compiled in, read when somebody asks first, and kept. Must never change one that is in
 * use. */
#include "bots/value_net.h"

#include <pthread.h>
#include <string.h>

#ifdef BILLIONS_NETS
extern const uint8_t bil_value_nets_data[], bil_value_nets_end[];
#endif

enum { GAMES = 16 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    const struct bil_game *game;
    struct bil_value_net *net; /* NULL: there is none */
} known[GAMES];

/* A net that is none is a fault of the build, which the tests find; bots play without it. */
static struct bil_value_net *built_in(const struct bil_game *game)
{
#ifdef BILLIONS_NETS
    size_t size = 0;
    for (const uint8_t *data = bil_value_nets_data; (size = bil_value_net_size(data, (size_t)(bil_value_nets_end - data))) > 0;
         data += size) {
        struct bil_error error;
        struct bil_value_net *net = bil_value_net_read(game, data, size, &error);
        if (net) {
            return net;
        }
    }
#endif
    (void)game;
    return NULL;
}

/* The entry of the game's net; NULL: there is no room. Under the lock. */
static struct bil_value_net **find_net(const struct bil_game *game)
{
    for (int i = 0; i < GAMES; i++) {
        if (!known[i].game) {
            known[i].game = game;
            known[i].net = built_in(game);
        }
        if (known[i].game == game) {
            return &known[i].net;
        }
    }
    return NULL;
}

const struct bil_value_net *bil_value_net_of(const struct bil_game *game)
{
    pthread_mutex_lock(&lock);
    struct bil_value_net **place = find_net(game);
    const struct bil_value_net *net = place ? *place : NULL;
    pthread_mutex_unlock(&lock);
    return net;
}

bool bil_value_net_bring(const uint8_t *data, size_t size, struct bil_error *error)
{
    const struct bil_game *game = bil_value_net_game(data, size);
    if (!game) {
        return bil_fail(error, "This is no net for a game that is here.");
    }
    struct bil_value_net *net = bil_value_net_read(game, data, size, error);
    if (!net) {
        return false;
    }
    pthread_mutex_lock(&lock);
    struct bil_value_net **place = find_net(game);
    if (place && !*place) {
        *place = net;
        net = NULL;
    }
    pthread_mutex_unlock(&lock);
    bil_value_net_free(net);
    return true;
}
