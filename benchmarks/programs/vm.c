// An interpreter within the interpreter: a small stack machine runs a loop of n turns, one br_table for each instruction.
enum { PUSH, LOAD, STORE, ADD, MUL, XOR, SHIFT, LESS, JUMP_IF, HALT };

static const int program[] = {
    LOAD, 0, PUSH, 1, ADD, STORE, 0,                  // i = i + 1
    LOAD, 1, PUSH, 31, MUL, LOAD, 0, ADD, STORE, 1,   // sum = sum * 31 + i
    LOAD, 1, LOAD, 1, SHIFT, 7, XOR, STORE, 1,        // sum = sum ^ (sum >> 7)
    LOAD, 0, LOAD, 2, LESS, JUMP_IF, 0, HALT};
static int variables[3];
static int stack[16];

__attribute__((export_name("run"))) int run(int n) {
  variables[0] = 0, variables[1] = 1, variables[2] = n;
  int pc = 0, sp = 0;
  for (;;) {
    switch (program[pc++]) {
      case PUSH: stack[sp++] = program[pc++]; break;
      case LOAD: stack[sp++] = variables[program[pc++]]; break;
      case STORE: variables[program[pc++]] = stack[--sp]; break;
      case ADD: sp--, stack[sp - 1] += stack[sp]; break;
      case MUL: sp--, stack[sp - 1] = (int)((unsigned int)stack[sp - 1] * (unsigned int)stack[sp]); break;
      case XOR: sp--, stack[sp - 1] ^= stack[sp]; break;
      case SHIFT: stack[sp - 1] = (int)((unsigned int)stack[sp - 1] >> program[pc++]); break;
      case LESS: sp--, stack[sp - 1] = stack[sp - 1] < stack[sp]; break;
      case JUMP_IF: pc = stack[--sp] ? program[pc] : pc + 1; break;
      case HALT: return variables[1];
    }
  }
}
