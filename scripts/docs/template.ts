// A page with slots, `{{name}}` on a line or in one. Every slot is filled and every value used, or it is a fault: a fact
// that silently left its page would be missed by nobody.

export type Slots = Readonly<Record<string, string>>;

export function fill(template: string, slots: Slots): string {
  const used = new Set<string>();
  const text = template.replaceAll(/\{\{([a-z-]+)\}\}/g, (_, name: string) => {
    const value = slots[name];
    if (value === undefined) throw new Error(`the template has a slot {{${name}}} that nothing fills`);
    used.add(name);
    return value;
  });
  const unused = Object.keys(slots).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`the template has no slot for ${unused.join(", ")}`);
  return text;
}
