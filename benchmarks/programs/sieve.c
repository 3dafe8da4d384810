// Sieve of Eratosthenes: how many primes there are below n.
static unsigned char composite[1 << 20];

__attribute__((export_name("run"))) int run(int n) {
  for (int i = 0; i < n; i++) composite[i] = 0;
  int primes = 0;
  for (int i = 2; i < n; i++) {
    if (composite[i]) continue;
    primes++;
    for (int j = i + i; j < n; j += i) composite[j] = 1;
  }
  return primes;
}
