import type { Trees } from '#engine/fields/body/trees.ts'

const list = (values: readonly number[]) =>
  values.map((value) => Number(value.toPrecision(4))).join(', ')

export const formatTrees = (
  { start, clues, thresholds, answers }: Trees,
  { name, about, types }: { name: string; about: string; types: string },
): string => `import type { Trees } from '${types}'

/**
 * ${about} Written by
 * \`BOZZETTO_BENCH_ENGINE=fit npm run bench -- engine\` from the models that are reserved for tuning.
 */
export const ${name}: Trees = {
  start: ${start.toFixed(4)},
  clues: [${clues.join(', ')}],
  thresholds: [${list(thresholds)}],
  answers: [${list(answers)}],
}
`
