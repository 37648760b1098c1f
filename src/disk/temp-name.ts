// The name of a file that is being written, so that a later writer knows what a killed one left behind.
import { randomBytes } from "node:crypto";

const PATTERN = /^\.holdfast-[0-9]{1,10}-[0-9a-f]{16}\.tmp$/;

export function makeTempName(): string {
  return `.holdfast-${process.pid}-${randomBytes(8).toString("hex")}.tmp`;
}

export function isTempName(name: string): boolean {
  return PATTERN.test(name);
}
