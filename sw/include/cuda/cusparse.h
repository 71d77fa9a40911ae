/* SPDX-License-Identifier: Apache-2.0 */
#error "warpwright has no cuSPARSE: doc/cudart.md lists the libraries that it has"
