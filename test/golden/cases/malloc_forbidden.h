#include <stdlib.h>
#pragma GCC poison malloc free
