#!/bin/sh
# Runs the fuzzer with a planted fault and checks what it reports.
#
#   expect.sh FUZZ WORKDIR FAULT PATTERN [OPTION...]
#
# PATTERN is an extended regular expression that some line of the report must
# match; without a fault ("none") the exit code must be 0, with one 1.
fuzz=$1 work=$2 fault=$3 pattern=$4
shift 4
here=$(dirname "$0")
keep=$work/$fault
rm -rf "$keep"
report=$(FUZZ_FAULT=$fault "$fuzz" --vecify "$here/fakeVecify.sh" --keep "$keep" "$@" 2>&1)
code=$?
echo "$report"
want=1
[ "$fault" != none ] || want=0
if [ "$code" != "$want" ]; then
  echo "exit code $code, not $want"
  exit 1
fi
if ! echo "$report" | grep -Eq "$pattern"; then
  echo "nothing matches '$pattern'"
  exit 1
fi
case " $* " in
  *" --max-reduce 1 "*)
    for full in "$keep"/*.full.c; do
      [ "$(wc -c < "${full%.full.c}.c")" -ge "$(wc -c < "$full")" ] || smaller=yes
    done
    if [ -z "$smaller" ]; then
      echo "nothing was reduced"
      exit 1
    fi ;;
esac
if [ "$want" = 1 ] && ! ls "$keep"/*.c > /dev/null 2>&1; then
  echo "no failing program was kept"
  exit 1
fi
