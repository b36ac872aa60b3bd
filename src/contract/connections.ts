import { trimSlashes } from '#lib/trim-slashes.ts'
import * as z from 'zod/mini'
import { moneySchema, usageSchema } from './chat/chat.ts'
import { failureSchema } from './errors.ts'
import { headersSchema } from './headers.ts'
import { idSchema } from './id.ts'

/** A key, or another value that must not be read by others. */
const secretFieldSchema = z.object({
  id: z.string(),
  /** `API key`, `Secret ID`. */
  label: z.string(),
  isRequired: z.boolean(),
  /** How one begins, `sk-…`; absent where that is not known. */
  placeholder: z.optional(z.string()),
})
export type SecretField = z.infer<typeof secretFieldSchema>

/**
 * Through which interface a service is asked for chat answers. `auto` uses chat completions, and OpenAI's
 * Responses for models that need it.
 */
export const chatApiSchema = z.enum(['auto', 'chat', 'responses'])
export type ChatApi = z.infer<typeof chatApiSchema>

/** A service that can be connected, as the page offers it. */
export const connectionKindSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** A sentence for a person who does not know it. */
  about: z.string(),
  offers: z.array(z.enum(['chat', '3d', 'web'])).check(z.minLength(1)),
  /** `local` runs on one's own machines, `cloud` elsewhere, `custom` is whatever speaks a protocol. */
  group: z.enum(['local', 'cloud', 'custom']),
  /** Absent where the address is fixed. */
  address: z.optional(
    z.object({
      /** Filled in; a person may change it. */
      default: z.optional(z.string()),
      example: z.string(),
      /** The addresses of a service that has several, the usual one first. */
      choices: z.optional(z.array(z.object({ label: z.string(), address: z.string() }))),
      /** Whether the name of a Hugging Face Space does as well: `owner/name`. */
      takesSpaces: z.optional(z.boolean()),
    }),
  ),
  secrets: z.array(secretFieldSchema),
  /** Whether headers can be added, which a proxy in front of it may want. */
  takesHeaders: z.optional(z.boolean()),
  /** Whether a person may choose its `ChatApi`. */
  choosesChatApi: z.optional(z.boolean()),
  /** Its server keeps models on its own disk: they can be downloaded, unloaded and deleted there. */
  storage: z.optional(
    z.object({
      /** How its models are named, `qwen3:4b`. */
      example: z.string(),
      /** Where names are found. */
      libraryUrl: z.string(),
    }),
  ),
  /** The page of the service where keys are made. */
  keyUrl: z.optional(z.string()),
  /** What has to be pasted to import a model of it; absent where it lists all that it has. */
  imports: z.optional(
    z.object({
      /** `Model name`. */
      label: z.string(),
      example: z.string(),
      /** Whether it is a file rather than a line. */
      isFile: z.boolean(),
    }),
  ),
})
export type ConnectionKind = z.infer<typeof connectionKindSchema>

/** First part of its models' ids, `openai` in `openai/gpt-5`. */
export const connectionIdSchema = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))

const nameSchema = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(60, 'A name has at most 60 characters.'))
const addressSchema = z.pipe(
  z.url({ protocol: /^https?$/, error: 'Enter an http:// or https:// address.' }).check(
    z.maxLength(500, 'An address has at most 500 characters.'),
    z.refine((address) => !/^https?:\/\/[^/]*@/.test(address), {
      error: 'Enter the address without a name or password.',
    }),
  ),
  z.transform(trimSlashes),
)
const secretValueSchema = z
  .string()
  .check(
    z.trim(),
    z.regex(/^[\x21-\x7e]{0,4000}$/, 'Keys have no spaces and only ASCII characters.'),
  )
const secretsSchema = z.record(z.string().check(z.maxLength(40)), secretValueSchema)

/** A secret that is stored; the value itself never comes back. */
const storedSecretSchema = z.object({
  id: z.string(),
  /** The first three and the last four characters, `sk-…a1B2`; of a short one fewer. */
  hint: z.string(),
  setAt: z.iso.datetime(),
})

/** A service that this server uses, with its key and address. */
export const connectionSchema = z.object({
  id: connectionIdSchema,
  /** Of a `ConnectionKind`. */
  kind: z.string(),
  name: z.string(),
  /** Absent where the kind has a fixed one. */
  address: z.optional(z.string()),
  /** Those of the environment are only shown; they win over one with the same id from here. */
  source: z.enum(['settings', 'environment']),
  isOn: z.boolean(),
  secrets: z.array(storedSecretSchema),
  /** Sent along with each request; what they hold is as secret as a key. Absent: none. */
  headers: z.optional(z.array(storedSecretSchema)),
  /** Absent: `auto`, or its kind has only one. */
  chatApi: z.optional(chatApiSchema),
  /** How many models it listed last, those that are switched off too. */
  modelCount: z.optional(z.int().check(z.nonnegative())),
  lastAnsweredAt: z.optional(z.iso.datetime()),
  /** What went wrong last, with the service's own words; absent once it has answered again. */
  problem: z.optional(z.extend(failureSchema, { at: z.iso.datetime() })),
})
export type Connection = z.infer<typeof connectionSchema>

