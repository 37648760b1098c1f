// Figures in Prometheus' text format (HUB-12). Labels are routes and codes, never a tenant, a store or a path.
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

export interface Metrics {
  answered(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  pushed(outcome: string, changes: number): void;
  text(): Promise<string>;
}

export function openMetrics(): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register, prefix: "holdfast_hub_" });
  const registers = [register];
  const seconds = new Histogram({
    name: "holdfast_hub_request_seconds",
    help: "Time to answer, by route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const pushes = new Counter({
    name: "holdfast_hub_pushes_total",
    help: "Pushes, by what became of them",
    labelNames: ["outcome"],
    registers,
  });
  const changes = new Counter({
    name: "holdfast_hub_pushed_changes_total",
    help: "Changes of pushes that were taken",
    registers,
  });
  return {
    answered: ({ method, route, status, seconds: took }) =>
      seconds.observe({ method, route, status: String(status) }, took),
    pushed: (outcome, count) => {
      pushes.inc({ outcome });
      changes.inc(count);
    },
    text: () => register.metrics(),
  };
}
