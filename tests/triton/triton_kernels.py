# tests/triton/triton_kernels.py -- the kernels that compile.py compiles: matrix products in Triton's language.
# SPDX-License-Identifier: MIT
import triton
import triton.language as tl


# C = A B. A.T and B.T mean that memory has the other order: the operand is then MN-major.
@triton.jit
def product(a_ptr, b_ptr, c_ptr, K, a_step, b_step, c_step, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
            TA: tl.constexpr, TB: tl.constexpr, ACC: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    if TA:
        a = a_ptr + m[:, None] + k[None, :] * a_step
    else:
        a = a_ptr + m[:, None] * a_step + k[None, :]
    if TB:
        b = b_ptr + k[:, None] + n[None, :] * b_step
    else:
        b = b_ptr + k[:, None] * b_step + n[None, :]
    acc = tl.zeros((BM, BN), dtype=ACC)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc, input_precision="tf32", out_dtype=ACC)
        a += BK * (a_step if TA else 1)
        b += BK * (1 if TB else b_step)
    tl.store(c_ptr + m[:, None] * c_step + n[None, :], acc)


# The same with TMA.
@triton.jit
def tma_product(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, TB: tl.constexpr,
                SPECIAL: tl.constexpr):
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    if TB:
        b = tl.make_tensor_descriptor(b_ptr, [N, K], [K, 1], [BN, BK])
    else:
        b = tl.make_tensor_descriptor(b_ptr, [K, N], [N, 1], [BK, BN])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN])
    m = tl.program_id(0) * BM
    n = tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in tl.range(0, K, BK, warp_specialize=SPECIAL):
        x = a.load([m, k])
        if TB:
            y = b.load([n, k]).T
        else:
            y = b.load([k, n])
        acc = tl.dot(x, y, acc)
    c.store([m, n], acc.to(c_ptr.dtype.element_ty))


# Attention: the second product takes A from registers (wgmma) or from Tensor Memory.
@triton.jit
def attention(q_ptr, k_ptr, v_ptr, o_ptr, L, step, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    d = tl.arange(0, D)
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.arange(0, BN)
    q = tl.load(q_ptr + m[:, None] * step + d[None, :])
    acc = tl.zeros((BM, D), dtype=tl.float32)
    low = tl.full((BM,), -1e30, dtype=tl.float32)
    for i in range(0, L, BN):
        k = tl.load(k_ptr + (i + n)[None, :] * step + d[:, None])
        s = tl.dot(q, k)
        high = tl.maximum(low, tl.max(s, 1))
        p = tl.exp2(s - high[:, None])
        acc = acc * tl.exp2(low - high)[:, None]
        v = tl.load(v_ptr + (i + n)[:, None] * step + d[None, :])
        acc = tl.dot(p.to(v.dtype), v, acc)
        low = high
    tl.store(o_ptr + m[:, None] * step + d[None, :], acc)


# Block-scaled product: VEC elements of K share a scale factor. PA and PB elements share a byte (2 for 4-bit types).
@triton.jit
def scaled_product(a_ptr, b_ptr, c_ptr, as_ptr, bs_ptr, K, a_step, b_step, c_step, s_step, BM: tl.constexpr,
                   BN: tl.constexpr, BK: tl.constexpr, VEC: tl.constexpr, FA: tl.constexpr, FB: tl.constexpr,
                   PA: tl.constexpr, PB: tl.constexpr, TB: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    ka = tl.arange(0, BK // PA)
    kb = tl.arange(0, BK // PB)
    ks = tl.arange(0, BK // VEC)
    a = a_ptr + m[:, None] * a_step + ka[None, :]
    if TB:
        b = b_ptr + kb[:, None] + n[None, :] * b_step
    else:
        b = b_ptr + kb[:, None] * b_step + n[None, :]
    a_scale = as_ptr + m[:, None] * s_step + ks[None, :]
    b_scale = bs_ptr + n[:, None] * s_step + ks[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot_scaled(tl.load(a), tl.load(a_scale), FA, tl.load(b), tl.load(b_scale), FB, acc)
        a += BK // PA
        b += (BK // PB) * (1 if TB else b_step)
        a_scale += BK // VEC
        b_scale += BK // VEC
    tl.store(c_ptr + m[:, None] * c_step + n[None, :], acc)
