/** Returns the TeX of all formulas in blocks and their nodes, in the order of the text. */
export function* listFormulas(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const one of value) yield* listFormulas(one)
  } else if (isFormula(value)) yield value.value
  else if (isFencedFormula(value)) yield value.lines.flat().join('\n')
  else for (const child of Object.values(value)) yield* listFormulas(child)
}

const isFormula = (node: object): node is { value: string } =>
  'type' in node && (node.type === 'math' || node.type === 'inlineMath') && 'value' in node

const isFencedFormula = (block: object): block is { lines: string[][] } =>
  'language' in block && block.language === 'math' && 'lines' in block
