// A disk that takes names for the same which differ in case or normal form, as those of macOS do: folding BACKING MOUNTPOINT
// keep|nfd. "keep" gives names back as they were made (APFS), "nfd" in decomposed form (HFS+). It speaks the kernel's protocol
// itself, so that a compiler and /dev/fuse are all it needs. Every name is looked up in the folder below, first as it stands,
// then folded; nothing is cached by the kernel, which compares names by their bytes. Other than on macOS a path keeps the
// spelling it was opened by, and a rename that changes only the case does nothing.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include "fold.h"

struct node {
  int fd;
  dev_t dev;
  ino_t ino;
  uint64_t lookups;
  struct node *next;
};

enum { BUCKETS = 4096, MOST = 128 * 1024, NAME = 1024 };
static struct node *table[BUCKETS];
static struct node root;
static int device, decomposed;
static char buffer[MOST + 8192];

static const struct letter *letter_of(const struct letter *letters, size_t count, uint32_t c) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (letters[middle].from < c) low = middle + 1;
    else high = middle;
  }
  return low < count && letters[low].from == c ? &letters[low] : NULL;
}

static size_t put(char *to, uint32_t c) {
  if (c < 0x80) return to[0] = c, 1;
  if (c < 0x800) return to[0] = 0xc0 | c >> 6, to[1] = 0x80 | (c & 63), 2;
  if (c < 0x10000) return to[0] = 0xe0 | c >> 12, to[1] = 0x80 | (c >> 6 & 63), to[2] = 0x80 | (c & 63), 3;
  return to[0] = 0xf0 | c >> 18, to[1] = 0x80 | (c >> 12 & 63), to[2] = 0x80 | (c >> 6 & 63), to[3] = 0x80 | (c & 63), 4;
}

// Bytes that are no UTF-8 stand for themselves.
static size_t take(const unsigned char *s, uint32_t *c) {
  size_t n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : s[0] >= 0xc0 ? 2 : 1;
  *c = n == 1 ? s[0] : s[0] & (0xff >> (n + 1));
  for (size_t i = 1; i < n; i++) {
    if ((s[i] & 0xc0) != 0x80) return *c = s[0], 1;
    *c = *c << 6 | (s[i] & 63);
  }
  return n;
}

static void changed(const struct letter *letters, size_t count, const char *name, char out[NAME]) {
  size_t at = 0;
  for (const unsigned char *s = (const unsigned char *)name; *s && at < NAME - 32;) {
    uint32_t c;
    s += take(s, &c);
    const struct letter *letter = letter_of(letters, count, c);
    if (!letter) at += put(out + at, c);
    else for (int i = 0; i < 4 && letter->to[i]; i++) at += put(out + at, letter->to[i]);
  }
  out[at] = 0;
}

static void folded(const char *name, char out[NAME]) { changed(FOLDED, sizeof FOLDED / sizeof *FOLDED, name, out); }

// The name under which this one lies in the folder, or, where there is none, under which it would be made.
static void name_in(int folder, const char *name, char out[NAME]) {
  struct stat st;
  char wanted[NAME], found[NAME];
  snprintf(out, NAME, "%s", name);
  if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0) return;
  if (decomposed) changed(PLAIN, sizeof PLAIN / sizeof *PLAIN, name, out);
  DIR *all = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!all) return;
  folded(name, wanted);
  for (struct dirent *each; (each = readdir(all));) {
    folded(each->d_name, found);
    if (strcmp(found, wanted) == 0) {
      snprintf(out, NAME, "%s", each->d_name);
      break;
    }
  }
  closedir(all);
}

static struct node *node_of(uint64_t id) { return id == FUSE_ROOT_ID ? &root : (struct node *)(uintptr_t)id; }

static void answer(const struct fuse_in_header *in, int error, const void *data, size_t size) {
  struct fuse_out_header out = {.len = sizeof out + (error ? 0 : size), .error = -error, .unique = in->unique};
  struct iovec parts[2] = {{&out, sizeof out}, {(void *)data, error ? 0 : size}};
  if (writev(device, parts, 2) < 0 && errno != ENOENT) perror("folding: answer");
}

static void done(const struct fuse_in_header *in, int result) { answer(in, result < 0 ? errno : 0, NULL, 0); }

