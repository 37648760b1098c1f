// Wine has no PowerShell. Of it the product asks one thing where a person is to be told from an agent: the process table. This
// answers that question from the system's own table, in the JSON that ConvertTo-Json gives, and refuses every other.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <winternl.h>
#include <tlhelp32.h>

enum { COMMAND_LINE = 60 };

static void text(const WCHAR *from, int length) {
  putchar('"');
  char *bytes = malloc(length * 3 + 1);
  int size = WideCharToMultiByte(CP_UTF8, 0, from, length, bytes, length * 3, NULL, NULL);
  for (int i = 0; i < size; i++) {
    unsigned char byte = bytes[i];
    if (byte == '"' || byte == '\\') printf("\\%c", byte);
    else if (byte < 0x20) printf("\\u%04x", byte);
    else putchar(byte);
  }
  putchar('"');
  free(bytes);
}

static void row(const PROCESSENTRY32W *entry) {
  HANDLE process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, entry->th32ProcessID);
  FILETIME started = {0}, ignored;
  ULONG size = 0;
  char buffer[65536 + sizeof(UNICODE_STRING)];
  if (process) GetProcessTimes(process, &started, &ignored, &ignored, &ignored);
  printf("{\"ProcessId\":%lu,\"ParentProcessId\":%lu,\"Name\":", entry->th32ProcessID, entry->th32ParentProcessID);
  text(entry->szExeFile, (int)wcslen(entry->szExeFile));
  printf(",\"CommandLine\":");
  if (process && NtQueryInformationProcess(process, COMMAND_LINE, buffer, sizeof buffer, &size) == 0) {
    UNICODE_STRING *line = (UNICODE_STRING *)buffer;
    text(line->Buffer, line->Length / 2);
  } else printf("null");
  printf(",\"Started\":%llu}", ((unsigned long long)started.dwHighDateTime << 32) | started.dwLowDateTime);
  if (process) CloseHandle(process);
}

int main(int argc, char **argv) {
  if (argc < 2 || !strstr(argv[argc - 1], "Get-CimInstance Win32_Process")) {
    fprintf(stderr, "powershell stand-in: only the process table\n");
    return 1;
  }
  HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
  PROCESSENTRY32W entry = {.dwSize = sizeof entry};
  const char *between = "[";
  for (BOOL more = Process32FirstW(all, &entry); more; more = Process32NextW(all, &entry)) {
    printf("%s", between);
    between = ",";
    row(&entry);
  }
  printf("]\r\n");
  return 0;
}
