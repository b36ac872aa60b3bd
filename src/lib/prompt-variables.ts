/** A gap in a prompt that a person fills. */
export type PromptVariable = {
  name: string
  /** What it holds unless changed. */
  preset: string
  /** What it can hold; absent: anything. */
  choices?: string[]
}

// The name, then `=preset` or `:one|two`. Bounded, so that a prompt of nothing but braces costs little.
const variable = /\{\{\s*([\p{L}_][\p{L}\p{N}_ -]{0,39}?)\s*(?:([=:])([^{}]{0,2000}))?\}\}/gu

/**
 * The variables of a prompt, each once, in their order: `{{name}}`, `{{name=preset}}` and
 * `{{tone:formal|friendly}}`, whose first choice is the preset.
 */
export function readVariables(prompt: string): PromptVariable[] {
  const found = new Map<string, PromptVariable>()
  for (const [, name = '', sign, rest = ''] of prompt.matchAll(variable)) {
    if (found.has(name)) continue
    const choices = sign === ':' ? rest.split('|').map((choice) => choice.trim()) : undefined
    found.set(name, {
      name,
      preset: choices?.[0] ?? rest.trim(),
      ...(choices && { choices }),
    })
  }
  return [...found.values()]
}

/** The prompt with its variables filled; those without a value get their preset. */
export function fillPrompt(prompt: string, values: Readonly<Record<string, string>>): string {
  const presets = new Map(readVariables(prompt).map(({ name, preset }) => [name, preset]))
  return prompt.replace(variable, (_whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : (presets.get(name) ?? ''),
  )
}
