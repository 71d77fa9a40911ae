# arrays.py - PyOpenCL's arrays, reductions, scans and sorts, against NumPy
# SPDX-License-Identifier: Apache-2.0
import sys

import numpy as np
import pyopencl as cl
import pyopencl.array as cla
import pyopencl.clmath as clmath
import pyopencl.clrandom as clrandom
from pyopencl.algorithm import RadixSort, copy_if, partition, unique
from pyopencl.bitonic_sort import BitonicSort
from pyopencl.elementwise import ElementwiseKernel
from pyopencl.reduction import ReductionKernel
from pyopencl.scan import ExclusiveScanKernel, GenericScanKernel, InclusiveScanKernel

N = 1000
platform = cl.get_platforms()[0]
assert platform.name == "warpwright", platform.name
context = cl.Context(platform.get_devices()[:1])
queue = cl.CommandQueue(context)
numbers = np.random.default_rng(7)
passed = 0
failed = []


def case(f):
    """Runs a test, for each of its names."""
    global passed
    try:
        f()
        passed += 1
    except Exception as e:
        failed.append(f"{f.__name__}: {type(e).__name__}: {str(e)[:300]}")
    return f


def to(a):
    return cla.to_device(queue, a)


def same(got, want, tolerance=0):
    got = got.get() if hasattr(got, "get") else got
    if tolerance:
        np.testing.assert_allclose(got, want, rtol=tolerance, atol=tolerance)
    else:
        np.testing.assert_array_equal(got, want)


floats = numbers.standard_normal(N).astype(np.float32)
more = numbers.standard_normal(N).astype(np.float32)
ints = numbers.integers(-1000, 1000, N).astype(np.int32)
types = [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, np.float32]


@case
def arithmetic():
    for t in types:
        a = numbers.integers(1, 100, N).astype(t)
        b = numbers.integers(1, 100, N).astype(t)
        x, y = to(a), to(b)
        same(x + y, a + b)
        same(x - y, a - b)
        same(x * y, a * b)
        same(x + 3, (a + t(3)).astype(t))
        same(-x if t == np.float32 else x.copy(), -a if t == np.float32 else a)
    same(to(floats) / to(more), floats / more, 1e-6)
    same(to(floats) ** 2, floats ** 2, 1e-5)


@case
def comparisons():
    x, y = to(floats), to(more)
    same((x < y).astype(np.int8), (floats < more).astype(np.int8))
    same(cla.maximum(x, y), np.maximum(floats, more))
    same(cla.minimum(x, y), np.minimum(floats, more))
    same(cla.if_positive(x, y, x), np.where(floats > 0, more, floats))


@case
def bits():
    a = numbers.integers(0, 2 ** 31, N).astype(np.uint32)
    x = to(a)
    same(x & 255, a & 255)
    same(x | 15, a | 15)
    same(x ^ 9, a ^ 9)
    same(~x, ~a)


@case
def making():
    same(cla.arange(queue, 7, 300, 3, dtype=np.int32), np.arange(7, 300, 3, dtype=np.int32))
    same(cla.zeros(queue, N, np.float32), np.zeros(N, np.float32))
    same(to(ints)[10:500], ints[10:500])
    same(to(ints).astype(np.float32), ints.astype(np.float32))
    same(cla.take(to(ints), to(np.arange(0, N, 3, dtype=np.int32))), ints[::3])
    same(to(floats[:900].reshape(30, 30)).T, floats[:900].reshape(30, 30).T)
    same(cla.concatenate((to(ints), to(ints))), np.concatenate((ints, ints)))
    z = to(ints)
    z[5:50] = 4
    w = ints.copy()
    w[5:50] = 4
    same(z, w)


@case
def complex_numbers():
    a = (floats + 1j * more).astype(np.complex64)
    x = to(a)
    same(x * x, a * a, 1e-5)
    same(x.real, a.real)
    same(x.conj(), a.conj())
    same(abs(x), abs(a), 1e-5)
    same(x / (x + 2), a / (a + 2), 1e-4)


@case
def mathematics():
    x = to(np.abs(floats) + 0.1)
    a = np.abs(floats) + np.float32(0.1)
    for name in "sin cos tan exp log sqrt fabs floor ceil log10 tanh sinh cosh expm1 log1p".split():
        same(getattr(clmath, name)(x), getattr(np, name)(a), 1e-5)
    same(clmath.atan2(x, to(more)), np.arctan2(a, more), 1e-5)
    same(clmath.fmod(x, to(np.full(N, 0.3, np.float32))), np.fmod(a, np.float32(0.3)), 1e-5)
    frac, whole = clmath.modf(x)
    same(frac, np.modf(a)[0], 1e-6)


