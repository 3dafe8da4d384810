// The Mandelbrot set on a grid of n by n points: how many steps all of them take, at most 100 each.
__attribute__((export_name("run"))) int run(int n) {
  int steps = 0;
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++) {
      double cx = -2.0 + 2.5 * column / n, cy = -1.25 + 2.5 * row / n, x = 0, y = 0;
      for (int i = 0; i < 100 && x * x + y * y <= 4; i++) {
        double next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        steps++;
      }
    }
  return steps;
}
