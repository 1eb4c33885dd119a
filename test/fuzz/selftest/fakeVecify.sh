#!/bin/sh
# Stands in for vecify and plants the fault that $FUZZ_FAULT names, so that the
# tests can see that the fuzzer notices. Takes vecify's options:
#
#   fakeVecify.sh OPTION... -o OUT IN -- FLAG...
while [ $# -gt 0 ]; do
  case $1 in
    -o) out=$2; shift ;;
    --) break ;;
    -*) ;;
    *) in=$1 ;;
  esac
  shift
done

edit() { sed -E "$@" "$in" > "$out"; }

# A change inside of every function, so that it counts as transformed.
touched='s/^(.*\) \{)$/\1 \/\/ touched/'

case $FUZZ_FAULT in
  none) cp "$in" "$out" ;;
  touched) edit -e "$touched" ;;
  tail) # the last iteration is gone
    edit -e 's/; ([a-z]+) < ([a-z]+); /; \1 + 1 < \2; /' ;;
  overrun) # one iteration too many
    edit -e 's/; ([a-z]+) < ([a-z]+); /; \1 <= \2; /' ;;
  mask) # conditions are forgotten
    edit -e 's/^( +)if \(.*\)( \{)?$/\1if (1)\2/' ;;
  alias) # nobody checks for overlap
    edit -e '/\) \{$/s/ \*([a-z]+[0-9]*)([,)])/ *restrict \1\2/g' ;;
  reassociate) # float sums in another order
    { printf '#ifdef __clang__\n#pragma clang fp reassociate(on)\n#else\n'
      printf '#pragma GCC optimize("fast-math")\n#endif\n'
      sed -E "$touched" "$in"; } > "$out" ;;
  warning) edit -e 's/^(.*\) \{)$/\1 int unused;/' ;;
  crash) if grep -q ' f7(' "$in"; then kill -SEGV $$; fi; cp "$in" "$out" ;;
  error) if grep -q ' f7(' "$in"; then echo "internal error" >&2; exit 2; fi; cp "$in" "$out" ;;
  hang) if grep -q ' f7(' "$in"; then exec sleep 1000; fi; cp "$in" "$out" ;;
  comments) edit -e '/^\/\//d' ;;
  *) echo "unknown fault '$FUZZ_FAULT'" >&2; exit 1 ;;
esac
