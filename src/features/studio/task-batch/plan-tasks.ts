import type { Model3d } from '#contract/models.ts'
import { carryOver } from '#lib/params/carry-over.ts'
import { checkParams } from '#lib/params/check/check-params.ts'
import { paramsToSend } from '#lib/params/effective-params.ts'
import type { Params } from '#lib/params/param-schema.ts'
import { calculatePrice, type Price } from '#lib/params/price.ts'
import { readMainPicture, withMainPicture } from '../state/main-picture.ts'
import { checkPicture, type StudioPicture } from '../state/picture.ts'
import type { ParamDraft } from '../state/store.ts'

export type FilledForm = { model: Model3d; draft: ParamDraft; picture: StudioPicture | undefined }

/**
 * Returns the params for the same task with another model, with the settings that both models have.
 * @param held earlier values of the other model's form.
 * @returns the params, or the first reason why they cannot be sent.
 */
export function paramsFor(
  to: Model3d,
  { model, draft, picture }: FilledForm,
  held: ParamDraft,
): { params: Record<string, unknown> } | { problem: string } {
  const { paramSchema: schema } = to
  const main = readMainPicture(schema)
  const misfit = main && picture && checkPicture(picture, main.rules)
  if (misfit !== undefined) return { problem: misfit }
  const values =
    to.id === model.id
      ? draft
      : carryOver({ schema: model.paramSchema, values: draft }, { schema, held, name: to.name })
          .values
  const params = paramsToSend(schema, withMainPicture(values, main, picture))
  const [issue] = checkParams(schema, params)
  return issue ? { problem: issue.message } : { params }
}

export function priceOfAll(
  tasks: readonly { model: Model3d; params: Params }[],
): Price | undefined {
  const prices = tasks.map(({ model, params }) => calculatePrice(model.paramSchema, params))
  const [first] = prices
  if (!first) return undefined
  let amount = 0
  let isCertain = true
  for (const price of prices) {
    if (price?.unit !== first.unit) return undefined
    amount += price.amount
    isCertain &&= price.isCertain
  }
  return { amount: Number(amount.toFixed(6)), unit: first.unit, parts: [], isCertain }
}
