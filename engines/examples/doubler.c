/* doubler: a player of 2048 for two that merges where most tiles meet.
 *
 *     cc -O2 -o doubler doubler.c
 *
 * It reads a question from each line of standard input and answers with a line on standard output.
 *
 * The guide: docs/players.md
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 4
#define COLUMNS 8
#define CELLS (ROWS * COLUMNS)

static int seat;
static int board[CELLS]; /* levels, below zero for the second player; 0 is free */

static int owner_of_half(int at)
{
    return at % COLUMNS >= COLUMNS / 2;
}

static int is_mine(int tile)
{
    return seat ? tile < 0 : tile > 0;
}

/* The cell next to another one to a side (up, down, left, right), or -1. */
static int next_to(int at, int side)
{
    int row = at / COLUMNS + (side == 1) - (side == 0);
    int column = at % COLUMNS + (side == 3) - (side == 2);

    if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS)
        return -1;
    return row * COLUMNS + column;
}

/* Here your work begins: ten for each own tile that would eat at once, one for each that slides. */
static int worth(int side)
{
    int sum = 0;

    for (int at = 0; at < CELLS; at++) {
        int there = next_to(at, side);

        if (!is_mine(board[at]) || there < 0)
            continue;
        if (board[there])
            sum += abs(board[there]) == abs(board[at]) ? 10 : 0;
        else
            sum += owner_of_half(there) == seat;
    }
    return sum;
}

static int best_side(void)
{
    int best = 0;

    for (int side = 1; side < 4; side++)
        if (worth(side) > worth(best))
            best = side;
    return best;
}

/* The cell that is offered, or the first free one of the other half. */
static int place(const char *row, const char *column)
{
    int at = 0;

    if (row[0] != '-')
        return atoi(row) * COLUMNS + atoi(column);
    while (owner_of_half(at) == seat || board[at])
        at++;
    return at;
}

int main(void)
{
    static char line[1 << 17];
    static char *words[1 << 14];

    setvbuf(stdout, NULL, _IOLBF, 0); /* or the answer would wait in a buffer */
    while (fgets(line, sizeof line, stdin)) {
        int count = 0;

        for (char *word = strtok(line, " \n"); word && count < 1 << 14; word = strtok(NULL, " \n"))
            words[count++] = word;
        if (count == 0)
            continue;
        if (strcmp(words[0], "end") == 0)
            continue;
        if (strcmp(words[0], "2048") == 0) {
            puts("ready doubler");
        } else if (strcmp(words[0], "game") == 0) {
            seat = atoi(words[1]);
            puts("ok");
        } else {
            for (int at = 0; at < CELLS; at++)
                board[at] = atoi(words[count - CELLS + at]);
            if (strcmp(words[0], "position") == 0) {
                int at = place(words[5], words[6]);

                printf("%d %d\n", at / COLUMNS, at % COLUMNS);
            } else {
                printf("%d\n", best_side());
            }
        }
    }
    return 0;
}
