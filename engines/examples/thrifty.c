/* thrifty: a Durak engine that spends its cheapest card.
 *
 *     cc -O2 -o thrifty thrifty.c
 *
 * It reads a command from each line of standard input and answers with a line on standard
 * output.  What follows ## in a line is JSON: counts, the discard pile.
 *
 *  init CARD        a game begins, with this open trump    ok
 *  deal CARDS       cards enter the hand                   ok
 *  move TABLE       lead, or throw in                      a card; empty ends the bout
 *  respond TABLE    beat the last card                     a card; empty takes
 *  give_more TABLE  the opponent takes: give them more     cards, or empty
 *  game_end         it is over                             none: exit, or wait for init
 *
 * The guide: durak-tui new-engine --guide
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CARDS 52

static const char RANKS[] = "23456789TJQKA", SUITS[] = "CDHS";
static int hand[CARDS]; /* whether each card is held; a card is rank * 4 + suit */
static int trump;       /* the suit */
static int enemy_count; /* cards in the opponent's hand */

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

/* The opponent takes.  Put up to enemy_count - 1 cards of ranks on the table into given, and
 * return how many they are. */
static int give_more(const int *table, int count, int *given)
{
    (void)table, (void)count, (void)given;
    return 0;
}

/* Answer with cards, which leave the hand, or with an empty line. */
static void play(const int *cards, int count)
{
    for (int i = 0; i < count; i++) {
        hand[cards[i]] = 0;
        printf(i ? " %c%c" : "%c%c", RANKS[cards[i] / 4], SUITS[cards[i] % 4]);
    }
    putchar('\n');
}

/* The number that JSON has under a key; 0 if it does not have it. */
static int number(const char *json, const char *key)
{
    const char *found = json ? strstr(json, key) : NULL;

    return found ? atoi(found + strlen(key)) : 0;
}

static int is_command(const char *word)
{
    static const char *const COMMANDS[] = {
        "init", "deal", "move", "respond", "give_more", "game_end",
    };

    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        if (strcmp(word, COMMANDS[i]) == 0)
            return 1;
    return 0;
}

int main(void)
{
    static char line[65536];
    const char *protocol = getenv("DURAK_PROTOCOL");
    int persistent = protocol && atoi(protocol) >= 2; /* the runner knows version 2 */

    while (fgets(line, sizeof line, stdin)) {
        int cards[CARDS], count = 0, played[CARDS];
        char *data = strstr(line, "##");

        if (data)
            *data++ = '\0';
        const char *command = strtok(line, " \n");
        if (!command)
            continue;
        if (!is_command(command)) {
            printf("Error: unknown command %s\n", command);
            fflush(stdout);
            continue;
        }
        enemy_count = number(data, "\"enemy_count\":");
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
            *played = move(cards, count);
            play(played, *played >= 0);
        } else if (strcmp(command, "respond") == 0 && count > 0) {
            *played = respond(cards, count);
            play(played, *played >= 0);
        } else if (strcmp(command, "give_more") == 0) {
            play(played, give_more(cards, count, played));
        } else if (strcmp(command, "game_end") == 0) {
            if (!persistent)
                break;
        } else {
            printf("Error: %s needs a card\n", command);
        }
        fflush(stdout); /* or the runner waits for an answer that is still in our buffer */
    }
    return 0;
}
