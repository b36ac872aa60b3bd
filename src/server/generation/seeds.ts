import { randomInt } from 'node:crypto'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { visibleFields } from '#lib/params/effective-params.ts'
import { getHints } from '#lib/params/param-schema.ts'
import { readParams } from '#lib/params/read-part.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'

const seedMax = 2_147_483_647

/**
 * Adds a random number for each missing seed, so that the same model can be generated again.
 * @param kept earlier seeds of the same task, which are reused.
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
    (name) => getHints(readParams(schema).get(name)?.schema ?? {})['widget'] === 'seed',
  )
