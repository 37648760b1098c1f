// The audit's page with the library that draws its charts; loaded for `audit --html` only.
import { pageOf } from "../health/audit/page.ts";
import type { Report } from "../health/audit/report.ts";
import { svgCharts } from "../health/io/charts.ts";

export function auditPage(report: Report): string {
  return pageOf(report, svgCharts);
}
