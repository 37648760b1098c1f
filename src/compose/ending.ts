// Ending a program with all that it started, for the worker that watches over one.
export { OWN_GROUP, signalGroup } from "../disk/programs.ts";
