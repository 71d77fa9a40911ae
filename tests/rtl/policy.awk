# policy.awk - how the warps of asm/policy.S have shared the issue slots
# SPDX-License-Identifier: Apache-2.0
#
# awk -v from=PC -v to=PC -f policy.awk TRACE: reads the second time each warp passes the
# instructions between the two. Prints, in this order:
#   apart   the largest difference between two warps' numbers of instructions, at any time
#   cyclic  of 100 steps from one of the warps 1 to 3 to the next instruction of one of them,
#           while all have some left: those that went to the next higher number or from 3 to 1
#   same    those that stayed with the warp
#   order   the warps 1 to 3 in the order in which they were through

{ pc = substr($2, 1, 8) }
pc < from || pc >= to { next }
{ seen[$1]++ }
seen[$1] <= 96 { next }
{
	count[$1]++
	for (w = 0; w < 4; w++)
		if (count[$1] - count[w] > apart && count[w] < 96)
			apart = count[$1] - count[w]
	if ($1 == 0)
		next
	if (last && count[1] < 96 && count[2] < 96 && count[3] < 96) {
		steps++
		cyclic += $1 == last % 3 + 1
		same += $1 == last
	}
	last = $1
	if (count[$1] == 96)
		order = order $1
}
END { printf "%d %d %d %s\n", apart, 100 * cyclic / steps, 100 * same / steps, order }
