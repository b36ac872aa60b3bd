import { createdKeySchema } from '#contract/access/keys.ts'

export const streamsPerKey = 100

/** Creates API keys whose limits the benchmark does not reach. */
export async function makeKeys(url: string, count: number): Promise<string[]> {
  const keys: string[] = []
  for (let at = 0; at < count; at++) {
    const response = await fetch(`${url}/api/keys`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        name: `Bench ${at}`,
        limits: { requestsPerMinute: 10_000, streams: streamsPerKey },
      }),
    })
    keys.push(createdKeySchema.parse(await response.json()).secret)
  }
  return keys
}
