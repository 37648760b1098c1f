// The navigation of the documentation site, as data: groups, and in them pages of docs/ or whole folders. The build
// fails for a page that is named here and missing, and for one that exists and is not named.

export interface Leaf {
  readonly page: string;
  /** In the sidebar; the page's own title where there is none. */
  readonly label?: string;
}

/** All pages of a folder, by name; an index stands first. */
export interface Folder {
  readonly folder: string;
  readonly label: string;
}

export interface Group {
  readonly title: string;
  readonly items: readonly (Leaf | Folder)[];
}

export const NAVIGATION: readonly Group[] = [
  {
    title: "Start",
    items: [
      { page: "index.md", label: "What it is" },
      { page: "guide/install.md", label: "Install" },
      { page: "guide/tour.md", label: "Tour" },
      { page: "guide/concepts.md", label: "Concepts" },
    ],
  },
  {
    title: "Who you are",
    items: [
      { page: "guide/developer.md", label: "One developer" },
      { page: "guide/team.md", label: "A team" },
      { page: "guide/organisation.md", label: "An organisation" },
    ],
  },
  {
    title: "Agents",
    items: [
      { page: "agents/claude-code.md", label: "Claude Code" },
      { page: "agents/codex.md", label: "Codex" },
      { page: "agents/copilot.md", label: "Copilot" },
      { page: "agents/vscode.md", label: "VS Code" },
      { page: "agents/gemini.md", label: "Gemini" },
      { page: "agents/qwen-droid-cline.md", label: "Qwen, Droid, Cline" },
      { page: "agents/cursor.md", label: "Cursor" },
      { page: "agents/kiro.md", label: "Kiro" },
      { page: "agents/opencode.md", label: "opencode" },
      { page: "agents/other.md", label: "Other agents" },
    ],
  },
  {
    title: "Guides",
    items: [
      { page: "guide/review.md", label: "Review" },
      { page: "guide/ui.md", label: "All of it, in the browser" },
      { page: "guide/rules.md", label: "Rules that hold" },
      { page: "guide/audit.md", label: "The audit" },
      { page: "guide/second-machine.md", label: "A second machine" },
      { page: "guide/hub.md", label: "Running a hub" },
      { page: "guide/observer.md", label: "The observer" },
      { page: "guide/troubleshooting.md", label: "Troubleshooting" },
    ],
  },
  {
    title: "Reference",
    items: [
      { page: "reference/commands.md", label: "Commands" },
      { page: "reference/config.md", label: "Configuration" },
      { page: "reference/file-format.md", label: "File format" },
      { page: "reference/mcp.md", label: "MCP tools" },
      { page: "reference/library.md", label: "Library" },
      { page: "reference/exit-codes.md", label: "Exit and error codes" },
      { page: "reference/conformance.md", label: "Conformance" },
    ],
  },
  {
    title: "Why and proof",
    items: [
      { page: "threat-model.md", label: "Threat model" },
      { page: "threat-model-details.md", label: "Threat model, in detail" },
      { page: "compare.md", label: "Compared with others" },
      { page: "proof.md", label: "Proof" },
      { page: "benchmarks.md", label: "Benchmarks" },
      { page: "scale.md", label: "Scale" },
      { page: "walk.md", label: "A walk, recorded" },
      { folder: "results", label: "Measurements" },
      { page: "architecture.md", label: "Architecture" },
      { page: "domain.md", label: "Words" },
      { page: "dictionary.md", label: "Words of the code" },
      { folder: "decisions", label: "Decisions" },
      { folder: "spec", label: "Rules" },
    ],
  },
];

/** Named above and not written yet. A page that is here and exists fails the build too, so the list can only shrink. */
export const TO_COME: readonly string[] = [];

/** No page of the site: for those who keep the project up. */
export const KEPT_OUT: readonly string[] = ["advisory-template.md", "guide/release.md"];
