# tests/triton/gluon_kernels.py -- kernels in Gluon, which names the layouts in memory: compile.py chooses them.
# SPDX-License-Identifier: MIT
from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language.nvidia import blackwell, hopper


# One tcgen05 product. Nothing fills the operands: only the words of the MMAs matter.
@gluon.jit
def tensor_memory_product(c_ptr, c_step, BM: gl.constexpr, BN: gl.constexpr, BK: gl.constexpr, TYPE: gl.constexpr,
                          ACC: gl.constexpr, LA: gl.constexpr, LB: gl.constexpr, LD: gl.constexpr,
                          STAGES: gl.constexpr, PICK: gl.constexpr, REGS: gl.constexpr):
    a = gl.allocate_shared_memory(TYPE, [STAGES, BM, BK], LA)
    b = gl.allocate_shared_memory(TYPE, [STAGES, BK, BN], LB)
    d = blackwell.allocate_tensor_memory(ACC, [BM, BN], LD)
    blackwell.tcgen05_mma(a.index(PICK), b.index(PICK), d, use_acc=False)
    m = gl.arange(0, BM, layout=gl.SliceLayout(1, REGS))
    n = gl.arange(0, BN, layout=gl.SliceLayout(0, REGS))
    gl.store(c_ptr + m[:, None] * c_step + n[None, :], gl.convert_layout(d.load(), REGS))


# The same with A in Tensor Memory.
@gluon.jit
def a_in_tensor_memory(c_ptr, c_step, BM: gl.constexpr, BN: gl.constexpr, BK: gl.constexpr, TYPE: gl.constexpr,
                       LA: gl.constexpr, LB: gl.constexpr, LD: gl.constexpr, REGS: gl.constexpr):
    a = blackwell.allocate_tensor_memory(TYPE, [BM, BK], LA)
    b = gl.allocate_shared_memory(TYPE, [BK, BN], LB)
    d = blackwell.allocate_tensor_memory(gl.float32, [BM, BN], LD)
    blackwell.tcgen05_mma(a, b, d, use_acc=False)
    m = gl.arange(0, BM, layout=gl.SliceLayout(1, REGS))
    n = gl.arange(0, BN, layout=gl.SliceLayout(0, REGS))
    gl.store(c_ptr + m[:, None] * c_step + n[None, :], gl.convert_layout(d.load(), REGS))


# A block-scaled product. FA and FB are e4m3, e5m2 or e2m1; PA and PB elements share a byte.
@gluon.jit
def scaled_product(c_ptr, c_step, BM: gl.constexpr, BN: gl.constexpr, BK: gl.constexpr, VEC: gl.constexpr,
                   FA: gl.constexpr, FB: gl.constexpr, PA: gl.constexpr, PB: gl.constexpr, SCALE: gl.constexpr,
                   LA: gl.constexpr, LB: gl.constexpr, LD: gl.constexpr, LS: gl.constexpr, REGS: gl.constexpr):
    a = gl.allocate_shared_memory(gl.uint8 if PA == 2 else (gl.float8e5 if FA == "e5m2" else gl.float8e4nv),
                                  [BM, BK // PA], LA)
    b = gl.allocate_shared_memory(gl.uint8 if PB == 2 else (gl.float8e5 if FB == "e5m2" else gl.float8e4nv),
                                  [BK // PB, BN], LB)
    d = blackwell.allocate_tensor_memory(gl.float32, [BM, BN], LD)
    a_scale = blackwell.allocate_tensor_memory(SCALE, [BM, BK // VEC], LS)
    b_scale = blackwell.allocate_tensor_memory(SCALE, [BN, BK // VEC], LS)
    blackwell.tcgen05_mma_scaled(a, b, d, a_scale, b_scale, FA, FB, use_acc=False)
    m = gl.arange(0, BM, layout=gl.SliceLayout(1, REGS))
    n = gl.arange(0, BN, layout=gl.SliceLayout(0, REGS))
    gl.store(c_ptr + m[:, None] * c_step + n[None, :], gl.convert_layout(d.load(), REGS))


# One wgmma product. IN_REGISTERS: A is in registers.
@gluon.jit
def warpgroup_product(a_ptr, c_ptr, c_step, BM: gl.constexpr, BN: gl.constexpr, BK: gl.constexpr, TYPE: gl.constexpr,
                      ACC: gl.constexpr, LA: gl.constexpr, LB: gl.constexpr, LD: gl.constexpr, LR: gl.constexpr,
                      IN_REGISTERS: gl.constexpr):
    b = gl.allocate_shared_memory(TYPE, [BK, BN], LB)
    zero = gl.zeros([BM, BN], ACC, LD)
    if IN_REGISTERS:
        m = gl.arange(0, BM, layout=gl.SliceLayout(1, LR))
        k = gl.arange(0, BK, layout=gl.SliceLayout(0, LR))
        a = gl.load(a_ptr + m[:, None] * BK + k[None, :])
        d = hopper.warpgroup_mma(a, b, zero)
    else:
        d = hopper.warpgroup_mma(gl.allocate_shared_memory(TYPE, [BM, BK], LA), b, zero)
    row = gl.arange(0, BM, layout=gl.SliceLayout(1, LD))
    column = gl.arange(0, BN, layout=gl.SliceLayout(0, LD))
    gl.store(c_ptr + row[:, None] * c_step + column[None, :], d)
