/* Stands between a process and the C library, and counts what it does to files below one folder
 * and what it says to servers.
 *
 * LD_PRELOAD this, then say by effects_arm() what is to happen at which effect: the process is
 * killed before it, or in the middle of it, it fails with an error once or from then on, or
 * nothing. With a log every effect is written down, so that it can be played again without what
 * was not synced.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NOTHING, KILL, TEAR, FAIL_ONCE, FAIL_ON };

static char root[PATH_MAX];
static size_t root_length;
static long count, fatal;
static int mode, error_number, log_fd = -1;

#define REAL(name, type, ...)                                                                      \
    static type (*real)(__VA_ARGS__);                                                              \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

void effects_arm(const char *below, long at, int what, int error, int log)
{
    snprintf(root, sizeof root, "%s", below);
    root_length = strlen(root);
    count = 0, fatal = at, mode = what, error_number = error, log_fd = log;
}

long effects_count(void) { return count; }

static void put(const void *data, size_t length)
{
    REAL(write, ssize_t, int, const void *, size_t);
    const char *at = data;
    while (length) {
        ssize_t done = real(log_fd, at, length);
        if (done <= 0) _exit(99);
        at += done, length -= done;
    }
}

static void put_text(const char *text)
{
    uint32_t length = strlen(text);
    put(&length, sizeof length);
    put(text, length);
}

static void note(char what, const char *path, const char *other, int64_t offset, const void *data,
                 size_t size)
{
    uint64_t length = size;
    if (log_fd < 0) return;
    put(&what, 1), put_text(path), put_text(other);
    put(&offset, sizeof offset), put(&length, sizeof length), put(data, size);
}

/* The absolute path of a name, and whether it lies below the folder. */
static int ours(int dir, const char *name, char *path)
{
    char link[64];
    ssize_t length;
    if (!root_length || !name) return 0;
    if (name[0] == '/') {
        snprintf(path, PATH_MAX, "%s", name);
    } else {
        if (dir == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd");
        else snprintf(link, sizeof link, "/proc/self/fd/%d", dir);
        length = readlink(link, path, PATH_MAX - 1);
        if (length < 0 || length + strlen(name) + 2 > PATH_MAX) return 0;
        path[length] = '/';
        strcpy(path + length + 1, name);
    }
    return !strncmp(path, root, root_length) && (path[root_length] == '/' || !path[root_length]);
}

static int ours_fd(int fd, char *path)
{
    char link[64];
    ssize_t length;
    if (!root_length || fd == log_fd) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (length > 10 && !strcmp(path + length - 10, " (deleted)")) return 0;
    return !strncmp(path, root, root_length) && (path[root_length] == '/' || !path[root_length]);
}

/* An effect is about to happen: 0 to go on, 1 to do half of it and die, -1 to fail. */
static int moment(int grows)
{
    count++;
    if (mode == NOTHING || count < fatal || (mode != FAIL_ON && count > fatal)) return 0;
    if (mode == FAIL_ON && !grows) return 0; /* a full disk does not stop removals */
    if (mode == KILL) kill(getpid(), SIGKILL), pause();
    if (mode == TEAR) return 1;
    errno = error_number;
    return -1;
}

static void die(void) { kill(getpid(), SIGKILL), pause(); }

/* --- what writes */

static int64_t where(int fd)
{
    struct stat about;
    if (fcntl(fd, F_GETFL) & O_APPEND) return fstat(fd, &about) ? 0 : about.st_size;
    return lseek(fd, 0, SEEK_CUR);
}

ssize_t write(int fd, const void *data, size_t size)
{
    char path[PATH_MAX];
    REAL(write, ssize_t, int, const void *, size_t);
    if (ours_fd(fd, path)) {
        int64_t offset = where(fd);
        int what = moment(1);
        if (what < 0) return -1;
        if (what) real(fd, data, size / 2), die();
        note('W', path, "", offset, data, size);
    }
    return real(fd, data, size);
}

#define PWRITE(name)                                                                               \
    ssize_t name(int fd, const void *data, size_t size, off64_t offset)                            \
    {                                                                                              \
        char path[PATH_MAX];                                                                       \
        REAL(name, ssize_t, int, const void *, size_t, off64_t);                                   \
        if (ours_fd(fd, path)) {                                                                   \
            int what = moment(1);                                                                  \
            if (what < 0) return -1;                                                               \
            if (what) real(fd, data, size / 2, offset), die();                                     \
            note('W', path, "", offset, data, size);                                               \
        }                                                                                          \
        return real(fd, data, size, offset);                                                       \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

#define TRUNCATE(name)                                                                             \
    int name(int fd, off64_t size)                                                                 \
    {                                                                                              \
        char path[PATH_MAX];                                                                       \
        REAL(name, int, int, off64_t);                                                             \
        if (ours_fd(fd, path)) {                                                                   \
            int what = moment(0);                                                                  \
            if (what < 0) return -1;                                                               \
            if (what) die();                                                                       \
            note('T', path, "", size, "", 0);                                                      \
        }                                                                                          \
        return real(fd, size);                                                                     \
    }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

/* --- what is said to a server */

ssize_t send(int fd, const void *data, size_t size, int flags)
{
    struct sockaddr_storage us;
    socklen_t length = sizeof us;
    REAL(send, ssize_t, int, const void *, size_t, int);
    if (root_length && !getsockname(fd, (struct sockaddr *)&us, &length) &&
        (us.ss_family == AF_INET || us.ss_family == AF_INET6)) {
        int what = moment(0);
        if (what < 0) return -1;
        if (what) real(fd, data, size / 2, flags), die();
        note('N', "", "", 0, "", 0);
    }
    return real(fd, data, size, flags);
}

/* --- what syncs */

#define SYNC(name)                                                                                 \
    int name(int fd)                                                                               \
    {                                                                                              \
        char path[PATH_MAX];                                                                       \
        REAL(name, int, int);                                                                      \
        if (ours_fd(fd, path)) {                                                                   \
            int what = moment(1);                                                                  \
            if (what < 0) return -1;                                                               \
            if (what) die();                                                                       \
            note('S', path, "", 0, "", 0);                                                         \
            return 0; /* the machine under the test need not wait for its disk */                  \
        }                                                                                          \
        return real(fd);                                                                           \
    }
SYNC(fsync)
SYNC(fdatasync)

/* --- what makes, moves and removes names */

static int makes(int dir, const char *name, int flags)
{
    char path[PATH_MAX];
    int what, fresh;
    if (!(flags & (O_CREAT | O_TRUNC)) || !ours(dir, name, path)) return 0;
    fresh = (flags & O_CREAT) && access(path, F_OK);
    if (!fresh && !(flags & O_TRUNC)) return 0;
    what = moment(1);
    if (what < 0) return -1;
    if (what) die();
    if (fresh) note('C', path, "", 0, "", 0);
    else note('T', path, "", 0, "", 0);
    return 0;
}

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        mode_t rights;                                                                             \
        va_list more;                                                                              \
        REAL(name, int, const char *, int, ...);                                                   \
        va_start(more, flags);                                                                     \
        rights = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;                         \
        va_end(more);                                                                              \
        return makes(AT_FDCWD, path, flags) < 0 ? -1 : real(path, flags, rights);                  \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                               \
    int name(int dir, const char *path, int flags, ...)                                            \
    {                                                                                              \
        mode_t rights;                                                                             \
        va_list more;                                                                              \
        REAL(name, int, int, const char *, int, ...);                                              \
        va_start(more, flags);                                                                     \
        rights = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;                         \
        va_end(more);                                                                              \
        return makes(dir, path, flags) < 0 ? -1 : real(dir, path, flags, rights);                  \
    }
OPENAT(openat)
OPENAT(openat64)

static int named(char what, int grows, int dir, const char *name, int other_dir, const char *other)
{
    char path[PATH_MAX], second[PATH_MAX] = "";
    int is_ours = ours(dir, name, path);
    if (other && ours(other_dir, other, second)) is_ours = 1;
    if (is_ours) {
        int now = moment(grows);
        if (now < 0) return -1;
        if (now) die();
        note(what, path, second, 0, "", 0);
    }
    return 0;
}

int rename(const char *from, const char *to)
{
    REAL(rename, int, const char *, const char *);
    return named('R', 1, AT_FDCWD, from, AT_FDCWD, to) < 0 ? -1 : real(from, to);
}

int renameat(int a, const char *from, int b, const char *to)
{
    REAL(renameat, int, int, const char *, int, const char *);
    return named('R', 1, a, from, b, to) < 0 ? -1 : real(a, from, b, to);
}

int link(const char *from, const char *to)
{
    REAL(link, int, const char *, const char *);
    return named('L', 1, AT_FDCWD, from, AT_FDCWD, to) < 0 ? -1 : real(from, to);
}

int linkat(int a, const char *from, int b, const char *to, int flags)
{
    REAL(linkat, int, int, const char *, int, const char *, int);
    return named('L', 1, a, from, b, to) < 0 ? -1 : real(a, from, b, to, flags);
}

int unlink(const char *path)
{
    REAL(unlink, int, const char *);
    return named('U', 0, AT_FDCWD, path, 0, NULL) < 0 ? -1 : real(path);
}

int unlinkat(int dir, const char *path, int flags)
{
    REAL(unlinkat, int, int, const char *, int);
    return named(flags ? 'D' : 'U', 0, dir, path, 0, NULL) < 0 ? -1 : real(dir, path, flags);
}

int rmdir(const char *path)
{
    REAL(rmdir, int, const char *);
    return named('D', 0, AT_FDCWD, path, 0, NULL) < 0 ? -1 : real(path);
}

int mkdir(const char *path, mode_t rights)
{
    REAL(mkdir, int, const char *, mode_t);
    return named('M', 1, AT_FDCWD, path, 0, NULL) < 0 ? -1 : real(path, rights);
}
