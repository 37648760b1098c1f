// What the project's folder says about the work at hand (ARR-2): git's own files, and the names in its manifests. Bounded
// reading at the top of the project, no process, no link followed.

import { foreignPath } from "../../disk/foreign-tree.ts";
import { projectTrail } from "../../disk/git/project-trail.ts";
import { readSmall } from "../../disk/read-file.ts";
import type { Work } from "../topic.ts";

const MANIFESTS = [
  "package.json",
  "pyproject.toml",
  "Cargo.toml",
  "go.mod",
  "build.gradle.kts",
  "build.gradle",
  "pom.xml",
  "Gemfile",
  "composer.json",
] as const;
const LARGEST = 64 * 1024;
const MOST_NAMES = 60;

/** What begins a line or stands in quotation marks is a name in any of them; versions and signs are not. */
const NAME = /(?:["'<]|^\s*)([@A-Za-z][\w@./:-]{1,80})/gm;
/** Words of the formats themselves. */
const STRUCTURE =
  /^(?:name|version|description|type|main|module|exports|files|scripts|private|license|licenses|author|engines|node|repository|url|git|https?:.*|workspaces|keywords|\w*[dD]ependencies|dependency|require|project|package|plugins?|id|implementation|testImplementation|go|edition|workspace|build-system|tool|import|default|types|true|false)$/;

export function workIn(root: string): Work {
  return { ...projectTrail(root), names: namesIn(root) };
}

function namesIn(root: string): readonly string[] {
  const texts = MANIFESTS.flatMap((name) => readSmall(foreignPath(root, name), LARGEST) ?? []);
  const names = texts.flatMap((text) => [...text.matchAll(NAME)].map(([, name = ""]) => name));
  return [...new Set(names)].filter((name) => !STRUCTURE.test(name)).slice(0, MOST_NAMES);
}
