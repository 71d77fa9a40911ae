/* nvtx3/nvToolsExt.h - the same under its newer name
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../nvToolsExt.h"
