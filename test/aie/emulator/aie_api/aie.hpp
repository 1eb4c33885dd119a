// A host model of the part of the AIE API that vecify writes: vectors, accumulators of true width, aligned loads that
// abort, products, and the shift, rounding and saturation on the way out.
//
// Written from the API's documentation. What the model cannot do, or what a core cannot, is a failed assertion or
// an abort, never a guess: accesses that are not aligned, lanes that do not exist, shapes that a core does not have.
// __AIE_ARCH__ is 10 (AIE), 20 (AIE-ML) or 21 (AIE2P).
//
// What the cores do with floats is not said to the last bit. The model does what it may: subnormal numbers are zero,
// and mmul sums its products in another order than C. With AIE_EXACT_FLOATS it is IEEE's arithmetic, in order.
#pragma once
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

using int8 = int8_t;
using uint8 = uint8_t;
using int16 = int16_t;
using uint16 = uint16_t;
using int32 = int32_t;
using uint32 = uint32_t;

struct bfloat16 {
  bfloat16() = default;
  bfloat16(float value) {
    const uint32_t u = std::bit_cast<uint32_t>(value);
    const bool isNan = value != value;
    bits = uint16_t((isNan ? u | 0x400000 : u + 0x7fff + (u >> 16 & 1)) >> 16);
  }
  operator float() const { return std::bit_cast<float>(uint32_t(bits) << 16); }
  uint16_t bits;
};

struct acc32 {
  static constexpr unsigned bits = 32;
};
struct acc48 {
  static constexpr unsigned bits = 48;
};
struct acc64 {
  static constexpr unsigned bits = 64;
};
struct acc80 {
  static constexpr unsigned bits = 80;
};
struct accfloat {
  static constexpr unsigned bits = 32;
};

