/* Preloaded into a process, gives it another time of day: ahead by the number of seconds in the file SHIFTED_CLOCK. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static int (*right)(clockid_t, struct timespec *);
static volatile int64_t *ahead;

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("SHIFTED_CLOCK");
    right = (int (*)(clockid_t, struct timespec *)) dlsym(RTLD_NEXT, "clock_gettime");
    int file = name == NULL ? -1 : open(name, O_RDONLY | O_CLOEXEC);
    void *at = file < 0 ? MAP_FAILED : mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    if (right == NULL || at == MAP_FAILED) {
        abort();
    }
    ahead = at;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (right == NULL) {
        begin();
    }
    int result = right(clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        time->tv_sec += *ahead;
    }
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void) zone;
    struct timespec now;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return result;
}

time_t time(time_t *time) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (time != NULL) {
        *time = now.tv_sec;
    }
    return now.tv_sec;
}
