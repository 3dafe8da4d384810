// Counts n words in a hash table: FNV-1a over their bytes, open addressing, comparison of strings.
#define SLOTS 4096
static char words[512][24];
static const char *keys[SLOTS];
static int counts[SLOTS];

static unsigned int hash(const char *s) {
  unsigned int h = 2166136261u;
  for (; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u;
  return h;
}

static int equal(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

__attribute__((export_name("run"))) int run(int n) {
  unsigned int random = 1;
  for (int i = 0; i < 512; i++) {
    int length = 4 + i % 19;
    for (int j = 0; j < length; j++) words[i][j] = (char)('a' + ((random = random * 1664525u + 1013904223u) >> 24) % 26);
    words[i][length] = 0;
  }
  for (int i = 0; i < SLOTS; i++) keys[i] = 0, counts[i] = 0;
  for (int i = 0; i < n; i++) {
    const char *word = words[(random = random * 1664525u + 1013904223u) >> 23];
    unsigned int slot = hash(word) % SLOTS;
    while (keys[slot] && !equal(keys[slot], word)) slot = (slot + 1) % SLOTS;
    keys[slot] = word;
    counts[slot]++;
  }
  int sum = 0;
  for (int i = 0; i < SLOTS; i++) sum = sum * 31 + counts[i];
  return sum;
}
