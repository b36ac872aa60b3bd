import { z } from 'zod'
import { asText } from '#lib/fields.ts'
import { asSchema, type JsonSchema } from '#lib/params/param-schema.ts'
import { ownValue } from '#lib/own-value.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { ImportForm } from '../../ports/model-import.ts'
import { parseServiceJson, type ServiceHttp } from '../service/service-http.ts'
import { readWorkflow, type Workflow } from './fill-workflow.ts'
import { workflowParams } from './workflow-params.ts'

export const comfyWireSchema = z.object({ workflow: z.record(z.string(), z.unknown()) })

const classesMax = 120
const atOnce = 6

/**
 * Converts a workflow to a model with a form. Each node class is requested separately, because the
 * description of all classes has many megabytes.
 * @param source workflow in ComfyUI's API format.
 * @throws {HttpError} `invalid_params` for other formats, `bad_request` if the server lacks a node.
 */
export async function readComfyModel(
  http: ServiceHttp,
  source: string,
  { name = 'Workflow', signal }: { name?: string; signal: AbortSignal },
): Promise<ImportForm> {
  const workflow = readWorkflow(parseServiceJson(source))
  const info = await describeNodes(http, workflow, signal)
  const { paramSchema, params, pictures } = workflowParams(workflow, info)
  const outputs = Object.entries(workflow)
    .filter(([, { class_type: type }]) => info.get(type)?.['output_node'] === true)
    .map(([id, { class_type: type, ...node }]) => {
      const title = asText(asSchema(node['_meta'])?.['title']) ?? type
      return { id, label: `${title} (${id})`, rank: /glb|3d|mesh|model/i.test(type) ? 0 : 1 }
    })
  return {
    model: slug(name),
    name,
    description: 'A workflow of this ComfyUI server.',
    paramSchema,
    pictures,
    params,
    outputs: outputs.toSorted((a, b) => a.rank - b.rank).map(({ id, label }) => ({ id, label })),
    wire: { workflow },
  }
}

async function describeNodes(
  http: ServiceHttp,
  workflow: Workflow,
  signal: AbortSignal,
): Promise<Map<string, JsonSchema>> {
  const classes = [...new Set(Object.values(workflow).map(({ class_type: type }) => type))]
  if (classes.length > classesMax) {
    throw new HttpError('bad_request', `The workflow has more than ${classesMax} kinds of nodes.`)
  }
  const info = new Map<string, JsonSchema>()
  for (let from = 0; from < classes.length; from += atOnce) {
    await Promise.all(
      classes.slice(from, from + atOnce).map(async (type) => {
        const answer = await http.getJsonIfThere(`/object_info/${encodeURIComponent(type)}`, signal)
        const node = asSchema(ownValue(asSchema(answer), type))
        if (node) info.set(type, node)
      }),
    )
  }
  const missing = classes.filter((type) => !info.has(type))
  if (missing.length === 0) return info
  throw new HttpError(
    'bad_request',
    `${http.service.title} has no node ${missing.slice(0, 3).join(', ')}. Install what the workflow needs there first.`,
  )
}

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.json$/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60) || 'imported'
