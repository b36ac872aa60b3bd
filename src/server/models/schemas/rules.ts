// oxlint-disable unicorn/no-thenable -- a word of JSON Schema

/** Returns the condition that a param has this value. An absent param does not match. */
export const is = (name: string, value: unknown) => ({
  properties: { [name]: { const: value } },
  required: [name],
})

export const hasValueIn = (name: string, values: readonly unknown[]) => ({
  properties: { [name]: { enum: values } },
  required: [name],
})

/**
 * Returns the condition that a param has this value or is absent, because an absent param has its
 * default value.
 */
export const isOrDefault = (name: string, value: unknown) => ({
  properties: { [name]: { const: value } },
})

export const hasAny = (names: readonly string[]) => ({
  anyOf: names.map((name) => ({ required: [name] })),
})

export const not = (condition: object) => ({ not: condition })

/** Returns the consequence that a param is within bounds if it is present. */
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

/** Creates a rule for params that cannot be sent, with the sentence that people see. */
export const reject = rule('reject')
/** Creates a rule for params that the provider changes. */
export const overrides = rule('server-overrides')
export const ignores = rule('server-ignores')
/** Creates a rule for params that are allowed but not recommended. */
export const advise = rule('advise')
