// RUN warning: --target=avx2 -- -O2 -mpreferred-stack-boundary=4 -fno-tree-loop-interchange
// How gcc is to generate code may be said in words that clang does not know.
int nothing;