@case
def reductions():
    for t in (np.int32, np.int64, np.uint32, np.float32):
        for n in (1, 7, 64, 1000, 4097):
            a = numbers.integers(0, 1000, n).astype(t)
            x = to(a)
            same(cla.sum(x), a.sum(dtype=t), 1e-5)
            same(cla.max(x), a.max())
            same(cla.min(x), a.min())
            same(cla.dot(x, x, dtype=t), (a * a).sum(dtype=t), 1e-5)
    same(cla.subset_dot(to(np.arange(0, N, 2, dtype=np.int32)), to(floats), to(more)),
         np.dot(floats[::2], more[::2]), 1e-4)
    k = ReductionKernel(context, np.float32, neutral="0", reduce_expr="a+b", map_expr="x[i]*y[i]",
                        arguments="__global float *x, __global float *y")
    same(k(to(floats), to(more)), np.dot(floats, more), 1e-4)


@case
def elementwise():
    k = ElementwiseKernel(context, "float a, float *x, float *y, float *z", "z[i] = a*x[i] + y[i]", "k")
    z = cla.empty_like(to(floats))
    k(np.float32(3), to(floats), to(more), z)
    same(z, 3 * floats + more, 1e-5)


@case
def scans():
    for t in (np.int32, np.int64, np.float32):
        for n in (1, 10, 127, 1000, 5000):
            a = numbers.integers(0, 3, n).astype(t)
            x = to(a)
            InclusiveScanKernel(context, t, "a+b", neutral="0")(x)
            same(x, np.cumsum(a, dtype=t))
            x = to(a)
            ExclusiveScanKernel(context, t, "a+b", "0")(x)
            same(x, (np.cumsum(a, dtype=t) - a).astype(t))
    x = to(ints)
    InclusiveScanKernel(context, np.int32, "max(a, b)", neutral="INT_MIN")(x)
    same(x, np.maximum.accumulate(ints))
    k = GenericScanKernel(context, np.int32, arguments="__global int *a, __global int *o", input_expr="a[i]",
                          scan_expr="across_seg_boundary ? b : a+b", neutral="0",
                          is_segment_start_expr="i % 17 == 0", output_statement="o[i] = item;")
    o = cla.empty_like(to(ints))
    k(to(ints), o, queue=queue)
    want = np.concatenate([np.cumsum(ints[i:i + 17]) for i in range(0, N, 17)]).astype(np.int32)
    same(o, want)


@case
def filters():
    x = to(ints)
    out, count, _ = copy_if(x, "ary[i] > 100")
    same(out.get()[:int(count.get())], ints[ints > 100])
    yes, no, count, _ = partition(x, "ary[i] < 0")
    same(yes.get()[:int(count.get())], ints[ints < 0])
    same(no.get()[:N - int(count.get())], ints[ints >= 0])
    a = np.sort(ints // 50)
    out, count, _ = unique(to(a))
    same(out.get()[:int(count.get())], np.unique(a))


@case
def radix_sort():
    for t in (np.uint32, np.int32):
        a = numbers.integers(0, 60000, N).astype(t)
        sort = RadixSort(context, "uint *a" if t == np.uint32 else "int *a", key_expr="a[i]", sort_arg_names=["a"],
                         scan_kernel=GenericScanKernel)
        (out,), _ = sort(to(a), key_bits=16)
        same(out, np.sort(a))


@case
def bitonic_sort():
    for t in (np.int32, np.float32, np.uint8):
        for n in (16, 256, 2048):
            a = (numbers.standard_normal(n) * 60).astype(t)
            out, _ = BitonicSort(context)(to(a))
            same(out, np.sort(a))


@case
def random_numbers():
    for make in (clrandom.PhiloxGenerator, clrandom.ThreefryGenerator):
        g = make(context)
        a = g.uniform(queue, 5000, np.float32).get()
        assert 0 <= a.min() and a.max() <= 1 and abs(a.mean() - 0.5) < 0.03
        a = g.normal(queue, 5000, np.float32).get()
        assert abs(a.mean()) < 0.06 and abs(a.std() - 1) < 0.06
        a = g.uniform(queue, 5000, np.int32, a=3, b=12).get()
        assert set(a) == set(range(3, 12))


print(f"{passed} of {passed + len(failed)} groups of tests are right")
for text in failed:
    print(text)
sys.exit(bool(failed))
