// The emulator itself: what it computes against plain arithmetic, and that it stops at what a core cannot do.
#include "aie_api/aie.hpp"
#include <sys/wait.h>
#include <unistd.h>

static int failures = 0;
#define EXPECT(...)                                                                                                    \
  do {                                                                                                                 \
    if (!(__VA_ARGS__)) {                                                                                              \
      std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__);                                                            \
      ++failures;                                                                                                      \
    }                                                                                                                  \
  } while (0)

/// `f` ends the process by a signal.
template <class F> static bool aborts(F f) {
  const pid_t child = fork();
  if (child == 0) {
    std::freopen("/dev/null", "w", stderr);
    f();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status);
}

/// Rounding by long division, independent of the emulator's.
static int64_t roundedByDivision(int64_t value, int shift, aie::rounding_mode mode) {
  const double exact = double(value) / double(int64_t(1) << shift);
  const int64_t down = int64_t(exact >= 0 || exact == double(int64_t(exact)) ? exact : exact - 1);
  const double rest = exact - double(down);
  using enum aie::rounding_mode;
  switch (mode) {
  case floor:
    return down;
  case ceil:
    return rest > 0 ? down + 1 : down;
  case positive_inf:
    return rest >= 0.5 ? down + 1 : down;
  case negative_inf:
    return rest > 0.5 ? down + 1 : down;
  case symmetric_inf:
    return rest > 0.5 || (rest == 0.5 && value > 0) ? down + 1 : down;
  case symmetric_zero:
    return rest > 0.5 || (rest == 0.5 && value < 0) ? down + 1 : down;
  case conv_even:
    return rest > 0.5 || (rest == 0.5 && down % 2 != 0) ? down + 1 : down;
  case conv_odd:
    return rest > 0.5 || (rest == 0.5 && down % 2 == 0) ? down + 1 : down;
  }
  return 0;
}

#if __AIE_ARCH__ == 10
using shortSum = acc48;
using longSum = acc80;
#else
using shortSum = acc32;
using longSum = acc64;
#endif

static void testShifts() {
  using enum aie::rounding_mode;
  for (aie::rounding_mode mode :
       {floor, ceil, positive_inf, negative_inf, symmetric_inf, symmetric_zero, conv_even, conv_odd})
    for (int shift = 0; shift < 12; ++shift)
      for (int32_t value = -70; value <= 70; ++value) {
        aie::set_rounding(mode);
        aie::set_saturation(aie::saturation_mode::none);
        const aie::accum<longSum, 8> sum(aie::broadcast<int32, 8>(value));
        EXPECT((sum.to_vector<int32>(shift).get(3) == roundedByDivision(value, shift, mode)));
      }
  const auto bytes = [](int32_t value, aie::saturation_mode mode) {
    aie::set_rounding(floor);
    aie::set_saturation(mode);
    return int(aie::accum<longSum, 16>(aie::broadcast<int32, 16>(value)).to_vector<int8>(0).get(0));
  };
  EXPECT(bytes(300, aie::saturation_mode::none) == 300 - 256);
  EXPECT(bytes(300, aie::saturation_mode::saturate) == 127);
  EXPECT(bytes(-300, aie::saturation_mode::saturate) == -128);
  EXPECT(bytes(-300, aie::saturation_mode::symmetric) == -127);
}

static void testAccumulatorsKeepTheirWidth() {
  aie::set_saturation(aie::saturation_mode::none);
  aie::accum<shortSum, 16> sum;
  const auto most = aie::broadcast<int16, 16>(-32768);
  for (int step = 0; step < 2; ++step)
    sum = aie::mac(sum, most, most); // 2^31 after two
  const __int128 wanted = shortSum::bits == 32 ? -(__int128(1) << 31) : __int128(1) << 31;
  EXPECT(sum.lanes[0] == wanted);
  for (int step = 0; step < (1 << 18); ++step)
    sum = aie::mac(sum, most, most); // 2^48 wraps 48 bits
  EXPECT(sum.lanes[0] == wanted);
}

static void testMemory() {
  alignas(64) static int16 data[128];
  for (int i = 0; i < 128; ++i)
    data[i] = int16(i);
  EXPECT(aie::load_v<16>(data + 16).get(1) == 17);
  EXPECT(aie::load_unaligned_v<16>(data + 3).get(1) == 4);
  EXPECT(aborts([] { (void)aie::load_v<16>(data + 1); }));
  EXPECT(aborts([] { aie::store_v(data + 4, aie::zeros<int16, 16>()); }));
  EXPECT(
      aborts([] { (void)aie::load_unaligned_v<16>(reinterpret_cast<int16 *>(reinterpret_cast<char *>(data) + 1)); }));
  EXPECT(aborts([] { (void)aie::zeros<int16, 16>().get(16); }));
  EXPECT(aborts([] { (void)aie::accum<longSum, 8>().to_vector<int32>(-1); }));
}

