import { median, printTable, rounded } from '../table.ts'
import type { Figures } from '../run-parts.ts'
import { measureCosts, measureGrowth } from './cost.ts'
import { rendererNames, type RendererName } from './page/wire.ts'
import { makeText, type TextKind } from './texts.ts'
import type { OnPage, OnPages } from './warm-page.ts'

const head = ['processor s, a commit per token', ...rendererNames, 'ours / streamdown']

/** Measures an answer of 8,000 tokens with all renderers. */
export async function compareKind(onPages: OnPages, kind: 'mixed' | 'list'): Promise<Figures> {
  const costs = await computeCosts(onPages, { kind, count: 8192 })
  printTable([head, getRow(`${kind}, 8k tokens`, costs)])
  return {
    [`cpu_8k_${kind}_vs_streamdown`]: versus(costs, 'streamdown'),
    [`cpu_8k_${kind}_vs_markstream`]: versus(costs, 'markstream'),
  }
}

export async function compareOthers(onPages: OnPages): Promise<Figures> {
  const cases: readonly [TextKind, tokens: number][] = [
    ['mixed', 2048],
    ['code', 8192],
    ['tables', 8192],
    ['regex', 8192],
  ]
  const rows: (string | number)[][] = []
  const seconds = new Map<TextKind, number>()
  for (const [kind, count] of cases) {
    const costs = await computeCosts(onPages, { kind, count })
    rows.push(getRow(`${kind}, ${count / 1024}k tokens`, costs))
    seconds.set(kind, getSeconds(costs, 'ours'))
  }
  const mixed = await computeCosts(onPages, { kind: 'mixed', count: 8192 }, ['ours'])
  printTable([head, ...rows])
  const ratio = (seconds.get('regex') ?? Number.NaN) / getSeconds(mixed, 'ours')
  return { cpu_8k_regex_vs_mixed: rounded(ratio, 2) }
}

const longRuns = 3

/**
 * Measures this app's renderer with a text of 32,000 tokens, for which other renderers would take
 * minutes. Returns the median of several runs.
 */
export async function measureLong(onPage: OnPage): Promise<Figures> {
  const tokens = makeText('mixed', 32_768)
  const runs: { beginSeconds: number; wholeSeconds: number; lastCommitMs: number }[] = []
  for (let run = 0; run < longRuns; run++)
    runs.push(await onPage((bench) => measureGrowth(bench, tokens, 8192)))
  printTable([
    ['ours along one text, processor s', 'first 8k tokens', 'all 32k', 'last commits ms'],
    ...runs.map(({ beginSeconds, wholeSeconds, lastCommitMs }) => [
      'mixed',
      rounded(beginSeconds, 1),
      rounded(wholeSeconds, 1),
      rounded(lastCommitMs, 2),
    ]),
  ])
  return {
    growth_8k_to_32k: rounded(median(runs.map((run) => run.wholeSeconds / run.beginSeconds)), 2),
    commit_32k_ms: rounded(median(runs.map((run) => run.lastCommitMs)), 2),
  }
}

type Costs = ReadonlyMap<RendererName, number>

type Text = { kind: TextKind; count: number }

const computeCosts = (
  onPages: OnPages,
  { kind, count }: Text,
  renderers: readonly RendererName[] = rendererNames,
): Promise<Costs> => onPages(renderers, (pages) => measureCosts(pages, makeText(kind, count)))

function getRow(name: string, costs: Costs): (string | number)[] {
  const seconds = rendererNames.map((renderer) => rounded(getSeconds(costs, renderer), 1))
  return [name, ...seconds, versus(costs, 'streamdown')]
}

const versus = (costs: Costs, peer: RendererName): number =>
  rounded(getSeconds(costs, 'ours') / getSeconds(costs, peer), 3)

const getSeconds = (costs: Costs, renderer: RendererName): number =>
  costs.get(renderer) ?? Number.NaN
