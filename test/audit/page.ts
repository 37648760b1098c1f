// The page in a real browser (AUD-2): from a file, with no request, nothing in the console, nothing that axe objects to,
// in both colour schemes and on a narrow screen.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { pageOf } from "../../src/health/audit/page.ts";
import type { Report } from "../../src/health/audit/report.ts";
import { svgCharts } from "../../src/health/io/charts.ts";
import { HOSTILE, SAMPLE } from "./sample.ts";

const CHROMIUM = "/usr/bin/chromium";

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
}

/** By name, what is wrong with each. */
export async function inBrowser(): Promise<readonly [name: string, problems: readonly string[]][]> {
  const folder = mkdtempSync(`${tmpdir()}/holdfast-page-`);
  const browser = await openBrowser();
  const results: [string, readonly string[]][] = [];
  try {
    for (const scheme of ["light", "dark"] as const) {
      for (const width of [1200, 380]) {
        results.push([`page, ${scheme}, ${width} wide`, await look(browser, folder, SAMPLE, { scheme, width })]);
      }
    }
    results.push(["hostile page", await look(browser, folder, HOSTILE, { scheme: "light", width: 1200 })]);
    results.push(["the look itself", await selfCheck(browser, folder)]);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

interface Look {
  readonly scheme: "light" | "dark";
  readonly width: number;
}

function look(browser: Browser, folder: string, report: Report, how: Look): Promise<readonly string[]> {
  return lookAt(browser, folder, pageOf(report, svgCharts), how);
}

async function lookAt(
  browser: Browser,
  folder: string,
  html: string,
  { scheme, width }: Look,
): Promise<readonly string[]> {
  const file = `${folder}/report.html`;
  writeFileSync(file, html);
  const page = await browser.newPage({ colorScheme: scheme, viewport: { width, height: 900 } });
  const problems: string[] = [];
  try {
    page.on("request", (request) => {
      if (request.url() !== `file://${file}`) problems.push(`asks for ${request.url().slice(0, 80)}`);
    });
    page.on("console", (message) => void problems.push(`console: ${message.text().slice(0, 200)}`));
    page.on("pageerror", (error) => void problems.push(`error: ${error.message}`));
    await page.goto(`file://${file}`);
    if (!(await page.title()).startsWith("Audit of")) problems.push("the title was changed");
    problems.push(...(await sizes(page)), ...(await objections(page)));
    return problems;
  } finally {
    await page.close();
  }
}

async function sizes(page: Page): Promise<readonly string[]> {
  const drawn = await page.locator("svg").count();
  const wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
  const seen = await page.evaluate("getComputedStyle(document.body).display");
  return [
    ...(drawn === 4 ? [] : [`${drawn} charts are drawn, 4 were expected`]),
    ...(wide === true ? ["it is wider than the window"] : []),
    ...(seen === "block" ? [] : ["the body is hidden"]),
  ];
}

/** Put in by the browser's own tools, which the page's policy does not bind. */
async function objections(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
  const found = (await page.evaluate("axe.run().then(({ violations }) => violations)")) as readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
  return found.map(({ id, nodes }) => `axe: ${id} at ${nodes[0]?.html.slice(0, 120)}`);
}

/** A page with one of each fault must not pass: a look that sees nothing proves nothing. */
async function selfCheck(browser: Browser, folder: string): Promise<readonly string[]> {
  const good = pageOf(SAMPLE, svgCharts);
  const faulty: readonly (readonly [string, string, string])[] = [
    ["a request", "<main>", '<main><img alt="" src="https://example.org/x.png">'],
    ["an inline style", "<main>", '<main style="color: red">'],
    ["a script", "<main>", "<main><script>document.title = 'ran'</script>"],
    ["a missing text", "<main>", '<main><img src="data:,">'],
  ];
  const missed: string[] = [];
  for (const [name, find, instead] of faulty) {
    const problems = await lookAt(browser, folder, good.replace(find, instead), { scheme: "light", width: 1200 });
    if (problems.length === 0) missed.push(`${name} was not noticed`);
  }
  return missed;
}
