/* A program whose inside, `main` too, is a library of its own: the loader starts the one for the processor. Must never hold anything. */
int main(int argc, char **argv);
