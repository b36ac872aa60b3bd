import type { Connection, ConnectionKind } from '#contract/connections.ts'
import type { ImportDraft } from '#contract/model-imports.ts'

export type ImportSource = Connection & { imports: NonNullable<ConnectionKind['imports']> }

export type ImportChoice = {
  name: string
  /**
   * Name of the provider's output with the 3D model. If undefined, the first output that is a model
   * file is used.
   */
  output: string | undefined
  pictures: string[]
  params: string[]
}

export const toImportChoice = ({ name, fields, outputs }: ImportDraft): ImportChoice => ({
  name,
  output: outputs[0]?.id,
  pictures: fields.filter(({ isPicture }) => isPicture).map((field) => field.name),
  params: fields.filter(({ isShown }) => isShown).map((field) => field.name),
})

export const setListItem = (names: readonly string[], name: string, isOn: boolean): string[] =>
  isOn ? [...names.filter((one) => one !== name), name] : names.filter((one) => one !== name)
