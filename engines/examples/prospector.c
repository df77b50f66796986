/* prospector: a Gold Rush miner that goes from pile to pile it can see, and home with full hands.
 *
 *     cc -O2 -o prospector prospector.c
 *
 * It says its name, reads the size of the mine, and then for each turn where it is and what is
 * around it; it answers with a command.
 *
 * The guide: docs/players.md
 */
#include <stdio.h>
#include <stdlib.h>

#define SIGHT 2 /* cells seen to each side */
#define ROWS (2 * SIGHT + 1)
#define HAND 3

static char cells[ROWS][ROWS][16];
static int hand, base_x, base_y;

static int is_pile(int dx, int dy)
{
    return cells[SIGHT + dy][SIGHT + dx][0] >= '1' && cells[SIGHT + dy][SIGHT + dx][0] <= '9';
}

static int is_stone(int dx, int dy)
{
    return cells[SIGHT + dy][SIGHT + dx][0] == 'S';
}

/* One step towards a place: along the longer way, or along the other if a stone is there. */
static const char *towards(int dx, int dy)
{
    int step_x = dx > 0 ? 1 : -1, step_y = dy > 0 ? 1 : -1;
    int first_x = abs(dx) >= abs(dy) && dx;

    if (rand() % 8 == 0) /* not for ever into the same corner */
        first_x = !first_x;
    if (first_x ? is_stone(step_x, 0) : is_stone(0, step_y))
        first_x = !first_x;
    if (first_x)
        return step_x > 0 ? "EAST" : "WEST";
    return step_y > 0 ? "SOUTH" : "NORTH";
}

/* Here your work begins: hand is what the miner carries, cells is what it sees. */
static const char *command(int x, int y)
{
    int best = 99, best_x = 0, best_y = 0;

    if (x == base_x && y == base_y && hand) {
        hand = 0;
        return "DROP";
    }
    if (is_pile(0, 0) && hand < HAND) {
        int pile = atoi(cells[SIGHT][SIGHT]);

        hand = pile < HAND - hand ? hand + pile : HAND;
        return "PICK";
    }
    if (hand == HAND)
        return towards(base_x - x, base_y - y);
    for (int dy = -SIGHT; dy <= SIGHT; dy++)
        for (int dx = -SIGHT; dx <= SIGHT; dx++)
            if (is_pile(dx, dy) && abs(dx) + abs(dy) < best) {
                best = abs(dx) + abs(dy);
                best_x = dx;
                best_y = dy;
            }
    if (best < 99)
        return towards(best_x, best_y);
    return (const char *[]){"NORTH", "SOUTH", "EAST", "WEST"}[rand() % 4];
}

int main(void)
{
    int width, height, diamonds, x, y, others, started = 0;

    setvbuf(stdout, NULL, _IOLBF, 0); /* or the answer would wait in a buffer */
    puts("prospector");
    if (scanf("%d %d %d", &width, &height, &diamonds) != 3)
        return 1;
    while (scanf("%d %d %d", &x, &y, &others) == 3) {
        for (int row = 0; row < ROWS; row++)
            for (int column = 0; column < ROWS; column++)
                if (scanf("%15s", cells[row][column]) != 1)
                    return 1;
        for (int one = 0, ignored; one < 2 * others; one++)
            if (scanf("%d", &ignored) != 1)
                return 1;
        if (!started) {
            base_x = x;
            base_y = y;
            srand(x * 31 + y);
            started = 1;
        }
        puts(command(x, y));
    }
    return 0;
}
