// The page's one style element. Its hash is in the page's policy, so whatever stands here is all the style there is.
// Colours are variables, for light and dark; text keeps a contrast of 4.5 to 1 on both.

export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1f2328; --soft: #57606a; --grid: #d0d7de; --band: #f6f8fa; --link: #0b57d0;
  --verified: #1a7f37; --inferred: #b35900; --quarantined: #a40e26; --plain: #0b57d0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0d1117; --ink: #e6edf3; --soft: #9da7b3; --grid: #3d444d; --band: #161b22; --link: #79b8ff;
    --verified: #3fb950; --inferred: #e0a030; --quarantined: #ff7b72; --plain: #79b8ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main, header { max-width: 72rem; margin: 0 auto; padding: 0 1.5rem; }
header { padding-top: 2rem; }
h1 { font-size: 1.75rem; margin: 0; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.5rem; padding-top: 0.75rem; border-top: 1px solid var(--grid); }
h3 { font-size: 1rem; margin: 0 0 0.25rem; }
p { margin: 0.5rem 0; }
p, td, li { overflow-wrap: anywhere; }
a { color: var(--link); }
.soft { color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 0.75rem 0; font-size: 0.9375rem; }
caption { text-align: left; color: var(--soft); padding: 0.25rem 0; }
.rows caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.rows th:nth-child(1) { width: 30%; }
.rows th:nth-child(3) { width: 32%; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--grid); }
th { font-weight: 600; white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.names span { display: block; }
code { font: 0.875em ui-monospace, monospace; background: var(--band); padding: 0.1em 0.3em; border-radius: 3px;
  overflow-wrap: anywhere; }
.mark { font-size: 0.8125rem; font-weight: 600; border: 1px solid currentColor; border-radius: 3px; padding: 0 0.3em; }
.clear { color: var(--verified); }
.found { color: var(--inferred); }
.not-looked-at { color: var(--soft); }
.charts { display: grid; gap: 2rem; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); }
figure { margin: 0; }
figcaption { color: var(--soft); font-size: 0.9375rem; margin-bottom: 0.5rem; }
svg { width: 100%; height: auto; display: block; }
details { margin-top: 0.5rem; }
summary { cursor: pointer; color: var(--link); font-size: 0.9375rem; }
.empty { border: 1px dashed var(--grid); border-radius: 4px; padding: 2.5rem 1rem; text-align: center; color: var(--soft); }
footer { max-width: 72rem; margin: 2.5rem auto 3rem; padding: 0 1.5rem; color: var(--soft); font-size: 0.875rem; }
`;