static void testProductsAndLanes() {
  aie::vector<int16, 32> data;
  aie::vector<int16, 16> taps;
  for (int l = 0; l < 32; ++l)
    data.set(int16(3 * l - 40), l);
  for (int l = 0; l < 16; ++l)
    taps.set(int16(7 - l), l);
#if __AIE_ARCH__ == 10
  using sum = acc48;
#else
  using sum = acc64;
#endif
  const auto slid = aie::sliding_mul_ops<16, 4, 1, 1, 1, int16, int16, sum>::mul(taps, 2, data, 5);
  bool isRight = true;
  for (int l = 0; l < 16; ++l) {
    int64_t total = 0;
    for (int p = 0; p < 4; ++p)
      total += (7 - (2 + p)) * (3 * (5 + l + p) - 40);
    isRight &= slid.lanes[l] == total;
  }
  EXPECT(isRight);
  EXPECT(aborts([&] { (void)aie::sliding_mul_ops<16, 4, 1, 1, 1, int16, int16, sum>::mul(taps, 14, data, 0); }));
  EXPECT(aborts([&] { (void)aie::sliding_mul_ops<16, 4, 1, 1, 1, int16, int16, sum>::mul(taps, 0, data, 14); }));

  const auto low = data.extract<16>(0), high = data.extract<16>(1);
  EXPECT(aie::shuffle_down_fill(low, high, 3).get(15) == data.get(18));
  EXPECT(aie::filter_even(data).get(5) == data.get(10));
  EXPECT(aie::interleave_zip(low, high, 1).second.get(1) == high.get(8));
  EXPECT(aie::reverse(low).get(0) == low.get(15));
  EXPECT(aie::select(low, high, aie::gt(low, high)).get(0) == low.get(0));
  EXPECT(aie::reduce_max(data) == data.get(31) && aie::reduce_min(data) == data.get(0));

#if __AIE_ARCH__ == 21
  using Block = aie::mmul<4, 4, 8, int16, int16, acc64>;
  constexpr int T = 8;
#elif __AIE_ARCH__ == 20
  using Block = aie::mmul<4, 4, 4, int16, int16, acc64>;
  constexpr int T = 4;
#else
  using Block = aie::mmul<4, 4, 4, int16, int16, acc48>;
  constexpr int T = 4;
#endif
  aie::vector<int16, 4 * T> b;
  for (int l = 0; l < 4 * T; ++l)
    b.set(int16(l * l - 11), l);
  Block block;
  block.mac(taps, b);
  isRight = true;
  for (int r = 0; r < 4; ++r)
    for (int t = 0; t < T; ++t) {
      int64_t total = 0;
      for (int s = 0; s < 4; ++s)
        total += (7 - (r * 4 + s)) * ((s * T + t) * (s * T + t) - 11);
      isRight &= block.to_accum().lanes[r * T + t] == total;
    }
  EXPECT(isRight);
}

#if __AIE_ARCH__ != 10
static void testFloats() {
  const auto half = [](float value) { return bfloat16(value); };
  const auto all = [&](float value) { return aie::broadcast<bfloat16, 16>(half(value)); };
  aie::set_rounding(aie::rounding_mode::conv_even);
  // 257 and 259 lie halfway between neighbours.
  EXPECT(float(aie::add(all(256), all(1)).get(0)) == 256 && float(aie::add(all(256), all(3)).get(0)) == 260);
  EXPECT(float(aie::sub(all(1), all(3)).get(7)) == -2);
  EXPECT(aie::mul<accfloat>(all(257), all(3)).to_vector<float>().get(2) == 768); // 257 became 256 before
  EXPECT(aie::mac(aie::mul<accfloat>(all(2), all(3)), all(4), half(5)).to_vector<float>().get(3) == 26);
  EXPECT(aie::reduce_add(aie::accum<accfloat, 16>(all(1.5f)).to_vector<float>()) == 24);
  // Subnormal numbers are zero, coming and going.
  EXPECT(aie::mul<accfloat>(all(1e-20f), all(1e-20f)).to_vector<float>().get(0) == 0);
  EXPECT(aie::add(aie::accum<accfloat, 16>(all(1e-39f)), aie::accum<accfloat, 16>(all(0))).lanes[0] == 0);

  aie::vector<bfloat16, 32> a, b;
  for (int l = 0; l < 32; ++l) {
    a.set(half(float(l % 5 - 2)), l);
    b.set(half(float(l % 7 - 3)), l);
  }
  aie::mmul<4, 8, 4, bfloat16, bfloat16, accfloat> block(aie::zeros<accfloat, 16>());
  block.mac(a, b);
  bool isRight = true;
  for (int r = 0; r < 4; ++r)
    for (int t = 0; t < 4; ++t) {
      int total = 0;
      for (int s = 0; s < 8; ++s)
        total += ((r * 8 + s) % 5 - 2) * ((s * 4 + t) % 7 - 3);
      isRight &= block.to_accum().lanes[r * 4 + t] == float(total);
    }
  EXPECT(isRight);
  // The order of sums is not C's.
  a = aie::zeros<bfloat16, 32>(), b = aie::broadcast<bfloat16, 32>(half(1));
  a.set(half(1), 0);
  a.set(half(0x1p-24f), 1);
  a.set(half(0x1p-24f), 2);
  aie::mmul<4, 8, 4, bfloat16, bfloat16, accfloat> ordered(aie::zeros<accfloat, 16>());
  ordered.mac(a, b);
  EXPECT(ordered.to_accum().lanes[0] != 1.0f + 0x1p-24f + 0x1p-24f);
  EXPECT(aborts([&] {
    aie::set_rounding(aie::rounding_mode::floor);
    (void)aie::add(all(1), all(2));
  }));
}
#endif

int main() {
#if __AIE_ARCH__ != 10
  testFloats();
#endif
  testShifts();
  testAccumulatorsKeepTheirWidth();
  testMemory();
  testProductsAndLanes();
  std::printf(failures ? "%d failures\n" : "the emulator is as it should be\n", failures);
  return failures != 0;
}
