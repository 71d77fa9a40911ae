/* cmd_cosim - cosim
 * SPDX-License-Identifier: Apache-2.0
 */
typedef int ww_empty_unit;
