import { trimSlashes } from '#lib/trim-slashes.ts'
import * as z from 'zod/mini'
import { serviceAddressSchema } from './service-address.ts'
import { moneySchema, usageSchema } from './chat/chat.ts'
import { failureSchema } from './errors.ts'
import { headersSchema } from './headers.ts'
import { idSchema } from './id.ts'

const secretFieldSchema = z.object({
  id: z.string(),
  label: z.string(),
  isRequired: z.boolean(),
  placeholder: z.optional(z.string()),
})
export type SecretFieldSpec = z.infer<typeof secretFieldSchema>

/**
 * Protocol for chat requests. `auto` uses chat completions, or OpenAI's Responses API for models
 * that require it.
 */
export const chatApiSchema = z.enum(['auto', 'chat', 'responses'])
export type ChatApi = z.infer<typeof chatApiSchema>

export const connectionKindSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** One sentence about the service, for users who do not know the service. */
  about: z.string(),
  offers: z.array(z.enum(['chat', '3d', 'web', 'voice'])).check(z.minLength(1)),
  /**
   * `local` services run on the user's hardware, `cloud` services at a provider, and a `custom`
   * service is any server with the same protocol.
   */
  group: z.enum(['local', 'cloud', 'custom']),
  address: z.optional(
    z.object({
      default: z.optional(z.string()),
      example: z.string(),
      /** Addresses of a service with several regions or hosts, the most common address first. */
      choices: z.optional(z.array(z.object({ label: z.string(), address: z.string() }))),
      /** True if only the addresses in `choices` are accepted. */
      isClosed: z.optional(z.boolean()),
      /** True if the name of a Hugging Face Space (`owner/name`) is accepted as an address. */
      takesSpaces: z.optional(z.boolean()),
    }),
  ),
  secrets: z.array(secretFieldSchema),
  /** True if the user may add HTTP headers, for example for a reverse proxy. */
  takesHeaders: z.optional(z.boolean()),
  choosesChatApi: z.optional(z.boolean()),
  /**
   * Set if the service stores models on its disk, where the user can download, unload and delete
   * models.
   */
  storage: z.optional(
    z.object({
      example: z.string(),
      libraryUrl: z.string(),
    }),
  ),
  keyUrl: z.optional(z.string()),
  /** Form fields for importing a model. Undefined if the provider lists all its models. */
  imports: z.optional(
    z.object({
      label: z.string(),
      example: z.string(),
      isFile: z.boolean(),
    }),
  ),
})
export type ConnectionKind = z.infer<typeof connectionKindSchema>

/** Prefix of the connection's model ids, such as `openai` in `openai/gpt-5`. */
export const connectionIdSchema = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))

const nameSchema = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(60, 'A name has at most 60 characters.'))
const addressSchema = z.pipe(serviceAddressSchema, z.transform(trimSlashes))
const secretValueSchema = z
  .string()
  .check(
    z.trim(),
    z.regex(/^[\x21-\x7e]{0,4000}$/, 'Keys have no spaces and only ASCII characters.'),
  )
const secretsSchema = z.record(z.string().check(z.maxLength(40)), secretValueSchema)

const storedSecretSchema = z.object({
  id: z.string(),
  /**
   * First three and last four characters of the secret, such as `sk-…a1B2`, or fewer of a short
   * secret.
   */
  hint: z.string(),
  setAt: z.iso.datetime(),
})

export const connectionSchema = z.object({
  id: connectionIdSchema,
  kind: z.string(),
  name: z.string(),
  address: z.optional(z.string()),
  /**
   * Source of the configuration. A connection from environment variables is read-only, and
   * overrides a connection from the settings with the same id.
   */
  source: z.enum(['settings', 'environment']),
  isOn: z.boolean(),
  secrets: z.array(storedSecretSchema),
  headers: z.optional(z.array(storedSecretSchema)),
  /** Undefined for `auto`, or if the provider has only one protocol. */
  chatApi: z.optional(chatApiSchema),
  modelCount: z.optional(z.int().check(z.nonnegative())),
  lastAnsweredAt: z.optional(z.iso.datetime()),
  problem: z.optional(z.extend(failureSchema, { at: z.iso.datetime() })),
})
export type Connection = z.infer<typeof connectionSchema>

