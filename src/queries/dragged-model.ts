import { asRecord, asText } from '#lib/fields.ts'
import { formatMention } from '#lib/links/model-mention.ts'

const type = 'application/x-bozzetto-model'

type DraggedModel = { id: string; name: string }

/** Prepares the data of a dragged model. Text fields receive a mention of the model as text. */
export function putDraggedModel(transfer: DataTransfer, { id, name }: DraggedModel): void {
  transfer.setData(type, JSON.stringify({ id, name }))
  transfer.setData('text/plain', formatMention({ id, name }))
}

export const hasDraggedModel = ({ types }: DataTransfer): boolean => types.includes(type)

export function takeDraggedModel(transfer: DataTransfer): DraggedModel | undefined {
  if (!hasDraggedModel(transfer)) return undefined
  const dragged = asRecord(JSON.parse(transfer.getData(type) || '{}'))
  const [id, name] = [asText(dragged['id']), asText(dragged['name'])]
  return id !== undefined && name !== undefined ? { id, name } : undefined
}
