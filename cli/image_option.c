/* image_option.c - the option --dump-image of iss and cosim
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/image_option.h"

#include "session/image.h"

int image_option(struct options *o, const char **file)
{
	*file = o->value;
	switch (image_support(o->value)) {
	case IMAGE_WRITES:
		return 0;
	case IMAGE_LACKS_PNG:
		return options_bad(o, "--dump-image '%s': built without "
				   "libpng; use .ppm or .pgm, or install "
				   "libpng-dev and configure again", o->value);
	case IMAGE_UNKNOWN:
		break;
	}
	return options_bad(o, "--dump-image '%s' must end in .ppm, .pgm or "
			   ".png", o->value);
}
