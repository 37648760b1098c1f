// What git and hosts ask of a POSIX shell on Windows, where none is: `sh -c LINE [NAME ARGUMENT...]` with words, quotes and
// `"$@"`. It splits and starts; it has no variables, pipes or redirections, and refuses the line that has one.
#include <process.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { MOST = 128 };
static char *words[MOST];
static int count = 0;

static char *quoted(const char *word) {
  char *out = malloc(strlen(word) * 2 + 3), *at = out;
  *at++ = '"';
  for (; *word; word++) {
    int slashes = 0;
    while (word[slashes] == '\\') slashes++;
    int twice = word[slashes] == '"' || word[slashes] == '\0';
    for (int i = 0; i < slashes * (twice ? 2 : 1); i++) *at++ = '\\';
    word += slashes;
    if (*word == '\0') break;
    if (*word == '"') *at++ = '\\';
    *at++ = *word;
  }
  *at++ = '"';
  *at = '\0';
  return out;
}

static void split(const char *line, char **rest) {
  while (*line && count < MOST - 1) {
    while (*line == ' ' || *line == '\n' || *line == '\t') line++;
    if (!*line) break;
    if (strncmp(line, "\"$@\"", 4) == 0) {
      for (; *rest && count < MOST - 1; rest++) words[count++] = *rest;
      line += 4;
      continue;
    }
    char *word = malloc(strlen(line) + 1), *at = word, quote = 0;
    for (; *line && (quote || !strchr(" \n\t", *line)); line++) {
      if (quote ? *line == quote : (*line == '\'' || *line == '"')) quote = quote ? 0 : *line;
      else if (*line == '\\' && quote != '\'' && line[1]) *at++ = *++line;
      else if (!quote && strchr("|&;<>$`(", *line)) {
        fprintf(stderr, "sh stand-in: no %c here\n", *line);
        exit(2);
      } else *at++ = *line;
    }
    *at = '\0';
    words[count++] = word;
  }
}

int main(int argc, char **argv) {
  if (argc < 3 || strcmp(argv[1], "-c") != 0) {
    fprintf(stderr, "sh stand-in: only -c\n");
    return 2;
  }
  split(argv[2], argc > 3 ? argv + 4 : argv + argc);
  char **from = words;
  if (*from && strcmp(*from, "exec") == 0) from++;
  if (!*from) return 0;
  char **args = calloc(MOST, sizeof *args);
  for (int i = 0; from[i]; i++) args[i] = quoted(from[i]);
  intptr_t status = _spawnvp(_P_WAIT, *from, (const char *const *)args);
  if (status == -1) {
    fprintf(stderr, "sh stand-in: can't start %s\n", *from);
    return 127;
  }
  return (int)status;
}
