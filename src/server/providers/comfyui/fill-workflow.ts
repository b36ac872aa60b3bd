import { asRecord, isRecord } from '#lib/fields.ts'
import type { Params } from '#lib/params/param-schema.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { HttpError } from '../../errors/http-error.ts'

type Node = { class_type: string; inputs: Record<string, unknown>; _meta?: unknown }
/** A workflow in ComfyUI's API format: node id → node. */
export type Workflow = Record<string, Node>

export const workflowName = 'workflow'

/**
 * Returns a copy of the workflow with the values of params. A param `12.seed` sets the input `seed`
 * of node 12.
 * @param pictures names of uploaded pictures, by param.
 * @throws {HttpError} `invalid_params` for an invalid workflow or a param of a missing node.
 */
export function fillWorkflow(params: Params, pictures: ReadonlyMap<string, string>): Workflow {
  const workflow = readWorkflow(ownValue(params, workflowName))
  for (const [name, value] of Object.entries(params)) {
    const place = /^([\w:-]{1,60})\.([\w-]{1,100})$/.exec(name)
    if (!place) continue
    const [, id = '', input = ''] = place
    const node = Object.hasOwn(workflow, id) ? workflow[id] : undefined
    if (!node) throw wrong(`The workflow has no node ${id}.`)
    setOwn(node.inputs, input, pictures.get(name) ?? value)
  }
  const picture = pictures.get('file')
  if (picture === undefined) return workflow
  const loaders = Object.values(workflow).filter(({ class_type: type }) =>
    type.startsWith('LoadImage'),
  )
  if (loaders.length === 0) throw wrong('The workflow has no LoadImage node for the picture.')
  for (const { inputs } of loaders) inputs['image'] = picture
  return workflow
}

/** @throws {HttpError} `invalid_params` for an invalid workflow. */
export function readWorkflow(value: unknown): Workflow {
  if (!isRecord(value) || Object.keys(value).length === 0) throw wrong('The workflow is missing.')
  if (Array.isArray(value['nodes'])) {
    throw wrong('This is a saved workflow. In ComfyUI, use “Export (API)” instead.')
  }
  return Object.fromEntries(
    Object.entries(value).map(([id, node]) => {
      const type = isRecord(node) ? node['class_type'] : undefined
      const inputs = isRecord(node) ? node['inputs'] : undefined
      if (typeof type !== 'string' || !isRecord(inputs)) {
        throw wrong('This is not a workflow. In ComfyUI, use “Export (API)”.')
      }
      return [id, { ...asRecord(node), class_type: type, inputs: { ...inputs } }]
    }),
  )
}

const wrong = (message: string): HttpError =>
  new HttpError('invalid_params', message, { issues: [{ path: workflowName, message }] })
