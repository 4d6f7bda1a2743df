# tests/clients/gluon_calls.py -- kernels that call mma() of source code for Triton, with operands as it says.
# SPDX-License-Identifier: MIT
from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language.nvidia import blackwell


# Nothing fills the operands: only the words of the MMA matter. X_SCALE of an unscaled product are not used.
@gluon.jit
def blackwell_call(c_ptr, c_step, MMA: gl.constexpr, SCALED: gl.constexpr, A_IN_TMEM: gl.constexpr,
                   AT: gl.constexpr, AM: gl.constexpr, AK: gl.constexpr, AL: gl.constexpr,
                   BT: gl.constexpr, BK: gl.constexpr, BN: gl.constexpr, BL: gl.constexpr,
                   DT: gl.constexpr, DM: gl.constexpr, DN: gl.constexpr, DL: gl.constexpr,
                   ST: gl.constexpr, SM: gl.constexpr, SN: gl.constexpr, SK: gl.constexpr, SAL: gl.constexpr,
                   SBL: gl.constexpr, REGS: gl.constexpr):
    if A_IN_TMEM:
        a = blackwell.allocate_tensor_memory(AT, [AM, AK], AL)
    else:
        a = gl.allocate_shared_memory(AT, [AM, AK], AL)
    b = gl.allocate_shared_memory(BT, [BK, BN], BL)
    d = blackwell.allocate_tensor_memory(DT, [DM, DN], DL)
    if SCALED:
        a_scale = blackwell.allocate_tensor_memory(ST, [SM, SK], SAL)
        b_scale = blackwell.allocate_tensor_memory(ST, [SN, SK], SBL)
        MMA(a, b, d, a_scale, b_scale, False)
    else:
        MMA(a, b, d, False)
    m = gl.arange(0, DM, layout=gl.SliceLayout(1, REGS))
    n = gl.arange(0, DN, layout=gl.SliceLayout(0, REGS))
    gl.store(c_ptr + m[:, None] * c_step + n[None, :], gl.convert_layout(d.load(), REGS))


# A of wgmma is in shared memory or in registers.
@gluon.jit
def hopper_call(c_ptr, c_step, MMA: gl.constexpr, A_IN_REGISTERS: gl.constexpr,
                AT: gl.constexpr, AM: gl.constexpr, AK: gl.constexpr, AL: gl.constexpr,
                BT: gl.constexpr, BK: gl.constexpr, BN: gl.constexpr, BL: gl.constexpr,
                DT: gl.constexpr, DM: gl.constexpr, DN: gl.constexpr, DL: gl.constexpr):
    b = gl.allocate_shared_memory(BT, [BK, BN], BL)
    zero = gl.zeros([DM, DN], DT, DL)
    if A_IN_REGISTERS:
        d = MMA(gl.full([AM, AK], 1.0, AT, AL), b, zero, False)
    else:
        d = MMA(gl.allocate_shared_memory(AT, [AM, AK], AL), b, zero, False)
    m = gl.arange(0, DM, layout=gl.SliceLayout(1, DL))
    n = gl.arange(0, DN, layout=gl.SliceLayout(0, DL))
    gl.store(c_ptr + m[:, None] * c_step + n[None, :], d)
