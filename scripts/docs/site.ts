// The site by Eleventy (decision 0033): docs/**/*.md through one layout, the pictures, and a search of its
// own (decision 0075). No font and no address of another host is in it.
import { existsSync, rmSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import Eleventy, { type UserConfig } from "@11ty/eleventy";
import highlighter from "@11ty/eleventy-plugin-syntaxhighlight";
import { amendMarkdown } from "./markdown.ts";
import { KEPT_OUT } from "./navigation.ts";
import { inOrder, readSite, urlFinder, urlOf } from "./pages.ts";
import { writeSearch } from "./search/write.ts";
import { outlineOf, viewOf, withPicture } from "./view.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** How many pages were built into `output`, a path relative to the repository or absolute. */
export async function buildSite(output: string): Promise<number> {
  process.chdir(ROOT); // Eleventy reads relative to where it is started
  const groups = readSite(`${ROOT}docs`);
  const hasTour = existsSync(`${ROOT}docs/pictures/tour.svg`);
  const configure = (config: UserConfig): object => {
    config.setIncludesDirectory("../scripts/docs/layout");
    config.setTemplateFormats(["md"]);
    config.setUseGitIgnore(false);
    config.addGlobalData("layout", "page.njk");
    config.addGlobalData("hasTour", hasTour);
    for (const file of KEPT_OUT) config.ignores.add(`docs/${file}`);
    config.addGlobalData("permalink", () => (data: { readonly page: { readonly inputPath: string } }) => {
      return urlOf(fileOf(data.page.inputPath));
    });
    config.addFilter("view", (inputPath: string) => viewOf(groups, fileOf(inputPath)));
    config.addFilter("outline", outlineOf);
    config.addFilter("withPicture", withPicture);
    config.addPlugin(highlighter, { errorOnInvalidLanguage: true, languages: ["yaml"] });
    config.amendLibrary("md", (markdown) => amendMarkdown(markdown, { fileOf, urlOf: urlFinder(groups) }));
    config.addPassthroughCopy({
      "docs/pictures": "pictures",
      "docs/results/*.txt": "results",
      "scripts/docs/layout/search.css": "search.css",
      "scripts/docs/layout/style.css": "style.css",
    });
    return { markdownTemplateEngine: false, htmlTemplateEngine: false };
  };
  const site = posix.resolve(ROOT, output);
  rmSync(site, { recursive: true, force: true });
  const eleventy = new Eleventy("docs", output, { configPath: null, quietMode: true, config: configure });
  eleventy.disableLogger(); // what is wrong comes as an error
  await eleventy.write();
  const pages = inOrder(groups);
  await writeSearch(site, pages);
  return pages.length;
}

function fileOf(inputPath: string): string {
  return posix.relative("docs", posix.normalize(inputPath));
}
