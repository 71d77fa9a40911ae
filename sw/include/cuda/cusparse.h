/* SPDX-License-Identifier: Apache-2.0 */
#error "warpwright has no cuSPARSE: see doc/cudart.md for what it has"
