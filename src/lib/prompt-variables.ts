export type PromptVariable = {
  name: string
  preset: string
  choices?: string[]
}

// Matches `{{name}}`, `{{name=default}}` or `{{name:one|two}}`. Limited lengths keep the matching
// time linear for a prompt full of braces.
const variable = /\{\{\s*([\p{L}_][\p{L}\p{N}_ -]{0,39}?)\s*(?:([=:])([^{}]{0,2000}))?\}\}/gu

/**
 * Returns the variables of a prompt: `{{name}}`, `{{name=default}}` and `{{tone:formal|friendly}}`,
 * whose first choice is the default.
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

export function fillPrompt(prompt: string, values: Readonly<Record<string, string>>): string {
  const presets = new Map(readVariables(prompt).map(({ name, preset }) => [name, preset]))
  return prompt.replace(variable, (_whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : (presets.get(name) ?? ''),
  )
}
