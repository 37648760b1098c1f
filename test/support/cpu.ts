// How much processor time a piece of work takes: a bound on it holds however busy the machine is.

/** The least of some rounds, in milliseconds. */
export function cpuMs(work: () => unknown, rounds = 3): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
