import type { Connection, ConnectionKind } from '#contract/connections.ts'
import type { ImportDraft } from '#contract/model-imports.ts'

/** A connection with models to import, and what one pastes for that. */
export type ImportSource = Connection & { imports: NonNullable<ConnectionKind['imports']> }

/** What somebody confirms of a model that is imported. */
export type ImportChoice = {
  name: string
  /** Absent: the first file that is a model. */
  output: string | undefined
  pictures: string[]
  params: string[]
}

/** What is guessed. */
export const choiceOf = ({ name, fields, outputs }: ImportDraft): ImportChoice => ({
  name,
  output: outputs[0]?.id,
  pictures: fields.filter(({ isPicture }) => isPicture).map((field) => field.name),
  params: fields.filter(({ isShown }) => isShown).map((field) => field.name),
})

/** The list with a name in it, or without. */
export const toggled = (names: readonly string[], name: string, isOn: boolean): string[] =>
  isOn ? [...names.filter((one) => one !== name), name] : names.filter((one) => one !== name)
