import { z } from 'zod'
import type { ChatModel } from '#contract/models.ts'
import { ownValue } from '#lib/own-value.ts'
import { readModelNotes, type ModelNote } from './model-notes.ts'

/**
 * Facts about models from models.dev as of `date`. `snapshot.json` is part of each release of the
 * server.
 */
export const snapshotSchema = z.object({
  date: z.string(),
  services: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        context: z.number().int().positive().optional(),
        output: z.number().int().positive().optional(),
        /** Abilities as letters: `s` for pictures, `t` for tool calls, `r` for reasoning. */
        can: z.string(),
        /** Input types besides text. */
        in: z.array(z.string()).optional(),
        /** Prices per million tokens: prompt, completion, cache read, cache write. */
        price: z
          .tuple([z.number(), z.number()])
          .or(z.tuple([z.number(), z.number(), z.number().nullable()]))
          .or(z.tuple([z.number(), z.number(), z.number().nullable(), z.number()]))
          .optional(),
        /**
         * Price of long prompts: a number of tokens, then the amounts for prompts above this
         * number, as in `price`.
         */
        long: z.tuple([z.number(), z.number(), z.number()]).rest(z.number().nullable()).optional(),
        /** Currency of the prices. Default: US dollars. */
        currency: z.string().optional(),
        released: z.iso.date().optional(),
      }),
    ),
  ),
})
export type Snapshot = z.infer<typeof snapshotSchema>
export type KnownFacts = Snapshot['services'][string][string]

let renewed: Snapshot | undefined
let loading: Promise<Snapshot> | undefined
export const releaseSnapshot = (): Promise<Snapshot> =>
  (loading ??= import('./snapshot.json', { with: { type: 'json' } }).then(({ default: read }) =>
    snapshotSchema.parse(read),
  ))
const snapshot = async (): Promise<Snapshot> => renewed ?? releaseSnapshot()

/** Replaces the facts. `undefined` restores the facts of `snapshot.json`. */
export function replaceSnapshot(next: Snapshot | undefined): void {
  renewed = next
}

export const knownModelsDate = async (): Promise<string> => (await snapshot()).date

/**
 * Returns the reasoning efforts that a model accepts, and whether requests must use the endpoint
 * `/responses`.
 */
export const findModelNote = async (
  knownAs: string | undefined,
  name: string,
): Promise<ModelNote | undefined> =>
  knownAs === undefined ? undefined : ownValue(await readModelNotes(knownAs), name)

/**
 * Adds facts that the model list of a service lacks, such as prices and shutdown dates. The values
 * of the list take precedence.
 * @param knownAs the service's name in the snapshot. Absent for unknown services.
 */
export async function fillInKnown(
  knownAs: string | undefined,
  models: readonly ChatModel[],
): Promise<ChatModel[]> {
  if (knownAs === undefined) return [...models]
  const known = ownValue((await snapshot()).services, knownAs) ?? {}
  const notes = await readModelNotes(knownAs)
  return models.map((model) => {
    const name = model.id.slice(model.provider.length + 1)
    const facts = ownValue(known, name)
    const note = ownValue(notes, name)
    if (!facts && !note) return model
    const filled: ChatModel = {
      ...(facts && toFields(facts)),
      ...(note && toNotedFields(note)),
      ...model,
    }
    const isFilledIn = Object.keys(filled).length > Object.keys(model).length
    return isFilledIn ? { ...filled, isFilledIn } : model
  })
}

function toFields(facts: KnownFacts): Partial<ChatModel> {
  const { context, output, can, in: inputs, price, long, currency = 'USD', released } = facts
  return {
    ...(context !== undefined && { contextTokens: context }),
    ...(output !== undefined && { answerTokensMax: output }),
    ...(inputs && { inputs }),
    ...(released !== undefined && { createdAt: Date.parse(released) / 1000 }),
    canSee: can.includes('s'),
    canUseTools: can.includes('t'),
    canReason: can.includes('r'),
    ...(price && {
      price: {
        currency,
        ...toAmounts(price),
        ...(long && {
          long: { above: long[0], ...toAmounts([long[1], long[2], ...long.slice(3)]) },
        }),
      },
    }),
  }
}

function toAmounts([prompt, completion, cached, cacheWrite]: readonly [
  prompt: number,
  completion: number,
  ...(number | null)[],
]) {
  return {
    prompt,
    completion,
    ...(typeof cached === 'number' && { cached }),
    ...(typeof cacheWrite === 'number' && { cacheWrite }),
  }
}

const toNotedFields = ({ efforts, ends, successor }: ModelNote): Partial<ChatModel> => ({
  ...(efforts && { efforts }),
  ...(ends !== undefined && { endsOn: ends }),
  ...(successor !== undefined && { successor }),
})
