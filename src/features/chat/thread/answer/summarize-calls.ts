import type { ToolCall } from '#contract/chat/chat.ts'
import { formatDuration } from '#lib/format.ts'
import { toolTitle } from '#lib/tool-title.ts'
import { t } from '#languages/app.ts'

/** How the summary describes each built-in tool, for one call and for several calls. */
const deeds = new Map<string, readonly [once: string, often: (count: number) => string]>([
  ['calculate', ['calculated', (count) => `calculated ${count} times`]],
  ['current_date_time', ['looked at the clock', () => 'looked at the clock']],
  ['remember', ['remembered it', (count) => `remembered ${count} things`]],
  ['search_manual', ['read the manual', () => 'read the manual']],
  ['change_model', ['changed the model', (count) => `made ${count} changes`]],
  ['compare_models', ['compared models', () => 'compared models']],
  ['cut_out_picture', ['cut out the picture', (count) => `cut out ${count} pictures`]],
  ['inspect_model', ['checked the model', () => 'checked the model']],
  ['list_3d_models', ['looked at the generators', () => 'looked at the generators']],
  ['look_at_model', ['looked at the model', () => 'looked at the model']],
  ['make_3d_model', ['made a 3D model', (count) => `made ${count} 3D models`]],
  ['make_picture', ['made a picture', (count) => `made ${count} pictures`]],
  ['search_library', ['searched the library', () => 'searched the library']],
  ['web_search', ['searched the web', () => 'searched the web']],
  ['run_python', ['ran Python', (count) => `ran Python ${count} times`]],
  ['read_page', ['read a page', (count) => `read ${count} pages`]],
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
    return count === 1 ? `used ${title}` : `used ${title} ${count} times`
  })
  const last = parts.pop() ?? ''
  const sentence =
    parts.length === 0 ? last : t('{parts} and {last}', { parts: parts.join(', '), last })
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** Formats the number of steps and their total duration, such as `3 steps · 21 s`. */
export function formatSteps(calls: readonly ToolCall[]): string {
  const totalMs = calls.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0)
  const steps = t('{callsCount} steps', { callsCount: calls.length })
  return totalMs < 100 ? steps : `${steps} · ${formatDuration(totalMs)}`
}
