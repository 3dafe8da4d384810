// A backtracking matcher (literals, ., classes, *, +, ?, groups of alternatives) over n lines of a log.
#define LINE 96
static char line[LINE];

static int match(const char *p, const char *s);

/** The end of the atom that begins at p. */
static const char *after_atom(const char *p) {
  if (*p == '[') while (*p != ']') p++;
  if (*p == '(') while (*p != ')') p++;
  return p + 1;
}

static int in_class(const char *p, char c) {
  int negated = *p == '^', found = 0;
  if (negated) p++;
  for (; *p != ']'; p++)
    if (p[1] == '-' && p[2] != ']') {
      found |= c >= p[0] && c <= p[2];
      p += 2;
    } else {
      found |= c == *p;
    }
  return found != negated;
}

static int matches_one(const char *p, char c) {
  return c != 0 && (*p == '[' ? in_class(p + 1, c) : *p == '.' || *p == c);
}

static int match_repeated(const char *atom, const char *rest, const char *s, int least) {
  const char *end = s;
  while (matches_one(atom, *end)) end++;
  for (; end - s >= least; end--)
    if (match(rest, end)) return 1;
  return 0;
}

static int match_group(const char *p, const char *rest, const char *s) {
  for (p++;;) {
    const char *t = s;
    while (*p != '|' && *p != ')' && *p == *t) p++, t++;
    if ((*p == '|' || *p == ')') && match(rest, t)) return 1;
    while (*p != '|' && *p != ')') p++;
    if (*p++ == ')') return 0;
  }
}

static int match(const char *p, const char *s) {
  if (*p == 0) return 1;
  if (*p == '$' && p[1] == 0) return *s == 0;
  const char *rest = after_atom(p);
  if (*p == '(') return match_group(p, rest, s);
  if (*rest == '*') return match_repeated(p, rest + 1, s, 0);
  if (*rest == '+') return match_repeated(p, rest + 1, s, 1);
  if (*rest == '?') return (matches_one(p, *s) && match(rest + 1, s + 1)) || match(rest + 1, s);
  return matches_one(p, *s) && match(rest, s + 1);
}

static int search(const char *p) {
  for (const char *s = line;; s++) {
    if (match(p, s)) return (int)(s - line) + 1;
    if (*s == 0) return 0;
  }
}

static void write_line(unsigned int random) {
  static const char letters[] = "GET /api/v1/issues?state=open&page=37 user=alice@example.com took 1842ms: 200 OK";
  int length = 0;
  for (const char *s = letters; *s; s++)
    line[length++] = (random = random * 1664525u + 1013904223u) >> 28 == 0 ? (char)('a' + (random >> 16) % 26) : *s;
  line[length] = 0;
}

__attribute__((export_name("run"))) int run(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    write_line((unsigned int)i);
    sum = sum * 31 + search("[a-z.]+@[a-z]+.(com|org|net)");
    sum = sum * 31 + search("(GET|POST|PUT) /[a-z0-9/]*issues.*page=[0-9]+");
    sum = sum * 31 + search("took [0-9]+ms: [45]?[0-9]+ .*K$");
  }
  return sum;
}
