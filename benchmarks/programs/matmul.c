// Product of two square matrices of doubles with n rows.
#define MAX 256
static double a[MAX][MAX], b[MAX][MAX], c[MAX][MAX];

__attribute__((export_name("run"))) long long run(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i][j] = (i * 3 + j * 7) % 11 - 5;
      b[i][j] = (i * 5 + j * 2) % 13 - 6;
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) sum = sum * 0.5 + c[i][j];
  return (long long)(sum * 1000);
}
