// RUN explain: --target=avx2 --explain -o /dev/null
// What is declared to have six elements is not done 32 at a time, however many the loop may run for; and structs far
// apart, member by member, are nothing for vectors.
#include <stdint.h>

struct block {
  int32_t gain;
  uint8_t in_coupling[7];
  float snr;
  short is_quiet;
};

struct frame {
  int blocks_used, channels, is_coupled;
  struct block blocks[6];
  int weights[6];
};

void couple(struct frame *f) {
  for (int b = 0; b < f->blocks_used; b++)
    for (int c = 1; c <= f->channels; c++)
      f->blocks[b].in_coupling[c] = (uint8_t)f->is_coupled;
}

// The last member of a struct may go on, but few do.
void weigh(struct frame *restrict f, const struct frame *restrict g, int n) {
  for (int i = 0; i < n; i++)
    f->weights[i] = g->weights[i] + 1;
}

void gains(struct block *restrict to, const struct block *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[i].gain = from[i].gain;
}

// So is what the file passes short arrays of, and what only some iterations index.
static void clear(char *text, int n) {
  for (int i = 0; i < n; i++)
    text[i] = ' ';
}
static void clear_all(char *text, int n) { clear(text, n); }
void clear_cards(char (*cards)[24], int n, int m) {
  char card[24];
  clear_all(card, n);
  clear_all(cards[1], m);
}

void limit(struct frame *restrict f, int *restrict bits, const int *restrict limits, int n) {
  for (int i = 0; i < n; i++)
    if (f->is_coupled)
      bits[i] = limits[i] / (1 + f->blocks[i].is_quiet);
}
