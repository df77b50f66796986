#!/usr/bin/env perl
# thrifty: a Durak engine that spends its cheapest card.
#
# It reads a command from each line of standard input and answers with a line on standard
# output.  What follows ## in a line is JSON, so simple that patterns can read it.
#
#  init CARD        a game begins, with this open trump    ok
#  deal CARDS       cards enter the hand                   ok
#  move TABLE       lead, or throw in                      a card; empty ends the bout
#  respond TABLE    beat the last card                     a card; empty takes
#  give_more TABLE  the opponent takes: give them more     cards, or empty
#  game_end         it is over                             none: exit, or wait for init
#
# The guide: durak-tui new-engine --guide
use strict;
use warnings;

$| = 1;    # write every answer at once

my $RANKS = "23456789TJQKA";

# The runner says which version of the protocol it knows; from 2 on we may stay for many games.
my $version2 = ($ENV{DURAK_PROTOCOL} || 1) >= 2;
my @hand;
my $trump = "";

# What a card is worth to us: its rank, and any trump more than any other card.
sub worth {
    my ($card, $trump) = @_;
    return index($RANKS, substr $card, 0, 1) + (substr($card, 1) eq $trump ? 13 : 0);
}

sub beats {
    my ($card, $other, $trump) = @_;
    my $suit = substr $card, 1;
    return ($suit eq substr($other, 1) || $suit eq $trump)
        && worth($card, $trump) > worth($other, $trump);
}

# The decisions.  Each returns the cards to be played; none means: bout over, take, or give
# nothing.  The hand is sorted, cheapest card first.
my %decisions = (
    move => sub {
        my ($hand, $table, $trump) = @_;
        return $hand->[0] if !@$table;
        # Here your work begins: a card may be thrown in if its rank is on the table.
        return;
    },
    respond => sub {
        my ($hand, $table, $trump) = @_;
        my @beaters = grep { beats($_, $table->[-1], $trump) } @$hand;
        return @beaters ? $beaters[0] : ();
    },
    give_more => sub {
        my ($hand, $table, $trump, $enemy_count) = @_;
        # The opponent takes.  Up to $enemy_count - 1 cards of ranks on the table may be added.
        return;
    },
);

sub decide {
    my ($kind, $hand, $table, $trump, $data) = @_;
    my ($enemy_count) = $data =~ /"enemy_count": (\d+)/;
    my @sorted = sort { worth($a, $trump) <=> worth($b, $trump) } @$hand;
    return $decisions{$kind}->(\@sorted, $table, $trump, $enemy_count);
}

while (my $line = <STDIN>) {
    my ($words, $data) = split /##/, $line, 2;
    my ($command, @cards) = split " ", $words;
    $data //= "";
    if ($command eq "init") {    # a new game, which may not be the first of this process
        @hand = ();
        $trump = substr $cards[0], 1;
        my $said = '{"name": "thrifty", "persistent": true, "hints": true}';
        print $version2 ? "ok ## $said\n" : "ok\n";
    }
    elsif ($command eq "deal") {
        push @hand, @cards;
        print "ok\n";
    }
    elsif ($command eq "game_end") {
        last if !$version2;
    }
    elsif ($command eq "hint") {    # about any game: our own goes on as if it had not been asked
        my $kind = shift @cards;
        my ($held) = $data =~ /"hand": \[(.*?)\]/;
        my ($suit) = $data =~ /"trump": ".(.)"/;
        print join(" ", decide($kind, [$held =~ /"(..)"/g], \@cards, $suit, $data)), "\n";
    }
    elsif ($decisions{$command}) {
        my %played = map { $_ => 1 } my @played = decide($command, \@hand, \@cards, $trump, $data);
        @hand = grep { !$played{$_} } @hand;
        print "@played\n";
    }
    else {
        print "Error: unknown command $command\n";
    }
}
