/* thrifty: a Durak engine that spends its cheapest card.
 *
 *     cc -O2 -o thrifty thrifty.c
 *
 * It reads a command from each line of standard input and answers with a line on standard
 * output.  What follows ## in a line is JSON: counts, the discard pile.  This engine needs
 * none of it; the number after "enemy_count": would limit what it may give.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CARDS 52

static const char RANKS[] = "23456789TJQKA", SUITS[] = "CDHS";
static int hand[CARDS]; /* whether each card is held; a card is rank * 4 + suit */
static int trump;       /* the suit */

static int card_of(const char *name)
{
    const char *rank = strchr(RANKS, name[0]), *suit = strchr(SUITS, name[1]);

    if (strlen(name) != 2 || !rank || !suit) {
        fprintf(stderr, "not a card: %s\n", name);
        exit(1);
    }
    return (int)(rank - RANKS) * 4 + (int)(suit - SUITS);
}

/* What a card is worth to us: its rank, and any trump more than any other card. */
static int worth(int card)
{
    return card / 4 + (card % 4 == trump ? 13 : 0);
}

static int beats(int card, int other)
{
    return (card % 4 == other % 4 || card % 4 == trump) && worth(card) > worth(other);
}

/* The cheapest card of the hand, or the cheapest that beats a card; -1 if there is none. */
static int cheapest(int to_beat)
{
    int best = -1;

    for (int card = 0; card < CARDS; card++)
        if (hand[card] && (to_beat < 0 || beats(card, to_beat))
            && (best < 0 || worth(card) < worth(best)))
            best = card;
    return best;
}

/* Attack, with an empty table; else throw in, or end the bout with -1. */
static int move(const int *table, int count)
{
    if (count == 0)
        return cheapest(-1);
    /* Here your work begins: a card may be thrown in if its rank is on the table. */
    (void)table;
    return -1;
}

/* Beat the last card of the table, or take with -1. */
static int respond(const int *table, int count)
{
    return cheapest(table[count - 1]);
}

/* Answer with a card, which leaves the hand, or with an empty line. */
static void play(int card)
{
    if (card >= 0) {
        hand[card] = 0;
        printf("%c%c", RANKS[card / 4], SUITS[card % 4]);
    }
    putchar('\n');
}

int main(void)
{
    static char line[65536];
    const char *protocol = getenv("DURAK_PROTOCOL");
    int persistent = protocol && atoi(protocol) >= 2; /* the runner knows version 2 */

    while (fgets(line, sizeof line, stdin)) {
        int cards[CARDS], count = 0;
        char *data = strstr(line, "##");

        if (data)
            *data = '\0';
        const char *command = strtok(line, " \n");
        if (!command)
            continue;
        for (char *name; count < CARDS && (name = strtok(NULL, " \n")); count++)
            cards[count] = card_of(name);

        if (strcmp(command, "init") == 0 && count == 1) {
            /* A new game, which may not be the first of this process. */
            memset(hand, 0, sizeof hand);
            trump = cards[0] % 4;
            puts(persistent ? "ok ## {\"name\": \"thrifty\", \"persistent\": true}" : "ok");
        } else if (strcmp(command, "deal") == 0) {
            for (int i = 0; i < count; i++)
                hand[cards[i]] = 1;
            puts("ok");
        } else if (strcmp(command, "move") == 0) {
            play(move(cards, count));
        } else if (strcmp(command, "respond") == 0 && count > 0) {
            play(respond(cards, count));
        } else if (strcmp(command, "give_more") == 0) {
            puts(""); /* The opponent takes; cards of ranks on the table could be added. */
        } else if (strcmp(command, "game_end") == 0) {
            if (!persistent)
                break;
        } else {
            printf("Error: unknown command %s\n", command);
        }
        fflush(stdout); /* or the runner waits for an answer that is still in our buffer */
    }
    return 0;
}
