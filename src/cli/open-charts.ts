// The audit's page with the library that draws its charts; loaded for `audit --html` only.
import { pageOf } from "../app/audit/page.ts";
import type { Report } from "../app/audit/report.ts";
import { svgCharts } from "../charts/svg.ts";

export function openAuditPage(): (report: Report) => string {
  return (report) => pageOf(report, svgCharts);
}
