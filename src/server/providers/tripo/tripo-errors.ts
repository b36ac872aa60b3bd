import type { ErrorCode } from '#contract/errors.ts'
import { isRecord } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import { retryAfter } from '../openai/upstream-errors.ts'
import { quote } from '../openai/upstream-words.ts'
import {
  parseServiceJson,
  type ServiceAccess,
  type ServiceAnswer,
} from '../service/service-http.ts'

type Reason = [code: ErrorCode, sentence: string]

const otherServer = 'Keys of the Chinese server do not work at the international one.'

/** Explanations of Tripo's error codes. The name of the service precedes each text. */
const reasons: Readonly<Record<number, Reason>> = {
  1000: ['provider_failed', 'is having problems. Try again later.'],
  1001: ['provider_failed', 'is having problems. Try again later.'],
  1002: ['provider_refused', `does not accept the key. ${otherServer} Check both in Settings.`],
  1003: ['provider_refused', 'could not read the request.'],
  1004: ['provider_refused', 'does not accept one of these settings. Change it and try again.'],
  1005: ['provider_refused', 'does not allow this for the key.'],
  1007: ['rate_limited', 'is limiting requests. Try again later.'],
  2000: ['rate_limited', 'has too many tasks of this account in progress. Try again later.'],
  2001: [
    'not_found',
    'does not know this task. Only the key that ordered a task can read it, and tasks of the former interface (v2) ended on 31 October 2026.',
  ],
  2002: ['provider_refused', 'does not have this kind of task any more.'],
  2003: ['bad_picture', 'found the file empty.'],
  2004: ['bad_picture', 'does not take this kind of file. Use PNG, JPEG or WebP.'],
  2005: ['provider_refused', 'cannot continue from a draft model.'],
  2006: ['provider_refused', 'cannot do this with what made the model.'],
  2007: ['provider_refused', 'cannot continue: the task that made the model did not succeed.'],
  2008: ['provider_refused', 'refused because its content filter objected.'],
  2009: ['provider_refused', 'does not accept some characters of the text, such as emoji.'],
  2010: ['provider_refused', 'refused because the account has no credits left.'],
  2011: ['provider_refused', 'cannot rig this model: it is not a single body in a neutral pose.'],
  2012: ['provider_refused', 'cannot rig this model: it is not a single body in a neutral pose.'],
  2013: ['provider_refused', 'refused because the plan of the account does not include this.'],
  2014: ['provider_failed', 'could not check the content. Try again later.'],
  2015: ['provider_refused', 'retired this version. Choose a newer one.'],
  2016: ['provider_refused', 'retired this kind of task.'],
  2017: ['provider_refused', 'does not know this version. Choose another one.'],
  2018: ['provider_refused', 'finds the model too complex for this. Simplify it first.'],
  2019: ['not_found', 'no longer has the file. Upload it again.'],
}

/**
 * Returns whether an error is internal. After an internal error, Tripo may have accepted the
 * request or not.
 */
const isServerFault = (number: number): boolean => number === 1000 || number === 1001

export class TripoRefusal extends HttpError {
  readonly number: number

  constructor(number: number, ...args: ConstructorParameters<typeof HttpError>) {
    super(...args)
    this.number = number
  }
}

/**
 * Finds a refusal in a response body, because Tripo sends some refusals with status 200.
 * @param options.isOrder true if the request creates a task. Internal errors then do not count as
 * refusals, because Tripo may have created the task.
 */
export function findRefusal(
  { service, secrets }: Pick<ServiceAccess, 'service' | 'secrets'>,
  { response, text, requestId }: ServiceAnswer,
  { isOrder = false } = {},
): TripoRefusal | undefined {
  const answer = parseServiceJson(text)
  if (!isRecord(answer)) return undefined
  const { code, message, suggestion } = answer
  if (typeof code !== 'number' || code === 0 || (isOrder && isServerFault(code))) return undefined
  const [error, sentence] = reasons[code] ?? [
    'provider_refused',
    `refused the request (code ${code}).`,
  ]
  const said = [message, suggestion].filter((part) => typeof part === 'string' && part !== '')
  const retryAfterSeconds = retryAfter(response.headers.get('retry-after'))
  return new TripoRefusal(
    code,
    error,
    `${service.title} ${sentence}${quote(said.join(' '), secrets)}`,
    {
      upstreamRequestId: requestId,
      ...(code === 1002 && { isAboutKey: true }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  )
}

export const sentenceOfCode = (number: number | undefined): string | undefined =>
  number === undefined ? undefined : reasons[number]?.[1]
