// Writes a C file that tests and times rewritten functions against the
// originals.
//
// Why: a user need not believe us. The file compiles with any C11 compiler,
// three times:
//
//   cc -DVECIFY_ORIGINAL  -c harness.c -o original.o     the source,  f ->
//   f_original cc -DVECIFY_REWRITTEN -c harness.c -o rewritten.o    the output,
//   f -> f_rewritten cc harness.c original.o rewritten.o -lm && ./a.out   the
//   driver
//
// The two object files export one table each: for every function a call through
// an array of argument addresses, and a row per parameter. The driver sees no C
// type of the user's, so static functions, structs and `T (*)[n]` need nothing
// special. It finds the bytes that the original touches by running it against
// guard pages (see HarnessRuntime/Extents.inc), so no static access ranges are
// needed here either.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vecify {

/// One member of a struct that a parameter points to.
struct HarnessField {
  /// As written after the dot: "gain", "pos.x"; an array member without
  /// subscripts.
  std::string path;
  /// C spelling of the innermost element type; for a pointer member, of its
  /// pointee.
  std::string element;
  bool isPointer = false, isConst = false, isRestrict = false;
  /// Drives trip counts or subscripts, as `s->n` does.
  bool isSize = false;
  /// Its elements are used as subscripts.
  bool isIndexArray = false;
};

/// A file-scope variable of arithmetic type (or array of it) that a tested
/// function reads or writes. It is set alike, and compared, on both sides.
struct HarnessGlobal {
  std::string name;
  /// C spelling of the innermost element type.
  std::string element;
  bool isConst = false;
  /// Drives trip counts or subscripts: keeps its initial value.
  bool isSize = false;
};

struct HarnessParam {
  std::string name;
  /// C spelling, e.g. "const float *restrict". Used for scalars only.
  std::string type;
  bool isPointer = false, isConst = false, isRestrict = false;
  /// C spelling of the innermost element type for pointers, else of the scalar.
  /// "void" means bytes.
  std::string element;
  /// What the frontend believes of the element; the harness makes the next
  /// compiler assert it.
  bool isFloat = false, isSigned = true;
  /// Bytes of the element as the frontend sees it; 0: not asserted.
  unsigned elementBytes = 0;
  /// An integer that drives trip counts or subscripts.
  bool isSize = false;
  /// A pointer whose elements are used as subscripts.
  bool isIndexArray = false;
  /// An index array promised to hold distinct values.
  bool isPermutation = false;
  /// Promises by pragma, on a scalar's value.
  std::optional<int64_t> lo, hi;
  int64_t multiple = 1;
  /// The whole parameter as C text, e.g. "float (*A)[n]"; for people.
  std::string declaration;
  /// For the second of two walked pointers (`while (p != end)`): the name of
  /// the first.
  std::string endOf;
  /// Elements of the pointee: of a row where it points to rows of constant
  /// length, as T (*)[4].
  int64_t rowElements = 1;
  /// Members of the pointee where it is a struct. Without them its bytes are
  /// opaque.
  std::vector<HarnessField> fields = {};
};

struct HarnessFunction {
  std::string name, returnType;
  std::vector<HarnessParam> params = {};
  /// Float results may differ within n*eps*sum|x| (reassociated or contracted).
  bool reassociates = false;
  bool isStatic = false;
  std::vector<HarnessGlobal> globals = {};
};

/// Returns the text of the harness for `functions`.
///
/// A source is `#include`d by its path; if the path is empty its text is
/// embedded, and the harness is self-contained. `otherExternals` names the
/// remaining functions and variables that the source defines with external
/// linkage: they are renamed too, or the link would see them twice. Functions
/// that a driver cannot call (variadic, pointers to functions or to pointers)
/// must not be listed.
std::string emitHarness(llvm::StringRef originalPath, llvm::StringRef rewrittenPath, llvm::StringRef originalText,
                        llvm::StringRef rewrittenText, llvm::ArrayRef<HarnessFunction> functions,
                        llvm::ArrayRef<std::string> otherExternals = {});

} // namespace vecify
