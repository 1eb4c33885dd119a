// Complex numbers: which parts are computed of which, and in which modes.
#include "Extract.h"

using namespace vecify;

namespace {

/// The locals and the loop of the first nest of `void f(parameters) { for (i ...) text }`.
std::string loop(const std::string &parameters, const std::string &text, std::vector<std::string> flags = {}) {
  const std::string code = "void f(int n, " + parameters + ") { for (int i = 0; i < n; i++) " + text + " }";
  const std::string found = nestOf(code, std::move(flags));
  return llvm::StringRef(found).contains("vector form") ? found : linesOf(found, {"local", "loop"});
}

TEST(Complex, ArithmeticWithRealOperandsKeepsThemReal) {
  EXPECT_EQ(loop("float _Complex *z, float r", "z[i] = r - z[i];"), "loop i = 0 to n\n"
                                                                    "  __real__ z[i] = (r - __real__ z[i])\n"
                                                                    "  __imag__ z[i] = -(__imag__ z[i])\n");
  EXPECT_EQ(loop("float _Complex *z, float r", "z[i] = z[i] / r;"), "loop i = 0 to n\n"
                                                                    "  __real__ z[i] = (__real__ z[i] / r)\n"
                                                                    "  __imag__ z[i] = (__imag__ z[i] / r)\n");
  EXPECT_EQ(loop("double _Complex *z", "z[i] = i;"), "loop i = 0 to n\n"
                                                     "  __real__ z[i] = f64(i32<i>)\n"
                                                     "  __imag__ z[i] = 0:f64\n");
}

TEST(Complex, ProductsByRealNumbersFuseWithSumsWhereOthersDo) {
  const std::string parameters = "float _Complex *restrict z, const float _Complex *restrict a, float r";
  const auto statements = [&](const std::string &text, std::vector<std::string> flags = {}) {
    return loop(parameters, text, std::move(flags));
  };
  const std::string added = statements("z[i] += r * a[i];"), subtracted = statements("z[i] = a[i] * r - z[i];");
  EXPECT_NE(added.find("part_ = muladd(r, __imag__ a[i], __imag__ z[i])"), std::string::npos) << added;
  EXPECT_NE(subtracted.find("part_ = mulsub(__imag__ a[i], r, __imag__ z[i])"), std::string::npos) << subtracted;
  const std::string apart = statements("z[i] += r * a[i];", {"-ffp-contract=off"});
  EXPECT_NE(apart.find("part_ = (__imag__ z[i] + (r * __imag__ a[i]))"), std::string::npos) << apart;
}

TEST(Complex, ProductsRecoverInfinitiesUnlessTheModeSaysOtherwise) {
  const std::string parameters = "float _Complex *restrict z, const float _Complex *restrict a";
  EXPECT_EQ(loop(parameters, "z[i] = a[i] * a[0];", {"-ffp-contract=off"}),
            "local product : f32, of loop i\n"
            "local product_ : f32, of loop i\n"
            "local part : f32, of loop i\n"
            "local part_ : f32, of loop i\n"
            "loop i = 0 to n\n"
            "  product = ((__real__ a[i] * __real__ a[0]) - (__imag__ a[i] * __imag__ a[0]))\n"
            "  product_ = ((__real__ a[i] * __imag__ a[0]) + (__imag__ a[i] * __real__ a[0]))\n"
            "  part = realproduct(product, product_, __real__ a[i], __imag__ a[i], __real__ a[0], __imag__ a[0])\n"
            "  part_ = imagproduct(product, product_, __real__ a[i], __imag__ a[i], __real__ a[0], __imag__ a[0])\n"
            "  __real__ z[i] = part\n"
            "  __imag__ z[i] = part_\n");
  EXPECT_EQ(loop(parameters, "z[i] = a[i] * a[0];", {"-fcx-limited-range"}),
            "local part : f32, of loop i\n"
            "local part_ : f32, of loop i\n"
            "loop i = 0 to n\n"
            "  part = mulsub(__real__ a[i], __real__ a[0], (__imag__ a[i] * __imag__ a[0]))\n"
            "  part_ = muladd(__real__ a[i], __imag__ a[0], (__imag__ a[i] * __real__ a[0]))\n"
            "  __real__ z[i] = part\n"
            "  __imag__ z[i] = part_\n");
}

TEST(Complex, VariablesAreHeldInParts) {
  EXPECT_EQ(loop("float _Complex *z, float *x", "{ float _Complex t = z[i]; x[i] = __real__ t; __imag__ z[i] = 1; }"),
            "local t_real : f32, of loop i\n"
            "loop i = 0 to n\n"
            "  t_real = __real__ z[i]\n"
            "  x[i] = t_real\n"
            "  __imag__ z[i] = 1:f32\n");
}

TEST(Complex, QuotientsNeedPermission) {
  const std::string parameters = "double _Complex *z";
  EXPECT_EQ(loop(parameters, "z[i] = 1 / z[i];"),
            "ComplexRange: the quotient '1 / z[i]' of complex numbers is scaled against overflow, which has no vector "
            "form");
  EXPECT_NE(loop(parameters, "z[i] = 1 / z[i];", {"-fcx-limited-range"}).find("/ square"), std::string::npos);
}

TEST(Complex, TurnsByAnAngleAreSinesAndCosines) {
  const std::string parameters = "float _Complex *z, const float *x", text = "z[i] = __builtin_cexpf(1.0fi * x[i]);";
  EXPECT_NE(loop(parameters, text, {"-ffast-math"}).find("cosf{4 ulp}"), std::string::npos)
      << loop(parameters, text, {"-ffast-math"});
  EXPECT_EQ(loop(parameters, text).find("NoVectorForm: '__builtin_cexpf', which -ffast-math permits"), 0u)
      << loop(parameters, text);
}

TEST(Complex, ComparisonsLookAtBothParts) {
  EXPECT_EQ(loop("const float _Complex *z, int *k", "k[i] = z[i] == 1;"),
            "loop i = 0 to n\n"
            "  k[i] = (i32((__real__ z[i] == 1:f32)) & i32((__imag__ z[i] == 0:f32)))\n");
}

} // namespace
