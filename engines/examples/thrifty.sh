#!/bin/sh
# thrifty: a Durak engine that spends its cheapest card.
#
# It reads a command from each line of standard input and answers with a line on standard
# output.  What follows ## in a line is JSON: counts, the discard pile.
#
#  init CARD        a game begins, with this open trump    ok
#  deal CARDS       cards enter the hand                   ok
#  move TABLE       lead, or throw in                      a card; empty ends the bout
#  respond TABLE    beat the last card                     a card; empty takes
#  give_more TABLE  the opponent takes: give them more     cards, or empty
#  game_end         it is over                             none: exit, or wait for init
#
# The guide: durak-tui new-engine --guide
#
# Functions leave their results in variables: a subshell for each would cost more than the game.

RANKS=23456789TJQKA
hand=
trump=

# From version 2 of the protocol on we may stay for the next game.
case ${DURAK_PROTOCOL:-1} in
0 | 1) persistent= ;;
*) persistent=yes ;;
esac

# What a card is worth to us: its rank, and any trump more than any other card.
worth() {
    below=${RANKS%%"${1%?}"*}
    worth=${#below}
    [ "${1#?}" != "$trump" ] || worth=$((worth + 13))
}

# Whether card $1 beats card $2.
beats() {
    [ "${1#?}" = "${2#?}" ] || [ "${1#?}" = "$trump" ] || return 1
    worth "$2"
    other=$worth
    worth "$1"
    [ "$worth" -gt "$other" ]
}

# The cheapest card of the hand, or, if one is named, the cheapest that beats it, in $best.
cheapest() {
    best=
    for card in $hand; do
        [ -z "$1" ] || beats "$card" "$1" || continue
        worth "$card"
        if [ -z "$best" ] || [ "$worth" -lt "$least" ]; then
            best=$card
            least=$worth
        fi
    done
}

# Answer with cards, which leave the hand, or with an empty line.
play() {
    left=
    for card in $hand; do
        case " $* " in
        *" $card "*) ;;
        *) left="$left $card" ;;
        esac
    done
    hand=$left
    echo "$*"
}

# Attack, with an empty table; else throw in, or end the bout with an empty line.
move() {
    best=
    if [ $# -eq 0 ]; then
        cheapest
    fi
    # Here your work begins: a card may be thrown in if its rank is on the table.
    play "$best"
}

# Beat the last card of the table, or take with an empty line.
respond() {
    for last in "$@"; do :; done
    cheapest "$last"
    play "$best"
}

# The opponent takes: play up to $enemy_count - 1 cards of ranks on the table.
give_more() {
    play
}

while read -r line; do
    # The words before ##; a card has no character that the shell would expand.
    set -- ${line%%##*}
    command=$1
    [ $# -eq 0 ] || shift
    rest=${line#*\"enemy_count\": }
    enemy_count=${rest%%[!0-9]*} # cards in the opponent's hand
    case $command in
    init) # a new game, which may not be the first of this process
        hand=
        trump=${1#?}
        if [ "$persistent" ]; then
            echo 'ok ## {"name": "thrifty", "persistent": true}'
        else
            echo ok
        fi
        ;;
    deal)
        hand="$hand $*"
        echo ok
        ;;
    move) move "$@" ;;
    respond) respond "$@" ;;
    give_more) give_more "$@" ;;
    game_end) [ "$persistent" ] || exit 0 ;;
    *) echo "Error: unknown command $command" ;;
    esac
done
