#!/bin/sh
# What vecify makes of the kernels where `char` has no sign, and where it has one: the same as the source.
#
#   run.sh VECIFY WORKDIR
set -eu
vecify=$1 work=$2 here=$(dirname "$0")
clang=${VECIFY_CLANG:-clang}
mkdir -p "$work"
for chars in unsigned signed; do
  "$vecify" --target=avx2 --expect=vectorized -o "$work/$chars.c" "$here/kernels.c" -- -f$chars-char
  if [ "$(grep -c '^/\* vecify: ' "$work/$chars.c")" != 4 ]; then
    echo "$chars: not all kernels were vectorized"
    exit 1
  fi
  "$clang" -O0 -f$chars-char "$here/kernels.c" "$here/main.c" -o "$work/original"
  "$work/original" > "$work/wanted"
  for compiler in gcc "$clang"; do
    "$compiler" -O2 -f$chars-char "$work/$chars.c" "$here/main.c" -o "$work/rewritten"
    "$work/rewritten" | cmp - "$work/wanted"
  done
done
