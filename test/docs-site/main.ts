// node test/docs-site/main.ts [--short]
// The documentation site, proved: built twice without a network, every link followed, every page opened in a real browser,
// every word looked up.
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { launch } from "../web/browser.ts";
import { type Check, makeCheck } from "../web/check.ts";
import { browse, kinds } from "./browse.ts";
import { buildTwice, canCutNetwork } from "./build.ts";
import { builtLinks, sourceLinks } from "./links.ts";
import { searching } from "./search.ts";
import { serve } from "./server.ts";
import { selfContained, spelling } from "./text.ts";

const SKIPPED = 77;
const { values } = parseArgs({ options: { short: { type: "boolean", default: false } } });

/** Decisions are a hundred pages of one template and of text: the short form opens one in six, and every other page. */
function isOpened(page: string, at: number): boolean {
  return !/^decisions\/\d/.test(page) || at % 6 === 0;
}

async function inBrowser(site: string, check: Check): Promise<void> {
  const all = globSync("**/*.html", { cwd: site }).sort();
  const pages = values.short ? all.filter(isOpened) : all;
  const served = await serve(site);
  const browser = await launch();
  try {
    await browse(browser, served, pages, check, values.short ? 8 : 1);
    await kinds(browser, served, pages, check);
    await searching(browser, served, site, check);
  } finally {
    await browser.close();
    await served.close();
  }
}

async function main(): Promise<number> {
  if (!canCutNetwork()) {
    console.log("SKIPPED: needs unshare and the right to make a network namespace");
    return SKIPPED;
  }
  const count = { passed: 0, failed: 0 };
  const check = makeCheck(count, (line) => console.log(line));
  const folder = mkdtempSync(`${tmpdir()}/holdfast-docs-`);
  const timed = async (name: string, part: () => void | Promise<void>): Promise<void> => {
    const began = performance.now();
    try {
      await part();
    } catch (error) {
      check(`${name} came to its end`, false, error instanceof Error ? error.stack : error);
    }
    console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  };
  try {
    let site = "";
    await timed("build", () => {
      site = buildTwice(folder, check);
    });
    await timed("links", () => {
      sourceLinks(check);
      builtLinks(site, check);
      selfContained(site, check);
    });
    await timed("browser", () => inBrowser(site, check));
    await timed("spelling", () => spelling(check));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`docs-site passed=${count.passed} failed=${count.failed}`);
  return count.failed === 0 && count.passed > 0 ? 0 : 1;
}

process.exitCode = await main();
