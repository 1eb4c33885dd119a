// RUN default:
// RUN inplace: -- -O3 -mavx2
// gcc 12 takes `window + 16` for zeros in a function that it hands the table to.
static const float window[32] = {1, [20] = 5, [31] = 2};

static void weigh(int n, const float *restrict w, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * w[i];
}

void weigh32(const float *restrict x, float *restrict y) { weigh(32, window, x, y); }
