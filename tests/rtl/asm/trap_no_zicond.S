/* trap_no_zicond.S - without isa.zicond czero.eqz and czero.nez are illegal
 * SPDX-License-Identifier: Apache-2.0
 */
#define FIRST 0x0e62d533
#define ABSENT 0x0e62f533
#include "illegal.inc"
