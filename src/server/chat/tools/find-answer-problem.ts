import type { QuestionField, ToolAnswer, ToolQuestion } from '#contract/chat/tool-question.ts'

/**
 * Checks a form that a person has filled in.
 * @returns the problem, or undefined if the content fits the fields.
 */
export function findAnswerProblem(
  { fields = [] }: Pick<ToolQuestion, 'fields'>,
  { action, content = {} }: Pick<ToolAnswer, 'action' | 'content'>,
): string | undefined {
  if (action !== 'accept') return undefined
  const known = new Set(fields.map(({ name }) => name))
  const foreign = Object.keys(content).find((name) => !known.has(name))
  if (foreign !== undefined) return `This form has no field “${foreign}”.`
  for (const field of fields) {
    const value = Object.hasOwn(content, field.name) ? content[field.name] : undefined
    const problem = findValueProblem(field, value)
    if (problem !== undefined) return `${field.label}: ${problem}`
  }
  return undefined
}

function findValueProblem(
  { kind, min = -Infinity, max = Infinity, options = [], isRequired }: QuestionField,
  value: NonNullable<ToolAnswer['content']>[string] | undefined,
): string | undefined {
  if (value === undefined) return isRequired ? 'This field is required.' : undefined
  const isOption = (one: unknown) => options.some((option) => option.value === one)
  switch (kind) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'Choose yes or no.'
    case 'number':
    case 'integer': {
      if (typeof value !== 'number') return 'Enter a number.'
      if (kind === 'integer' && !Number.isInteger(value)) return 'Enter a whole number.'
      return value >= min && value <= max ? undefined : 'This number is out of range.'
    }
    case 'choice':
      return isOption(value) ? undefined : 'Choose one of the options.'
    case 'choices': {
      if (!Array.isArray(value) || !value.every(isOption)) return 'Choose from the options.'
      return value.length >= min && value.length <= max
        ? undefined
        : 'Choose another number of options.'
    }
    case 'text': {
      if (typeof value !== 'string') return 'Enter text.'
      return value.length >= min && value.length <= max
        ? undefined
        : 'This text has a wrong length.'
    }
  }
}
