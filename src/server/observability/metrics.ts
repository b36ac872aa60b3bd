import { ownValue } from '#lib/own-value.ts'

export type Metrics = {
  count: (name: string, labels?: Labels, by?: number) => void
  observe: (name: string, seconds: number, labels?: Labels) => void
  gauge: (name: string, help: string, read: () => number | Promise<number | undefined>) => void
  /**
   * Registers values that are read together on each scrape. A second call with the same group
   * replaces the first.
   */
  collect: (group: string, read: () => MetricSample[] | Promise<MetricSample[]>) => void
  render: () => Promise<string>
}

type Labels = Readonly<Record<string, string>>

/** Values of one metric. The name of a counter ends in `_total`. */
export type MetricSample = {
  name: string
  help: string
  type: 'gauge' | 'counter'
  values: readonly { labels?: Labels; value: number }[]
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]
/**
 * Maximum number of label combinations of a metric. Labels must not contain values that clients
 * choose.
 */
const seriesMax = 2000

type Histogram = { counts: number[]; sum: number; count: number }

export function createMetrics(help: Readonly<Record<string, string>>): Metrics {
  const counters = new Map<string, Map<string, number>>()
  const histograms = new Map<string, Map<string, Histogram>>()
  const gauges = new Map<
    string,
    { help: string; read: () => number | Promise<number | undefined> }
  >()
  const collectors = new Map<string, () => MetricSample[] | Promise<MetricSample[]>>()

  return {
    count(name, labels = {}, by = 1) {
      const series = getSeries(counters, name)
      const key = labelText(labels)
      if (series.size < seriesMax || series.has(key)) series.set(key, (series.get(key) ?? 0) + by)
    },
    observe(name, seconds, labels = {}) {
      const series = getSeries(histograms, name)
      const key = labelText(labels)
      const held = series.get(key) ?? { counts: buckets.map(() => 0), sum: 0, count: 0 }
      if (series.size >= seriesMax && !series.has(key)) return
      const index = buckets.findIndex((bound) => seconds <= bound)
      if (index >= 0) held.counts[index] = (held.counts[index] ?? 0) + 1
      held.sum += seconds
      held.count++
      series.set(key, held)
    },
    gauge: (name, words, read) => void gauges.set(name, { help: words, read }),
    collect: (group, read) => void collectors.set(group, read),
    async render() {
      const lines: string[] = []
      const head = (name: string, type: string, words: string) =>
        lines.push(`# HELP ${name} ${words}`, `# TYPE ${name} ${type}`)
      for (const [name, series] of counters) {
        head(name, 'counter', ownValue(help, name) ?? '')
        for (const [labels, value] of series) lines.push(`${name}${inBraces(labels)} ${value}`)
      }
      for (const [name, series] of histograms) {
        head(name, 'histogram', ownValue(help, name) ?? '')
        for (const [labels, held] of series) lines.push(...histogramLines(name, labels, held))
      }
      for (const [name, gauge] of gauges) {
        const value = await tryToRead(name, gauge.read)
        if (value === undefined) continue
        head(name, 'gauge', gauge.help)
        lines.push(`${name} ${value}`)
      }
      for (const [group, read] of collectors) {
        for (const sample of (await tryToRead(`The metrics of the ${group}`, read)) ?? []) {
          head(sample.name, sample.type, sample.help)
          for (const { labels = {}, value } of sample.values) {
            lines.push(`${sample.name}${inBraces(labelText(labels))} ${value}`)
          }
        }
      }
      return `${lines.join('\n')}\n`
    },
  }
}

/** Returns nothing if the value cannot be read, so that the other metrics remain available. */
async function tryToRead<T>(name: string, read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    console.warn(`${name} could not be read.`, error)
    return undefined
  }
}

function getSeries<T>(all: Map<string, Map<string, T>>, name: string): Map<string, T> {
  const series = all.get(name) ?? new Map<string, T>()
  all.set(name, series)
  return series
}

function histogramLines(name: string, labels: string, { counts, sum, count }: Histogram): string[] {
  const lines: string[] = []
  const and = labels === '' ? '' : `${labels},`
  let below = 0
  for (const [index, bound] of buckets.entries()) {
    below += counts[index] ?? 0
    lines.push(`${name}_bucket{${and}le="${bound}"} ${below}`)
  }
  lines.push(`${name}_bucket{${and}le="+Inf"} ${count}`)
  lines.push(`${name}_sum${inBraces(labels)} ${sum}`, `${name}_count${inBraces(labels)} ${count}`)
  return lines
}

const inBraces = (labels: string): string => (labels === '' ? '' : `{${labels}}`)

/** Concatenates, which is faster than joining, because four of these texts are made per request. */
function labelText(labels: Labels): string {
  let text = ''
  for (const name of Object.keys(labels)) {
    text += `${text === '' ? '' : ','}${name}="${escapeLabel(ownValue(labels, name) ?? '')}"`
  }
  return text
}

const escapeLabel = (value: string): string =>
  /[\\"\n]/.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
    : value
