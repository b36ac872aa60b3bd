import { randomInt } from 'node:crypto'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { visibleFields } from '#lib/params/effective-params.ts'
import { hintsOf } from '#lib/params/param-schema.ts'
import { readParams } from '#lib/params/read-part.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'

const seedMax = 2_147_483_647

/**
 * The params with a number for every seed that is left open, so that the same model can be made again.
 *
 * @param kept seeds that were drawn for the same task before; they are used again.
 */
export function drawSeeds(
  schema: ParamSchema,
  params: Record<string, unknown>,
  kept: Record<string, unknown> = {},
): Record<string, unknown> {
  const drawn: Record<string, unknown> = {}
  for (const name of seedFields(schema, params)) {
    const value = ownValue(params, name)
    if (value === undefined || value === null)
      setOwn(drawn, name, ownValue(kept, name) ?? randomInt(1, seedMax))
  }
  return { ...params, ...drawn }
}

const seedFields = (schema: ParamSchema, params: Record<string, unknown>): string[] =>
  visibleFields(schema, params).filter(
    (name) => hintsOf(readParams(schema).get(name)?.schema ?? {})['widget'] === 'seed',
  )
