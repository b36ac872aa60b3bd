import { printTable } from '../table.ts'

type Case = { class: string; name: string }

/**
 * Runs cases, and prints a table with one row per class of cases.
 * @param findProblem returns why a case fails, or `undefined`.
 * @returns the number of cases that failed.
 */
export async function countFailures<One extends Case>(
  cases: readonly One[],
  findProblem: (one: One) => Promise<string | undefined>,
  say: (line: string) => void,
): Promise<number> {
  const rows = new Map<string, { tried: number; right: number }>()
  for (const one of cases) {
    const row = rows.get(one.class) ?? { tried: 0, right: 0 }
    rows.set(one.class, row)
    row.tried++
    const problem = await findProblem(one)
    if (problem === undefined) row.right++
    else say(`${one.class}: ${one.name}: ${problem}`)
  }
  const lines = [...rows].map(([name, { tried, right }]) => [name, tried, right])
  printTable([['class', 'inputs', 'right'], ...lines])
  return [...rows.values()].reduce((sum, { tried, right }) => sum + tried - right, 0)
}
