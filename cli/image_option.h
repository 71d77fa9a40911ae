/* image_option.h - the option --dump-image of iss and cosim
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CLI_IMAGE_OPTION_H
#define WW_CLI_IMAGE_OPTION_H

#include "cli/options.h"

/* Takes the value of --dump-image into *FILE: 0, or OPTIONS_BAD if its
 * extension names no known format. */
int image_option(struct options *o, const char **file);

#endif
