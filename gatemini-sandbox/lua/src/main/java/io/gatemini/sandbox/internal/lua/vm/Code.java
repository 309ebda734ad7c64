package io.gatemini.sandbox.internal.lua.vm;

/**
 * The instructions. Each is a {@code long}: 8 bits of operation, 16 of a, 20 of b, 20 of c, all
 * three signed. R is a register, K a constant; RK is a register or, where negative, the constant of
 * the complement. Jumps are relative to the next instruction and stand in c.
 */
public final class Code {
  public static final int MOVE = 0; // R[a] = R[b]
  public static final int LOADK = 1; // R[a] = K[b]
  public static final int LOADNIL = 2; // R[a..a+b] = nil
  public static final int NEWCELL = 3; // R[a] = cell of R[a]
  public static final int GETCELL = 4; // R[a] = value of the cell R[b]
  public static final int SETCELL = 5; // value of the cell R[a] = RK[b]
  public static final int GETUPVALUE = 6; // R[a] = upvalue b
  public static final int SETUPVALUE = 7; // upvalue a = RK[b]
  public static final int GETTABUP = 8; // R[a] = upvalue b [K[c]]
  public static final int SETTABUP = 9; // upvalue a [K[b]] = RK[c]
  public static final int GETFIELD = 10; // R[a] = R[b][K[c]], a string
  public static final int SETFIELD = 11; // R[a][K[b]] = RK[c], a string
  public static final int GETINDEX = 12; // R[a] = R[b][RK[c]]
  public static final int SETINDEX = 13; // R[a][RK[b]] = RK[c]
  public static final int SELF = 14; // R[a+1] = R[b]; R[a] = R[b][K[c]]
  public static final int NEWTABLE = 15; // R[a] = table with room for b elements and c fields
  public static final int SETLIST = 16; // R[a][c + i] = R[a+1+i] for b values, ~b: and open ones

  // The order of arithmetic is that of Metamethod from ADD on.
  public static final int ADD = 17; // R[a] = RK[b] + RK[c]
  public static final int SUB = 18;
  public static final int MUL = 19;
  public static final int MOD = 20;
  public static final int POW = 21;
  public static final int DIV = 22;
  public static final int IDIV = 23;
  public static final int BAND = 24;
  public static final int BOR = 25;
  public static final int BXOR = 26;
  public static final int SHL = 27;
  public static final int SHR = 28;
  public static final int UNM = 29; // R[a] = -R[b]
  public static final int BNOT = 30;
  public static final int NOT = 31;
  public static final int LEN = 32;
  public static final int CONCAT = 33; // R[a] = R[b] .. ... .. R[b+c-1]
  public static final int JUMP = 34;
  public static final int JUMPIF = 35; // if R[a] is true
  public static final int JUMPIFNOT = 36;
  public static final int JEQ = 37; // if RK[a] == RK[b]
  public static final int JNE = 38;
  public static final int JLT = 39;
  public static final int JNLT = 40; // if not RK[a] < RK[b]
  public static final int JLE = 41;
  public static final int JNLE = 42;
  public static final int CLOSURE = 43; // R[a] = closure of prototype b
  public static final int CALL = 44; // R[a], ... = R[a](b arguments, ~b: and open ones), c wanted
  public static final int TAILCALL = 45; // return R[a](b arguments, ~b: and open ones)
  public static final int RETURN = 46; // return b values from R[a], ~b: and open ones
  public static final int RETURN0 = 47;
  public static final int RETURN1 = 48; // return RK[b]
  public static final int VARARG = 49; // R[a], ... = c variable arguments, -1: as open values
  public static final int FORPREP = 50; // prepares R[a..a+2], jumps where there is no turn
  public static final int FORLOOP = 51; // R[a+3] = next, jumps back while there is one
  public static final int TFORPREP = 52; // notes R[a+3] to close, jumps to TFORCALL
  public static final int TFORCALL = 53; // R[a+4], ... = R[a](R[a+1], R[a+2]), b wanted
  public static final int TFORLOOP = 54; // while R[a+4] ~= nil: R[a+2] = R[a+4], jump
  public static final int NOTETOCLOSE = 55; // R[a] is to be closed
  public static final int CLOSE = 56; // closes what was noted from R[a] on

  private Code() {}

  public static long make(int operation, int a, int b, int c) {
    return operation | ((a & 0xFFFFL) << 8) | ((b & 0xFFFFFL) << 24) | ((long) c << 44);
  }

  static int b(long instruction) {
    return (int) (instruction << 20 >> 44);
  }

  static int c(long instruction) {
    return (int) (instruction >> 44);
  }
}
