// The random functions of the lowering's tests and the compilers of the printer's serve these tests too.
#include "../Emit/CProgram.cpp"
#include "../Emit/Compilers.cpp"
#include "../Lower/Example.cpp"
#include "../Lower/RandomFunction.cpp"
