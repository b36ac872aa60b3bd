// oxlint-disable unicorn/no-thenable -- a word of JSON Schema

/** Condition: the params have exactly this value. Absent is not enough. */
export const is = (name: string, value: unknown) => ({
  properties: { [name]: { const: value } },
  required: [name],
})

/** Condition: the params have one of these values. */
export const isOneOf = (name: string, values: readonly unknown[]) => ({
  properties: { [name]: { enum: values } },
  required: [name],
})

/** Condition: the params have this value, or none where the model's own default is that. */
export const isOrDefault = (name: string, value: unknown) => ({
  properties: { [name]: { const: value } },
})

/** Condition: at least one of these params is given. */
export const hasAny = (names: readonly string[]) => ({
  anyOf: names.map((name) => ({ required: [name] })),
})

export const not = (condition: object) => ({ not: condition })

/** Consequence: one param within bounds, if it is given. */
export const within = (name: string, bounds: { minimum?: number; maximum?: number }) => ({
  properties: { [name]: bounds },
})

type Consequence = { if: object; then: object }

const rule =
  (effect: string) =>
  (sentence: string, { if: condition, then }: Consequence) => ({
    $comment: sentence,
    'x-effect': effect,
    if: condition,
    then,
  })

/** Params that cannot be sent. The sentence is what a person reads. */
export const reject = rule('reject')
/** Params that the provider changes by itself. */
export const overrides = rule('server-overrides')
/** Params that have no effect. */
export const ignores = rule('server-ignores')
/** Params that are allowed and not recommended. */
export const advise = rule('advise')
