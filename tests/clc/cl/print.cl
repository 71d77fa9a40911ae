/* print.cl - printf
 * SPDX-License-Identifier: Apache-2.0
 */
__kernel void print(int4 v, float2 f, long l)
{
	if (get_global_id(0) == 1) {
		printf("%d %u %x %c%%\n", v.x, v.y, v.z, v.w);
		printf("%5d|%-5d|%05d\n", v.x, v.y, v.z);
		printf("%f %.2f %e %g\n", f.x, f.y, f.x, f.y);
		printf("%ld %lx %s\n", l, l, "text");
		printf("%v4hld %v2hlf %.1v2hlf %v4hld\n", v, f, f, v);
	}
}
