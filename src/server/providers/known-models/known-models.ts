import { z } from 'zod'
import type { ChatModel } from '#contract/models.ts'

/** From models.dev, as it was on `date`; built into the release and never asked for by itself. */
export const snapshotSchema = z.object({
  date: z.string(),
  services: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        context: z.number().int().positive().optional(),
        /** `s` sees pictures, `t` calls tools, `r` reasons. */
        can: z.string(),
        /** Dollars for a million tokens: prompt, completion, read from the cache, put into it. */
        price: z
          .tuple([z.number(), z.number()])
          .or(z.tuple([z.number(), z.number(), z.number().nullable()]))
          .or(z.tuple([z.number(), z.number(), z.number().nullable(), z.number()]))
          .optional(),
      }),
    ),
  ),
})
export type Snapshot = z.infer<typeof snapshotSchema>

let renewed: Snapshot | undefined
let loading: Promise<Snapshot> | undefined
/** The one of the release is read when the first list wants it. */
const snapshot = async (): Promise<Snapshot> =>
  renewed ??
  (loading ??= import('./snapshot.json', { with: { type: 'json' } }).then(({ default: read }) =>
    snapshotSchema.parse(read),
  ))

/** Goes by `next` from now on; without one by that of the release. */
export function replaceSnapshot(next: Snapshot | undefined): void {
  renewed = next
}

/** The day of the snapshot, `2026-07-01`. */
export const knownModelsDate = async (): Promise<string> => (await snapshot()).date

/**
 * Fills in what the list of a service does not say of its models: context, price and what they can do.
 * What it says itself stands.
 *
 * @param knownAs the service's name in the snapshot; absent: nothing is known of it.
 */
export async function fillInKnown(
  knownAs: string | undefined,
  models: readonly ChatModel[],
): Promise<ChatModel[]> {
  const known = knownAs === undefined ? undefined : (await snapshot()).services[knownAs]
  if (!known) return [...models]
  return models.map((model) => {
    const facts = known[model.id.slice(model.provider.length + 1)]
    if (!facts) return model
    const { context, can, price } = facts
    const [prompt, completion, cached, cacheWrite] = price ?? []
    const filled: ChatModel = {
      ...(context !== undefined && { contextTokens: context }),
      canSee: can.includes('s'),
      canUseTools: can.includes('t'),
      canReason: can.includes('r'),
      ...(prompt !== undefined &&
        completion !== undefined && {
          price: {
            currency: 'USD',
            prompt,
            completion,
            ...(typeof cached === 'number' && { cached }),
            ...(typeof cacheWrite === 'number' && { cacheWrite }),
          },
        }),
      ...model,
    }
    const isFilledIn = Object.keys(filled).length > Object.keys(model).length
    return isFilledIn ? { ...filled, isFilledIn } : model
  })
}
