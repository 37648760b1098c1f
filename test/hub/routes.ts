// Which routes a hub has, as its own router prints them: a list that is kept by hand lacks the one that was added last.
import type { TestHub } from "../../hub/test/running.ts";

export interface Route {
  readonly method: string;
  /** With names in place of what differs: /v1/:tenant */
  readonly path: string;
  readonly pattern: RegExp;
}

const LINE = /^((?:[│ ] {3})*)(?:├──|└──) (\S*) \(([A-Z, ]+)\)$/;
/** Of one level, as it is printed. */
const WIDTH = 4;

export function routesOf(app: Pick<TestHub["app"], "printRoutes">): readonly Route[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line) => {
      const [, indent, part, methods] = LINE.exec(line) ?? [];
      if (indent === undefined || part === undefined || methods === undefined)
        throw new Error(`a line of the routes that can't be read: ${line}`);
      above.splice(indent.length / WIDTH, above.length, part);
      const path = above.join("");
      const pattern = new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
      return methods.split(", ").map((method) => ({ method, path, pattern }));
    });
}
