// The outer planets, n steps; their energy at the end.
#define BODIES 5
#define PI 3.141592653589793
#define MASS (4 * PI * PI)
#define DAYS 365.24
typedef struct { double x, y, z, vx, vy, vz, mass; } body;

static const body start[BODIES] = {
    {0, 0, 0, 0, 0, 0, MASS},
    {4.84143144246472090e+00, -1.16032004402742839e+00, -1.03622044471123109e-01, 1.66007664274403694e-03 * DAYS,
     7.69901118419740425e-03 * DAYS, -6.90460016972063023e-05 * DAYS, 9.54791938424326609e-04 * MASS},
    {8.34336671824457987e+00, 4.12479856412430479e+00, -4.03523417114321381e-01, -2.76742510726411e-03 * DAYS,
     4.99852801234917238e-03 * DAYS, 2.30417297573763929e-05 * DAYS, 2.85885980666130812e-04 * MASS},
    {1.28943695621391310e+01, -1.51111514016986312e+01, -2.23307578892655734e-01, 2.96460137564761618e-03 * DAYS,
     2.37847173959480950e-03 * DAYS, -2.96589568540237556e-05 * DAYS, 4.36624404335156298e-05 * MASS},
    {1.53796971148509165e+01, -2.59193146099879641e+01, 1.79258772950371181e-01, 2.68067772490389322e-03 * DAYS,
     1.62824170038242295e-03 * DAYS, -9.51592254519715870e-05 * DAYS, 5.15138902046611451e-05 * MASS}};
static body bodies[BODIES];

static void advance(double dt) {
  for (int i = 0; i < BODIES; i++) {
    body *a = &bodies[i];
    for (int j = i + 1; j < BODIES; j++) {
      body *b = &bodies[j];
      double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
      double squared = dx * dx + dy * dy + dz * dz;
      double pull = dt / (squared * __builtin_sqrt(squared));
      a->vx -= dx * b->mass * pull, a->vy -= dy * b->mass * pull, a->vz -= dz * b->mass * pull;
      b->vx += dx * a->mass * pull, b->vy += dy * a->mass * pull, b->vz += dz * a->mass * pull;
    }
  }
  for (int i = 0; i < BODIES; i++) {
    body *b = &bodies[i];
    b->x += dt * b->vx, b->y += dt * b->vy, b->z += dt * b->vz;
  }
}

__attribute__((export_name("run"))) long long run(int n) {
  for (int i = 0; i < BODIES; i++) bodies[i] = start[i];
  for (int i = 0; i < n; i++) advance(0.01);
  double energy = 0;
  for (int i = 0; i < BODIES; i++) {
    body *b = &bodies[i];
    energy += 0.5 * b->mass * (b->vx * b->vx + b->vy * b->vy + b->vz * b->vz);
  }
  return (long long)(energy * 1e9);
}