namespace aie {

enum class rounding_mode {
  floor,
  ceil,
  positive_inf,
  negative_inf,
  symmetric_inf,
  symmetric_zero,
  conv_even,
  conv_odd
};
enum class saturation_mode { none, saturate, symmetric };

namespace detail {

[[noreturn]] inline void violated(const char *what) {
  std::fprintf(stderr, "aie emulator: %s\n", what);
  std::abort();
}
inline void require(bool holds, const char *what) {
  if (!holds)
    violated(what);
}

constexpr unsigned most_alignment = __AIE_ARCH__ == 10 ? 16 : __AIE_ARCH__ == 20 ? 32 : 64;
template <class T, unsigned N>
constexpr unsigned alignment = N * sizeof(T) < most_alignment ? N * sizeof(T) : most_alignment;

template <class T> constexpr bool is_tag = false;
template <> inline constexpr bool is_tag<acc32> = __AIE_ARCH__ != 10;
template <> inline constexpr bool is_tag<acc64> = __AIE_ARCH__ != 10;
template <> inline constexpr bool is_tag<accfloat> = __AIE_ARCH__ != 10;
template <> inline constexpr bool is_tag<acc48> = __AIE_ARCH__ == 10;
template <> inline constexpr bool is_tag<acc80> = __AIE_ARCH__ == 10;

/// The low bits of a sum, as the accumulator keeps them.
template <class Tag> __int128 wrapped(__int128 value) {
  constexpr unsigned unused = 128 - Tag::bits;
  return __int128(static_cast<unsigned __int128>(value) << unused) >> unused;
}

struct modes {
  // The caller's, who may have set anything.
  rounding_mode rounding = rounding_mode::symmetric_inf;
  saturation_mode saturation = saturation_mode::symmetric;
};
inline modes current;

/// value / 2^shift, rounded as `mode` says.
inline __int128 rounded(__int128 value, int shift, rounding_mode mode) {
  if (shift == 0)
    return value;
  const __int128 unit = __int128(1) << shift, down = value >> shift, rest = value - (down << shift), half = unit / 2;
  const bool isOdd = down & 1, isNegative = value < 0;
  bool up = false;
  switch (mode) {
  case rounding_mode::floor:
    break;
  case rounding_mode::ceil:
    up = rest != 0;
    break;
  case rounding_mode::positive_inf:
    up = rest >= half;
    break;
  case rounding_mode::negative_inf:
    up = rest > half;
    break;
  case rounding_mode::symmetric_inf:
    up = isNegative ? rest > half : rest >= half;
    break;
  case rounding_mode::symmetric_zero:
    up = isNegative ? rest >= half : rest > half;
    break;
  case rounding_mode::conv_even:
    up = rest > half || (rest == half && isOdd);
    break;
  case rounding_mode::conv_odd:
    up = rest > half || (rest == half && !isOdd);
    break;
  }
  return down + up;
}

template <class T> constexpr bool is_float = std::is_same_v<T, float> || std::is_same_v<T, bfloat16>;

/// Subnormal numbers are zero to the cores.
inline float flushed(float value) {
#ifndef AIE_EXACT_FLOATS
  if (std::fabs(value) < std::numeric_limits<float>::min())
    return std::copysign(0.0f, value);
#endif
  return value;
}

/// A sum of an accumulator as T: bfloat16 is rounded as the mode says, of which the model knows the one that C has.
template <class T> T left(float value) {
  if constexpr (std::is_same_v<T, float>) {
    return flushed(value);
  } else {
    require(current.rounding == rounding_mode::conv_even, "bfloat16 is rounded otherwise than C rounds");
    return T(flushed(value));
  }
}

template <class T> T saturated(__int128 value, saturation_mode mode) {
  constexpr __int128 highest = std::numeric_limits<T>::max(), lowest = std::numeric_limits<T>::min();
  if (mode == saturation_mode::none)
    return T(static_cast<unsigned __int128>(value));
  const __int128 least = mode == saturation_mode::symmetric && lowest < 0 ? -highest : lowest;
  return T(value > highest ? highest : value < least ? least : value);
}

} // namespace detail

inline void set_rounding(rounding_mode mode) { detail::current.rounding = mode; }
inline rounding_mode get_rounding() { return detail::current.rounding; }
inline void set_saturation(saturation_mode mode) { detail::current.saturation = mode; }
inline saturation_mode get_saturation() { return detail::current.saturation; }

template <class T, unsigned N> struct vector {
  static_assert(N * sizeof(T) >= 16 && N * sizeof(T) <= 128 && (N & (N - 1)) == 0, "no such register");
  static_assert(__AIE_ARCH__ != 10 || (!detail::is_float<T> && (sizeof(T) == 1 || T(-1) < T(0))),
                "the first cores have no such lanes");
  std::array<T, N> lanes{};

  T get(unsigned i) const {
    detail::require(i < N, "a lane that does not exist is read");
    return lanes[i];
  }
  void set(T value, unsigned i) {
    detail::require(i < N, "a lane that does not exist is written");
    lanes[i] = value;
  }
  template <unsigned M> vector<T, M> extract(unsigned part) const {
    detail::require((part + 1) * M <= N, "a part that does not exist is extracted");
    vector<T, M> result;
    for (unsigned l = 0; l < M; ++l)
      result.lanes[l] = lanes[part * M + l];
    return result;
  }
  auto unpack() const {
    static_assert(sizeof(T) == 1, "only bytes are unpacked");
    using Wide = std::conditional_t<std::is_signed_v<T> || __AIE_ARCH__ == 10, int16, uint16>;
    vector<Wide, N> result;
    for (unsigned l = 0; l < N; ++l)
      result.lanes[l] = lanes[l];
    return result;
  }
  template <class U> vector<U, N> cast_to() const {
    static_assert(sizeof(U) == sizeof(T), "the model casts signs only");
    vector<U, N> result;
    for (unsigned l = 0; l < N; ++l)
      result.lanes[l] = U(lanes[l]);
    return result;
  }
};

template <class Tag, unsigned N> struct accum {
  static_assert(detail::is_tag<Tag>, "the core has no such accumulator");
  std::array<__int128, N> lanes{};

  accum() = default;
  template <class T> explicit accum(const vector<T, N> &v, int shift = 0) {
    detail::require(shift >= 0 && shift < 64, "an upshift that no core does");
    for (unsigned l = 0; l < N; ++l)
      lanes[l] = detail::wrapped<Tag>(__int128(v.lanes[l]) << shift);
  }
  template <class T> vector<T, N> to_vector(int shift = 0) const {
    detail::require(shift >= 0 && shift < 64, "a shift that no core does");
    vector<T, N> result;
    for (unsigned l = 0; l < N; ++l)
      result.lanes[l] =
          detail::saturated<T>(detail::rounded(lanes[l], shift, detail::current.rounding), detail::current.saturation);
    return result;
  }
  template <unsigned M> accum<Tag, M> extract(unsigned part) const {
    detail::require((part + 1) * M <= N, "a part that does not exist is extracted");
    accum<Tag, M> result;
    for (unsigned l = 0; l < M; ++l)
      result.lanes[l] = lanes[part * M + l];
    return result;
  }
};

template <unsigned N> struct accum<accfloat, N> {
  static_assert(detail::is_tag<accfloat>, "the core has no such accumulator");
  std::array<float, N> lanes{};

  accum() = default;
  template <class T> explicit accum(const vector<T, N> &v) {
    static_assert(detail::is_float<T>, "integers are no floats");
    for (unsigned l = 0; l < N; ++l)
      lanes[l] = detail::flushed(float(v.lanes[l]));
  }
  template <class T> vector<T, N> to_vector() const {
    static_assert(detail::is_float<T>, "the model makes no integers of floats");
    vector<T, N> result;
    for (unsigned l = 0; l < N; ++l)
      result.lanes[l] = detail::left<T>(lanes[l]);
    return result;
  }
  template <unsigned M> accum<accfloat, M> extract(unsigned part) const {
    detail::require((part + 1) * M <= N, "a part that does not exist is extracted");
    accum<accfloat, M> result;
    for (unsigned l = 0; l < M; ++l)
      result.lanes[l] = lanes[part * M + l];
    return result;
  }
};

template <unsigned N> struct mask {
  std::array<bool, N> lanes{};
  template <class F> static mask each(F f) {
    mask result;
    for (unsigned l = 0; l < N; ++l)
      result.lanes[l] = f(l);
    return result;
  }
  mask operator&(const mask &o) const {
    return each([&](unsigned l) { return lanes[l] && o.lanes[l]; });
  }
  mask operator|(const mask &o) const {
    return each([&](unsigned l) { return lanes[l] || o.lanes[l]; });
  }
  mask operator^(const mask &o) const {
    return each([&](unsigned l) { return lanes[l] != o.lanes[l]; });
  }
  mask operator~() const {
    return each([&](unsigned l) { return !lanes[l]; });
  }
};

// -- memory
template <unsigned N, class T> vector<std::remove_const_t<T>, N> load_unaligned_v(T *p) {
  detail::require(reinterpret_cast<uintptr_t>(p) % sizeof(T) == 0, "an element is not aligned");
  vector<std::remove_const_t<T>, N> result;
  std::memcpy(result.lanes.data(), p, N * sizeof(T));
  return result;
}
template <unsigned N, class T> vector<std::remove_const_t<T>, N> load_v(T *p) {
  detail::require(reinterpret_cast<uintptr_t>(p) % detail::alignment<T, N> == 0, "a load is not aligned");
  return load_unaligned_v<N>(p);
}
template <class T, unsigned N> void store_unaligned_v(T *p, const vector<T, N> &v) {
  detail::require(reinterpret_cast<uintptr_t>(p) % sizeof(T) == 0, "an element is not aligned");
  std::memcpy(p, v.lanes.data(), N * sizeof(T));
}
template <class T, unsigned N> void store_v(T *p, const vector<T, N> &v) {
  detail::require(reinterpret_cast<uintptr_t>(p) % detail::alignment<T, N> == 0, "a store is not aligned");
  store_unaligned_v(p, v);
}

// -- values
template <class T, unsigned N> vector<T, N> broadcast(T value) {
  vector<T, N> result;
  result.lanes.fill(value);
  return result;
}
template <class T, unsigned N> auto zeros() {
  if constexpr (detail::is_tag<T>)
    return accum<T, N>();
  else
    return vector<T, N>();
}
template <class T, unsigned N> vector<T, 2 * N> concat(const vector<T, N> &a, const vector<T, N> &b) {
  vector<T, 2 * N> result;
  for (unsigned l = 0; l < 2 * N; ++l)
    result.lanes[l] = l < N ? a.lanes[l] : b.lanes[l - N];
  return result;
}
template <class Tag, unsigned N> accum<Tag, 2 * N> concat(const accum<Tag, N> &a, const accum<Tag, N> &b) {
  accum<Tag, 2 * N> result;
  for (unsigned l = 0; l < 2 * N; ++l)
    result.lanes[l] = l < N ? a.lanes[l] : b.lanes[l - N];
  return result;
}

// -- lane by lane; sums and differences keep the low bits, but bytes of the first cores, which are packed from words
namespace detail {
template <class T> T summed(int64_t sum) {
  return __AIE_ARCH__ == 10 && sizeof(T) == 1 ? saturated<T>(sum, current.saturation) : T(sum);
}
template <class T, unsigned N, class F> vector<T, N> map(const vector<T, N> &a, const vector<T, N> &b, F f) {
  vector<T, N> result;
  for (unsigned l = 0; l < N; ++l)
    result.lanes[l] = T(f(a.lanes[l], b.lanes[l]));
  return result;
}
template <class T, unsigned N, class F> mask<N> test(const vector<T, N> &a, const vector<T, N> &b, F f) {
  return mask<N>::each([&](unsigned l) { return f(a.lanes[l], b.lanes[l]); });
}
} // namespace detail

#define VECIFY_BINARY(NAME, EXPRESSION)                                                                                \
  template <class T, unsigned N>                                                                                       \
  std::enable_if_t<std::is_integral_v<T>, vector<T, N>> NAME(const vector<T, N> &v, const vector<T, N> &w) {           \
    return detail::map(v, w, [](int64_t a, int64_t b) -> int64_t { return EXPRESSION; });                              \
  }
VECIFY_BINARY(add, detail::summed<T>(a + b))
VECIFY_BINARY(sub, detail::summed<T>(a - b))
VECIFY_BINARY(min, a < b ? a : b)
VECIFY_BINARY(max, a > b ? a : b)
VECIFY_BINARY(bit_and, a &b)
VECIFY_BINARY(bit_or, a | b)
VECIFY_BINARY(bit_xor, a ^ b)
#undef VECIFY_BINARY

#define VECIFY_COMPARE(NAME, OPERATOR)                                                                                 \
  template <class T, unsigned N> mask<N> NAME(const vector<T, N> &v, const vector<T, N> &w) {                          \
    return detail::test(v, w, [](T a, T b) { return a OPERATOR b; });                                                  \
  }
VECIFY_COMPARE(eq, ==)
VECIFY_COMPARE(neq, !=)
VECIFY_COMPARE(lt, <)
VECIFY_COMPARE(le, <=)
VECIFY_COMPARE(gt, >)
VECIFY_COMPARE(ge, >=)
#undef VECIFY_COMPARE

#define VECIFY_FLOAT(NAME, OPERATOR)                                                                                   \
  template <unsigned N> accum<accfloat, N> NAME(const accum<accfloat, N> &a, const accum<accfloat, N> &b) {            \
    accum<accfloat, N> result;                                                                                         \
    for (unsigned l = 0; l < N; ++l)                                                                                   \
      result.lanes[l] = detail::flushed(a.lanes[l] OPERATOR b.lanes[l]);                                               \
    return result;                                                                                                     \
  }                                                                                                                    \
  template <unsigned N> vector<bfloat16, N> NAME(const vector<bfloat16, N> &a, const vector<bfloat16, N> &b) {         \
    return NAME(accum<accfloat, N>(a), accum<accfloat, N>(b)).template to_vector<bfloat16>();                          \
  }
VECIFY_FLOAT(add, +)
VECIFY_FLOAT(sub, -)
#undef VECIFY_FLOAT

template <class T, unsigned N> vector<T, N> neg(const vector<T, N> &v) { return sub(vector<T, N>(), v); }
template <class T, unsigned N> vector<T, N> bit_not(const vector<T, N> &v) {
  return detail::map(v, v, [](int64_t a, int64_t) { return ~a; });
}
template <class Tag, unsigned N>
std::enable_if_t<!std::is_same_v<Tag, accfloat>, accum<Tag, N>> add(const accum<Tag, N> &a, const accum<Tag, N> &b) {
  accum<Tag, N> result;
  for (unsigned l = 0; l < N; ++l)
    result.lanes[l] = detail::wrapped<Tag>(a.lanes[l] + b.lanes[l]);
  return result;
}
template <class Tag, unsigned N>
std::enable_if_t<!std::is_same_v<Tag, accfloat>, accum<Tag, N>> sub(const accum<Tag, N> &a, const accum<Tag, N> &b) {
  accum<Tag, N> result;
  for (unsigned l = 0; l < N; ++l)
    result.lanes[l] = detail::wrapped<Tag>(a.lanes[l] - b.lanes[l]);
  return result;
}
/// Shifts go through an accumulator: what leaves it is rounded and saturated as the modes say.
template <class T, unsigned N> vector<T, N> upshift(const vector<T, N> &v, int amount) {
  detail::require(amount >= 0 && amount < int(8 * sizeof(T)), "a shift that no lane has");
  return detail::map(v, v, [&](int64_t a, int64_t) {
    return detail::saturated<T>(__int128(a) << amount, detail::current.saturation);
  });
}
template <class T, unsigned N> vector<T, N> downshift(const vector<T, N> &v, int amount) {
  detail::require(amount >= 0 && amount < int(8 * sizeof(T)), "a shift that no lane has");
  return detail::map(v, v, [&](int64_t a, int64_t) {
    return detail::saturated<T>(detail::rounded(a, amount, detail::current.rounding), detail::current.saturation);
  });
}
/// Lanes of `a` where the mask is 0, of `b` where it is 1.
template <class T, unsigned N> vector<T, N> select(const vector<T, N> &a, const vector<T, N> &b, const mask<N> &m) {
  vector<T, N> result;
  for (unsigned l = 0; l < N; ++l)
    result.lanes[l] = m.lanes[l] ? b.lanes[l] : a.lanes[l];
  return result;
}

// -- lanes in another order
template <class T, unsigned N>
vector<T, N> shuffle_down_fill(const vector<T, N> &v, const vector<T, N> &fill, unsigned n) {
  detail::require(n <= N, "shifted by more lanes than there are");
  vector<T, N> result;
  for (unsigned l = 0; l < N; ++l)
    result.lanes[l] = l + n < N ? v.lanes[l + n] : fill.lanes[l + n - N];
  return result;
}
template <class T, unsigned N> vector<T, N> reverse(const vector<T, N> &v) {
  vector<T, N> result;
  for (unsigned l = 0; l < N; ++l)
    result.lanes[l] = v.lanes[N - 1 - l];
  return result;
}
template <class T, unsigned N> vector<T, N / 2> filter_even(const vector<T, N> &v) {
  vector<T, N / 2> result;
  for (unsigned l = 0; l < N / 2; ++l)
    result.lanes[l] = v.lanes[2 * l];
  return result;
}
template <class T, unsigned N> vector<T, N / 2> filter_odd(const vector<T, N> &v) {
  vector<T, N / 2> result;
  for (unsigned l = 0; l < N / 2; ++l)
    result.lanes[l] = v.lanes[2 * l + 1];
  return result;
}
template <class T, unsigned N>
std::pair<vector<T, N>, vector<T, N>> interleave_zip(const vector<T, N> &a, const vector<T, N> &b, unsigned step) {
  detail::require(step == 1, "the model interleaves single lanes");
  std::pair<vector<T, N>, vector<T, N>> result;
  for (unsigned l = 0; l < 2 * N; ++l)
    (l < N ? result.first : result.second).lanes[l % N] = (l % 2 ? b : a).lanes[l / 2];
  return result;
}

// -- reductions
template <unsigned N> float reduce_add(const vector<float, N> &v) {
  if constexpr (N > 4)
    return reduce_add(
        add(accum<accfloat, N / 2>(v.template extract<N / 2>(0)), accum<accfloat, N / 2>(v.template extract<N / 2>(1)))
            .template to_vector<float>());
  else
    return detail::flushed(detail::flushed(v.lanes[0] + v.lanes[2]) + detail::flushed(v.lanes[1] + v.lanes[3]));
}
template <class T, unsigned N> T reduce_add(const vector<T, N> &v) {
  uint64_t sum = 0;
  for (T lane : v.lanes)
    sum += uint64_t(int64_t(lane));
  // Products with ones, in an accumulator.
  return sizeof(T) < 4 ? detail::saturated<T>(__int128(int64_t(sum)), detail::current.saturation) : T(sum);
}
template <class T, unsigned N> T reduce_min(const vector<T, N> &v) {
  T least = v.lanes[0];
  for (T lane : v.lanes)
    least = lane < least ? lane : least;
  return least;
}
template <class T, unsigned N> T reduce_max(const vector<T, N> &v) {
  T most = v.lanes[0];
  for (T lane : v.lanes)
    most = lane > most ? lane : most;
  return most;
}

// -- products
namespace detail {
template <class T, unsigned N> T lane(const vector<T, N> &v, unsigned l) { return v.lanes[l]; }
template <class T> std::enable_if_t<std::is_arithmetic_v<T> || is_float<T>, T> lane(T scalar, unsigned) {
  return scalar;
}
template <class Tag, class A, class B> constexpr void check_product() {
  // Products of 32 bits need the long accumulators.
  static_assert((sizeof(A) <= 2 && sizeof(B) <= 2) || Tag::bits >= 64, "the accumulator is too narrow for the product");
}
template <class> struct element_of;
template <class T, unsigned N> struct element_of<vector<T, N>> { using type = T; };
template <class T> constexpr auto element() {
  if constexpr (std::is_integral_v<T> || is_float<T>)
    return T();
  else
    return typename element_of<T>::type();
}
} // namespace detail

template <unsigned N, class B>
accum<accfloat, N> mac(const accum<accfloat, N> &sum, const vector<bfloat16, N> &a, const B &b) {
  static_assert(std::is_same_v<decltype(detail::element<B>()), bfloat16>, "the core multiplies bfloat16 only");
  accum<accfloat, N> result;
  for (unsigned l = 0; l < N; ++l) {
    const float x = detail::flushed(float(a.lanes[l])), y = detail::flushed(float(detail::lane(b, l)));
    result.lanes[l] = detail::flushed(std::fma(x, y, sum.lanes[l]));
  }
  return result;
}
template <class Tag, unsigned N, class B>
std::enable_if_t<std::is_same_v<Tag, accfloat>, accum<accfloat, N>> mul(const vector<bfloat16, N> &a, const B &b) {
  accum<accfloat, N> zero;
  zero.lanes.fill(-0.0f);
  return mac(zero, a, b);
}
template <class Tag, class T, unsigned N, class B>
accum<Tag, N> mac(const accum<Tag, N> &sum, const vector<T, N> &a, const B &b) {
  detail::check_product<Tag, T, decltype(detail::element<B>())>();
  accum<Tag, N> result;
  for (unsigned l = 0; l < N; ++l)
    result.lanes[l] = detail::wrapped<Tag>(sum.lanes[l] + __int128(a.lanes[l]) * __int128(detail::lane(b, l)));
  return result;
}
template <class Tag, class T, unsigned N, class B>
std::enable_if_t<!std::is_same_v<Tag, accfloat>, accum<Tag, N>> mul(const vector<T, N> &a, const B &b) {
  return mac(accum<Tag, N>(), a, b);
}

template <unsigned Lanes, unsigned Points, int CoeffStep, int DataStepX, int DataStepY, class Coeff, class Data,
          class Tag>
struct sliding_mul_ops {
  static_assert(CoeffStep == 1 && DataStepX == 1 && DataStepY == 1, "the model slides by single lanes");
  static_assert(sizeof(Coeff) == sizeof(Data) && sizeof(Data) <= 2, "no such sliding product");
  static_assert(__AIE_ARCH__ != 10 || (sizeof(Data) == 2 && (Lanes == 8 || Lanes == 16) && Points % (32 / Lanes) == 0),
                "AIE has whole columns of 16-bit factors only");
  template <unsigned C, unsigned D>
  static accum<Tag, Lanes> mac(const accum<Tag, Lanes> &sum, const vector<Coeff, C> &coeff, unsigned coeff_start,
                               const vector<Data, D> &data, unsigned data_start) {
    static_assert(C * sizeof(Coeff) <= (__AIE_ARCH__ == 10 ? 32 : 64), "too many coefficients");
    detail::require(coeff_start + Points <= C && data_start + Lanes + Points - 1 <= D, "slides off the register");
    accum<Tag, Lanes> result;
    for (unsigned l = 0; l < Lanes; ++l) {
      __int128 total = sum.lanes[l];
      for (unsigned p = 0; p < Points; ++p)
        total += __int128(coeff.lanes[coeff_start + p]) * data.lanes[data_start + l + p];
      result.lanes[l] = detail::wrapped<Tag>(total);
    }
    return result;
  }
  template <unsigned C, unsigned D>
  static accum<Tag, Lanes> mul(const vector<Coeff, C> &coeff, unsigned coeff_start, const vector<Data, D> &data,
                               unsigned data_start) {
    return mac(accum<Tag, Lanes>(), coeff, coeff_start, data, data_start);
  }
};

namespace detail {
/// Blocks that the cores multiply; those that vecify may use.
constexpr bool has_block(bool floats, unsigned bytes, unsigned r, unsigned s, unsigned t) {
  const unsigned shape = r * 10000 + s * 100 + t;
  if (floats)
    return bytes == 2 && (shape == 40804 || shape == 40808 || shape == 80108 || shape == 80804 || shape == 80808);
  if (bytes == 1)
    return __AIE_ARCH__ == 10   ? shape == 40804 || shape == 20808 || shape == 80804 || shape == 40808
           : __AIE_ARCH__ == 20 ? shape == 40804 || shape == 20808 || shape == 40808 || shape == 80804 || shape == 80808
                                : shape == 20808 || shape == 40808 || shape == 80808;
  return __AIE_ARCH__ == 21 ? shape == 20408 || shape == 40208 || shape == 40408
                            : shape == 40404 || shape == 20408 || shape == 40208 || shape == 40408;
}
} // namespace detail

template <unsigned R, unsigned S, unsigned T, class A, class B, class Tag> struct mmul {
  static_assert(sizeof(A) == sizeof(B) && detail::is_float<A> == detail::is_float<B> &&
                    detail::is_float<A> == std::is_same_v<Tag, accfloat> &&
                    detail::has_block(detail::is_float<A>, sizeof(A), R, S, T),
                "the core multiplies no such blocks");
  accum<Tag, R * T> sum;
  mmul() = default;
  explicit mmul(const accum<Tag, R * T> &acc) : sum(acc) {}
  void mac(const vector<A, R * S> &a, const vector<B, S * T> &b) {
    for (unsigned r = 0; r < R; ++r)
      for (unsigned t = 0; t < T; ++t) {
        auto &total = sum.lanes[r * T + t];
        if constexpr (detail::is_float<A>) {
#ifdef AIE_EXACT_FLOATS
          for (unsigned s = 0; s < S; ++s)
            total = std::fma(float(a.lanes[r * S + s]), float(b.lanes[s * T + t]), total);
#else
          float products = 0;
          for (unsigned s = S; s-- > 0;)
            products = std::fma(detail::flushed(float(a.lanes[r * S + s])), detail::flushed(float(b.lanes[s * T + t])),
                                products);
          total = detail::flushed(total + products);
#endif
        } else {
          __int128 exact = total;
          for (unsigned s = 0; s < S; ++s)
            exact += __int128(a.lanes[r * S + s]) * b.lanes[s * T + t];
          total = detail::wrapped<Tag>(exact);
        }
      }
  }
  accum<Tag, R * T> to_accum() const { return sum; }
};

} // namespace aie
