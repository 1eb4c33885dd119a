#!/usr/bin/env bash
# Installs into an empty prefix and uses what lies there as a user would.
#
#   checkInstall.sh CMAKE BUILD-DIR C-COMPILER
#
# vecify/vecify.h must be the only header; VECIFY(...) must be nothing to a
# compiler with every warning on, and the pragma to one that defines __VECIFY__.
set -euo pipefail
cmake=$1 buildDir=$2 cc=$3

prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
"$cmake" --install "$buildDir" --prefix "$prefix" > /dev/null

headers=$(cd "$prefix" && find . -path '*include*' -type f)
if [[ $headers != ./include/vecify/vecify.h ]]; then
  echo "installed headers: $headers"
  exit 1
fi

cat > "$prefix/use.c" << 'EOF'
#include <vecify/vecify.h>
void scale(float *x, float a, int n) {
  VECIFY(shape(i:8) noalias(x, y))
  for (int i = 0; i < n; i++)
    x[i] *= a;
}
EOF
compile=("$cc" -I "$prefix/include" -Wall -Wextra -Wpedantic -Werror)
"${compile[@]}" -std=c99 -fsyntax-only "$prefix/use.c"
"${compile[@]}" -x c++ -std=c++11 -fsyntax-only "$prefix/use.c"

if ! "${compile[@]}" -E -P -D__VECIFY__ "$prefix/use.c" |
    grep -qx ' *#pragma vecify shape(i:8) noalias(x, y)'; then
  "${compile[@]}" -E -P -D__VECIFY__ "$prefix/use.c"
  echo "VECIFY(...) did not become the pragma"
  exit 1
fi
if [[ -e $buildDir/bin/vecify && ! -x $prefix/bin/vecify ]]; then
  echo "bin/vecify was not installed"
  exit 1
fi
