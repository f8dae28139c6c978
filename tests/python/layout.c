/* Prints how the library's structures lie in memory, for test_native.py, which compares what Python takes them for. */
#include <stdio.h>

#include "billions/env.h"

#define STRUCT(type, name)         printf("%s %zu\n", name, sizeof(type))
#define MEMBER(type, name, member) printf("%s.%s %zu %zu\n", name, #member, offsetof(type, member), sizeof(((type *)0)->member))

/* NOLINTBEGIN(bugprone-sizeof-expression): of pointers the size of the pointer is wanted */
int main(void)
{
    STRUCT(struct bil_error, "Error");
    STRUCT(struct bil_setting, "Setting");
    STRUCT(struct bil_config, "Config");
    MEMBER(struct bil_config, "Config", edition);
    MEMBER(struct bil_config, "Config", settings);
    MEMBER(struct bil_config, "Config", setting_count);
    MEMBER(struct bil_config, "Config", fast);
    STRUCT(struct bil_shape, "Shape");
    MEMBER(struct bil_shape, "Shape", seats);
    MEMBER(struct bil_shape, "Shape", observation);
    MEMBER(struct bil_shape, "Shape", bits);
    MEMBER(struct bil_shape, "Shape", actions);
    MEMBER(struct bil_shape, "Shape", legal);
    STRUCT(struct bil_observed, "Observed");
    MEMBER(struct bil_observed, "Observed", row);
    MEMBER(struct bil_observed, "Observed", at);
    MEMBER(struct bil_observed, "Observed", most);
    STRUCT(struct bil_text, "Text");
    MEMBER(struct bil_text, "Text", json_filled);
    MEMBER(struct bil_text, "Text", json_after_key);
    MEMBER(struct bil_game, "Game", title);
    MEMBER(struct bil_game, "Game", min_seats);
    MEMBER(struct bil_game, "Game", max_seats);
    STRUCT(struct bil_env_wish, "EnvWish");
    MEMBER(struct bil_env_wish, "EnvWish", config);
    MEMBER(struct bil_env_wish, "EnvWish", threads);
    MEMBER(struct bil_env_wish, "EnvWish", bot);
    MEMBER(struct bil_env_wish, "EnvWish", forced);
    STRUCT(struct bil_env_arrays, "EnvArrays");
    MEMBER(struct bil_env_arrays, "EnvArrays", observation);
    MEMBER(struct bil_env_arrays, "EnvArrays", floats);
    MEMBER(struct bil_env_arrays, "EnvArrays", bits);
    MEMBER(struct bil_env_arrays, "EnvArrays", mask);
    MEMBER(struct bil_env_arrays, "EnvArrays", legal);
    MEMBER(struct bil_env_arrays, "EnvArrays", legal_count);
    MEMBER(struct bil_env_arrays, "EnvArrays", actor);
    MEMBER(struct bil_env_arrays, "EnvArrays", reward);
    MEMBER(struct bil_env_arrays, "EnvArrays", over);
    MEMBER(struct bil_env_arrays, "EnvArrays", points);
    MEMBER(struct bil_env_arrays, "EnvArrays", places);
    MEMBER(struct bil_env_arrays, "EnvArrays", refused);
    MEMBER(struct bil_env_arrays, "EnvArrays", privileged_observation);
    MEMBER(struct bil_env_arrays, "EnvArrays", final_observation);
    return 0;
}
/* NOLINTEND(bugprone-sizeof-expression) */
