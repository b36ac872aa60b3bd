import path from 'node:path'
import { z } from 'zod'

const empty = (value: unknown) => (value === '' ? undefined : value)
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .transform((url) => url.replace(/\/+$/, ''))

const secretLengthMin = 16
const loopbackHosts = ['127.0.0.1', 'localhost', '::1']

const envSchema = z
  .object({
    PORT: z.preprocess(
      empty,
      z.coerce
        .number({ error: 'must be a number' })
        .int('must be a whole number')
        .min(0, 'must be 0 to 65535 (0 picks a free one)')
        .max(65535, 'must be 0 to 65535 (0 picks a free one)')
        .default(5310),
    ),
    HOST: z.preprocess(
      empty,
      z
        .enum(loopbackHosts, {
          error:
            'must be 127.0.0.1, localhost or ::1: there is no login yet, so anyone who reaches this server could spend your keys',
        })
        .default('127.0.0.1'),
    ),
    BOZZETTO_DATA: z.preprocess(
      empty,
      z
        .string()
        .default('data')
        .transform((folder) => path.resolve(folder)),
    ),
    BOZZETTO_SECRET: z.preprocess(
      empty,
      z
        .string()
        .min(secretLengthMin, `must have at least ${secretLengthMin} characters`)
        .optional(),
    ),
    BOZZETTO_API_KEYS: z.preprocess(
      empty,
      z
        .string()
        .default('')
        .transform((keys) =>
          keys
            .split(',')
            .map((key) => key.trim())
            .filter(Boolean),
        )
        .refine((keys) => keys.every((key) => /^[\x21-\x7e]{8,200}$/.test(key)), {
          error:
            'must be keys of 8 to 200 visible ASCII characters, separated by commas, such as sa-1f0c…',
        }),
    ),
    BOZZETTO_GATEWAY_URL: z.preprocess(empty, httpUrl.optional()),
    BOZZETTO_GATEWAY_KEY: z.preprocess(empty, z.string().optional()),
    BOZZETTO_OPENAI_URL: z.preprocess(empty, httpUrl.optional()),
    BOZZETTO_OPENAI_KEY: z.preprocess(empty, z.string().optional()),
  })
  .superRefine((env, context) => {
    for (const name of ['GATEWAY', 'OPENAI'] as const) {
      if (env[`BOZZETTO_${name}_KEY`] && !env[`BOZZETTO_${name}_URL`]) {
        context.addIssue({
          code: 'custom',
          path: [`BOZZETTO_${name}_URL`],
          message: `must be set too when BOZZETTO_${name}_KEY is`,
        })
      }
    }
    if (env.BOZZETTO_GATEWAY_URL && !env.BOZZETTO_GATEWAY_KEY) {
      context.addIssue({
        code: 'custom',
        path: ['BOZZETTO_GATEWAY_KEY'],
        message: 'must be set too when BOZZETTO_GATEWAY_URL is',
      })
    }
  })

/** Settings of one server, all from environment variables. */
export type Env = z.infer<typeof envSchema>

/** A setting is wrong. The message names the variable and says what it must be. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
}

/**
 * Reads and checks the settings. The one place that knows the variables' names.
 *
 * @throws {EnvError} with one sentence a wrong variable.
 */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const parsed = envSchema.safeParse(variables)
  if (parsed.success) return parsed.data
  const sentences = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`)
  throw new EnvError(sentences.join('\n'))
}
