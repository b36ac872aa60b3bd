import { asRecord, type Fields } from '#lib/fields.ts'
import type { LocalMark } from '../../ports/provider-kind.ts'

const first = (value: unknown): Fields => asRecord(Array.isArray(value) ? value[0] : undefined)
const has =
  (...names: string[]) =>
  (answer: unknown) =>
    names.every((name) => Object.hasOwn(asRecord(answer), name))

/**
 * Requests whose response identifies a local server, by vendor id. Taken from the servers'
 * documentation and source code. The request for Jan is inferred.
 */
export const localMarks: Readonly<Record<string, readonly LocalMark[]>> = {
  'lm-studio': [
    {
      origin: 'http://127.0.0.1:1234',
      path: '/api/v1/models',
      isIt: (answer) => 'key' in first(asRecord(answer)['models']),
    },
    {
      // LM Studio before version 0.4 has only this path.
      origin: 'http://127.0.0.1:1234',
      path: '/api/v0/models',
      isIt: (answer) => has('id', 'state', 'compatibility_type')(first(asRecord(answer)['data'])),
    },
  ],
  'llama-cpp': [
    {
      origin: 'http://127.0.0.1:8080',
      path: '/props',
      isIt: has('default_generation_settings', 'total_slots'),
    },
  ],
  vllm: [
    {
      origin: 'http://127.0.0.1:8000',
      path: '/v1/models',
      isIt: (answer) => first(asRecord(answer)['data'])['owned_by'] === 'vllm',
    },
  ],
  'local-ai': [
    {
      origin: 'http://127.0.0.1:8080',
      path: '/.well-known/localai.json',
      isIt: has('version', 'endpoints'),
    },
    {
      // LocalAI versions without `/.well-known/localai.json` are recognized by this request.
      origin: 'http://127.0.0.1:8080',
      path: '/system',
      isIt: has('backends', 'loaded_models'),
    },
  ],
  lemonade: [
    {
      origin: 'http://127.0.0.1:13305',
      path: '/api/v1/health',
      isIt: has('version', 'all_models_loaded'),
    },
  ],
  jan: [
    {
      origin: 'http://127.0.0.1:1337',
      path: '/openapi.json',
      isIt: (answer) => /\bJan\b/.test(String(asRecord(asRecord(answer)['info'])['title'])),
    },
  ],
}
