// Quicksort of n numbers, by recursion, small ranges by insertion.
static int numbers[1 << 18];

static void sort(int from, int to) {
  while (to - from > 12) {
    int pivot = numbers[from + (to - from) / 2], i = from, j = to;
    while (i <= j) {
      while (numbers[i] < pivot) i++;
      while (numbers[j] > pivot) j--;
      if (i <= j) {
        int swapped = numbers[i];
        numbers[i++] = numbers[j];
        numbers[j--] = swapped;
      }
    }
    sort(from, j);
    from = i;
  }
  for (int i = from + 1; i <= to; i++) {
    int value = numbers[i], j = i - 1;
    for (; j >= from && numbers[j] > value; j--) numbers[j + 1] = numbers[j];
    numbers[j + 1] = value;
  }
}

__attribute__((export_name("run"))) int run(int n) {
  unsigned int random = 12345;
  for (int i = 0; i < n; i++) {
    random = random * 1664525u + 1013904223u;
    numbers[i] = (int)(random >> 4);
  }
  sort(0, n - 1);
  int sum = 0;
  for (int i = 0; i < n; i += 16) sum = sum * 31 + numbers[i];
  return sum;
}
