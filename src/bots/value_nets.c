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

const struct bil_value_net *bil_value_net_of(const struct bil_game *game)
{
    struct bil_value_net *net = NULL;
    int i = 0;
    pthread_mutex_lock(&lock);
    while (i < GAMES && known[i].game && known[i].game != game) {
        i++;
    }
    if (i < GAMES) {
        if (!known[i].game) {
            known[i].game = game;
            known[i].net = built_in(game);
        }
        net = known[i].net;
    }
    pthread_mutex_unlock(&lock);
    return net;
}
