/* trap.c - a load from nowhere
 * SPDX-License-Identifier: Apache-2.0
 */
int main(void)
{
	return *(volatile int *)0x123400;
}
