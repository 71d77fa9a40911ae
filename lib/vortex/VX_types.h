/* VX_types.h - names of Vortex for counters and registers, in hosts
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WARPWRIGHT_VX_TYPES_H
#define WARPWRIGHT_VX_TYPES_H

/* The counters of vx_mpm_query. */
#define VX_CSR_MCYCLE			0xB00
#define VX_CSR_MINSTRET			0xB02

/* Registers that vx_dcr_read and vx_dcr_write refuse. */
#define VX_DCR_BASE_STARTUP_ADDR0	0x001
#define VX_DCR_BASE_STARTUP_ADDR1	0x002
#define VX_DCR_BASE_STARTUP_ARG0	0x003
#define VX_DCR_BASE_STARTUP_ARG1	0x004
#define VX_DCR_BASE_MPM_CLASS		0x005

#endif
