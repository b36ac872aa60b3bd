import type { z } from 'zod'
import { HttpError } from '../../errors/http-error.ts'
import type { ServiceAnswer, ServiceHttp } from './service-http.ts'

/**
 * @throws {HttpError} `not_found` for a task that the service does not know. `isPassing` detects
 * temporary errors.
 */
export async function readTask<Schema extends z.ZodType>(
  http: ServiceHttp,
  path: string,
  { schema, signal }: { schema: Schema; signal: AbortSignal },
): Promise<z.infer<Schema>> {
  const answer = await http.get(path, signal)
  if (answer.response.status === 404) throw http.findRefusal?.(http, answer) ?? unknownTask(http)
  return taskIn(http, schema, answer)
}

/** @throws {HttpError} the errors of `jsonOf`, and `provider_failed` for an invalid task. */
export function taskIn<Schema extends z.ZodType>(
  http: ServiceHttp,
  schema: Schema,
  answer: ServiceAnswer,
): z.infer<Schema> {
  const task = schema.safeParse(http.jsonOf(answer))
  if (task.success) return task.data
  throw new HttpError('provider_failed', `${http.service.title} sent an unreadable task.`, {
    cause: task.error,
  })
}

export const unknownTask = ({ service }: Pick<ServiceHttp, 'service'>): HttpError =>
  new HttpError(
    'not_found',
    `${service.title} no longer knows this task. It may still be found, and billed, under its id.`,
  )
