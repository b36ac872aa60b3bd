const head = /^\uFEFF?### (?:USER|ASSISTANT|SYSTEM)\r?\n/
const heads = /^### (USER|ASSISTANT|SYSTEM)\r?\n/m

/**
 * Parses a text in which a line such as `### USER` is above each message, as in exports of Open
 * WebUI. Returns `undefined` for other texts.
 */
export function parseHeadedText(text: string): unknown {
  if (!head.test(text.slice(0, 100))) return undefined
  const [, ...parts] = text.split(heads)
  const messages = []
  for (let at = 0; at + 1 < parts.length; at += 2)
    messages.push({ role: parts[at]?.toLowerCase(), content: parts[at + 1]?.trim() })
  return { messages }
}
