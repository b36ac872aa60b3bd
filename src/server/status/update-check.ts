import { z } from 'zod'
import type { NewerVersion } from '#contract/server-status.ts'
import { log } from '../observability/log.ts'
import { checkedFetch } from '../outgoing/checked-fetch.ts'

const checkEveryMs = 24 * 60 * 60_000
const timeoutMs = 10_000
const bytesMax = 4 * 1024 * 1024

/** A release in the format of GitHub (`tag_name`, `html_url`) or of npm (`version`, `homepage`). */
const releaseSchema = z.looseObject({
  tag_name: z.string().optional(),
  version: z.string().optional(),
  html_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
  homepage: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
})
const versionPattern = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(-[\w.-]{1,100})?$/

type UpdateCheckOptions = {
  /** Returns the URL of the latest release as JSON. Without a URL, nothing is requested. */
  getFeed: () => string | undefined
  version: string
  allowedHosts: readonly string[]
}

export type UpdateCheck = {
  getNewer: () => NewerVersion | undefined
  check: () => Promise<void>
  close: () => void
}

/** Checks once a day whether a newer version is published. A failed check is only logged. */
export function createUpdateCheck(options: UpdateCheckOptions): UpdateCheck {
  const { getFeed, version, allowedHosts } = options
  const fetchFeed = checkedFetch({ allowedHosts, timeoutMs, bytesMax })
  let checkedFeed: string | undefined
  let found: { feed: string; newer: NewerVersion | undefined } | undefined

  async function check(): Promise<void> {
    const feed = getFeed()
    checkedFeed = feed
    if (feed === undefined) return
    try {
      const response = await fetchFeed(feed, { headers: { accept: 'application/json' } })
      if (!response.ok) throw new Error(`The feed returned the status ${response.status}.`)
      found = { feed, newer: findNewer(await response.json(), version) }
    } catch (error) {
      log().warn({ error, feed }, 'The release feed could not be read.')
    }
  }
  const timer = setInterval(() => void check(), checkEveryMs).unref()
  return {
    getNewer: () => {
      const feed = getFeed()
      if (feed !== checkedFeed) void check()
      return found?.feed === feed ? found?.newer : undefined
    },
    check,
    close: () => clearInterval(timer),
  }
}

/**
 * Returns the release that a feed describes if its version is newer. Previews are ignored.
 * @throws if the feed contains no version.
 */
export function findNewer(feed: unknown, version: string): NewerVersion | undefined {
  const { tag_name: tag, version: number, html_url: page, homepage } = releaseSchema.parse(feed)
  const latest = versionPattern.exec(tag ?? number ?? '')
  if (!latest) throw new Error('The feed names no version.')
  const own = versionPattern.exec(version)
  // A version that is built from source has no number to compare.
  if (!own || latest[4] !== undefined) return undefined
  const difference = [1, 2, 3]
    .map((part) => Number(latest[part]) - Number(own[part]))
    .find((one) => one !== 0)
  const isNewer = difference === undefined ? own[4] !== undefined : difference > 0
  const url = page ?? homepage
  return isNewer
    ? { version: latest[0].replace(/^v/, ''), ...(url !== undefined && { url }) }
    : undefined
}
