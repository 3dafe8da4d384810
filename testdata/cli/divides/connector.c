/* Divides a number by nothing, three functions deep, so that a trap has functions and lines to show. */
static volatile int divisor;

__attribute__((noinline)) static int divide(int number) {
  return number / divisor;
}

__attribute__((noinline)) static int halve_often(int number) {
  int left = number;
  for (int i = 0; i < 100; i++) {
    divisor = 2;
    left = divide(left) + 1000;
  }
  divisor = 0;
  return divide(left);
}

__attribute__((export_name("_start"))) void _start(void) {
  divisor = halve_often(4096);
}
