/* params - parameter table (to come from params.def)
 * SPDX-License-Identifier: Apache-2.0
 */
typedef int ww_empty_unit;
