// Writes a JSON document of n records and parses it: numbers, strings with escapes, objects and arrays, recursively.
#define CAPACITY (1 << 20)
static char text[CAPACITY];
static int length, position;
static unsigned int sum;

static void put(const char *s) {
  while (*s) text[length++] = *s++;
}

static void put_number(int n) {
  char digits[12];
  int count = 0;
  do digits[count++] = (char)('0' + n % 10); while (n /= 10);
  while (count) text[length++] = digits[--count];
}

static void write_document(int n) {
  length = 0;
  put("[");
  for (int i = 0; i < n; i++) {
    if (i) put(",");
    put("{\"id\": ");
    put_number(i * 7919 % 100003);
    put(", \"name\": \"issue \\\"");
    put_number(i);
    put("\\\" of \\u0041\", \"open\": ");
    put(i % 3 ? "true" : "false");
    put(", \"score\": -");
    put_number(i % 97);
    put(".25e1, \"labels\": [\"a\", \"bc\", null, {\"deep\": [[], {}]}]}");
  }
  put("]");
}

static void mix(unsigned int value) { sum = (sum ^ value) * 16777619u; }

static void skip_space(void) {
  while (text[position] == ' ' || text[position] == '\n') position++;
}

static int hex(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

static void parse_string(void) {
  position++;
  for (;;) {
    char c = text[position++];
    if (c == '"') return;
    if (c == '\\') {
      c = text[position++];
      if (c == 'u') {
        int code = 0;
        for (int i = 0; i < 4; i++) code = code * 16 + hex(text[position++]);
        c = (char)code;
      }
    }
    mix((unsigned char)c);
  }
}

static void parse_number(void) {
  int negative = text[position] == '-';
  double value = 0, scale = 1;
  if (negative) position++;
  while (text[position] >= '0' && text[position] <= '9') value = value * 10 + (text[position++] - '0');
  if (text[position] == '.') {
    position++;
    while (text[position] >= '0' && text[position] <= '9') {
      scale /= 10;
      value += (text[position++] - '0') * scale;
    }
  }
  if ((text[position] | 32) == 'e') {
    position++;
    int exponent = 0;
    while (text[position] >= '0' && text[position] <= '9') exponent = exponent * 10 + (text[position++] - '0');
    while (exponent--) value *= 10;
  }
  mix((unsigned int)(negative ? -value : value * 100));
}

static void parse_value(int depth) {
  skip_space();
  char c = text[position];
  switch (c) {
    case '{':
    case '[':
      position++;
      mix((unsigned int)depth);
      for (;;) {
        skip_space();
        if (text[position] == ']' || text[position] == '}') break;
        if (text[position] == ',') {
          position++;
          continue;
        }
        if (c == '{') {
          parse_string();
          skip_space();
          position++;
        }
        parse_value(depth + 1);
      }
      position++;
      return;
    case '"': parse_string(); return;
    case 't': position += 4; mix(1); return;
    case 'f': position += 5; mix(2); return;
    case 'n': position += 4; mix(3); return;
    default: parse_number();
  }
}

__attribute__((export_name("run"))) int run(int n) {
  write_document(n);
  position = 0;
  sum = 2166136261u;
  parse_value(0);
  return (int)sum;
}
