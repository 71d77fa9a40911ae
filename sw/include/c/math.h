/* math.h - the functions of C's header that a core with isa.f has
 * SPDX-License-Identifier: Apache-2.0
 *
 * Those of float, whose names end in f: vx_math.h says which, and how exact.
 */
#ifndef WW_C_MATH_H
#define WW_C_MATH_H

#include "vx_math.h"

#define M_PI 3.14159265358979323846
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)

#endif
