import type { z } from 'zod'
import { changePasswordSchema, removePasswordSchema, signInSchema } from '#contract/access.ts'
import { assetPatchSchema } from '#contract/assets.ts'
import { priceRequestSchema } from '#contract/bills.ts'
import { putFolderSchema, putPresetSchema, putPromptSchema } from '#contract/chat-library.ts'
import { chatSettingsSchema } from '#contract/chat-settings.ts'
import { chatExportSchema } from '#contract/chat-transfer.ts'
import {
  addMessageSchema,
  changeConversationSchema,
  decideToolCallSchema,
  startRunSchema,
} from '#contract/chat.ts'
import { remotePictureSchema } from '#contract/files.ts'
import { changeKeySchema, createKeySchema } from '#contract/keys.ts'
import { createTaskSchema } from '#contract/tasks.ts'
import { schemas } from '../../routes/openapi/schemas.ts'

/** What a route's body is: JSON by a schema, a file, or nothing. */
export type BodyKind = z.core.$ZodType | 'picture' | 'model' | 'zip' | 'text' | 'none'

export type FuzzRoute = { method: string; path: string; body: BodyKind }

const completion = schemas.ChatCompletionRequest
const generation = schemas.GenerationRequest

/** Of each route that takes one, the body; by method and path as they are routed. */
const bodies: Record<string, BodyKind> = {
  'POST /api/session': signInSchema,
  'PUT /api/password': changePasswordSchema,
  'POST /api/password/remove': removePasswordSchema,
  'POST /api/model-files': 'text',
  'PATCH /api/conversations/:id': changeConversationSchema,
  'PUT /api/conversations/:id/settings': chatSettingsSchema,
  'POST /api/conversations/:id/messages': addMessageSchema,
  'POST /api/conversations/:id/runs': startRunSchema,
  'POST /api/import': chatExportSchema,
  'PUT /api/folders/:id': putFolderSchema,
  'PUT /api/presets/:id': putPresetSchema,
  'PUT /api/prompts/:id': putPromptSchema,
  'POST /api/documents': 'text',
  'POST /api/runs/:id/tool-calls/:index': decideToolCallSchema,
  'POST /api/files': 'picture',
  'POST /api/pictures': remotePictureSchema,
  'POST /api/tasks': createTaskSchema,
  'POST /api/bills/price': priceRequestSchema,
  'POST /api/assets': 'model',
  'PATCH /api/assets/:id': assetPatchSchema,
  'POST /api/library/archive': 'zip',
  'POST /api/keys': createKeySchema,
  'PATCH /api/keys/:id': changeKeySchema,
  'POST /api/v1/storage/files': 'picture',
  'POST /llm/chat/completions': completion,
  'POST /llm/v1/chat/completions': completion,
  'POST /llm/openai/v1/chat/completions': completion,
  'POST /llm/v1/messages': completion,
  'POST /llm/v1/responses': completion,
  'POST /llm/v1/embeddings': completion,
  'POST /model/v1/generation': generation,
  'POST /model/v1/generation/sync': generation,
  'POST /model/v1/generation/precharge': generation,
  'POST /model/v1/queue/:model{.+}': createTaskSchema.shape.params,
  'POST /model/v1/files': 'picture',
}

/** Bodies that no route of the app is called with any more, so that the table above stays true. */
export const strayBodies = (routes: readonly FuzzRoute[]): string[] => {
  const there = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  return Object.keys(bodies).filter((name) => !there.has(name))
}

/** Every route under `/api`, `/llm` and `/model` that the app itself says it has. */
export function fuzzRoutes(routed: readonly { method: string; path: string }[]): FuzzRoute[] {
  const names = new Set(
    routed
      .filter(({ method, path }) => method !== 'ALL' && /^\/(?:api|llm|model)\//.test(path))
      .map(({ method, path }) => `${method} ${path}`),
  )
  return [...names].map((name) => {
    const [method = 'GET', path = '/'] = name.split(' ')
    return { method, path, body: bodies[name] ?? 'none' }
  })
}
