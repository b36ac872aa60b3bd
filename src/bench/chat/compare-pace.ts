import type { Figures } from '../run-parts.ts'
import { printTable, rounded } from '../table.ts'
import { measureLive } from './live.ts'
import type { RendererName } from './page/wire.ts'
import { makeText } from './texts.ts'
import type { OnPage } from './warm-page.ts'

/**
 * Measures an answer of 8,000 tokens at a model's speed, with all renderers that are fast enough.
 */
export async function comparePace(onPage: OnPage): Promise<Figures> {
  const rows: (string | number)[][] = [
    [
      '8k tokens at a model’s pace',
      'renderer',
      'busy %',
      'lag at the end ms',
      'whole s',
      'publishings',
    ],
  ]
  const tokens = makeText('mixed', 8192)
  const measure = async (renderer: RendererName, tokensPerSecond: number, throttle: number) => {
    const live = await onPage((bench) =>
      measureLive(bench, renderer, { tokens, tokensPerSecond, throttle }),
    )
    rows.push([
      `${tokensPerSecond} tokens/s${throttle === 1 ? '' : `, processor ${throttle} × slower`}`,
      renderer,
      Math.round(live.busy * 100),
      Math.round(live.lagMs),
      rounded(live.wallSeconds, 1),
      live.publishings,
    ])
    return live
  }
  const slow = await measure('ours', 400, 4)
  const fast = await measure('ours', 1500, 1)
  for (const renderer of ['streamdown', 'markstream'] as const) {
    await measure(renderer, 400, 4)
    await measure(renderer, 1500, 1)
  }
  printTable(rows)
  return {
    busy_400tps_4x: rounded(slow.busy, 2),
    lag_400tps_4x_ms: Math.round(slow.lagMs),
    lag_1500tps_ms: Math.round(fast.lagMs),
  }
}
