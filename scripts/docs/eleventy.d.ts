// What the site uses of packages that bring no types.
declare module "@11ty/eleventy" {
  export interface MarkdownToken {
    readonly type: string;
    readonly tag: string;
    readonly content: string;
    children: MarkdownToken[] | null;
    attrs: [string, string][] | null;
    hidden: boolean;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  }

  export type MarkdownRule = (
    tokens: MarkdownToken[],
    index: number,
    options: object,
    env: { readonly page?: { readonly inputPath: string } },
    self: { renderToken(tokens: MarkdownToken[], index: number, options: object): string },
  ) => string;

  export interface Markdown {
    readonly options: { highlight?: ((text: string, language: string, attributes: string) => string) | null };
    readonly renderer: { readonly rules: Record<string, MarkdownRule | undefined> };
    readonly core: {
      readonly ruler: {
        push(
          name: string,
          rule: (state: {
            readonly tokens: MarkdownToken[];
            readonly env: { readonly page?: { readonly inputPath: string } };
          }) => void,
        ): void;
      };
    };
    enable(rule: string): Markdown;
    use(plugin: unknown, options?: object): Markdown;
    render(text: string, env?: object): string;
  }

  export interface UserConfig {
    readonly ignores: Set<string>;
    setIncludesDirectory(path: string): void;
    setTemplateFormats(formats: readonly string[]): void;
    setUseGitIgnore(use: boolean): void;
    addGlobalData(name: string, value: unknown): void;
    addFilter(name: string, filter: (value: never, ...more: never[]) => unknown): void;
    addPlugin(plugin: unknown, options?: object): void;
    addPassthroughCopy(paths: Readonly<Record<string, string>>): void;
    addTemplate(path: string, text: string): void;
    amendLibrary(name: "md", amend: (markdown: Markdown) => void): void;
  }

  class Eleventy {
    constructor(
      input: string,
      output: string,
      options: {
        readonly configPath: null;
        readonly quietMode: boolean;
        readonly config: (config: UserConfig) => object;
      },
    );
    disableLogger(): void;
    write(): Promise<unknown>;
    toJSON(): Promise<unknown>;
  }

  export { Eleventy as default };
}

declare module "@11ty/eleventy-plugin-syntaxhighlight" {
  const plugin: unknown;

  export { plugin as default };
}
