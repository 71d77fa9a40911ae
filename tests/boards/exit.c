/* exit.c - ends by a write of mexit
 * SPDX-License-Identifier: Apache-2.0
 */
int main(void)
{
	__asm__ volatile("csrw 0x7C2, %0" : : "r"(7));
	return 0;
}
