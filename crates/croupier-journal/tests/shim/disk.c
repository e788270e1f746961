/* A disk that fails or is recorded: stands between SQLite and the system's file calls (LD_PRELOAD).
 *
 * DISK_FILES   only files whose path begins so count; -shm, .lock and .key files never do
 * DISK_FAIL    fail at the n-th write, truncation or sync, from 1
 * DISK_FOREVER if set, fail from there on and not only once
 * DISK_SHORT   if set, write half of the bytes before the failure
 * DISK_LOG     record every operation in this file, and what is written to standard output
 *
 * A record is a letter (w, t, s, u, a), and as 8-byte little-endian numbers the length of the path,
 * the offset, and the length of the data, followed by path and data. Only what is needed for tests. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long operations, fail_at;
static int forever, half, log_fd = -1;
static const char *prefix;

__attribute__((constructor)) static void begin(void) {
    prefix = getenv("DISK_FILES");
    const char *at = getenv("DISK_FAIL"), *log = getenv("DISK_LOG");
    fail_at = at ? atol(at) : 0;
    forever = getenv("DISK_FOREVER") != NULL;
    half = getenv("DISK_SHORT") != NULL;
    if (log) log_fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
}

static int ends(const char *path, const char *end) {
    size_t n = strlen(path), m = strlen(end);
    return n >= m && strcmp(path + n - m, end) == 0;
}

static int counts(const char *path) {
    return prefix && strncmp(path, prefix, strlen(prefix)) == 0 && !ends(path, "-shm")
        && !ends(path, ".lock") && !ends(path, ".key");
}

static int path_of(int fd, char *path) {
    char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(name, path, PATH_MAX - 1);
    if (n < 0) return 0;
    path[n] = 0;
    return counts(path);
}

static void put(const void *bytes, size_t n) {
    for (const char *at = bytes; n > 0;) {
        ssize_t done = syscall(SYS_write, log_fd, at, n);
        if (done <= 0) abort();
        at += done, n -= done;
    }
}

static void record(char what, const char *path, uint64_t offset, const void *data, uint64_t n) {
    if (log_fd < 0) return;
    uint64_t head[3] = {strlen(path), offset, n};
    put(&what, 1), put(head, sizeof head), put(path, head[0]), put(data, n);
}

/* Whether this operation fails. */
static int fails(void) {
    operations++;
    return fail_at && (forever ? operations >= fail_at : operations == fail_at);
}

static ssize_t do_write(int fd, const void *data, size_t n, int64_t offset) {
    char path[PATH_MAX];
    if (!path_of(fd, path)) {
        if (fd == 1 && n >= 3 && memcmp(data, "ack", 3) == 0) {
            pthread_mutex_lock(&mutex);
            record('a', "", 0, data, n);
            pthread_mutex_unlock(&mutex);
        }
        return offset < 0 ? syscall(SYS_write, fd, data, n) : syscall(SYS_pwrite64, fd, data, n, offset);
    }
    pthread_mutex_lock(&mutex);
    int64_t at = offset < 0 ? syscall(SYS_lseek, fd, 0, SEEK_CUR) : offset;
    ssize_t done = -1;
    int failed = fails();
    if (failed && !half) {
        errno = EIO;
    } else {
        size_t part = failed ? n / 2 : n;
        done = offset < 0 ? syscall(SYS_write, fd, data, part) : syscall(SYS_pwrite64, fd, data, part, offset);
        if (done > 0) record('w', path, at, data, done);
        if (failed) done = -1, errno = ENOSPC;
    }
    int error = errno;
    pthread_mutex_unlock(&mutex);
    errno = error;
    return done;
}

ssize_t write(int fd, const void *data, size_t n) { return do_write(fd, data, n, -1); }
ssize_t pwrite(int fd, const void *data, size_t n, off_t offset) { return do_write(fd, data, n, offset); }
ssize_t pwrite64(int fd, const void *data, size_t n, off64_t offset) { return do_write(fd, data, n, offset); }

static int do_sync(int fd, long call) {
    char path[PATH_MAX];
    if (!path_of(fd, path)) return syscall(call, fd);
    pthread_mutex_lock(&mutex);
    int done = -1;
    if (fails()) {
        errno = EIO;
    } else {
        /* What is recorded is replayed by the test; the real disk need not be waited for. */
        done = log_fd < 0 ? syscall(call, fd) : 0;
        if (done == 0) record('s', path, 0, NULL, 0);
    }
    int error = errno;
    pthread_mutex_unlock(&mutex);
    errno = error;
    return done;
}

int fsync(int fd) { return do_sync(fd, SYS_fsync); }
int fdatasync(int fd) { return do_sync(fd, SYS_fdatasync); }

static int do_truncate(int fd, int64_t length) {
    char path[PATH_MAX];
    if (!path_of(fd, path)) return syscall(SYS_ftruncate, fd, length);
    pthread_mutex_lock(&mutex);
    int done = -1;
    if (fails()) {
        errno = EIO;
    } else {
        done = syscall(SYS_ftruncate, fd, length);
        if (done == 0) record('t', path, length, NULL, 0);
    }
    int error = errno;
    pthread_mutex_unlock(&mutex);
    errno = error;
    return done;
}

int ftruncate(int fd, off_t length) { return do_truncate(fd, length); }
int ftruncate64(int fd, off64_t length) { return do_truncate(fd, length); }

int unlink(const char *path) {
    pthread_mutex_lock(&mutex);
    int done = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    int error = errno;
    if (done == 0 && counts(path)) record('u', path, 0, NULL, 0);
    pthread_mutex_unlock(&mutex);
    errno = error;
    return done;
}
