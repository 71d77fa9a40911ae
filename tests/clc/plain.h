/* plain.h - the macros of warpwright.h as the C that they stand for
 * SPDX-License-Identifier: Apache-2.0
 *
 * For tests of ww-cc --plain: kernels written with __if and the like
 * become plain ones.
 */
#ifndef PLAIN_H
#define PLAIN_H

#include "warpwright.h"

#undef __if
#undef __else
#undef __endif
#undef __while
#undef __endwhile
#undef __do
#undef __enddo
#undef __for
#undef __endfor
#undef __break_if
#undef __continue_if
#undef __body
#undef __endbody
#undef __return_if

#define __if(c) if (c)
#define __else else
#define __endif
#define __while(c) while (c)
#define __endwhile
#define __do do
#define __enddo(c) while (c);
#define __for(init, c, step) { init; for (; c; step)
#define __endfor }
#define __break_if(c) if (c) break
#define __continue_if(c) if (c) continue
#define __body do
#define __endbody while (0);
#define __return_if(c) if (c) break

#endif
