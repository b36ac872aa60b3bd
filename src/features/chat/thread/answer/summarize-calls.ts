import type { ToolCall } from '#contract/chat/chat.ts'
import { formatDuration, joinWithCommas } from '#lib/format.ts'
import { toolTitle } from '#lib/tool-title.ts'
import { t } from '#languages/app.ts'

/** How the summary describes each built-in tool, for one call and for several calls. */
const deeds = new Map<string, readonly [once: string, often: (count: number) => string]>([
  ['calculate', [t('calculated'), (count) => t('calculated {count} times', { count })]],
  ['current_date_time', [t('looked at the clock'), () => t('looked at the clock')]],
  ['remember', [t('remembered it'), (count) => t('remembered {count} things', { count })]],
  ['search_manual', [t('read the manual'), () => t('read the manual')]],
  ['change_model', [t('changed the model'), (count) => t('made {count} changes', { count })]],
  ['compare_models', [t('compared models'), () => t('compared models')]],
  [
    'cut_out_picture',
    [t('cut out the picture'), (count) => t('cut out {count} pictures', { count })],
  ],
  ['inspect_model', [t('checked the model'), () => t('checked the model')]],
  ['list_3d_models', [t('looked at the engines'), () => t('looked at the engines')]],
  ['look_at_model', [t('looked at the model'), () => t('looked at the model')]],
  ['make_3d_model', [t('made a 3D model'), (count) => t('made {count} 3D models', { count })]],
  ['make_picture', [t('made a picture'), (count) => t('made {count} pictures', { count })]],
  ['search_library', [t('searched the library'), () => t('searched the library')]],
  ['web_search', [t('searched the web'), () => t('searched the web')]],
  ['run_python', [t('ran Python'), (count) => t('ran Python {count} times', { count })]],
  ['read_page', [t('read a page'), (count) => t('read {count} pages', { count })]],
])

/**
 * Describes calls in one sentence, such as `Searched the web, read 2 pages and made a 3D model`.
 */
export function summarizeCalls(calls: readonly ToolCall[]): string {
  const counts = new Map<string, { title: string; count: number }>()
  for (const { name, title = toolTitle(name) } of calls) {
    const held = counts.get(name)
    counts.set(name, { title, count: (held?.count ?? 0) + 1 })
  }
  const parts = [...counts].map(([name, { title, count }]) => {
    const deed = deeds.get(name)
    if (deed) return count === 1 ? deed[0] : deed[1](count)
    return count === 1
      ? t('used {title}', { title })
      : t('used {title} {count} times', { title, count })
  })
  const last = parts.pop() ?? ''
  const sentence =
    parts.length === 0 ? last : t('{parts} and {last}', { parts: joinWithCommas(parts), last })
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** Formats the number of steps and their total duration, such as `3 steps · 21 s`. */
export function formatSteps(calls: readonly ToolCall[]): string {
  const totalMs = calls.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0)
  const steps = t('{callsCount} steps', { callsCount: calls.length })
  return totalMs < 100 ? steps : `${steps} · ${formatDuration(totalMs)}`
}
