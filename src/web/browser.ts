// What opens a link in the person's browser, without a shell: each word is an argument, whatever is in it.

export function browserCommand(url: string, platform: NodeJS.Platform): readonly string[] {
  if (platform === "linux") return ["xdg-open", url];
  if (platform === "darwin") return ["open", url];
  // By its whole path: neither PATH nor the folder one stands in may choose it.
  if (platform === "win32") return ["C:\\Windows\\System32\\rundll32.exe", "url.dll,FileProtocolHandler", url];
  return [];
}
