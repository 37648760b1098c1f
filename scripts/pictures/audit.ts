// The pictures of the audit's page in docs/pictures, light and dark, from a made-up report.
//   node scripts/pictures/audit.ts
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { pageOf } from "../../src/health/audit/page.ts";
import { svgCharts } from "../../src/health/io/charts.ts";
import { openBrowser } from "../../test/audit/page.ts";
import { SAMPLE } from "../../test/audit/sample.ts";

const PICTURES = fileURLToPath(new URL("../../docs/pictures", import.meta.url));
const SIZE = { width: 1100, height: 1210 };

const folder = mkdtempSync(`${tmpdir()}/holdfast-pictures-`);
const browser = await openBrowser();
try {
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(`${folder}/audit.html`, pageOf(SAMPLE, svgCharts));
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await browser.newPage({ colorScheme, viewport: SIZE });
    await page.goto(`file://${folder}/audit.html`);
    await page.screenshot({ path: `${PICTURES}/audit-${colorScheme}.png` });
    await page.close();
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