/** Connections that there can be, those of the environment not counted. */
export const connectionsMax = 100

/** `GET /api/connections`. */
export const connectionListSchema = z.object({
  connections: z.array(connectionSchema),
  kinds: z.array(connectionKindSchema),
  /** Why stored keys cannot be read; the connections that need one are off until then. */
  keysProblem: z.optional(z.string()),
})
export type ConnectionList = z.infer<typeof connectionListSchema>

/** `POST /api/connections`. */
export const createConnectionSchema = z.object({
  kind: z.string().check(z.maxLength(60)),
  /** Absent: the kind's, with a number where there is one already. */
  name: z.optional(nameSchema),
  /** Absent: the kind's. */
  address: z.optional(addressSchema),
  secrets: z._default(secretsSchema, {}),
  /** By name, where the kind `takesHeaders`. */
  headers: z.optional(headersSchema),
  /** Where the kind `choosesChatApi`. */
  chatApi: z.optional(chatApiSchema),
})
export type CreateConnection = z.infer<typeof createConnectionSchema>

/**
 * `PATCH /api/connections/:id`. A secret or header that is left out stays; an empty one is removed. With
 * another address all of them have to be given again, so that none is sent to a place it was not meant for.
 */
export const changeConnectionSchema = z.object({
  name: z.optional(nameSchema),
  address: z.optional(addressSchema),
  secrets: z.optional(secretsSchema),
  headers: z.optional(headersSchema),
  chatApi: z.optional(chatApiSchema),
  isOn: z.optional(z.boolean()),
})
export type ChangeConnection = z.infer<typeof changeConnectionSchema>

/** A connection of one person or of a team, which nobody else can see or use. */
export const ownConnectionSchema = z.extend(connectionSchema, {
  /** Of a team's. */
  teamId: z.optional(idSchema),
  /** Whether who asks may change and delete it. */
  canManage: z.boolean(),
})
export type OwnConnection = z.infer<typeof ownConnectionSchema>

/** `GET /api/own-connections`: those of who asks and of their teams. */
export const ownConnectionListSchema = z.object({
  connections: z.array(ownConnectionSchema),
  /** Those that who asks may connect; none while an admin does not allow it. */
  kinds: z.array(connectionKindSchema),
})
export type OwnConnectionList = z.infer<typeof ownConnectionListSchema>

/** `POST /api/own-connections`, for oneself or for a team that one owns. */
export const createOwnConnectionSchema = z.extend(createConnectionSchema, {
  teamId: z.optional(idSchema),
})
export type CreateOwnConnection = z.infer<typeof createOwnConnectionSchema>

/** Connections of one person, and of one team. */
export const ownConnectionsMax = 20

/**
 * `GET /api/connections/found`: servers that run on the server's own machine and are not connected yet.
 * Looks anew each time.
 */
export const foundServicesSchema = z.object({
  found: z.array(z.object({ kind: z.string(), name: z.string(), address: z.string() })),
})
export type FoundServices = z.infer<typeof foundServicesSchema>

export const testSteps = ['reach', 'key', 'models'] as const

/** One step of a test, in the order in which they are taken. */
export const testStepSchema = z.object({
  step: z.enum(testSteps),
  state: z.enum(['ok', 'failed', 'skipped']),
  /** What was answered, in a sentence. */
  message: z.string(),
  tookMs: z.number().check(z.nonnegative()),
})
export type TestStep = z.infer<typeof testStepSchema>

/**
 * What the test of a connection has found. `POST /api/connections/test` takes what
 * `createConnectionSchema` does and `POST /api/connections/:id/test` what may change; both answer with a
 * stream of `testStepSchema`, each step as soon as it is known. Costs nothing and stores nothing.
 */
export type ConnectionTest = { steps: readonly TestStep[] }

/** Whether a test ends with this step: all three are told, those too that were not taken. */
export const endsTest = ({ step }: TestStep): boolean => step === testSteps.at(-1)

/** What a trial asks a model, and the most that it may answer. */
export const wordQuestion = 'Say hello in one short sentence.'
export const wordTokensMax = 200

/** `POST /api/connections/:id/word`: asks a chat model of the connection one short question. */
export const tryWordSchema = z.object({
  modelId: z.string().check(z.minLength(1), z.maxLength(200)),
})
export type TryWord = z.infer<typeof tryWordSchema>

/** What it said. */
export const wordAnswerSchema = z.object({
  /** Empty where it has only thought. */
  text: z.string(),
  firstTokenMs: z.optional(z.number().check(z.nonnegative())),
  tookMs: z.number().check(z.nonnegative()),
  usage: z.optional(usageSchema),
  /** Where the service says it, or the model's price is known. */
  cost: z.optional(moneySchema),
})
export type WordAnswer = z.infer<typeof wordAnswerSchema>
