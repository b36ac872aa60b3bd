import * as z from 'zod/mini'
import { failureSchema } from './errors.ts'
import { serviceAddressSchema, serviceNameSchema } from './service-address.ts'

/**
 * Id of a web API, which is part of its tools' names, such as `weather` in
 * `api_weather__get_forecast`.
 */
export const webApiIdSchema = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,19}$/))

export const webApisMax = 20
/** Maximum number of operations per web API. Further operations are ignored. */
export const webApiOperationsMax = 2_000
/**
 * Maximum length of an API document in characters. GitHub's largest document in YAML has 10
 * million.
 */
export const webApiDocumentLengthMax = 16_000_000

const methodSchema = z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
export type WebApiMethod = z.infer<typeof methodSchema>

export const webApiOperationSchema = z.object({
  /** Id of the operation in the document, or a name made from method and path. */
  name: z.string(),
  method: methodSchema,
  path: z.string(),
  title: z.string(),
  /** True if models may call the operation. */
  isOn: z.boolean(),
  /** True if the current document lacks the operation. */
  isGone: z.optional(z.boolean()),
  /**
   * True if the document has changed the operation after a user turned it on. The operation is off
   * until a user turns it on again.
   */
  isChanged: z.optional(z.boolean()),
})
export type WebApiOperation = z.infer<typeof webApiOperationSchema>

const authKindSchema = z.enum(['none', 'bearer', 'header', 'query', 'basic'])
const authSchema = z.object({
  kind: authKindSchema,
  name: z.optional(z.string()),
})
export type WebApiAuth = z.infer<typeof authSchema>

export const webApiSchema = z.object({
  id: webApiIdSchema,
  name: z.string(),
  documentAddress: z.optional(z.string()),
  /** Address to which all paths are appended. */
  baseAddress: z.string(),
  format: z.string(),
  auth: authSchema,
  keyHint: z.optional(z.string()),
  isOn: z.boolean(),
  operationCount: z.int(),
  onCount: z.int(),
  changedCount: z.int(),
  oddCount: z.int(),
  problem: z.optional(z.extend(failureSchema, { at: z.iso.datetime() })),
})
export type WebApi = z.infer<typeof webApiSchema>

/** Response of `GET /api/web-apis`. */
export const webApiListSchema = z.object({ apis: z.array(webApiSchema) })
export type WebApiList = z.infer<typeof webApiListSchema>

/** Response of `GET /api/web-apis/:id/operations`. */
export const webApiOperationsSchema = z.object({
  operations: z.array(webApiOperationSchema),
  /** Operations that models cannot use, with the reasons. */
  odd: z.array(z.object({ name: z.string(), problem: z.string() })),
})
export type WebApiOperations = z.infer<typeof webApiOperationsSchema>

const keySchema = z
  .string()
  .check(z.trim(), z.regex(/^[\x20-\x7e]{0,4000}$/, 'A key has only ASCII characters.'))
/** `auto` uses the authentication that the document names. */
const chosenAuthSchema = z
  .strictObject({
    kind: z.enum(['auto', ...authKindSchema.options]),
    name: z.optional(
      z
        .string()
        .check(z.trim(), z.regex(/^[\w.-]{1,100}$/, 'A name has only letters, digits, -, _ and .')),
    ),
  })
  .check(
    z.refine(({ kind, name }) => (kind !== 'header' && kind !== 'query') || name !== undefined, {
      error: 'Enter the name of the header or parameter.',
    }),
  )
export type ChosenWebApiAuth = z.infer<typeof chosenAuthSchema>
const documentSchema = z
  .string()
  .check(
    z.minLength(1, 'The file is empty.'),
    z.maxLength(webApiDocumentLengthMax, 'The document is larger than 16 MB.'),
  )

/** Body of `POST /api/web-apis`, with either the document or its address. */
export const createWebApiSchema = z
  .strictObject({
    name: serviceNameSchema,
    documentAddress: z.optional(serviceAddressSchema),
    document: z.optional(documentSchema),
    /** The default is the first server in the document. */
    baseAddress: z.optional(serviceAddressSchema),
    auth: chosenAuthSchema,
    /** For `basic`, name and password separated by a colon. */
    key: z.optional(keySchema),
  })
  .check(
    z.refine(
      ({ documentAddress, document }) =>
        (documentAddress === undefined) !== (document === undefined),
      { error: 'Enter the address of the document, or choose a file.' },
    ),
  )
export type CreateWebApi = z.infer<typeof createWebApiSchema>

/** Body of `PATCH /api/web-apis/:id`. */
export const changeWebApiSchema = z.strictObject({
  name: z.optional(serviceNameSchema),
  isOn: z.optional(z.boolean()),
  baseAddress: z.optional(serviceAddressSchema),
  auth: z.optional(chosenAuthSchema),
  key: z.optional(keySchema),
  /** New version of an uploaded document. */
  document: z.optional(documentSchema),
  /**
   * Maps names of operations to `true` (turn on) or `false` (turn off). Turning on an operation
   * also accepts changes of the operation's definition.
   */
  operations: z.optional(z.record(z.string().check(z.maxLength(128)), z.boolean())),
})
export type ChangeWebApi = z.infer<typeof changeWebApiSchema>