static void attributes(const struct stat *st, struct fuse_attr *a) {
  *a = (struct fuse_attr){.ino = st->st_ino, .size = st->st_size, .blocks = st->st_blocks,
    .atime = st->st_atim.tv_sec, .mtime = st->st_mtim.tv_sec, .ctime = st->st_ctim.tv_sec,
    .atimensec = st->st_atim.tv_nsec, .mtimensec = st->st_mtim.tv_nsec, .ctimensec = st->st_ctim.tv_nsec,
    .mode = st->st_mode, .nlink = st->st_nlink, .uid = st->st_uid, .gid = st->st_gid, .rdev = st->st_rdev,
    .blksize = st->st_blksize};
}

static int entry(int folder, const char *name, struct fuse_entry_out *out) {
  struct stat st;
  int fd = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 || fstatat(fd, "", &st, AT_EMPTY_PATH) < 0) return -1;
  struct node **slot = &table[st.st_ino % BUCKETS];
  struct node *node = *slot;
  while (node && (node->ino != st.st_ino || node->dev != st.st_dev)) node = node->next;
  if (node) close(fd);
  else {
    node = calloc(1, sizeof *node);
    *node = (struct node){.fd = fd, .dev = st.st_dev, .ino = st.st_ino, .next = *slot};
    *slot = node;
  }
  node->lookups++;
  *out = (struct fuse_entry_out){.nodeid = (uintptr_t)node};
  attributes(&st, &out->attr);
  return 0;
}

static void forget(uint64_t id, uint64_t count) {
  struct node *node = node_of(id);
  if (node == &root || (node->lookups -= count) > 0) return;
  struct node **at = &table[node->ino % BUCKETS];
  while (*at != node) at = &(*at)->next;
  *at = node->next;
  close(node->fd);
  free(node);
}

static int reopened(const struct node *node, int flags) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", node->fd);
  return open(path, (flags & ~(O_NOFOLLOW | O_CREAT | O_EXCL)) | O_CLOEXEC);
}

static void told(const struct fuse_in_header *in, const struct node *node) {
  struct stat st;
  struct fuse_attr_out out = {0};
  if (fstatat(node->fd, "", &st, AT_EMPTY_PATH) < 0) return done(in, -1);
  attributes(&st, &out.attr);
  answer(in, 0, &out, sizeof out);
}

static void set(const struct fuse_in_header *in, const struct fuse_setattr_in *s) {
  struct node *node = node_of(in->nodeid);
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", node->fd);
  if (s->valid & FATTR_MODE && chmod(path, s->mode) < 0) return done(in, -1);
  if (s->valid & (FATTR_UID | FATTR_GID) && fchownat(node->fd, "", s->valid & FATTR_UID ? s->uid : (uid_t)-1,
    s->valid & FATTR_GID ? s->gid : (gid_t)-1, AT_EMPTY_PATH) < 0) return done(in, -1);
  if (s->valid & FATTR_SIZE && (s->valid & FATTR_FH ? ftruncate(s->fh, s->size) : truncate(path, s->size)) < 0)
    return done(in, -1);
  if (s->valid & (FATTR_ATIME | FATTR_MTIME)) {
    struct timespec times[2] = {{s->atime, s->valid & FATTR_ATIME ? s->atimensec : UTIME_OMIT},
      {s->mtime, s->valid & FATTR_MTIME ? s->mtimensec : UTIME_OMIT}};
    if (s->valid & FATTR_ATIME_NOW) times[0].tv_nsec = UTIME_NOW;
    if (s->valid & FATTR_MTIME_NOW) times[1].tv_nsec = UTIME_NOW;
    if (utimensat(AT_FDCWD, path, times, 0) < 0) return done(in, -1);
  }
  told(in, node);
}

static void list(const struct fuse_in_header *in, const struct fuse_read_in *r) {
  DIR *all = (DIR *)(uintptr_t)r->fh;
  static char out[MOST];
  size_t at = 0;
  seekdir(all, r->offset);
  for (struct dirent *each; (each = readdir(all));) {
    size_t length = strlen(each->d_name), size = FUSE_DIRENT_ALIGN(FUSE_NAME_OFFSET + length);
    if (at + size > r->size) break;
    struct fuse_dirent *d = (struct fuse_dirent *)(out + at);
    memset(d, 0, size);
    *d = (struct fuse_dirent){.ino = each->d_ino, .off = telldir(all), .namelen = length, .type = each->d_type};
    memcpy(d->name, each->d_name, length);
    at += size;
  }
  answer(in, 0, out, at);
}

