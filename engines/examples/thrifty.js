#!/usr/bin/env node
// thrifty: a Durak engine that spends its cheapest card.
//
// It reads a command from each line of standard input and answers with a line on standard
// output.  What follows ## in a line is JSON.
//
//  init CARD        a game begins, with this open trump    ok
//  deal CARDS       cards enter the hand                   ok
//  move TABLE       lead, or throw in                      a card; empty ends the bout
//  respond TABLE    beat the last card                     a card; empty takes
//  give_more TABLE  the opponent takes: give them more     cards, or empty
//  game_end         it is over                             none: exit, or wait for init
//
// The guide: durak-tui new-engine --guide
"use strict";

const RANKS = "23456789TJQKA";
// The runner says which version of the protocol it knows; from 2 on we may stay for many games.
const version2 = Number(process.env.DURAK_PROTOCOL || 1) >= 2;

// What a card is worth to us: its rank, and any trump more than any other card.
function worth(card, trump) {
  return RANKS.indexOf(card[0]) + (card[1] === trump ? RANKS.length : 0);
}

function beats(card, other, trump) {
  return (card[1] === other[1] || card[1] === trump) && worth(card, trump) > worth(other, trump);
}

// The decisions.  Each returns the cards to be played; none means: bout over, take, or give
// nothing.  The hand is sorted, cheapest card first.
const decisions = {
  move(hand, table, trump, data) {
    if (table.length === 0) return hand.slice(0, 1);
    // Here your work begins: a card may be thrown in if its rank is on the table.
    return [];
  },
  respond(hand, table, trump, data) {
    return hand.filter((card) => beats(card, table[table.length - 1], trump)).slice(0, 1);
  },
  give_more(hand, table, trump, data) {
    // The opponent takes.  Up to data.enemy_count - 1 cards of ranks on the table may be added.
    return [];
  },
};

function decide(kind, hand, table, trump, data) {
  const sorted = [...hand].sort((a, b) => worth(a, trump) - worth(b, trump));
  return decisions[kind](sorted, table, trump, data);
}

let hand = [];
let trump = "";

function answer(line) {
  const [words, json] = line.split("##");
  const [command, ...cards] = words.trim().split(/\s+/);
  const data = JSON.parse(json || "{}");
  switch (command) {
    case "init": // a new game, which may not be the first of this process
      hand = [];
      trump = cards[0][1];
      return version2 ? 'ok ## {"name": "thrifty", "persistent": true, "hints": true}' : "ok";
    case "deal":
      hand.push(...cards);
      return "ok";
    case "game_end":
      if (!version2) process.exit();
      return null;
    case "hint": { // a question about any game: our own goes on as if it had not been asked
      const [kind, ...table] = cards;
      return decide(kind, data.hand, table, data.trump[1], data).join(" ");
    }
    case "move":
    case "respond":
    case "give_more": {
      const played = decide(command, hand, cards, trump, data);
      hand = hand.filter((card) => !played.includes(card));
      return played.join(" ");
    }
    default:
      return `Error: unknown command ${command}`;
  }
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const said = answer(line);
    if (said !== null) process.stdout.write(said + "\n");
  });
