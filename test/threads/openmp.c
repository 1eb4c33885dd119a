/* As much of GCC's OpenMP runtime as `parallel for` with a static schedule needs, by pthreads: the thread sanitizer
   does not understand the synchronisation of libgomp, which is not built for it. */
#include <pthread.h>
#include <stdlib.h>

static _Thread_local int number, count = 1;

struct Start {
  void (*run)(void *);
  void *data;
  int number, count;
};

static void *enter(void *argument) {
  const struct Start *start = argument;
  number = start->number;
  count = start->count;
  start->run(start->data);
  return NULL;
}

int omp_get_thread_num(void);
int omp_get_num_threads(void);
void GOMP_parallel(void (*run)(void *), void *data, unsigned threads, unsigned flags);

int omp_get_thread_num(void) { return number; }
int omp_get_num_threads(void) { return count; }

void GOMP_parallel(void (*run)(void *), void *data, unsigned threads, unsigned flags) {
  (void)flags;
  const int n = threads ? (int)threads : 4;
  struct Start *starts = calloc((size_t)n, sizeof *starts);
  pthread_t *ids = calloc((size_t)n, sizeof *ids);
  for (int i = 0; i < n; i++) {
    starts[i] = (struct Start){run, data, i, n};
    if (pthread_create(&ids[i], NULL, enter, &starts[i]))
      abort();
  }
  for (int i = 0; i < n; i++)
    pthread_join(ids[i], NULL);
  free(starts);
  free(ids);
}