static void made(const struct fuse_in_header *in, int result, int folder, const char *name) {
  struct fuse_entry_out out;
  if (result < 0 || entry(folder, name, &out) < 0) done(in, -1);
  else answer(in, 0, &out, sizeof out);
}

static void created(const struct fuse_in_header *in, const struct fuse_create_in *c, int folder, const char *name) {
  struct { struct fuse_entry_out entry; struct fuse_open_out open; } out = {0};
  int fd = openat(folder, name, c->flags | O_CREAT | O_NOFOLLOW | O_CLOEXEC, c->mode);
  if (fd < 0 || entry(folder, name, &out.entry) < 0) return done(in, -1);
  out.open.fh = fd;
  answer(in, 0, &out, sizeof out);
}

static void opened(const struct fuse_in_header *in, uint32_t flags) {
  struct fuse_open_out out = {0};
  int fd = reopened(node_of(in->nodeid), flags);
  if (fd < 0) return done(in, -1);
  out.fh = in->opcode == FUSE_OPENDIR ? (uintptr_t)fdopendir(fd) : (uint64_t)fd;
  answer(in, 0, &out, sizeof out);
}

static void renamed(const struct fuse_in_header *in, uint64_t to, uint32_t flags, const char *name) {
  char before[NAME], after[NAME];
  int folder = node_of(in->nodeid)->fd, other = node_of(to)->fd;
  name_in(folder, name, before);
  name_in(other, name + strlen(name) + 1, after);
  done(in, syscall(SYS_renameat2, folder, before, other, after, flags));
}

static void begin(const struct fuse_in_header *in, const struct fuse_init_in *i) {
  struct fuse_init_out out = {.major = FUSE_KERNEL_VERSION, .minor = 31, .max_readahead = i->max_readahead,
    .flags = i->flags & (FUSE_BIG_WRITES | FUSE_ASYNC_READ | FUSE_ATOMIC_O_TRUNC | FUSE_PARALLEL_DIROPS | FUSE_MAX_PAGES),
    .max_background = 16, .congestion_threshold = 12, .max_write = MOST, .time_gran = 1, .max_pages = MOST / 4096};
  answer(in, 0, &out, sizeof out);
}