export const connectionsMax = 100

/** Response of `GET /api/connections`. */
export const connectionListSchema = z.object({
  connections: z.array(connectionSchema),
  kinds: z.array(connectionKindSchema),
  /** Reason why the server cannot decrypt stored keys. Connections that need a key are then off. */
  keysProblem: z.optional(z.string()),
})
export type ConnectionList = z.infer<typeof connectionListSchema>

/** Body of `POST /api/connections`. */
export const createConnectionSchema = z.object({
  kind: z.string().check(z.maxLength(60)),
  name: z.optional(nameSchema),
  address: z.optional(addressSchema),
  secrets: z._default(secretsSchema, {}),
  /** Header values by name, only for kinds with `takesHeaders`. */
  headers: z.optional(headersSchema),
  chatApi: z.optional(chatApiSchema),
})
export type CreateConnection = z.infer<typeof createConnectionSchema>

/**
 * Body of `PATCH /api/connections/:id`. Omitted secrets and headers do not change, and empty values
 * remove them. A new address requires all secrets and headers again, so that no secret reaches
 * another server.
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

/** A connection of one user or team, which other users cannot see. */
export const ownConnectionSchema = z.extend(connectionSchema, {
  teamId: z.optional(idSchema),
  canManage: z.boolean(),
})
export type OwnConnection = z.infer<typeof ownConnectionSchema>

/** Response of `GET /api/own-connections`: connections of the caller and of the caller's teams. */
export const ownConnectionListSchema = z.object({
  connections: z.array(ownConnectionSchema),
  /** Kinds that the caller may connect. Empty unless an admin allows own connections. */
  kinds: z.array(connectionKindSchema),
})
export type OwnConnectionList = z.infer<typeof ownConnectionListSchema>

/**
 * Body of `POST /api/own-connections`: a connection for the caller, or for a team that the caller
 * owns.
 */
export const createOwnConnectionSchema = z.extend(createConnectionSchema, {
  teamId: z.optional(idSchema),
})
export type CreateOwnConnection = z.infer<typeof createOwnConnectionSchema>

export const ownConnectionsMax = 20

/**
 * Response of `GET /api/connections/found`: model servers on the same machine that are not
 * connected yet. Each request scans again.
 */
export const foundServicesSchema = z.object({
  found: z.array(z.object({ kind: z.string(), name: z.string(), address: z.string() })),
})
export type FoundServiceList = z.infer<typeof foundServicesSchema>

export const testSteps = ['reach', 'key', 'models'] as const

/** One step of a connection test, in the order in which the steps run. */
export const testStepSchema = z.object({
  step: z.enum(testSteps),
  state: z.enum(['ok', 'failed', 'skipped']),
  message: z.string(),
  tookMs: z.number().check(z.nonnegative()),
})
export type TestStep = z.infer<typeof testStepSchema>

/**
 * Result of a connection test, which is free of charge and stores nothing. `POST
 * /api/connections/test` takes the body of `createConnectionSchema`, and `POST
 * /api/connections/:id/test` the changed fields. Both stream one `testStepSchema` per step.
 */
export type ConnectionTest = { steps: readonly TestStep[] }

/**
 * Returns whether a step is the last step of a test. The server sends all three steps, including
 * skipped steps.
 */
export const endsTest = ({ step }: TestStep): boolean => step === testSteps.at(-1)

export const trialQuestion = 'Say hello in one short sentence.'
/** Maximum number of tokens in the answer to `trialQuestion`. */
export const trialTokensMax = 200

/** Body of `POST /api/connections/:id/word`, which sends a short question to a chat model. */
export const tryModelSchema = z.object({
  modelId: z.string().check(z.minLength(1), z.maxLength(200)),
})
export type TryModelRequest = z.infer<typeof tryModelSchema>

export const trialAnswerSchema = z.object({
  /** Empty if the model returned only reasoning. */
  text: z.string(),
  firstTokenMs: z.optional(z.number().check(z.nonnegative())),
  tookMs: z.number().check(z.nonnegative()),
  usage: z.optional(usageSchema),
  cost: z.optional(moneySchema),
})
export type TrialAnswer = z.infer<typeof trialAnswerSchema>