static void served(const struct fuse_in_header *in, const void *arg) {
  char name[NAME];
  struct node *node = in->nodeid ? node_of(in->nodeid) : NULL;
  switch (in->opcode) {
    case FUSE_INIT: return begin(in, arg);
    case FUSE_LOOKUP: name_in(node->fd, arg, name); return made(in, 0, node->fd, name);
    case FUSE_FORGET: return forget(in->nodeid, ((const struct fuse_forget_in *)arg)->nlookup);
    case FUSE_BATCH_FORGET: {
      const struct fuse_batch_forget_in *batch = arg;
      const struct fuse_forget_one *each = (const void *)(batch + 1);
      for (uint32_t i = 0; i < batch->count; i++) forget(each[i].nodeid, each[i].nlookup);
      return;
    }
    case FUSE_GETATTR: return told(in, node);
    case FUSE_SETATTR: return set(in, arg);
    case FUSE_READLINK: {
      char target[4096];
      ssize_t size = readlinkat(node->fd, "", target, sizeof target);
      return answer(in, size < 0 ? errno : 0, target, size);
    }
    case FUSE_SYMLINK:
      name_in(node->fd, arg, name);
      return made(in, symlinkat((const char *)arg + strlen(arg) + 1, node->fd, name), node->fd, name);
    case FUSE_MKNOD: {
      const struct fuse_mknod_in *m = arg;
      name_in(node->fd, (const char *)(m + 1), name);
      return made(in, mknodat(node->fd, name, m->mode, m->rdev), node->fd, name);
    }
    case FUSE_MKDIR: {
      const struct fuse_mkdir_in *m = arg;
      name_in(node->fd, (const char *)(m + 1), name);
      return made(in, mkdirat(node->fd, name, m->mode), node->fd, name);
    }
    case FUSE_LINK: {
      const struct fuse_link_in *l = arg;
      char path[64];
      snprintf(path, sizeof path, "/proc/self/fd/%d", node_of(l->oldnodeid)->fd);
      name_in(node->fd, (const char *)(l + 1), name);
      return made(in, linkat(AT_FDCWD, path, node->fd, name, AT_SYMLINK_FOLLOW), node->fd, name);
    }
    case FUSE_UNLINK: name_in(node->fd, arg, name); return done(in, unlinkat(node->fd, name, 0));
    case FUSE_RMDIR: name_in(node->fd, arg, name); return done(in, unlinkat(node->fd, name, AT_REMOVEDIR));
    case FUSE_RENAME: {
      const struct fuse_rename_in *r = arg;
      return renamed(in, r->newdir, 0, (const char *)(r + 1));
    }
    case FUSE_RENAME2: {
      const struct fuse_rename2_in *r = arg;
      return renamed(in, r->newdir, r->flags, (const char *)(r + 1));
    }
    case FUSE_OPEN:
    case FUSE_OPENDIR: return opened(in, ((const struct fuse_open_in *)arg)->flags);
    case FUSE_CREATE: {
      const struct fuse_create_in *c = arg;
      name_in(node->fd, (const char *)(c + 1), name);
      return created(in, c, node->fd, name);
    }
    case FUSE_READ: {
      const struct fuse_read_in *r = arg;
      static char out[MOST];
      ssize_t size = pread(r->fh, out, r->size, r->offset);
      return answer(in, size < 0 ? errno : 0, out, size);
    }
    case FUSE_WRITE: {
      const struct fuse_write_in *w = arg;
      ssize_t size = pwrite(w->fh, w + 1, w->size, w->offset);
      struct fuse_write_out out = {.size = size < 0 ? 0 : size};
      return answer(in, size < 0 ? errno : 0, &out, sizeof out);
    }
    case FUSE_READDIR: return list(in, arg);
    case FUSE_FLUSH: return done(in, 0);
    case FUSE_FSYNC: return done(in, fsync(((const struct fuse_fsync_in *)arg)->fh));
    case FUSE_FSYNCDIR: return done(in, fsync(dirfd((DIR *)(uintptr_t)((const struct fuse_fsync_in *)arg)->fh)));
    case FUSE_RELEASE: return done(in, close(((const struct fuse_release_in *)arg)->fh));
    case FUSE_RELEASEDIR: return done(in, closedir((DIR *)(uintptr_t)((const struct fuse_release_in *)arg)->fh));
    case FUSE_STATFS: {
      struct statvfs s;
      if (fstatvfs(root.fd, &s) < 0) return done(in, -1);
      struct fuse_statfs_out out = {.st = {.blocks = s.f_blocks, .bfree = s.f_bfree, .bavail = s.f_bavail,
        .files = s.f_files, .ffree = s.f_ffree, .bsize = s.f_bsize, .namelen = 255, .frsize = s.f_frsize}};
      return answer(in, 0, &out, sizeof out);
    }
    case FUSE_INTERRUPT: return;
    default: return answer(in, ENOSYS, NULL, 0);
  }
}

int main(int count, char **args) {
  char options[128];
  struct stat st;
  struct rlimit files;
  if (count != 4) return fprintf(stderr, "folding BACKING MOUNTPOINT keep|nfd\n"), 64;
  decomposed = strcmp(args[3], "nfd") == 0;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  umask(0);
  root.fd = open(args[1], O_PATH | O_DIRECTORY | O_CLOEXEC);
  device = open("/dev/fuse", O_RDWR | O_CLOEXEC);
  if (root.fd < 0 || device < 0 || fstat(root.fd, &st) < 0) return perror("folding"), 1;
  root.dev = st.st_dev, root.ino = st.st_ino;
  snprintf(options, sizeof options, "fd=%d,rootmode=%o,user_id=%d,group_id=%d,allow_other,default_permissions", device,
    st.st_mode & S_IFMT, getuid(), getgid());
  if (mount("folding", args[2], "fuse", MS_NOSUID | MS_NODEV, options) < 0) return perror("folding: mount"), 1;
  // Whoever started it goes on from here: the folder can be used, the answers come when they are asked for.
  if (puts("mounted") < 0 || fflush(stdout) != 0) return 1;
  for (ssize_t size; (size = read(device, buffer, sizeof buffer)) >= 0 || errno == EINTR || errno == ENOENT;) {
    if (size < (ssize_t)sizeof(struct fuse_in_header)) continue;
    const struct fuse_in_header *in = (const void *)buffer;
    if (in->opcode == FUSE_DESTROY) break;
    served(in, in + 1);
  }
  return 0;
}
